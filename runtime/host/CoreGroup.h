//===-- CoreGroup.h - sorted ids become entries -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal ids of a sample become one entry; partitions are counted and limited.

#ifndef SC_RUNTIME_HOST_COREGROUP_H
#define SC_RUNTIME_HOST_COREGROUP_H

#include "runtime/host/CoreSlices.h"

namespace sc::host {

/// Space for one segment, and who uses it.
struct SegmentSpace {
  EntryArrays entries;
  int64_t begin = 0;
  int64_t capacity = 0; // where the space ends
  int32_t *rowPointers = nullptr;
};

/// Writes the entries of all partitions to one segment, aligned and padded, and
/// the row pointers. Beyond limits, if `isDropping`, and beyond the capacity
/// ids are dropped. Returns the end, aligned. `rests` is working memory.
int64_t groupIntoSegment(const CoreWork &work, const SortedCore &sorted,
                         bool isDropping, const SegmentSpace &space,
                         std::vector<SortedGroup> &rests, CoreCounts &counts);

/// Sets the counts of all partitions without writing anything.
void countEntries(const CoreWork &work, const SortedCore &sorted,
                  std::vector<SortedGroup> &rests, CoreCounts &counts);

/// Pads from `position` to the next multiple of 8; returns that.
int64_t padPartition(const EntryArrays &to, int64_t position);

/// Fills with padding.
void padEntries(const EntryArrays &to, int64_t begin, int64_t end);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_COREGROUP_H
