//===-- CoreKeys.cpp - keys of ids ----------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These loops run once for each id; all else is decided outside of them.

#include "runtime/host/CoreKeys.h"

#include "runtime/host/SampleGains.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

Share makeShare(const CoreWork &work, const SortGroup &group, size_t feature) {
  const FeatureSpec &spec = work.spec.features[feature];
  const FeaturePlan &plan = work.plan.features[feature];
  KeyMaker maker;
  maker.idEnd = static_cast<uint32_t>(work.layout.idEnds[feature]);
  maker.coreMask = static_cast<uint32_t>(work.layout.numCores - 1);
  maker.shift = static_cast<uint32_t>(spec.colShift) & maker.coreMask;
  maker.coreBits = work.layout.coreBits;
  maker.rowBits = group.rowBits;
  maker.rowBase = static_cast<uint32_t>(
      (spec.colOffset >> work.layout.coreBits) - group.firstRow);
  return {spec, plan, maker, work.core * plan.samplesPerCore};
}

namespace {

// A negative id is above every bound.
template <typename Id> uint64_t loadId(const std::byte *from) {
  return static_cast<uint64_t>(static_cast<int64_t>(load<Id>(from)));
}

absl::Status describeBadId(const Share &share) {
  const FeatureRows &rows = share.plan.rows;
  for (int64_t k = share.first; k < share.first + share.getNumSamples(); ++k) {
    const std::byte *ids = rows.getIds(k);
    for (int64_t i = 0; i < rows.countIds(k); ++i, ids += rows.idStride) {
      uint64_t id = rows.type == IdType::Int32 ? loadId<int32_t>(ids)
                                               : loadId<int64_t>(ids);
      if (id < share.maker.idEnd)
        continue;
      return absl::OutOfRangeError(absl::StrCat(
          describeFeature(share.spec), "id ", static_cast<int64_t>(id),
          " at position ", i, " of sample ", k,
          " is out of range: expected 0 to ", share.maker.idEnd - 1,
          " (vocabulary size ", share.spec.vocabularySize, ")"));
    }
  }
  return absl::InternalError("no id is out of range");
}

/// Keys of `count` ids; returns whether all are in range. The loop is simple
/// enough for vectors if the stride is constant.
template <typename Id>
bool makeKeys(const KeyMaker maker, const std::byte *ids, int64_t count,
              int64_t stride, uint32_t *keys) {
  uint32_t isBad = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Id loaded = load<Id>(ids + i * stride);
    const auto id = static_cast<uint32_t>(loaded);
    isBad |= id >= maker.idEnd;
    if constexpr (sizeof(Id) > sizeof(uint32_t))
      isBad |= static_cast<uint32_t>(static_cast<uint64_t>(loaded) >> 32);
    keys[i] = maker.makeKey(id);
  }
  return isBad == 0;
}

template <typename Id> bool makeAllKeys(const Share &share, uint32_t *keys) {
  const FeatureRows &rows = share.plan.rows;
  const bool isDense = rows.idStride == static_cast<int64_t>(sizeof(Id));
  const bool hasNoGaps =
      rows.hasSplits || rows.sampleStride == rows.idsPerSample * rows.idStride;
  if (isDense && hasNoGaps && share.countIds() > 0)
    return makeKeys<Id>(share.maker, rows.getIds(share.first), share.countIds(),
                        sizeof(Id), keys);
  bool isGood = true;
  for (int64_t k = share.first; k < share.first + share.getNumSamples(); ++k) {
    const int64_t count = rows.countIds(k);
    isGood &=
        makeKeys<Id>(share.maker, rows.getIds(k), count, rows.idStride, keys);
    keys += count;
  }
  return isGood;
}

template <int kPasses>
void countAll(std::span<const uint32_t> keys, Digits digits,
              uint32_t *counters) {
  const uint32_t mask = digits.getMask();
  for (uint32_t key : keys)
    for (int pass = 0; pass < kPasses; ++pass)
      ++counters[(pass << Digits::kMaxBits) +
                 ((key >> (pass * digits.bits)) & mask)];
}

