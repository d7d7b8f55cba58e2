//===-- StackBuffersTest.cpp - entry buffers of stacks --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suggestions of tables and of stacks, against their limits.

#include "test/unit/stacking/StackingTest.h"

namespace sc::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

using Buffer = std::optional<int64_t>;

/// Limits 64/64 each, on 2 devices of 4 SparseCores: 2048 entries at most.
EmbeddingSpec makePair(Buffer a, Buffer b) {
  return makeSpec({makeLimited("a", 64, 64, a), makeLimited("b", 64, 64, b)});
}

Buffer getBuffer(const StackedSpec &spec) {
  return spec.stacks[0].suggestedBufferSize;
}

StackOptions makeOptions(StackLimits limits) {
  StackOptions options;
  options.limits = limits;
  return options;
}

TEST(StackBuffers, SumOfMembers) {
  StackedSpec result = stack(makePair(1024, 512));
  EXPECT_EQ(getBuffer(result), 1536);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer size 1536: sum of 'a' (1024) and 'b' "
                       "(512)"));
}

TEST(StackBuffers, LargestOfMembers) {
  StackedSpec result =
      stack(makePair(1024, 512), {2, 4}, makeOptions(StackLimits::Max));
  EXPECT_EQ(getBuffer(result), 1024);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer size 1024: largest of 'a' (1024) and "
                       "'b' (512)"));
}

TEST(StackBuffers, LimitsOfAFileLowerIt) {
  StackOptions options;
  options.fileLimits["a"] = {7, 4, "limits.json"};
  const std::string reason =
      "suggested buffer size 256 in its place, all that the limits allow: "
      "max_ids_per_partition 7 up to 8 x 4 SparseCores x 8 partitions";
  EmbeddingSpec spec = makeSpec({makeLimited("a", 64, 64, 1024)});
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_EQ(getBuffer(result), 256);
  EXPECT_THAT(result.stacks[0].reasons, Contains(reason));
  spec.groups = {makeGroup("a", {{"a", {}}})};
  spec.groups[0].limits.suggestedBufferSize = 2048;
  result = stack(spec, {2, 4}, options);
  EXPECT_EQ(getBuffer(result), 256);
  EXPECT_THAT(result.stacks[0].reasons, Contains(reason));
}

TEST(StackBuffers, LimitsOfAFileOutgrowIt) {
  StackOptions options;
  options.fileLimits["a"] = {300, 64, "limits.json"};
  EmbeddingSpec spec = makeSpec({makeLimited("a", 64, 64, 1024)});
  StackedSpec result = stack(spec, {2, 4}, options);
  EXPECT_EQ(getBuffer(result), std::nullopt);
  EXPECT_THAT(
      result.stacks[0].reasons,
      Contains("suggested buffer size 1024 not used: its 256 entries for each "
               "SparseCore are less than max_ids_per_partition 300 of "
               "limits.json"));
  options.fileLimits["a"].maxIds = 256;
  EXPECT_EQ(getBuffer(stack(spec, {2, 4}, options)), 1024);
}

TEST(StackBuffers, AllMembersMustStateOne) {
  StackedSpec result = stack(makePair(1024, {}));
  EXPECT_EQ(getBuffer(result), std::nullopt);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer sizes not used: 'a' (1024); 'b' "
                       "states none"));
  EXPECT_THAT(stack(makePair({}, {})).stacks[0].reasons,
              Not(Contains(HasSubstr("buffer"))));
}

TEST(StackBuffers, JaxStacksWithoutThem) {
  const StackOptions options = makeOptions(StackLimits::Jax);
  StackedSpec result = stack(makePair(1024, 512), {2, 4}, options);
  EXPECT_EQ(getBuffer(result), std::nullopt);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer sizes not used: 'a' (1024) and 'b' "
                       "(512); jax-tpu-embedding stacks without them"));
  // Not even for one table, unless nothing is stacked.
  EmbeddingSpec spec = makeSpec({makeLimited("a", 64, 64, 1024)});
  EXPECT_EQ(getBuffer(stack(spec, {2, 4}, options)), std::nullopt);
  StackOptions disabled = options;
  disabled.disableStacking = true;
  EXPECT_EQ(getBuffer(stack(spec, {2, 4}, disabled)), 1024);
  EXPECT_EQ(getBuffer(stack(spec)), 1024);
}

TEST(StackBuffers, OfTheStack) {
  EmbeddingSpec spec = makePair(1024, 512);
  spec.groups = {makeGroup("s", {{"a", {}}, {"b", {}}})};
  spec.groups[0].limits.suggestedBufferSize = 640;
  StackedSpec result = stack(spec);
  EXPECT_EQ(getBuffer(result), 640);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer size 640: given for the stack"));
}

TEST(StackBuffers, MembersRoundedApart) {
  // 1 and 1 ids are 8 and 8 entries apart, but 2 ids are 8 together.
  EmbeddingSpec spec =
      makeSpec({makeLimited("a", 1, 1, 256), makeLimited("b", 1, 1, 256)});
  StackedSpec result = stack(spec);
  EXPECT_EQ(getBuffer(result), 256);
  EXPECT_THAT(result.stacks[0].reasons,
              Contains("suggested buffer size 256 in its place, all that the "
                       "limits allow: max_ids_per_partition 2 up to 8 x 4 "
                       "SparseCores x 8 partitions"));
}

