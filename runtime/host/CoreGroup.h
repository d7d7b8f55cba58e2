//===-- CoreGroup.h - sorted ids become entries -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal ids of a sample become one entry; partitions are counted and limited.

#ifndef SC_RUNTIME_HOST_COREGROUP_H
#define SC_RUNTIME_HOST_COREGROUP_H

#include "runtime/host/CoreSort.h"
#include "runtime/host/Results.h"

namespace sc::host {

/// Where entries go, as parallel arrays.
struct EntryArrays {
  int32_t *ids = nullptr; // rows of the owner's shard
  int32_t *samples = nullptr;
  float *gains = nullptr;
  uint32_t *multiplicities = nullptr; // ids in an entry; null: not wanted
};

/// What happened on one SparseCore.
struct CoreCounts {
  std::vector<int64_t> ids;       // [owner], after deduplication
  std::vector<int64_t> uniqueIds; // [owner]
  int64_t required = 0;           // entries, partitions aligned
  int64_t numEntries = 0;
  DropCounts dropped;
  int64_t droppedIdCount = 0;
};

// Both use up sorted.groups.

/// Writes the entries of all partitions to one segment of `capacity` entries,
/// aligned and padded, and the row pointers. Beyond limits, if `isDropping`,
/// and beyond the capacity ids are dropped. Returns the end, aligned.
int64_t groupIntoSegment(const CoreWork &work, SortScratch &sorted,
                         bool isDropping, const EntryArrays &to,
                         int64_t capacity, int32_t *rowPointers,
                         CoreCounts &counts);

/// Writes all entries without gaps; those of owner o start at starts[o].
void groupCompactly(const CoreWork &work, SortScratch &sorted,
                    const EntryArrays &to, std::span<int64_t> starts,
                    CoreCounts &counts);

/// Pads from `position` to the next multiple of 8; returns that.
int64_t padPartition(const EntryArrays &to, int64_t position);

/// Fills with padding.
void padEntries(const EntryArrays &to, int64_t begin, int64_t end);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_COREGROUP_H
