//===-- UpdateMinibatchPropertyTest.cpp - minibatches change nothing ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates cut into minibatches, by chance and by host preprocessing, against
// the update of the whole batch.

#include "UpdateChecks.h"

#include "runtime/host/Preprocessor.h"

using namespace sc;
using namespace sc::test;

/// A row is of one minibatch, so its sum is added up in the same order.
static void expectSameState(const UpdateProblem &problem,
                            const std::vector<Bytes> &actual,
                            const std::vector<Bytes> &expected) {
  for (size_t i = 0; i < problem.state.size(); ++i)
    EXPECT_TRUE(actual[i] == expected[i])
        << (i == 0 ? "table" : "slot") << " differs from the whole batch's";
}

static void checkMinibatches(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  if (random.chance(30))
    spoilUntouchedRows(random, problem);
  std::vector<Bytes> whole = runUpdate(
      problem, makeUpdateInputs(problem, packUpdate(problem, random)));
  cutMinibatches(random, problem,
                 random.pick<int64_t>({1, 2, 3, random.between(1, 64), 64}));
  SCOPED_TRACE(problem.describe());
  std::vector<Bytes> inputs =
      makeUpdateInputs(problem, packUpdate(problem, random));
  std::vector<Bytes> outputs = runUpdateVariants(problem, inputs);
  if (outputs.empty() || whole.empty())
    return;
  expectUpdate(problem, outputs);
  expectSameState(problem, outputs, whole);
}

TEST(UpdateMinibatches, EqualTheWholeBatch) {
  forEachCase(60, checkMinibatches);
}

//===----------------------------------------------------------------------===//
// Buffers of host preprocessing
//===----------------------------------------------------------------------===//

namespace {
/// The lists of all SparseCores as one ragged feature.
struct Feature {
  std::vector<int64_t> ids, splits = {0};
  std::vector<float> weights;
};
} // namespace

static Feature makeFeature(const LookupProblem &lists) {
  Feature feature;
  for (const std::vector<Entry> &entries : lists.entries)
    for (int64_t sample = 0; sample < lists.samples; ++sample) {
      for (const Entry &entry : entries)
        if (entry.sample == sample) {
          feature.ids.push_back(entry.row);
          feature.weights.push_back(entry.gain);
        }
      feature.splits.push_back(static_cast<int64_t>(feature.ids.size()));
    }
  return feature;
}

static host::StackSpec makeStack(const UpdateProblem &problem) {
  const LookupProblem &lists = problem.lists;
  host::StackSpec stack;
  stack.name = "table";
  host::FeatureSpec &feature = stack.features.emplace_back();
  feature.name = "feature";
  feature.table = "table";
  feature.vocabularySize = problem.countRows();
  stack.maxIdsPerPartition = lists.maxIds;
  stack.maxUniqueIdsPerPartition = lists.maxUnique;
  // Each partition of a minibatch aligns its end.
  size_t entries = 0;
  for (const std::vector<Entry> &part : lists.entries)
    entries = std::max(entries, part.size());
  int64_t partitions = 64 * lists.mesh.countCores();
  int64_t needed = static_cast<int64_t>(entries) + 8 * partitions;
  int64_t most = (lists.maxIds + 7) / 8 * 8 * partitions;
  stack.suggestedBufferSize =
      std::min(needed, most) * lists.mesh.coresPerDevice;
  return stack;
}

/// Buffers under the limits of `problem`; nothing if a bucket exceeds them.
static std::optional<UpdateBuffers> preprocess(UpdateProblem &problem) {
  LookupProblem &lists = problem.lists;
  int64_t devices = lists.mesh.countShards(lists.mesh.batchAxes);
  auto preprocessor = host::Preprocessor::create(
      {makeStack(problem)}, {devices, devices, lists.mesh.coresPerDevice},
      {.enableMinibatching = true});
  EXPECT_TRUE(preprocessor.ok()) << preprocessor.status();
  if (!preprocessor.ok())
    return std::nullopt;
  Feature feature = makeFeature(lists);
  host::RaggedInput input{
      host::IdArray(std::span<const int64_t>(feature.ids)),
      host::IdArray(std::span<const int64_t>(feature.splits)),
      host::WeightArray(std::span<const float>(feature.weights))};
  std::vector<host::FeatureInput> features = {{"feature", input}};
  auto results = preprocessor->run({0, features});
  if (!results.ok()) {
    EXPECT_TRUE(
        std::string(results.status().message()).starts_with("Observed max"))
        << results.status();
    return std::nullopt;
  }
  const host::Buffers &from = (*results)->stacks[0].buffers;
  UpdateBuffers buffers;
  buffers.rowPointers.assign(from.rowPointers.begin(), from.rowPointers.end());
  buffers.ids.assign(from.embeddingIds.begin(), from.embeddingIds.end());
  buffers.samples.assign(from.sampleIds.begin(), from.sampleIds.end());
  buffers.gains.assign(from.gains.begin(), from.gains.end());
  problem.minibatches = (*results)->numMinibatches;
  buffers.minibatches.assign(static_cast<size_t>(devices),
                             static_cast<int32_t>(problem.minibatches));
  lists.capacity = from.entriesPerDevice / lists.mesh.coresPerDevice;
  return buffers;
}

static int64_t checkPreprocessed(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  std::vector<Bytes> whole = runUpdate(
      problem, makeUpdateInputs(problem, packUpdate(problem, random)));
  PartitionSizes sizes = measurePartitions(problem.lists);
  LookupProblem &lists = problem.lists;
  lists.maxIds = std::max<int64_t>(1, sizes.maxIds / random.between(1, 8));
  lists.maxUnique =
      std::max<int64_t>(1, std::min(sizes.maxUnique, lists.maxIds));
  std::optional<UpdateBuffers> buffers;
  while (!(buffers = preprocess(problem)) && !testing::Test::HasFailure()) {
    lists.maxIds += (lists.maxIds + 1) / 2;
    lists.maxUnique = lists.maxIds;
  }
  SCOPED_TRACE(problem.describe());
  if (!buffers)
    return 0;
  std::vector<Bytes> outputs =
      runUpdateVariants(problem, makeUpdateInputs(problem, *buffers));
  if (outputs.empty() || whole.empty())
    return 0;
  expectUpdate(problem, outputs);
  expectSameState(problem, outputs, whole);
  return problem.minibatches;
}

TEST(UpdateMinibatches, PreprocessedEqualTheWholeBatch) {
  int64_t most = 0;
  forEachCase(80, [&](Random &random) {
    most = std::max(most, checkPreprocessed(random));
  });
  bool hasAllCases =
      !std::getenv("SC_PROPERTY_CASES") && SC_PROPERTY_CASES_DIVISOR == 1;
  EXPECT_TRUE(most > 4 || !hasAllCases) << "at most " << most << " minibatches";
}
