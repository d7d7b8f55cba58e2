//===-- MinibatchSplits.cpp - where buckets part --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree is walked level by level, in place.

#include "runtime/host/MinibatchSplits.h"

#include <algorithm>
#include <bit>

namespace sc::host {

uint64_t computeSplitMask(const BucketCounts &counts, int64_t limit) {
  BucketCounts level = counts;
  uint64_t mask = 0;
  int node = 0;
  for (int size = kNumBuckets / 2; size > 0; size /= 2) {
    for (int i = 0; i < size; ++i, ++node) {
      int64_t left = level[static_cast<size_t>(2 * i)];
      int64_t right = level[static_cast<size_t>(2 * i + 1)];
      bool isSplit = left + right > limit;
      mask |= uint64_t(isSplit) << node;
      level[static_cast<size_t>(i)] =
          isSplit ? std::max(left, right) : left + right;
    }
  }
  return mask;
}

// The node whose halves meet between buckets k and k + 1: as many levels up as
// k + 1 has trailing zeros.
static int getNodeBetween(int bucket) {
  int height = std::countr_zero(static_cast<unsigned>(bucket + 1));
  int firstNode = kNumBuckets - (kNumBuckets >> height);
  return firstNode + ((bucket + 1) >> (height + 1));
}

void listMinibatches(uint64_t splitMask, std::vector<Minibatch> &minibatches) {
  minibatches.clear();
  int first = 0;
  for (int bucket = 0; bucket < kNumBuckets - 1; ++bucket) {
    if (splitMask >> getNodeBetween(bucket) & 1) {
      minibatches.push_back({first, bucket});
      first = bucket + 1;
    }
  }
  minibatches.push_back({first, kNumBuckets - 1});
}

} // namespace sc::host
