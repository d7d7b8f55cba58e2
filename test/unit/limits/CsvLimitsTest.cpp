//===-- CsvLimitsTest.cpp - limits in CSV ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells, quotes and line ends, and one message for each way to get it wrong.

#include "test/unit/limits/LimitsTest.h"

namespace sc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

static const std::string kHeader =
    "name,max_ids_per_partition,max_unique_ids_per_partition\n";

static std::string parseText(std::string_view text) {
  std::string error = "left over";
  std::optional<LimitsByTable> tables = parseCsvLimits(text, "l.csv", error);
  return test::describe(tables, error);
}

static std::string parse(const std::string &lines) {
  return parseText(kHeader + lines);
}

TEST(CsvLimits, aLineForEachTable) {
  EXPECT_EQ(parse("user,2048,512\nitem,7,7\n"),
            "item:7/7@l.csv:3 user:2048/512@l.csv:2");
  EXPECT_EQ(parse(""), "");
}

TEST(CsvLimits, lastLineNeedsNoEnd) {
  EXPECT_EQ(parse("user,2048,512"), "user:2048/512@l.csv:2");
  EXPECT_EQ(parseText(kHeader.substr(0, kHeader.size() - 1)), "");
}

TEST(CsvLimits, emptyCellsAreUnset) {
  EXPECT_EQ(parse("a,8,\nb,,8\nc,,\n"),
            "a:8/-@l.csv:2 b:-/8@l.csv:3 c:-/-@l.csv:4");
}

TEST(CsvLimits, lineEndsOfAllSystems) {
  std::string text = kHeader + "a,8,4\nb,9,5\n";
  std::string expected = "a:8/4@l.csv:2 b:9/5@l.csv:3";
  for (const char *end : {"\n", "\r\n", "\r"}) {
    std::string converted;
    for (char c : text)
      converted += c == '\n' ? end : std::string(1, c);
    EXPECT_EQ(parseText(converted), expected);
  }
}

TEST(CsvLimits, byteOrderMarkBlankLinesAndBlanks) {
  EXPECT_EQ(parseText("\xEF\xBB\xBF" + kHeader + "\n \t\r\n a , 8 ,\t4 \n\n\n"),
            "a:8/4@l.csv:4");
  EXPECT_EQ(parseText("\n\n" + kHeader + "a,8,4"), "a:8/4@l.csv:4");
}

TEST(CsvLimits, quotedCells) {
  EXPECT_EQ(parse("\"a,b\",\"8\",4\n"), "a,b:8/4@l.csv:2");
  EXPECT_EQ(parse("\"say \"\"x\"\"\" , 8,4\n"), "say \"x\":8/4@l.csv:2");
  EXPECT_EQ(parse("\" a \",8,4\n"), " a :8/4@l.csv:2");
  EXPECT_EQ(parse("\"two\nlines\",8,4\nb,1,1\n"),
            "b:1/1@l.csv:4 two\nlines:8/4@l.csv:2");
  EXPECT_EQ(parseText("\"name\",\"max_ids_per_partition\","
                      "\"max_unique_ids_per_partition\"\na,8,4"),
            "a:8/4@l.csv:2");
}

TEST(CsvLimits, malformedQuotes) {
  EXPECT_EQ(parse("\"a,8,4\n"), "error: l.csv:2:1: a quoted cell has no end");
  EXPECT_EQ(parse("\"a\"b,8,4\n"),
            "error: l.csv:2:4: text after the closing quote of a cell");
}

TEST(CsvLimits, headerIsRequired) {
  EXPECT_EQ(parseText("user,8,4\n"),
            "error: l.csv:1:1: a limits file is JSON that starts with '{', a "
            ".npz, or CSV with the header name,max_ids_per_partition,"
            "max_unique_ids_per_partition or key,values; the first cell here "
            "is 'user'");
  EXPECT_THAT(parseText("name,max_ids_per_partition\n"),
              HasSubstr("the first cell here is 'name'"));
  EXPECT_THAT(parseText(""),
              StartsWith("error: l.csv:1:1: there is no header"));
  EXPECT_THAT(parseText("\n \n"), HasSubstr("there is no header"));
}

TEST(CsvLimits, numberOfCells) {
  EXPECT_EQ(parse("a,8\n"), "error: l.csv:2:1: a line must have 3 cells, this "
                            "one has 2");
  EXPECT_THAT(parse("a,8,4,\n"), HasSubstr("this one has 4"));
  EXPECT_THAT(parse(std::string(1'000'000, ',')), HasSubstr("3 cells"));
}

TEST(CsvLimits, valuesHaveThePlaceOfTheirCell) {
  EXPECT_EQ(parse("user,8, 0\n"),
            "error: l.csv:2:9: max_unique_ids_per_partition of table 'user' is "
            "'0', must be a whole number from 1 to 2147483647");
  for (const char *value : {"-1", "2147483648", "99999999999999999999", "8.0",
                            "1e3", "x", "+8", "0x8", "8 8", "8\"\""})
    EXPECT_THAT(parse("user," + std::string(value) + ",1\n"),
                StartsWith("error: l.csv:2:6: max_ids_per_partition of table "
                           "'user' is '" +
                           std::string(value) + "', must be"));
  EXPECT_EQ(parse("a,2147483647,2147483647"),
            "a:2147483647/2147483647@l.csv:2");
}

TEST(CsvLimits, moreUniqueIdsThanIds) {
  EXPECT_EQ(parse("user,8,9\n"),
            "error: l.csv:2:1: table 'user' has max_unique_ids_per_partition = "
            "9, more than max_ids_per_partition = 8");
}

TEST(CsvLimits, tablesAreGivenOnceWithAName) {
  EXPECT_EQ(parse("user,8,4\n\nuser,8,4\n"),
            "error: l.csv:4:1: table 'user' is given twice, first in line 2");
  EXPECT_EQ(parse(",8,4\n"), "error: l.csv:2:1: a table has no name");
}

TEST(CsvLimits, longNamesAreCutOffInMessages) {
  EXPECT_LT(parse(std::string(100000, 'q') + ",x,1").size(), 400u);
}

} // namespace
} // namespace sc
