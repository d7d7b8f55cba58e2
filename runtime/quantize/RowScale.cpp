//===-- RowScale.cpp - what codes span, and their scale -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every step rounds to f32.

#include "runtime/quantize/RowScale.h"

#include "runtime/format/FloatCodes.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <cmath>

namespace sc::quantize {

using namespace format;

bool isInt8(RowType type) {
  return type == RowType::Int8 || type == RowType::Int8Affine;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static std::string describeType(RowType type) {
  return std::string(format::getRowTypeName(type));
}

static std::string describeScale(ScaleKind scale) {
  return std::string(format::getScaleName(scale));
}

static std::string findTypeProblem(const format::RowFormat &rows) {
  static constexpr const char *kTypes =
      "bf16, fp8_e4m3, fp8_e5m2, int8 or int8_affine";
  if (describeType(rows.type) == "?")
    return absl::StrCat("there is no row type ", static_cast<int>(rows.type),
                        "; types are ", kTypes);
  if (!rows.isNarrow())
    return absl::StrCat("f32 rows are not narrow; types are ", kTypes);
  if (describeScale(rows.scale) == "?")
    return absl::StrCat("there is no scale ", static_cast<int>(rows.scale),
                        "; scales are none, table, row or bucket");
  return "";
}

static std::string findScaleProblem(const TableFormat &format) {
  const format::RowFormat &rows = format.rows;
  const bool isBucket = rows.scale == ScaleKind::Bucket;
  if (isInt8(rows.type) && rows.scale == ScaleKind::None)
    return "int8 needs a scale: table, row or bucket";
  if (rows.type == RowType::BF16 && rows.scale != ScaleKind::None)
    return absl::StrCat("bf16 has no scale, but scale=",
                        describeScale(rows.scale), " is given");
  if (isBucket && rows.type != RowType::Int8Affine)
    return absl::StrCat("scale=bucket is for int8_affine, not for ",
                        describeType(rows.type));
  if (isBucket && (format.buckets < 2 || format.buckets > 256))
    return absl::StrCat(format.buckets, " buckets do not fit int8_affine; ",
                        "scale=bucket takes 2 to 256");
  if (!isBucket && format.buckets != 0)
    return absl::StrCat(format.buckets, " buckets go with scale=bucket, not ",
                        "with scale=", describeScale(rows.scale));
  return "";
}

/// Simulated quantization rounds to steps of f32: where they are too coarse for
/// the range there are more or fewer buckets than it says.
static bool hasAllBuckets(const TableFormat &format) {
  RowScale scale = makeGivenScale(format);
  auto last = static_cast<float>(format.buckets - 1);
  if (!(scale.step > 0) || !std::isfinite(last * scale.step + scale.lowest))
    return false;
  float place = (format.rows.high - format.rows.low) / scale.step;
  return std::floor(place + 0.5f) == last;
}

static std::string findRangeProblem(const TableFormat &format) {
  const format::RowFormat &rows = format.rows;
  const bool isBucket = rows.scale == ScaleKind::Bucket;
  const std::string range =
      absl::StrFormat("range %.9g:%.9g", rows.low, rows.high);
  const bool isGiven = rows.low != rows.high || rows.low != 0;
  if (!isBucket && !isGiven)
    return "";
  if (!std::isfinite(rows.low) || !std::isfinite(rows.high) || !rows.hasRange())
    return absl::StrCat(range, " has no values; its ends are finite and the "
                               "first is less than the second");
  if (isBucket && !hasAllBuckets(format))
    return absl::StrCat(range, " has no ", format.buckets,
                        " buckets in f32; give a range that has");
  if (!isBucket && rows.scale != ScaleKind::Table)
    return absl::StrCat(range, " goes with scale=table, not with scale=",
                        describeScale(rows.scale));
  RowScale scale = makeGivenScale(format);
  if (!isBucket && (!isFiniteScale(rows.type, scale) || !(scale.step > 0)))
    return absl::StrCat(range, " has no finite ", describeType(rows.type),
                        " scale in f32 other than 0; give another range");
  return "";
}

std::string findProblem(const TableFormat &format) {
  if (std::string problem = findTypeProblem(format.rows); !problem.empty())
    return problem;
  if (std::string problem = findScaleProblem(format); !problem.empty())
    return problem;
  if (format.width < 1 || format.width > std::numeric_limits<int32_t>::max())
    return absl::StrCat("rows of ", format.width,
                        " values; narrow rows have 1 to 2147483647");
  return findRangeProblem(format);
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

float Extremes::getLargestMagnitude() const {
  return isEmpty() ? 0 : std::max(std::fabs(low), std::fabs(high));
}

void Extremes::merge(const Extremes &other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
  hasNan |= other.hasNan;
  hasInfinity |= other.hasInfinity;
}

static Extremes findMixedExtremes(std::span<const float> values) {
  Extremes result;
  for (float value : values) {
    result.hasNan |= std::isnan(value);
    result.hasInfinity |= std::isinf(value);
    if (std::isfinite(value)) {
      result.low = std::min(result.low, value + 0.0f);
      result.high = std::max(result.high, value + 0.0f);
    }
  }
  return result;
}

Extremes findExtremes(std::span<const float> values) {
  // Integers in the order of the floats, which are vector code; NaN is at both
  // ends, behind the infinities.
  int32_t low = std::numeric_limits<int32_t>::max();
  int32_t high = std::numeric_limits<int32_t>::min();
  auto swapOrder = [](int32_t bits) {
    return bits ^ ((bits >> 31) & 0x7FFFFFFF);
  };
  for (float value : values) {
    auto bits = std::bit_cast<int32_t>(value);
    auto key = static_cast<int32_t>(swapOrder(bits));
    low = std::min(low, key);
    high = std::max(high, key);
  }
  Extremes result;
  if (values.empty())
    return result;
  result.low = std::bit_cast<float>(static_cast<int32_t>(swapOrder(low)));
  result.high = std::bit_cast<float>(static_cast<int32_t>(swapOrder(high)));
  if (!std::isfinite(result.low) || !std::isfinite(result.high))
    return findMixedExtremes(values);
  result.low += 0.0f; // -0 becomes 0
  result.high += 0.0f;
  return result;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// The greatest code of a type whose codes go equally far both ways.
static float getMaxCodeValue(RowType type) {
  if (type == RowType::Fp8E4M3)
    return kFp8Largest<kE4M3>;
  if (type == RowType::Fp8E5M2)
    return kFp8Largest<kE5M2>;
  return 127;
}

RowScale makeScale(RowType type, const Extremes &extremes) {
  if (type == RowType::Int8Affine) {
    if (extremes.isEmpty())
      return {};
    return {(extremes.high - extremes.low) / 255.0f, extremes.low};
  }
  return {extremes.getLargestMagnitude() / getMaxCodeValue(type), 0};
}

RowScale makeGivenScale(const TableFormat &format) {
  const format::RowFormat &rows = format.rows;
  if (rows.scale == ScaleKind::Bucket)
    return {(rows.high - rows.low) / static_cast<float>(format.buckets - 1),
            rows.low};
  return makeScale(rows.type, {rows.low, rows.high});
}

bool isFiniteScale(RowType type, const RowScale &scale) {
  if (type == RowType::BF16)
    return true;
  if (type == RowType::Int8Affine)
    return std::isfinite(255.0f * scale.step + scale.lowest);
  return std::isfinite(getMaxCodeValue(type) * scale.step);
}

CodeSpan getCodeSpan(const format::RowFormat &format) {
  if (format.hasRange() && format.type == RowType::Int8Affine)
    return {format.low, format.high};
  if (format.hasRange()) {
    float end = std::max(std::fabs(format.low), std::fabs(format.high));
    return {-end, end};
  }
  if (format.scale != ScaleKind::None)
    return {};
  if (format.type == RowType::BF16)
    return {-decodeBf16(0x7F7F), decodeBf16(0x7F7F)};
  float end = getMaxCodeValue(format.type);
  return {-end, end};
}

} // namespace sc::quantize
