//===-- TablePaddingTest.cpp - what a table takes in HBM ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both rules of padding, optimizer slots, and checks of sizes.

#include "sc/Planning/TablePadding.h"

#include "gmock/gmock.h"

#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

TEST(TablePadding, rowsByBothRules) {
  EXPECT_EQ(getPaddedRows(3, 16, PaddingRule::Documented), 16);
  EXPECT_EQ(getPaddedRows(3, 16, PaddingRule::Library), 128);
  EXPECT_EQ(getPaddedRows(128, 16, PaddingRule::Library), 128);
  EXPECT_EQ(getPaddedRows(129, 16, PaddingRule::Library), 256);
  EXPECT_EQ(getPaddedRows(std::numeric_limits<int64_t>::max(), 16,
                          PaddingRule::Library),
            std::nullopt);
}

TEST(TablePadding, widths) {
  EXPECT_EQ(getPaddedWidth(1), 8);
  EXPECT_EQ(getPaddedWidth(4), 8);
  EXPECT_EQ(getPaddedWidth(8), 8);
  EXPECT_EQ(getPaddedWidth(10), 16);
  EXPECT_EQ(getPaddedWidth(2880), 2880);
  EXPECT_EQ(getPaddedWidth(1, true), 1);
}

static TableSpec makeTable(int64_t rows, int64_t width,
                           const std::string &optimizer) {
  TableSpec table;
  table.name = "user";
  table.rows = rows;
  table.width = width;
  table.slots = *getOptimizerSlots(optimizer, width);
  return table;
}

static int64_t getSlotBytes(const std::string &optimizer) {
  auto residents = *makeResidents(makeTable(100'000, 256, optimizer), 1, 1,
                                  PaddingRule::Documented, 7);
  EXPECT_EQ(residents[0].bytes, 102'400'000);
  EXPECT_EQ(residents[0].role, HbmRole::Weights);
  EXPECT_EQ(residents[0].lastStep, 7);
  int64_t bytes = 0;
  for (size_t i = 1; i < residents.size(); ++i) {
    EXPECT_EQ(residents[i].role, HbmRole::Slots);
    EXPECT_EQ(residents[i].table, "user");
    bytes += residents[i].bytes;
  }
  return bytes;
}

TEST(TablePadding, slotsOfOptimizers) {
  EXPECT_EQ(getSlotBytes("sgd"), 0);
  EXPECT_EQ(getSlotBytes("adagrad"), 102'400'000);
  EXPECT_EQ(getSlotBytes("rowwise_adagrad"), 400'000);
  EXPECT_EQ(getSlotBytes("adam"), 204'800'000);
  EXPECT_EQ(getSlotBytes("laprop"), 204'800'000);
  EXPECT_EQ(getSlotBytes("adagrad_momentum"), 204'800'000);
  EXPECT_EQ(getSlotBytes("ftrl"), 204'800'000);
  EXPECT_EQ(getOptimizerSlots("unknown", 8), std::nullopt);
}

TEST(TablePadding, tinyTablesInflate) {
  auto residents = *makeResidents(makeTable(3, 128, "adagrad"), 16, 2,
                                  PaddingRule::Library, 0);
  // 16 of 128 rows are on a device; 3 * 2 / 16 rows are in use.
  EXPECT_EQ(residents[0].bytes, 16 * 512);
  EXPECT_EQ(residents[0].paddingBytes, 16 * 512 - 3 * 2 * 512 / 16);
  EXPECT_EQ(residents[1].name, "user/accumulator");
  EXPECT_EQ(residents[1].bytes, 16 * 512);
}

TEST(TablePadding, narrowTablesArePadded) {
  auto residents = *makeResidents(makeTable(16, 1, "rowwise_adagrad"), 2, 2,
                                  PaddingRule::Library, 0);
  EXPECT_EQ(residents[0].bytes, 16 * 32);
  EXPECT_EQ(residents[0].paddingBytes, 16 * 28);
  EXPECT_EQ(residents[1].bytes, 16 * 4);
  EXPECT_EQ(residents[1].paddingBytes, 0);
  TableSpec rankOne = makeTable(16, 1, "adagrad");
  rankOne.isRankOne = true;
  residents = *makeResidents(rankOne, 2, 2, PaddingRule::Library, 0);
  EXPECT_EQ(residents[0].bytes, 16 * 4);
  EXPECT_EQ(residents[1].bytes, 16 * 4);
}

TEST(TablePadding, largeTables) {
  auto residents = *makeResidents(makeTable(40'000'000, 128, "adagrad"), 2, 2,
                                  PaddingRule::Library, 0);
  EXPECT_EQ(residents[0].bytes + residents[1].bytes, 40'960'000'000);
  residents = *makeResidents(makeTable(40'000'000, 512, "adam"), 2048, 4,
                             PaddingRule::Library, 0);
  // 19,536 rows for each SparseCore.
  EXPECT_EQ(residents[0].bytes, int64_t(4) * 19536 * 2048);
}

TEST(TablePadding, impossibleSizes) {
  auto make = [](int64_t rows, int64_t width) {
    return makeResidents(makeTable(rows, width, "sgd"), 2, 2,
                         PaddingRule::Library, 0);
  };
  EXPECT_EQ(make(0, 8).has_value(), false);
  EXPECT_EQ(make(8, 0).has_value(), false);
  EXPECT_EQ(make(int64_t(1) << 40, int64_t(1) << 29).has_value(), false);
  EXPECT_EQ(make(std::numeric_limits<int64_t>::max(), 8).has_value(), false);
  EXPECT_EQ(make(int64_t(1) << 30, 1024).has_value(), true);
}

} // namespace
} // namespace sc
