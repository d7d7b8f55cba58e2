//===-- NarrowLookupTest.cpp - lookups in narrow tables -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and traffic counted by hand. Of int8 rows with one scale for the table,
// 8 and 16 values are stored in 32 bytes, 128 in 128; with a scale for each row
// 12, 20 and 132 bytes count, stored in 32, 32 and 160.

#include "PlanningTest.h"

#include "lib/Planning/LookupSizes.h"

#include "sc/Planning/CostModel.h"

namespace sc {
namespace {

using format::RowType, format::ScaleKind;

static LookupProblem makeNarrow(int64_t width, const format::RowFormat &rows) {
  LookupProblem problem = makeLookup();
  problem.width = width;
  problem.rowFormat = rows;
  return problem;
}

/// Of a number of vector splits.
static LookupPlan computeSizes(const LookupProblem &problem, int64_t vectors) {
  CheckedMath math;
  LookupPlan sizes = computeFixedSizes(problem, {1, vectors, 1}, math);
  EXPECT_FALSE(math.overflowed()) << math.firstOverflow();
  return sizes;
}

static int64_t getStack(int64_t width, const format::RowFormat &rows) {
  return computeSizes(makeNarrow(width, rows), 1).stackForwardBytes;
}

TEST(NarrowLookup, stackOfStoredRows) {
  constexpr int64_t ids = 256 * 4;
  EXPECT_EQ(getStack(8, {}), (2 * 32 + 4) * ids);
  EXPECT_EQ(getStack(8, makeInt8()), (2 * 32 + 4) * ids) << "nothing is saved";
  EXPECT_EQ(getStack(8, makeInt8(ScaleKind::Row)), (2 * 32 + 4) * ids);
  EXPECT_EQ(getStack(16, {}), (2 * 64 + 4) * ids);
  EXPECT_EQ(getStack(16, makeInt8()), (2 * 32 + 4) * ids);
  EXPECT_EQ(getStack(10, makeInt8()), (2 * 32 + 4) * ids);
  EXPECT_EQ(getStack(16, makeInt8(ScaleKind::Row)), (2 * 32 + 4) * ids);
  EXPECT_EQ(getStack(128, {}), (2 * 512 + 4) * ids);
  EXPECT_EQ(getStack(128, makeInt8()), (2 * 128 + 4) * ids);
  EXPECT_EQ(getStack(128, makeInt8(ScaleKind::Row)), (2 * 160 + 4) * ids);
  EXPECT_EQ(getStack(128, makeRows(RowType::BF16, ScaleKind::None)),
            (2 * 256 + 4) * ids);
}

TEST(NarrowLookup, scratchHasRoomForOneRowInEachWindow) {
  auto getScratch = [](const LookupProblem &problem, int64_t vectors) {
    return computeSizes(problem, vectors).scratchBytes;
  };
  // Two slots of f32 rows have room for narrow ones and what they widen to.
  EXPECT_EQ(getScratch(makeNarrow(128, makeInt8()), 1), 2 * 4 * 128 + 256);
  EXPECT_EQ(getScratch(makeNarrow(256, makeInt8()), 1), 2 * 4 * 256 + 256);
  // Whole rows are sent, 2048 bytes each, but only slices combined.
  EXPECT_EQ(getScratch(makeNarrow(2048, makeInt8()), 16), 2 * 2048 + 256);
  // 2052 bytes of each row are gathered for a slice of 128, and stored in 2080.
  LookupProblem problem = makeNarrow(2048, makeInt8(ScaleKind::Row));
  EXPECT_EQ(getScratch(problem, 16), 2 * 2052 + 4 * 128 + 256);
  problem.rowFormat = makeInt8();
  problem.kind = LookupKind::LocalLookup;
  EXPECT_EQ(getScratch(problem, 1), 2 * 4 * 2048 + 256);
}

/// Rows of a window where `leftover` bytes are left beside G, X and the list.
static int64_t getWindowRows(LookupProblem problem, int64_t leftover) {
  problem.isRowCoupled = true;
  constexpr int64_t scratch = 1280, list = 12 * 256;
  problem.tileSpmemBytes = 4 * problem.width * 4 + scratch + list + leftover;
  return plan(problem, {.maxReplicas = 1}).windowRows;
}

TEST(NarrowLookup, windowsHoldCodesAndWhatTheyWidenTo) {
  // Two windows of 128 bytes and one of 512 for each row: 768, of 1024.
  EXPECT_EQ(getWindowRows(makeNarrow(128, makeInt8()), 511), 1);
  EXPECT_EQ(getWindowRows(makeNarrow(128, makeInt8()), 512), 2);
  EXPECT_EQ(getWindowRows(makeNarrow(128, makeInt8()), 1 << 20), 64);
  // 2 * 132 + 512
  EXPECT_EQ(getWindowRows(makeNarrow(128, makeInt8(ScaleKind::Row)), 527), 1);
  EXPECT_EQ(getWindowRows(makeNarrow(128, makeInt8(ScaleKind::Row)), 528), 2);
  // Rows of 8 values are sent in 32 bytes: 64, more than 2 * 8 + 32.
  EXPECT_EQ(getWindowRows(makeNarrow(8, makeInt8()), 63), 16);
  EXPECT_EQ(getWindowRows(makeNarrow(8, makeInt8()), 64), 17);
  // The local form sends none.
  LookupProblem local = makeNarrow(8, makeInt8());
  local.kind = LookupKind::LocalLookup;
  EXPECT_EQ(getWindowRows(local, 55), 22);
  EXPECT_EQ(getWindowRows(local, 56), 22);
  EXPECT_EQ(getWindowRows(local, 80), 23);
}

TEST(NarrowLookup, trafficOfStoredAndGatheredRows) {
  LookupPlan found = plan(makeNarrow(8, makeInt8(ScaleKind::Row)));
  const Traffic &traffic = found.traffic;
  EXPECT_EQ(traffic.listBytes, 4 * 256 * 4 + 16 * 4 * 256 * 12);
  EXPECT_EQ(traffic.gatherBytes, 4 * 256 * 32);
  EXPECT_EQ(traffic.stackBytes,
            2 * 4 * 256 * 4 + 3 * 4 * 256 * 32 + 4 * 256 * 12);
  EXPECT_EQ(traffic.sampleBytes, 2 * 64 * 32);
  EXPECT_EQ(traffic.exchangeBytes, 3 * 256 * 36);
  EXPECT_EQ(traffic.windows, 1 + 4 + 4 * 2);
}

static Traffic predictSplit(const LookupProblem &problem, int64_t vectors) {
  LookupPlan split;
  split.vectorSplits = vectors;
  split.listEntries = 256;
  split.windowRows = 8;
  return predictTraffic(problem, split);
}

TEST(NarrowLookup, vectorSplitsGatherSlicesButSendWholeRows) {
  LookupProblem problem = makeNarrow(128, makeInt8());
  Traffic one = predictSplit(problem, 1), two = predictSplit(problem, 2);
  EXPECT_EQ(one.gatherBytes, 4 * 256 * 128);
  EXPECT_EQ(one.stackBytes, 8192 + 3 * 4 * 256 * 128 + 4 * 256 * 128);
  EXPECT_EQ(two.gatherBytes, one.gatherBytes);
  EXPECT_EQ(two.stackBytes, one.stackBytes);
  EXPECT_EQ(one.exchangeBytes, 3 * 256 * 132);
  // F2 has 2 windows of 8 rows for each source, F4 3 for each list and pass.
  EXPECT_EQ(one.windows, 1 + 4 * 2 + 4 * 3);
  EXPECT_EQ(two.windows, 1 + 4 * 2 + 2 * 4 * 3);
  problem.rowFormat = {};
  EXPECT_EQ(predictSplit(problem, 2).windows, 1 + 2 * 4 * 2 + 2 * 4 * 3);
}

TEST(NarrowLookup, rowsWithScalesAreGatheredWholeForEachSlice) {
  LookupProblem problem = makeNarrow(128, makeInt8(ScaleKind::Row));
  constexpr int64_t before = 8192 + 3 * 4 * 256 * 160;
  EXPECT_EQ(predictSplit(problem, 1).gatherBytes, 4 * 256 * 160);
  EXPECT_EQ(predictSplit(problem, 1).stackBytes, before + 4 * 256 * 132);
  EXPECT_EQ(predictSplit(problem, 2).stackBytes, before + 2 * 4 * 256 * 132);
  problem.rowFormat = makeRows(RowType::Int8Affine, ScaleKind::Row);
  EXPECT_EQ(predictSplit(problem, 2).stackBytes, before + 2 * 4 * 256 * 136);
}

TEST(NarrowLookup, localFormGathersWhatCounts) {
  LookupProblem problem = makeNarrow(128, makeInt8(ScaleKind::Row));
  problem.kind = LookupKind::LocalLookup;
  problem.maxIds = 10000;
  EXPECT_EQ(plan(problem).traffic.gatherBytes, 10000 * 132);
  EXPECT_EQ(plan(problem).traffic.exchangeBytes, 0);
  EXPECT_EQ(plan(problem).stackBytes(), 0);
}

TEST(NarrowLookup, slicesAreWholeWords) {
  LookupProblem problem = makeNarrow(40, makeInt8());
  LookupPlan found = plan(problem);
  found.vectorSplits = 4; // 10 bytes
  EXPECT_EQ(verifyPlan(problem, {}, found),
            "a vector split is not whole words of narrow rows");
  // Where activations only fit in four slices, five are taken; bf16 takes four.
  problem.samples = 16 * 1000;
  problem.tileSpmemBytes = 10 * 1000 * 4 + 1280 + 12 * 256 + 20000;
  PlanOptions options = {.maxReplicas = 1};
  EXPECT_EQ(plan(problem, options).vectorSplits, 5);
  problem.rowFormat = makeRows(RowType::BF16, ScaleKind::None);
  EXPECT_EQ(plan(problem, options).vectorSplits, 4);
  // Whole rows are gathered, but slices widened.
  problem.rowFormat = makeInt8(ScaleKind::Row);
  EXPECT_EQ(plan(problem, options).vectorSplits, 5);
}

TEST(NarrowLookup, verifierKnowsTheBytesOfRows) {
  LookupProblem problem = makeNarrow(128, makeInt8(ScaleKind::Row));
  LookupPlan found = plan(problem);
  auto verifyAs = [&](const format::RowFormat &rows) {
    problem.rowFormat = rows;
    return verifyPlan(problem, {}, found);
  };
  EXPECT_EQ(verifyAs({}),
            "stackForwardBytes is not ids, send and receive of every replica");
  EXPECT_EQ(verifyAs(makeRows(RowType::Int8Affine, ScaleKind::Row)),
            "traffic is not what the cost model predicts");
  EXPECT_EQ(verifyAs(makeInt8(ScaleKind::Row)), std::nullopt);
}

TEST(NarrowLookup, updatedTablesAreF32) {
  LookupProblem problem = makeNarrow(8, makeInt8());
  problem.kind = LookupKind::Update;
  Infeasible refusal = fail(problem);
  EXPECT_EQ(refusal.constraint, Constraint::Problem);
  EXPECT_EQ(refusal.message, "an updated table must store its rows as f32, got "
                             "int8,scale=table");
}

TEST(NarrowLookup, productsThatExceed64Bits) {
  LookupProblem problem = makeNarrow(8, makeInt8());
  problem.maxIds = problem.maxUniqueIds = int64_t(1) << 59;
  EXPECT_EQ(fail(problem).message,
            "HBM stack ((2 * row_bytes + 4) * max_unique_nz_per_row * "
            "logical_replica_count) exceeds 64 bits");
  problem = makeNarrow(8, makeInt8());
  problem.tableRows = int64_t(1) << 59;
  EXPECT_EQ(fail(problem).message,
            "table (table rows * row_bytes) exceeds 64 bits");
  for (int shift : {60, 61, 62}) {
    problem = makeNarrow(int64_t(1) << shift, makeInt8(ScaleKind::Row));
    EXPECT_EQ(fail(problem).constraint, Constraint::Overflow);
    LookupPlan any;
    any.listEntries = any.windowRows = 1;
    EXPECT_GT(predictSeconds(problem, any), 1);
  }
}

} // namespace
} // namespace sc
