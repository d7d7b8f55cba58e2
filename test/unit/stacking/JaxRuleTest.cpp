//===-- JaxRuleTest.cpp - stacks as jax-tpu-embedding makes them ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published groupings, keys, orders, rotations, padding.

#include "test/unit/stacking/StackingTest.h"

#include <cmath>

namespace sc::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

StackOptions makeOptions(int64_t activationBytes) {
  StackOptions options;
  options.activationBytesLimit = activationBytes;
  return options;
}

TEST(JaxRule, PublicBenchmarkSplitsSevenAndOne) {
  // 16,896 samples on 16 devices of two SparseCores.
  std::vector<spec::Table> tables;
  for (int i = 0; i < 8; ++i)
    tables.push_back(makeTable("t" + std::to_string(i), 40'000'000, 128));
  StackedSpec result = stack(makeSpec(tables, 16896), {16, 2});
  ASSERT_EQ(result.stacks.size(), 2u);
  EXPECT_EQ(result.stacks[0].tables.size(), 7u);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("7 tables of width 128, optimizer sgd, combiner "
                       "sum: activations 1892352 B of at most 2097152 B"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'t7' not in this stack: activations 270336 B more "
                       "would exceed 2097152 B"));
  EXPECT_EQ(result.stacks[1].name, "t7");
  EXPECT_THAT(result.stacks[1].reasons,
              Contains("alone: no room in the other stacks of width 128, "
                       "optimizer sgd, combiner sum"));
  // 128 samples on 8 devices: nine tables in one stack.
  tables.push_back(makeTable("t8", 590152, 128));
  result = stack(makeSpec(tables, 128), {8, 2});
  ASSERT_EQ(result.stacks.size(), 1u);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains(HasSubstr("activations 36864 B of at most")));
}

TEST(JaxRule, ActivationLimit) {
  // Batches of 16 on eight SparseCores; two features use b.
  EmbeddingSpec spec =
      makeSpec({makeTable("a", 64, 12), makeTable("b", 120, 10)});
  spec.features.push_back(makeFeature("fc", "b"));
  EXPECT_THAT(getNames(stack(spec, {2, 4}, makeOptions(128))),
              ElementsAre("a", "b"));
  EXPECT_THAT(getNames(stack(spec, {2, 4}, makeOptions(383))),
              ElementsAre("a", "b"));
  EXPECT_THAT(getNames(stack(spec, {2, 4}, makeOptions(384))),
              ElementsAre("a_b"));
  StackedSpec result = stack(spec, {2, 4}, makeOptions(128));
  EXPECT_EQ(result.stacks[1].activationBytesLimit, 128);
  EXPECT_THAT(result.stacks[1].reasons,
              Contains("alone: activations 256 B exceed 128 B"));
  // 0 is a limit, too.
  EXPECT_EQ(stack(spec, {2, 4}, makeOptions(0)).stacks.size(), 2u);
}

TEST(JaxRule, SamplesOfEachFeatureAreRoundedDown) {
  // 15 / 8 is 1, twice, of 32 B.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")}, 15);
  EXPECT_EQ(stack(spec, {2, 4}, makeOptions(64)).stacks.size(), 1u);
  EXPECT_EQ(stack(spec, {2, 4}, makeOptions(63)).stacks.size(), 2u);
}

TEST(JaxRule, KeysKeepTablesApart) {
  std::vector<spec::Table> tables;
  for (const char *name : {"a", "b", "c", "d", "e", "f", "g"})
    tables.push_back(makeTable(name));
  tables[1].embeddingDim = 9;
  tables[2].embeddingDim = 1; // padded to 8, as a
  tables[3].optimizer.type = "adagrad";
  tables[4].optimizer.type = "adagrad";
  tables[4].optimizer.learningRate = 0.1f;
  tables[5].combiner = spec::Combiner::Mean;
  tables[6].quantization = spec::Quantization{256, -1, 1};
  StackedSpec result = stack(makeSpec(tables));
  EXPECT_THAT(getNames(result), ElementsAre("a_c", "b", "d", "e", "f", "g"));
  EXPECT_THAT(result.stacks[3].reasons,
              Contains("alone: no other table has width 8, optimizer adagrad "
                       "(learning_rate 0.1), combiner sum"));
  EXPECT_THAT(result.stacks[5].reasons,
              Contains("alone: no other table has width 8, optimizer sgd, "
                       "combiner sum, quantization to 256 buckets from -1 to "
                       "1"));
}

