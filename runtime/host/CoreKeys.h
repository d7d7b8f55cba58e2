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
  uint64_t idEnd;
  uint64_t shift;
  uint64_t coreMask;
  int coreBits;
  int rowBits;
  uint64_t rowBase; // of the table, in the group

  uint32_t makeKey(uint64_t id) const {
    uint64_t owner = (id + shift) & coreMask;
    uint64_t row = (id >> coreBits) + rowBase;
    return static_cast<uint32_t>(owner << rowBits | row);
  }
};

/// One feature's samples on a SparseCore.
struct Share {
  const FeatureSpec &spec;
  const FeaturePlan &plan;
  KeyMaker maker;
  int64_t first; // sample of the feature

  int64_t getNumSamples() const { return plan.samplesPerCore; }
};

Share makeShare(const CoreWork &work, const SortGroup &group, size_t feature);

/// How a key is cut for sorting, from its lowest bit.
struct Digits {
  static constexpr int kMaxPasses = 4;
  static constexpr int kMaxBits = 11;

  int passes = 0; // 0: a comparison sort
  int bits = 0;
};

/// Adds to the counters of all digits; those of a pass are 2^kMaxBits. Fails
/// for an id out of range.
absl::Status countDigits(const Share &share, Digits digits, uint32_t *counters);

/// Writes each key to where its lowest digit belongs, and counts that place up.
/// `sampleGains` may be null.
void scatterSamples(const Share &share, Digits digits, uint32_t *places,
                    uint64_t *to, float *sampleGains);

/// The same with weights; `index` counts the ids of the SparseCore.
void scatterWeighted(const Share &share, Digits digits, uint32_t *places,
                     uint64_t *to, WeightedId *weighted, uint64_t &index);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_COREKEYS_H
