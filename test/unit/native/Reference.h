//===-- Reference.h - elements by the definition ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types and their numbers without the compiler's help: floats as long
// double, rounded by arithmetic; integers as 128 bits, cut to their width.

#ifndef SC_TEST_UNIT_NATIVE_REFERENCE_H
#define SC_TEST_UNIT_NATIVE_REFERENCE_H

#include "NativeTest.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace sc {

using Wide = __int128;

struct Kind {
  const char *name;
  size_t bytes;
  bool isFloat;
  bool isSigned;
  int precision = 0;   // bits of a float's significand
  int minExponent = 0; // of its smallest normal number
};

inline constexpr Kind kBool{"i1", 1, false, false};
inline constexpr Kind kIntegers[] = {
    {"i8", 1, false, true},  {"ui8", 1, false, false},
    {"i32", 4, false, true}, {"ui32", 4, false, false},
    {"i64", 8, false, true}, {"ui64", 8, false, false}};
inline constexpr Kind kFloats[] = {{"f16", 2, true, true, 11, -14},
                                   {"bf16", 2, true, true, 8, -126},
                                   {"f32", 4, true, true, 24, -126},
                                   {"f64", 8, true, true, 53, -1022}};

inline int getMaxExponent(const Kind &kind) { return 1 - kind.minExponent; }

/// The nearest number of the type, ties to even.
inline long double roundTo(const Kind &kind, long double value) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent = std::max(std::ilogb(value), kind.minExponent);
  long double unit = std::ldexp(1.0L, exponent - kind.precision + 1);
  long double rounded = std::nearbyint(value / unit) * unit;
  if (std::fabs(rounded) >= std::ldexp(1.0L, getMaxExponent(kind) + 1))
    rounded =
        std::copysign(std::numeric_limits<long double>::infinity(), value);
  return std::copysign(rounded, value);
}

inline Wide cut(const Kind &kind, Wide value) {
  if (kind.bytes == 8)
    return kind.isSigned ? Wide(static_cast<int64_t>(value))
                         : Wide(static_cast<uint64_t>(value));
  Wide range = Wide(1) << (8 * kind.bytes);
  Wide low = ((value % range) + range) % range;
  return kind.isSigned && low >= range / 2 ? low - range : low;
}

inline Wide getLowest(const Kind &kind) {
  return kind.isSigned ? -(Wide(1) << (8 * kind.bytes - 1)) : 0;
}
inline Wide getHighest(const Kind &kind) {
  return (Wide(1) << (8 * kind.bytes - (kind.isSigned ? 1 : 0))) - 1;
}

inline uint64_t readBits(const Kind &kind, const Bytes &bytes, size_t index) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * kind.bytes, kind.bytes);
  return bits;
}

inline void appendBits(const Kind &kind, Bytes &bytes, uint64_t bits) {
  for (size_t i = 0; i < kind.bytes; ++i)
    bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
}

inline Wide readInteger(const Kind &kind, const Bytes &bytes, size_t index) {
  return cut(kind, Wide(readBits(kind, bytes, index)));
}

/// By sign, exponent and fraction.
inline long double readFloat(const Kind &kind, const Bytes &bytes,
                             size_t index) {
  uint64_t bits = readBits(kind, bytes, index);
  int fractionBits = kind.precision - 1;
  int exponentBits = static_cast<int>(8 * kind.bytes) - kind.precision;
  uint64_t fraction = bits & ((uint64_t(1) << fractionBits) - 1);
  int64_t field = static_cast<int64_t>((bits >> fractionBits) &
                                       ((uint64_t(1) << exponentBits) - 1));
  bool isNegative = bits >> (8 * kind.bytes - 1);
  long double value = 0;
  if (field == (int64_t(1) << exponentBits) - 1)
    value = fraction ? std::numeric_limits<long double>::quiet_NaN()
                     : std::numeric_limits<long double>::infinity();
  else if (field == 0)
    value = std::ldexp(static_cast<long double>(fraction),
                       kind.minExponent - fractionBits);
  else
    value = std::ldexp(
        static_cast<long double>(fraction | (uint64_t(1) << fractionBits)),
        static_cast<int>(field) - 1 + kind.minExponent - fractionBits);
  return isNegative ? -value : value;
}

/// Random bits of a type and its special values, `count` in all.
inline Bytes makeElements(const Kind &kind, size_t count,
                          std::mt19937_64 &random) {
  std::vector<uint64_t> special = {0, 1, 2, 3, ~uint64_t(0)};
  uint64_t top = uint64_t(1) << (8 * kind.bytes - 1);
  special.insert(special.end(), {top, top - 1, top + 1, top / 2});
  if (kind.isFloat) {
    int fractionBits = kind.precision - 1;
    uint64_t one = uint64_t(getMaxExponent(kind)) << fractionBits;
    uint64_t infinity = (top - 1) >> fractionBits << fractionBits;
    for (uint64_t bits :
         {one, 2 * one, one + (uint64_t(1) << fractionBits), infinity,
          infinity - 1, infinity + 1, infinity | (infinity >> 1), one / 2,
          (uint64_t(1) << fractionBits), (uint64_t(1) << fractionBits) - 1})
      special.insert(special.end(), {bits & ~top, bits | top});
  }
  Bytes bytes;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = random();
    if (random() % 4 == 0)
      bits = special[random() % special.size()];
    else if (kind.isFloat && random() % 2 == 0) // close to one
      bits = (bits & ((uint64_t(1) << (kind.precision + 1)) - 1)) +
             ((uint64_t(getMaxExponent(kind)) - 2) << (kind.precision - 1)) +
             (random() % 2 ? top : 0);
    else if (!kind.isFloat && random() % 2 == 0)
      bits = bits % 64 - 32;
    appendBits(kind, bytes, bits);
  }
  return bytes;
}

} // namespace sc

#endif // SC_TEST_UNIT_NATIVE_REFERENCE_H
