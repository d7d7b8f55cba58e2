//===-- RowScale.h - what codes span, and their scale -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the extremes of values, or from a given range, to the words that scale
// codes.

#ifndef SC_RUNTIME_QUANTIZE_ROWSCALE_H
#define SC_RUNTIME_QUANTIZE_ROWSCALE_H

#include "runtime/format/RowFormat.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace sc::quantize {

/// What one table becomes.
struct TableFormat {
  format::RowFormat rows; // narrow
  int64_t width = 0;      // values of a row
  /// scale=bucket: how many values there are, from rows.low to rows.high.
  int64_t buckets = 0;
};

/// True for both kinds of int8.
bool isInt8(format::RowType type);

/// What is wrong with a format, or empty.
std::string findProblem(const TableFormat &format);

/// The least and greatest of some values. Zeros have no sign here.
struct Extremes {
  // Of the finite ones; low > high if there are none.
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
  bool hasNan = false;
  bool hasInfinity = false;

  bool isEmpty() const { return low > high; }
  bool isFinite() const { return !hasNan && !hasInfinity; }
  float getLargestMagnitude() const;
  void merge(const Extremes &other);
};

Extremes findExtremes(std::span<const float> values);

/// The words that scale codes: value = code * step, for int8_affine
/// (code + 128) * step + lowest.
struct RowScale {
  float step = 0;
  float lowest = 0; // int8_affine
};

/// Values of the outermost codes, or how far they are meant to reach.
struct CodeSpan {
  float low = std::numeric_limits<float>::lowest();
  float high = std::numeric_limits<float>::max();
};

/// The scale of values with such extremes; not finite where none is.
RowScale makeScale(format::RowType type, const Extremes &extremes);

/// The scale of the buckets or of the range that the format has.
RowScale makeGivenScale(const TableFormat &format);

/// True if the scale and the values of all codes are finite.
bool isFiniteScale(format::RowType type, const RowScale &scale);

/// Values outside are clipped. All floats for a scale of the data.
CodeSpan getCodeSpan(const format::RowFormat &format);

} // namespace sc::quantize

#endif // SC_RUNTIME_QUANTIZE_ROWSCALE_H
