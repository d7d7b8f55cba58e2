//===-- PrepTwin.cpp - plain preprocessing --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is shared with the library but the hash's key.

#include "PrepTwin.h"

#include "test/unit/host/PlainHash.h"

#include <algorithm>
#include <cstring>

namespace sc::bench {

using namespace host;

static constexpr uint64_t kBuckets = 64;
static constexpr int kSampleBits = 25;
static constexpr int kBucketShift = 52;
static constexpr int kOwnerShift = 58;

static uint64_t getOwner(uint64_t key) { return key >> kOwnerShift; }
static uint64_t getBucket(uint64_t key) {
  return key >> kBucketShift & (kBuckets - 1);
}
static uint64_t getPartition(uint64_t key) { return key >> kBucketShift; }
static uint64_t getRow(uint64_t key) {
  return key >> kSampleBits & ((uint64_t(1) << 27) - 1);
}
static uint64_t getSample(uint64_t key) {
  return key & ((uint64_t(1) << kSampleBits) - 1);
}

//===----------------------------------------------------------------------===//
// One SparseCore
//===----------------------------------------------------------------------===//

PrepTwin::PrepTwin(const PrepWorkload &workload)
    : workload(workload), stacks(workload.stacks.size()) {
  const int64_t cores = kPrepTopology.sparseCoresPerDevice;
  for (size_t i = 0; i < stacks.size(); ++i) {
    Stack &stack = stacks[i];
    stack.cores.resize(kPrepCores);
    const int64_t unit = 8 * cores;
    stack.bufferSize =
        (*workload.stacks[i].suggestedBufferSize + unit - 1) / unit * unit;
    stack.pointersPerDevice =
        kPrepCores * cores * (workload.options.enableMinibatching ? 64 : 1);
    auto size =
        static_cast<size_t>(stack.bufferSize * kPrepTopology.localDevices);
    stack.ids.resize(size);
    stack.samples.resize(size);
    stack.gains.resize(size);
    stack.rowPointers.resize(static_cast<size_t>(stack.pointersPerDevice *
                                                 kPrepTopology.localDevices));
  }
}

void PrepTwin::extract(size_t index, int64_t core) {
  std::vector<Item> &items =
      stacks[index].cores[static_cast<size_t>(core)].items;
  items.clear();
  size_t input = 0;
  for (size_t i = 0; i < index; ++i)
    input += workload.stacks[i].features.size();
  for (const FeatureSpec &feature : workload.stacks[index].features) {
    const auto &dense = std::get<DenseInput>(workload.inputs[input++].input);
    const int64_t count = dense.samples / kPrepCores * dense.idsPerSample;
    const int64_t firstSample = feature.rowOffset / kPrepCores;
    const auto *weights = static_cast<const float *>(
        dense.weights ? dense.weights->data : nullptr);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = core * count + i;
      int64_t id = dense.type == IdType::Int32
                       ? static_cast<const int32_t *>(dense.data)[at]
                       : static_cast<const int64_t *>(dense.data)[at];
      if (id < 0 || id >= feature.vocabularySize)
        std::abort();
      auto owner = static_cast<uint64_t>((id + feature.colShift) % kPrepCores);
      auto row = static_cast<uint64_t>((id + feature.colOffset) / kPrepCores);
      auto sample = static_cast<uint64_t>(firstSample + i / dense.idsPerSample);
      items.push_back({owner << kOwnerShift | row << kSampleBits | sample,
                       static_cast<uint32_t>(items.size()),
                       weights ? weights[at] : 1.0f});
    }
  }
}

void PrepTwin::sortAndGroup(Core &core) {
  std::sort(core.items.begin(), core.items.end(),
            [](const Item &a, const Item &b) {
              return a.key != b.key ? a.key < b.key : a.order < b.order;
            });
  core.entries.clear();
  for (const Item &item : core.items) {
    if (!core.entries.empty() && core.entries.back().key == item.key)
      core.entries.back().gain += item.gain;
    else
      core.entries.push_back({item.key, item.gain});
  }
}

/// Calls visit(entry, ids, uniqueIds), the ranks in its partition.
template <typename Entries, typename Visit>
static void visitRanks(Entries &entries, const Visit &visit) {
  int64_t ids = 0, uniqueIds = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    uint64_t key = entries[i].key;
    if (i == 0 || getPartition(key) != getPartition(entries[i - 1].key))
      ids = uniqueIds = 0;
    uniqueIds += ids == 0 || getRow(key) != getRow(entries[i - 1].key);
    visit(entries[i], ++ids, uniqueIds);
  }
}

bool PrepTwin::isOverLimits(size_t index) const {
  const StackSpec &spec = workload.stacks[index];
  bool isOver = false;
  for (const Core &core : stacks[index].cores)
    visitRanks(core.entries, [&](const Entry &, int64_t ids, int64_t unique) {
      isOver |= ids > spec.maxIdsPerPartition ||
                unique > spec.maxUniqueIdsPerPartition;
    });
  return isOver;
}

//===----------------------------------------------------------------------===//
// Minibatches
//===----------------------------------------------------------------------===//

