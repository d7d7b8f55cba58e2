//===-- CoreKeys.h - keys of ids --------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one feature's ids on one SparseCore, for the first pass of the sort.

#ifndef SC_RUNTIME_HOST_COREKEYS_H
#define SC_RUNTIME_HOST_COREKEYS_H

#include "runtime/host/CoreSort.h"

namespace sc::host {

/// From an id to owner SparseCore and row, the upper half of a key.
struct KeyMaker {
  uint32_t idEnd;
  uint32_t shift;
  uint32_t coreMask;
  int coreBits;
  int rowBits;
  uint32_t rowBase; // of the table, in the group

  uint32_t makeKey(uint32_t id) const {
    uint32_t owner = (id + shift) & coreMask;
    uint32_t row = (id >> coreBits) + rowBase;
    return owner << rowBits | row;
  }
};

/// One feature's samples on a SparseCore.
struct Share {
  const FeatureSpec &spec;
  const FeaturePlan &plan;
  KeyMaker maker;
  int64_t first; // sample of the feature

  int64_t getNumSamples() const { return plan.samplesPerCore; }
  int64_t countIds() const {
    return plan.rows.countIds(first, plan.samplesPerCore);
  }
};

Share makeShare(const CoreWork &work, const SortGroup &group, size_t feature);

/// How a key is cut for sorting, from its lowest bit.
struct Digits {
  static constexpr int kMaxPasses = 4;
  static constexpr int kMaxBits = 13;

  int passes = 0; // 0: a comparison sort
  int bits = 0;

  uint32_t getMask() const { return (uint32_t(1) << bits) - 1; }
};

/// Writes the key of each id. Fails for an id out of range.
absl::Status makeKeys(const Share &share, uint32_t *keys);

/// Adds to the counters of all digits; those of a pass are 2^kMaxBits.
void countDigits(std::span<const uint32_t> keys, Digits digits,
                 uint32_t *counters);

/// Writes the gains of all samples, for stacks without weights.
void writeSampleGains(const Share &share, float *sampleGains);

/// Writes sample and gain of each id. Fails for weights without a meaning, if
/// `check`.
absl::Status writeWeighted(const Share &share, bool check,
                           WeightedId *weighted);

/// Writes each key, with its sample, to where its lowest digit belongs, and
/// counts that place up.
void scatterSamples(const Share &share, const uint32_t *keys, Digits digits,
                    uint32_t *places, uint64_t *to);

/// The same with indices from `first` on.
void scatterIndices(std::span<const uint32_t> keys, uint64_t first,
                    Digits digits, uint32_t *places, uint64_t *to);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_COREKEYS_H
