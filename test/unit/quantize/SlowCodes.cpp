//===-- SlowCodes.cpp - codes found by their distance ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances are exact in double.

#include "test/unit/quantize/SlowCodes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace sc::test {

using format::RowType;

static constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

FloatKind getKind(RowType type) {
  return type == RowType::Fp8E4M3 ? FloatKind{3, 7, 0x7E, 0x7F}
                                  : FloatKind{2, 15, 0x7B, 0x7E};
}

static double getMagnitude(const FloatKind &kind, int code) {
  int mantissa = code & ((1 << kind.mantissaBits) - 1);
  int exponent = code >> kind.mantissaBits;
  int hidden = exponent == 0 ? 0 : 1 << kind.mantissaBits;
  return std::ldexp(hidden + mantissa,
                    std::max(exponent, 1) - kind.bias - kind.mantissaBits);
}

int encodeFp8(const FloatKind &kind, float value) {
  int sign = std::signbit(value) ? 0x80 : 0;
  if (std::isnan(value))
    return sign | kind.nanCode;
  // Beyond the largest number all distances to it are alike.
  double magnitude =
      std::fmin(std::fabs(value), getMagnitude(kind, kind.maxCode));
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int code = 0; code <= kind.maxCode; ++code) {
    double distance = std::fabs(magnitude - getMagnitude(kind, code));
    bool wins = distance < least || (distance == least && code % 2 == 0);
    best = wins ? code : best;
    least = std::fmin(least, distance);
  }
  return sign | best;
}

float decodeFp8(const FloatKind &kind, int code) {
  int magnitude = code & 0x7F;
  double value =
      magnitude == kind.nanCode ? double{kNaN} : getMagnitude(kind, magnitude);
  return static_cast<float>(std::copysign(value, code & 0x80 ? -1 : 1));
}

int encodeBf16(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  int lower = static_cast<int>(bits >> 16);
  if (std::isnan(value))
    return lower | 0x40;
  if (std::isinf(value))
    return lower;
  auto getValue = [](int code) {
    if ((code & 0x7FFF) == 0x7F80)
      return 0x1p128;
    return std::fabs(
        double{std::bit_cast<float>(static_cast<uint32_t>(code) << 16)});
  };
  double magnitude = std::fabs(double{value});
  double down = magnitude - getValue(lower);
  double up = getValue(lower + 1) - magnitude;
  bool goesUp = up < down || (up == down && lower % 2 != 0);
  return lower + (goesUp ? 1 : 0);
}

} // namespace sc::test
