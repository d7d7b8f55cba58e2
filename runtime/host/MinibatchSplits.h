//===-- MinibatchSplits.h - where buckets part ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A binary tree over 64 buckets: its inner nodes that do not fit a limit are
// the splits.

#ifndef SC_RUNTIME_HOST_MINIBATCHSPLITS_H
#define SC_RUNTIME_HOST_MINIBATCHSPLITS_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sc::host {

constexpr int kNumBuckets = 64;
using BucketCounts = std::array<int64_t, kNumBuckets>;

/// Bits 0 .. 62: the inner nodes, leaves up and left to right, whose two halves
/// exceed `limit` together. Such a node counts as its larger half further up.
uint64_t computeSplitMask(const BucketCounts &counts, int64_t limit);

/// Buckets first .. last.
struct Minibatch {
  int first = 0;
  int last = 0;
};

/// Buckets k and k + 1 part where the node between them is set. Popcount + 1
/// minibatches, written to `minibatches`.
void listMinibatches(uint64_t splitMask, std::vector<Minibatch> &minibatches);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_MINIBATCHSPLITS_H
