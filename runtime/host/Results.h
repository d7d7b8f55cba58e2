//===-- Results.h - buffers and statistics ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a SparseCore program takes, and what the batch says about the limits.

#ifndef SC_RUNTIME_HOST_RESULTS_H
#define SC_RUNTIME_HOST_RESULTS_H

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace sc::host {

/// What entries hold that no id takes.
constexpr int32_t kPadId = 2147483647;
constexpr float kPadGain = std::bit_cast<float>(0x7fc00000);

/// Ids that were left out, by cause; each duplicate counts.
struct DropCounts {
  int64_t overMaxIds = 0;
  int64_t overMaxUniqueIds = 0; // and within max_ids
  int64_t overBuffer = 0;

  int64_t getTotal() const {
    return overMaxIds + overMaxUniqueIds + overBuffer;
  }
  DropCounts &operator+=(const DropCounts &other) {
    overMaxIds += other.overMaxIds;
    overMaxUniqueIds += other.overMaxUniqueIds;
    overBuffer += other.overBuffer;
    return *this;
  }
};

/// Observed numbers: before dropping, and before a batch is split.
struct Statistics {
  std::vector<int64_t> maxIds;              // [local device][owner]
  std::vector<int64_t> maxUniqueIds;        // [local device][owner]
  std::vector<int64_t> requiredBufferSizes; // [local device][SparseCore]
  int64_t numIds = 0;                       // of all local devices
  int64_t numEntries = 0;                   // in the buffers
  DropCounts dropped;
  /// JAX's count: duplicates of ids that only the buffer left out do not count.
  int64_t droppedIdCount = 0;

  int64_t getNumKeptIds() const { return numIds - dropped.getTotal(); }
  double getDroppedPercent() const {
    return numIds > 0 ? 100.0 * static_cast<double>(dropped.getTotal()) /
                            static_cast<double>(numIds)
                      : 0;
  }
};

/// One stack on all local devices, one device after the other. Space that
/// holds no entry has kPadId and kPadGain; row pointers of minibatches that do
/// not occur are the end of the last that does.
struct Buffers {
  int64_t rowPointersPerDevice = 0;
  int64_t entriesPerDevice = 0;
  std::span<const int32_t> rowPointers;
  std::span<const int32_t> embeddingIds;
  std::span<const int32_t> sampleIds;
  std::span<const float> gains;
};

struct StackResult {
  Buffers buffers;
  Statistics statistics;
};

struct Results {
  int64_t numMinibatches = 1;      // the same for all stacks, devices and hosts
  std::vector<StackResult> stacks; // as in the spec
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_RESULTS_H
