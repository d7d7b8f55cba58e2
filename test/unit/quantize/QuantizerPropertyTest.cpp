//===-- QuantizerPropertyTest.cpp - equal to the slow reference -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every byte, scale and number of the report, for random tables, widths,
// formats and pieces; and the bounds that docs/NarrowTables.md states.

#include "test/property/Random.h"
#include "test/unit/quantize/Conversion.h"
#include "test/unit/quantize/SlowQuantizer.h"

#include "gmock/gmock.h"

#include <bit>
#include <cmath>
#include <limits>

namespace sc::test {
namespace {

using format::RowType;
using format::ScaleKind;
using quantize::TableFormat;
using testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const std::vector<std::string> kFormats = {
    "bf16",
    "fp8_e4m3",
    "fp8_e5m2",
    "fp8_e4m3,scale=table",
    "fp8_e5m2,scale=table",
    "fp8_e4m3,scale=row",
    "fp8_e5m2,scale=row",
    "fp8_e4m3,range=-3:2",
    "fp8_e5m2,range=-1:5",
    "int8",
    "int8,scale=row",
    "int8,range=-2.5:1",
    "int8_affine",
    "int8_affine,scale=row",
    "int8_affine,range=-0.75:2",
    "int8_affine,scale=bucket",
};

TableFormat makeFormat(Random &random, const std::string &text) {
  TableFormat result =
      parseFormat(text, random.pick<int64_t>({1, 2, 5, 8, 10, 128, 2880}));
  if (result.rows.scale == ScaleKind::Bucket) {
    result.buckets = random.pick<int64_t>({2, 3, 16, 255, 256});
    result.rows.low = random.real(-3, 1);
    result.rows.high = result.rows.low + random.real(0.5f, 4);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

enum class Values { Small, Wide, Denormal, Huge, Bits, Mixed };

float drawFloat(Random &random, Values kind) {
  float unit = random.real(-1, 1);
  switch (kind) {
  case Values::Small:
    return random.chance(5) ? std::copysign(0.0f, unit) : unit;
  case Values::Wide:
    return std::ldexp(unit, static_cast<int>(random.between(-30, 30)));
  case Values::Denormal:
    return std::ldexp(unit, static_cast<int>(random.between(-149, -120)));
  case Values::Huge:
    return unit * std::numeric_limits<float>::max();
  case Values::Bits:
    return std::bit_cast<float>(
        static_cast<uint32_t>(random.between(0, 0xFFFFFFFF)));
  case Values::Mixed:
    if (random.chance(2))
      return random.pick<float>({kInfinity, -kInfinity, NAN, -NAN, -0.0f});
    return unit * 500;
  }
  return 0;
}

std::vector<float> drawTable(Random &random, int64_t width) {
  int64_t rows = random.between(0, width > 1000 ? 3 : 12);
  auto kind = static_cast<Values>(random.between(0, 5));
  std::vector<float> table;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t pattern = random.between(0, 9); // some rows of one value
    float same = pattern == 0 ? 0 : drawFloat(random, kind);
    for (int64_t i = 0; i < width; ++i)
      table.push_back(pattern < 2 ? same : drawFloat(random, kind));
  }
  return table;
}

/// Whole rows.
std::vector<std::span<const float>> cut(Random &random, int64_t width,
                                        std::span<const float> table) {
  std::vector<std::span<const float>> pieces;
  while (!table.empty()) {
    int64_t rows = static_cast<int64_t>(table.size()) / width;
    auto size = static_cast<size_t>(random.between(0, rows) * width);
    pieces.push_back(table.first(size));
    table = table.subspan(size);
  }
  return pieces;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

void expectSameFloats(const char *what, const std::vector<float> &actual,
                      const std::vector<float> &expected) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i)
    ASSERT_EQ(std::bit_cast<uint32_t>(actual[i]),
              std::bit_cast<uint32_t>(expected[i]))
        << what << " " << i << ": " << actual[i] << ", expected "
        << expected[i];
}

void expectSame(const TableFormat &format, const Conversion &actual,
                const SlowTable &expected) {
  if (expected.fails) {
    ASSERT_FALSE(actual.status.ok());
    EXPECT_THAT(std::string(actual.status.message()),
                HasSubstr("table 't', row " + std::to_string(expected.row) +
                          ", column " + std::to_string(expected.column) + ":"));
    return;
  }
  ASSERT_TRUE(actual.status.ok()) << actual.status;
  ASSERT_EQ(actual.stored.size(), expected.stored.size());
  for (size_t i = 0; i < actual.stored.size(); ++i)
    ASSERT_EQ(actual.stored[i], expected.stored[i]) << "byte " << i;
  expectSameFloats("scale", actual.scale, expected.scale);
  expectSameFloats("value", actual.values, expected.values);
  EXPECT_EQ(actual.report.maxError, expected.maxError);
  EXPECT_EQ(actual.report.meanError, expected.meanError);
  EXPECT_EQ(actual.report.clipped, expected.clipped);
  expectSameFloats("end of the data", {actual.report.low, actual.report.high},
                   {expected.low, expected.high});
  auto numValues = static_cast<int64_t>(expected.values.size());
  EXPECT_EQ(actual.report.values, numValues);
  EXPECT_EQ(actual.report.rows, numValues / format.width);
}

TEST(QuantizerProperty, EqualsReference) {
  int64_t numFailed = 0, numConverted = 0;
  forEachCase(4000, [&](Random &random) {
    std::string text = random.pick(kFormats);
    TableFormat format = makeFormat(random, text);
    SCOPED_TRACE(text + " width " + std::to_string(format.width));
    std::vector<float> table = drawTable(random, format.width);
    SlowTable expected = quantizeSlowly(format, table);
    auto pieces = cut(random, format.width, table);
    expectSame(format, convert(format, pieces), expected);
    (expected.fails ? numFailed : numConverted) += 1;
  });
  if (!std::getenv("SC_PROPERTY_CASES")) {
    EXPECT_GT(numFailed, 20);
    EXPECT_GT(numConverted, 200);
  }
}

// The suggested range too, which the reference does not have.
TEST(QuantizerProperty, PiecesDoNotShow) {
  forEachCase(500, [](Random &random) {
    std::string text = random.pick(kFormats);
    TableFormat format = makeFormat(random, text);
    std::vector<float> table = drawTable(random, format.width);
    Conversion whole = convert(format, table);
    Conversion cutUp = convert(format, cut(random, format.width, table));
    ASSERT_EQ(cutUp.status, whole.status);
    if (!whole.status.ok())
      return;
    EXPECT_EQ(cutUp.stored, whole.stored);
    EXPECT_EQ(cutUp.scale, whole.scale);
    EXPECT_EQ(cutUp.report.maxError, whole.report.maxError);
    EXPECT_EQ(cutUp.report.meanError, whole.report.meanError);
    EXPECT_EQ(cutUp.report.clipped, whole.report.clipped);
    EXPECT_EQ(cutUp.report.suggestedLow, whole.report.suggestedLow);
    EXPECT_EQ(cutUp.report.suggestedHigh, whole.report.suggestedHigh);
  });
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// What an error is at most, for a value that is not clipped.
double getBound(const TableFormat &format, double step, double largest,
                double value) {
  double magnitude = std::fabs(value);
  switch (format.rows.type) {
  case RowType::BF16:
    return std::max(magnitude * 0x1p-8, 0x1p-134);
  case RowType::Fp8E4M3:
    return step * std::max(magnitude / step * 0x1p-4, 0x1p-10);
  case RowType::Fp8E5M2:
    return step * std::max(magnitude / step * 0x1p-3, 0x1p-17);
  case RowType::Int8:
    return step / 2 + largest * 0x1p-23;
  case RowType::Int8Affine:
    return step / 2 + largest * 0x1p-21;
  case RowType::F32:
    break;
  }
  return 0;
}

TEST(QuantizerProperty, ErrorsHaveBounds) {
  int64_t numChecked = 0;
  forEachCase(1000, [&](Random &random) {
    std::string text = random.pick(kFormats);
    TableFormat format = makeFormat(random, text);
    SCOPED_TRACE(text);
    std::vector<float> table;
    auto kind = random.chance(50) ? Values::Small : Values::Wide;
    for (int64_t i = 0; i < 4 * format.width; ++i)
      table.push_back(drawFloat(random, kind));
    bool hasRange = format.rows.hasRange();
    if (hasRange)
      for (float &value : table)
        value = std::clamp(value, format.rows.low, format.rows.high);
    SlowTable slow = quantizeSlowly(format, table);
    Conversion actual = convert(format, table);
    ASSERT_TRUE(actual.status.ok()) << actual.status;
    double largest =
        std::max(std::fabs(format.rows.low), std::fabs(format.rows.high));
    for (float value : table)
      largest = std::max(largest, std::fabs(double{value}));
    bool hasScale = format.rows.scale != ScaleKind::None;
    for (size_t i = 0; i < table.size(); ++i) {
      double step =
          hasScale ? slow.steps[i / static_cast<size_t>(format.width)] : 1;
      // FP8 without a scale saturates.
      if (step < 0x1p-126 || (!hasScale && std::fabs(table[i]) > 448))
        continue;
      // Two more roundings, of the quotient and the product.
      double bound = getBound(format, step, largest, table[i]) +
                     (hasScale ? std::fabs(double{table[i]}) * 0x1p-22 : 0);
      ASSERT_LE(std::fabs(double{actual.values[i]} - double{table[i]}), bound)
          << table[i];
      ++numChecked;
    }
  });
  if (!std::getenv("SC_PROPERTY_CASES")) {
    EXPECT_GT(numChecked, 1000);
  }
}

} // namespace
} // namespace sc::test
