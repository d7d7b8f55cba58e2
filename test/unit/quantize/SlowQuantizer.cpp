//===-- SlowQuantizer.cpp - the rules of narrow tables, word by word ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/NarrowTables.md, sentence by sentence. Built without contraction.

#include "test/unit/quantize/SlowQuantizer.h"

#include "test/unit/quantize/SlowCodes.h"

#include <bit>
#include <cmath>

namespace sc::test {

using format::RowType;
using format::ScaleKind;
using quantize::TableFormat;

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

namespace {
struct Range {
  float low = 0;
  float high = 0;
  bool isEmpty = true;
};
} // namespace

static bool hasCodesOfInt8(RowType type) {
  return type == RowType::Int8 || type == RowType::Int8Affine;
}

static void widen(Range &range, float value) {
  if (!std::isfinite(value))
    return;
  value = value == 0 ? 0 : value;
  range.low = range.isEmpty ? value : std::fmin(range.low, value);
  range.high = range.isEmpty ? value : std::fmax(range.high, value);
  range.isEmpty = false;
}

static float getLargestCode(RowType type) {
  if (hasCodesOfInt8(type))
    return 127;
  FloatKind kind = getKind(type);
  return decodeFp8(kind, kind.maxCode);
}

/// Step and lowest value.
static std::pair<float, float> makeScale(RowType type, const Range &range,
                                         int64_t steps) {
  if (type == RowType::Int8Affine)
    return {(range.high - range.low) / static_cast<float>(steps), range.low};
  float largest = std::fmax(std::fabs(range.low), std::fabs(range.high));
  return {largest / getLargestCode(type), 0.0f};
}

static bool isFinite(RowType type, const std::pair<float, float> &scale) {
  float end = type == RowType::Int8Affine ? 255 * scale.first + scale.second
                                          : getLargestCode(type) * scale.first;
  return std::isfinite(end);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static int encode(const TableFormat &format,
                  const std::pair<float, float> &scale, float value) {
  auto [step, lowest] = scale;
  const format::RowFormat &rows = format.rows;
  switch (rows.type) {
  case RowType::BF16:
    return encodeBf16(value);
  case RowType::Int8:
    return step == 0 ? 0
                     : static_cast<int>(std::fmax(
                           -127, std::fmin(127, std::nearbyint(value / step))));
  case RowType::Int8Affine:
    if (step == 0)
      return -128;
    if (rows.scale == ScaleKind::Bucket) {
      float clipped = std::fmax(rows.low, std::fmin(rows.high, value));
      return static_cast<int>(std::floor((clipped - rows.low) / step + 0.5f)) -
             128;
    }
    return static_cast<int>(std::fmax(
               0, std::fmin(255, std::nearbyint((value - lowest) / step)))) -
           128;
  default:
    break;
  }
  if (std::isnan(value) || rows.scale == ScaleKind::None)
    return encodeFp8(getKind(rows.type), value);
  return step == 0 ? 0 : encodeFp8(getKind(rows.type), value / step);
}

static float decode(const TableFormat &format,
                    const std::pair<float, float> &scale, int code) {
  switch (format.rows.type) {
  case RowType::BF16:
    return std::bit_cast<float>(static_cast<uint32_t>(code) << 16);
  case RowType::Int8:
    return static_cast<float>(code) * scale.first;
  case RowType::Int8Affine: {
    float product = static_cast<float>(code + 128) * scale.first;
    return product + scale.second;
  }
  default:
    break;
  }
  float value = decodeFp8(getKind(format.rows.type), code);
  return format.rows.scale == ScaleKind::None ? value : value * scale.first;
}

static bool isClipped(const TableFormat &format, float value) {
  const format::RowFormat &rows = format.rows;
  if (std::isnan(value))
    return false;
  if (rows.low < rows.high && rows.type == RowType::Int8Affine)
    return value < rows.low || value > rows.high;
  if (rows.low < rows.high)
    return std::fabs(value) >
           std::fmax(std::fabs(rows.low), std::fabs(rows.high));
  if (rows.scale != ScaleKind::None)
    return false;
  if (rows.type == RowType::BF16)
    return std::isfinite(value) && std::fabs(value) > 0x1.FEp127f;
  return std::fabs(value) > getLargestCode(rows.type);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Finds the first value that is an error.
static void findError(const TableFormat &format,
                      const std::vector<float> &table, SlowTable &result) {
  const format::RowFormat &rows = format.rows;
  bool scalesData = rows.scale != ScaleKind::None && !(rows.low < rows.high);
  Range range;
  for (size_t i = 0; i < table.size(); ++i) {
    int64_t column = static_cast<int64_t>(i) % format.width;
    if (rows.scale == ScaleKind::Row && column == 0)
      range = {};
    widen(range, table[i]);
    bool fails = std::isnan(table[i]) && hasCodesOfInt8(rows.type);
    fails |=
        scalesData && (std::isinf(table[i]) ||
                       !isFinite(rows.type, makeScale(rows.type, range, 255)));
    if (!fails)
      continue;
    result.fails = true;
    result.row = static_cast<int64_t>(i) / format.width;
    result.column = column;
    return;
  }
}

static void append(std::vector<std::byte> &bytes, const void *data,
                   size_t size) {
  const auto *first = static_cast<const std::byte *>(data);
  bytes.insert(bytes.end(), first, first + size);
}

static void padTo(std::vector<std::byte> &bytes, size_t multiple) {
  while (bytes.size() % multiple != 0)
    bytes.push_back(std::byte{0});
}

static void storeRow(const TableFormat &format,
                     const std::pair<float, float> &scale, const float *row,
                     SlowTable &result) {
  size_t codeBytes = format.rows.type == RowType::BF16 ? 2 : 1;
  for (int64_t i = 0; i < format.width; ++i) {
    int code = encode(format, scale, row[i]);
    append(result.stored, &code, codeBytes);
    result.values.push_back(decode(format, scale, code));
  }
  padTo(result.stored, 8 * codeBytes);
  if (format.rows.scale == ScaleKind::Row) {
    append(result.stored, &scale.first, 4);
    if (format.rows.type == RowType::Int8Affine)
      append(result.stored, &scale.second, 4);
  }
  padTo(result.stored, 32);
  result.steps.push_back(scale.first);
}

static void measure(const TableFormat &format, const std::vector<float> &table,
                    SlowTable &result) {
  double sum = 0, count = 0;
  Range range;
  for (size_t i = 0; i < table.size(); ++i) {
    widen(range, table[i]);
    result.clipped += isClipped(format, table[i]) ? 1 : 0;
    if (!std::isfinite(table[i]) || !std::isfinite(result.values[i]))
      continue;
    double error = std::fabs(double{table[i]} - double{result.values[i]});
    result.maxError = std::fmax(result.maxError, error);
    sum += error;
    ++count;
  }
  result.meanError = count == 0 ? 0 : sum / count;
  result.low = range.low;
  result.high = range.high;
}

SlowTable quantizeSlowly(const TableFormat &format,
                         const std::vector<float> &table) {
  SlowTable result;
  findError(format, table, result);
  if (result.fails)
    return result;
  const format::RowFormat &rows = format.rows;
  Range range = {rows.low, rows.high, false};
  if (rows.scale == ScaleKind::Table && !(rows.low < rows.high)) {
    range = {};
    for (float value : table)
      widen(range, value);
  }
  std::pair<float, float> scale = {0, 0};
  int64_t steps = rows.scale == ScaleKind::Bucket ? format.buckets - 1 : 255;
  bool isOne =
      rows.scale == ScaleKind::Table || rows.scale == ScaleKind::Bucket;
  if (isOne) {
    scale = makeScale(rows.type, range, steps);
    result.scale = {scale.first};
    if (rows.type == RowType::Int8Affine)
      result.scale.push_back(scale.second);
  }
  auto width = static_cast<size_t>(format.width);
  for (size_t i = 0; i < table.size(); i += width) {
    if (rows.scale == ScaleKind::Row) {
      range = {};
      for (size_t j = i; j < i + width; ++j)
        widen(range, table[j]);
      scale = makeScale(rows.type, range, steps);
    }
    storeRow(format, scale, &table[i], result);
  }
  measure(format, table, result);
  return result;
}

} // namespace sc::test
