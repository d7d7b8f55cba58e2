//===-- CoreSplit.cpp - entries of one SparseCore in minibatches ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distinct columns are hashed once, keys move once: those of an owner are
// already sorted, so a stable count by bucket is all that is left.

#include "runtime/host/CoreSplit.h"

#include "runtime/host/BucketHash.h"

namespace sc::host {

absl::Status SplitScratch::grow(const StackLayout &layout, int64_t numIds) {
  slices.reserve(layout.groups.size());
  SC_RETURN_IF_ERROR(keys.grow(numIds));
  SC_RETURN_IF_ERROR(columns.grow(numIds));
  SC_RETURN_IF_ERROR(ends.grow(numIds));
  return hashes.grow(numIds);
}

namespace {

Limits getLimits(const CoreWork &work, bool isDropping, int64_t capacity) {
  if (!isDropping)
    return {INT64_MAX, INT64_MAX, capacity};
  return {work.spec.maxIdsPerPartition, work.spec.maxUniqueIdsPerPartition,
          capacity};
}

/// Splits one owner's keys.
class OwnerSplitter {
public:
  OwnerSplitter(const CoreWork &work, int64_t owner, SplitScratch &scratch)
      : work(work), owner(static_cast<uint32_t>(owner)), slices(scratch.slices),
        columns(scratch.columns.getData()), ends(scratch.ends.getData()),
        hashes(scratch.hashes.getData()) {
    slices.clear();
  }

  /// Lists distinct columns and where their keys and entries end.
  template <typename Source> void addSlice(const Slice &slice, Source source) {
    slices.push_back(slice);
    const int coreBits = work.layout.coreBits;
    uint64_t lastColumn = UINT64_MAX;
    uint32_t lastSample = 0;
    size_t count = numColumns;
    uint64_t end = numColumns > 0 ? ends[numColumns - 1] : 0;
    for (size_t i = 0; i < slice.keys.size(); ++i) {
      source.prefetch(slice.keys, i);
      const uint64_t key = slice.keys[i];
      const uint64_t column = key >> 32;
      const uint32_t sample = source.getSample(key);
      const bool isNewColumn = column != lastColumn;
      count += isNewColumn;
      end += kOneKey + (isNewColumn || sample != lastSample);
      lastColumn = column;
      lastSample = sample;
      columns[count - 1] = static_cast<uint32_t>(column);
      ends[count - 1] = end;
    }
    // From upper halves of keys, in a loop for vectors.
    const auto first = static_cast<uint32_t>(slice.firstRow);
    for (size_t i = numColumns; i < count; ++i)
      columns[i] = ((columns[i] & slice.rowMask) + first) << coreBits | owner;
    numColumns = count;
  }

  /// Then: counts keys and entries of each bucket.
  void countBuckets(const Limits &limits) {
    hashWords(kBucketKey, {columns, numColumns}, {hashes, numColumns});
    std::array<uint64_t, kNumBuckets> sizes{};
    uint64_t last = 0;
    for (size_t i = 0; i < numColumns; ++i) {
      const size_t bucket = hashes[i] % kNumBuckets;
      sizes[bucket] += ends[i] - last;
      ++uniqueIds[bucket];
      last = ends[i];
    }
    for (size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
      keys[bucket] = static_cast<int64_t>(sizes[bucket] / kOneKey);
      ids[bucket] = static_cast<int64_t>(sizes[bucket] % kOneKey);
    }
    kept = ids;
    if (*std::max_element(uniqueIds.begin(), uniqueIds.end()) >
        limits.maxUniqueIds)
      keepFirstColumns(limits.maxUniqueIds);
    for (int64_t &count : kept)
      count = std::min(count, limits.maxIds);
  }

