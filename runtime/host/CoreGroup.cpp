//===-- CoreGroup.cpp - sorted ids become entries -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most partitions cannot reach a limit and take the loop without checks.

#include "runtime/host/CoreGroup.h"

namespace sc::host {

void CoreCounts::reset(int64_t numOwners) {
  ids.resize(static_cast<size_t>(numOwners));
  uniqueIds.resize(static_cast<size_t>(numOwners));
  required = numEntries = droppedIdCount = 0;
  dropped = {};
}

void CoreCounts::setPartition(int64_t owner, int64_t entries, int64_t unique) {
  ids[static_cast<size_t>(owner)] = entries;
  uniqueIds[static_cast<size_t>(owner)] = unique;
  required += roundUp(entries, kAlignment);
}

void padEntries(const EntryArrays &to, int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  std::fill(to.ids + begin, to.ids + end, kPadId);
  std::fill(to.samples + begin, to.samples + end, kPadId);
  std::fill(to.gains + begin, to.gains + end, kPadGain);
}

int64_t padPartition(const EntryArrays &to, int64_t position) {
  int64_t end = roundUp(position, kAlignment);
  padEntries(to, position, end);
  return end;
}

namespace {

/// Counts without writing. Keys of equal column and sample are equal unless
/// their low half is an index.
template <typename Source>
void countSlice(const Slice &slice, Source, Partition &partition) {
  if (slice.keys.empty())
    return;
  const uint64_t *keys = slice.keys.data();
  int64_t ids = 1;
  int64_t uniqueIds = 1;
  for (size_t i = 1; i < slice.keys.size(); ++i) {
    const uint64_t difference = keys[i] ^ keys[i - 1];
    ids += difference != 0;
    uniqueIds += difference >> 32 != 0;
  }
  partition.ids += ids;
  partition.uniqueIds += uniqueIds;
}

template <>
void countSlice(const Slice &slice, WeightedSource source,
                Partition &partition) {
  uint64_t lastColumn = UINT64_MAX;
  uint32_t lastSample = 0;
  for (size_t i = 0; i < slice.keys.size(); ++i) {
    source.prefetch(slice.keys, i);
    const uint64_t column = slice.keys[i] >> 32;
    const uint32_t sample = source.getSample(slice.keys[i]);
    partition.ids += column != lastColumn || sample != lastSample;
    partition.uniqueIds += column != lastColumn;
    lastColumn = column;
    lastSample = sample;
  }
}

} // namespace

int64_t groupIntoSegment(const CoreWork &work, const SortedCore &sorted,
                         bool isDropping, const SegmentSpace &space,
                         std::vector<SortedGroup> &rests, CoreCounts &counts) {
  Limits limits{INT64_MAX, INT64_MAX, space.capacity};
  if (isDropping)
    limits = {work.spec.maxIdsPerPartition, work.spec.maxUniqueIdsPerPartition,
              space.capacity};
  counts.reset(work.layout.numCores);
  OwnerCursor cursor(work, sorted, rests);
  int64_t end = std::min(space.begin, space.capacity);
  for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
    Partition partition{end};
    cursor.visitOwner([&](const Slice &slice, auto source) {
      int64_t count = static_cast<int64_t>(slice.keys.size());
      bool isFree = count <= limits.maxIds - partition.ids &&
                    count <= limits.maxUniqueIds - partition.uniqueIds &&
                    count <= limits.capacity - partition.position;
      if (isFree)
        groupFreely(slice, source, space.entries, partition);
      else
        groupWithLimits(slice, source, space.entries, limits, partition,
                        counts);
    });
    counts.setPartition(owner, partition.ids, partition.uniqueIds);
    counts.numEntries += partition.position - end;
    space.rowPointers[owner] = static_cast<int32_t>(partition.position);
    end = padPartition(space.entries, partition.position);
  }
  std::fill(space.rowPointers + work.layout.numCores,
            space.rowPointers + work.layout.pointersPerSegment,
            static_cast<int32_t>(end));
  return end;
}

void countEntries(const CoreWork &work, const SortedCore &sorted,
                  std::vector<SortedGroup> &rests, CoreCounts &counts) {
  counts.reset(work.layout.numCores);
  OwnerCursor cursor(work, sorted, rests);
  for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
    Partition partition{0};
    cursor.visitOwner([&](const Slice &slice, auto source) {
      countSlice(slice, source, partition);
    });
    counts.setPartition(owner, partition.ids, partition.uniqueIds);
  }
}

} // namespace sc::host
