//===-- CoreSort.cpp - the ids of one SparseCore, sorted ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix sort from the lowest digit. Ids arrive by sample and the sort is
// stable, so only owner and row are digits; the first pass reads the ids where
// they lie, so that keys are written once for each digit.

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

void SortScratch::reserve(const StackPlan &plan) {
  auto grow = [](auto &vector, int64_t size) {
    if (static_cast<int64_t>(vector.size()) < size)
      vector.resize(static_cast<size_t>(size));
  };
  grow(keys, plan.maxCoreIds);
  grow(spare, plan.maxCoreIds);
  grow(counters, Digits::kMaxPasses << Digits::kMaxBits);
  groups.reserve(plan.features.size()); // at least as many as groups
  if (plan.isWeighted)
    grow(weighted, plan.maxCoreIds);
  else if (!plan.isUniform)
    grow(sampleGains, plan.samplesPerCore);
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
              SortScratch &scratch, uint64_t &index)
      : work(work), group(group), scratch(scratch), index(index) {}

  absl::Status sort(int64_t begin, int64_t count) {
    digits = chooseDigits(count, group.rowBits + work.layout.coreBits);
    SC_RETURN_IF_ERROR(countKeys());
    uint64_t *keys = scratch.keys.data() + begin;
    if (digits.passes == 0) {
      scatterKeys(keys);
      std::sort(keys, keys + count);
      return absl::OkStatus();
    }
    makePlaces(digits, scratch.counters.data());
    sortByDigits(keys, scratch.spare.data() + begin, count);
    return absl::OkStatus();
  }

private:
  absl::Status countKeys() {
    uint32_t *counters = scratch.counters.data();
    for (int pass = 0; pass < std::max(1, digits.passes); ++pass)
      std::fill_n(counters + (pass << Digits::kMaxBits), 1 << digits.bits, 0);
    for (size_t f : group.features) {
      Share share = makeShare(work, group, f);
      SC_RETURN_IF_ERROR(countDigits(share, digits, counters));
      if (share.plan.rows.weights && work.checkWeights)
        SC_RETURN_IF_ERROR(checkWeights(share.spec, share.plan.rows,
                                        share.first, share.getNumSamples()));
    }
    return absl::OkStatus();
  }

  // The first digit.
  void scatterKeys(uint64_t *to) {
    uint32_t *places = scratch.counters.data();
    float *gains = work.plan.isUniform ? nullptr : scratch.sampleGains.data();
    for (size_t f : group.features) {
      Share share = makeShare(work, group, f);
      if (work.plan.isWeighted)
        scatterWeighted(share, digits, places, to, scratch.weighted.data(),
                        index);
      else
        scatterSamples(share, digits, places, to, gains);
    }
  }

  // From one array to the other, so that the last digit ends in `keys`.
  void sortByDigits(uint64_t *keys, uint64_t *spare, int64_t count) {
    if (digits.passes % 2 == 0)
      std::swap(keys, spare);
    scatterKeys(keys);
    for (int pass = 1; pass < digits.passes; ++pass) {
      sortByDigit(keys, count, 32 + pass * digits.bits, (1u << digits.bits) - 1,
                  scratch.counters.data() + (pass << Digits::kMaxBits), spare);
      std::swap(keys, spare);
    }
  }

  const CoreWork &work;
  const SortGroup &group;
  SortScratch &scratch;
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

absl::Status sortCore(const CoreWork &work, SortScratch &scratch) {
  std::span<const SortGroup> groups(&work.layout.all, 1);
  if (isWorthGrouping(work))
    groups = work.layout.groups;
  scratch.groups.clear();
  int64_t begin = 0;
  uint64_t index = 0;
  for (const SortGroup &group : groups) {
    int64_t count = work.plan.countCoreIds(group.features, work.core);
    SC_RETURN_IF_ERROR(
        GroupSorter(work, group, scratch, index).sort(begin, count));
    scratch.groups.push_back(
        {&group, {scratch.keys.data() + begin, static_cast<size_t>(count)}});
    begin += count;
  }
  return absl::OkStatus();
}

} // namespace sc::host
