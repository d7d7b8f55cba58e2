//===-- Select.cpp - sample range filter and slots ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every tile scans every list, so this loop decides the speed at small widths.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Select.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static constexpr int32_t kPad = 2147483647;

// The arrays, the range and how far the scan is. The entries may be the lists
// themselves: written entries never pass read ones, so blocks are loaded whole,
// then overwritten.
struct SelectState {
  Entries from;
  int32_t *ids;
  int32_t *samples;
  float *gains;
  int64_t count;
  uint32_t lower;
  uint32_t width; // upper - lower, clipped
  uint32_t numSamples;
  int64_t read = 0; // entries scanned
  int64_t kept = 0;
  int32_t slot = 0; // of the entry at `read`
};

/// What becomes of ids and padding; as format::SelectMode.
enum class Mode { Slots, KeepIds, Filter };

template <Mode kMode>
static void keepEntry(SelectState &state, int32_t id, uint32_t sample,
                      float gain) {
  uint32_t local = sample - state.lower;
  if (local >= state.width)
    return;
  state.ids[state.kept] = kMode == Mode::Slots ? state.slot : id;
  state.samples[state.kept] = static_cast<int32_t>(local);
  state.gains[state.kept] = gain;
  ++state.kept;
}

// One entry at a time: the tail, and vectors that Highway cannot compress.
template <Mode kMode> static CheckedCount scanScalar(SelectState &state) {
  for (; state.read < state.count; ++state.read) {
    int64_t i = state.read;
    // Read ahead of the write: entry i may be overwritten by itself.
    int32_t id = state.from.ids[i];
    int32_t nextId = i + 1 < state.count ? state.from.ids[i + 1] : id;
    uint32_t sample = static_cast<uint32_t>(state.from.samples[i]);
    bool isPad =
        kMode == Mode::KeepIds && sample == static_cast<uint32_t>(kPad);
    if (!isPad && sample >= state.numSamples)
      return {state.kept, i, state.from.samples[i]};
    if (!isPad)
      keepEntry<kMode>(state, id, sample, state.from.gains[i]);
    state.slot += nextId != id;
  }
  return {state.kept, -1, 0};
}

#if HWY_TARGET != HWY_SCALAR
template <class D> static uint32_t maskBits(D d, hn::Mask<D> mask) {
#if HWY_TARGET <= HWY_AVX3
  (void)d;
  return static_cast<uint32_t>(mask.raw);
#else
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
#endif
}

// A kept entry travels through the compaction as one word: lane, how many runs
// began in the block, sample. So one compress is enough, and what else belongs
// to the entry follows by its lane.
static constexpr int kLaneBits = 4;
static constexpr int kSlotBits = 5;
static constexpr int kSampleShift = kLaneBits + kSlotBits;
static constexpr uint32_t kMaxPackedWidth = 1u << (32 - kSampleShift);