// The load of buckets first .. first + size - 1.
static int64_t splitTree(const int64_t *counts, size_t first, size_t size,
                         int64_t limit, std::vector<bool> &splits) {
  if (size == 1)
    return counts[first];
  int64_t left = splitTree(counts, first, size / 2, limit, splits);
  int64_t right = splitTree(counts, first + size / 2, size / 2, limit, splits);
  if (left + right <= limit)
    return left + right;
  splits[first + size / 2 - 1] = true;
  return std::max(left, right);
}

void PrepTwin::splitByBucket(size_t index, Core &core) {
  for (Item &item : core.items) {
    auto column = static_cast<uint32_t>(getRow(item.key) * kPrepCores +
                                        getOwner(item.key));
    item.key |= test::PlainHash(kBucketKey).hash(column) % kBuckets
                << kBucketShift;
  }
  sortAndGroup(core);
  std::vector<int64_t> ids(kPrepCores * kBuckets),
      unique(kPrepCores * kBuckets);
  visitRanks(core.entries, [&](const Entry &entry, int64_t rank, int64_t row) {
    ids[getPartition(entry.key)] = rank;
    unique[getPartition(entry.key)] = row;
  });
  const StackSpec &spec = workload.stacks[index];
  for (size_t owner = 0; owner < kPrepCores; ++owner) {
    splitTree(ids.data() + owner * kBuckets, 0, kBuckets,
              spec.maxIdsPerPartition, splits);
    splitTree(unique.data() + owner * kBuckets, 0, kBuckets,
              spec.maxUniqueIdsPerPartition, splits);
  }
}

void PrepTwin::dropBeyondLimits(size_t index, Core &core) const {
  const StackSpec &spec = workload.stacks[index];
  std::vector<Entry> kept;
  visitRanks(core.entries, [&](const Entry &entry, int64_t ids, int64_t row) {
    if (ids <= spec.maxIdsPerPartition && row <= spec.maxUniqueIdsPerPartition)
      kept.push_back(entry);
  });
  core.entries = std::move(kept);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void PrepTwin::fill(size_t index) {
  Stack &stack = stacks[index];
  const int64_t cores = kPrepTopology.sparseCoresPerDevice;
  std::ranges::fill(stack.ids, kPadId);
  std::ranges::fill(stack.samples, kPadId);
  std::ranges::fill(stack.gains, kPadGain);
  for (int64_t device = 0; device < kPrepTopology.localDevices; ++device) {
    const int64_t first = device * stack.bufferSize;
    int32_t *pointers =
        stack.rowPointers.data() + device * stack.pointersPerDevice;
    int64_t end = 0;
    for (int64_t local = 0; local < cores; ++local) {
      const Core &core =
          stack.cores[static_cast<size_t>(device * cores + local)];
      int64_t base = 0;
      if (!workload.options.enableMinibatching) {
        base = stack.bufferSize / cores * local;
        end = 0;
      }
      for (uint64_t bucket = 0; bucket < kBuckets;) {
        uint64_t next = bucket + 1;
        while (next < kBuckets && !splits[next - 1])
          ++next;
        for (uint64_t owner = 0; owner < kPrepCores; ++owner) {
          auto begin = std::lower_bound(
              core.entries.begin(), core.entries.end(),
              (owner << 6 | bucket) << kBucketShift,
              [](const Entry &entry, uint64_t key) { return entry.key < key; });
          for (; begin != core.entries.end() && getOwner(begin->key) == owner &&
                 getBucket(begin->key) < next;
               ++begin, ++end) {
            auto at = static_cast<size_t>(first + base + end);
            stack.ids[at] = static_cast<int32_t>(getRow(begin->key));
            stack.samples[at] = static_cast<int32_t>(getSample(begin->key));
            stack.gains[at] = begin->gain;
          }
          *pointers++ = static_cast<int32_t>(end);
          end = (end + 7) / 8 * 8;
        }
        bucket = next;
      }
    }
    std::fill(pointers,
              stack.rowPointers.data() + (device + 1) * stack.pointersPerDevice,
              static_cast<int32_t>(end));
  }
}

void PrepTwin::run() {
  splits.assign(kBuckets, false);
  bool isOver = false;
  for (size_t stack = 0; stack < stacks.size(); ++stack) {
    for (int64_t core = 0; core < kPrepCores; ++core) {
      extract(stack, core);
      sortAndGroup(stacks[stack].cores[static_cast<size_t>(core)]);
    }
    isOver |= isOverLimits(stack);
  }
  for (size_t stack = 0; isOver && stack < stacks.size(); ++stack)
    for (Core &core : stacks[stack].cores) {
      splitByBucket(stack, core);
      dropBeyondLimits(stack, core);
    }
  for (size_t stack = 0; stack < stacks.size(); ++stack)
    fill(stack);
}

bool PrepTwin::isEqualTo(const Results &results) const {
  auto isSame = [](const auto &a, const auto &b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * 4) == 0;
  };
  for (size_t i = 0; i < stacks.size(); ++i) {
    const Buffers &buffers = results.stacks[i].buffers;
    if (!isSame(stacks[i].rowPointers, buffers.rowPointers) ||
        !isSame(stacks[i].ids, buffers.embeddingIds) ||
        !isSame(stacks[i].samples, buffers.sampleIds) ||
        !isSame(stacks[i].gains, buffers.gains))
      return false;
  }
  return true;
}

} // namespace sc::bench
