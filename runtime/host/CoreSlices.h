//===-- CoreSlices.h - loops over sorted ids --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops that count, split and write entries share.

#ifndef SC_RUNTIME_HOST_CORESLICES_H
#define SC_RUNTIME_HOST_CORESLICES_H

#include "runtime/host/CoreSort.h"
#include "runtime/host/Results.h"

#include <algorithm>

namespace sc::host {

// Where sample and gain of a key are.

struct UniformSource {
  uint32_t getSample(uint64_t key) const { return static_cast<uint32_t>(key); }
  float getGain(uint64_t) const { return 1.0f; }
  void prefetch(std::span<const uint64_t>, size_t) const {}
};

struct SampleSource {
  const float *gains;
  uint32_t getSample(uint64_t key) const { return static_cast<uint32_t>(key); }
  float getGain(uint64_t key) const {
    return gains[static_cast<uint32_t>(key)];
  }
  void prefetch(std::span<const uint64_t>, size_t) const {}
};

struct WeightedSource {
  const WeightedId *weighted;
  uint32_t getSample(uint64_t key) const {
    return weighted[static_cast<uint32_t>(key)].sample;
  }
  float getGain(uint64_t key) const {
    return weighted[static_cast<uint32_t>(key)].gain;
  }
  /// Before key i: sorted keys point anywhere.
  void prefetch(std::span<const uint64_t> keys, size_t i) const {
    constexpr size_t kAhead = 24;
    if (i + kAhead < keys.size())
      __builtin_prefetch(weighted + static_cast<uint32_t>(keys[i + kAhead]));
  }
};

/// Keys of one owner in one group.
struct Slice {
  std::span<const uint64_t> keys;
  uint32_t rowMask;
  int32_t firstRow;

  int32_t getId(uint64_t key) const {
    return static_cast<int32_t>(static_cast<uint32_t>(key >> 32) & rowMask) +
           firstRow;
  }
};

/// Cuts off the keys of `owner`, which come first.
inline Slice takeOwner(SortedGroup &rest, int64_t owner) {
  const int rowBits = rest.group->rowBits;
  const uint64_t end = static_cast<uint64_t>(owner + 1) << (32 + rowBits);
  size_t count = static_cast<size_t>(
      std::lower_bound(rest.keys.begin(), rest.keys.end(), end) -
      rest.keys.begin());
  Slice slice{rest.keys.first(count), (1u << rowBits) - 1,
              static_cast<int32_t>(rest.group->firstRow)};
  rest.keys = rest.keys.subspan(count);
  return slice;
}

/// Calls visit(source).
template <typename Visit>
void visitSource(const StackPlan &plan, const SortedCore &sorted,
                 const Visit &visit) {
  if (plan.isWeighted)
    visit(WeightedSource{sorted.weighted});
  else if (plan.isUniform)
    visit(UniformSource());
  else
    visit(SampleSource{sorted.sampleGains});
}

/// Visits the keys of one SparseCore owner by owner, once.
class OwnerCursor {
public:
  /// `rests` is memory for the groups.
  OwnerCursor(const CoreWork &work, const SortedCore &sorted,
              std::vector<SortedGroup> &rests)
      : work(work), sorted(sorted), rests(rests) {
    rests.assign(sorted.groups.begin(), sorted.groups.end());
  }

  /// Calls visit(slice, source) for the slices of the next owner.
  template <typename Visit> void visitOwner(const Visit &visit) {
    for (SortedGroup &rest : rests) {
      Slice slice = takeOwner(rest, owner);
      visitSource(work.plan, sorted,
                  [&](auto source) { visit(slice, source); });
    }
    ++owner;
  }

private:
  const CoreWork &work;
  const SortedCore &sorted;
  std::vector<SortedGroup> &rests;
  int64_t owner = 0;
};

/// Where entries go, as parallel arrays.
struct EntryArrays {
  int32_t *ids = nullptr; // rows of the owner's shard
  int32_t *samples = nullptr;
  float *gains = nullptr;
};

/// What happened on one SparseCore.
struct CoreCounts {
  std::vector<int64_t> ids;       // [owner], after deduplication
  std::vector<int64_t> uniqueIds; // [owner]
  int64_t required = 0;           // entries, partitions aligned
  int64_t numEntries = 0;
  DropCounts dropped;
  int64_t droppedIdCount = 0;

