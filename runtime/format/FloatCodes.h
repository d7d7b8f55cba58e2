//===-- FloatCodes.h - bf16 and FP8 codes of floats -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To nearest even, by arithmetic on bits without branches, so that loops over
// rows become vector code. docs/NarrowTables.md has the rules.

#ifndef SC_RUNTIME_FORMAT_FLOATCODES_H
#define SC_RUNTIME_FORMAT_FLOATCODES_H

#include <array>
#include <bit>
#include <cstdint>

namespace sc::format {

inline constexpr uint32_t kSignBit = 0x80000000;
inline constexpr uint32_t kInfinityBits = 0x7F800000;
inline constexpr uint32_t kNaNBits = 0x7FC00000;

constexpr uint32_t getMagnitudeBits(float value) {
  return std::bit_cast<uint32_t>(value) & ~kSignBit;
}

constexpr bool isNaN(float value) {
  return getMagnitudeBits(value) > kInfinityBits;
}

constexpr bool isFinite(float value) {
  return getMagnitudeBits(value) < kInfinityBits;
}

/// Overflow gives infinity; NaN stays, made quiet.
constexpr uint16_t encodeBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = bits + 0x7FFF + ((bits >> 16) & 1);
  uint32_t quiet = bits | 0x00400000;
  return static_cast<uint16_t>((isNaN(value) ? quiet : rounded) >> 16);
}

constexpr float decodeBf16(uint16_t code) {
  return std::bit_cast<float>(static_cast<uint32_t>(code) << 16);
}

/// A float of 8 bits.
struct Fp8Format {
  int mantissaBits;
  int bias;
  uint32_t largest; // code of the largest finite value
  uint32_t nan;     // code that NaN becomes
  bool hasInfinity; // largest + 1
};

inline constexpr Fp8Format kE4M3 = {3, 7, 0x7E, 0x7F, false};
inline constexpr Fp8Format kE5M2 = {2, 15, 0x7B, 0x7E, true};

/// What rounds beyond the largest finite value, infinity too, becomes that.
template <Fp8Format format> constexpr uint8_t encodeFp8(float value) {
  constexpr int shift = 23 - format.mantissaBits;
  constexpr uint32_t rebias = static_cast<uint32_t>(127 - format.bias) << 23;
  constexpr uint32_t smallestNormal = rebias + (1u << 23);
  // One unit in the last place of this float is the least code's value.
  constexpr uint32_t denormalUnit =
      static_cast<uint32_t>(127 - format.bias + 1 + shift) << 23;
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t magnitude = bits & ~kSignBit;
  uint32_t half = (1u << (shift - 1)) - 1 + ((magnitude >> shift) & 1);
  uint32_t normal = (magnitude + half - rebias) >> shift;
  float sum = std::bit_cast<float>(magnitude < smallestNormal ? magnitude : 0) +
              std::bit_cast<float>(denormalUnit);
  uint32_t denormal = std::bit_cast<uint32_t>(sum) - denormalUnit;
  uint32_t code = magnitude < smallestNormal ? denormal : normal;
  code = code > format.largest ? format.largest : code;
  code = magnitude > kInfinityBits ? format.nan : code;
  return static_cast<uint8_t>(code | (bits >> 24 & 0x80));
}

template <Fp8Format format> constexpr float decodeFp8(uint8_t code) {
  constexpr int shift = 23 - format.mantissaBits;
  const uint32_t sign = static_cast<uint32_t>(code & 0x80) << 24;
  const uint32_t magnitude = code & 0x7F;
  if (magnitude > format.largest) {
    bool isInfinity = format.hasInfinity && magnitude == format.largest + 1;
    return std::bit_cast<float>(sign | (isInfinity ? kInfinityBits : kNaNBits));
  }
  if (magnitude >> format.mantissaBits != 0) {
    uint32_t rebias = static_cast<uint32_t>(127 - format.bias) << 23;
    return std::bit_cast<float>(sign | ((magnitude << shift) + rebias));
  }
  float unit = std::bit_cast<float>(
      static_cast<uint32_t>(127 - format.bias + 1 - format.mantissaBits) << 23);
  float value = static_cast<float>(magnitude) * unit;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
}

/// By the code.
using Fp8Values = std::array<float, 256>;

template <Fp8Format format> constexpr Fp8Values makeFp8Values() {
  Fp8Values values = {};
  for (int code = 0; code < 256; ++code)
    values[code] = decodeFp8<format>(static_cast<uint8_t>(code));
  return values;
}

/// The values of all codes.
template <Fp8Format format>
inline constexpr Fp8Values kFp8Values = makeFp8Values<format>();

/// 448 or 57344.
template <Fp8Format format>
inline constexpr float kFp8Largest = kFp8Values<format>[format.largest];

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_FLOATCODES_H
