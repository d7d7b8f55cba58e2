//===-- CoreGroup.cpp - sorted ids become entries -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most partitions cannot reach a limit and take the loop without checks.

#include "runtime/host/CoreGroup.h"

#include <algorithm>

namespace sc::host {

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

/// Where sample and gain of a key are.
struct UniformSource {
  uint32_t getSample(uint64_t key) const { return static_cast<uint32_t>(key); }
  float getGain(uint64_t) const { return 1.0f; }
};

struct SampleSource {
  const float *gains;
  uint32_t getSample(uint64_t key) const { return static_cast<uint32_t>(key); }
  float getGain(uint64_t key) const {
    return gains[static_cast<uint32_t>(key)];
  }
};

struct WeightedSource {
  const WeightedId *weighted;
  uint32_t getSample(uint64_t key) const {
    return weighted[static_cast<uint32_t>(key)].sample;
  }
  float getGain(uint64_t key) const {
    return weighted[static_cast<uint32_t>(key)].gain;
  }
};

/// One partition on its way to the arrays.
struct Partition {
  int64_t position; // where the next entry goes
  int64_t ids = 0;
  int64_t uniqueIds = 0;
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

/// No limit can be reached.
template <bool kCountsIds, typename Source>
void groupFreely(const Slice &slice, Source source, const EntryArrays &to,
                 Partition &partition) {
  int64_t position = partition.position;
  int64_t uniqueIds = 0;
  uint64_t lastColumn = UINT64_MAX;
  uint32_t lastSample = 0;
  for (uint64_t key : slice.keys) {
    const uint64_t column = key >> 32;
    const uint32_t sample = source.getSample(key);
    const float gain = source.getGain(key);
    if (column == lastColumn && sample == lastSample) {
      to.gains[position - 1] += gain;
      if constexpr (kCountsIds)
        ++to.multiplicities[position - 1];
      continue;
    }
    uniqueIds += column != lastColumn;
    lastColumn = column;
    lastSample = sample;
    to.ids[position] = slice.getId(key);
    to.samples[position] = static_cast<int32_t>(sample);
    to.gains[position] = gain;
    if constexpr (kCountsIds)
      to.multiplicities[position] = 1;
    ++position;
  }
  partition.ids += position - partition.position;
  partition.uniqueIds += uniqueIds;
  partition.position = position;
}

struct Limits {
  int64_t maxIds;
  int64_t maxUniqueIds;
  int64_t capacity;
};

/// What becomes of an entry and its duplicates.
enum class Fate { Kept, OverMaxIds, OverMaxUniqueIds, OverBuffer };

Fate decideFate(const Partition &partition, const Limits &limits) {
  if (partition.ids > limits.maxIds)
    return Fate::OverMaxIds;
  if (partition.uniqueIds > limits.maxUniqueIds)
    return Fate::OverMaxUniqueIds;
  return partition.position < limits.capacity ? Fate::Kept : Fate::OverBuffer;
}

void countFate(Fate fate, bool isDuplicate, CoreCounts &counts) {
  counts.dropped.overMaxIds += fate == Fate::OverMaxIds;
  counts.dropped.overMaxUniqueIds += fate == Fate::OverMaxUniqueIds;
  counts.dropped.overBuffer += fate == Fate::OverBuffer;
  counts.droppedIdCount +=
      fate != Fate::Kept && !(fate == Fate::OverBuffer && isDuplicate);
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
      fate = decideFate(partition, limits);
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

/// Cuts the keys of a group into those of one owner after the other.
Slice takeOwner(SortedGroup &rest, int64_t owner) {
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

/// Groups one SparseCore, owner by owner.
class Grouper {
public:
  Grouper(const CoreWork &work, SortScratch &sorted, CoreCounts &counts)
      : work(work), scratch(sorted), rests(sorted.groups), counts(counts) {
    counts.required = counts.numEntries = counts.droppedIdCount = 0;
    counts.dropped = {};
    counts.ids.resize(static_cast<size_t>(work.layout.numCores));
    counts.uniqueIds.resize(static_cast<size_t>(work.layout.numCores));
  }

  /// Calls group(slice, source) for the slices of `owner`.
  template <typename Group>
  void groupOwner(int64_t owner, Partition &partition, const Group &group) {
    for (SortedGroup &rest : rests) {
      Slice slice = takeOwner(rest, owner);
      if (work.plan.isWeighted)
        group(slice, WeightedSource{scratch.weighted.data()});
      else if (work.plan.isUniform)
        group(slice, UniformSource());
      else
        group(slice, SampleSource{scratch.sampleGains.data()});
    }
    counts.ids[static_cast<size_t>(owner)] = partition.ids;
    counts.uniqueIds[static_cast<size_t>(owner)] = partition.uniqueIds;
    counts.required += roundUp(partition.ids, kAlignment);
  }

private:
  const CoreWork &work;
  SortScratch &scratch;
  std::span<SortedGroup> rests;
  CoreCounts &counts;
};

} // namespace

int64_t groupIntoSegment(const CoreWork &work, SortScratch &sorted,
                         bool isDropping, const EntryArrays &to,
                         int64_t capacity, int32_t *rowPointers,
                         CoreCounts &counts) {
  Limits limits{INT64_MAX, INT64_MAX, capacity};
  if (isDropping)
    limits = {work.spec.maxIdsPerPartition, work.spec.maxUniqueIdsPerPartition,
              capacity};
  Grouper grouper(work, sorted, counts);
  int64_t end = 0;
  for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
    Partition partition{end};
    auto group = [&](const Slice &slice, auto source) {
      int64_t count = static_cast<int64_t>(slice.keys.size());
      bool isFree = count <= limits.maxIds - partition.ids &&
                    count <= limits.maxUniqueIds - partition.uniqueIds &&
                    count <= limits.capacity - partition.position;
      if (isFree)
        groupFreely<false>(slice, source, to, partition);
      else
        groupWithLimits(slice, source, to, limits, partition, counts);
    };
    grouper.groupOwner(owner, partition, group);
    counts.numEntries += partition.position - end;
    rowPointers[owner] = static_cast<int32_t>(partition.position);
    end = padPartition(to, partition.position);
  }
  std::fill(rowPointers + work.layout.numCores,
            rowPointers + work.layout.pointersPerSegment,
            static_cast<int32_t>(end));
  return end;
}

void groupCompactly(const CoreWork &work, SortScratch &sorted,
                    const EntryArrays &to, std::span<int64_t> starts,
                    CoreCounts &counts) {
  Grouper grouper(work, sorted, counts);
  int64_t end = 0;
  for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
    starts[static_cast<size_t>(owner)] = end;
    Partition partition{end};
    grouper.groupOwner(owner, partition, [&](const Slice &slice, auto source) {
      groupFreely<true>(slice, source, to, partition);
    });
    end = partition.position;
  }
  starts[static_cast<size_t>(work.layout.numCores)] = end;
}

} // namespace sc::host
