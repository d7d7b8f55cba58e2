//===-- EmbeddingProblem.cpp - specs, ids and tables by chance ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small sizes, but every rule of stacking and every combiner.

#include "EmbeddingProblem.h"

#include "sc/Spec/SpecFile.h"

#include <cmath>

namespace sc::test {

using spec::Combiner;

namespace {
struct Machine {
  const char *target;
  spec::Topology topology;
};
} // namespace

static const std::vector<Machine> kMachines = {
    {"v5p:1x1x1", {1, 4}}, {"v5p:2x1x1", {2, 4}}, {"v5p:2x2x1", {4, 4}},
    {"v6e:1x1", {1, 2}},   {"v6e:2x2", {4, 2}},   {"v7x:2x1x1", {4, 2}}};

constexpr int64_t kMostIds = 6; // of a sample

static spec::Table drawTable(Random &random, size_t index) {
  spec::Table table;
  table.name = "table" + std::to_string(index);
  table.vocabularySize =
      random.chance(30) ? random.between(1, 5) : random.between(1, 300);
  table.embeddingDim = random.pick<int64_t>({1, 5, 8, 8, 8, 12, 16, 33});
  table.combiner =
      random.chance(60)
          ? Combiner::Sum
          : random.pick<Combiner>({Combiner::Mean, Combiner::Sqrtn});
  if (random.chance(30)) {
    table.optimizer.type = "adagrad";
    table.optimizer.learningRate = random.pick<float>({0.1f, 0.01f});
  }
  // What any batch here fits into, in a stack of one table and in the largest.
  table.limits.maxIdsPerPartition = 256;
  if (random.chance(50))
    table.limits.maxUniqueIdsPerPartition = 256;
  return table;
}

static spec::StackOptions drawOptions(Random &random, int64_t numSparseCores) {
  spec::StackOptions options;
  if (random.chance(30))
    options.rule = spec::StackRule::TensorFlow;
  options.limits = random.pick<spec::StackLimits>(
      {spec::StackLimits::Sum, spec::StackLimits::Sum, spec::StackLimits::Max,
       spec::StackLimits::Jax});
  options.disableStacking = random.chance(10);
  if (random.chance(40))
    options.activationBytesLimit = random.between(64, 1024);
  if (random.chance(40))
    options.rotation = random.between(0, numSparseCores - 1);
  return options;
}

static ReferenceInput drawInput(Random &random, const spec::Table &table,
                                int64_t samples, int64_t mostIds) {
  ReferenceInput input;
  const bool isDense = random.chance(40);
  const bool isWeighted = random.chance(40);
  const int64_t idEnd = random.chance(30)
                            ? std::min<int64_t>(table.vocabularySize, 3)
                            : table.vocabularySize;
  for (int64_t sample = 0; sample < samples; ++sample) {
    int64_t count = isDense ? mostIds : random.between(0, mostIds);
    std::vector<int64_t> ids;
    std::vector<float> weights;
    for (int64_t i = 0; i < count; ++i) {
      ids.push_back(random.between(0, idEnd - 1));
      weights.push_back(random.real(0.25f, 2));
    }
    input.ids.push_back(std::move(ids));
    if (isWeighted)
      input.weights.push_back(std::move(weights));
  }
  return input;
}

static void drawFeatures(Random &random, EmbeddingProblem &problem) {
  for (const spec::Table &table : problem.spec.tables) {
    int64_t numFeatures = random.between(1, 2);
    for (int64_t i = 0; i < numFeatures; ++i) {
      spec::Feature feature;
      feature.name = "feature" + std::to_string(problem.spec.features.size());
      feature.table = table.name;
      int64_t samples =
          problem.topology.getNumSparseCores() * random.between(1, 3);
      int64_t mostIds = random.between(0, kMostIds);
      feature.inputShape = {samples, std::max<int64_t>(mostIds, 1)};
      feature.outputShape = {samples, table.embeddingDim};
      problem.batch.push_back(drawInput(random, table, samples, mostIds));
      problem.spec.features.push_back(feature);
    }
  }
}

EmbeddingProblem drawEmbeddingProblem(Random &random) {
  EmbeddingProblem problem;
  const Machine machine = random.pick(kMachines);
  problem.target = machine.target;
  problem.topology = machine.topology;
  problem.options = drawOptions(random, machine.topology.getNumSparseCores());
  problem.spec.config.emplace();
  size_t numTables = static_cast<size_t>(random.between(1, 4));
  for (size_t i = 0; i < numTables; ++i)
    problem.spec.tables.push_back(drawTable(random, i));
  drawFeatures(random, problem);
  for (const spec::Table &table : problem.spec.tables) {
    std::vector<float> values(
        static_cast<size_t>(table.vocabularySize * table.embeddingDim));
    for (float &value : values)
      value = random.real(-1, 1);
    problem.tables.push_back(std::move(values));
  }
  return problem;
}

std::string EmbeddingProblem::describe() const {
  return target + ", stack rule " +
         std::to_string(static_cast<int>(options.rule)) + ", limits " +
         std::to_string(static_cast<int>(options.limits)) + "\n" +
         spec::writeJsonSpec(spec);
}

//===----------------------------------------------------------------------===//
// Reference
//===----------------------------------------------------------------------===//

/// What the weights of a sample are divided by.
static double computeDivisor(Combiner combiner,
                             const std::vector<double> &weights) {
  double sum = 0;
  for (double weight : weights)
    sum += combiner == Combiner::Sqrtn ? weight * weight : weight;
  switch (combiner) {
  case Combiner::Sum:
    return 1;
  case Combiner::Mean:
    return sum;
  case Combiner::Sqrtn:
    return std::sqrt(sum);
  }
  return 1;
}

std::vector<double> computeActivations(const EmbeddingProblem &problem,
                                       size_t feature) {
  const spec::Feature &spec = problem.spec.features[feature];
  size_t index = 0;
  while (problem.spec.tables[index].name != spec.table)
    ++index;
  const spec::Table &table = problem.spec.tables[index];
  const ReferenceInput &input = problem.batch[feature];
  std::vector<double> result;
  for (size_t sample = 0; sample < input.ids.size(); ++sample) {
    std::vector<double> sums(static_cast<size_t>(table.embeddingDim));
    const std::vector<int64_t> &ids = input.ids[sample];
    std::vector<double> weights(ids.size(), 1);
    if (!input.weights.empty())
      weights.assign(input.weights[sample].begin(),
                     input.weights[sample].end());
    double divisor = computeDivisor(table.combiner, weights);
    for (size_t i = 0; i < ids.size(); ++i)
      for (size_t k = 0; k < sums.size(); ++k)
        sums[k] +=
            weights[i] / divisor *
            static_cast<double>(
                problem.tables[index]
                              [static_cast<size_t>(ids[i]) * sums.size() + k]);
    result.insert(result.end(), sums.begin(), sums.end());
  }
  return result;
}

} // namespace sc::test
