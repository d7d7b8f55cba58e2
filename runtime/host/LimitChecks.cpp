//===-- LimitChecks.cpp - ids that may not be dropped ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors in JAX's words, with the numbers that would do.

#include "runtime/format/StatusMacros.h"
#include "runtime/host/StackState.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

using absl::StrCat;

namespace {

/// The largest count and where it was seen.
struct Observed {
  int64_t count = 0;
  size_t core = 0;
  size_t owner = 0;
};

Observed findLargest(const std::vector<CoreEntries> &cores, bool isUnique) {
  Observed largest;
  for (size_t core = 0; core < cores.size(); ++core) {
    const CoreCounts &counts = cores[core].counts;
    const std::vector<int64_t> &values =
        isUnique ? counts.uniqueIds : counts.ids;
    for (size_t owner = 0; owner < values.size(); ++owner)
      if (values[owner] > largest.count)
        largest = {values[owner], core, owner};
  }
  return largest;
}

Observed findLargestBucket(const std::vector<CoreEntries> &cores,
                           bool isUnique) {
  Observed largest;
  for (size_t core = 0; core < cores.size(); ++core) {
    int64_t count =
        isUnique ? cores[core].maxBucketUniqueIds : cores[core].maxBucketIds;
    if (count > largest.count)
      largest = {count, core, 0};
  }
  return largest;
}

} // namespace

absl::Status StackState::checkLimit(const char *what, const char *limitName,
                                    int64_t limit, bool isUnique,
                                    bool isSplit) const {
  Observed largest = isSplit ? findLargestBucket(cores, isUnique)
                             : findLargest(cores, isUnique);
  if (largest.count <= limit)
    return absl::OkStatus();
  const auto perDevice = static_cast<size_t>(topology.sparseCoresPerDevice);
  std::string place = StrCat("local device ", largest.core / perDevice,
                             ", SparseCore ", largest.core % perDevice);
  if (isSplit)
    absl::StrAppend(&place, ", in one of ", kNumBuckets,
                    " buckets, which cannot be split");
  else
    absl::StrAppend(&place, ", partition ", largest.owner);
  std::string remedies =
      StrCat("raise ", limitName, " to at least ", largest.count);
  if (!options.enableMinibatching)
    absl::StrAppend(&remedies, ", enable minibatching");
  return absl::ResourceExhaustedError(
      StrCat("Observed ", what, " per partition: ", largest.count,
             " for table: ", spec->name, " is greater than the set ", what,
             " per partition: ", limit, " (", place, "); ", remedies,
             ", allow id dropping, or reduce the batch size"));
}

absl::Status StackState::checkLimits(bool isSplit) const {
  if (options.allowIdDropping)
    return absl::OkStatus();
  SC_RETURN_IF_ERROR(checkLimit("max ids", "max_ids_per_partition",
                                spec->maxIdsPerPartition, false, isSplit));
  return checkLimit("max unique ids", "max_unique_ids_per_partition",
                    spec->maxUniqueIdsPerPartition, true, isSplit);
}

absl::Status StackState::checkOverflow() const {
  if (options.allowIdDropping || !options.failOnBufferOverflow)
    return absl::OkStatus();
  const int64_t perDevice = topology.sparseCoresPerDevice;
  int64_t dropped = 0;
  int64_t needed = 0; // by the device that needs most
  for (int64_t device = 0; device < topology.localDevices; ++device) {
    int64_t sum = 0;
    int64_t largest = 0;
    for (int64_t local = 0; local < perDevice; ++local) {
      size_t core = static_cast<size_t>(device * perDevice + local);
      dropped += cores[core].counts.dropped.overBuffer;
      int64_t size = options.enableMinibatching ? segmentEntries[core]
                                                : cores[core].counts.required;
      sum += size;
      largest = std::max(largest, size);
    }
    // Without minibatching the SparseCores have equal parts.
    needed = std::max(needed, options.enableMinibatching
                                  ? roundUp(sum, kAlignment * perDevice)
                                  : largest * perDevice);
  }
  if (dropped == 0)
    return absl::OkStatus();
  return absl::ResourceExhaustedError(
      StrCat("table: ", spec->name, ": ", dropped, " of ", plan.numIds,
             " ids do not fit the buffer of ", layout->bufferSize,
             " entries for each device; raise the suggested buffer size to at "
             "least ",
             needed, ", or allow id dropping"));
}

} // namespace sc::host
