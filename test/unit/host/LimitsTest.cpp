//===-- LimitsTest.cpp - limits, drops and published cases ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edges of limits and buffers, and cases that users reported for JAX.

#include "test/unit/host/HostTest.h"

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;
using testing::HasSubstr;

// One SparseCore, one sample.
static const Topology kOneCore = {1, 1, 1};

static std::vector<int32_t> makeRange(int32_t count) {
  std::vector<int32_t> ids;
  for (int32_t i = 0; i < count; ++i)
    ids.push_back(i);
  return ids;
}

static Input makeSample(const std::vector<int32_t> &ids) {
  return makeDense(std::span<const int32_t>(ids), 1,
                   static_cast<int64_t>(ids.size()));
}

TEST(Limits, MaxIds) {
  std::vector<int32_t> ids = makeRange(320);
  StackSpec stack = makeStack(1000);
  stack.maxUniqueIdsPerPartition = 1000;
  EXPECT_EQ(getRunError({stack}, {{"clicks", makeSample(ids)}}, {}, kOneCore),
            "Observed max ids per partition: 320 for table: user_table is "
            "greater than the set max ids per partition: 256 (local device 0, "
            "SparseCore 0, partition 0); raise max_ids_per_partition to at "
            "least 320, enable minibatching, allow id dropping, or reduce the "
            "batch size");
  stack.maxIdsPerPartition = 320;
  EXPECT_EQ(getRunError({stack}, {{"clicks", makeSample(ids)}}, {}, kOneCore),
            "");
}

TEST(Limits, MaxUniqueIds) {
  std::vector<int32_t> ids = makeRange(9);
  StackSpec stack = makeStack();
  stack.maxUniqueIdsPerPartition = 8;
  EXPECT_THAT(
      getRunError({stack}, {{"clicks", makeSample(ids)}}, {}, kOneCore),
      HasSubstr("Observed max unique ids per partition: 9 for table: "
                "user_table is greater than the set max unique ids per "
                "partition: 8 (local device 0, SparseCore 0, partition 0); "
                "raise max_unique_ids_per_partition to at least 9"));
}

// Equal ids share a bucket, so minibatching cannot part them.
TEST(Limits, OneBucket) {
  std::vector<int32_t> ids(20, 5);
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 16;
  Options options;
  options.enableMinibatching = true;
  EXPECT_EQ(
      getRunError({stack},
                  {{"clicks", makeDense(std::span<const int32_t>(ids), 20, 1)}},
                  options, kOneCore),
      "Observed max ids per partition: 20 for table: user_table is "
      "greater than the set max ids per partition: 16 (local device 0, "
      "SparseCore 0, in one of 64 buckets, which cannot be split); raise "
      "max_ids_per_partition to at least 20, allow id dropping, or "
      "reduce the batch size");
}

static StackSpec makeSmallBuffer() {
  StackSpec stack = makeStack(1000);
  stack.suggestedBufferSize = 32;
  return stack;
}

TEST(Buffer, ExactFit) {
  std::vector<int32_t> ids = makeRange(32);
  auto preprocessor = Preprocessor::create({makeSmallBuffer()}, kOneCore, {});
  ASSERT_TRUE(preprocessor.ok());
  std::vector<FeatureInput> inputs = {{"clicks", makeSample(ids)}};
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  const StackResult &stack = (*results)->stacks[0];
  EXPECT_EQ(stack.statistics.dropped.getTotal(), 0);
  EXPECT_EQ(stack.statistics.numEntries, 32);
  EXPECT_THAT(stack.buffers.rowPointers,
              ElementsAre(32, 32, 32, 32, 32, 32, 32, 32));
}

TEST(Buffer, OneTooMany) {
  std::vector<int32_t> ids = makeRange(33);
  std::vector<FeatureInput> inputs = {{"clicks", makeSample(ids)}};
  EXPECT_EQ(getRunError({makeSmallBuffer()}, inputs, {}, kOneCore),
            "table: user_table: 1 of 33 ids do not fit the buffer of 32 "
            "entries for each device; raise the suggested buffer size to at "
            "least 40, or allow id dropping");
  Options options;
  options.allowIdDropping = true;
  auto preprocessor =
      Preprocessor::create({makeSmallBuffer()}, kOneCore, options);
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ((*results)->stacks[0].statistics.dropped.overBuffer, 1);
}

