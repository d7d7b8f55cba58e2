//===-- SampleGains.h - combiners -------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a sample's weights are divided by, rounded exactly as JAX does it.

#ifndef SC_RUNTIME_HOST_SAMPLEGAINS_H
#define SC_RUNTIME_HOST_SAMPLEGAINS_H

#include "runtime/host/CoreSort.h"

#include <cmath>

namespace sc::host {

/// The gain of each of `count` ids without weights.
inline float computeGain(Combiner combiner, int64_t count) {
  switch (combiner) {
  case Combiner::Sum:
    return 1.0f;
  case Combiner::Mean:
    return 1.0f / static_cast<float>(count);
  case Combiner::Sqrtn:
    return 1.0f / std::sqrt(static_cast<float>(count));
  }
  return 1.0f;
}

/// The divisor of `count` weights.
inline float computeDivisor(Combiner combiner, const std::byte *weights,
                            int64_t stride, int64_t count) {
  if (combiner == Combiner::Sum)
    return 1.0f;
  float sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    float weight = load<float>(weights + i * stride);
    // The square is a double, the running sum is not.
    double term = weight;
    sum = combiner == Combiner::Sqrtn
              ? static_cast<float>(static_cast<double>(sum) + term * term)
              : sum + weight;
  }
  return combiner == Combiner::Mean ? sum : std::sqrt(sum);
}

/// Fails if a weight of these samples is not finite, or a divisor is 0 or not
/// finite.
absl::Status checkWeights(const FeatureSpec &feature, const FeatureRows &rows,
                          int64_t firstSample, int64_t count);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_SAMPLEGAINS_H
