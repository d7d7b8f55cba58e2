//===-- SpecErrorsTest.cpp - specs that have no placement -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks may come from files, so nothing is taken for granted.

#include "ShardingTest.h"

#include <limits>

namespace sc::test {
namespace {

using namespace spec;

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

class SpecErrorsTest : public testing::Test {
protected:
  std::string getError() const {
    return std::string(shardTables(spec, "no.npz", "out.npz").message());
  }
  StackedTable &getTable(size_t index) { return spec.stacks[0].tables[index]; }

  StackedSpec spec = makePairSpec();
};

TEST_F(SpecErrorsTest, Topologies) {
  spec.topology = {0, 4};
  EXPECT_EQ(getError(),
            "topology of 0 devices with 4 SparseCores each: both must be at "
            "least 1, and their product must fit 64 bits");
  spec.topology = {4, -1};
  EXPECT_TRUE(getError().starts_with("topology of 4 devices with -1"));
  spec.topology = {kLargest, 2};
  EXPECT_TRUE(getError().starts_with("topology of 9223372036854775807 "));
}

TEST_F(SpecErrorsTest, Stacks) {
  spec.stacks[0].vocabularySize = 18;
  EXPECT_EQ(getError(),
            "stack 'ab': 18 rows of 4 columns do not divide over 4 "
            "SparseCores; the rows must be a multiple of their number");
  spec.stacks[0].vocabularySize = 0;
  EXPECT_TRUE(getError().starts_with("stack 'ab': 0 rows of 4 columns"));
  spec = makePairSpec();
  spec.stacks[0].embeddingDim = -4;
  EXPECT_TRUE(getError().starts_with("stack 'ab': 16 rows of -4 columns"));
}

TEST_F(SpecErrorsTest, Tables) {
  getTable(0).table.embeddingDim = 5;
  EXPECT_EQ(getError(), "table 'a': has 5 columns, but its stack 'ab' only 4");
  getTable(0).table.embeddingDim = 0;
  EXPECT_EQ(getError(),
            "table 'a': 5 rows of 0 columns; both must be at least 1");
  spec = makePairSpec();
  getTable(0).table.vocabularySize = 9;
  EXPECT_EQ(getError(), "table 'a': the padded vocabulary size 8 must be a "
                        "multiple of 4 SparseCores and at least 9 rows");
  spec = makePairSpec();
  getTable(0).paddedVocabularySize = 7;
  EXPECT_EQ(getError(), "table 'a': the padded vocabulary size 7 must be a "
                        "multiple of 4 SparseCores and at least 5 rows");
}

TEST_F(SpecErrorsTest, Places) {
  getTable(1).rowOffsetInShard = 3;
  EXPECT_EQ(getError(), "table 'b': 2 rows of each SparseCore from row 3 on "
                        "exceed the 4 of stack 'ab'");
  getTable(1).rowOffsetInShard = kLargest;
  EXPECT_EQ(getError(),
            "table 'b': 2 rows of each SparseCore from row 9223372036854775807 "
            "on exceed the 4 of stack 'ab'");
  getTable(1).rowOffsetInShard = -1;
  EXPECT_EQ(getError(), "table 'b': 2 rows of each SparseCore from row -1 on "
                        "exceed the 4 of stack 'ab'");
  getTable(1).rowOffsetInShard = 1;
  EXPECT_EQ(getError(), "stack 'ab': table 'b' starts at row 1 of each "
                        "SparseCore, but table 'a' ends at row 2");
}

TEST_F(SpecErrorsTest, Features) {
  StackedFeature feature;
  feature.feature.name = "clicks";
  feature.colOffset = 8;
  feature.colShift = 5; // 1, modulo 4
  getTable(1).features = {feature};
  EXPECT_EQ(getError(), "no.npz: cannot read as .npz: No such file");
  getTable(1).features[0].colOffset = 4;
  EXPECT_EQ(getError(),
            "feature 'clicks': col_offset 4 and col_shift 5 do not fit table "
            "'b', which has row_offset_in_shard 2 and shard_rotation 1 on 4 "
            "SparseCores");
  getTable(1).features[0] = feature;
  getTable(1).features[0].colShift = 0;
  EXPECT_TRUE(
      getError().starts_with("feature 'clicks': col_offset 8 and col_shift 0"));
}

TEST_F(SpecErrorsTest, Names) {
  getTable(1).table.name = "a";
  EXPECT_EQ(getError(), "two tables have the name 'a'");
  spec = makePairSpec();
  spec.stacks.push_back(spec.stacks[0]);
  EXPECT_EQ(getError(), "two stacks have the name 'ab'");
  spec.stacks[1].name = "cd";
  EXPECT_EQ(getError(), "two tables have the name 'a'");
}

TEST_F(SpecErrorsTest, TablesOfTwoSpecs) {
  StackedSpec other = spec;
  auto getReshardError = [&] {
    return std::string(
        reshardTables(spec, "no.npz", other, "out.npz").message());
  };
  other.stacks[0].tables.pop_back();
  EXPECT_EQ(getReshardError(), "table 'b' is in the first spec only; both need "
                               "the same tables");
  std::swap(spec, other);
  EXPECT_EQ(getReshardError(), "table 'b' is in the second spec only; both "
                               "need the same tables");
  std::swap(spec, other);
  other = spec;
  other.stacks[0].tables[1].table.embeddingDim = 3;
  EXPECT_EQ(getReshardError(),
            "table 'b' has 6 rows of 2 columns in the first spec, but 6 rows "
            "of 3 in the second");
  other = spec;
  other.topology = {0, 0};
  EXPECT_TRUE(getReshardError().starts_with("topology of 0 devices"));
}

} // namespace
} // namespace sc::test