/// Writes the gains of one sample; returns whether all are finite.
bool writeSum(const std::byte *weights, int64_t stride, int64_t count,
              uint32_t sample, WeightedId *to) {
  constexpr uint32_t kExponent = 0x7f800000;
  uint32_t isBad = 0;
  for (int64_t i = 0; i < count; ++i) {
    to[i] = {sample, load<float>(weights + i * stride)};
    const auto bits = load<uint32_t>(weights + i * stride);
    isBad |= (bits & kExponent) == kExponent;
  }
  return isBad == 0;
}

/// The same for weights over their divisor, which must not be 0.
bool writeQuotients(Combiner combiner, const std::byte *weights, int64_t stride,
                    int64_t count, uint32_t sample, WeightedId *to) {
  const float divisor = computeDivisor(combiner, weights, stride, count);
  const bool isGood = writeSum(weights, stride, count, sample, to);
  for (int64_t i = 0; i < count; ++i)
    to[i].gain /= divisor;
  return isGood && (count == 0 || (divisor != 0 && std::isfinite(divisor)));
}

} // namespace

absl::Status makeKeys(const Share &share, uint32_t *keys) {
  bool isInRange = share.plan.rows.type == IdType::Int32
                       ? makeAllKeys<int32_t>(share, keys)
                       : makeAllKeys<int64_t>(share, keys);
  return isInRange ? absl::OkStatus() : describeBadId(share);
}

void countDigits(std::span<const uint32_t> keys, Digits digits,
                 uint32_t *counters) {
  switch (digits.passes) {
  case 0:
    return;
  case 1:
    return countAll<1>(keys, digits, counters);
  case 2:
    return countAll<2>(keys, digits, counters);
  case 3:
    return countAll<3>(keys, digits, counters);
  default:
    return countAll<4>(keys, digits, counters);
  }
}

void writeSampleGains(const Share &share, float *sampleGains) {
  for (int64_t k = 0; k < share.getNumSamples(); ++k)
    if (int64_t count = share.plan.rows.countIds(share.first + k); count > 0)
      sampleGains[share.plan.firstSample + k] =
          computeGain(share.spec.combiner, count);
}

absl::Status writeWeighted(const Share &share, bool check,
                           WeightedId *weighted) {
  const FeatureRows &rows = share.plan.rows;
  const Combiner combiner = share.spec.combiner;
  bool isGood = true;
  for (int64_t k = 0; k < share.getNumSamples(); ++k) {
    const int64_t count = rows.countIds(share.first + k);
    const auto sample = static_cast<uint32_t>(share.plan.firstSample + k);
    const int64_t stride = rows.weightStride;
    if (!rows.weights)
      std::fill_n(weighted, count,
                  WeightedId{sample, computeGain(combiner, count)});
    else if (combiner != Combiner::Sum)
      isGood &= writeQuotients(combiner, rows.getWeights(share.first + k),
                               stride, count, sample, weighted);
    else if (stride == sizeof(float))
      isGood &= writeSum(rows.getWeights(share.first + k), sizeof(float), count,
                         sample, weighted);
    else
      isGood &= writeSum(rows.getWeights(share.first + k), stride, count,
                         sample, weighted);
    weighted += count;
  }
  if (isGood || !check)
    return absl::OkStatus();
  return checkWeights(share.spec, rows, share.first, share.getNumSamples());
}

void scatterSamples(const Share &share, const uint32_t *keys, Digits digits,
                    uint32_t *places, uint64_t *to) {
  const FeatureRows &rows = share.plan.rows;
  const uint32_t mask = digits.getMask();
  for (int64_t k = 0; k < share.getNumSamples(); ++k) {
    const uint32_t *end = keys + rows.countIds(share.first + k);
    const auto sample = static_cast<uint64_t>(share.plan.firstSample + k);
    for (; keys < end; ++keys)
      to[places[*keys & mask]++] = uint64_t(*keys) << 32 | sample;
  }
}

void scatterIndices(std::span<const uint32_t> keys, uint64_t first,
                    Digits digits, uint32_t *places, uint64_t *to) {
  const uint32_t mask = digits.getMask();
  for (uint32_t key : keys)
    to[places[key & mask]++] = uint64_t(key) << 32 | first++;
}

} // namespace sc::host