  void reset(int64_t numOwners);
  void setPartition(int64_t owner, int64_t entries, int64_t unique);
};

/// What becomes of an entry and its duplicates.
enum class Fate { Kept, OverMaxIds, OverMaxUniqueIds, OverBuffer };

/// Ranks of an entry in its partition, and where it would go.
struct Limits {
  int64_t maxIds;
  int64_t maxUniqueIds;
  int64_t capacity;

  Fate decide(int64_t ids, int64_t uniqueIds, int64_t position) const {
    if (ids > maxIds)
      return Fate::OverMaxIds;
    if (uniqueIds > maxUniqueIds)
      return Fate::OverMaxUniqueIds;
    return position < capacity ? Fate::Kept : Fate::OverBuffer;
  }
};

inline void countFate(Fate fate, bool isDuplicate, CoreCounts &counts) {
  counts.dropped.overMaxIds += fate == Fate::OverMaxIds;
  counts.dropped.overMaxUniqueIds += fate == Fate::OverMaxUniqueIds;
  counts.dropped.overBuffer += fate == Fate::OverBuffer;
  counts.droppedIdCount +=
      fate != Fate::Kept && !(fate == Fate::OverBuffer && isDuplicate);
}

/// One partition on its way to the arrays.
struct Partition {
  int64_t position; // where the next entry goes
  int64_t ids = 0;
  int64_t uniqueIds = 0;
};

/// No limit can be reached.
template <typename Source>
void groupFreely(const Slice &slice, Source source, const EntryArrays to,
                 Partition &partition) {
  int64_t position = partition.position;
  int64_t uniqueIds = 0;
  uint64_t lastColumn = UINT64_MAX;
  uint32_t lastSample = 0;
  for (size_t i = 0; i < slice.keys.size(); ++i) {
    source.prefetch(slice.keys, i);
    const uint64_t key = slice.keys[i];
    const uint64_t column = key >> 32;
    const uint32_t sample = source.getSample(key);
    const float gain = source.getGain(key);
    if (column == lastColumn && sample == lastSample) {
      to.gains[position - 1] += gain;
      continue;
    }
    uniqueIds += column != lastColumn;
    lastColumn = column;
    lastSample = sample;
    to.ids[position] = slice.getId(key);
    to.samples[position] = static_cast<int32_t>(sample);
    to.gains[position] = gain;
    ++position;
  }
  partition.ids += position - partition.position;
  partition.uniqueIds += uniqueIds;
  partition.position = position;
}

/// Ranks count what is dropped too, so what follows a dropped entry is dropped.
template <typename Source>
void groupWithLimits(const Slice &slice, Source source, const EntryArrays &to,
                     const Limits &limits, Partition &partition,
                     CoreCounts &counts) {
  uint64_t lastColumn = UINT64_MAX;
  uint32_t lastSample = 0;
  Fate fate = Fate::Kept;
  for (uint64_t key : slice.keys) {
    const uint64_t column = key >> 32;
    const uint32_t sample = source.getSample(key);
    const bool isDuplicate = column == lastColumn && sample == lastSample;
    if (!isDuplicate) {
      ++partition.ids;
      partition.uniqueIds += column != lastColumn;
      fate =
          limits.decide(partition.ids, partition.uniqueIds, partition.position);
    }
    lastColumn = column;
    lastSample = sample;
    countFate(fate, isDuplicate, counts);
    if (fate != Fate::Kept)
      continue;
    if (isDuplicate) {
      to.gains[partition.position - 1] += source.getGain(key);
      continue;
    }
    to.ids[partition.position] = slice.getId(key);
    to.samples[partition.position] = static_cast<int32_t>(sample);
    to.gains[partition.position] = source.getGain(key);
    ++partition.position;
  }
}

} // namespace sc::host

#endif // SC_RUNTIME_HOST_CORESLICES_H
