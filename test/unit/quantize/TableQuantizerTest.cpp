//===-- TableQuantizerTest.cpp - small tables, number by number -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of stored rows, scales, and the report.

#include "test/unit/quantize/Conversion.h"

#include "runtime/kernels/RowKernels.h"

#include "gmock/gmock.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace sc::test {
namespace {

using format::ScaleKind;
using quantize::TableFormat;
using testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The first bytes, as signed codes.
std::vector<int> getCodes(const Conversion &conversion, size_t count) {
  std::vector<int> codes;
  for (std::byte code : std::span(conversion.stored).first(count))
    codes.push_back(static_cast<int8_t>(code));
  return codes;
}

float readFloat(const Conversion &conversion, size_t offset) {
  float value;
  std::memcpy(&value, conversion.stored.data() + offset, sizeof(value));
  return value;
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

TEST(TableQuantizerTest, Int8HasOneScaleOfTheLargestMagnitude) {
  Conversion result =
      convert(parseFormat("int8", 4), {0.5f, -254, 1, 3, 5, 127, 253, -1});
  EXPECT_THAT(result.scale, ElementsAre(2.0f));
  // Halves go to even codes: 0.5, 1.5, 2.5, 63.5, 126.5, -0.5.
  EXPECT_THAT(getCodes(result, 8), ElementsAre(0, -127, 0, 2, 0, 0, 0, 0));
  EXPECT_EQ(result.stored.size(), 64u);
  result.stored.erase(result.stored.begin(), result.stored.begin() + 32);
  EXPECT_THAT(getCodes(result, 4), ElementsAre(2, 64, 126, 0));
}

TEST(TableQuantizerTest, Int8AffineBeginsAtTheLeastValue) {
  Conversion result =
      convert(parseFormat("int8_affine", 4), {-10, 500, 0, 245});
  EXPECT_THAT(result.scale, ElementsAre(2.0f, -10.0f));
  // 127.5 goes to 128.
  EXPECT_THAT(getCodes(result, 4), ElementsAre(-128, 127, 5 - 128, 0));
  EXPECT_THAT(result.values, ElementsAre(-10, 500, 0, 246));
}

TEST(TableQuantizerTest, RowsHaveScalesBehindTheirCodes) {
  Conversion result =
      convert(parseFormat("int8_affine,scale=row", 3), {0, 255, 1, -1, 509, 3});
  ASSERT_EQ(result.stored.size(), 64u);
  EXPECT_EQ(readFloat(result, 8), 1);
  EXPECT_EQ(readFloat(result, 12), 0);
  EXPECT_EQ(readFloat(result, 40), 2);
  EXPECT_EQ(readFloat(result, 44), -1);
  EXPECT_TRUE(result.scale.empty());
  EXPECT_THAT(result.values, ElementsAre(0, 255, 1, -1, 509, 3));
}

TEST(TableQuantizerTest, RowsOf128HaveTheirScaleAtByte128) {
  TableFormat format = parseFormat("int8,scale=row", 128);
  EXPECT_EQ(format::getUsedRowBytes(format.rows, 128), 132);
  std::vector<float> table(1280, 127);
  for (size_t i = 0; i < table.size(); i += 128)
    table[i] = 254;
  Conversion result = convert(format, table);
  ASSERT_EQ(result.stored.size(), 10u * 160);
  for (size_t row = 0; row < 10; ++row) {
    EXPECT_EQ(readFloat(result, row * 160 + 128), 2);
    for (size_t i = 132; i < 160; ++i)
      EXPECT_EQ(result.stored[row * 160 + i], std::byte{0});
  }
}

TEST(TableQuantizerTest, ZerosAndConstants) {
  Conversion zeros =
      convert(parseFormat("int8,scale=row", 2), {0, -0.0f, 127, 0});
  EXPECT_EQ(readFloat(zeros, 8), 0);
  EXPECT_THAT(zeros.values, ElementsAre(0, 0, 127, 0));
  Conversion constant = convert(parseFormat("int8_affine", 2), {0.1f, 0.1f});
  EXPECT_THAT(constant.scale, ElementsAre(0.0f, 0.1f));
  EXPECT_THAT(getCodes(constant, 2), ElementsAre(-128, -128));
  EXPECT_THAT(constant.values, ElementsAre(0.1f, 0.1f));
}

TEST(TableQuantizerTest, Fp8OfNothingButZerosKeepsNaN) {
  Conversion result =
      convert(parseFormat("fp8_e4m3,scale=row", 3), {-0.0f, NAN, 0});
  EXPECT_THAT(getCodes(result, 3), ElementsAre(0, 0x7F, 0));
  EXPECT_TRUE(std::isnan(result.values[1]));
}

TEST(TableQuantizerTest, Fp8WithAScaleReachesTheLargestCode) {
  Conversion result =
      convert(parseFormat("fp8_e5m2,scale=table", 2), {114688, -2});
  EXPECT_THAT(result.scale, ElementsAre(2.0f));
  EXPECT_THAT(getCodes(result, 2), ElementsAre(0x7B, 0xBC - 256));
  EXPECT_THAT(result.values, ElementsAre(114688, -2));
}

TEST(TableQuantizerTest, Bf16IsLittleEndian) {
  Conversion result = convert(parseFormat("bf16", 2), {1, -kInfinity});
  EXPECT_THAT(getCodes(result, 4), ElementsAre(-128, 0x3F, -128, -1));
  EXPECT_EQ(result.stored.size(), 32u);
}

TEST(TableQuantizerTest, EmptyTables) {
  Conversion result = convert(parseFormat("int8", 5), std::vector<float>{});
  EXPECT_THAT(result.scale, ElementsAre(0.0f));
  EXPECT_EQ(result.report.rows, 0);
  EXPECT_EQ(result.report.meanError, 0);
  EXPECT_EQ(result.report.suggestedHigh, 0);
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

TableFormat makeBuckets(float low, float high, int64_t buckets, int64_t width) {
  TableFormat format = parseFormat("int8_affine,scale=bucket", width);
  format.rows.low = low;
  format.rows.high = high;
  format.buckets = buckets;
  return format;
}

std::vector<float> makeRamp(size_t count) {
  std::vector<float> table(count);
  for (size_t i = 0; i < count; ++i)
    table[i] = -1 + 2 * static_cast<float>(i) / static_cast<float>(count - 1);
  return table;
}

TEST(TableQuantizerTest, ErrorsAreAtMostHalfABucket) {
  std::vector<float> table = makeRamp(32);
  for (int64_t buckets : {256, 2}) {
    Conversion result = convert(makeBuckets(-1, 1, buckets, 8), table);
    double half = 1.0 / static_cast<double>(buckets - 1);
    EXPECT_LE(result.report.maxError, half + 0x1p-21);
    EXPECT_GT(result.report.maxError, half / 2);
    EXPECT_EQ(result.report.clipped, 0);
  }
}

TEST(TableQuantizerTest, BucketsHaveTheBitsOfSimulatedQuantization) {
  std::vector<float> table = makeRamp(4096);
  for (float &value : table)
    value *= 3;
  table[7] = kInfinity;
  table[8] = -kInfinity;
  for (int64_t buckets : {2, 3, 100, 256}) {
    Conversion result = convert(makeBuckets(-2.3f, 1.7f, buckets, 8), table);
    std::vector<float> snapped = table;
    float step = (1.7f - -2.3f) / static_cast<float>(buckets - 1);
    kernels::snapWords(snapped.data(), 4096, {-2.3f, 1.7f, step});
    EXPECT_EQ(result.values, snapped);
    EXPECT_THAT(result.scale, ElementsAre(step, -2.3f));
  }
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

TEST(TableQuantizerTest, ReportOfAGivenRange) {
  // A step of 1: the values become -100, 3, 2, 127, -127, 0.
  Conversion result = convert(parseFormat("int8,range=-90:127", 3),
                              {-100, 2.75f, 1.5f, 200, -kInfinity, 0});
  EXPECT_EQ(result.report.rows, 2);
  EXPECT_EQ(result.report.values, 6);
  EXPECT_EQ(result.report.maxError, 73);
  EXPECT_EQ(result.report.meanError, 73.75 / 5);
  EXPECT_EQ(result.report.clipped, 2);
  EXPECT_EQ(result.report.low, -100);
  EXPECT_EQ(result.report.high, 200);
}

TEST(TableQuantizerTest, ReportOfFp8) {
  Conversion result = convert(parseFormat("fp8_e4m3", 4),
                              {448, -449, 1.0625f, NAN, 600, 0, 0, 0});
  EXPECT_EQ(result.report.maxError, 152);
  EXPECT_EQ(result.report.meanError, (1 + 0.0625 + 152) / 7);
  EXPECT_EQ(result.report.clipped, 2);
  EXPECT_EQ(result.report.suggestedLow, -600);
  EXPECT_EQ(result.report.suggestedHigh, 600);
}

TEST(TableQuantizerTest, ReportOfBf16LeavesOutWhatOverflows) {
  Conversion result =
      convert(parseFormat("bf16", 4),
              {std::numeric_limits<float>::max(), kInfinity, 257, -1});
  EXPECT_EQ(result.report.maxError, 1);
  EXPECT_EQ(result.report.meanError, 0.5);
  EXPECT_EQ(result.report.clipped, 1);
  EXPECT_EQ(result.report.suggestedLow, -1);
  EXPECT_EQ(result.report.suggestedHigh, std::numeric_limits<float>::max());
}

TEST(TableQuantizerTest, EndsOfTheDataHaveNoMinusZero) {
  for (float other : {NAN, kInfinity, -0.0f}) {
    auto report = convert(parseFormat("bf16", 2), {-0.0f, other}).report;
    EXPECT_EQ(report.low, 0);
    EXPECT_FALSE(std::signbit(report.low)) << other;
    EXPECT_FALSE(std::signbit(report.high)) << other;
  }
}

TEST(TableQuantizerTest, OnlyScalesOfTheDataNeedAScan) {
  for (const char *text : {"int8", "int8_affine", "fp8_e4m3,scale=table"})
    EXPECT_TRUE(makeQuantizer(parseFormat(text, 8)).needsScan()) << text;
  for (const char *text : {"bf16", "fp8_e5m2", "int8,scale=row",
                           "int8,range=-1:1", "fp8_e4m3,range=0:1"})
    EXPECT_FALSE(makeQuantizer(parseFormat(text, 8)).needsScan()) << text;
  EXPECT_FALSE(makeQuantizer(makeBuckets(0, 1, 2, 8)).needsScan());
}

} // namespace
} // namespace sc::test
