//===-- TileSpmemPlanTest.cpp - how a lookup uses TileSpmem ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published numbers, the border of each constraint, and overflow.

#include "sc/Planning/TileSpmemPlan.h"

#include "gmock/gmock.h"

#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

/// A small lookup on v5p:1x1x1.
static LookupProblem makeProblem() {
  return {.tileSpmemBytes = 524288,
          .tiles = 16,
          .sparseCores = 4,
          .samples = 64,
          .width = 8,
          .maxIds = 256,
          .maxUniqueIds = 256,
          .tableRows = 1000,
          .local = false};
}

/// The one published E3001.
static LookupProblem makePublishedProblem() {
  LookupProblem problem = makeProblem();
  problem.samples = 204800;
  problem.maxIds = 141352;
  problem.maxUniqueIds = 8;
  return problem;
}

static LookupPlan plan(const LookupProblem &problem) {
  LookupPlanResult result = planLookup(problem);
  if (const auto *infeasible = std::get_if<Infeasible>(&result)) {
    ADD_FAILURE() << infeasible->message;
    return {};
  }
  LookupPlan plan = std::get<LookupPlan>(result);
  EXPECT_EQ(verifyPlan(problem, plan), std::nullopt);
  return plan;
}

static Infeasible fail(const LookupProblem &problem) {
  LookupPlanResult result = planLookup(problem);
  if (const auto *infeasible = std::get_if<Infeasible>(&result))
    return *infeasible;
  ADD_FAILURE() << "a plan was found";
  return {};
}

TEST(TileSpmemPlan, sizesOfASmallLookup) {
  LookupPlan found = plan(makeProblem());
  EXPECT_EQ(found.samplesPerTile, 4);
  EXPECT_EQ(found.gatherOperandBytes, 4 * 8 * 4);
  EXPECT_EQ(found.scratchBytes, 1280);
  EXPECT_EQ(found.listEntries, 256);
  EXPECT_EQ(found.listBytes, 12 * 256);
  EXPECT_EQ(found.windowRows, 256);
  EXPECT_EQ(found.windowBuffers, 2);
  EXPECT_EQ(found.stackBytes, (2 * 8 + 1) * 256 * 4 * 4);
  EXPECT_EQ(found.replicas, 1);
  EXPECT_EQ(found.vectorSplits, 1);
  EXPECT_EQ(found.sampleSplits, 1);
}

TEST(TileSpmemPlan, publishedReplicaCountError) {
  Infeasible found = fail(makePublishedProblem());
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

TEST(TileSpmemPlan, largestListOfThePublishedSample) {
  LookupProblem problem = makePublishedProblem();
  problem.maxIds = 9450;
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.windowRows, 16 + (113408 - 9450 * 12) / 64);
  problem.maxIds = 9451;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
}

TEST(TileSpmemPlan, publishedStackFormula) {
  struct Row {
    int64_t width, unique, sparseCores, bytes;
  };
  for (const Row &row : {Row{128, 4096, 1, 4210688},
                         Row{128, 4096, 8, 33685504}, Row{16, 512, 1, 67584},
                         Row{256, 1024, 4, 8404992}, Row{8, 8, 1, 544}}) {
    LookupProblem problem = makeProblem();
    problem.width = row.width;
    problem.maxUniqueIds = row.unique;
    problem.sparseCores = row.sparseCores;
    EXPECT_EQ(plan(problem).stackBytes, row.bytes);
  }
}

TEST(TileSpmemPlan, gatherOperandBorder) {
  LookupProblem problem = makeProblem();
  problem.width = 128;
  problem.samples = 16 * 1024; // 524288 bytes a tile: fits, X does not
  Infeasible fixed = fail(problem);
  EXPECT_EQ(fixed.constraint, Constraint::FixedSize);
  EXPECT_EQ(fixed.message, "Fixed size allocations (525568 bytes) do not fit "
                           "in TileSpmem (524288 bytes)");
  problem.samples += 1;
  Infeasible gather = fail(problem);
  EXPECT_EQ(gather.constraint, Constraint::GatherOperand);
  EXPECT_EQ(gather.message, "Gather operand too large: 524800 bytes per tile, "
                            "TileSpmem has 524288 bytes");
}

TEST(TileSpmemPlan, fixedSizeBorder) {
  LookupProblem problem = makeProblem();
  problem.maxIds = 17;
  int64_t fixed = 4 * 8 * 4 + 1280;
  int64_t list = 12 * 17;
  problem.tileSpmemBytes = fixed + list;
  EXPECT_EQ(plan(problem).windowRows, 16); // two slots of 128 words
  problem.tileSpmemBytes = fixed + list - 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
  problem.tileSpmemBytes = fixed;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
  problem.tileSpmemBytes = fixed - 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::FixedSize);
}

TEST(TileSpmemPlan, wideRowsKeepTwoSlots) {
  LookupProblem problem = makeProblem();
  problem.width = 256;
  problem.maxIds = 2;
  problem.tileSpmemBytes = 4 * 256 * 4 + 2 * 4 * 256 + 256 + 2 * 12;
  EXPECT_EQ(plan(problem).windowRows, 1);
}

