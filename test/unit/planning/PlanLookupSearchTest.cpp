//===-- PlanLookupSearchTest.cpp - which splits a lookup gets -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row streaming, vector splits, replicas, and a public benchmark.

#include "PlanningTest.h"

namespace sc {
namespace {

TEST(PlanLookupSearch, rowStreamingHoldsTwoWindows) {
  LookupPlan found = plan(makePublishedLookup(), {.rowStreaming = true});
  EXPECT_TRUE(found.rowStreaming);
  EXPECT_EQ(found.listEntries % 8, 0);
  EXPECT_EQ(found.listBytes, 24 * found.listEntries);
  EXPECT_EQ(found.carryBytes, 8);
  EXPECT_EQ(found.replicas, 1);
}

TEST(PlanLookupSearch, rowStreamingIsNotUsedWhereItDoesNotPay) {
  EXPECT_FALSE(plan(makeLookup(), {.rowStreaming = true}).rowStreaming);
}

TEST(PlanLookupSearch, smallestStreamedWindow) {
  LookupProblem problem = makeLookup();
  problem.samples = 16;
  problem.tileSpmemBytes = 8 * 4 + 1280 + 24 * 8;
  EXPECT_EQ(plan(problem, {.rowStreaming = true}).listEntries, 8);
  problem.tileSpmemBytes -= 1;
  Infeasible found = fail(problem, {.rowStreaming = true});
  EXPECT_EQ(found.constraint, Constraint::RowDependent);
  EXPECT_EQ(found.rowDependentBytes, 192);
}

TEST(PlanLookupSearch, minibatchedUpdateDoesNotStream) {
  LookupProblem problem = makePublishedLookup();
  problem.kind = LookupKind::Update;
  EXPECT_TRUE(plan(problem, {.rowStreaming = true}).rowStreaming);
  problem.isMinibatched = true;
  EXPECT_EQ(fail(problem, {.rowStreaming = true}).constraint,
            Constraint::RowDependent);
  problem.kind = LookupKind::Lookup;
  EXPECT_TRUE(plan(problem, {.rowStreaming = true}).rowStreaming);
}

TEST(PlanLookupSearch, vectorSplitsLeaveEachLaneAWord) {
  LookupProblem problem = makeLookup();
  problem.samples = 16;
  problem.width = 4096;
  problem.maxIds = problem.maxUniqueIds = 8;
  problem.tileSpmemBytes = 8 * 4 + 1280 + 96;
  EXPECT_EQ(plan(problem).vectorSplits, 512);
  problem.lanes = 16;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
  problem.tileSpmemBytes += 8 * 4;
  EXPECT_EQ(plan(problem).vectorSplits, 256);
  problem.isRowCoupled = true;
  EXPECT_EQ(fail(problem).constraint, Constraint::GatherOperand);
}

TEST(PlanLookupSearch, everyReplicaCountHasAPlan) {
  LookupProblem problem = makeLookup();
  problem.samples = 16 * 8;
  auto result = planReplicas(problem, {});
  const auto &plans = std::get<std::vector<LookupPlan>>(result);
  ASSERT_EQ(plans.size(), 4u);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(plans[i].replicas, int64_t(1) << i);
  EXPECT_EQ(plan(problem).replicas, 1);
}

/// 9 samples of a tile: four replicas of 3 leave the last one without any.
TEST(PlanLookupSearch, idleReplicasOnlyIfNothingElseFits) {
  LookupProblem problem = makeLookup();
  problem.samples = 16 * 9;
  auto getReplicas = [&] {
    auto result = planReplicas(problem, {});
    std::vector<int64_t> counts;
    for (const LookupPlan &found : std::get<std::vector<LookupPlan>>(result))
      counts.push_back(found.replicas);
    return counts;
  };
  EXPECT_THAT(getReplicas(), testing::ElementsAre(1, 2));
  problem.tileSpmemBytes = 5 * 32 + 1280 + 12 * 256;
  EXPECT_THAT(getReplicas(), testing::ElementsAre(2));
  problem.tileSpmemBytes -= 1;
  EXPECT_THAT(getReplicas(), testing::ElementsAre(4, 8));
  EXPECT_EQ(plan(problem).samplesPerTile, 3);
}

/// An example of a public benchmark: v6e, 8 and 16 chips.
static LookupProblem makeBenchmarkLookup(int64_t chips, int64_t samples) {
  LookupProblem problem = makeLookup();
  problem.tileSpmemBytes = 262144;
  problem.sparseCoresPerDevice = 2;
  problem.sparseCores = 2 * chips;
  problem.samples = samples;
  problem.width = 128;
  problem.maxIds = 8192;
  problem.maxUniqueIds = 4096;
  return problem;
}

TEST(PlanLookupSearch, publicBenchmarkIsFeasible) {
  LookupPlan found = plan(makeBenchmarkLookup(16, 528));
  EXPECT_EQ(found.replicas, 1);
  EXPECT_EQ(found.samplesPerTile, 33);
  EXPECT_EQ(found.listBytes, 98304);
  EXPECT_EQ(found.stackForwardBytes, int64_t(257) * 4096 * 32 * 4);
  // All nine tables of the small one in a stack: 72 samples, 5 for a tile.
  EXPECT_EQ(plan(makeBenchmarkLookup(8, 8)).samplesPerTile, 1);
  EXPECT_EQ(plan(makeBenchmarkLookup(8, 72)).samplesPerTile, 5);
}

TEST(PlanLookupSearch, hugeTopologyAndTable) {
  LookupProblem problem = makeLookup();
  problem.sparseCores = 2048;
  problem.width = 512;
  problem.tableRows = 40'000'000;
  problem.maxIds = 1024;
  EXPECT_EQ(plan(problem).stackForwardBytes, int64_t(1025) * 256 * 2048 * 4);
}

} // namespace
} // namespace sc
