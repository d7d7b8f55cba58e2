//===-- Layout.h - sizes and keys of a stack --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that follows from the spec alone, checked once.

#ifndef SC_RUNTIME_HOST_LAYOUT_H
#define SC_RUNTIME_HOST_LAYOUT_H

#include "runtime/host/Spec.h"
#include "runtime/support/Saturated.h"

#include "absl/status/statusor.h"

#include <bit>

namespace sc::host {

constexpr int64_t kMaxDeviceSamples = int64_t(1) << 26; // below; JAX's keys

/// `value` up to a multiple of `unit`, both at least 0.
constexpr int64_t roundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Features whose tables share rows of the stack, so that their ids are sorted
/// together. Groups come in the order of their rows.
struct SortGroup {
  std::vector<size_t> features; // by rowOffset
  int64_t firstRow = 0;         // in a SparseCore's shard
  int64_t endRow = 0;
  int rowBits = 0; // of row - firstRow
};

struct StackLayout {
  int64_t numCores = 0; // of all devices, a power of two
  int coreBits = 0;
  int64_t bufferSize = 0;         // entries of a device
  int64_t rowPointersSize = 0;    // of a device
  int64_t pointersPerSegment = 0; // a segment: one SparseCore, one minibatch
  std::vector<size_t> order;      // features by rowOffset
  std::vector<SortGroup> groups;
  SortGroup all; // of all features
  /// Ids of feature f are below idEnds[f].
  std::vector<int64_t> idEnds;
};

absl::Status checkTopology(const Topology &topology);

/// Names, numbers and 32-bit sizes of all stacks.
absl::StatusOr<std::vector<StackLayout>>
makeLayouts(const std::vector<StackSpec> &stacks, const Topology &topology,
            const Options &options);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_LAYOUT_H
