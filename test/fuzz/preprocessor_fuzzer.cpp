//===-- preprocessor_fuzzer.cpp - arbitrary specs and batches -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of specs, row splits, COO samples, ids and weights from the bytes.
// Whatever they are: an error, or buffers in which no id is lost, the same for
// any number of threads.

#include "KeptIds.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <list>

using namespace sc::host;

namespace {

/// A batch and the memory that its views are of.
class FuzzedBatch {
public:
  explicit FuzzedBatch(FuzzedDataProvider &data) : data(data) {}

  /// Mostly of `samples` samples.
  void addFeature(std::string_view name, int64_t samples) {
    if (data.ConsumeIntegralInRange(0, 15) == 0)
      samples = data.ConsumeIntegralInRange<int64_t>(0, 40);
    features.push_back({name, makeInput(samples)});
  }
  std::vector<FeatureInput> features;

private:
  Input makeInput(int64_t samples);
  Input makeDenseInput(int64_t samples);
  IdArray makeRowSplits(int64_t samples, int64_t numIds);
  IdArray makeRows(int64_t samples, int64_t numIds);
  template <typename T> IdArray makeIds(size_t count);
  IdArray makeArray(size_t count);
  std::optional<WeightArray> makeWeights(int64_t count);
  std::span<const float> storeFloats(size_t count);

  FuzzedDataProvider &data;
  std::list<std::vector<int32_t>> narrow;
  std::list<std::vector<int64_t>> wide;
  std::list<std::vector<float>> floats;
};

} // namespace

/// Mostly small, so that many are in range.
template <typename T> static T drawId(FuzzedDataProvider &data) {
  if (data.ConsumeIntegralInRange(0, 15) > 0)
    return data.ConsumeIntegralInRange<T>(0, 15);
  return data.ConsumeIntegral<T>();
}

template <typename T> IdArray FuzzedBatch::makeIds(size_t count) {
  std::vector<T> values(count);
  for (T &value : values)
    value = drawId<T>(data);
  if constexpr (sizeof(T) == 4)
    return IdArray(std::span<const T>(narrow.emplace_back(std::move(values))));
  else
    return IdArray(std::span<const T>(wide.emplace_back(std::move(values))));
}

IdArray FuzzedBatch::makeArray(size_t count) {
  return data.ConsumeBool() ? makeIds<int32_t>(count) : makeIds<int64_t>(count);
}

std::span<const float> FuzzedBatch::storeFloats(size_t count) {
  std::vector<float> &values = floats.emplace_back(count);
  for (float &value : values)
    value = data.ConsumeIntegralInRange(0, 15) > 0
                ? data.ConsumeFloatingPointInRange(0.5f, 2.0f)
                : data.ConsumeFloatingPoint<float>();
  return values;
}

std::optional<WeightArray> FuzzedBatch::makeWeights(int64_t count) {
  if (data.ConsumeIntegralInRange(0, 3) > 0)
    return std::nullopt;
  if (data.ConsumeIntegralInRange(0, 7) == 0) // a wrong number of them
    count = data.ConsumeIntegralInRange(0, 40);
  return WeightArray(storeFloats(static_cast<size_t>(count)));
}

/// Mostly ascending, as they must be.
IdArray FuzzedBatch::makeRowSplits(int64_t samples, int64_t numIds) {
  if (data.ConsumeIntegralInRange(0, 7) == 0)
    return makeArray(static_cast<size_t>(samples + 1));
  std::vector<int64_t> splits(static_cast<size_t>(samples + 1));
  for (int64_t k = 1; k < samples; ++k)
    splits[k] = data.ConsumeIntegralInRange<int64_t>(splits[k - 1], numIds);
  splits.back() = numIds;
  return IdArray(
      std::span<const int64_t>(wide.emplace_back(std::move(splits))));
}

IdArray FuzzedBatch::makeRows(int64_t samples, int64_t numIds) {
  if (data.ConsumeIntegralInRange(0, 7) == 0)
    return makeArray(data.ConsumeIntegralInRange<size_t>(0, 64));
  std::vector<int64_t> rows(static_cast<size_t>(numIds));
  for (size_t i = 0; i < rows.size(); ++i)
    rows[i] = data.ConsumeIntegralInRange<int64_t>(
        i == 0 ? 0 : rows[i - 1], std::max<int64_t>(samples - 1, 0));
  return IdArray(std::span<const int64_t>(wide.emplace_back(std::move(rows))));
}

Input FuzzedBatch::makeDenseInput(int64_t samples) {
  auto idsPerSample = data.ConsumeIntegralInRange<int64_t>(0, 5);
  IdArray ids = makeArray(static_cast<size_t>(samples * idsPerSample));
  DenseInput input;
  input.data = ids.data;
  input.type = ids.type;
  input.samples = samples;
  input.idsPerSample = idsPerSample;
  input.idStrideBytes = ids.strideBytes;
  input.sampleStrideBytes = ids.strideBytes * idsPerSample;
  if (data.ConsumeBool()) { // transposed
    input.sampleStrideBytes = ids.strideBytes;
    input.idStrideBytes = ids.strideBytes * samples;
  }
  if (std::optional<WeightArray> weights = makeWeights(samples * idsPerSample))
    if (weights->size == samples * idsPerSample)
      input.weights = DenseWeights{weights->data, samples, idsPerSample,
                                   4 * idsPerSample, 4};
  return input;
}

