//===-- CoreSort.h - the ids of one SparseCore, sorted ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids become keys: owner SparseCore, row of its shard, then order of arrival.

#ifndef SC_RUNTIME_HOST_CORESORT_H
#define SC_RUNTIME_HOST_CORESORT_H

#include "runtime/host/BatchPlan.h"

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

/// Memory of one worker, used again and again.
struct SortScratch {
  std::vector<uint64_t> keys;
  std::vector<uint64_t> spare;
  /// A key's low half is an index of this if the stack is weighted, else the
  /// sample.
  std::vector<WeightedId> weighted;
  std::vector<float> sampleGains; // of unweighted stacks that need them
  std::vector<uint32_t> counters;
  std::vector<SortedGroup> groups; // the result

  void reserve(const StackPlan &plan);
};

/// Sorts all ids of `work` into scratch.groups. Fails for an id outside the
/// vocabulary and for weights without a meaning.
absl::Status sortCore(const CoreWork &work, SortScratch &scratch);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_CORESORT_H
