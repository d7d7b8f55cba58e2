//===-- VerifyLookupPlanTest.cpp - broken plans are noticed ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a good plan and breaks one invariant after another.

#include "PlanningTest.h"

#include <functional>
#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

static LookupProblem makeTightLookup() {
  LookupProblem problem = makeLookup();
  problem.tileSpmemBytes = 8192;
  problem.samples = 70;
  problem.width = 16;
  problem.maxUniqueIds = 128;
  return problem;
}

static std::string breakPlan(const LookupProblem &problem,
                             const PlanOptions &options,
                             const std::function<void(LookupPlan &)> &change) {
  LookupPlan found = plan(problem, options);
  change(found);
  return verifyPlan(problem, options, found).value_or("no fault found");
}

static std::string breakPlan(const std::function<void(LookupPlan &)> &change) {
  return breakPlan(makeTightLookup(), {}, change);
}

TEST(VerifyLookupPlan, countsOutOfRange) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.replicas = 0; }),
            "replicas is out of range: 0");
  EXPECT_THAT(breakPlan([](LookupPlan &plan) {
                plan.samplesPerTile = std::numeric_limits<int64_t>::max();
              }),
              HasSubstr("samplesPerTile is out of range"));
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.windowRows = 129; }),
            "a window has 129 rows, limit is 128"); // half of 256 entries
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.windowBuffers = 1; }),
            "there are 1 windows instead of 2");
}

TEST(VerifyLookupPlan, samples) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.samplesPerTile = 4; }),
            "tiles do not cover all samples");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.samplesPerTile = 6; }),
            "samplesPerTile is larger than needed");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.vectorSplits = 3; }),
            "vectorSplits does not divide the width");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.vectorSplits = 4; }),
            "a vector split is narrower than the lanes");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) {
              plan.replicas = 16;
              plan.samplesPerTile = 1;
            }),
            "more replicas or sample splits than samples of a tile");
}

TEST(VerifyLookupPlan, options) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) {
              plan.replicas = 3;
              plan.samplesPerTile = 2;
            }),
            "replicas or sampleSplits is not a power of two");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) {
              plan.sampleSplits = 2;
              plan.samplesPerTile = 3;
            }),
            "samples are split although that is not allowed");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.rowStreaming = true; }),
            "rows are streamed although that is not allowed");
  EXPECT_EQ(breakPlan(makeTightLookup(), {.maxReplicas = 1},
                      [](LookupPlan &plan) {
                        plan.replicas = 2;
                        plan.samplesPerTile = 3;
                      }),
            "there are 2 replicas, the bound is 1");
}

TEST(VerifyLookupPlan, coupledAndMinibatchedUpdates) {
  LookupProblem problem = makeTightLookup();
  problem.kind = LookupKind::Update;
  problem.isRowCoupled = true;
  problem.isMinibatched = true;
  EXPECT_EQ(breakPlan(problem, {.rowStreaming = true},
                      [](LookupPlan &plan) { plan.vectorSplits = 2; }),
            "rows of a coupled optimizer are split");
  EXPECT_EQ(breakPlan(problem, {.rowStreaming = true},
                      [](LookupPlan &plan) { plan.rowStreaming = true; }),
            "rows of a minibatched update are streamed");
}

static std::string
breakUpdate(const std::function<void(LookupPlan &)> &change) {
  LookupProblem problem = makeTightLookup();
  problem.kind = LookupKind::Update;
  problem.optimizer = {
      .rows = 3, .words = 1, .uniformRows = 1, .uniformWords = 2};
  return breakPlan(problem, {.maxReplicas = 1}, change);
}

TEST(VerifyLookupPlan, merge) {
  EXPECT_EQ(breakUpdate([](LookupPlan &plan) { plan.mergeEntries = 0; }),
            "merges of 0 entries");
  EXPECT_EQ(breakUpdate([](LookupPlan &plan) {
              plan.mergeEntries -= 4;
            }).substr(0, 10),
            "merges of ");
  EXPECT_EQ(breakUpdate([](LookupPlan &plan) { plan.mergeEntries = 65544; }),
            "merges of 65544 entries");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.mergeEntries = 8; }),
            "a lookup merges or has an optimizer");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.optimizerRows = 1; }),
            "a lookup merges or has an optimizer");
}

TEST(VerifyLookupPlan, fewerEntriesThanLists) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  problem.sparseCores = 17;
  EXPECT_EQ(
      breakPlan(problem, {}, [](LookupPlan &plan) { plan.mergeEntries = 16; }),
      "merges of 16 entries");
}

