//===-- CoreSplit.h - entries of one SparseCore in minibatches --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorted ids are kept until all hosts agree on the minibatches; then their
// entries are written.

#ifndef SC_RUNTIME_HOST_CORESPLIT_H
#define SC_RUNTIME_HOST_CORESPLIT_H

#include "runtime/host/CoreGroup.h"
#include "runtime/host/MinibatchSplits.h"

namespace sc::host {

/// One SparseCore between its sort and the writing of its entries.
struct CoreEntries {
  SortedCore sorted;
  CoreCounts counts;

  // Set by splitCore. Keys of owner o's bucket b are those from
  // starts[o * kNumBuckets + b] on, by row, which is their upper half, then by
  // sample.
  bool isSplit = false;
  std::vector<int64_t> starts;
  std::vector<int64_t> bucketEntries; // without those beyond limits
  bool isOverBucketLimits = false;
  uint64_t splitMask = 0;
  int64_t maxBucketIds = 0; // of one owner, before dropping
  int64_t maxBucketUniqueIds = 0;
};

/// Memory of one worker.
struct SplitScratch {
  std::vector<SortedGroup> rests;
  GrowingArray<uint64_t> keys; // of one SparseCore

  // Of one owner.
  std::vector<Slice> slices;
  GrowingArray<uint32_t> columns; // distinct
  GrowingArray<uint64_t> ends;    // of each column, see CoreSplit.cpp
  GrowingArray<uint64_t> hashes;

  absl::Status grow(const StackLayout &layout, int64_t numIds);
};

/// Sorts the keys of each owner by bucket, from `sorted` to
/// `entries.sorted.keys`, which is other memory, counts them and sets
/// `splitMask`. Beyond the limits of a bucket ids will be dropped if
/// `isDropping`.
void splitCore(const CoreWork &work, bool isDropping, const SortedCore &sorted,
               SplitScratch &scratch, CoreEntries &entries);

/// The buckets of each minibatch.
using Minibatches = std::span<const Minibatch>;

/// Entries that the segments of `entries` take, partitions aligned.
int64_t countSegmentEntries(const CoreEntries &entries,
                            Minibatches minibatches);

/// Fills the segments of one SparseCore after splitCore. What does not fit is
/// dropped. Returns the end, aligned.
int64_t fillSegments(const CoreWork &work, bool isDropping,
                     Minibatches minibatches, const SegmentSpace &space,
                     CoreEntries &entries);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_CORESPLIT_H
