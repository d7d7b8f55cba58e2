//===-- CoreSplit.cpp - entries of one SparseCore in minibatches ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distinct columns are hashed once, entries move once: those of an owner are
// already sorted, so a stable count by bucket is all that is left.

#include "runtime/host/CoreSplit.h"

#include "runtime/host/BucketHash.h"

#include <algorithm>

namespace sc::host {

template <typename T> static void grow(std::vector<T> &vector, int64_t size) {
  if (static_cast<int64_t>(vector.size()) < size)
    vector.resize(static_cast<size_t>(size));
}

void CoreEntries::reserve(const StackLayout &layout, int64_t numIds) {
  grow(ids, numIds);
  grow(samples, numIds);
  grow(gains, numIds);
  grow(multiplicities, numIds);
  grow(starts, layout.numCores * kNumBuckets + 1);
}

EntryArrays CoreEntries::getArrays() {
  return {ids.data(), samples.data(), gains.data(), multiplicities.data()};
}

EntryArrays SplitScratch::getArrays() {
  return {ids.data(), samples.data(), gains.data(), multiplicities.data()};
}

void SplitScratch::reserve(int64_t numEntries) {
  grow(ids, numEntries);
  grow(samples, numEntries);
  grow(gains, numEntries);
  grow(multiplicities, numEntries);
  grow(columns, numEntries);
  grow(hashes, numEntries);
  grow(ends, numEntries);
}

namespace {

/// Splits one owner's entries.
class OwnerSplitter {
public:
  OwnerSplitter(const CoreWork &work, bool isDropping, SplitScratch &scratch,
                CoreEntries &entries)
      : work(work), scratch(scratch), entries(entries) {
    if (isDropping) {
      maxIds = work.spec.maxIdsPerPartition;
      maxUniqueIds = work.spec.maxUniqueIdsPerPartition;
    }
  }

  /// Entries begin .. end - 1 go to `written` on; returns where they end.
  int64_t split(int64_t owner, int64_t begin, int64_t end, int64_t written) {
    chooseBuckets(owner, begin, end);
    scatter(begin, end);
    merge();
    int64_t *starts = entries.starts.data() + owner * kNumBuckets;
    return isWithinLimits() ? keepOwner(starts, written)
                            : dropFromOwner(starts, written);
  }

private:
  // Hashes each distinct column once, and counts.
  void chooseBuckets(int64_t owner, int64_t begin, int64_t end) {
    const int32_t *ids = entries.ids.data();
    size_t numColumns = 0;
    for (int64_t i = begin; i < end; ++i) {
      numColumns += i == begin || ids[i] != ids[i - 1];
      scratch.columns[numColumns - 1] = static_cast<uint32_t>(ids[i])
                                            << work.layout.coreBits |
                                        static_cast<uint32_t>(owner);
      scratch.ends[numColumns - 1] = static_cast<uint32_t>(i - begin) + 1;
    }
    hashWords(kBucketKey, {scratch.columns.data(), numColumns},
              {scratch.hashes.data(), numColumns});
    sizes.fill(0);
    uniqueIds.fill(0);
    uint32_t last = 0;
    for (size_t column = 0; column < numColumns; ++column) {
      size_t bucket = scratch.hashes[column] % kNumBuckets;
      sizes[bucket] += scratch.ends[column] - last;
      ++uniqueIds[bucket];
      last = scratch.ends[column];
    }
  }

  void scatter(int64_t begin, int64_t end) {
    BucketCounts places;
    int64_t sum = 0;
    for (size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
      places[bucket] = sum;
      sum += sizes[bucket];
    }
    const EntryArrays from = entries.getArrays();
    const EntryArrays to = scratch.getArrays();
    const uint64_t *hashes = scratch.hashes.data();
    size_t column = 0;
    for (int64_t i = begin; i < end; ++i) {
      column += i > begin && from.ids[i] != from.ids[i - 1];
      int64_t place = places[hashes[column] % kNumBuckets]++;
      to.ids[place] = from.ids[i];
      to.samples[place] = from.samples[i];
      to.gains[place] = from.gains[i];
      to.multiplicities[place] = from.multiplicities[i];
    }
  }

  bool isWithinLimits() const {
    return *std::max_element(sizes.begin(), sizes.end()) <= maxIds &&
           *std::max_element(uniqueIds.begin(), uniqueIds.end()) <=
               maxUniqueIds;
  }

  int64_t keepOwner(int64_t *starts, int64_t written) {
    int64_t next = 0;
    for (size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
      starts[bucket] = written + next;
      next += sizes[bucket];
    }
    return keepAll(0, next, written);
  }

  int64_t dropFromOwner(int64_t *starts, int64_t written) {
    int64_t next = 0;
    for (size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
      starts[bucket] = written;
      written = keepWithinLimits(next, next + sizes[bucket], written);
      next += sizes[bucket];
    }
    return written;
  }

  // Entries go back.
  int64_t keepAll(int64_t begin, int64_t end, int64_t written) {
    const EntryArrays from = scratch.getArrays();
    const EntryArrays to = entries.getArrays();
    std::copy(from.ids + begin, from.ids + end, to.ids + written);
    std::copy(from.samples + begin, from.samples + end, to.samples + written);
    std::copy(from.gains + begin, from.gains + end, to.gains + written);
    std::copy(from.multiplicities + begin, from.multiplicities + end,
              to.multiplicities + written);
    return written + (end - begin);
  }

