//===-- PlanLookupWindowTest.cpp - rows of a window -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The most rows by width and by length of the list, and the two slots.

#include "PlanningTest.h"

#include "lib/Planning/LookupSizes.h"

namespace sc {
namespace {

TEST(PlanLookupWindow, wideRowsKeepTwoSlots) {
  LookupProblem problem = makeLookup();
  problem.width = 256;
  problem.isRowCoupled = true;
  problem.samples = 16;
  problem.maxIds = problem.maxUniqueIds = 8;
  problem.tileSpmemBytes = 256 * 4 + 2 * 4 * 256 + 256 + 8 * 12;
  EXPECT_EQ(plan(problem).windowRows, 1);
}

static int64_t getMaxRows(int64_t width, int64_t maxIds) {
  LookupProblem problem = makeLookup();
  problem.width = width;
  problem.maxIds = maxIds;
  problem.maxUniqueIds = 1;
  if (maxIds == 0) // an unknown number of entries
    problem.kind = LookupKind::LocalLookup;
  int64_t rows = getMaxWindowRows(plan(problem).listEntries, width);
  EXPECT_EQ(plan(problem).windowRows, rows) << "although there is room";
  return rows;
}

TEST(PlanLookupWindow, maxWindowRowsOfNarrowRows) {
  EXPECT_EQ(getMaxRows(1, 1000), 256);
  EXPECT_EQ(getMaxRows(8, 1000), 256);
  EXPECT_EQ(getMaxRows(16, 1000), 256);
  EXPECT_EQ(getMaxRows(17, 1000), 240);
  EXPECT_EQ(getMaxRows(32, 1000), 128);
  EXPECT_EQ(getMaxRows(63, 1000), 65);
  EXPECT_EQ(getMaxRows(8, 0), 256);
}

TEST(PlanLookupWindow, maxWindowRowsOfWideRows) {
  EXPECT_EQ(getMaxRows(64, 1000), 64);
  EXPECT_EQ(getMaxRows(65, 1000), 64);
  EXPECT_EQ(getMaxRows(512, 1000), 64);
  EXPECT_EQ(getMaxRows(512, 0), 64);
}

TEST(PlanLookupWindow, maxWindowRowsOfFewIds) {
  EXPECT_EQ(getMaxRows(8, 513), 256);
  EXPECT_EQ(getMaxRows(8, 511), 255);
  EXPECT_EQ(getMaxRows(8, 3), 1);
  EXPECT_EQ(getMaxRows(8, 2), 1);
  EXPECT_EQ(getMaxRows(8, 1), 1);
  EXPECT_EQ(getMaxRows(32, 100), 50);
  EXPECT_EQ(getMaxRows(128, 129), 64);
  EXPECT_EQ(getMaxRows(128, 127), 63);
}

TEST(PlanLookupWindow, oneEntryHasOneWindow) {
  LookupProblem problem = makeLookup();
  problem.maxIds = problem.maxUniqueIds = 1;
  EXPECT_EQ(plan(problem).windowRows, 1);
  EXPECT_EQ(plan(problem).windowBuffers, 1);
  problem.maxIds = 2;
  EXPECT_EQ(plan(problem).windowRows, 1);
  EXPECT_EQ(plan(problem).windowBuffers, 2);
}

} // namespace
} // namespace sc
