//===-- SampleGains.cpp - combiners ---------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights that would make an activation infinite or NaN.

#include "runtime/host/SampleGains.h"

#include "absl/strings/str_cat.h"

namespace sc::host {

static const char *getName(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
    return "sum";
  case Combiner::Mean:
    return "mean";
  case Combiner::Sqrtn:
    return "sqrtn";
  }
  return "";
}

static absl::Status checkSample(const FeatureSpec &feature,
                                const FeatureRows &rows, int64_t sample) {
  const std::byte *weights = rows.getWeights(sample);
  const int64_t count = rows.countIds(sample);
  for (int64_t i = 0; i < count; ++i) {
    float weight = load<float>(weights + i * rows.weightStride);
    if (!std::isfinite(weight))
      return absl::InvalidArgumentError(
          absl::StrCat(describeFeature(feature), "weight ", i, " of sample ",
                       sample, " is ", weight, "; weights must be finite"));
  }
  float divisor =
      computeDivisor(feature.combiner, weights, rows.weightStride, count);
  if (count == 0 || (divisor != 0 && std::isfinite(divisor)))
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      describeFeature(feature), "the ", count, " weights of sample ", sample,
      " give the divisor ", divisor, " of combiner ", getName(feature.combiner),
      "; it must be finite and not 0"));
}

// Without branches for each weight; checkSample finds what is wrong.
static bool areFinite(const std::byte *weights, int64_t stride, int64_t count) {
  constexpr uint32_t kExponent = 0x7f800000;
  bool isBad = false;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t bits = load<uint32_t>(weights + i * stride);
    isBad |= (bits & kExponent) == kExponent;
  }
  return !isBad;
}

absl::Status checkWeights(const FeatureSpec &feature, const FeatureRows &rows,
                          int64_t firstSample, int64_t count) {
  for (int64_t k = firstSample; k < firstSample + count; ++k) {
    if (feature.combiner == Combiner::Sum &&
        areFinite(rows.getWeights(k), rows.weightStride, rows.countIds(k)))
      continue;
    if (absl::Status status = checkSample(feature, rows, k); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

} // namespace sc::host
