//===-- ReferenceHost.cpp - minibatches and buffers of the reference ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits by recursion, drops by rank, fills one entry after the other.

#include "test/unit/host/ReferenceHost.h"

#include "test/unit/host/PlainHash.h"

#include <algorithm>

namespace sc::test {

using namespace host;

static int64_t getBucket(int64_t column) {
  uint64_t hash = PlainHash(kBucketKey).hash(static_cast<uint32_t>(column));
  return static_cast<int64_t>(hash & 63);
}

// The load of buckets first .. last, where halves that exceed the limit part.
static int64_t splitTree(const std::vector<int64_t> &counts, int first,
                         int last, int64_t limit, std::set<int> &splits) {
  if (first == last)
    return counts[static_cast<size_t>(first)];
  int middle = (first + last) / 2;
  int64_t left = splitTree(counts, first, middle, limit, splits);
  int64_t right = splitTree(counts, middle + 1, last, limit, splits);
  if (left + right <= limit)
    return left + right;
  splits.insert(middle);
  return std::max(left, right);
}

void ReferenceHost::splitCore(const StackSpec &spec, Core &core,
                              ReferenceStack &result, std::set<int> &splits) {
  for (Element &element : core.elements)
    element.bucket = getBucket(element.row * numOwners + element.owner);
  std::sort(core.elements.begin(), core.elements.end(),
            [](const Element &a, const Element &b) {
              return a.getKey() < b.getKey();
            });
  for (int64_t owner = 0; owner < numOwners; ++owner) {
    std::vector<int64_t> ids(64), uniqueIds(64);
    std::vector<Elements> buckets(64);
    for (const Element &element : core.elements)
      if (element.owner == owner)
        buckets[element.bucket].push_back(element);
    for (size_t b = 0; b < 64; ++b) {
      ids[b] = static_cast<int64_t>(buckets[b].size());
      uniqueIds[b] = countUnique(buckets[b]);
      result.largestIds = std::max(result.largestIds, ids[b]);
      result.largestUniqueIds = std::max(result.largestUniqueIds, uniqueIds[b]);
    }
    splitTree(ids, 0, 63, spec.maxIdsPerPartition, splits);
    splitTree(uniqueIds, 0, 63, spec.maxUniqueIdsPerPartition, splits);
  }
}

void ReferenceHost::dropFrom(const StackSpec &spec, Core &core, bool isSplit,
                             ReferenceStack &result) {
  Buckets all;
  for (const Element &element : core.elements)
    all[{element.owner, element.bucket}].push_back(element);
  bool isDropping = problem.options.allowIdDropping &&
                    (isSplit || !problem.options.enableMinibatching);
  for (const auto &[key, elements] : all) {
    std::set<int64_t> rows;
    int64_t rank = 0;
    for (const Element &element : elements) {
      rows.insert(element.row);
      bool isOverIds = ++rank > spec.maxIdsPerPartition;
      bool isOverUnique =
          static_cast<int64_t>(rows.size()) > spec.maxUniqueIdsPerPartition;
      int64_t copies = static_cast<int64_t>(element.copies.size());
      if (!isDropping || (!isOverIds && !isOverUnique)) {
        core.kept[key].push_back(element);
        continue;
      }
      DropCounts &dropped = result.statistics.dropped;
      (isOverIds ? dropped.overMaxIds : dropped.overMaxUniqueIds) += copies;
      result.statistics.droppedIdCount += copies;
    }
  }
}

void ReferenceHost::fillDevice(size_t stack, int64_t device,
                               const std::set<int> &splits) {
  ReferenceStack &result = results.stacks[stack];
  const int64_t perDevice = problem.topology.sparseCoresPerDevice;
  const bool isMini = problem.options.enableMinibatching;
  const int64_t size = problem.bufferSizes[stack];
  std::vector<int32_t> ids(size, kPadId), samples(size, kPadId), pointers;
  std::vector<float> gains(size, kPadGain);
  std::vector<int> lasts(splits.begin(), splits.end());
  lasts.push_back(63);
  int64_t position = 0;
  for (int64_t local = 0; local < perDevice; ++local) {
    int64_t base = isMini ? 0 : local * (size / perDevice);
    int64_t limit = isMini ? size : base + size / perDevice;
    position = isMini ? position : base;
    Core &core = cores[stack][device * perDevice + local];
    int first = 0;
    for (int last : lasts) {
      for (int64_t owner = 0; owner < numOwners; ++owner) {
        for (int bucket = first; bucket <= last; ++bucket)
          for (const Element &element : core.kept[{owner, bucket}]) {
            if (position == limit) {
              result.statistics.dropped.overBuffer +=
                  static_cast<int64_t>(element.copies.size());
              ++result.statistics.droppedIdCount;
              continue;
            }
            ids[position] = static_cast<int32_t>(element.row);
            samples[position] = static_cast<int32_t>(element.sample);
            gains[position++] = element.gain;
            ++result.statistics.numEntries;
            result.keptIds += static_cast<int64_t>(element.copies.size());
          }
        pointers.push_back(static_cast<int32_t>(position - base));
        position = roundUp8(position);
      }
      for (int64_t i = numOwners; i < 8; ++i)
        pointers.push_back(static_cast<int32_t>(position - base));
      first = last + 1;
    }
  }
  pointers.resize(std::max<int64_t>(numOwners, 8) * perDevice *
                      (isMini ? 64 : 1),
                  static_cast<int32_t>(position));
  auto append = [](auto &to, const auto &from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(result.rowPointers, pointers);
  append(result.embeddingIds, ids);
  append(result.sampleIds, samples);
  append(result.gains, gains);
}

} // namespace sc::test
