//===-- CoreSort.h - the ids of one SparseCore, sorted ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids become keys: owner SparseCore, row of its shard, then order of arrival.

#ifndef SC_RUNTIME_HOST_CORESORT_H
#define SC_RUNTIME_HOST_CORESORT_H

#include "runtime/host/BatchPlan.h"
#include "runtime/host/CoreMemory.h"

#include <span>

namespace sc::host {

/// Everything one SparseCore's work depends on.
struct CoreWork {
  const StackSpec &spec;
  const StackLayout &layout;
  const StackPlan &plan;
  int64_t core; // over the local devices
  bool checkWeights;
};

struct WeightedId {
  uint32_t sample;
  float gain;
};

/// Keys of one sort group: those of owner o lie together, by row, then sample.
struct SortedGroup {
  const SortGroup *group = nullptr;
  std::span<const uint64_t> keys;
};

/// The ids of one SparseCore, sorted, and where that lies.
struct SortedCore {
  uint64_t *keys = nullptr;
  /// A key's low half is an index of this if the stack is weighted, else the
  /// sample.
  WeightedId *weighted = nullptr;
  float *sampleGains = nullptr; // of unweighted stacks that need them
  std::vector<SortedGroup> groups;
};

/// Memory of sorted ids, of one SparseCore or of several.
class SortedMemory {
public:
  /// Makes room for `ids` ids and `samples` samples.
  absl::Status grow(const StackPlan &plan, int64_t ids, int64_t samples);
  /// Gives `core` the memory from these on.
  void place(int64_t firstId, int64_t firstSample, SortedCore &core);

private:
  GrowingArray<uint64_t> keys;
  GrowingArray<WeightedId> weighted;
  GrowingArray<float> sampleGains;
};

/// Memory of one worker, used again and again.
struct SortScratch {
  GrowingArray<uint64_t> spare;
  std::vector<uint32_t> counters;

  absl::Status grow(const StackPlan &plan);
};

/// Sorts all ids of `work` into sorted.groups. Fails for an id outside the
/// vocabulary and for weights without a meaning.
absl::Status sortCore(const CoreWork &work, SortScratch &scratch,
                      SortedCore &sorted);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_CORESORT_H
