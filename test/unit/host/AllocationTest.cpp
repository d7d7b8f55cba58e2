//===-- AllocationTest.cpp - no memory is asked for twice -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the calls of operator new.

#include "test/unit/host/AllocationCount.h"
#include "test/unit/host/HostTest.h"

namespace sc::test {
namespace {

using namespace host;

/// Allocations of the second to fourth of equal batches.
static int64_t countAllocations(Options options, int64_t maxIds) {
  std::vector<int32_t> ids, splits;
  std::vector<float> weights;
  for (int32_t k = 0; k <= 64; ++k)
    splits.push_back(40 * k);
  for (int32_t i = 0; i < 40 * 64; ++i) {
    ids.push_back(i * 7919 % 5000);
    weights.push_back(static_cast<float>(1 + i % 3));
  }
  StackSpec stack = makeStack(5000);
  stack.features[0].combiner = Combiner::Mean;
  stack.maxIdsPerPartition = stack.maxUniqueIdsPerPartition = maxIds;
  auto preprocessor = Preprocessor::create({stack}, {2, 2, 4}, options);
  EXPECT_TRUE(preprocessor.ok()) << preprocessor.status();
  std::vector<FeatureInput> inputs = {
      {"clicks", RaggedInput{IdArray(std::span<const int32_t>(ids)),
                             IdArray(std::span<const int32_t>(splits)),
                             WeightArray(std::span<const float>(weights))}}};
  EXPECT_TRUE(preprocessor->run({0, inputs}).ok());
  int64_t before = allocations;
  for (int64_t number = 1; number < 4; ++number)
    EXPECT_TRUE(preprocessor->run({number, inputs}).ok());
  return allocations - before;
}

TEST(Allocation, NoneAfterFirstBatch) {
  EXPECT_GT(allocations, 0); // the hook works
  EXPECT_EQ(countAllocations({}, 1000), 0);
  Options options;
  options.threads = 2;
  EXPECT_EQ(countAllocations(options, 1000), 0);
  options.enableMinibatching = true;
  EXPECT_EQ(countAllocations(options, 1000), 0);
  EXPECT_EQ(countAllocations(options, 20), 0); // split
}

} // namespace
} // namespace sc::test
