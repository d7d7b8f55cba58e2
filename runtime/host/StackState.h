//===-- StackState.h - the buffers of one stack -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that stays between batches, and the work of one SparseCore on it.

#ifndef SC_RUNTIME_HOST_STACKSTATE_H
#define SC_RUNTIME_HOST_STACKSTATE_H

#include "runtime/host/CoreSplit.h"
#include "runtime/support/Array.h"

namespace sc::host {

/// Memory of one worker.
struct WorkerScratch {
  SortScratch sort;
  SplitScratch split;
};

/// One stack. Calls for different SparseCores may run at the same time.
class StackState {
public:
  static absl::StatusOr<StackState> create(const StackSpec &spec,
                                           const StackLayout &layout,
                                           const Topology &topology,
                                           const Options &options);

  StackPlan &getPlan() { return plan; }
  const StackSpec &getSpec() const { return *spec; }
  const StackLayout &getLayout() const { return *layout; }

  /// Checks the plan's rows and makes room for their ids.
  absl::Status planBatch();

  /// Without minibatching: fills the SparseCore's part of the buffers.
  absl::Status fillCore(int64_t core, WorkerScratch &scratch);

  /// With minibatching: keeps the entries.
  absl::Status collectCore(int64_t core, WorkerScratch &scratch);
  bool isOverLimits() const;
  /// Sorts them by bucket.
  void splitCore(int64_t core, WorkerScratch &scratch);
  uint64_t getSplitMask() const;
  /// Before fillMinibatches: where each SparseCore starts.
  void placeCores(Minibatches minibatches);
  void fillMinibatches(int64_t core, Minibatches minibatches);
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
  std::vector<CoreEntries> cores;      // without minibatching: counts only
  std::vector<int64_t> begins;         // of cores, with minibatching
  std::vector<int64_t> segmentEntries; // of cores, with minibatching
  std::vector<int64_t> ends;           // where the last fill of each core ended
  std::vector<int64_t> filled;         // of devices, with minibatching
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_STACKSTATE_H
