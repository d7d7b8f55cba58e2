//===-- StackErrorsTest.cpp - what has no layout --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of the spec, the topology and the options.

#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::HasSubstr;

TEST(StackErrors, Topology) {
  EmbeddingSpec spec = makeSpec({makeTable("a")});
  const std::string expected =
      "; expected from 1 to 2147483647 SparseCores in all";
  EXPECT_EQ(stackError(spec, {0, 4}),
            "0 devices with 4 SparseCores each" + expected);
  EXPECT_EQ(stackError(spec, {2, -1}),
            "2 devices with -1 SparseCores each" + expected);
  EXPECT_EQ(stackError(spec, {int64_t(1) << 40, int64_t(1) << 40}),
            "1099511627776 devices with 1099511627776 SparseCores each" +
                expected);
  EXPECT_EQ(stackError(spec, {1 << 20, 64}),
            "67108864 row pointers for each of 64 SparseCores of a device "
            "exceed INT32 (2147483647); take fewer devices");
  StackOptions options;
  options.enableMinibatching = true;
  EXPECT_EQ(stackError(spec, {1 << 14, 64}, options),
            "67108864 row pointers for each of 64 SparseCores of a device "
            "exceed INT32 (2147483647); take fewer devices, or do without "
            "minibatching");
}

TEST(StackErrors, Options) {
  EmbeddingSpec spec = makeSpec({makeTable("a")});
  StackOptions options;
  options.activationBytesLimit = -1;
  EXPECT_EQ(stackError(spec, {2, 4}, options),
            "the activation bytes limit must not be negative, but got -1");
  options = {};
  options.shardBytesLimit = -2;
  EXPECT_EQ(stackError(spec, {2, 4}, options),
            "the shard bytes limit must not be negative, but got -2");
  options = {};
  options.tablesLimit = -3;
  EXPECT_EQ(stackError(spec, {2, 4}, options),
            "the tables limit must not be negative, but got -3");
}

TEST(StackErrors, Tables) {
  EXPECT_EQ(stackError(makeSpec({makeTable("a", 0)})),
            "table 'a': a vocabulary of 0 with embedding dim 8; both must be "
            "greater than 0");
  EXPECT_EQ(stackError(makeSpec({makeTable("a", 8, -1)})),
            "table 'a': a vocabulary of 8 with embedding dim -1; both must be "
            "greater than 0");
  EXPECT_EQ(stackError(makeSpec({makeTable("a", INT64_MAX)})),
            "table 'a': vocabulary 9223372036854775807, padded to a multiple "
            "of 8 x 8 SparseCores, exceeds INT32 (2147483647); split the "
            "table");
  EXPECT_EQ(stackError(makeSpec({makeTable("a", 8, INT64_MAX)})),
            "table 'a': embedding dim 9223372036854775807 exceeds INT32 "
            "(2147483647)");
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("a")});
  spec.tables[1].location = "spec.json:9:5";
  EXPECT_EQ(stackError(spec), "spec.json:9:5: table 'a' occurs twice");
}

TEST(StackErrors, LargestTable) {
  // 2^31 - 64 rows fit, one more does not.
  EXPECT_EQ(
      stack(makeSpec({makeTable("a", 2147483584)})).stacks[0].vocabularySize,
      2147483584);
  EXPECT_THAT(stackError(makeSpec({makeTable("a", 2147483585)})),
              HasSubstr("table 'a': vocabulary 2147483585"));
}

TEST(StackErrors, Features) {
  EmbeddingSpec spec = makeSpec({makeTable("a")});
  spec.features.push_back(makeFeature("g", "none"));
  spec.features[1].location = "spec.json:7:1";
  EXPECT_EQ(stackError(spec),
            "spec.json:7:1: feature 'g': there is no table 'none'");
  spec.features[1] = makeFeature("g", "a", -4);
  EXPECT_EQ(stackError(spec), "feature 'g': input_shape has -4 samples; "
                              "expected at least 1");
  spec.features[1].inputShape = {};
  EXPECT_EQ(stackError(spec), "feature 'g': input_shape has 0 samples; "
                              "expected at least 1");
  spec.features.clear();
  EXPECT_EQ(stackError(spec), "no stacks: no feature uses a table");
}

TEST(StackErrors, Groups) {
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  spec.groups = {makeGroup("s", {{"a", {}}, {"c", {}}})};
  spec.groups[0].location = "spec.json:2:3";
  EXPECT_EQ(stackError(spec),
            "spec.json:2:3: stack 's': there is no table 'c'");
  spec.groups = {makeGroup("s", {{"a", {}}}), makeGroup("t", {{"a", {}}})};
  EXPECT_EQ(stackError(spec), "stack 't': table 'a' is in two stacks");
  spec.groups = {makeGroup("s", {})};
  EXPECT_EQ(stackError(spec), "stack 's': expected at least one table");
}

TEST(StackErrors, Names) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a"), makeTable("b"), makeTable("a_b", 64, 16)});
  EXPECT_EQ(stackError(spec),
            "stack 'a_b': both 'a', 'b' and 'a_b' get this name; put one of "
            "the stacks into the spec, with another name");
  spec.groups = {makeGroup("other", {{"a_b", {}}})};
  EXPECT_EQ(stack(spec).stacks.size(), 2u);
}

TEST(StackErrors, Rows) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a", 1 << 30), makeTable("b", 1 << 30)});
  EXPECT_EQ(stackError(spec),
            "stack 'a_b': 2147483648 rows of 2 tables exceed INT32 "
            "(2147483647); divide the tables into several stacks in the spec");
  spec.groups = {makeGroup("other", {{"a", {}}})};
  EXPECT_EQ(stack(spec).stacks.size(), 2u);
}

TEST(StackErrors, Samples) {
  EmbeddingSpec spec = makeSpec({makeTable("a")}, int64_t(1) << 27);
  EXPECT_EQ(stackError(spec),
            "stack 'a': 67108864 samples of each device (134217728 over 2); "
            "expected fewer than 67108864; lower the batch, or divide the "
            "tables into several stacks in the spec");
  spec.features[0].inputShape = {(int64_t(1) << 27) - 8};
  EXPECT_EQ(stack(spec).stacks[0].sampleCount, (int64_t(1) << 27) - 8);
  // Sums saturate.
  spec.features[0].inputShape = {INT64_MAX};
  spec.features.push_back(makeFeature("g", "a", INT64_MAX));
  EXPECT_THAT(stackError(spec), HasSubstr("(9223372036854775807 over 2)"));
}

} // namespace
} // namespace sc::test
