//===-- NarrowTable.cpp - a random table, stored narrow -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws tables and formats; error bounds; the quantizer against the reference.

#include "NarrowTable.h"

#include <cmath>
#include <cstdio>

namespace sc::test {

using format::RowFormat;
using format::RowType;
using format::ScaleKind;

//===----------------------------------------------------------------------===//
// Simulated quantization
//===----------------------------------------------------------------------===//

/// Nine digits say which float it is.
static std::string writeFloat(float value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
  return text;
}

std::string Simulated::writeConfig() const {
  return ", \\22quantization_config\\22: {\\22min_value\\22: " +
         writeFloat(low) + ", \\22max_value\\22: " + writeFloat(high) +
         ", \\22num_buckets\\22: " + std::to_string(buckets) + "}";
}

float Simulated::round(float value) const {
  if (std::isnan(value))
    return value;
  float step = (high - low) / static_cast<float>(buckets - 1);
  float clipped = std::fmin(high, std::fmax(low, value));
  float index = std::floor((clipped - low) / step + 0.5f);
  float scaled = index * step;
  return scaled + low;
}

static Simulated drawSimulated(Random &random, int64_t mostBuckets) {
  float low = random.real(-1.0f, 0.25f);
  return {low, low + random.real(0.25f, 1.5f), random.between(2, mostBuckets)};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

const std::vector<int64_t> &getNarrowWidths() {
  static const std::vector<int64_t> widths = {1, 2, 5, 8, 10, 128, 2880};
  return widths;
}

namespace {
enum class RowStyle { Normal, Wide, Tiny, Denormal, Huge, Constant, Zero };
} // namespace

static RowStyle drawStyle(Random &random) {
  return random.pick<RowStyle>(
      {RowStyle::Normal, RowStyle::Normal, RowStyle::Wide, RowStyle::Tiny,
       RowStyle::Denormal, RowStyle::Huge, RowStyle::Constant, RowStyle::Zero});
}

static float drawNormal(Random &random) {
  float sum = 0;
  for (int i = 0; i < 6; ++i)
    sum += random.real(-0.1f, 0.1f);
  return sum;
}

static float drawValue(Random &random, RowStyle style, float constant) {
  switch (style) {
  case RowStyle::Normal:
    return drawNormal(random);
  case RowStyle::Wide:
    return std::ldexp(random.real(-1, 1),
                      static_cast<int>(random.between(-30, 12)));
  case RowStyle::Tiny:
    return random.real(-1e-30f, 1e-30f);
  case RowStyle::Denormal:
    return random.real(-1e-39f, 1e-39f);
  case RowStyle::Huge:
    return random.real(-1e36f, 1e36f);
  case RowStyle::Constant:
    return constant;
  case RowStyle::Zero:
    return random.chance(50) ? 0.0f : -0.0f;
  }
  return 0;
}

static std::vector<float> drawValues(Random &random, int64_t rows,
                                     int64_t width) {
  std::vector<float> values;
  bool isMixed = random.chance(40);
  RowStyle style = drawStyle(random);
  for (int64_t row = 0; row < rows; ++row) {
    if (isMixed)
      style = drawStyle(random);
    float constant = drawNormal(random);
    for (int64_t column = 0; column < width; ++column)
      values.push_back(drawValue(random, style, constant));
  }
  return values;
}

static float findLargest(const std::vector<float> &values) {
  float largest = 0;
  for (float value : values)
    largest = std::fmax(largest, std::fabs(value));
  return largest;
}

static RowFormat drawRowFormat(Random &random,
                               const std::vector<float> &values) {
  const std::vector<RowType> types = {RowType::BF16,    RowType::Fp8E4M3,
                                      RowType::Fp8E5M2, RowType::Int8,
                                      RowType::Int8,    RowType::Int8Affine};
  RowFormat format;
  format.type = random.pick(types);
  if (format.type == RowType::BF16)
    return format;
  format.scale = random.pick<ScaleKind>({ScaleKind::Table, ScaleKind::Row});
  bool isFp8 =
      format.type == RowType::Fp8E4M3 || format.type == RowType::Fp8E5M2;
  if (isFp8 && random.chance(40))
    format.scale = ScaleKind::None;
  if (format.scale != ScaleKind::Table || random.chance(60))
    return format;
  float largest = std::fmax(findLargest(values), 1e-30f);
  format.low = largest * random.real(-1.25f, -0.25f);
  format.high = largest * random.real(-0.2f, 1.25f);
  return format;
}

NarrowTable drawNarrowTable(Random &random, int64_t rows, int64_t width,
                            bool canSimulate) {
  NarrowTable table;
  table.values = drawValues(random, rows, width);
  table.format.width = width;
  if (canSimulate && random.chance(25)) {
    table.simulated = drawSimulated(random, 256);
    table.format.rows = {RowType::Int8Affine, ScaleKind::Bucket,
                         table.simulated->low, table.simulated->high};
    table.format.buckets = table.simulated->buckets;
    return table;
  }
  table.format.rows = drawRowFormat(random, table.values);
  if (canSimulate && random.chance(20))
    table.simulated = drawSimulated(random, 1000);
  return table;
}

std::string NarrowTable::getText() const {
  // The program says what the buckets are.
  return hasBuckets() ? "int8_affine,scale=bucket"
                      : formatRowFormat(format.rows);
}

std::string NarrowTable::describe() const {
  return "rows of " + std::to_string(format.width) + " values as " + getText() +
         (simulated ? simulated->writeConfig() : "");
}

std::vector<float> getFoundValues(const NarrowTable &table,
                                  const SlowTable &slow) {
  std::vector<float> values = slow.values;
  if (table.simulated && !table.hasBuckets())
    for (float &value : values)
      value = table.simulated->round(value);
  return values;
}

//===----------------------------------------------------------------------===//
// The quantizer
//===----------------------------------------------------------------------===//

/// Calls `use` with pieces of whole rows.
template <typename Use>
static void forEachPiece(Random &random, const NarrowTable &table,
                         const Use &use) {
  auto width = static_cast<size_t>(table.format.width);
  auto rows = static_cast<size_t>(table.countRows());
  for (size_t first = 0; first < rows;) {
    size_t number =
        std::min(rows - first, static_cast<size_t>(random.between(1, 40)));
    use(first, std::span(table.values).subspan(first * width, number * width));
    first += number;
  }
}

void expectQuantizerAgrees(Random &random, const NarrowTable &table,
                           const SlowTable &slow) {
  auto quantizer = quantize::TableQuantizer::create("table", table.format);
  ASSERT_TRUE(quantizer.ok()) << quantizer.status();
  auto expectOk = [](const absl::Status &status) {
    EXPECT_TRUE(status.ok()) << status;
  };
  if (quantizer->needsScan())
    forEachPiece(random, table, [&](size_t, std::span<const float> values) {
      expectOk(quantizer->scan(values));
    });
  auto rowBytes = static_cast<size_t>(
      format::getRowBytes(table.format.rows, table.format.width));
  auto width = static_cast<size_t>(table.format.width);
  std::vector<std::byte> stored(slow.stored.size());
  ASSERT_EQ(stored.size(), rowBytes * static_cast<size_t>(table.countRows()));
  forEachPiece(random, table, [&](size_t first, std::span<const float> values) {
    std::span<std::byte> to = std::span(stored).subspan(
        first * rowBytes, values.size() / width * rowBytes);
    expectOk(quantizer->convert(values, to));
  });
  EXPECT_TRUE(stored == slow.stored) << "stored bytes differ";
  std::span<const float> scale = quantizer->getScale();
  EXPECT_TRUE(std::equal(scale.begin(), scale.end(), slow.scale.begin(),
                         slow.scale.end()))
      << "the scale differs";
}

} // namespace sc::test
