//===-- Sort.cpp - entries by id and sample -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Id and sample make one 64-bit key, sorted by its bytes from the lowest to the
// highest that differ. Each pass keeps the order of equal bytes.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sc::kernels {

static constexpr int kDigitBits = 8;
static constexpr size_t kDigits = size_t{1} << kDigitBits;
static constexpr size_t kPasses = 64 / kDigitBits;
/// Up to so many entries are inserted one by one.
static constexpr int64_t kMaxInserted = 32;
static constexpr uint32_t kSign = uint32_t{1} << 31;

using Histogram = std::array<size_t, kDigits>;

/// Ascends as (id, sample) does.
static uint64_t makeKey(int32_t id, int32_t sample) {
  return uint64_t{static_cast<uint32_t>(id) ^ kSign} << 32 |
         (static_cast<uint32_t>(sample) ^ kSign);
}

static int32_t getId(uint64_t key) {
  return static_cast<int32_t>(static_cast<uint32_t>(key >> 32) ^ kSign);
}

static int32_t getSample(uint64_t key) {
  return static_cast<int32_t>(static_cast<uint32_t>(key) ^ kSign);
}

static size_t getDigit(uint64_t key, size_t pass) {
  return key >> (pass * kDigitBits) & (kDigits - 1);
}

static bool isSorted(const int32_t *ids, const int32_t *samples,
                     int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (ids[i] < ids[i - 1] ||
        (ids[i] == ids[i - 1] && samples[i] < samples[i - 1]))
      return false;
  return true;
}

static void sortByInsertion(int32_t *ids, int32_t *samples, float *gains,
                            int64_t count) {
  for (int64_t i = 1; i < count; ++i) {
    const int32_t id = ids[i], sample = samples[i];
    const float gain = gains[i];
    int64_t to = i;
    for (;
         to > 0 && makeKey(id, sample) < makeKey(ids[to - 1], samples[to - 1]);
         --to) {
      ids[to] = ids[to - 1];
      samples[to] = samples[to - 1];
      gains[to] = gains[to - 1];
    }
    ids[to] = id;
    samples[to] = sample;
    gains[to] = gain;
  }
}

/// Moves `from` to `to` by one digit of the key.
static void sortByDigit(const SortEntry *from, SortEntry *to, size_t count,
                        size_t pass, const Histogram &histogram) {
  Histogram next;
  size_t begin = 0;
  for (size_t digit = 0; digit < kDigits; ++digit) {
    next[digit] = begin;
    begin += histogram[digit];
  }
  for (size_t i = 0; i < count; ++i)
    to[next[getDigit(from[i].key, pass)]++] = from[i];
}

void sortEntries(int32_t *ids, int32_t *samples, float *gains, int64_t count,
                 std::vector<SortEntry> &scratch) {
  if (isSorted(ids, samples, count))
    return;
  if (count <= kMaxInserted)
    return sortByInsertion(ids, samples, gains, count);
  const auto size = static_cast<size_t>(count);
  scratch.resize(std::max(scratch.size(), 2 * size));
  SortEntry *from = scratch.data(), *to = from + size;
  std::array<Histogram, kPasses> histograms = {};
  for (size_t i = 0; i < size; ++i) {
    from[i] = {makeKey(ids[i], samples[i]), gains[i]};
    for (size_t pass = 0; pass < kPasses; ++pass)
      ++histograms[pass][getDigit(from[i].key, pass)];
  }
  for (size_t pass = 0; pass < kPasses; ++pass) {
    // A digit that all keys share leaves the order as it is.
    if (histograms[pass][getDigit(from[0].key, pass)] == size)
      continue;
    sortByDigit(from, to, size, pass, histograms[pass]);
    std::swap(from, to);
  }
  for (size_t i = 0; i < size; ++i) {
    ids[i] = getId(from[i].key);
    samples[i] = getSample(from[i].key);
    gains[i] = from[i].gain;
  }
}

} // namespace sc::kernels
