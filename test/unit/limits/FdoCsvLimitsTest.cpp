//===-- FdoCsvLimitsTest.cpp - limits in the FDO CSV ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima over all rows; what jax-tpu-embedding's client wrote; errors with the
// place of their cell.

#include "test/unit/limits/LimitsTest.h"

namespace sc {
namespace {

using test::readAs;
using testing::HasSubstr;

static std::string parse(const std::string &rows) {
  std::string error = "left over";
  std::optional<LimitsByTable> tables =
      parseCsvLimits("key,values\r\n" + rows, "f.csv", error);
  return test::describe(tables, error);
}

TEST(FdoCsvLimits, maximumOverAllCounts) {
  EXPECT_EQ(parse("user_max_ids,4 9 2\r\nuser_max_ids,300 1 0\r\n"
                  "user_max_unique_ids,7 2 8\r\nitem_max_ids,70000\r\n"),
            "item:70000/-@f.csv user:300/8@f.csv");
  EXPECT_EQ(readAs("key,values\na_max_ids,5\nb_max_unique_ids,6 7"),
            "a:5/-@FILE b:-/7@FILE");
}

TEST(FdoCsvLimits, otherStatisticsAreIgnored) {
  EXPECT_EQ(parse("a_max_ids,5\r\na_required_buffer_size,9999999999\r\n"
                  "b_id_drop_counters,0\r\n"),
            "a:5/-@f.csv");
}

TEST(FdoCsvLimits, quotedNames) {
  EXPECT_EQ(parse("\"a,\"\"b\"\"_max_ids\",5\r\n b_max_ids,6\r\n"),
            " b:6/-@f.csv a,\"b\":5/-@f.csv");
}

// Rows of different sizes: hosts with more or fewer devices.
TEST(FdoCsvLimits, anySizes) {
  EXPECT_EQ(parse("a_max_ids,5 6\r\na_max_ids,7\r\na_max_unique_ids,0\r\n"
                  "a_max_unique_ids,3\r\n"),
            "a:7/3@f.csv");
}

TEST(FdoCsvLimits, valuesOutOfRange) {
  EXPECT_EQ(parse("a_max_ids,0 0\r\n"),
            "error: f.csv: max_ids_per_partition of table 'a' is '0', must be "
            "a whole number from 1 to 2147483647");
  EXPECT_EQ(parse("a_max_unique_ids,1\r\na_max_ids,8 2147483648\r\n"),
            "error: f.csv:3:11: max_ids_per_partition of table 'a' is "
            "'2147483648', must be a whole number from 1 to 2147483647");
  EXPECT_EQ(parse("a_max_unique_ids,9\r\na_max_ids,8\r\n"),
            "error: f.csv: table 'a' has max_unique_ids_per_partition = 9, "
            "more than max_ids_per_partition = 8");
}

TEST(FdoCsvLimits, unknownKeys) {
  EXPECT_EQ(parse("a_max_ids,5\r\na_ids,5\r\n"),
            "error: f.csv:3:1: unknown key 'a_ids'; known: a table's name with "
            "_max_ids, _max_unique_ids, _required_buffer_size or "
            "_id_drop_counters");
  EXPECT_THAT(parse("_max_ids,5\r\n"), HasSubstr("unknown key '_max_ids'"));
}

TEST(FdoCsvLimits, malformedRows) {
  EXPECT_EQ(parse("a_max_ids,1 -2\r\n"),
            "error: f.csv:2:11: '-2' must be a whole number of 64 bits, 0 or "
            "more");
  EXPECT_EQ(parse("a_max_ids, \r\n"),
            "error: f.csv:2:11: the row has no counts");
  EXPECT_EQ(parse("a_max_ids\r\n"),
            "error: f.csv:2:1: a row must have 2 cells, key and values; this "
            "one has 1");
}

TEST(FdoCsvLimits, filesWithoutLimits) {
  EXPECT_EQ(parse(""), "error: f.csv: has no key that ends with _max_ids or "
                       "_max_unique_ids");
  EXPECT_THAT(parse("a_id_drop_counters,0\r\n"), HasSubstr("has no key that"));
}

} // namespace
} // namespace sc