TEST(VerifyLookupPlan, optimizer) {
  EXPECT_EQ(breakUpdate([](LookupPlan &plan) { plan.optimizerRows = 0; }),
            "the optimizer works on 0 rows");
  EXPECT_EQ(breakUpdate([](LookupPlan &plan) { plan.optimizerRows = 65; }),
            "the optimizer works on 65 rows");
  // 8 more entries of 12 bytes: less than that is left.
  EXPECT_THAT(breakUpdate([](LookupPlan &plan) { plan.mergeEntries += 8; }),
              testing::AllOf(
                  HasSubstr("activation gradients, merge and optimizer need "),
                  HasSubstr(" bytes, TileSpmem has 8192")));
  EXPECT_THAT(breakUpdate([](LookupPlan &plan) { plan.windowRows += 1; }),
              HasSubstr("merge and optimizer need "));
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  problem.optimizer.rows = 100; // 3200 bytes of a row
  EXPECT_EQ(
      breakPlan(problem, {}, [](LookupPlan &plan) { plan.optimizerRows *= 2; }),
      "rows of the optimizer take more than 32768 bytes");
}

TEST(VerifyLookupPlan, indexOfReceivedRows) {
  LookupProblem problem = makeTightLookup();
  problem.kind = LookupKind::Update;
  problem.tileSpmemBytes = int64_t(1) << 24;
  problem.sparseCores = 1 << 15;
  problem.maxIds = problem.maxUniqueIds = 1 << 15;
  EXPECT_EQ(breakPlan(problem, {},
                      [](LookupPlan &plan) {
                        plan.replicas = 2;
                        plan.samplesPerTile = 3;
                        plan.gatherOperandBytes = 3 * 64;
                      }),
            "an INT32 does not index the rows of all replicas");
}

TEST(VerifyLookupPlan, list) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.listBytes -= 4; }),
            "listBytes is not 12 bytes for each entry");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) {
              plan.listEntries = 255;
              plan.listBytes = 255 * 12;
            }),
            "the list does not hold a whole partition");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.carryBytes = 8; }),
            "carryBytes does not go with rowStreaming");
}

TEST(VerifyLookupPlan, streamedList) {
  LookupProblem problem = makeTightLookup();
  problem.maxIds = 100000;
  PlanOptions options = {.rowStreaming = true};
  EXPECT_EQ(breakPlan(problem, options,
                      [](LookupPlan &plan) {
                        plan.listEntries -= 1;
                        plan.listBytes -= 24;
                      })
                .substr(0, 20),
            "a streamed window of");
  EXPECT_EQ(breakPlan(problem, options,
                      [](LookupPlan &plan) { plan.listBytes /= 2; }),
            "listBytes is not 24 bytes for each entry");
  problem.maxIds = 1000;
  int64_t halves = 496;
  EXPECT_EQ(breakPlan(problem, options,
                      [&](LookupPlan &plan) {
                        plan.listEntries = halves + 8;
                        plan.listBytes = 24 * plan.listEntries;
                      }),
            "two streamed windows of " + std::to_string(halves + 8) +
                " entries hold more than the list of " +
                std::to_string(problem.maxIds));
}

TEST(VerifyLookupPlan, bytes) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.gatherOperandBytes += 4; }),
            "gatherOperandBytes is not samplesPerTile rows");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.scratchBytes += 4; }),
            "scratchBytes is not two row slots and bookkeeping");
  EXPECT_THAT(breakPlan([](LookupPlan &plan) { plan.windowRows += 1; }),
              HasSubstr("TileSpmem has 8192"));
}

TEST(VerifyLookupPlan, stack) {
  const char *fault =
      "stackForwardBytes is not ids, send and receive of every replica";
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.stackForwardBytes += 1; }),
            fault);
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.stackForwardBytes /= 2; }),
            fault);
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.stackBackwardBytes = 64; }),
            "stackBackwardBytes is not send, receive and merged of every "
            "replica");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.exchangeBytes = 64; }),
            "exchangeBytes is not the ids of every replica");
}

TEST(VerifyLookupPlan, cost) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.traffic.windows += 1; }),
            "traffic is not what the cost model predicts");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.seconds *= 2; }),
            "seconds are not what the cost model predicts");
}

TEST(VerifyLookupPlan, localForm) {
  LookupProblem problem = makeTightLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = 10000;
  EXPECT_EQ(breakPlan(problem, {},
                      [](LookupPlan &plan) {
                        plan.listEntries -= 1;
                        plan.listBytes -= 12;
                      }),
            "list windows do not start at multiples of 32 bytes");
  EXPECT_EQ(breakPlan(problem, {},
                      [](LookupPlan &plan) {
                        plan.replicas = 2;
                        plan.samplesPerTile = 3;
                      }),
            "the local form is split or streams rows");
}

} // namespace
} // namespace sc
