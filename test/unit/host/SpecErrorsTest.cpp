//===-- SpecErrorsTest.cpp - specs that are refused -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule of the spec once, with its text.

#include "test/unit/host/HostTest.h"

namespace sc::test {
namespace {

using namespace host;
using testing::HasSubstr;

TEST(SpecErrors, LocalDevices) {
  EXPECT_EQ(getCreateError({makeStack()}, {0, 1, 4}),
            "local_device_count must be greater than 0, but got 0");
}

TEST(SpecErrors, GlobalDevices) {
  EXPECT_EQ(getCreateError({makeStack()}, {1, 0, 4}),
            "global_device_count must be greater than 0, but got 0");
}

TEST(SpecErrors, GlobalBelowLocal) {
  EXPECT_EQ(getCreateError({makeStack()}, {2, 1, 4}),
            "global_device_count must be greater than or equal to "
            "local_device_count, but got 1 vs 2");
}

TEST(SpecErrors, GlobalNotMultipleOfLocal) {
  EXPECT_EQ(getCreateError({makeStack()}, {3, 4, 1}),
            "global_device_count (4) must be a multiple of local_device_count "
            "(3)");
}

TEST(SpecErrors, SparseCores) {
  EXPECT_EQ(getCreateError({makeStack()}, {1, 1, -1}),
            "num_sc_per_device must be greater than 0, but got -1");
}

TEST(SpecErrors, NotPowerOfTwo) {
  EXPECT_EQ(getCreateError({makeStack()}, {3, 3, 2}),
            "Total number of SparseCores (6) must be a power of 2.");
}

TEST(SpecErrors, TooManySparseCores) {
  EXPECT_EQ(getCreateError({makeStack()}, {1, int64_t(1) << 62, 4}),
            "4611686018427387904 devices with 4 SparseCores each exceed INT32 "
            "(2147483647)");
}

TEST(SpecErrors, NoStacks) {
  EXPECT_EQ(getCreateError({}), "no stacks: expected at least one");
}

TEST(SpecErrors, NoFeatures) {
  StackSpec stack = makeStack();
  stack.features.clear();
  EXPECT_EQ(getCreateError({stack}),
            "stack 'user_table' has no features: expected at least one");
}

TEST(SpecErrors, StackTwice) {
  StackSpec other = makeStack();
  other.features[0].name = "other";
  EXPECT_EQ(getCreateError({makeStack(), other}),
            "stack 'user_table' occurs twice");
}

TEST(SpecErrors, FeatureTwice) {
  StackSpec other = makeStack();
  other.name = "other";
  EXPECT_EQ(getCreateError({makeStack(), other}),
            "feature 'clicks' of table 'user_table' occurs twice");
}

static std::string getFeatureError(void (*change)(FeatureSpec &)) {
  StackSpec stack = makeStack();
  change(stack.features[0]);
  std::string error = getCreateError({stack});
  std::string prefix = "feature 'clicks' of table 'user_table': ";
  EXPECT_TRUE(error.starts_with(prefix)) << error;
  return error.substr(std::min(error.size(), prefix.size()));
}

TEST(SpecErrors, Vocabulary) {
  EXPECT_EQ(getFeatureError([](FeatureSpec &f) { f.vocabularySize = 0; }),
            "vocabulary size must be greater than 0, but got 0");
}

TEST(SpecErrors, RowOffset) {
  EXPECT_EQ(getFeatureError([](FeatureSpec &f) { f.rowOffset = -8; }),
            "row_offset must not be negative, but got -8");
}

TEST(SpecErrors, ColShift) {
  EXPECT_EQ(getFeatureError([](FeatureSpec &f) { f.colShift = -1; }),
            "col_shift must not be negative, but got -1");
}

TEST(SpecErrors, ColOffset) {
  EXPECT_EQ(getFeatureError([](FeatureSpec &f) { f.colOffset = 6; }),
            "col_offset (6) must be a multiple of the number of SparseCores "
            "(4)");
}

TEST(SpecErrors, RowsExceedInt32) {
  EXPECT_EQ(getFeatureError([](FeatureSpec &f) {
              f.colOffset = 2147483644;
              f.vocabularySize = 5;
            }),
            "rows 2147483644 to 2147483644 + 5 of the stack exceed INT32 "
            "(2147483647)");
  StackSpec last = makeStack(4);
  last.features[0].colOffset = 2147483644;
  EXPECT_EQ(getCreateError({last}), "");
}

TEST(SpecErrors, MaxIds) {
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 0;
  EXPECT_EQ(getCreateError({stack}),
            "stack 'user_table': max_ids_per_partition must be from 1 to "
            "2147483647, but got 0");
}

TEST(SpecErrors, MaxUniqueIds) {
  StackSpec stack = makeStack();
  stack.maxUniqueIdsPerPartition = int64_t(1) << 31;
  EXPECT_EQ(getCreateError({stack}),
            "stack 'user_table': max_unique_ids_per_partition must be from 1 "
            "to 2147483647, but got 2147483648");
}

TEST(SpecErrors, SuggestionTooLarge) {
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 16;
  stack.suggestedBufferSize = 1024;
  EXPECT_EQ(
      getCreateError({stack}),
      "Suggested Coo Buffer Size is larger than the theoretical max for table "
      "user_table: 1024 vs 256. Adjust the suggested size or the "
      "max_ids_per_partition values.");
}

TEST(SpecErrors, SuggestionNotPositive) {
  StackSpec stack = makeStack();
  stack.suggestedBufferSize = 0;
  EXPECT_EQ(getCreateError({stack}),
            "stack 'user_table': the suggested buffer size must be greater "
            "than 0, but got 0");
}

// 4194304 * 4 * 256 entries are 2^32.
TEST(SpecErrors, BufferExceedsInt32) {
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 4194304;
  EXPECT_EQ(getCreateError({stack}, {1, 64, 4}),
            "stack 'user_table': a buffer of 4294967296 entries "
            "(max_ids_per_partition 4194304, 4 SparseCores, 256 partitions, 1 "
            "minibatches) exceeds INT32 (2147483647); suggest a buffer size or "
            "lower the limit");
}

TEST(SpecErrors, RowPointersExceedInt32) {
  Options options;
  options.enableMinibatching = true;
  EXPECT_EQ(getCreateError({makeStack()}, {1, 1 << 21, 16}, options),
            "stack 'user_table': 33554432 row pointers for each of 16 "
            "SparseCores and 64 minibatches exceed INT32 (2147483647)");
}

// 2 TiB; sanitizers end the process instead.
TEST(SpecErrors, MoreThanMemory) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP();
#endif
#endif
  StackSpec stack = makeStack();
  stack.maxIdsPerPartition = 1 << 20;
  stack.suggestedBufferSize = 2147483584;
  EXPECT_EQ(getCreateError({stack}, {256, 256, 4}),
            "stack 'user_table': cannot allocate 2199023190016 bytes");
}

} // namespace
} // namespace sc::test
