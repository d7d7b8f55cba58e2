//===-- CoreSplit.h - entries of one SparseCore in minibatches --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries are kept until all hosts agree on the minibatches, then filled in.

#ifndef SC_RUNTIME_HOST_CORESPLIT_H
#define SC_RUNTIME_HOST_CORESPLIT_H

#include "runtime/host/CoreGroup.h"
#include "runtime/host/MinibatchSplits.h"

namespace sc::host {

/// The entries of one SparseCore, by owner, then bucket.
struct CoreEntries {
  std::vector<int32_t> ids;
  std::vector<int32_t> samples;
  std::vector<float> gains;
  std::vector<uint32_t> multiplicities;
  /// Where owner o's bucket b starts, at o * numBuckets + b; then the end.
  std::vector<int64_t> starts;
  int numBuckets = 1;
  CoreCounts counts;
  uint64_t splitMask = 0;
  int64_t maxBucketIds = 0; // of one owner, before dropping
  int64_t maxBucketUniqueIds = 0;

  void reserve(const StackLayout &layout, int64_t numIds);
  EntryArrays getArrays();
};

/// Memory of one worker.
struct SplitScratch {
  std::vector<int32_t> ids;
  std::vector<int32_t> samples;
  std::vector<float> gains;
  std::vector<uint32_t> multiplicities;
  std::vector<uint32_t> columns; // distinct
  std::vector<uint64_t> hashes;
  std::vector<uint32_t> ends; // of each column's entries

  void reserve(int64_t numEntries);
  EntryArrays getArrays();
};

/// Sorts the entries of each owner by bucket and sets `splitMask`. Beyond the
/// limits of a bucket ids are dropped if `isDropping`.
void splitCore(const CoreWork &work, bool isDropping, SplitScratch &scratch,
               CoreEntries &entries);

/// The buckets of each minibatch; one minibatch of one bucket for a batch that
/// is not split.
using Minibatches = std::span<const Minibatch>;

/// Entries that the segments of `entries` take, partitions aligned.
int64_t countSegmentEntries(const CoreEntries &entries,
                            Minibatches minibatches);

/// Where a device's segments go.
struct DeviceSpace {
  EntryArrays entries;
  int32_t *rowPointers = nullptr; // of the SparseCore
  int64_t size = 0;
};

/// Fills the segments of one SparseCore from entry `begin` of the device on.
/// What does not fit is dropped. Returns the end, aligned.
int64_t fillSegments(const StackLayout &layout, CoreEntries &entries,
                     Minibatches minibatches, int64_t begin,
                     const DeviceSpace &space);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_CORESPLIT_H
