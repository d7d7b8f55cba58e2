//===-- StackNameTest.cpp - names of stacks -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests are those of FIPS 180-2's examples or of another implementation.

#include "test/unit/stacking/StackingTest.h"

namespace sc::spec {
namespace {

TEST(StackName, ShortNamesAreJoined) {
  EXPECT_EQ(makeStackName({"a"}), "a");
  EXPECT_EQ(makeStackName({"b", "a", "c"}), "b_a_c");
  const std::string fifty(50, 'x');
  EXPECT_EQ(makeStackName({fifty}), fifty);
  EXPECT_EQ(makeStackName({}), "");
}

TEST(StackName, LongNamesEndInAHash) {
  // FIPS 180-2, B.2: a message of 56 characters.
  EXPECT_EQ(
      makeStackName(
          {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"}),
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomn...248d6a61d206");
  // Python: hashlib.sha256(name.encode("utf-8")).hexdigest()[:12]
  EXPECT_EQ(
      makeStackName({"user_table", "item_table", "country_table",
                     "device_type_table", "hour_table"}),
      "user_table_item_table_country_table_device_type_ta...a32804a4838d");
}

TEST(StackName, CharactersAreNotCut) {
  // 50 characters are 100 bytes here; 51 are one too many.
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += "é";
  EXPECT_EQ(makeStackName({text}), text);
  EXPECT_EQ(makeStackName({text + "é"}), text + "...b9835a81d280");
}

} // namespace
} // namespace sc::spec