  /// Then: writes the keys of each bucket to `to`, and to starts[bucket] where
  /// that is from `begin` on. Returns the end.
  int64_t scatterKeys(uint64_t *to, int64_t begin, int64_t *starts) const {
    BucketCounts places;
    for (size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
      places[bucket] = starts[bucket] = begin;
      begin += keys[bucket];
    }
    constexpr int64_t kAhead = 16;
    size_t column = SIZE_MAX; // before the first
    for (const Slice &slice : slices) {
      uint64_t lastColumn = UINT64_MAX;
      for (uint64_t key : slice.keys) {
        column += key >> 32 != lastColumn;
        lastColumn = key >> 32;
        const int64_t place = places[hashes[column] % kNumBuckets]++;
        // Too many places for the processor to see where they go.
        __builtin_prefetch(to + place + kAhead, /*rw=*/1);
        to[place] = static_cast<uint64_t>(slice.getId(key)) << 32 |
                    static_cast<uint32_t>(key);
      }
    }
    return begin;
  }

  /// Adds this owner to what is known of its SparseCore.
  void finish(CoreEntries &entries) const {
    entries.splitMask |=
        computeSplitMask(ids, work.spec.maxIdsPerPartition) |
        computeSplitMask(uniqueIds, work.spec.maxUniqueIdsPerPartition);
    std::copy(kept.begin(), kept.end(),
              entries.bucketEntries.begin() + owner * kNumBuckets);
    entries.isOverBucketLimits |= kept != ids;
    const uint64_t end = numColumns > 0 ? ends[numColumns - 1] : 0;
    entries.counts.setPartition(owner, static_cast<int64_t>(end % kOneKey),
                                static_cast<int64_t>(numColumns));
    entries.maxBucketIds = std::max(entries.maxBucketIds,
                                    *std::max_element(ids.begin(), ids.end()));
    entries.maxBucketUniqueIds =
        std::max(entries.maxBucketUniqueIds,
                 *std::max_element(uniqueIds.begin(), uniqueIds.end()));
  }

private:
  // Keys are counted in the upper half of a word, entries in the lower.
  static constexpr uint64_t kOneKey = uint64_t(1) << 32;

  // Sets `kept` to the entries of the first columns of each bucket.
  void keepFirstColumns(int64_t maxColumns) {
    BucketCounts columnsLeft;
    columnsLeft.fill(maxColumns);
    kept = {};
    uint64_t last = 0;
    for (size_t i = 0; i < numColumns; ++i) {
      const size_t bucket = hashes[i] % kNumBuckets;
      if (columnsLeft[bucket]-- > 0)
        kept[bucket] += static_cast<uint32_t>(ends[i] - last);
      last = ends[i];
    }
  }

