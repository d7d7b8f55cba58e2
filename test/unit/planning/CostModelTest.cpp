//===-- CostModelTest.cpp - predicted traffic and time --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traffic counted by hand.

#include "PlanningTest.h"

#include "sc/Planning/CostModel.h"

#include <limits>

namespace sc {
namespace {

TEST(CostModel, lookup) {
  LookupPlan found = plan(makeLookup());
  const Traffic &traffic = found.traffic;
  EXPECT_EQ(traffic.listBytes, 4 * 256 * 4 + 16 * 4 * 256 * 12);
  EXPECT_EQ(traffic.gatherBytes, 4 * 256 * 32);
  EXPECT_EQ(traffic.stackBytes, 2 * 4 * 256 * 4 + (3 + 1) * 4 * 256 * 32);
  EXPECT_EQ(traffic.sampleBytes, 2 * 64 * 32);
  EXPECT_EQ(traffic.exchangeBytes, 3 * 256 * 9 * 4);
  // F1: one list. F2: a window for each source. F4: list and rows of each.
  EXPECT_EQ(traffic.windows, 1 + 4 + 4 * 2);
  EXPECT_EQ(traffic.hbmBytes(), 376832);
  EXPECT_DOUBLE_EQ(found.seconds,
                   376832 * 4 / 2.76e12 + 27648 / 1e11 + 13 * 2e-7);
}

TEST(CostModel, replicasRepeatAllButSamples) {
  LookupProblem problem = makeLookup();
  auto result = planReplicas(problem, {});
  const LookupPlan &found = std::get<std::vector<LookupPlan>>(result).at(1);
  ASSERT_EQ(found.replicas, 2);
  const Traffic &traffic = found.traffic;
  EXPECT_EQ(traffic.listBytes,
            4 * 256 * 4 + 2 * (4 * 256 * 12 + 16 * 4 * 256 * 12));
  EXPECT_EQ(traffic.gatherBytes, 2 * 4 * 256 * 32);
  EXPECT_EQ(traffic.stackBytes,
            2 * (2 * 4 * 256 * 4 + 3 * 4 * 256 * 32) + 4 * 256 * 32);
  EXPECT_EQ(traffic.sampleBytes, 2 * 64 * 32);
  EXPECT_EQ(traffic.exchangeBytes, 2 * 3 * 256 * 9 * 4);
  EXPECT_EQ(traffic.windows, 3 * 1 + 2 * 4 + 2 * 4 * 2);
  EXPECT_GT(found.seconds, plan(problem).seconds);
}

TEST(CostModel, update) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  Traffic traffic = plan(problem).traffic;
  EXPECT_EQ(traffic.listBytes, 4 * 256 * 4 + 16 * 4 * 256 * 12);
  EXPECT_EQ(traffic.gatherBytes, 2 * 1000 * 32); // of 1024 ids, 1000 rows exist
  EXPECT_EQ(traffic.stackBytes, 4 * 4 * 256 * 4 + 6 * 4 * 256 * 32);
  EXPECT_EQ(traffic.sampleBytes, 64 * 32);
  EXPECT_EQ(traffic.exchangeBytes, 3 * 256 * 9 * 4);
  // B1, B2, rows of each source, one merge, one block of 63 rows.
  EXPECT_EQ(traffic.windows, 1 + 4 * 2 + 4 + 1 + 1);
  problem.slots = 2;
  EXPECT_EQ(plan(problem).traffic.gatherBytes, 3 * traffic.gatherBytes);
  problem.isMinibatched = true;
  EXPECT_EQ(plan(problem).traffic.listBytes - traffic.listBytes,
            2 * 4 * 256 * 12);
}

TEST(CostModel, smallMergesAndBlocksAreManyWindows) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  LookupPlan found = plan(problem);
  int64_t before = found.traffic.windows;
  // Of 4 lists with 16 ids each a merge of 8 entries takes at least 5.
  found.mergeEntries = 8;
  EXPECT_EQ(predictTraffic(problem, found).windows, before - 1 + 13);
  found.optimizerRows = 10; // of 63 rows
  EXPECT_EQ(predictTraffic(problem, found).windows, before - 2 + 13 + 7);
}

TEST(CostModel, localForm) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = 10000;
  Traffic traffic = plan(problem).traffic;
  EXPECT_EQ(traffic.listBytes, 16 * 10000 * 12);
  EXPECT_EQ(traffic.gatherBytes, 10000 * 32);
  EXPECT_EQ(traffic.stackBytes, 0);
  EXPECT_EQ(traffic.sampleBytes, 2 * 64 * 32);
  EXPECT_EQ(traffic.exchangeBytes, 0);
  EXPECT_EQ(traffic.windows, 3 * 2); // 4096 entries, 256 of them a tile's
}

TEST(CostModel, rowStreamingRequestsWholeEntries) {
  LookupProblem problem = makePublishedLookup();
  LookupPlan found = plan(problem, {.rowStreaming = true});
  ASSERT_TRUE(found.rowStreaming);
  EXPECT_EQ(found.traffic.listBytes, 4 * 141352 * 4 + 16 * 4 * 141352 * 12);
}

TEST(CostModel, unknownBandwidthIsTheDefault) {
  LookupProblem problem = makeLookup();
  double known = plan(problem).seconds;
  problem.hbmBytesPerSecond = 0;
  EXPECT_EQ(plan(problem).seconds, known);
  problem.hbmBytesPerSecond = kDefaultHbmBytesPerSecond / 2;
  EXPECT_GT(plan(problem).seconds, known);
}

TEST(CostModel, hugeCountsStayAtTheLargestValue) {
  LookupProblem problem = makeLookup();
  LookupPlan found = plan(problem);
  problem.maxIds = problem.maxUniqueIds = int64_t(1) << 60;
  Traffic traffic = predictTraffic(problem, found);
  EXPECT_EQ(traffic.listBytes, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(traffic.exchangeBytes, std::numeric_limits<int64_t>::max());
  EXPECT_GT(predictSeconds(problem, found), 1e5);
}

} // namespace
} // namespace sc
