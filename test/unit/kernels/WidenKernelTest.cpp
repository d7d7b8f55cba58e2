//===-- WidenKernelTest.cpp - f32 rows from narrow ones ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widenRows against the value of each code, computed from its fields.

#include "KernelTest.h"

#include "runtime/kernels/RowKernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace sc;
using namespace sc::test;
using format::RowType;

namespace {

class WidenTest : public KernelTest {};
SC_FOR_EACH_TARGET(WidenTest);

constexpr RowType kTypes[] = {RowType::BF16, RowType::Fp8E4M3, RowType::Fp8E5M2,
                              RowType::Int8, RowType::Int8Affine};

int64_t getCodeBytes(RowType type) { return type == RowType::BF16 ? 2 : 1; }

bool isInt8(RowType type) {
  return type == RowType::Int8 || type == RowType::Int8Affine;
}

uint32_t toBits(float value) { return std::bit_cast<uint32_t>(value); }

/// The f32 that is sign x mantissa x 2^exponent.
float makeFloat(bool isNegative, int mantissa, int exponent) {
  double magnitude = std::ldexp(mantissa, exponent);
  return static_cast<float>(isNegative ? -magnitude : magnitude);
}

float makeNaN(bool isNegative) {
  return std::bit_cast<float>(isNegative ? 0xFFC00000u : 0x7FC00000u);
}

float decodeE4M3(uint8_t code) {
  bool isNegative = code >= 0x80;
  int exponent = code >> 3 & 15, mantissa = code & 7;
  if (exponent == 15 && mantissa == 7)
    return makeNaN(isNegative);
  return exponent == 0 ? makeFloat(isNegative, mantissa, -9)
                       : makeFloat(isNegative, 8 + mantissa, exponent - 10);
}

float decodeE5M2(uint8_t code) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  bool isNegative = code >= 0x80;
  int exponent = code >> 2 & 31, mantissa = code & 3;
  if (exponent == 31 && mantissa != 0)
    return makeNaN(isNegative);
  if (exponent == 31)
    return isNegative ? -kInfinity : kInfinity;
  return exponent == 0 ? makeFloat(isNegative, mantissa, -16)
                       : makeFloat(isNegative, 4 + mantissa, exponent - 17);
}

/// The value of the code at `code`; `scale`: the words of its row, if any.
float widen(RowType type, const std::byte *code, const float *scale) {
  auto bits = static_cast<uint8_t>(*code);
  auto number = static_cast<float>(static_cast<int8_t>(bits));
  switch (type) {
  case RowType::BF16: {
    uint16_t half = 0;
    std::memcpy(&half, code, sizeof(half));
    return std::bit_cast<float>(uint32_t{half} << 16);
  }
  case RowType::Int8Affine: {
    volatile float product = (number + 128) * scale[0];
    return product + scale[1];
  }
  case RowType::Fp8E4M3:
    number = decodeE4M3(bits);
    break;
  case RowType::Fp8E5M2:
    number = decodeE5M2(bits);
    break;
  default:
    break;
  }
  return scale ? number * *scale : number;
}

/// All 256 codes, as one row without a scale.
std::vector<float> widenAllCodes(RowType type) {
  std::vector<std::byte> codes(256);
  for (size_t code = 0; code < 256; ++code)
    codes[code] = static_cast<std::byte>(code);
  std::vector<float> values(256);
  kernels::CodeRows rows;
  rows.codes = codes.data();
  kernels::widenRows(type, rows, values.data(), 1, 256);
  return values;
}

TEST_P(WidenTest, EveryE4M3Code) {
  std::vector<float> values = widenAllCodes(RowType::Fp8E4M3);
  for (size_t code = 0; code < 256; ++code)
    EXPECT_EQ(toBits(values[code]),
              toBits(decodeE4M3(static_cast<uint8_t>(code))))
        << code;
  EXPECT_EQ(values[0x01], 0x1p-9f);
  EXPECT_EQ(values[0x38], 1);
  EXPECT_EQ(values[0x7E], 448);
  EXPECT_EQ(values[0xFE], -448);
  EXPECT_EQ(toBits(values[0x80]), 0x80000000u);
  EXPECT_EQ(toBits(values[0x7F]), 0x7FC00000u);
  EXPECT_EQ(toBits(values[0xFF]), 0xFFC00000u);
}

TEST_P(WidenTest, EveryE5M2Code) {
  std::vector<float> values = widenAllCodes(RowType::Fp8E5M2);
  for (size_t code = 0; code < 256; ++code)
    EXPECT_EQ(toBits(values[code]),
              toBits(decodeE5M2(static_cast<uint8_t>(code))))
        << code;
  EXPECT_EQ(values[0x01], 0x1p-16f);
  EXPECT_EQ(values[0x3C], 1);
  EXPECT_EQ(values[0x7B], 57344);
  EXPECT_EQ(toBits(values[0x7C]), 0x7F800000u);
  EXPECT_EQ(toBits(values[0xFC]), 0xFF800000u);
  for (size_t code : {0x7D, 0x7E, 0x7F})
    EXPECT_EQ(toBits(values[code]), 0x7FC00000u) << code;
  EXPECT_EQ(toBits(values[0xFE]), 0xFFC00000u);
}