  const CoreWork &work;
  const uint32_t owner;
  std::vector<Slice> &slices;
  uint32_t *columns;
  uint64_t *ends; // keys and entries up to the end of each column
  uint64_t *hashes;
  size_t numColumns = 0;
  BucketCounts keys{};
  BucketCounts ids{}; // entries, before dropping
  BucketCounts uniqueIds{};
  BucketCounts kept{}; // entries within the limits
};

} // namespace

void splitCore(const CoreWork &work, bool isDropping, const SortedCore &sorted,
               SplitScratch &scratch, CoreEntries &entries) {
  entries.isSplit = true;
  entries.counts.reset(work.layout.numCores);
  entries.splitMask = 0;
  entries.maxBucketIds = entries.maxBucketUniqueIds = 0;
  entries.isOverBucketLimits = false;
  const int64_t numOwners = work.layout.numCores;
  entries.bucketEntries.resize(static_cast<size_t>(numOwners * kNumBuckets));
  entries.starts.resize(static_cast<size_t>(numOwners * kNumBuckets + 1));
  const Limits limits = getLimits(work, isDropping, INT64_MAX);
  OwnerCursor cursor(work, sorted, scratch.rests);
  int64_t end = 0;
  for (int64_t owner = 0; owner < numOwners; ++owner) {
    OwnerSplitter splitter(work, owner, scratch);
    cursor.visitOwner([&](const Slice &slice, auto source) {
      splitter.addSlice(slice, source);
    });
    splitter.countBuckets(limits);
    end = splitter.scatterKeys(entries.sorted.keys, end,
                               entries.starts.data() + owner * kNumBuckets);
    splitter.finish(entries);
  }
  entries.starts.back() = end;
}

static int64_t countPartition(const CoreEntries &entries, int64_t owner,
                              const Minibatch &minibatch) {
  const int64_t *kept = entries.bucketEntries.data() + owner * kNumBuckets;
  int64_t sum = 0;
  for (int bucket = minibatch.first; bucket <= minibatch.last; ++bucket)
    sum += kept[bucket];
  return sum;
}

int64_t countSegmentEntries(const CoreEntries &entries,
                            Minibatches minibatches) {
  int64_t sum = 0;
  auto numOwners = static_cast<int64_t>(entries.counts.ids.size());
  for (int64_t owner = 0; owner < numOwners; ++owner)
    for (const Minibatch &minibatch : minibatches)
      sum += roundUp(countPartition(entries, owner, minibatch), kAlignment);
  return sum;
}

namespace {

/// Writes one SparseCore's segments.
template <typename Source> class SegmentFiller {
public:
  SegmentFiller(const CoreWork &work, const Limits &limits,
                const SegmentSpace &space, Source source, CoreEntries &entries)
      : work(work), limits(limits), space(space), source(source),
        entries(entries), position(std::min(space.begin, space.capacity)),
        pointers(space.rowPointers) {}

  void fillMinibatch(const Minibatch &minibatch) {
    for (int64_t owner = 0; owner < work.layout.numCores; ++owner) {
      const int64_t end = fillPartition(owner, minibatch);
      entries.counts.numEntries += end - position;
      pointers[owner] = static_cast<int32_t>(end);
      position = padPartition(space.entries, end);
    }
    std::fill(pointers + work.layout.numCores,
              pointers + work.layout.pointersPerSegment,
              static_cast<int32_t>(position));
    pointers += work.layout.pointersPerSegment;
  }

  int64_t getEnd() const { return position; }

private:
  int64_t fillPartition(int64_t owner, const Minibatch &minibatch) {
    const int64_t first = owner * kNumBuckets + minibatch.first;
    const int64_t last = owner * kNumBuckets + minibatch.last;
    const Slice all = getSlice(first, last);
    Partition partition{position};
    if (!entries.isOverBucketLimits &&
        static_cast<int64_t>(all.keys.size()) <= space.capacity - position) {
      groupFreely(all, source, space.entries, partition);
      return partition.position;
    }
    for (int64_t bucket = first; bucket <= last; ++bucket) {
      partition = {partition.position};
      groupWithLimits(getSlice(bucket, bucket), source, space.entries, limits,
                      partition, entries.counts);
    }
    return partition.position;
  }

  // Keys of buckets first .. last of an owner.
  Slice getSlice(int64_t first, int64_t last) const {
    const auto begin = entries.starts[static_cast<size_t>(first)];
    const auto end = entries.starts[static_cast<size_t>(last + 1)];
    return {{entries.sorted.keys + begin, static_cast<size_t>(end - begin)},
            UINT32_MAX,
            /*firstRow=*/0};
  }

  const CoreWork &work;
  const Limits &limits;
  const SegmentSpace &space;
  const Source source;
  CoreEntries &entries;
  int64_t position;
  int32_t *pointers;
};

} // namespace

int64_t fillSegments(const CoreWork &work, bool isDropping,
                     Minibatches minibatches, const SegmentSpace &space,
                     CoreEntries &entries) {
  const Limits limits = getLimits(work, isDropping, space.capacity);
  entries.counts.numEntries = 0;
  int64_t end = 0;
  visitSource(work.plan, entries.sorted, [&](auto source) {
    SegmentFiller filler(work, limits, space, source, entries);
    for (const Minibatch &minibatch : minibatches)
      filler.fillMinibatch(minibatch);
    end = filler.getEnd();
  });
  return end;
}

} // namespace sc::host
