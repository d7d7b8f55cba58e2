//===-- CoreSort.cpp - the ids of one SparseCore, sorted ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix sort from the lowest digit. Ids arrive by sample and the sort is
// stable, so only owner and row are digits; ids are read once, where they lie.

#include "runtime/host/CoreSort.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/CoreKeys.h"
#include "runtime/host/SampleGains.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace sc::host {

constexpr int kMinDigitBits = 8;
constexpr int64_t kSmallSort = 256; // keys below: a comparison sort

absl::Status SortedMemory::grow(const StackPlan &plan, int64_t ids,
                                int64_t samples) {
  SC_RETURN_IF_ERROR(keys.grow(ids));
  if (plan.isWeighted)
    return weighted.grow(ids);
  return plan.isUniform ? absl::OkStatus() : sampleGains.grow(samples);
}

void SortedMemory::place(int64_t firstId, int64_t firstSample,
                         SortedCore &core) {
  auto advance = [](auto *data, int64_t first) {
    return data ? data + first : nullptr; // not all are needed
  };
  core.keys = advance(keys.getData(), firstId);
  core.weighted = advance(weighted.getData(), firstId);
  core.sampleGains = advance(sampleGains.getData(), firstSample);
}

absl::Status SortScratch::grow(const StackPlan &plan) {
  counters.resize(Digits::kMaxPasses << Digits::kMaxBits);
  return spare.grow(plan.maxCoreIds);
}

namespace {

Digits chooseDigits(int64_t count, int keyBits) {
  if (count < kSmallSort)
    return {};
  int widest = std::clamp(
      static_cast<int>(std::bit_width(static_cast<uint64_t>(count))) - 2,
      kMinDigitBits, Digits::kMaxBits);
  int passes = std::max(1, (keyBits + widest - 1) / widest);
  return {passes, std::max(1, (keyBits + passes - 1) / passes)};
}

void makePlaces(Digits digits, uint32_t *counters) {
  for (int pass = 0; pass < digits.passes; ++pass) {
    uint32_t sum = 0;
    for (uint32_t digit = 0; digit < 1u << digits.bits; ++digit) {
      uint32_t &counter =
          counters[(uint32_t(pass) << Digits::kMaxBits) + digit];
      sum += std::exchange(counter, sum);
    }
  }
}

void sortByDigit(const uint64_t *from, int64_t count, int shift, uint32_t mask,
                 uint32_t *places, uint64_t *to) {
  for (int64_t i = 0; i < count; ++i) {
    uint64_t key = from[i];
    to[places[(key >> shift) & mask]++] = key;
  }
}

/// Sorts one group of features.
class GroupSorter {
public:
  GroupSorter(const CoreWork &work, const SortGroup &group,
              SortScratch &scratch, SortedCore &sorted, uint64_t &index)
      : work(work), group(group), scratch(scratch), sorted(sorted),
        index(index) {}

  absl::Status sort(int64_t begin, int64_t count) {
    digits = chooseDigits(count, group.rowBits + work.layout.coreBits);
    uint64_t *keys = sorted.keys + begin;
    uint64_t *spare = scratch.spare.getData();
    // The last digit ends in `keys`.
    if (digits.passes > 0 && digits.passes % 2 == 0)
      std::swap(keys, spare);
    // Upper halves of keys wait where they are not needed yet.
    auto *halves = reinterpret_cast<uint32_t *>(spare);
    SC_RETURN_IF_ERROR(readIds(halves));
    makePlaces(digits, scratch.counters.data());
    scatterFirst(halves, keys);
    if (digits.passes == 0)
      std::sort(keys, keys + count);
    for (int pass = 1; pass < digits.passes; ++pass) {
      sortByDigit(keys, count, 32 + pass * digits.bits, digits.getMask(),
                  scratch.counters.data() + (pass << Digits::kMaxBits), spare);
      std::swap(keys, spare);
    }
    return absl::OkStatus();
  }

private:
  // Upper halves of keys, counters and gains of all features.
  absl::Status readIds(uint32_t *halves) {
    uint32_t *counters = scratch.counters.data();
    for (int pass = 0; pass < std::max(1, digits.passes); ++pass)
      std::fill_n(counters + (pass << Digits::kMaxBits), 1 << digits.bits, 0);
    uint64_t next = index;
    for (size_t f : group.features) {
      Share share = makeShare(work, group, f);
      const auto count = static_cast<size_t>(share.countIds());
      SC_RETURN_IF_ERROR(makeKeys(share, halves));
      countDigits({halves, count}, digits, counters);
      if (work.plan.isWeighted)
        SC_RETURN_IF_ERROR(
            writeWeighted(share, work.checkWeights, sorted.weighted + next));
      else if (!work.plan.isUniform)
        writeSampleGains(share, sorted.sampleGains);
      halves += count;
      next += count;
    }
    return absl::OkStatus();
  }

  // By the first digit.
  void scatterFirst(const uint32_t *halves, uint64_t *to) {
    uint32_t *places = scratch.counters.data();
    for (size_t f : group.features) {
      Share share = makeShare(work, group, f);
      const auto count = static_cast<size_t>(share.countIds());
      if (work.plan.isWeighted)
        scatterIndices({halves, count}, index, digits, places, to);
      else
        scatterSamples(share, halves, digits, places, to);
      halves += count;
      index += count;
    }
  }

  const CoreWork &work;
  const SortGroup &group;
  SortScratch &scratch;
  SortedCore &sorted;
  uint64_t &index;
  Digits digits;
};

// Many owners of few ids: one sort of all keys is less work than looking for
// each owner in each group.
bool isWorthGrouping(const CoreWork &work) {
  int64_t slices =
      work.layout.numCores * static_cast<int64_t>(work.layout.groups.size());
  return work.plan.maxCoreIds >= 8 * slices;
}

} // namespace

absl::Status sortCore(const CoreWork &work, SortScratch &scratch,
                      SortedCore &sorted) {
  std::span<const SortGroup> groups(&work.layout.all, 1);
  if (isWorthGrouping(work))
    groups = work.layout.groups;
  sorted.groups.clear();
  int64_t begin = 0;
  uint64_t index = 0;
  for (const SortGroup &group : groups) {
    int64_t count = work.plan.countCoreIds(group.features, work.core);
    SC_RETURN_IF_ERROR(
        GroupSorter(work, group, scratch, sorted, index).sort(begin, count));
    sorted.groups.push_back(
        {&group, {sorted.keys + begin, static_cast<size_t>(count)}});
    begin += count;
  }
  return absl::OkStatus();
}

} // namespace sc::host
