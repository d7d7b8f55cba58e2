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
  maker.idEnd = static_cast<uint64_t>(work.layout.idEnds[feature]);
  maker.coreMask = static_cast<uint64_t>(work.layout.numCores - 1);
  maker.shift = static_cast<uint64_t>(spec.colShift) & maker.coreMask;
  maker.coreBits = work.layout.coreBits;
  maker.rowBits = group.rowBits;
  maker.rowBase = static_cast<uint64_t>(
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

/// Whether all ids are in range.
template <typename Id, int kPasses>
bool countAll(const Share &share, int digitBits, uint32_t *counters) {
  const FeatureRows &rows = share.plan.rows;
  const KeyMaker maker = share.maker;
  const int64_t stride = rows.idStride;
  const uint32_t mask = (1u << digitBits) - 1;
  bool isBad = false;
  for (int64_t k = share.first; k < share.first + share.getNumSamples(); ++k) {
    const std::byte *ids = rows.getIds(k);
    const int64_t count = rows.countIds(k);
    for (int64_t i = 0; i < count; ++i) {
      uint64_t id = loadId<Id>(ids + i * stride);
      isBad |= id >= maker.idEnd;
      uint32_t key = maker.makeKey(id);
      for (int pass = 0; pass < kPasses; ++pass)
        ++counters[(pass << Digits::kMaxBits) +
                   ((key >> (pass * digitBits)) & mask)];
    }
  }
  return !isBad;
}

template <typename Id>
bool countAll(const Share &share, Digits digits, uint32_t *counters) {
  switch (digits.passes) {
  case 0:
    return countAll<Id, 0>(share, digits.bits, counters);
  case 1:
    return countAll<Id, 1>(share, digits.bits, counters);
  case 2:
    return countAll<Id, 2>(share, digits.bits, counters);
  case 3:
    return countAll<Id, 3>(share, digits.bits, counters);
  default:
    return countAll<Id, 4>(share, digits.bits, counters);
  }
}

template <typename Id>
void scatterUnweighted(const Share &share, uint32_t mask, uint32_t *places,
                       uint64_t *to, float *sampleGains) {
  const FeatureRows &rows = share.plan.rows;
  const KeyMaker maker = share.maker;
  const int64_t stride = rows.idStride;
  for (int64_t k = 0; k < share.getNumSamples(); ++k) {
    const std::byte *ids = rows.getIds(share.first + k);
    const int64_t count = rows.countIds(share.first + k);
    const uint64_t sample = static_cast<uint64_t>(share.plan.firstSample + k);
    if (sampleGains && count > 0)
      sampleGains[sample] = computeGain(share.spec.combiner, count);
    for (int64_t i = 0; i < count; ++i) {
      uint32_t key = maker.makeKey(loadId<Id>(ids + i * stride));
      to[places[key & mask]++] = uint64_t(key) << 32 | sample;
    }
  }
}

/// Writes the gains of one sample.
void writeGains(const Share &share, int64_t k, WeightedId *to) {
  const FeatureRows &rows = share.plan.rows;
  const int64_t count = rows.countIds(share.first + k);
  const auto sample = static_cast<uint32_t>(share.plan.firstSample + k);
  const Combiner combiner = share.spec.combiner;
  if (!rows.weights) {
    std::fill_n(to, count, WeightedId{sample, computeGain(combiner, count)});
    return;
  }
  const std::byte *weights = rows.getWeights(share.first + k);
  const int64_t stride = rows.weightStride;
  float divisor = computeDivisor(combiner, weights, stride, count);
  for (int64_t i = 0; i < count; ++i) {
    float weight = load<float>(weights + i * stride);
    to[i] = {sample, combiner == Combiner::Sum ? weight : weight / divisor};
  }
}

template <typename Id>
void scatterIndices(const Share &share, uint32_t mask, uint32_t *places,
                    uint64_t *to, WeightedId *weighted, uint64_t &index) {
  const FeatureRows &rows = share.plan.rows;
  const KeyMaker maker = share.maker;
  const int64_t stride = rows.idStride;
  uint64_t next = index;
  for (int64_t k = 0; k < share.getNumSamples(); ++k) {
    writeGains(share, k, weighted + next);
    const std::byte *ids = rows.getIds(share.first + k);
    const int64_t count = rows.countIds(share.first + k);
    for (int64_t i = 0; i < count; ++i) {
      uint32_t key = maker.makeKey(loadId<Id>(ids + i * stride));
      to[places[key & mask]++] = uint64_t(key) << 32 | next++;
    }
  }
  index = next;
}

uint32_t getMask(Digits digits) { return (1u << digits.bits) - 1; }

} // namespace

absl::Status countDigits(const Share &share, Digits digits,
                         uint32_t *counters) {
  bool isInRange = share.plan.rows.type == IdType::Int32
                       ? countAll<int32_t>(share, digits, counters)
                       : countAll<int64_t>(share, digits, counters);
  return isInRange ? absl::OkStatus() : describeBadId(share);
}

void scatterSamples(const Share &share, Digits digits, uint32_t *places,
                    uint64_t *to, float *sampleGains) {
  if (share.plan.rows.type == IdType::Int32)
    scatterUnweighted<int32_t>(share, getMask(digits), places, to, sampleGains);
  else
    scatterUnweighted<int64_t>(share, getMask(digits), places, to, sampleGains);
}

void scatterWeighted(const Share &share, Digits digits, uint32_t *places,
                     uint64_t *to, WeightedId *weighted, uint64_t &index) {
  if (share.plan.rows.type == IdType::Int32)
    scatterIndices<int32_t>(share, getMask(digits), places, to, weighted,
                            index);
  else
    scatterIndices<int64_t>(share, getMask(digits), places, to, weighted,
                            index);
}

} // namespace sc::host
