//===-- StackState.h - the buffers of one stack -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that stays between batches, and the work of one SparseCore on it.

#ifndef SC_RUNTIME_HOST_STACKSTATE_H
#define SC_RUNTIME_HOST_STACKSTATE_H

#include "runtime/host/CoreSplit.h"
#include "runtime/support/Array.h"

#include <atomic>
#include <memory>

namespace sc::host {

/// Memory of one worker.
struct WorkerScratch {
  SortScratch sort;
  SplitScratch split;
  SortedMemory sortedMemory; // unless a split is expected
  SortedCore sorted;
};

/// One stack. Calls for different SparseCores may run at the same time.
class StackState {
public:
  static absl::StatusOr<StackState> create(const StackSpec &spec,
                                           const StackLayout &layout,
                                           const Topology &topology,
                                           const Options &options);

  StackPlan &getPlan() { return plan; }

  /// Checks the plan's rows and makes room for their ids.
  absl::Status planBatch();
  /// Makes room for the ids of one SparseCore.
  absl::Status growScratch(WorkerScratch &scratch) const;

  /// Without minibatching: fills the SparseCore's part of the buffers.
  absl::Status fillCore(int64_t core, WorkerScratch &scratch);

  // With minibatching. Whether a split is expected decides what is done first,
  // not what comes of it.
  bool expectsSplit() const { return isSplitExpected; }
  /// Makes room to keep sorted ids.
  absl::Status expectSplit();
  /// If no split is expected: fills the SparseCore's part of the buffers unless
  /// it is over its limits. Calls must start in the order of SparseCores.
  absl::Status fillCoreInOrder(int64_t core, WorkerScratch &scratch);
  /// Else: sorts and counts, and keeps the sorted ids.
  absl::Status collectCore(int64_t core, WorkerScratch &scratch);
  bool isOverLimits() const;
  /// Sorts the ids by bucket, unless collectCore has.
  void splitCore(int64_t core, WorkerScratch &scratch);
  uint64_t getSplitMask() const;
  /// Before fillMinibatches: where each SparseCore starts. A batch that is not
  /// split has no minibatches here.
  void placeCores(Minibatches minibatches);
  void fillMinibatches(int64_t core, Minibatches minibatches,
                       WorkerScratch &scratch);
  /// After it, for each device: pads what earlier batches left.
  void finishDevice(int64_t device, Minibatches minibatches);

  /// Ids beyond limits that may not be dropped are an error; if the batch is
  /// split, those of a bucket.
  absl::Status checkLimits(bool isSplit) const;
  /// The same for ids that did not fit the buffer.
  absl::Status checkOverflow() const;

  void setResult(StackResult &result) const;

private:
  StackState(const StackSpec &spec, const StackLayout &layout,
             const Topology &topology, const Options &options);
  CoreWork getWork(int64_t core) const;
  EntryArrays getEntries(int64_t device) const;
  SegmentSpace getSegmentSpace(int64_t core, int64_t segmentsPerCore) const;
  int64_t takeBegin(int64_t core, int64_t required);
  bool isOverLimits(const CoreCounts &counts) const;
  int32_t *getRowPointers(int64_t device) const;
  absl::Status checkLimit(const char *what, const char *limitName,
                          int64_t limit, bool isUnique, bool isSplit) const;

  const StackSpec *spec;
  const StackLayout *layout;
  Topology topology;
  Options options;
  int64_t numCores; // of this host
  StackPlan plan;
  runtime::AlignedBytes rowPointers, ids, samples, gains;
  std::vector<CoreEntries> cores; // without minibatching: counts only
  SortedMemory sortedMemory;      // of cores, if a split is expected
  bool isSplitExpected = false;   // as the last batch was
  std::unique_ptr<std::atomic<int64_t>[]> ordered; // begins, once known
  std::vector<int64_t> begins;         // of cores, with minibatching
  std::vector<int64_t> segmentEntries; // of cores, with minibatching
  std::vector<int64_t> ends;           // where the last fill of each core ended
  // With minibatching: up to where each core's part may hold old entries.
  std::vector<int64_t> dirtyEnds;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_STACKSTATE_H
