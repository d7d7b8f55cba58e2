//===-- Compare.cpp - differences of two arrays ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements become double or keep 64 bits; the loop is the same for all.

#include "runtime/support/Compare.h"

#include "runtime/format/FloatCodes.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sc::runtime {

using format::ElementType;

namespace {

struct Difference {
  double absolute;
  double relative;
};

struct F16 {
  uint16_t bits;
};

struct BF16 {
  uint16_t bits;
};

struct F8E4M3FN {
  uint8_t bits;
};

struct F8E5M2 {
  uint8_t bits;
};

} // namespace

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

static double toDouble(double value) { return value; }
static double toDouble(float value) { return value; }
static double toDouble(BF16 value) { return format::decodeBf16(value.bits); }

static double toDouble(F16 value) {
  int exponent = value.bits >> 10 & 0x1F;
  int fraction = value.bits & 0x3FF;
  double magnitude;
  if (exponent == 0x1F)
    magnitude = fraction ? std::nan("") : kInfinity;
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(fraction + 0x400, exponent - 25);
  return value.bits & 0x8000 ? -magnitude : magnitude;
}

static double toDouble(F8E4M3FN value) {
  return format::kFp8Values<format::kE4M3>[value.bits];
}

static double toDouble(F8E5M2 value) {
  return format::kFp8Values<format::kE5M2>[value.bits];
}

static Difference subtractFloats(double actual, double expected) {
  if ((std::isnan(actual) && std::isnan(expected)) || actual == expected)
    return {0, 0};
  if (!std::isfinite(actual) || !std::isfinite(expected))
    return {kInfinity, kInfinity};
  double absolute = std::fabs(actual - expected);
  return {absolute, absolute / (1 + std::fabs(expected))};
}

/// The magnitude of a 64-bit difference fits 64 bits without sign.
template <typename T> static Difference subtractIntegers(T actual, T expected) {
  uint64_t absolute = actual > expected ? uint64_t(actual) - uint64_t(expected)
                                        : uint64_t(expected) - uint64_t(actual);
  // long double has the 64 bits that double lacks.
  long double scale = 1 + std::fabs(static_cast<long double>(expected));
  return {double(absolute), double(absolute / scale)};
}

template <typename T> static Difference subtract(T actual, T expected) {
  if constexpr (std::is_integral_v<T>)
    return subtractIntegers(actual, expected);
  else
    return subtractFloats(toDouble(actual), toDouble(expected));
}

template <typename T> static T load(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T>
static Comparison compareElements(const std::byte *actual,
                                  const std::byte *expected, int64_t count,
                                  double tolerance) {
  Comparison result;
  result.count = count;
  for (int64_t index = 0; index < count; ++index) {
    Difference difference = subtract(load<T>(actual + index * sizeof(T)),
                                     load<T>(expected + index * sizeof(T)));
    result.maxAbsolute = std::max(result.maxAbsolute, difference.absolute);
    if (difference.relative > result.maxRelative) {
      result.maxRelative = difference.relative;
      result.worst = index;
    }
    result.mismatches += !(difference.relative <= tolerance);
  }
  return result;
}

static auto getCompareFunction(ElementType type) {
  switch (type) {
  case ElementType::I8:
    return compareElements<int8_t>;
  case ElementType::I32:
    return compareElements<int32_t>;
  case ElementType::U32:
    return compareElements<uint32_t>;
  case ElementType::I64:
    return compareElements<int64_t>;
  case ElementType::U64:
    return compareElements<uint64_t>;
  case ElementType::F16:
    return compareElements<F16>;
  case ElementType::BF16:
    return compareElements<BF16>;
  case ElementType::F32:
    return compareElements<float>;
  case ElementType::F64:
    return compareElements<double>;
  case ElementType::F8E4M3FN:
    return compareElements<F8E4M3FN>;
  case ElementType::F8E5M2:
    return compareElements<F8E5M2>;
  case ElementType::I1:
  case ElementType::U8:
    break;
  }
  return compareElements<uint8_t>;
}

absl::StatusOr<Comparison> compareArrays(ElementType type,
                                         std::span<const std::byte> actual,
                                         std::span<const std::byte> expected,
                                         double tolerance) {
  if (actual.size() != expected.size())
    return absl::InvalidArgumentError(
        absl::StrCat("arrays of ", actual.size(), " and ", expected.size(),
                     " bytes cannot be compared"));
  return getCompareFunction(type)(actual.data(), expected.data(),
                                  actual.size() / getElementBytes(type),
                                  tolerance);
}

std::string formatIndex(int64_t index, std::span<const int64_t> shape) {
  std::vector<int64_t> place(shape.size());
  for (size_t axis = shape.size(); axis > 0; --axis) {
    int64_t size = std::max<int64_t>(shape[axis - 1], 1);
    place[axis - 1] = index % size;
    index /= size;
  }
  return absl::StrCat("[", absl::StrJoin(place, ","), "]");
}

} // namespace sc::runtime