// Whole vectors, without branches on the data: about one entry in sixteen is
// kept, which no predictor guesses.
template <Mode kMode> static void scanVectors(SelectState &state) {
  const hn::CappedTag<uint32_t, 16> d;
  const hn::RebindToFloat<decltype(d)> df;
  const int64_t lanes = hn::Lanes(d);
  const auto lower = hn::Set(d, state.lower);
  const auto width = hn::Set(d, state.width);
  const auto numSamples = hn::Set(d, state.numSamples);
  const auto pad = hn::Set(d, static_cast<uint32_t>(kPad));
  const auto laneMask = hn::Set(d, static_cast<uint32_t>(lanes - 1));
  const auto slotMask = hn::Set(d, (1u << kSlotBits) - 1);
  const auto iota = hn::Iota(d, 0);
  const uint32_t all = static_cast<uint32_t>((uint64_t{1} << lanes) - 1);
  // Lane k: bits 0 .. k - 1, the runs that begin in entries 1 .. k of a block.
  const auto before = hn::Sub(hn::Shl(hn::Set(d, 1u), iota), hn::Set(d, 1u));
  const auto *fromIds = reinterpret_cast<const uint32_t *>(state.from.ids);
  const auto *fromSamples =
      reinterpret_cast<const uint32_t *>(state.from.samples);
  uint32_t *ids = reinterpret_cast<uint32_t *>(state.ids);
  uint32_t *samples = reinterpret_cast<uint32_t *>(state.samples);
  int64_t read = state.read, kept = state.kept;
  uint32_t slot = static_cast<uint32_t>(state.slot);
  for (; read + lanes < state.count; read += lanes) {
    const auto sample = hn::LoadU(d, fromSamples + read);
    const auto local = hn::Sub(sample, lower);
    auto isValid = hn::Lt(sample, numSamples);
    if constexpr (kMode == Mode::KeepIds)
      isValid = hn::Or(isValid, hn::Eq(sample, pad));
    if (HWY_UNLIKELY(!hn::AllTrue(d, isValid)))
      break;
    const auto isKept = hn::Lt(local, width);
    const auto id = hn::LoadU(d, fromIds + read);
    const auto gain = hn::BitCast(d, hn::LoadU(df, state.from.gains + read));
    auto packed = hn::Or(hn::ShiftLeft<kSampleShift>(local), iota);
    const auto base = hn::Set(d, slot);
    if constexpr (kMode == Mode::Slots) {
      const auto next = hn::LoadU(d, fromIds + read + 1);
      const uint32_t starts = maskBits(d, hn::Ne(id, next)) & all;
      const auto begun =
          hn::PopulationCount(hn::And(hn::Set(d, starts), before));
      packed = hn::Or(packed, hn::ShiftLeft<kLaneBits>(begun));
      slot += static_cast<uint32_t>(std::popcount(starts));
    }
    packed = hn::Compress(packed, isKept);
    const auto lane = hn::IndicesFromVec(d, hn::And(packed, laneMask));
    if constexpr (kMode != Mode::Slots)
      hn::StoreU(hn::TableLookupLanes(id, lane), d, ids + kept);
    else
      hn::StoreU(
          hn::Add(base, hn::And(hn::ShiftRight<kLaneBits>(packed), slotMask)),
          d, ids + kept);
    hn::StoreU(hn::ShiftRight<kSampleShift>(packed), d, samples + kept);
    hn::StoreU(hn::BitCast(df, hn::TableLookupLanes(gain, lane)), df,
               state.gains + kept);
    kept += static_cast<int64_t>(hn::CountTrue(d, isKept));
  }
  state.read = read;
  state.kept = kept;
  state.slot = static_cast<int32_t>(slot);
}
#endif

template <Mode kMode> static CheckedCount scan(SelectState &state) {
#if HWY_TARGET != HWY_SCALAR
  if (state.width < kMaxPackedWidth)
    scanVectors<kMode>(state);
#endif
  return scanScalar<kMode>(state);
}

static CheckedCount scanSlots(SelectState &state, Carry &carry) {
  if (state.count == 0)
    return {};
  int32_t first = state.from.ids[0], last = state.from.ids[state.count - 1];
  bool isContinued = carry.runs > 0 && first == carry.lastId;
  state.slot = carry.runs - static_cast<int32_t>(isContinued);
  CheckedCount result = scan<Mode::Slots>(state);
  carry = {last, state.slot + 1};
  return result;
}

static CheckedCount selectImpl(const Entries &entries, int32_t *ids,
                               int32_t *samples, float *gains, int64_t count,
                               const SelectRange &range, Carry &carry) {
  int64_t end = std::min(range.upper, range.numSamples);
  int64_t upper = std::max(end, range.lower);
  SelectState state{entries,
                    ids,
                    samples,
                    gains,
                    count,
                    static_cast<uint32_t>(range.lower),
                    static_cast<uint32_t>(upper - range.lower),
                    static_cast<uint32_t>(range.numSamples)};
  if (!range.keepIds)
    return scanSlots(state, carry);
  return range.skipPadding ? scan<Mode::KeepIds>(state)
                           : scan<Mode::Filter>(state);
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(selectImpl);

CheckedCount select(const Entries &entries, int32_t *ids, int32_t *samples,
                    float *gains, int64_t count, const SelectRange &range,
                    Carry &carry) {
  return HWY_DYNAMIC_DISPATCH(selectImpl)(entries, ids, samples, gains, count,
                                          range, carry);
}

} // namespace sc::kernels
#endif // HWY_ONCE
