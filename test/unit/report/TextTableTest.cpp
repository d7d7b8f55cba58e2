//===-- TextTableTest.cpp - aligned columns -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alignment and numbers as people read them.

#include "lib/Report/TextTable.h"

#include "gtest/gtest.h"

#include <sstream>

namespace sc::report {
namespace {

TEST(TextTable, columnsAreAligned) {
  TextTable table({"name", ">bytes", "note"});
  table.add({"a", "1024", ""});
  table.add({"longer", "8", "x"});
  std::stringstream text;
  table.print(text);
  EXPECT_EQ(text.str(), "  name    bytes  note\n"
                        "  a        1024\n"
                        "  longer      8  x\n");
}

TEST(TextTable, widthCountsCharactersNotBytes) {
  TextTable table({"n", "m"});
  table.add({"\xc3\xa4\xc3\xb6", "x"});
  table.add({"ab", "y"});
  std::stringstream text;
  table.print(text);
  EXPECT_EQ(text.str(), "  n   m\n  \xc3\xa4\xc3\xb6  x\n  ab  y\n");
}

TEST(FormatCount, oneIsSingular) {
  EXPECT_EQ(formatCount(1, "row"), "1 row");
  EXPECT_EQ(formatCount(0, "row"), "0 rows");
  EXPECT_EQ(formatCount(2, "index", "indices"), "2 indices");
}

TEST(FormatBytes, unitsAreBinary) {
  EXPECT_EQ(formatBytes(0), "0");
  EXPECT_EQ(formatBytes(1023), "1023");
  EXPECT_EQ(formatBytes(1024), "1024 (1.00 KiB)");
  EXPECT_EQ(formatBytes(65792), "65792 (64.25 KiB)");
  EXPECT_EQ(formatBytes(1048575), "1048575 (1.00 MiB)");
  EXPECT_EQ(formatBytes(4210688), "4210688 (4.02 MiB)");
  EXPECT_EQ(formatBytes(int64_t(96) << 30), "103079215104 (96.00 GiB)");
  EXPECT_EQ(formatBytes(int64_t(5) << 40), "5497558138880 (5120.00 GiB)");
}

TEST(FormatBytes, shortFormHasOneUnit) {
  EXPECT_EQ(formatShortBytes(1023), "1023 B");
  EXPECT_EQ(formatShortBytes(65792), "64.25 KiB");
}

TEST(FormatSeconds, threeDigits) {
  EXPECT_EQ(formatSeconds(1.2345e-5), "12.3 us");
  EXPECT_EQ(formatSeconds(0.25), "250 ms");
  EXPECT_EQ(formatSeconds(3.5), "3.5 s");
}

TEST(FormatPercent, twoDecimals) {
  EXPECT_EQ(formatPercent(1, 8), "12.50%");
  EXPECT_EQ(formatPercent(0, 8), "0.00%");
  EXPECT_EQ(formatPercent(1, 100000), "<0.01%");
  EXPECT_EQ(formatPercent(1, 0), "-");
}

} // namespace
} // namespace sc::report