TEST_P(WidenTest, Bf16IsTheUpperHalfOfItsBits) {
  // 1, -2, the least denormal number, infinity, a NaN that is not quiet.
  const uint16_t codes[] = {0x3F80, 0xC000, 0x0001, 0x7F80, 0x7F81};
  std::vector<float> values(5);
  kernels::CodeRows rows;
  rows.codes = reinterpret_cast<const std::byte *>(codes);
  kernels::widenRows(RowType::BF16, rows, values.data(), 1, 5);
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], -2);
  for (size_t i = 0; i < 5; ++i)
    EXPECT_EQ(toBits(values[i]), uint32_t{codes[i]} << 16);
}

TEST_P(WidenTest, Int8IsACodeTimesTheScaleOfItsRow) {
  const int8_t codes[] = {1, -127, 0, 5, 2, 3, 4, 127};
  const float scales[] = {0.5f, 10};
  std::vector<float> values(8);
  kernels::CodeRows rows;
  rows.codes = reinterpret_cast<const std::byte *>(codes);
  rows.stride = 4;
  rows.scales = reinterpret_cast<const std::byte *>(scales);
  rows.scalesStride = 4;
  kernels::widenRows(RowType::Int8, rows, values.data(), 2, 4);
  EXPECT_EQ(values,
            (std::vector<float>{0.5f, -63.5f, 0, 2.5f, 20, 30, 40, 1270}));
}

TEST_P(WidenTest, AffineIsAPlaceTimesTheScaleFromTheLowestOn) {
  const int8_t codes[] = {-128, -127, 0, 127};
  const float words[] = {0.25f, -3};
  std::vector<float> values(4);
  kernels::CodeRows rows;
  rows.codes = reinterpret_cast<const std::byte *>(codes);
  rows.scales = reinterpret_cast<const std::byte *>(words);
  kernels::widenRows(RowType::Int8Affine, rows, values.data(), 1, 4);
  EXPECT_EQ(values, (std::vector<float>{-3, -2.75f, 29, 60.75f}));
}

// 255 x (1 + 2^-23) rounds to 255 + 2^-15; with one rounding for product and
// sum, the value less 255 would be 255 x 2^-23.
TEST_P(WidenTest, ProductAndSumAreRoundedApart) {
  const float words[] = {1 + 0x1p-23f, -255};
  const auto code = static_cast<std::byte>(127);
  std::vector<std::byte> codes(32, code);
  std::vector<float> values(32);
  kernels::CodeRows rows;
  rows.codes = codes.data();
  rows.scales = reinterpret_cast<const std::byte *>(words);
  kernels::widenRows(RowType::Int8Affine, rows, values.data(), 1, 32);
  EXPECT_EQ(values, std::vector<float>(32, 0x1p-15f));
}

/// Random narrow rows, with or without a scale, which may be behind the codes.
struct Sample {
  RowType type;
  int64_t count, words, stride, scalesStride;
  bool hasScales;
  std::vector<std::byte> codes;
  std::vector<float> scales;

  kernels::CodeRows getRows() const {
    const auto *bytes = reinterpret_cast<const std::byte *>(scales.data());
    return {codes.data(), stride, hasScales ? bytes : nullptr, scalesStride};
  }

  std::vector<float> computeRows() const {
    std::vector<float> values;
    for (int64_t row = 0; row < count; ++row)
      for (int64_t word = 0; word < words; ++word)
        values.push_back(widen(
            type, codes.data() + row * stride + word * getCodeBytes(type),
            hasScales ? scales.data() + row * scalesStride / 4 : nullptr));
    return values;
  }
};

class WidenPropertyTest : public KernelTest {
protected:
  Sample makeSample(RowType type, int64_t words) {
    Sample sample;
    sample.type = type;
    sample.count = draw(5);
    sample.words = words;
    int64_t used = (words * getCodeBytes(type) + 3) / 4 * 4;
    // Rows that are apart, that overlap, or all the same.
    const int64_t strides[] = {used + 4 * draw(9), used / 8 * 4, 0};
    sample.stride = strides[draw(3)];
    sample.scalesStride = 4 * draw(3);
    sample.hasScales = isInt8(type) || (type != RowType::BF16 && draw(2));
    sample.codes.resize(
        static_cast<size_t>(sample.count * sample.stride + used));
    for (std::byte &code : sample.codes)
      code = static_cast<std::byte>(draw(256));
    for (int i = 0; i < 16; ++i)
      sample.scales.push_back(std::ldexp(
          static_cast<float>(draw(1 << 24) - (1 << 23)), draw(40) - 40));
    return sample;
  }
};
SC_FOR_EACH_TARGET(WidenPropertyTest);

/// NaN times a scale may be any NaN.
bool areEqual(float actual, float expected) {
  return toBits(actual) == toBits(expected) ||
         (std::isnan(actual) && std::isnan(expected));
}

TEST_P(WidenPropertyTest, EqualsTheValuesOfTheCodesBitForBit) {
  for (RowType type : kTypes)
    for (int64_t words = 0; words <= 200; ++words) {
      Sample sample = makeSample(type, words);
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << " type " << int(type) << " words "
                   << words << " count " << sample.count << " stride "
                   << sample.stride << " scales " << sample.hasScales
                   << " stride " << sample.scalesStride);
      std::vector<float> expected = sample.computeRows();
      Guarded<float> place(std::vector<float>(expected.size()),
                           static_cast<size_t>(words));
      kernels::widenRows(type, sample.getRows(), place.data(), sample.count,
                         words);
      std::vector<float> actual =
          place.take(static_cast<int64_t>(expected.size()));
      EXPECT_TRUE(std::ranges::equal(actual, expected, areEqual));
      EXPECT_TRUE(place.isIntact());
    }
}

} // namespace