static int64_t getMaxRows(int64_t width, int64_t maxIds) {
  LookupProblem problem = makeProblem();
  problem.width = width;
  problem.maxIds = maxIds;
  problem.local = maxIds == 0; // an unknown number of entries
  int64_t rows = getMaxWindowRows(problem);
  EXPECT_EQ(plan(problem).windowRows, rows) << "although there is room";
  return rows;
}

TEST(TileSpmemPlan, maxWindowRowsOfNarrowRows) {
  EXPECT_EQ(getMaxRows(1, 1000), 256);
  EXPECT_EQ(getMaxRows(8, 1000), 256);
  EXPECT_EQ(getMaxRows(16, 1000), 256);
  EXPECT_EQ(getMaxRows(17, 1000), 240);
  EXPECT_EQ(getMaxRows(32, 1000), 128);
  EXPECT_EQ(getMaxRows(63, 1000), 65);
  EXPECT_EQ(getMaxRows(8, 0), 256);
}

TEST(TileSpmemPlan, maxWindowRowsOfWideRows) {
  EXPECT_EQ(getMaxRows(64, 1000), 64);
  EXPECT_EQ(getMaxRows(65, 1000), 64);
  EXPECT_EQ(getMaxRows(512, 1000), 64);
  EXPECT_EQ(getMaxRows(512, 0), 64);
}

TEST(TileSpmemPlan, maxWindowRowsOfFewIds) {
  EXPECT_EQ(getMaxRows(8, 257), 256);
  EXPECT_EQ(getMaxRows(8, 255), 255);
  EXPECT_EQ(getMaxRows(8, 1), 1);
  EXPECT_EQ(getMaxRows(32, 100), 100);
  EXPECT_EQ(getMaxRows(128, 65), 64);
  EXPECT_EQ(getMaxRows(128, 63), 63);
}

TEST(TileSpmemPlan, rankOneTableIsOneWordWide) {
  LookupProblem problem = makeProblem();
  problem.width = 1;
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.gatherOperandBytes, 16);
  EXPECT_EQ(found.scratchBytes, 1280);
  EXPECT_EQ(found.windowRows, 256);
}

TEST(TileSpmemPlan, fewerSamplesThanTiles) {
  LookupProblem problem = makeProblem();
  problem.samples = 8;
  EXPECT_EQ(plan(problem).samplesPerTile, 1);
}

TEST(TileSpmemPlan, localFormStreamsItsList) {
  LookupProblem problem = makeProblem();
  problem.local = true;
  problem.maxIds = 1000000;
  problem.maxUniqueIds = 0;
  LookupPlan found = plan(problem);
  EXPECT_EQ(found.listEntries, 4096);
  EXPECT_EQ(found.listBytes, 12 * 4096);
  EXPECT_EQ(found.stackBytes, 0);
  problem.maxIds = 0;
  EXPECT_EQ(plan(problem).listEntries, 4096);
  problem.maxIds = 37;
  EXPECT_EQ(plan(problem).listEntries, 37);
}

TEST(TileSpmemPlan, localListTakesWhatFits) {
  LookupProblem problem = makeProblem();
  problem.local = true;
  problem.maxIds = 1000;
  problem.tileSpmemBytes = 4 * 8 * 4 + 1280 + 12 * 103;
  EXPECT_EQ(plan(problem).listEntries, 96);
  problem.tileSpmemBytes = 4 * 8 * 4 + 1280 + 12 * 8;
  EXPECT_EQ(plan(problem).listEntries, 8);
  problem.tileSpmemBytes -= 1;
  EXPECT_EQ(fail(problem).constraint, Constraint::RowDependent);
}

TEST(TileSpmemPlan, sizesMustBePositive) {
  LookupProblem problem = makeProblem();
  problem.width = 0;
  EXPECT_EQ(fail(problem).message, "feature width must be positive, got 0");
  problem = makeProblem();
  problem.maxIds = 0;
  EXPECT_EQ(fail(problem).message,
            "max_ids_per_partition must be positive, got 0");
  problem = makeProblem();
  problem.tiles = -1;
  EXPECT_EQ(fail(problem).constraint, Constraint::Problem);
  problem = makeProblem();
  problem.local = true;
  problem.maxIds = -1;
  EXPECT_EQ(fail(problem).constraint, Constraint::Problem);
}

TEST(TileSpmemPlan, overflowNamesTheProduct) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  auto overflow = [](int64_t LookupProblem::*member) {
    LookupProblem problem = makeProblem();
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
  EXPECT_EQ(overflow(&LookupProblem::maxUniqueIds), "HBM stack");
  EXPECT_EQ(overflow(&LookupProblem::sparseCores), "HBM stack");
}

TEST(TileSpmemPlan, stackAbove32BitsIsExact) {
  LookupProblem problem = makeProblem();
  problem.maxUniqueIds = 4194304;
  problem.sparseCores = 256;
  EXPECT_EQ(plan(problem).stackBytes, int64_t(17) * 4194304 * 256 * 4);
}

} // namespace
} // namespace sc
