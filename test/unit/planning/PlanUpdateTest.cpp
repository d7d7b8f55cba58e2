//===-- PlanUpdateTest.cpp - how an update uses TileSpmem -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates counted by hand: what they merge and update at once, and where that
// does not fit.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"

#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

/// Three rows beside the gradient, and a rate.
static LookupProblem makeUpdate() {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  problem.optimizer = {.rows = 3, .uniformWords = 1};
  return problem;
}

constexpr PlanOptions kUnsplit = {.maxReplicas = 1};

TEST(PlanUpdate, sgdWithRoom) {
  LookupPlan found = plan(makeUpdate());
  EXPECT_EQ(found.samplesPerTile, 4);
  EXPECT_EQ(found.gatherOperandBytes, 4 * 8 * 4);
  EXPECT_EQ(found.listBytes, 12 * 256);
  EXPECT_EQ(found.windowRows, 128);
  EXPECT_EQ(found.windowBuffers, 2);
  EXPECT_EQ(found.mergeEntries, 1024);
  EXPECT_EQ(found.optimizerRows, 64);
  LookupPlan lookup = plan(makeLookup());
  EXPECT_EQ(lookup.mergeEntries, 0);
  EXPECT_EQ(lookup.optimizerRows, 0);
}

TEST(PlanUpdate, optimizerTakes32KiB) {
  LookupProblem problem = makeUpdate();
  problem.width = 128;
  problem.slots = 2;
  problem.optimizer = {
      .rows = 8, .words = 2, .uniformRows = 1, .uniformWords = 3};
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.optimizerRows, 4); // of 8 * 512 + 2 * 4 bytes, 7 would fit
  EXPECT_EQ(found.windowRows, 64);
  EXPECT_EQ(found.mergeEntries, 1024);
  problem.optimizer.rows = 100; // one row takes more
  EXPECT_EQ(plan(problem).optimizerRows, 1);
}

TEST(PlanUpdate, mergesTwiceTheLists) {
  LookupProblem problem = makeUpdate();
  problem.sparseCores = 515;
  EXPECT_EQ(plan(problem, kUnsplit).mergeEntries, 1024); // 1030, in eights
  problem.sparseCores = 2000;
  EXPECT_EQ(plan(problem, kUnsplit).mergeEntries, 4000);
  problem.tileSpmemBytes = int64_t(1) << 24;
  problem.sparseCores = 40000;
  EXPECT_EQ(plan(problem, kUnsplit).mergeEntries, 65536);
  problem.sparseCores = 65537; // one entry of each list
  EXPECT_EQ(plan(problem, kUnsplit).mergeEntries, 65544);
}

TEST(PlanUpdate, alikeButForTheOptimizer) {
  ProgramProblem program;
  program.lookups.assign(3, makeUpdate());
  program.lookups[1].slots = 2;
  program.lookups[2].optimizer.rows = 100;
  program.lookupSteps = {0, 1, 2};
  ProgramPlanResult result = planProgram(program);
  const auto &found = std::get<ProgramPlan>(result);
  EXPECT_EQ(verifyPlan(program, found), std::nullopt);
  EXPECT_LT(found.lookups[0].traffic.gatherBytes,
            found.lookups[1].traffic.gatherBytes);
  EXPECT_GT(found.lookups[0].optimizerRows, found.lookups[2].optimizerRows);
}

TEST(PlanUpdate, sharesWhatIsLeft) {
  LookupProblem problem = makeUpdate();
  problem.tileSpmemBytes = 128 + 1280 + 3072; // G, X, A
  // Least: 8 x 4 + 8 of cursors and totals, 12 x 8 of lists, 3 windows of 32
  // and 96 + 4 of the optimizer. Of the 4020 bytes that are left, half are 20
  // rows of 96 bytes, half of the rest 10 times 8 entries.
  LookupPlan found = plan(problem, kUnsplit);
  EXPECT_EQ(found.optimizerRows, 1 + 20);
  EXPECT_EQ(found.mergeEntries, 8 + 80);
  EXPECT_EQ(found.windowRows, 1 + (4020 - 1920 - 960) / 96);
  problem.tileSpmemBytes -= 1;
  EXPECT_EQ(fail(problem, kUnsplit).constraint, Constraint::RowDependent);
  EXPECT_EQ(fail(problem, kUnsplit).fixedSizeBytes, 128 + 1280);
}

TEST(PlanUpdate, windowOfSumsTakesTheRoomOfTwo) {
  LookupProblem problem = makeUpdate();
  problem.width = 128;
  problem.optimizer = {};
  problem.maxIds = problem.maxUniqueIds = 4096;
  // Beside the list 7 rows of 512 bytes and bookkeeping are left.
  problem.tileSpmemBytes = 4 * 512 + 256 + 7 * 512 + 12 * 4096;
  problem.isRowCoupled = true;
  EXPECT_EQ(plan(problem, kUnsplit).windowRows, 7);
  problem.tileSpmemBytes -= 1;
  EXPECT_EQ(plan(problem, kUnsplit).windowRows, 6);
}