TEST(StackBuffers, LargerThanTheLimitsAllow) {
  EmbeddingSpec spec = makeSpec({makeLimited("a", 16, 16, 1024)});
  spec.tables[0].location = "spec.json:3:5";
  EXPECT_EQ(stackError(spec, {1, 4}),
            "spec.json:3:5: stack 'a': the suggested buffer size 1024 is "
            "larger than the 256 entries that the limits allow "
            "(max_ids_per_partition 16 x 4 SparseCores x 4 partitions); lower "
            "it to 256, or raise max_ids_per_partition to 64");
  spec.tables[0].limits.suggestedBufferSize = 256;
  EXPECT_EQ(getBuffer(stack(spec, {1, 4})), 256);
  // 257 is 288 after rounding.
  spec.tables[0].limits.suggestedBufferSize = 257;
  EXPECT_THAT(stackError(spec, {1, 4}),
              HasSubstr("or raise max_ids_per_partition to 24"));
  // Both remedies work.
  spec.tables[0].limits.maxIdsPerPartition = 24;
  EXPECT_EQ(getBuffer(stack(spec, {1, 4})), 257);
}

TEST(StackBuffers, Minibatching) {
  EmbeddingSpec spec = makeSpec({makeLimited("a", 16, 16, 1024)});
  StackOptions options;
  options.enableMinibatching = true;
  EXPECT_EQ(getBuffer(stack(spec, {1, 4}, options)), 1024);
  spec.tables[0].limits.suggestedBufferSize = 64 * 256 + 1;
  EXPECT_THAT(stackError(spec, {1, 4}, options),
              HasSubstr("larger than the 16384 entries that the limits allow "
                        "(max_ids_per_partition 16 x 4 SparseCores x 4 "
                        "partitions x 64 minibatches)"));
}

TEST(StackBuffers, SmallerThanMaxIds) {
  EmbeddingSpec spec = makeSpec({makeLimited("a", 8192, 64, 2048)}, 32);
  EXPECT_EQ(stackError(spec, {8, 2}),
            "stack 'a': the suggested buffer size 2048 leaves 1024 entries for "
            "each of 2 SparseCores of a device, less than "
            "max_ids_per_partition 8192; raise it to 16384, or lower "
            "max_ids_per_partition to 1024");
  spec.tables[0].limits.suggestedBufferSize = 16384;
  EXPECT_EQ(getBuffer(stack(spec, {8, 2})), 16384);
  spec.tables[0].limits.suggestedBufferSize = 2048;
  spec.tables[0].limits.maxIdsPerPartition = 1024;
  EXPECT_EQ(getBuffer(stack(spec, {8, 2})), 2048);
}

TEST(StackBuffers, NotPositive) {
  for (int64_t size : {int64_t(0), int64_t(-8)})
    EXPECT_EQ(stackError(makeSpec({makeLimited("a", 8, 8, size)})),
              "stack 'a': the suggested buffer size must be greater than 0, "
              "but got " +
                  std::to_string(size));
}

TEST(StackBuffers, Int32) {
  // 2^22 ids x 4 SparseCores x 256 partitions.
  EmbeddingSpec spec = makeSpec({makeLimited("a", 4'194'304, 64)}, 1024);
  EXPECT_EQ(stackError(spec, {64, 4}),
            "stack 'a': a buffer of 4294967296 entries (max_ids_per_partition "
            "4194304 x 4 SparseCores x 256 partitions) exceeds INT32 "
            "(2147483647); suggest a buffer size, or lower "
            "max_ids_per_partition to 2097144");
  spec.tables[0].limits.maxIdsPerPartition = 2'097'144;
  EXPECT_EQ(getBuffer(stack(spec, {64, 4})), std::nullopt);
  spec.tables[0].limits = {4'194'304, 64, int64_t(1) << 24};
  EXPECT_EQ(getBuffer(stack(spec, {64, 4})), 1 << 24);
  spec.tables[0].limits.suggestedBufferSize = int64_t(1) << 31;
  EXPECT_EQ(stackError(spec, {64, 4}),
            "stack 'a': a buffer of 2147483648 entries (suggested 2147483648) "
            "exceeds INT32 (2147483647); lower the suggested size");
  spec.tables[0].limits.suggestedBufferSize = INT64_MAX;
  EXPECT_THAT(stackError(spec, {64, 4}), HasSubstr("is larger than"));
  // Not even 8 ids fit.
  spec.tables[0].limits = {8, 8, {}};
  EXPECT_EQ(stackError(spec, {1 << 14, 256}),
            "stack 'a': a buffer of 8589934592 entries (max_ids_per_partition "
            "8 x 256 SparseCores x 4194304 partitions) exceeds INT32 "
            "(2147483647); suggest a buffer size");
}

} // namespace
} // namespace sc::test
