//===-- SuggestLimitsTest.cpp - limits from batches or from a spec --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published numbers, and that suggested limits are enough.

#include "runtime/host/SuggestLimits.h"
#include "test/unit/host/HostTest.h"

namespace sc::test {
namespace {

using namespace host;
using testing::HasSubstr;

static SuggestedLimits estimate(int64_t batch, double valency,
                                const Topology &topology) {
  absl::StatusOr<SuggestedLimits> limits =
      estimateLimits(batch, valency, topology);
  EXPECT_TRUE(limits.ok()) << limits.status();
  return *limits;
}

// The three examples that follow from the documented rule.
TEST(EstimateLimits, Documented) {
  EXPECT_EQ(estimate(16896, 100, {1, 16, 2}),
            (SuggestedLimits{14952, 7480, 127168}));
  EXPECT_EQ(estimate(4224, 1, {1, 4, 4}), (SuggestedLimits{96, 48, 1504}));
  EXPECT_EQ(estimate(128, 100, {1, 8, 2}), (SuggestedLimits{272, 136, 2144}));
}

TEST(EstimateLimits, Errors) {
  EXPECT_EQ(estimateLimits(0, 1, {}).status().message(),
            "batch and valency must be greater than 0, but got 0 and 1");
  EXPECT_THAT(std::string(estimateLimits(8, 1, {1, 1, 3}).status().message()),
              HasSubstr("must be a power of 2"));
  EXPECT_THAT(
      std::string(estimateLimits(int64_t(1) << 40, 10, {}).status().message()),
      HasSubstr("exceeds INT32 (2147483647)"));
}

static std::vector<int32_t> makeIds() {
  std::vector<int32_t> ids;
  for (int32_t i = 0; i < 640; ++i)
    ids.push_back(i * i % 997);
  return ids;
}

static std::string runWith(const SuggestedLimits &limits,
                           const std::vector<FeatureInput> &inputs) {
  StackSpec stack = makeStack(1000);
  stack.maxIdsPerPartition = limits.maxIdsPerPartition;
  stack.maxUniqueIdsPerPartition = limits.maxUniqueIdsPerPartition;
  stack.suggestedBufferSize = limits.bufferSize;
  return getRunError({stack}, inputs);
}

TEST(SuggestLimits, FitExactly) {
  std::vector<int32_t> ids = makeIds();
  std::vector<FeatureInput> inputs = {
      {"clicks", makeDense(std::span<const int32_t>(ids), 64, 10)}};
  auto preprocessor = Preprocessor::create({makeStack(1000)}, {}, {});
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  ObservedLimits observed = observeLimits((*results)->stacks[0].statistics);
  absl::StatusOr<SuggestedLimits> limits = suggestLimits(observed, {});
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(limits->maxIdsPerPartition, observed.maxIds);
  EXPECT_EQ(limits->bufferSize, observed.requiredBufferSize * 4);
  EXPECT_EQ(runWith(*limits, inputs), "");
  SuggestedLimits less = *limits;
  --less.maxIdsPerPartition;
  EXPECT_THAT(runWith(less, inputs), HasSubstr("max ids per partition"));
  less = *limits;
  --less.maxUniqueIdsPerPartition;
  EXPECT_THAT(runWith(less, inputs), HasSubstr("max unique ids per partition"));
  less = *limits;
  less.bufferSize -= 32;
  EXPECT_THAT(runWith(less, inputs),
              HasSubstr("raise the suggested buffer "
                        "size to at least " +
                        std::to_string(limits->bufferSize)));
}

TEST(SuggestLimits, Headroom) {
  absl::StatusOr<SuggestedLimits> limits =
      suggestLimits({100, 41, 104}, {}, 1.25);
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(*limits, (SuggestedLimits{125, 52, 544}));
  EXPECT_EQ(suggestLimits({}, {}, 0.5).status().message(),
            "headroom must be at least 1, but got 0.5");
}

// A suggestion above what the limits allow would be refused.
TEST(SuggestLimits, BufferWithinLimits) {
  absl::StatusOr<SuggestedLimits> limits = suggestLimits({8, 8, 32}, {}, 1.01);
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(*limits, (SuggestedLimits{9, 9, 160}));
  limits = suggestLimits({16, 16, 64}, {}, 1);
  EXPECT_EQ(limits->bufferSize, 256);
}

} // namespace
} // namespace sc::test
