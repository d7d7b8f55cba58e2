//===-- TensorFlowRuleTest.cpp - stacks as TensorFlow makes them ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where its rules differ from those of jax-tpu-embedding.

#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::Contains;
using testing::ElementsAre;

/// No limits but those that a test sets.
StackOptions makeOptions() {
  StackOptions options;
  options.rule = StackRule::TensorFlow;
  options.activationBytesLimit = 0;
  options.shardBytesLimit = 0;
  return options;
}

TEST(TensorFlowRule, SpecDecidesTheOrder) {
  // Not the features.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  std::swap(spec.features[0], spec.features[1]);
  StackedSpec result = stack(spec, {2, 4}, makeOptions());
  EXPECT_EQ(describeTables(result), "a@0+0 b@8+4");
  EXPECT_EQ(result.stacks[0].tables[1].features[0].rowOffset, 0);
}

TEST(TensorFlowRule, StacksComeByWidthAndOptimizer) {
  std::vector<spec::Table> tables = {makeTable("wide", 64, 16), makeTable("b"),
                                     makeTable("c"), makeTable("d"),
                                     makeTable("e")};
  tables[1].optimizer.type = "sgd";
  tables[2].optimizer.type = tables[3].optimizer.type = "adagrad";
  tables[4].combiner = spec::Combiner::Mean; // may be mixed
  EXPECT_THAT(getNames(stack(makeSpec(tables), {2, 4}, makeOptions())),
              ElementsAre("c_d", "b_e", "wide"));
  // 16 is more than 8, though not as text.
  tables[0].embeddingDim = 104;
  EXPECT_THAT(getNames(stack(makeSpec(tables), {2, 4}, makeOptions())),
              ElementsAre("c_d", "b_e", "wide"));
}

TEST(TensorFlowRule, LimitsMustNotBeReached) {
  // 16 samples on 2 devices: 8 on each, 2 on each SparseCore, of 32 B.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  StackOptions options = makeOptions();
  options.activationBytesLimit = 129;
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_THAT(getNames(result), ElementsAre("a_b"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("2 tables of width 8, optimizer sgd: activations 128 B "
                       "of less than 129 B"));
  options.activationBytesLimit = 128;
  result = stack(spec, {2, 4}, options);
  EXPECT_THAT(getNames(result), ElementsAre("a", "b"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'b' not in this stack: activations 64 B more would "
                       "reach 128 B"));
  options.activationBytesLimit = 64;
  EXPECT_THAT(stack(spec, {2, 4}, options).stacks[0].reasons,
              Contains("alone: activations 64 B reach 64 B"));
  options.activationBytesLimit = 0;
  EXPECT_THAT(stack(spec, {2, 4}, options).stacks[0].reasons,
              Contains("2 tables of width 8, optimizer sgd: activations 128 B "
                       "without a limit"));
}

TEST(TensorFlowRule, SamplesAreRoundedDownOnce) {
  // a has three features of 10 samples on one device: 30 / 4 is 7, where
  // jax-tpu-embedding has 2 + 2 + 2.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")}, 10);
  spec.features.push_back(makeFeature("f2", "a", 10));
  spec.features.push_back(makeFeature("f3", "a", 10));
  StackOptions options = makeOptions();
  options.activationBytesLimit = (7 + 2) * 32;
  EXPECT_EQ(stack(spec, {1, 4}, options).stacks.size(), 2u);
  options.activationBytesLimit = (7 + 2) * 32 + 1;
  EXPECT_EQ(stack(spec, {1, 4}, options).stacks.size(), 1u);
}

TEST(TensorFlowRule, ShardBytes) {
  // 64 rows of 32 B on 2 devices.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")});
  StackOptions options = makeOptions();
  options.shardBytesLimit = 2049;
  EXPECT_EQ(stack(spec, {2, 4}, options).stacks.size(), 1u);
  options.shardBytesLimit = 2048;
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'b' not in this stack: table of a device 1024 B more "
                       "would reach 2048 B"));
  // 2 GiB by default: 2^25 rows of 32 B are half of it, on one device.
  spec = makeSpec({makeTable("a", 1 << 25, 8), makeTable("b", 1 << 25, 8)});
  options.shardBytesLimit = std::nullopt;
  EXPECT_EQ(stack(spec, {1, 4}, options).stacks.size(), 2u);
  EXPECT_EQ(stack(spec, {2, 4}, options).stacks.size(), 1u);
}

TEST(TensorFlowRule, Rows) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a", 1 << 30), makeTable("b", (1 << 30) - 32)});
  StackedSpec result = stack(spec, {1, 4}, makeOptions());
  EXPECT_EQ(result.stacks.size(), 1u);
  spec.tables[1].vocabularySize = (1 << 30) - 31;
  result = stack(spec, {1, 4}, makeOptions());
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'b' not in this stack: rows 1073741824 more would "
                       "reach 2147483647"));
}

TEST(TensorFlowRule, Tables) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a"), makeTable("b"), makeTable("c")});
  StackOptions options = makeOptions();
  options.tablesLimit = 2;
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_EQ(describeTables(result), "a@0+0 b@8+4 | c@0+0");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("'c' not in this stack: it has the most tables, 2"));
}

TEST(TensorFlowRule, DefaultActivationLimit) {
  // 2^21 / 2 B each: together they reach 2 MiB, which JAX's rule allows.
  EmbeddingSpec spec = makeSpec({makeTable("a"), makeTable("b")}, 1 << 18);
  StackOptions options;
  EXPECT_EQ(stack(spec, {2, 4}, options).stacks.size(), 1u);
  options.rule = StackRule::TensorFlow;
  EXPECT_EQ(stack(spec, {2, 4}, options).stacks.size(), 2u);
}

TEST(TensorFlowRule, RotationIsOneDevice) {
  EmbeddingSpec spec =
      makeSpec({makeTable("a"), makeTable("b"), makeTable("c")});
  EXPECT_EQ(describeTables(stack(spec, {2, 4}, makeOptions())),
            "a@0+0 b@8+4 c@16+0");
  EXPECT_EQ(describeTables(stack(spec, {4, 2}, makeOptions())),
            "a@0+0 b@8+2 c@16+4");
}

TEST(TensorFlowRule, LongNamesAreWhole) {
  const std::string a(30, 'a');
  const std::string b(30, 'b');
  EmbeddingSpec spec = makeSpec({makeTable(a), makeTable(b)});
  EXPECT_THAT(getNames(stack(spec, {2, 4}, makeOptions())),
              ElementsAre(a + "_" + b));
}

} // namespace
} // namespace sc::test
