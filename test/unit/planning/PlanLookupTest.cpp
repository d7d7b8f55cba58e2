//===-- PlanLookupTest.cpp - how a lookup uses TileSpmem ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published numbers, the border of each constraint, and overflow.

#include "PlanningTest.h"

#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

TEST(PlanLookup, sizesOfASmallLookup) {
  LookupPlan found = plan(makeLookup());
  EXPECT_EQ(found.samplesPerTile, 4);
  EXPECT_EQ(found.gatherOperandBytes, 4 * 8 * 4);
  EXPECT_EQ(found.scratchBytes, 1280);
  EXPECT_EQ(found.listEntries, 256);
  EXPECT_EQ(found.listBytes, 12 * 256);
  EXPECT_EQ(found.windowRows, 256 / 2); // half the list
  EXPECT_EQ(found.windowBuffers, 2);
  EXPECT_EQ(found.stackBytes(), (2 * 8 + 1) * 256 * 4 * 4);
  EXPECT_EQ(found.replicas, 1);
  EXPECT_EQ(found.vectorSplits, 1);
  EXPECT_EQ(found.sampleSplits, 1);
}

TEST(PlanLookup, publishedReplicaCountError) {
  Infeasible found = fail(makePublishedLookup());
  EXPECT_EQ(found.replicas, 1);
  EXPECT_EQ(found.gatherOperandBytes, 409600);
  EXPECT_EQ(found.scratchBytes, 1280);
  EXPECT_EQ(found.constraint, Constraint::RowDependent);
  EXPECT_EQ(found.fixedSizeBytes, 410880);
  EXPECT_EQ(found.rowDependentBytes, 1696224);
  EXPECT_EQ(found.message,
            "No viable logical replica count for the embedding table with "
            "metadata: max_nz_per_row = 141352, max_unique_nz_per_row = 8, "
            "feature_width = 8, sample_count = 204800 (last tried split factor "
            "for vector splitting = 1, last tried split factor for sample "
            "dimension splitting = 1, fixed_size_allocation_bytes = 410880, "
            "row_dependent_size_allocation_bytes = 1696224, "
            "total_spmem_size_bytes = 524288)");
}

TEST(PlanLookup, largestListOfThePublishedSample) {
  LookupProblem problem = makePublishedLookup();
  PlanOptions unsplit = {.maxReplicas = 1};
  problem.maxIds = 9450;
  EXPECT_EQ(plan(problem, unsplit).windowRows, 16 + (113408 - 9450 * 12) / 64);
  problem.maxIds = 9451;
  EXPECT_EQ(fail(problem, unsplit).constraint, Constraint::RowDependent);
  EXPECT_EQ(plan(problem).replicas, 2);
  problem.maxIds = 43050;
  EXPECT_EQ(plan(problem).replicas, 64);
  problem.maxIds = 43051;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
}

TEST(PlanLookup, publishedStackFormula) {
  struct Row {
    int64_t width, unique, replicas, forward, backward;
  };
  for (const Row &row :
       {Row{128, 4096, 1, 4210688, 6291456},
        Row{128, 4096, 8, 33685504, 50331648}, Row{16, 512, 1, 67584, 98304},
        Row{256, 1024, 4, 8404992, 12582912}, Row{8, 8, 1, 544, 768}}) {
    LookupProblem problem = makeLookup();
    problem.width = row.width;
    problem.maxIds = problem.maxUniqueIds = row.unique;
    problem.sparseCores = row.replicas;
    EXPECT_EQ(plan(problem).stackForwardBytes, row.forward);
    EXPECT_EQ(plan(problem).stackBytes(), row.forward);
    problem.kind = LookupKind::Update;
    LookupPlan update = plan(problem);
    EXPECT_EQ(update.stackBackwardBytes, row.backward);
    EXPECT_EQ(update.exchangeBytes, 2 * row.unique * row.replicas * 4);
    EXPECT_EQ(update.stackForwardBytes, 0);
  }
}

TEST(PlanLookup, replicasCountInTheStack) {
  LookupProblem problem = makePublishedLookup();
  problem.maxIds = 43050;
  EXPECT_EQ(plan(problem).stackForwardBytes, 544 * 4 * 64);
}

TEST(PlanLookup, gatherOperandBorder) {
  LookupProblem problem = makeLookup();
  problem.width = 128;
  problem.samples = 16 * 1024; // 524288 bytes a tile: fits, X does not
  PlanOptions unsplit = {.maxReplicas = 1};
  problem.isRowCoupled = true;
  Infeasible fixed = fail(problem, unsplit);
  EXPECT_EQ(fixed.constraint, Constraint::FixedSize);
  EXPECT_EQ(fixed.message, "Fixed size allocations (525568 bytes) do not fit "
                           "in TileSpmem (524288 bytes)");
  problem.samples += 1;
  Infeasible gather = fail(problem, unsplit);
  EXPECT_EQ(gather.constraint, Constraint::GatherOperand);
  EXPECT_EQ(gather.message, "Gather operand too large: 524800 bytes per tile, "
                            "TileSpmem has 524288 bytes");
}

TEST(PlanLookup, fixedSizeBorder) {
  LookupProblem problem = makeLookup();
  problem.samples = 16;
  problem.maxIds = problem.maxUniqueIds = 40;
  int64_t fixed = 8 * 4 + 1280;
  int64_t list = 12 * 40;
  problem.tileSpmemBytes = fixed + list;
  EXPECT_EQ(plan(problem).windowRows, 16); // two slots of 128 words
  problem.tileSpmemBytes = fixed + list - 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
  problem.tileSpmemBytes = fixed;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
  problem.tileSpmemBytes = fixed - 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::FixedSize);
  EXPECT_EQ(fail(problem).fixedSizeBytes, 1312);
}