TEST(JaxRule, OptimizersDifferInAnyParameter) {
  std::vector<spec::Table> tables;
  for (const char *name : {"a", "b", "c", "d", "e", "f", "g"})
    tables.push_back(makeTable(name));
  tables[1].optimizer.learningRate = 0.1f;
  tables[2].optimizer.learningRate = std::nextafter(0.1f, 1.0f);
  tables[3].optimizer.learningRateTag = "a', x 1";
  tables[4].optimizer.floatParams = {{"x", 1}};
  tables[5].optimizer.boolParams = {{"x", true}};
  tables[6].optimizer.boolParams = {{"x", false}};
  EXPECT_EQ(stack(makeSpec(tables)).stacks.size(), 7u);
  // Nor are names taken for values.
  tables[0].optimizer.floatParams = {{"x", 1}, {"y", 2}};
  tables[4].optimizer.floatParams = {{"x 1, y", 2}};
  EXPECT_EQ(stack(makeSpec(tables)).stacks.size(), 7u);
  tables[1].optimizer.learningRate = -0.0f;
  tables[2].optimizer.learningRate = 0.0f;
  EXPECT_EQ(stack(makeSpec(tables)).stacks.size(), 6u);
}

TEST(JaxRule, FeaturesDecideTheOrder) {
  EmbeddingSpec spec =
      makeSpec({makeTable("c"), makeTable("a"), makeTable("b")});
  std::swap(spec.features[0], spec.features[2]); // fb fa fc
  spec.features.push_back(makeFeature("aa", "b", 8));
  StackedSpec result = stack(spec);
  EXPECT_THAT(getNames(result), ElementsAre("b_a_c"));
  EXPECT_EQ(describeTables(result), "b@0+0 a@8+4 c@16+0");
  // Samples in the order of the spec, not by table.
  const Stack &stack = result.stacks[0];
  EXPECT_EQ(stack.tables[0].features[0].rowOffset, 0);
  EXPECT_EQ(stack.tables[1].features[0].rowOffset, 16);
  EXPECT_EQ(stack.tables[2].features[0].rowOffset, 32);
  EXPECT_EQ(stack.tables[0].features[1].feature.name, "aa");
  EXPECT_EQ(stack.tables[0].features[1].rowOffset, 48);
  EXPECT_EQ(stack.sampleCount, 56);
}

TEST(JaxRule, Rotation) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a"), makeTable("b"), makeTable("c")});
  EXPECT_EQ(describeTables(stack(spec, {1, 4})), "a@0+0 b@16+0 c@32+0");
  EXPECT_EQ(describeTables(stack(spec, {4, 2})), "a@0+0 b@8+2 c@16+4");
  StackOptions options;
  options.rotation = 3;
  EXPECT_EQ(describeTables(stack(spec, {1, 4}, options)),
            "a@0+0 b@16+3 c@32+2");
  options.rotation = -1;
  EXPECT_EQ(describeTables(stack(spec, {1, 4}, options)),
            "a@0+0 b@16+3 c@32+2");
}

TEST(JaxRule, Padding) {
  StackedSpec result = stack(makeSpec({makeTable("a", 3, 127)}, 32), {8, 2});
  const spec::StackedTable &table = result.stacks[0].tables[0];
  EXPECT_EQ(table.paddedVocabularySize, 128);
  EXPECT_EQ(table.paddedEmbeddingDim, 128);
  EXPECT_THAT(
      result.stacks[0].reasons,
      Contains("'a': rows 3 padded to 128: multiple of 8 x 16 SparseCores"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'a': width 127 padded to 128: multiple of 8"));
}

TEST(JaxRule, DisabledStacking) {
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  spec.features.push_back(makeFeature("aa", "b", 8));
  spec.groups = {makeGroup("s", {{"a", {}}, {"b", {}}})};
  StackOptions options;
  options.disableStacking = true;
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_EQ(describeTables(result), "a@0+0 | b@0+0");
  EXPECT_EQ(result.stacks[0].reasons[0], "alone: table stacking is disabled");
  // By name: aa before fb.
  const spec::StackedTable &table = result.stacks[1].tables[0];
  ASSERT_EQ(table.features.size(), 2u);
  EXPECT_EQ(table.features[0].feature.name, "aa");
  EXPECT_EQ(table.features[1].rowOffset, 8);
  spec.config.emplace().disableTableStacking = true;
  StackedSpec byConfig = stack(spec);
  EXPECT_EQ(byConfig.stacks, result.stacks);
  EXPECT_EQ(byConfig.config, spec.config);
}

TEST(JaxRule, TablesWithoutFeaturesAreLeftOut) {
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  spec.features.erase(spec.features.begin());
  EXPECT_EQ(describeTables(stack(spec)), "b@0+0");
}

} // namespace
} // namespace sc::test
