//===-- HostStacksTest.cpp - what host preprocessing takes ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks of several tables, and each table alone, with the library that
// takes them.

#include "runtime/host/Preprocessor.h"
#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::ElementsAre;

/// "fa of a: rows 64, samples from 0, columns from 0, shift 0".
std::string describe(const host::FeatureSpec &feature) {
  return feature.name + " of " + feature.table + ": rows " +
         std::to_string(feature.vocabularySize) + ", samples from " +
         std::to_string(feature.rowOffset) + ", columns from " +
         std::to_string(feature.colOffset) + ", shift " +
         std::to_string(feature.colShift);
}

std::vector<std::string> describe(const host::StackSpec &stack) {
  std::vector<std::string> lines;
  for (const host::FeatureSpec &feature : stack.features)
    lines.push_back(describe(feature));
  return lines;
}

/// On 1 device of 4 SparseCores; fa fb gb of 8 samples each.
StackedSpec makeStacked() {
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 3, 2), makeLimited("b", 4, 4)}, 8);
  spec.tables[1].vocabularySize = 30;
  spec.features.push_back(makeFeature("gb", "b", 8));
  spec.features[1].inputShape = {8, 3};
  for (spec::Table &table : spec.tables)
    table.combiner = spec::Combiner::Mean;
  StackOptions options;
  options.rotation = 1;
  return stack(spec, {1, 4}, options);
}

TEST(HostStacks, Stacks) {
  std::vector<host::StackSpec> stacks = makeHostStacks(makeStacked());
  ASSERT_EQ(stacks.size(), 1u);
  EXPECT_EQ(stacks[0].name, "a_b");
  EXPECT_EQ(stacks[0].maxIdsPerPartition, 7);
  EXPECT_EQ(stacks[0].maxUniqueIdsPerPartition, 6);
  EXPECT_EQ(stacks[0].suggestedBufferSize, std::nullopt);
  EXPECT_THAT(
      describe(stacks[0]),
      ElementsAre("fa of a: rows 64, samples from 0, columns from 0, shift 0",
                  "fb of b: rows 30, samples from 8, columns from 64, shift 1",
                  "gb of b: rows 30, samples from 16, columns from 64, shift "
                  "1"));
  EXPECT_EQ(stacks[0].features[0].combiner, host::Combiner::Mean);
  StackedSpec spec = makeStacked();
  spec.stacks[0].suggestedBufferSize = 96;
  EXPECT_EQ(makeHostStacks(spec)[0].suggestedBufferSize, 96);
}

TEST(HostStacks, Tables) {
  std::vector<host::StackSpec> stacks = makeTableStacks(makeStacked());
  ASSERT_EQ(stacks.size(), 2u);
  EXPECT_EQ(stacks[0].name, "a");
  EXPECT_EQ(stacks[1].name, "b");
  EXPECT_EQ(stacks[1].maxIdsPerPartition, INT32_MAX);
  EXPECT_EQ(stacks[1].maxUniqueIdsPerPartition, INT32_MAX);
  EXPECT_EQ(stacks[1].suggestedBufferSize, 8 * 4);
  EXPECT_THAT(
      describe(stacks[1]),
      ElementsAre("fb of b: rows 30, samples from 0, columns from 0, shift 1",
                  "gb of b: rows 30, samples from 8, columns from 0, shift 1"));
}

const host::Results &run(host::Preprocessor &preprocessor,
                         const std::vector<host::FeatureInput> &inputs) {
  absl::StatusOr<const host::Results *> results = preprocessor.run({0, inputs});
  EXPECT_TRUE(results.ok()) << results.status();
  return **results;
}

/// One id more than the shapes say: buffers may be full, counts are right.
TEST(HostStacks, TablesCountByTable) {
  std::vector<int32_t> fa = {0, 4, 8, 12, 16, 20, 24, 28}; // one owner
  std::vector<int32_t> fb(8 * 3);
  for (size_t i = 0; i < fb.size(); ++i)
    fb[i] = static_cast<int32_t>(i);
  std::vector<int32_t> gb(8 * 40);
  for (size_t i = 0; i < gb.size(); ++i)
    gb[i] = static_cast<int32_t>(i % 30);
  host::Options options;
  options.failOnBufferOverflow = false;
  absl::StatusOr<host::Preprocessor> preprocessor = host::Preprocessor::create(
      makeTableStacks(makeStacked()), {1, 1, 4}, options);
  ASSERT_TRUE(preprocessor.ok()) << preprocessor.status();
  const host::Results &results =
      run(*preprocessor,
          {{"fa", host::makeDense(std::span<const int32_t>(fa), 8, 1)},
           {"fb", host::makeDense(std::span<const int32_t>(fb), 8, 3)},
           {"gb", host::makeDense(std::span<const int32_t>(gb), 8, 40)}});
  ASSERT_EQ(results.stacks.size(), 2u);
  EXPECT_THAT(results.stacks[0].statistics.maxIds, ElementsAre(2, 0, 0, 0));
  EXPECT_THAT(results.stacks[0].statistics.maxUniqueIds,
              ElementsAre(2, 0, 0, 0));
  // Each sample of gb has all 30 ids, 7 or 8 of each owner; b is rotated by 1.
  EXPECT_THAT(results.stacks[1].statistics.maxUniqueIds,
              ElementsAre(7, 8, 8, 7));
  EXPECT_EQ(results.stacks[1].statistics.numIds, 8 * 43);
}

} // namespace
} // namespace sc::test
