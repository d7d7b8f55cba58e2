//===-- GivenStacksTest.cpp - stacks that the spec gives ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They go before the rules; their rotations hold for their SparseCores.

#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

EmbeddingSpec makeFour() {
  return makeSpec(
      {makeTable("a"), makeTable("b"), makeTable("c"), makeTable("d")});
}

TEST(GivenStacks, OthersAreStackedByRule) {
  EmbeddingSpec spec = makeFour();
  spec.groups = {makeGroup("mine", {{"d", {}}, {"b", {}}})};
  StackedSpec result = stack(spec);
  EXPECT_THAT(getNames(result), ElementsAre("mine", "a_c"));
  EXPECT_EQ(describeTables(result), "d@0+0 b@8+4 | a@0+0 c@8+4");
  EXPECT_EQ(result.stacks[0].reasons[0], "given by the spec: 2 tables");
  EXPECT_EQ(result.stacks[0].activationBytesLimit, std::nullopt);
  // Samples in the order of the features: fb before fd.
  EXPECT_EQ(result.stacks[0].tables[0].features[0].rowOffset, 16);
}

TEST(GivenStacks, OthersAreAloneIfTheyAreAll) {
  EmbeddingSpec spec = makeFour();
  spec.groups = {makeGroup("mine", {{"d", {}}, {"b", {}}})};
  spec.areGroupsComplete = true;
  StackedSpec result = stack(spec);
  EXPECT_EQ(describeTables(result), "d@0+0 b@8+4 | a@0+0 | c@0+0");
  EXPECT_EQ(result.stacks[1].reasons[0],
            "alone: in none of the stacks of the spec");
}

TEST(GivenStacks, Rotations) {
  EmbeddingSpec spec = makeFour();
  spec.groups = {makeGroup("s", {{"a", 3}, {"b", {}}, {"c", 9}, {"d", -1}})};
  // Without a number of SparseCores they are for any.
  EXPECT_EQ(describeTables(stack(spec)), "a@0+3 b@8+4 c@16+1 d@24+7");
  spec.numSparseCores = 8;
  EXPECT_EQ(describeTables(stack(spec)), "a@0+3 b@8+4 c@16+1 d@24+7");
  spec.numSparseCores = 16;
  StackedSpec result = stack(spec);
  EXPECT_EQ(describeTables(result), "a@0+0 b@8+4 c@16+0 d@24+4");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("rotations of the spec are for 16 SparseCores, not 8: "
                       "computed anew"));
  for (spec::StackMember &member : spec.groups[0].tables)
    member.rotation = std::nullopt;
  EXPECT_THAT(stack(spec).stacks[0].reasons,
              Not(Contains(testing::HasSubstr("rotations"))));
}

TEST(GivenStacks, UnusedTables) {
  EmbeddingSpec spec = makeFour();
  spec.features.erase(spec.features.begin()); // a has none
  spec.groups = {makeGroup("s", {{"a", {}}, {"b", {}}})};
  EXPECT_EQ(describeTables(stack(spec)), "a@0+0 b@8+4 | c@0+0 d@8+4");
  spec.groups = {makeGroup("s", {{"a", {}}})};
  EXPECT_EQ(describeTables(stack(spec)), "b@0+0 c@8+4 d@16+0");
}

TEST(GivenStacks, WithoutAName) {
  EmbeddingSpec spec = makeFour();
  spec.groups = {makeGroup("", {{"d", {}}, {"a", {}}})};
  EXPECT_THAT(getNames(stack(spec)), ElementsAre("d_a", "b_c"));
}

} // namespace
} // namespace sc::test
