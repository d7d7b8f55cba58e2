//===-- SegmentSum.cpp - sum of the rows of each slot ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums of an update. Entries of a slot are neighbours as a rule, so the
// words of its row stay in registers while the slot stays the same; each word
// still sums its products in the order of the list, and each product is rounded
// before it is added, so that a plain loop gives the same bits.

#include "runtime/kernels/RowKernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/SegmentSum.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static constexpr int64_t kLineWords = 16;
/// Words of rows on their way from a memory that no near cache holds.
static constexpr int64_t kPrefetchWords = 1024;
static constexpr int64_t kMaxPrefetchRows = 32;
static constexpr int64_t kMinPrefetchRows = 2;

/// Entries [begin, end), all of one slot.
struct Run {
  const float *rows;
  const int32_t *indices;
  const float *gains;
  int64_t begin;
  int64_t end;
  int64_t words; // of a row

  const float *getRow(int64_t entry) const {
    return rows + (indices ? int64_t{indices[entry]} : entry) * words;
  }
};

template <bool kHasGains, class D>
static HWY_INLINE hn::Vec<D> addProduct(D d, hn::Vec<D> sum, hn::Vec<D> gain,
                                        const float *row) {
  const auto word = hn::LoadU(d, row);
  if constexpr (kHasGains)
    return hn::Add(sum, hn::Mul(gain, word));
  else
    return hn::Add(sum, word);
}

template <bool kHasGains, class D>
static HWY_INLINE hn::Vec<D> getGain(D d, const Run &run, int64_t entry) {
  if constexpr (kHasGains)
    return hn::Set(d, run.gains[entry]);
  else
    return hn::Zero(d);
}

/// Adds words [at, at + 4 vectors) of the run's rows to `sum`.
template <bool kHasGains, class D>
static HWY_INLINE void addFour(D d, const Run &run, int64_t at, float *sum) {
  const int64_t lanes = hn::Lanes(d);
  auto sum0 = hn::LoadU(d, sum + at);
  auto sum1 = hn::LoadU(d, sum + at + lanes);
  auto sum2 = hn::LoadU(d, sum + at + 2 * lanes);
  auto sum3 = hn::LoadU(d, sum + at + 3 * lanes);
  for (int64_t entry = run.begin; entry < run.end; ++entry) {
    const float *row = run.getRow(entry) + at;
    const auto gain = getGain<kHasGains>(d, run, entry);
    sum0 = addProduct<kHasGains>(d, sum0, gain, row);
    sum1 = addProduct<kHasGains>(d, sum1, gain, row + lanes);
    sum2 = addProduct<kHasGains>(d, sum2, gain, row + 2 * lanes);
    sum3 = addProduct<kHasGains>(d, sum3, gain, row + 3 * lanes);
  }
  hn::StoreU(sum0, d, sum + at);
  hn::StoreU(sum1, d, sum + at + lanes);
  hn::StoreU(sum2, d, sum + at + 2 * lanes);
  hn::StoreU(sum3, d, sum + at + 3 * lanes);
}

template <bool kHasGains, class D>
static HWY_INLINE void addOne(D d, const Run &run, int64_t at, float *sum) {
  auto total = hn::LoadU(d, sum + at);
  for (int64_t entry = run.begin; entry < run.end; ++entry)
    total = addProduct<kHasGains>(d, total, getGain<kHasGains>(d, run, entry),
                                  run.getRow(entry) + at);
  hn::StoreU(total, d, sum + at);
}

// kWords: the row size where it is known, 0 otherwise.
template <int64_t kWords, bool kHasGains>
static HWY_INLINE void addRun(const Run &run, float *sum) {
  const int64_t words = kWords ? kWords : run.words;
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 8> half;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  const int64_t halfLanes = hn::Lanes(half);
  int64_t at = 0;
  for (; at + 4 * lanes <= words; at += 4 * lanes)
    addFour<kHasGains>(d, run, at, sum);
  for (; at + lanes <= words; at += lanes)
    addOne<kHasGains>(d, run, at, sum);
  for (; at + halfLanes <= words; at += halfLanes)
    addOne<kHasGains>(half, run, at, sum);
  for (; at < words; ++at)
    addOne<kHasGains>(one, run, at, sum);
}

namespace {
/// Requests rows ahead of the entry that is summed.
class Prefetcher {
public:
  Prefetcher(const SegmentRows &rows, const SegmentEntries &entries,
             int64_t words)
      : data(rows.data), indices(entries.indices),
        limit(static_cast<uint64_t>(rows.rows)), words(words),
        distance(std::clamp(kPrefetchWords / words, kMinPrefetchRows,
                            kMaxPrefetchRows)),
        readable(indices ? std::max(entries.readable, entries.count) : 0) {}

