//===-- NearestNameTest.cpp - what a misspelt name was to be --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances, which name is nearest, and names as messages print them.

#include "sc/Target/NearestName.h"

#include "gtest/gtest.h"

namespace sc {
namespace {

TEST(NearestName, distanceCountsInsertionsAndDeletions) {
  EXPECT_EQ(computeEditDistance("", ""), 0u);
  EXPECT_EQ(computeEditDistance("", "abc"), 3u);
  EXPECT_EQ(computeEditDistance("abc", "ac"), 1u);
  EXPECT_EQ(computeEditDistance("v5", "v5p"), 1u);
  EXPECT_EQ(computeEditDistance("v5", "v4"), 2u);
  EXPECT_EQ(computeEditDistance("kitten", "sitting"), 5u);
}

TEST(NearestName, nearestWithinTheEdits) {
  std::vector<std::string_view> names = {"tables", "table", "name"};
  EXPECT_EQ(findNearestName("tabels", names, 3), "tables");
  EXPECT_EQ(findNearestName("TABLE", names, 3), "table");
  EXPECT_EQ(findNearestName("taxxxx", names, 3), "");
  EXPECT_EQ(findNearestName("tabels", names, 2), "");
  EXPECT_EQ(findNearestName("", names, 3), "");
  EXPECT_EQ(findNearestName("name", {}, 3), "");
}

TEST(NearestName, oneLetterIsNeverTurnedIntoAnother) {
  EXPECT_EQ(findNearestName("x", {"y"}, 3), "");
}

TEST(NearestName, longTextsCostLittle) {
  std::string text(100'000'000, 'q');
  EXPECT_EQ(findNearestName(text, {"tables"}, 3), "");
}

TEST(NearestName, describes) {
  EXPECT_EQ(describeNearest("nmae", {"name"}), "; did you mean 'name'?");
  EXPECT_EQ(describeNearest("weight", {"name"}), ";");
}

TEST(NearestName, quotesWhatPrints) {
  EXPECT_EQ(quoteName("caf\xC3\xA9"), "'caf\xC3\xA9'");
  EXPECT_EQ(quoteName("a\nb\x7F"), "'a?b?'");
  EXPECT_EQ(quoteName(std::string(101, 'q')),
            "'" + std::string(100, 'q') + "…'");
  EXPECT_EQ(quoteName(std::string(99, 'q') + "\xC3\xA9!"),
            "'" + std::string(99, 'q') + "…'");
}

TEST(NearestName, joins) {
  EXPECT_EQ(joinNames({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(joinNames({}), "");
}

} // namespace
} // namespace sc
