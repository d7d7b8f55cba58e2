//===-- IndexLimitsTest.cpp - sizes beyond 32 bits ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each size at the last value that INT32 can index, and one beyond.

#include "PlanningTest.h"

#include "sc/Planning/IndexLimits.h"

namespace sc {
namespace {

constexpr int64_t kMost = 2147483647;

TEST(IndexLimits, entries) {
  LookupProblem problem = makeLookup();
  EXPECT_EQ(findIndexOverflow(problem, kMost / 4), std::nullopt);
  EXPECT_EQ(findIndexOverflow(problem, kMost / 4 + 1),
            "2147483648 entries of a device's COO buffer exceed the INT32 "
            "index of 2147483647");
  EXPECT_EQ(findIndexOverflow(problem, kMost + 1),
            "2147483648 entries of a SparseCore's COO buffer exceed the INT32 "
            "index of 2147483647");
  EXPECT_NE(findIndexOverflow(problem, int64_t(1) << 62), std::nullopt);
}

TEST(IndexLimits, rowsSamplesAndIds) {
  LookupProblem problem = makeLookup();
  problem.tableRows = problem.samples = problem.maxIds = kMost;
  EXPECT_EQ(findIndexOverflow(problem, 8), std::nullopt);
  problem.maxIds += 1;
  EXPECT_EQ(findIndexOverflow(problem, 8),
            "2147483648 max_ids_per_partition exceed the INT32 index of "
            "2147483647");
  problem.samples += 1;
  EXPECT_EQ(findIndexOverflow(problem, 8),
            "2147483648 samples of a SparseCore exceed the INT32 index of "
            "2147483647");
  problem.tableRows += 1;
  EXPECT_EQ(findIndexOverflow(problem, 8),
            "2147483648 table rows of a SparseCore exceed the INT32 index of "
            "2147483647");
}

TEST(IndexLimits, localForm) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  EXPECT_EQ(findIndexOverflow(problem, kMost), std::nullopt);
  EXPECT_EQ(findIndexOverflow(problem, kMost + 1),
            "2147483648 entries of a list exceed the INT32 index of "
            "2147483647");
  problem.tableRows = kMost + 1;
  EXPECT_EQ(findIndexOverflow(problem, 8),
            "2147483648 table rows exceed the INT32 index of 2147483647");
}

TEST(IndexLimits, receivedRowsOfAnUpdate) {
  LookupProblem problem = makeLookup();
  problem.sparseCores = 1 << 16;
  problem.maxIds = problem.maxUniqueIds = 1 << 15;
  EXPECT_EQ(findIndexOverflow(problem, 8), std::nullopt);
  problem.kind = LookupKind::Update;
  EXPECT_EQ(findIndexOverflow(problem, 8),
            "2147483648 rows received from all SparseCores, "
            "max_unique_ids_per_partition of each, exceed the INT32 index of "
            "2147483647");
  problem.sparseCores -= 1;
  EXPECT_EQ(findIndexOverflow(problem, 8), std::nullopt);
}

} // namespace
} // namespace sc