Input FuzzedBatch::makeInput(int64_t samples) {
  int form = data.ConsumeIntegralInRange(0, 2);
  if (form == 0)
    return makeDenseInput(samples);
  IdArray values = makeArray(data.ConsumeIntegralInRange<size_t>(0, 64));
  if (form == 1)
    return RaggedInput{values, makeRowSplits(samples, values.size),
                       makeWeights(values.size)};
  int64_t shape =
      data.ConsumeIntegralInRange(0, 15) ? samples : drawId<int64_t>(data);
  return CooInput{shape, makeRows(samples, values.size), values,
                  makeWeights(values.size)};
}

namespace {
struct FuzzedStack {
  StackSpec spec;
  std::vector<int64_t> samples; // of each feature
};
} // namespace

/// `value`, but for one time in 16.
static int64_t spoil(FuzzedDataProvider &data, int64_t value) {
  return data.ConsumeIntegralInRange(0, 15) == 0
             ? data.ConsumeIntegral<int64_t>()
             : value;
}

static FuzzedStack drawStack(FuzzedDataProvider &data, int64_t numCores,
                             size_t index) {
  FuzzedStack stack;
  stack.spec.name = "stack" + std::to_string(index);
  stack.spec.maxIdsPerPartition =
      spoil(data, data.ConsumeIntegralInRange(1, 64));
  stack.spec.maxUniqueIdsPerPartition =
      spoil(data, data.ConsumeIntegralInRange(1, 64));
  if (data.ConsumeIntegralInRange(0, 3) == 0)
    stack.spec.suggestedBufferSize =
        spoil(data, data.ConsumeIntegralInRange(1, 4096));
  int64_t numFeatures = data.ConsumeIntegralInRange(1, 3), rowOffset = 0;
  for (int64_t f = 0; f < numFeatures; ++f) {
    FeatureSpec feature;
    feature.name = stack.spec.name + "_" + std::to_string(f);
    feature.table = "table" + std::to_string(f / 2);
    feature.vocabularySize = spoil(data, 16);
    feature.combiner = static_cast<Combiner>(data.ConsumeIntegralInRange(0, 2));
    feature.rowOffset = spoil(data, rowOffset);
    feature.colOffset = spoil(data, f / 2 * 16);
    feature.colShift = spoil(data, data.ConsumeIntegralInRange(0, 8));
    stack.spec.features.push_back(feature);
    stack.samples.push_back(numCores * data.ConsumeIntegralInRange(1, 2));
    rowOffset += stack.samples.back();
  }
  return stack;
}

[[noreturn]] static void fail(const std::string &what) {
  std::cerr << what << "\n";
  std::abort();
}

template <typename T>
static bool isSame(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

static void compare(const Results &a, const Results &b) {
  for (size_t i = 0; i < a.stacks.size(); ++i) {
    const Buffers &x = a.stacks[i].buffers, &y = b.stacks[i].buffers;
    if (!isSame(x.rowPointers, y.rowPointers) ||
        !isSame(x.embeddingIds, y.embeddingIds) ||
        !isSame(x.sampleIds, y.sampleIds) || !isSame(x.gains, y.gains))
      fail("threads change the buffers");
  }
}

static Topology drawTopology(FuzzedDataProvider &data) {
  int64_t devices = int64_t(1) << data.ConsumeIntegralInRange(0, 2);
  int64_t perDevice = int64_t(1) << data.ConsumeIntegralInRange(0, 2);
  return {spoil(data, devices), spoil(data, devices), spoil(data, perDevice)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  FuzzedDataProvider data(bytes, size);
  Topology topology = drawTopology(data);
  Options options;
  options.enableMinibatching = data.ConsumeBool();
  options.allowIdDropping = data.ConsumeBool();
  options.failOnBufferOverflow = data.ConsumeBool();
  options.checkIds = data.ConsumeBool();
  options.checkWeights = data.ConsumeBool();
  int64_t numCores = std::clamp<int64_t>(topology.globalDevices, 1, 4) *
                     std::clamp<int64_t>(topology.sparseCoresPerDevice, 1, 4);
  std::vector<FuzzedStack> drawn;
  std::vector<StackSpec> stacks;
  FuzzedBatch batch(data);
  size_t numStacks = data.ConsumeIntegralInRange<size_t>(0, 2);
  for (size_t i = 0; i < numStacks; ++i) {
    drawn.push_back(drawStack(data, numCores, i));
    stacks.push_back(drawn.back().spec);
  }
  for (const FuzzedStack &stack : drawn)
    for (size_t f = 0; f < stack.samples.size(); ++f)
      batch.addFeature(stack.spec.features[f].name, stack.samples[f]);

  auto one = Preprocessor::create(stacks, topology, options);
  options.threads = 2;
  auto two = Preprocessor::create(stacks, topology, options);
  if (one.ok() != two.ok())
    fail("threads change what is valid");
  if (!one.ok())
    return 0;
  auto first = one->run({0, batch.features});
  auto second = two->run({0, batch.features});
  if (first.status() != second.status())
    fail("threads change the error");
  if (!first.ok())
    return 0;
  compare(**first, **second);
  for (size_t i = 0; i < stacks.size(); ++i)
    if (std::string problem =
            findKeptProblem(stacks[i], batch.features, topology,
                            options.enableMinibatching, (*first)->stacks[i]);
        !problem.empty())
      fail(problem);
  return 0;
}