  // The same without those beyond a limit.
  int64_t keepWithinLimits(int64_t begin, int64_t end, int64_t written) {
    int64_t numUnique = 0;
    for (int64_t i = begin; i < end; ++i) {
      numUnique += i == begin || scratch.ids[i] != scratch.ids[i - 1];
      bool isOverIds = i - begin >= maxIds;
      if (isOverIds || numUnique > maxUniqueIds)
        drop(i, isOverIds);
      else
        written = keepAll(i, i + 1, written);
    }
    return written;
  }

  void drop(int64_t i, bool isOverIds) {
    DropCounts &dropped = entries.counts.dropped;
    (isOverIds ? dropped.overMaxIds : dropped.overMaxUniqueIds) +=
        scratch.multiplicities[i];
    entries.counts.droppedIdCount += scratch.multiplicities[i];
  }

  void merge() {
    entries.splitMask |= computeSplitMask(sizes, work.spec.maxIdsPerPartition);
    entries.splitMask |=
        computeSplitMask(uniqueIds, work.spec.maxUniqueIdsPerPartition);
    entries.maxBucketIds = std::max(
        entries.maxBucketIds, *std::max_element(sizes.begin(), sizes.end()));
    entries.maxBucketUniqueIds =
        std::max(entries.maxBucketUniqueIds,
                 *std::max_element(uniqueIds.begin(), uniqueIds.end()));
  }

  const CoreWork &work;
  SplitScratch &scratch;
  CoreEntries &entries;
  int64_t maxIds = INT64_MAX;
  int64_t maxUniqueIds = INT64_MAX;
  BucketCounts sizes; // entries, before dropping
  BucketCounts uniqueIds;
};

} // namespace

void splitCore(const CoreWork &work, bool isDropping, SplitScratch &scratch,
               CoreEntries &entries) {
  entries.splitMask = 0;
  entries.maxBucketIds = entries.maxBucketUniqueIds = 0;
  OwnerSplitter splitter(work, isDropping, scratch, entries);
  // Sizes of the owners: their starts are overwritten on the way.
  int64_t begin = 0;
  int64_t written = 0;
  for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
    int64_t end = begin + entries.counts.ids[static_cast<size_t>(owner)];
    written = splitter.split(owner, begin, end, written);
    begin = end;
  }
  entries.starts[static_cast<size_t>(work.layout.numCores * kNumBuckets)] =
      written;
  entries.numBuckets = kNumBuckets;
}

namespace {

struct Range {
  int64_t begin;
  int64_t end;
};

Range getPartition(const CoreEntries &entries, int64_t owner,
                   const Minibatch &minibatch) {
  const int64_t *starts = entries.starts.data() + owner * entries.numBuckets;
  return {starts[minibatch.first], starts[minibatch.last + 1]};
}

int64_t copyPartition(const CoreEntries &entries, Range range, int64_t position,
                      int64_t count, const EntryArrays &to) {
  std::copy_n(entries.ids.data() + range.begin, count, to.ids + position);
  std::copy_n(entries.samples.data() + range.begin, count,
              to.samples + position);
  std::copy_n(entries.gains.data() + range.begin, count, to.gains + position);
  return position + count;
}

void dropRest(CoreEntries &entries, int64_t begin, int64_t end) {
  entries.counts.droppedIdCount += end - begin;
  for (int64_t i = begin; i < end; ++i)
    entries.counts.dropped.overBuffer += entries.multiplicities[i];
}

} // namespace

int64_t countSegmentEntries(const CoreEntries &entries,
                            Minibatches minibatches) {
  int64_t sum = 0;
  auto numOwners = static_cast<int64_t>(entries.counts.ids.size());
  for (int64_t owner = 0; owner < numOwners; ++owner)
    for (const Minibatch &minibatch : minibatches) {
      Range range = getPartition(entries, owner, minibatch);
      sum += roundUp(range.end - range.begin, kAlignment);
    }
  return sum;
}

int64_t fillSegments(const StackLayout &layout, CoreEntries &entries,
                     Minibatches minibatches, int64_t begin,
                     const DeviceSpace &space) {
  int64_t position = std::min(begin, space.size);
  int32_t *pointers = space.rowPointers;
  entries.counts.numEntries = 0;
  for (const Minibatch &minibatch : minibatches) {
    for (int64_t owner = 0; owner < layout.numCores; ++owner) {
      Range range = getPartition(entries, owner, minibatch);
      int64_t fitting =
          std::min(range.end - range.begin, space.size - position);
      position =
          copyPartition(entries, range, position, fitting, space.entries);
      dropRest(entries, range.begin + fitting, range.end);
      entries.counts.numEntries += fitting;
      pointers[owner] = static_cast<int32_t>(position);
      position = padPartition(space.entries, position);
    }
    std::fill(pointers + layout.numCores, pointers + layout.pointersPerSegment,
              static_cast<int32_t>(position));
    pointers += layout.pointersPerSegment;
  }
  return position;
}

} // namespace sc::host
