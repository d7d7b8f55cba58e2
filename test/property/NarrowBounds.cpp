//===-- NarrowBounds.cpp - how far codes are from values ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors that docs/NarrowTables.md states, format by format.

#include "NarrowTable.h"

#include <cmath>
#include <limits>

namespace sc::test {

using format::RowFormat;
using format::RowType;
using format::ScaleKind;

static float findLargest(std::span<const float> values) {
  float largest = 0;
  for (float value : values)
    largest = std::fmax(largest, std::fabs(value));
  return largest;
}

/// The greatest value of a code, without scale.
static double getLargestCode(RowType type) {
  switch (type) {
  case RowType::Fp8E4M3:
    return 448;
  case RowType::Fp8E5M2:
    return 57344;
  default:
    return 127;
  }
}

/// Of a value that FP8 or bf16 spans: relative, and below the least normal
/// number that of the denormal ones.
static double getFloatBound(RowType type, double magnitude) {
  switch (type) {
  case RowType::Fp8E4M3:
    return std::fmax(magnitude * 0x1p-4, 0x1p-10);
  case RowType::Fp8E5M2:
    return std::fmax(magnitude * 0x1p-3, 0x1p-17);
  default:
    return std::fmax(magnitude * 0x1p-8, 0x1p-134);
  }
}

/// Where a value is clipped to.
static double clip(const RowFormat &format, double value) {
  double low = format.low, high = format.high;
  if (!format.hasRange()) {
    bool isFp8 =
        format.type == RowType::Fp8E4M3 || format.type == RowType::Fp8E5M2;
    if (!isFp8 || format.scale != ScaleKind::None)
      return value;
    high = getLargestCode(format.type);
    low = -high;
  } else if (format.type != RowType::Int8Affine) {
    high = std::fmax(std::fabs(low), std::fabs(high));
    low = -high;
  }
  return std::fmin(high, std::fmax(low, value));
}

/// `largest` is the greatest magnitude that the scale reaches.
static double getBound(const RowFormat &format, double step, double largest,
                       double value) {
  switch (format.type) {
  case RowType::Int8:
    return step / 2 + 0x1p-23 * largest;
  case RowType::Int8Affine:
    return step / 2 + 0x1p-21 * largest;
  default:
    break;
  }
  double magnitude = std::fabs(value);
  if (format.scale == ScaleKind::None)
    return getFloatBound(format.type, magnitude);
  // Quotient and product round too.
  return getFloatBound(format.type, magnitude / step) * step +
         0x1p-22 * magnitude;
}

/// With a denormal step the values themselves are the bound.
static bool hasBound(const RowFormat &format, double step) {
  return format.scale == ScaleKind::None ||
         step >= static_cast<double>(std::numeric_limits<float>::min());
}

std::vector<double> computeErrorBounds(const NarrowTable &table,
                                       const SlowTable &slow) {
  const RowFormat &format = table.format.rows;
  auto width = static_cast<size_t>(table.format.width);
  double ofTable = findLargest(table.values);
  if (format.hasRange())
    ofTable = std::fmax(std::fabs(format.low), std::fabs(format.high));
  std::vector<double> bounds;
  for (size_t row = 0; row < slow.steps.size(); ++row) {
    auto values = std::span(table.values).subspan(row * width, width);
    double step = slow.steps[row];
    double largest =
        format.scale == ScaleKind::Row ? double{findLargest(values)} : ofTable;
    for (double value : values) {
      double clipped = clip(format, value);
      double found = slow.values[bounds.size()];
      double bound = hasBound(format, step)
                         ? getBound(format, step, largest, clipped)
                         : std::fabs(value) + std::fabs(found);
      bounds.push_back(std::fabs(clipped - value) + bound);
    }
  }
  return bounds;
}

} // namespace sc::test