TEST(Drops, ByCause) {
  // Ranks: ids 0 0 1 1 2 3 of samples 0 1 0 1 0 0; the last is twice.
  std::vector<int32_t> values = {0, 1, 2, 3, 3, 0, 1};
  std::vector<int32_t> splits = {0, 5, 7};
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 5;
  stack.maxUniqueIdsPerPartition = 2;
  Options options;
  options.allowIdDropping = true;
  auto preprocessor = Preprocessor::create({stack}, kOneCore, options);
  std::vector<FeatureInput> inputs = {
      {"clicks", RaggedInput{IdArray(std::span<const int32_t>(values)),
                             IdArray(std::span<const int32_t>(splits)),
                             {}}}};
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  const Statistics &statistics = (*results)->stacks[0].statistics;
  EXPECT_EQ(statistics.dropped.overMaxUniqueIds, 1); // id 2
  EXPECT_EQ(statistics.dropped.overMaxIds, 2);       // id 3, twice
  EXPECT_EQ(statistics.droppedIdCount, 3);
  EXPECT_EQ(statistics.numEntries, 4);
  EXPECT_EQ(statistics.getNumKeptIds(), 4);
  EXPECT_DOUBLE_EQ(statistics.getDroppedPercent(), 300.0 / 7);
  EXPECT_EQ(Statistics().getDroppedPercent(), 0);
  EXPECT_THAT(statistics.maxIds, ElementsAre(6));
  EXPECT_THAT(statistics.maxUniqueIds, ElementsAre(4));
}

static std::vector<int32_t> copyIds(const Results &results) {
  std::span<const int32_t> ids = results.stacks[0].buffers.embeddingIds;
  return {ids.begin(), ids.end()};
}

// A batch that failed leaves no trace, whether it was found bad early or late.
TEST(Recovery, AfterErrors) {
  for (bool enableMinibatching : {false, true}) {
    Options options;
    options.enableMinibatching = enableMinibatching;
    StackSpec stack = makeStack(1000);
    stack.maxIdsPerPartition = stack.maxUniqueIdsPerPartition = 8;
    auto preprocessor = Preprocessor::create({stack}, {}, options);
    ASSERT_TRUE(preprocessor.ok());
    std::vector<int32_t> good = {1, 2, 3, 4}, outside = {1, 2, 3, 1000},
                         crowded(400, 5);
    auto run = [&](const std::vector<int32_t> &ids) {
      FeatureInput input{"clicks",
                         makeDense(std::span<const int32_t>(ids),
                                   static_cast<int64_t>(ids.size()), 1)};
      return preprocessor->run({0, {&input, 1}});
    };
    auto results = run(good);
    ASSERT_TRUE(results.ok()) << results.status();
    std::vector<int32_t> expected = copyIds(**results);
    EXPECT_FALSE(run(crowded).ok());
    EXPECT_FALSE(run(outside).ok());
    results = run(good);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(copyIds(**results), expected);
  }
}

// Ids, partitions and sizes that a user published for 4 SparseCores.
TEST(Statistics, PublishedIds) {
  std::vector<int32_t> ids = {20115518, 6197194,  32254581, 37204998, 3374086,
                              35559788, 2813870,  11701359, 2189495,  24173004,
                              4887073,  14568268, 26047562, 8705109,  32734126,
                              6200587,  39533992, 22569755, 17820371, 15671598,
                              823892,   33170636, 24803444, 30541610};
  auto preprocessor = Preprocessor::create({makeStack(40000000)}, {}, {});
  std::vector<FeatureInput> inputs = {
      {"clicks", makeDense(std::span<const int32_t>(ids), 8, 3)}};
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  const Statistics &statistics = (*results)->stacks[0].statistics;
  EXPECT_THAT(statistics.maxIds, ElementsAre(3, 1, 4, 2));
  EXPECT_THAT(statistics.maxUniqueIds, ElementsAre(3, 1, 4, 2));
  EXPECT_THAT(statistics.requiredBufferSizes, ElementsAre(24, 32, 32, 24));
  EXPECT_EQ(getRunError({makeStack(21000)}, inputs),
            "feature 'clicks' of table 'user_table': id 20115518 at position 0 "
            "of sample 0 is out of range: expected 0 to 20999 (vocabulary size "
            "21000)");
}

static std::vector<float> computeGains(Combiner combiner) {
  std::vector<int32_t> ids = {3, 7};
  std::vector<float> weights = {1, 3};
  StackSpec stack = makeStack();
  stack.features[0].combiner = combiner;
  DenseInput input = makeDense(std::span<const int32_t>(ids), 1, 2);
  input.weights = makeDenseWeights(weights, 1, 2);
  auto preprocessor = Preprocessor::create({stack}, kOneCore, {});
  std::vector<FeatureInput> inputs = {{"clicks", input}};
  auto results = preprocessor->run({0, inputs});
  EXPECT_TRUE(results.ok()) << results.status();
  std::span<const float> gains = (*results)->stacks[0].buffers.gains;
  return {gains[0], gains[1]};
}

TEST(Combiners, Weighted) {
  EXPECT_THAT(computeGains(Combiner::Sum), ElementsAre(1.0f, 3.0f));
  EXPECT_THAT(computeGains(Combiner::Mean), ElementsAre(0.25f, 0.75f));
  EXPECT_THAT(computeGains(Combiner::Sqrtn),
              ElementsAre(testing::FloatEq(0.31622776f),
                          testing::FloatEq(0.94868332f)));
}

} // namespace
} // namespace sc::test
