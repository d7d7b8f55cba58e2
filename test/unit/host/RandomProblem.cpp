//===-- RandomProblem.cpp - specs and batches by chance -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides with gaps, backwards, and addresses of any alignment.

#include "test/unit/host/RandomProblem.h"

#include <cstring>

namespace sc::test {

using namespace host;

static Topology drawTopology(Random &random) {
  int coreBits = static_cast<int>(random.chance(10) ? random.between(7, 9)
                                                    : random.between(0, 6));
  int perDevice = static_cast<int>(random.between(0, std::min(coreBits, 3)));
  int local =
      static_cast<int>(random.between(0, std::min(coreBits - perDevice, 2)));
  return {int64_t(1) << local, int64_t(1) << (coreBits - perDevice),
          int64_t(1) << perDevice};
}

static int64_t getNumCores(const Topology &topology) {
  return topology.globalDevices * topology.sparseCoresPerDevice;
}

static StackSpec drawStack(Random &random, const Topology &topology,
                           size_t index) {
  const int64_t numCores = getNumCores(topology);
  StackSpec stack;
  stack.name = "stack" + std::to_string(index);
  int64_t rowOffset = 0;
  int64_t nextOffset = numCores * random.between(0, 2);
  FeatureSpec feature;
  int64_t numFeatures = random.between(1, 4);
  for (int64_t f = 0; f < numFeatures; ++f) {
    if (f == 0 || random.chance(60)) { // another table
      feature.table = stack.name + "_table" + std::to_string(f);
      feature.vocabularySize = random.between(1, 60 * numCores);
      if (random.chance(40))
        feature.vocabularySize = random.between(1, 12);
      feature.colOffset = nextOffset;
      feature.colShift = random.between(0, 2 * numCores);
      nextOffset += (feature.vocabularySize + numCores - 1) / numCores *
                    numCores * random.between(1, 2);
    }
    feature.name = stack.name + "_feature" + std::to_string(f);
    feature.combiner = static_cast<Combiner>(random.between(0, 2));
    feature.rowOffset = rowOffset;
    rowOffset += random.between(1, 4) * numCores;
    stack.features.push_back(feature);
  }
  random.shuffle(stack.features);
  int64_t widest = random.pick<int64_t>({3, 20, 200});
  stack.maxIdsPerPartition = random.between(1, widest);
  stack.maxUniqueIdsPerPartition = random.between(1, widest);
  return stack;
}

// The rounded suggestion, or what the limits allow.
static int64_t drawBufferSize(Random &random, const ReferenceProblem &problem,
                              StackSpec &stack) {
  const Topology &topology = problem.topology;
  int64_t perCore = (stack.maxIdsPerPartition + 7) / 8 * getNumCores(topology) *
                    (problem.options.enableMinibatching ? 64 : 1);
  int64_t units = perCore; // of 8 entries for each SparseCore
  if (random.chance(70) || units > 4096)
    units = random.between(1, std::min<int64_t>(perCore, 256));
  int64_t size = units * 8 * topology.sparseCoresPerDevice;
  if (units < perCore || random.chance(50))
    stack.suggestedBufferSize =
        size - random.between(0, 8 * topology.sparseCoresPerDevice - 1);
  return size;
}

ReferenceProblem drawProblem(Random &random) {
  ReferenceProblem problem;
  problem.topology = drawTopology(random);
  problem.options.enableMinibatching = random.chance(50);
  problem.options.allowIdDropping = random.chance(60);
  problem.options.failOnBufferOverflow = random.chance(20);
  problem.options.checkIds = random.chance(70);
  size_t numStacks = static_cast<size_t>(random.between(1, 3));
  for (size_t i = 0; i < numStacks; ++i) {
    problem.stacks.push_back(drawStack(random, problem.topology, i));
    problem.bufferSizes.push_back(
        drawBufferSize(random, problem, problem.stacks.back()));
  }
  return problem;
}

// From one row_offset to the next, for the local devices.
static int64_t drawNumSamples(Random &random, const Topology &topology,
                              const StackSpec &stack, size_t index) {
  const int64_t local = topology.localDevices * topology.sparseCoresPerDevice;
  int64_t next = INT64_MAX;
  int64_t begin = stack.features[index].rowOffset;
  for (const FeatureSpec &feature : stack.features)
    if (feature.rowOffset > begin)
      next = std::min(next, feature.rowOffset);
  if (next == INT64_MAX)
    return local * random.between(1, 4);
  return (next - begin) / getNumCores(topology) * local;
}

static ReferenceInput drawInput(Random &random, const FeatureSpec &feature,
                                int64_t numSamples) {
  ReferenceInput input;
  const bool isDense = random.chance(40);
  const bool isWeighted = random.chance(30);
  const int64_t most = random.pick<int64_t>({0, 2, 8, 40});
  for (int64_t k = 0; k < numSamples; ++k) {
    int64_t count = isDense ? most : random.between(0, most);
    std::vector<int64_t> ids;
    std::vector<float> weights;
    int64_t end = random.chance(50)
                      ? feature.vocabularySize
                      : std::min<int64_t>(feature.vocabularySize, 5);
    for (int64_t i = 0; i < count; ++i) {
      ids.push_back(random.between(0, end - 1));
      weights.push_back(random.real(0.25f, 2.0f));
    }
    input.ids.push_back(ids);
    if (isWeighted)
      input.weights.push_back(weights);
  }
  return input;
}

ReferenceInputs drawInputs(Random &random, const ReferenceProblem &problem) {
  ReferenceInputs inputs;
  for (const StackSpec &stack : problem.stacks) {
    inputs.emplace_back();
    for (size_t f = 0; f < stack.features.size(); ++f)
      inputs.back().push_back(
          drawInput(random, stack.features[f],
                    drawNumSamples(random, problem.topology, stack, f)));
  }
  return inputs;
}

std::byte *InputMemory::allocate(int64_t size) {
  memory.emplace_back(static_cast<size_t>(size) + 1);
  return memory.back().data() + random.between(0, 1);
}

template <typename T>
IdArray InputMemory::store(const std::vector<int64_t> &ids) {
  const int64_t count = static_cast<int64_t>(ids.size());
  const int64_t gap = sizeof(T) + static_cast<size_t>(random.between(0, 5));
  std::byte *data = allocate(count * gap + 8);
  const bool isBackwards = count > 0 && random.chance(20);
  std::byte *first = isBackwards ? data + (count - 1) * gap : data;
  const int64_t stride = isBackwards ? -gap : gap;
  for (int64_t i = 0; i < count; ++i) {
    T id = static_cast<T>(ids[static_cast<size_t>(i)]);
    std::memcpy(first + i * stride, &id, sizeof(T));
  }
  return {first, getIdType<T>(), count, stride};
}

template <typename T>
DenseInput InputMemory::makeDenseInput(const ReferenceInput &input) {
  DenseInput dense;
  dense.type = getIdType<T>();
  dense.samples = static_cast<int64_t>(input.ids.size());
  dense.idsPerSample = static_cast<int64_t>(input.ids[0].size());
  const int64_t size = dense.samples * dense.idsPerSample;
  dense.idStrideBytes = sizeof(T);
  dense.sampleStrideBytes = dense.idsPerSample * dense.idStrideBytes;
  if (random.chance(50)) { // transposed
    dense.sampleStrideBytes = sizeof(T);
    dense.idStrideBytes = dense.samples * dense.sampleStrideBytes;
  }
  std::byte *data = allocate(size * static_cast<int64_t>(sizeof(T)));
  std::byte *weights = allocate(size * 4);
  for (int64_t k = 0; k < dense.samples; ++k)
    for (int64_t i = 0; i < dense.idsPerSample; ++i) {
      T id = static_cast<T>(input.ids[k][i]);
      std::memcpy(data + k * dense.sampleStrideBytes + i * dense.idStrideBytes,
                  &id, sizeof(T));
      if (!input.weights.empty())
        std::memcpy(weights + (k * dense.idsPerSample + i) * 4,
                    &input.weights[k][i], 4);
    }
  dense.data = data;
  if (!input.weights.empty())
    dense.weights = DenseWeights{weights, dense.samples, dense.idsPerSample,
                                 dense.idsPerSample * 4, 4};
  return dense;
}

template <typename T>
Input InputMemory::makeTyped(const ReferenceInput &input) {
  bool isDense =
      std::all_of(input.ids.begin(), input.ids.end(), [&](const auto &ids) {
        return ids.size() == input.ids[0].size();
      });
  if (isDense && random.chance(80))
    return makeDenseInput<T>(input);
  std::vector<int64_t> values, splits = {0}, samples;
  for (size_t k = 0; k < input.ids.size(); ++k) {
    values.insert(values.end(), input.ids[k].begin(), input.ids[k].end());
    splits.push_back(static_cast<int64_t>(values.size()));
    samples.resize(values.size(), static_cast<int64_t>(k));
  }
  std::optional<WeightArray> weights;
  if (!input.weights.empty()) {
    int64_t size = static_cast<int64_t>(values.size());
    std::byte *data = allocate(size * 4 + 4);
    std::byte *next = data;
    for (const std::vector<float> &sample : input.weights)
      for (float weight : sample) {
        std::memcpy(next, &weight, 4);
        next += 4;
      }
    weights = WeightArray(data, size, 4);
  }
  IdArray ids = store<T>(values);
  if (random.chance(50))
    return RaggedInput{ids,
                       random.chance(50) ? store<int32_t>(splits)
                                         : store<int64_t>(splits),
                       weights};
  return CooInput{static_cast<int64_t>(input.ids.size()),
                  store<int64_t>(samples), ids, weights};
}

Input InputMemory::makeInput(const ReferenceInput &input) {
  return random.chance(50) ? makeTyped<int32_t>(input)
                           : makeTyped<int64_t>(input);
}

} // namespace sc::test