  void startAt(int64_t entry) const {
    for (int64_t ahead = 0; ahead < distance; ++ahead)
      request(entry + ahead);
  }

  void moveTo(int64_t entry) const { request(entry + distance); }

private:
  // An index out of range is only found when its turn comes.
  HWY_INLINE void request(int64_t entry) const {
    if (entry >= readable ||
        static_cast<uint64_t>(int64_t{indices[entry]}) >= limit)
      return;
    const float *row = data + indices[entry] * words;
    for (int64_t word = 0; word < words; word += kLineWords)
      __builtin_prefetch(row + word, 0, 3);
  }

  const float *data;
  const int32_t *indices;
  uint64_t limit;
  int64_t words;
  int64_t distance;
  int64_t readable;
};
} // namespace

template <int64_t kWords, bool kHasGains>
static SegmentCheck sumSized(float *result, int64_t resultRows, int64_t first,
                             const SegmentRows &rows,
                             const SegmentEntries &entries, int64_t words) {
  const Prefetcher prefetcher(rows, entries, words);
  SegmentCheck check;
  Run run{rows.data, entries.indices, entries.gains, 0, 0, words};
  // Of the entries before `run.end`, which are all in range.
  auto findEnd = [&](int32_t slot) {
    for (; run.end < entries.count && entries.slots[run.end] == slot;
         ++run.end) {
      const int64_t index =
          entries.indices ? int64_t{entries.indices[run.end]} : run.end;
      if (HWY_UNLIKELY(static_cast<uint64_t>(index) >=
                       static_cast<uint64_t>(rows.rows))) {
        check.kind = SegmentCheck::BadIndex;
        check.badEntry = run.end;
        check.badValue = index;
        return false;
      }
      check.endIndex = std::max(check.endIndex, index + 1);
      prefetcher.moveTo(run.end);
    }
    return true;
  };
  prefetcher.startAt(0);
  while (run.end < entries.count) {
    run.begin = run.end;
    const int32_t slot = entries.slots[run.begin];
    // Without wrap-around in the signed numbers.
    const uint64_t row =
        static_cast<uint64_t>(int64_t{slot}) - static_cast<uint64_t>(first);
    if (HWY_UNLIKELY(row >= static_cast<uint64_t>(resultRows))) {
      check.kind = SegmentCheck::BadSlot;
      check.badEntry = run.begin;
      check.badValue = slot;
      return check;
    }
    if (HWY_UNLIKELY(!findEnd(slot)))
      return check;
    const auto sumRow = static_cast<int64_t>(row);
    check.endSlot = std::max(check.endSlot, sumRow + 1);
    addRun<kWords, kHasGains>(run, result + sumRow * words);
  }
  return check;
}

template <bool kHasGains>
static SegmentCheck sumRows(float *result, int64_t resultRows, int64_t first,
                            const SegmentRows &rows,
                            const SegmentEntries &entries, int64_t words) {
  switch (words) {
  case 8:
    return sumSized<8, kHasGains>(result, resultRows, first, rows, entries,
                                  words);
  case 16:
    return sumSized<16, kHasGains>(result, resultRows, first, rows, entries,
                                   words);
  case 32:
    return sumSized<32, kHasGains>(result, resultRows, first, rows, entries,
                                   words);
  case 64:
    return sumSized<64, kHasGains>(result, resultRows, first, rows, entries,
                                   words);
  case 128:
    return sumSized<128, kHasGains>(result, resultRows, first, rows, entries,
                                    words);
  default:
    return sumSized<0, kHasGains>(result, resultRows, first, rows, entries,
                                  words);
  }
}

static SegmentCheck segmentSumImpl(float *result, int64_t resultRows,
                                   int64_t first, const SegmentRows &rows,
                                   const SegmentEntries &entries,
                                   int64_t words) {
  if (entries.gains)
    return sumRows<true>(result, resultRows, first, rows, entries, words);
  return sumRows<false>(result, resultRows, first, rows, entries, words);
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(segmentSumImpl);

SegmentCheck segmentSum(float *result, int64_t resultRows, int64_t first,
                        const SegmentRows &rows, const SegmentEntries &entries,
                        int64_t words) {
  return HWY_DYNAMIC_DISPATCH(segmentSumImpl)(result, resultRows, first, rows,
                                              entries, words);
}

} // namespace sc::kernels
#endif // HWY_ONCE
