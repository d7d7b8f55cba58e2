//===-- RowCodec.cpp - a row of values as stored, and back ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One plain loop for each format, so that compilers make vector code of it.

#include "runtime/quantize/RowCodec.h"

#include "runtime/format/FloatCodes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace sc::quantize {

using namespace format;

static_assert(std::endian::native == std::endian::little,
              "scales and bf16 codes are stored little-endian");

//===----------------------------------------------------------------------===//
// Values to codes
//===----------------------------------------------------------------------===//

/// Floats of this size are whole numbers: adding it rounds to nearest even.
static constexpr float kRounder = 0x1.8p23f;

/// The whole number next to a value of less than 2^22.
static inline int32_t roundToInt(float value) {
  return std::bit_cast<int32_t>(value + kRounder) -
         std::bit_cast<int32_t>(kRounder);
}

static inline float clip(float value, float low, float high) {
  const float raised = value < low ? low : value;
  return raised > high ? high : raised;
}

static void fillCodes(std::byte *codes, size_t count, std::byte code) {
  std::fill_n(codes, count, code);
}

static void encodeInt8(const RowScale &scale, std::span<const float> values,
                       std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i) {
    const float place = clip(values[i] / scale.step, -127, 127);
    codes[i] = static_cast<std::byte>(roundToInt(place));
  }
}

static void encodeAffine(const RowScale &scale, std::span<const float> values,
                         std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i) {
    const float place = (values[i] - scale.lowest) / scale.step;
    codes[i] = static_cast<std::byte>(roundToInt(clip(place, 0, 255)) - 128);
  }
}

/// As simulated quantization: halves go up.
static void encodeBuckets(const format::RowFormat &rows, const RowScale &scale,
                          std::span<const float> values, std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i) {
    const float clipped = clip(values[i], rows.low, rows.high);
    const float place = (clipped - rows.low) / scale.step;
    codes[i] = static_cast<std::byte>(static_cast<int32_t>(place + 0.5f) - 128);
  }
}

static void encodeBf16Row(std::span<const float> values, std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i) {
    const uint16_t code = encodeBf16(values[i]);
    std::memcpy(codes + 2 * i, &code, sizeof(code));
  }
}

template <Fp8Format kFormat>
static void encodeFp8Row(std::span<const float> values, std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i)
    codes[i] = static_cast<std::byte>(encodeFp8<kFormat>(values[i]));
}

template <Fp8Format kFormat>
static void encodeScaledFp8Row(float step, std::span<const float> values,
                               std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i) {
    const float value = values[i];
    // NaN as it is: the sign of a quotient may be another.
    const float place = isNaN(value) ? value : value / step;
    codes[i] = static_cast<std::byte>(encodeFp8<kFormat>(place));
  }
}

/// A scale of 0 has nothing but zeros, or NaN, to scale.
template <Fp8Format kFormat>
static void encodeZeroRow(std::span<const float> values, std::byte *codes) {
  for (size_t i = 0; i < values.size(); ++i)
    codes[i] = isNaN(values[i])
                   ? static_cast<std::byte>(encodeFp8<kFormat>(values[i]))
                   : std::byte{0};
}

template <Fp8Format kFormat>
static void encodeFp8Codes(const TableFormat &format, const RowScale &scale,
                           std::span<const float> values, std::byte *codes) {
  if (format.rows.scale == ScaleKind::None)
    return encodeFp8Row<kFormat>(values, codes);
  if (scale.step == 0)
    return encodeZeroRow<kFormat>(values, codes);
  encodeScaledFp8Row<kFormat>(scale.step, values, codes);
}

static void encodeCodes(const TableFormat &format, const RowScale &scale,
                        std::span<const float> values, std::byte *codes) {
  switch (format.rows.type) {
  case RowType::BF16:
    return encodeBf16Row(values, codes);
  case RowType::Fp8E4M3:
    return encodeFp8Codes<kE4M3>(format, scale, values, codes);
  case RowType::Fp8E5M2:
    return encodeFp8Codes<kE5M2>(format, scale, values, codes);
  case RowType::Int8:
    if (scale.step == 0)
      return fillCodes(codes, values.size(), std::byte{0});
    return encodeInt8(scale, values, codes);
  case RowType::Int8Affine:
    if (scale.step == 0)
      return fillCodes(codes, values.size(), std::byte{0x80});
    if (format.rows.scale == ScaleKind::Bucket)
      return encodeBuckets(format.rows, scale, values, codes);
    return encodeAffine(scale, values, codes);
  case RowType::F32:
    break;
  }
}

void encodeRow(const TableFormat &format, const RowScale &scale,
               std::span<const float> values, std::span<std::byte> stored) {
  const size_t codeBytes =
      values.size() *
      static_cast<size_t>(format::getCodeBytes(format.rows.type));
  std::ranges::fill(stored.subspan(codeBytes), std::byte{0});
  encodeCodes(format, scale, values, stored.data());
  if (format.rows.scale != ScaleKind::Row)
    return;
  const std::array<float, 2> words = {scale.step, scale.lowest};
  std::memcpy(stored.data() + format::getScaleOffset(format.rows, format.width),
              words.data(),
              static_cast<size_t>(format::getScaleWords(format.rows)) *
                  sizeof(float));
}

//===----------------------------------------------------------------------===//
// Codes to values
//===----------------------------------------------------------------------===//

static void widenInt8(const RowScale &scale, const std::byte *codes,
                      std::span<float> values) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(static_cast<int8_t>(codes[i])) * scale.step;
}

static void widenAffine(const RowScale &scale, const std::byte *codes,
                        std::span<float> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    const auto place = static_cast<float>(static_cast<int8_t>(codes[i]) + 128);
    values[i] = place * scale.step + scale.lowest;
  }
}

static void widenBf16(const std::byte *codes, std::span<float> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t code;
    std::memcpy(&code, codes + 2 * i, sizeof(code));
    values[i] = decodeBf16(code);
  }
}

template <Fp8Format kFormat>
static void widenFp8(const TableFormat &format, const RowScale &scale,
                     const std::byte *codes, std::span<float> values) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = kFp8Values<kFormat>[static_cast<uint8_t>(codes[i])];
  if (format.rows.scale != ScaleKind::None)
    for (float &value : values)
      value *= scale.step;
}

static RowScale readScale(const TableFormat &format, const std::byte *stored) {
  std::array<float, 2> words{};
  std::memcpy(
      words.data(), stored + format::getScaleOffset(format.rows, format.width),
      static_cast<size_t>(format::getScaleWords(format.rows)) * sizeof(float));
  return {words[0], words[1]};
}

void widenRow(const TableFormat &format, const RowScale &scale,
              std::span<const std::byte> stored, std::span<float> values) {
  const std::byte *codes = stored.data();
  const RowScale used =
      format.rows.scale == ScaleKind::Row ? readScale(format, codes) : scale;
  switch (format.rows.type) {
  case RowType::BF16:
    return widenBf16(codes, values);
  case RowType::Fp8E4M3:
    return widenFp8<kE4M3>(format, used, codes, values);
  case RowType::Fp8E5M2:
    return widenFp8<kE5M2>(format, used, codes, values);
  case RowType::Int8:
    return widenInt8(used, codes, values);
  case RowType::Int8Affine:
    return widenAffine(used, codes, values);
  case RowType::F32:
    break;
  }
}

} // namespace sc::quantize
