//===-- StackLimitsTest.cpp - limits of tables become those of stacks -----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule, each source of a limit, and what is said of it.

#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// "320/96" of the first stack.
std::string getLimits(const StackedSpec &spec) {
  return std::to_string(spec.stacks[0].maxIdsPerPartition) + "/" +
         std::to_string(spec.stacks[0].maxUniqueIdsPerPartition);
}

StackOptions makeOptions(StackLimits limits) {
  StackOptions options;
  options.limits = limits;
  return options;
}

/// On 2 devices of 4 SparseCores.
StackedSpec stackWith(const EmbeddingSpec &spec, StackLimits limits) {
  return stack(spec, {2, 4}, makeOptions(limits));
}

TEST(StackLimits, Rules) {
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 256, 64), makeLimited("b", 64, 32)});
  StackedSpec sum = stackWith(spec, StackLimits::Sum);
  EXPECT_EQ(getLimits(sum), "320/96");
  EXPECT_THAT(sum.stacks[0].reasons,
              Contains("limits 320/96: sum of 'a' (256/64) and 'b' (64/32)"));
  StackedSpec max = stackWith(spec, StackLimits::Max);
  EXPECT_EQ(getLimits(max), "256/64");
  EXPECT_THAT(
      max.stacks[0].reasons,
      Contains("limits 256/64: largest of 'a' (256/64) and 'b' (64/32)"));
  StackedSpec jax = stackWith(spec, StackLimits::Jax);
  EXPECT_EQ(getLimits(jax), "256/256");
  EXPECT_THAT(jax.stacks[0].reasons,
              Contains("limits 256/256: those of jax-tpu-embedding for any "
                       "stack, not of 'a' (256/64) and 'b' (64/32)"));
}

TEST(StackLimits, PublishedMaximum) {
  // keras-rs: 8192/4096 and 64/32 once became 256/256.
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 8192, 4096), makeLimited("b", 64, 32)});
  EXPECT_EQ(getLimits(stackWith(spec, StackLimits::Max)), "8192/4096");
  EXPECT_EQ(getLimits(stackWith(spec, StackLimits::Jax)), "256/256");
  EXPECT_EQ(getLimits(stackWith(spec, StackLimits::Sum)), "8256/4128");
}

TEST(StackLimits, OneTableKeepsItsOwn) {
  EmbeddingSpec spec = makeSpec({makeLimited("a", 17, 5)});
  for (StackLimits rule :
       {StackLimits::Sum, StackLimits::Max, StackLimits::Jax}) {
    StackedSpec result = stackWith(spec, rule);
    EXPECT_EQ(getLimits(result), "17/5");
    EXPECT_THAT(result.stacks[0].reasons, Contains("limits 17/5: of 'a'"));
  }
}

TEST(StackLimits, Defaults) {
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 64, {}), makeLimited("b", {}, {})});
  StackedSpec result = stackWith(spec, StackLimits::Sum);
  EXPECT_EQ(getLimits(result), "320/512");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("max_ids_per_partition not stated for 'b': default "
                       "256"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("max_unique_ids_per_partition not stated for 'a' and "
                       "'b': default 256"));
}

TEST(StackLimits, TotalsOfTheConfig) {
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", {}, {}), makeLimited("b", 100, {})});
  spec.config.emplace();
  spec.config->maxIdsPerTable = {{"a", 500}, {"b", 8}};
  spec.config->maxUniqueIdsPerTable = {{"b", 8}};
  StackedSpec result = stackWith(spec, StackLimits::Sum);
  // 500 / 8 partitions up to 63, and the 100 that b states itself.
  EXPECT_EQ(getLimits(result), "163/257");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("max_ids_per_partition of 'a' is 63: max_ids_per_table "
                       "500 over 8 partitions"));
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("max_unique_ids_per_partition of 'b' is 1: "
                       "max_unique_ids_per_table 8 over 8 partitions"));
}

TEST(StackLimits, OfTheStack) {
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 256, 64), makeLimited("b", {}, {})});
  spec.groups = {makeGroup("s", {{"a", {}}, {"b", {}}})};
  spec.groups[0].limits.maxIdsPerPartition = 400;
  StackedSpec result = stackWith(spec, StackLimits::Sum);
  EXPECT_EQ(getLimits(result), "400/320");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("limits 400/320: max_ids_per_partition given for the "
                       "stack, else sum of 'a' (256/64) and 'b' (256/256)"));
  // Nothing is said of what does not count.
  EXPECT_THAT(result.stacks[0].reasons,
              Not(Contains(HasSubstr("max_ids_per_partition not stated"))));
  EXPECT_THAT(
      result.stacks[0].reasons,
      Contains("max_unique_ids_per_partition not stated for 'b': default "
               "256"));
  spec.groups[0].limits.maxUniqueIdsPerPartition = 100;
  result = stackWith(spec, StackLimits::Jax);
  EXPECT_EQ(getLimits(result), "400/100");
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("limits 400/100: given for the stack"));
  EXPECT_THAT(result.stacks[0].reasons, Not(Contains(HasSubstr("not stated"))));
}

TEST(StackLimits, LongListsAreCut) {
  std::vector<spec::Table> tables;
  for (int i = 0; i < 10; ++i)
    tables.push_back(makeLimited("t" + std::to_string(i), 8, 8));
  EXPECT_THAT(stackWith(makeSpec(tables), StackLimits::Sum).stacks[0].reasons,
              Contains(testing::EndsWith("'t6' (8/8), 't7' (8/8) and 2 more")));
  tables.pop_back();
  EXPECT_THAT(stackWith(makeSpec(tables), StackLimits::Sum).stacks[0].reasons,
              Contains(testing::EndsWith("'t7' (8/8) and 't8' (8/8)")));
}

TEST(StackLimits, Errors) {
  EXPECT_EQ(stackError(makeSpec({makeLimited("a", 0, {})})),
            "stack 'a': max_ids_per_partition must be greater than 0, but got "
            "0");
  EXPECT_EQ(stackError(makeSpec({makeLimited("a", 1, -3)})),
            "stack 'a': max_unique_ids_per_partition must be greater than 0, "
            "but got -3");
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 1 << 30, 1), makeLimited("b", 1 << 30, 1)});
  spec.tables[0].location = "spec.json:3:5";
  EXPECT_EQ(stackError(spec),
            "spec.json:3:5: stack 'a_b': max_ids_per_partition 2147483648 "
            "exceeds INT32 (2147483647); state it for the stack, or lower that "
            "of its tables");
}

} // namespace
} // namespace sc::test
