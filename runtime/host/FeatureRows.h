//===-- FeatureRows.h - the ids of one feature, by sample -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One form for dense, ragged and COO inputs, after their shapes are checked.

#ifndef SC_RUNTIME_HOST_FEATUREROWS_H
#define SC_RUNTIME_HOST_FEATUREROWS_H

#include "runtime/host/Inputs.h"
#include "runtime/host/Spec.h"

#include "absl/status/status.h"

#include <cstddef>
#include <cstring>
#include <vector>

namespace sc::host {

/// Where ids lie. With splits, sample k has those from splits[k] on, and
/// sampleStride is 0.
struct FeatureRows {
  const std::byte *ids = nullptr;
  const std::byte *weights = nullptr; // null: all 1
  IdType type = IdType::Int32;
  bool hasSplits = false;
  int64_t samples = 0;
  int64_t idsPerSample = 0;
  int64_t sampleStride = 0;
  int64_t idStride = 0;
  int64_t weightSampleStride = 0;
  int64_t weightStride = 0;
  std::vector<int64_t> splits; // kept, so that its memory is used again

  int64_t countIds(int64_t sample) const {
    return hasSplits ? splits[sample + 1] - splits[sample] : idsPerSample;
  }
  /// Ids of samples first .. first + count - 1.
  int64_t countIds(int64_t first, int64_t count) const {
    return hasSplits ? splits[first + count] - splits[first]
                     : count * idsPerSample;
  }
  const std::byte *getIds(int64_t sample) const {
    return ids +
           (hasSplits ? splits[sample] * idStride : sample * sampleStride);
  }
  const std::byte *getWeights(int64_t sample) const {
    return weights + (hasSplits ? splits[sample] * weightStride
                                : sample * weightSampleStride);
  }
};

template <typename T> inline T load(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// Checks the shapes of `input`, splits and the order of COO samples; ids and
/// weights are not read.
absl::Status describeRows(const FeatureSpec &feature, const Input &input,
                          FeatureRows &rows);

/// The most samples of a COO input.
constexpr int64_t kMaxSamples = int64_t(1) << 40;

/// "feature 'f' of table 't': " before the rest of an error.
std::string describeFeature(const FeatureSpec &feature);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_FEATUREROWS_H
