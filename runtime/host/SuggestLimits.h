//===-- SuggestLimits.h - limits from batches or from a spec ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a stack needs: the largest of what was seen, or an estimate.

#ifndef SC_RUNTIME_HOST_SUGGESTLIMITS_H
#define SC_RUNTIME_HOST_SUGGESTLIMITS_H

#include "runtime/host/Results.h"
#include "runtime/host/Spec.h"

#include "absl/status/statusor.h"

namespace sc::host {

/// The largest counts of any batches, devices and hosts.
struct ObservedLimits {
  int64_t maxIds = 0;
  int64_t maxUniqueIds = 0;
  int64_t requiredBufferSize = 0; // of a SparseCore

  bool operator==(const ObservedLimits &) const = default;
};

/// 0 where there are none.
int64_t findLargest(const std::vector<int64_t> &counts);

ObservedLimits observeLimits(const Statistics &statistics);

/// For a StackSpec.
struct SuggestedLimits {
  int64_t maxIdsPerPartition = 0;
  int64_t maxUniqueIdsPerPartition = 0;
  int64_t bufferSize = 0; // of a device

  bool operator==(const SuggestedLimits &) const = default;
};

/// What was observed times `headroom`, rounded up. With 1 exactly the batches
/// that were seen fit, if they are not split. Fails for headroom below 1, and
/// for limits that exceed 32 bits.
absl::StatusOr<SuggestedLimits> suggestLimits(const ObservedLimits &observed,
                                              const Topology &topology,
                                              double headroom = 1);

/// Before any batch was seen: the closed form of jax-tpu-embedding's
/// documentation, for ids whose frequencies fall like Zipf's. `globalBatch`
/// counts samples of all devices and features of the stack, `valency` ids in
/// each. Fails for numbers that are not positive or exceed 32 bits.
absl::StatusOr<SuggestedLimits>
estimateLimits(int64_t globalBatch, double valency, const Topology &topology);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_SUGGESTLIMITS_H
