//===-- StackGroupsTest.cpp - which tables share a stack ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published groupings.

#include "sc/Planning/StackGroups.h"

#include "gmock/gmock.h"

#include <limits>

namespace sc {
namespace {

using testing::ElementsAre;

TEST(StackGroups, publicBenchmarkSplitsSevenAndOne) {
  // 16,896 samples on 16 chips of two SparseCores.
  std::vector<StackTable> tables(8, {"table", 128, 16896 / 32, "adagrad"});
  EXPECT_EQ(getActivationBytes(tables[0]), 270336);
  EXPECT_THAT(groupTables(tables),
              ElementsAre(ElementsAre(0, 1, 2, 3, 4, 5, 6), ElementsAre(7)));
  // 128 samples on 8 chips: nine tables in one stack.
  tables.assign(9, {"table", 128, 128 / 16, "adagrad"});
  EXPECT_EQ(9 * getActivationBytes(tables[0]), 36864);
  EXPECT_EQ(groupTables(tables).size(), 1u);
}

TEST(StackGroups, libraryTest) {
  // Batches of 16 on eight SparseCores; two features use b.
  std::vector<StackTable> tables = {{"a", 12, 2, "sgd"}, {"b", 10, 4, "sgd"}};
  EXPECT_EQ(getActivationBytes(tables[0]), 128);
  EXPECT_EQ(getActivationBytes(tables[1]), 256);
  EXPECT_THAT(groupTables(tables, 128),
              ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(groupTables(tables, 1024), ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(groupTables(tables, 384), ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(groupTables(tables, 383),
              ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST(StackGroups, widthsAndOptimizersAreKeptApart) {
  std::vector<StackTable> tables = {{"a", 8, 1, "sgd"},
                                    {"b", 16, 1, "sgd"},
                                    {"c", 7, 1, "sgd"},
                                    {"d", 8, 1, "adam"},
                                    {"e", 16, 1, "sgd"}};
  EXPECT_THAT(
      groupTables(tables),
      ElementsAre(ElementsAre(0, 2), ElementsAre(1, 4), ElementsAre(3)));
  EXPECT_TRUE(groupTables({}).empty());
}

TEST(StackGroups, hugeActivationsAreAlone) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  std::vector<StackTable> tables = {{"a", 8, kMax, "sgd"}, {"b", 8, 1, "sgd"}};
  EXPECT_EQ(getActivationBytes(tables[0]), kMax);
  EXPECT_EQ(groupTables(tables).size(), 2u);
}

} // namespace
} // namespace sc
