//===-- SuggestLimits.cpp - limits from batches or from a spec ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima, and the documented closed form.

#include "runtime/host/SuggestLimits.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/Layout.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>

namespace sc::host {

using absl::StrCat;

int64_t findLargest(const std::vector<int64_t> &counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

ObservedLimits observeLimits(const Statistics &statistics) {
  return {findLargest(statistics.maxIds), findLargest(statistics.maxUniqueIds),
          findLargest(statistics.requiredBufferSizes)};
}

// Up to the next multiple of `unit`; at least `unit`.
static absl::StatusOr<int64_t> roundLimit(const char *what, double value,
                                          int64_t unit) {
  if (!(value < static_cast<double>(kMaxInt32 - unit)))
    return absl::OutOfRangeError(
        StrCat(what, " of ", value, " exceeds INT32 (", kMaxInt32, ")"));
  int64_t whole = static_cast<int64_t>(std::ceil(value));
  return std::max(unit, roundUp(whole, unit));
}

absl::StatusOr<SuggestedLimits> suggestLimits(const ObservedLimits &observed,
                                              const Topology &topology,
                                              double headroom) {
  SC_RETURN_IF_ERROR(checkTopology(topology));
  if (!(headroom >= 1))
    return absl::InvalidArgumentError(
        StrCat("headroom must be at least 1, but got ", headroom));
  auto scale = [headroom](int64_t count) {
    return static_cast<double>(count) * headroom;
  };
  const int64_t cores = topology.sparseCoresPerDevice;
  SuggestedLimits limits;
  SC_ASSIGN_OR_RETURN(
      limits.maxIdsPerPartition,
      roundLimit("max_ids_per_partition", scale(observed.maxIds), 1));
  SC_ASSIGN_OR_RETURN(limits.maxUniqueIdsPerPartition,
                      roundLimit("max_unique_ids_per_partition",
                                 scale(observed.maxUniqueIds), 1));
  double size = scale(observed.requiredBufferSize) * static_cast<double>(cores);
  SC_ASSIGN_OR_RETURN(limits.bufferSize,
                      roundLimit("the buffer size", size, kAlignment * cores));
  // Larger suggestions than the limits allow are refused.
  double largest =
      static_cast<double>(roundUp(limits.maxIdsPerPartition, kAlignment)) *
      static_cast<double>(cores * cores * topology.globalDevices);
  if (static_cast<double>(limits.bufferSize) > largest)
    limits.bufferSize = static_cast<int64_t>(largest);
  return limits;
}

absl::StatusOr<SuggestedLimits>
estimateLimits(int64_t globalBatch, double valency, const Topology &topology) {
  SC_RETURN_IF_ERROR(checkTopology(topology));
  if (globalBatch <= 0 || !(valency > 0))
    return absl::InvalidArgumentError(
        StrCat("batch and valency must be greater than 0, but got ",
               globalBatch, " and ", valency));
  const double cores = static_cast<double>(topology.sparseCoresPerDevice);
  const double devices = static_cast<double>(topology.globalDevices);
  const double partitions = cores * devices;
  const double deviceIds = static_cast<double>(globalBatch) / devices * valency;
  const double lookups = deviceIds / cores; // of a SparseCore
  // A fifth of them go to one hot partition, the rest spread with noise.
  const double peak = 0.2 * lookups + 0.8 * lookups / partitions +
                      2 * std::sqrt(lookups / partitions);
  SuggestedLimits limits;
  SC_ASSIGN_OR_RETURN(
      limits.maxIdsPerPartition,
      roundLimit("max_ids_per_partition", 1.25 * peak, kAlignment));
  SC_ASSIGN_OR_RETURN(
      limits.maxUniqueIdsPerPartition,
      roundLimit("max_unique_ids_per_partition", 0.625 * peak, kAlignment));
  const double size =
      std::max(cores * static_cast<double>(limits.maxIdsPerPartition),
               1.2 * deviceIds + 14 * partitions);
  SC_ASSIGN_OR_RETURN(limits.bufferSize,
                      roundLimit("the buffer size", size,
                                 kAlignment * topology.sparseCoresPerDevice));
  return limits;
}

} // namespace sc::host