TEST(PlanLookup, lastTriedSplitIsPrinted) {
  LookupProblem problem = makeLookup();
  problem.samples = 16 * 100;
  problem.width = 64;
  problem.maxIds = problem.maxUniqueIds = 17;
  // Last tried: r = 64, v = 8, s = 2 of one sample.
  problem.tileSpmemBytes = 8 * 4 + 1280 + 12 * 17 - 1;
  Infeasible found = fail(problem, {.sampleSplitting = true});
  EXPECT_EQ(found.constraint, Constraint::RowDependent);
  EXPECT_EQ(found.replicas, 64);
  EXPECT_EQ(found.vectorSplits, 8);
  EXPECT_EQ(found.sampleSplits, 2);
  EXPECT_EQ(found.fixedSizeBytes, 8 * 4 + 1280);
  EXPECT_THAT(found.message,
              HasSubstr("vector splitting = 8, last tried split factor for "
                        "sample dimension splitting = 2, "
                        "fixed_size_allocation_bytes = 1312"));
  found = fail(problem);
  EXPECT_EQ(found.sampleSplits, 1);
  EXPECT_EQ(found.fixedSizeBytes, 2 * 8 * 4 + 1280);
}

TEST(PlanLookup, rankOneTableIsOneWordWide) {
  LookupProblem problem = makeLookup();
  problem.width = 1;
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.gatherOperandBytes, 16);
  EXPECT_EQ(found.scratchBytes, 1280);
  EXPECT_EQ(found.windowRows, 256 / 2); // half the list
}

TEST(PlanLookup, fewerSamplesThanTiles) {
  LookupProblem problem = makeLookup();
  problem.samples = 8;
  EXPECT_EQ(plan(problem).samplesPerTile, 1);
}

TEST(PlanLookup, localFormStreamsItsList) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = 1000000;
  problem.maxUniqueIds = 0;
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.listEntries, 4096);
  EXPECT_EQ(found.listBytes, 12 * 4096);
  EXPECT_EQ(found.stackBytes(), 0);
  problem.maxIds = 0;
  EXPECT_EQ(plan(problem).listEntries, 4096);
  problem.maxIds = 37;
  EXPECT_EQ(plan(problem).listEntries, 37);
}

TEST(PlanLookup, localListTakesWhatFits) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = 1000;
  problem.tileSpmemBytes = 4 * 8 * 4 + 1280 + 12 * 103;
  EXPECT_EQ(plan(problem).listEntries, 96);
  problem.tileSpmemBytes = 4 * 8 * 4 + 1280 + 12 * 8;
  EXPECT_EQ(plan(problem).listEntries, 8);
  problem.tileSpmemBytes -= 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
}

TEST(PlanLookup, sizesMustBePositive) {
  LookupProblem problem = makeLookup();
  problem.width = 0;
  EXPECT_EQ(fail(problem).message, "feature width must be positive, got 0");
  problem = makeLookup();
  problem.maxIds = 0;
  EXPECT_EQ(fail(problem).message,
            "max_ids_per_partition must be positive, got 0");
  problem = makeLookup();
  problem.tiles = -1;
  EXPECT_EQ(fail(problem).constraint, Constraint::Problem);
  problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = -1;
  EXPECT_EQ(fail(problem).constraint, Constraint::Problem);
}

TEST(PlanLookup, limitsMustNotContradict) {
  LookupProblem problem = makeLookup();
  problem.maxUniqueIds = 512;
  Infeasible found = fail(problem);
  EXPECT_EQ(found.constraint, Constraint::Problem);
  EXPECT_EQ(found.message, "max_unique_ids_per_partition 512 is greater than "
                           "max_ids_per_partition 256");
  EXPECT_EQ(fail(makeLookup(), {.maxReplicas = 0}).message,
            "the bound of replicas must be positive, got 0");
}

TEST(PlanLookup, overflowNamesTheProduct) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  auto overflow = [](int64_t LookupProblem::*member) {
    LookupProblem problem = makeLookup();
    problem.*member = kHuge;
    Infeasible found = fail(problem);
    EXPECT_EQ(found.constraint, Constraint::Overflow);
    EXPECT_THAT(found.message, HasSubstr(" exceeds 64 bits"));
    return found.message.substr(0, found.message.find(" ("));
  };
  EXPECT_EQ(overflow(&LookupProblem::samples), "gather operand");
  EXPECT_EQ(overflow(&LookupProblem::width), "gather operand");
  EXPECT_EQ(overflow(&LookupProblem::tableRows), "table");
  EXPECT_EQ(overflow(&LookupProblem::maxIds), "list");
  EXPECT_EQ(overflow(&LookupProblem::sparseCores), "HBM stack");
  LookupProblem problem = makeLookup();
  problem.maxIds = problem.maxUniqueIds = kHuge / 12;
  EXPECT_THAT(fail(problem).message, HasSubstr("HBM stack ("));
}

TEST(PlanLookup, stackAbove32BitsIsExact) {
  LookupProblem problem = makeLookup();
  problem.maxIds = problem.maxUniqueIds = 4194304;
  problem.sparseCores = 256;
  problem.tileSpmemBytes = int64_t(1) << 30;
  EXPECT_EQ(plan(problem).stackBytes(), int64_t(17) * 4194304 * 256 * 4);
}

} // namespace
} // namespace sc