TEST(PlanUpdate, optimizerThatDoesNotFit) {
  LookupProblem problem = makeUpdate();
  problem.tileSpmemBytes = 128 + 1280 + 3072;
  problem.optimizer.rows = 128; // 4460 bytes
  LookupPlan found = plan(problem, kUnsplit);
  EXPECT_EQ(found.optimizerRows, 1);
  EXPECT_EQ(found.mergeEntries, 8);
  EXPECT_EQ(found.windowRows, 1);
  problem.optimizer.rows = 129;
  Infeasible failed = fail(problem, kUnsplit);
  EXPECT_EQ(failed.constraint, Constraint::FixedSize);
  EXPECT_EQ(failed.gatherOperandBytes, 128);
  EXPECT_EQ(failed.mergeBytes, 8 * 4 + 8 + 12 * 8 + 3 * 32);
  EXPECT_EQ(failed.optimizerBytes, 129 * 32 + 4);
  EXPECT_EQ(failed.fixedSizeBytes, 4492);
  EXPECT_EQ(failed.message,
            "Fixed size allocations (4492 bytes) do not fit in TileSpmem (4480 "
            "bytes): activation gradients take 128 of them, merging received "
            "rows at least 232, the optimizer at least 4132");
}

TEST(PlanUpdate, slicesOfRowsHelpTheOptimizer) {
  LookupProblem problem = makeUpdate();
  problem.width = 16;
  problem.optimizer.rows = 6000; // 384000 bytes, 192000 of a slice
  problem.tileSpmemBytes = 300000;
  EXPECT_EQ(plan(problem).vectorSplits, 2);
  problem.isRowCoupled = true;
  EXPECT_EQ(fail(problem).constraint, Constraint::FixedSize);
  EXPECT_EQ(fail(problem).vectorSplits, 1);
  EXPECT_GT(fail(problem).optimizerBytes, 384000);
}

TEST(PlanUpdate, replicasAreMoreToMerge) {
  LookupProblem problem = makeUpdate();
  problem.samples = 16 * 64;
  problem.sparseCores = 1000;
  problem.maxIds = problem.maxUniqueIds = 8;
  problem.tileSpmemBytes = 64 * 32 + 8 * 1000 + 8 + 12 * 1000 + 96 + 100;
  EXPECT_EQ(plan(problem).replicas, 1);
  problem.tileSpmemBytes -= 1;
  Infeasible failed = fail(problem);
  EXPECT_EQ(failed.constraint, Constraint::FixedSize);
  EXPECT_EQ(failed.replicas, 1);
  EXPECT_EQ(failed.fixedSizeBytes, 22252);
}

TEST(PlanUpdate, oneEntryHasOneWindow) {
  LookupProblem problem = makeUpdate();
  problem.maxIds = problem.maxUniqueIds = 1;
  problem.optimizer.rows = 200;
  problem.tileSpmemBytes = 128 + 8 * 4 + 8 + 12 * 8 + 2 * 32 + 200 * 32 + 4;
  EXPECT_EQ(plan(problem, kUnsplit).windowBuffers, 1);
  problem.tileSpmemBytes -= 1;
  EXPECT_EQ(fail(problem, kUnsplit).mergeBytes, 8 * 4 + 8 + 12 * 8 + 2 * 32);
}

TEST(PlanUpdate, indexOfReceivedRowsHas32Bits) {
  LookupProblem problem = makeUpdate();
  problem.samples = 16 * 64 * 20000; // asks for 64 replicas
  problem.maxIds = problem.maxUniqueIds = 1 << 13;
  problem.sparseCores = 1 << 13;
  EXPECT_EQ(plan(problem, {.sampleSplitting = true}).sampleSplits % 2, 0);
  auto result = planReplicas(problem, {.sampleSplitting = true});
  const auto &plans = std::get<std::vector<LookupPlan>>(result);
  for (const LookupPlan &found : plans)
    EXPECT_LT(found.replicas * problem.sparseCores * problem.maxUniqueIds,
              int64_t(1) << 31);
  EXPECT_LE(plans.back().replicas, 16);
}

TEST(PlanUpdate, sizesOfTheOptimizerAreChecked) {
  for (int64_t OptimizerSizes::*size :
       {&OptimizerSizes::rows, &OptimizerSizes::words,
        &OptimizerSizes::uniformRows, &OptimizerSizes::uniformWords}) {
    LookupProblem problem = makeUpdate();
    problem.optimizer.*size = std::numeric_limits<int64_t>::max();
    Infeasible failed = fail(problem);
    EXPECT_EQ(failed.constraint, Constraint::Overflow);
    EXPECT_EQ(failed.message, "optimizer (rows of its buffers * feature_width "
                              "* 4) exceeds 64 bits");
    problem.optimizer.*size = -1;
    EXPECT_THAT(fail(problem).message,
                HasSubstr(" of the optimizer must not be negative, got -1"));
  }
  LookupProblem problem = makeUpdate();
  problem.slots = -1;
  EXPECT_EQ(fail(problem).message, "slots must not be negative, got -1");
}

TEST(PlanUpdate, adviceWhereTheOptimizerDoesNotFit) {
  LookupProblem problem = makeUpdate();
  problem.width = 64;
  problem.isRowCoupled = true;
  problem.optimizer = {.rows = 3000};
  std::vector<std::string> texts;
  for (const Advice &item : adviseLookup(problem, {}, fail(problem)))
    texts.push_back(item.text);
  // 3000 rows of 40 words are 480000 bytes, of 48 words 576000.
  EXPECT_THAT(texts,
              testing::ElementsAre(
                  "no value of max_ids_per_partition alone fits",
                  "no value of max_unique_ids_per_partition alone fits",
                  "no value of samples per SparseCore alone fits",
                  "no value of chips alone fits", "feature width <= 40 fits",
                  "--num-serialized-tables alone does not help TileSpmem",
                  "--row-streaming alone does not fit",
                  "--sample-splitting alone does not fit"));
}

} // namespace
} // namespace sc
