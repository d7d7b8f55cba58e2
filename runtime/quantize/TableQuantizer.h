//===-- TableQuantizer.h - narrow tables from f32 ones ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Post-training quantization, row by row: tables may be larger than memory.
// docs/NarrowTables.md has the rules.

#ifndef SC_RUNTIME_QUANTIZE_TABLEQUANTIZER_H
#define SC_RUNTIME_QUANTIZE_TABLEQUANTIZER_H

#include "runtime/quantize/RangeSearch.h"
#include "runtime/quantize/RowScale.h"

#include "absl/status/statusor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sc::quantize {

/// What the conversion of a table did to its values.
struct TableReport {
  int64_t rows = 0;
  int64_t values = 0;
  /// |stored - given|, of the values that are finite on both sides.
  double maxError = 0;
  double meanError = 0;
  int64_t clipped = 0; // values outside of what the codes span
  float low = 0;       // of the finite values; 0 and 0 if there are none
  float high = 0;
  /// The range whose mean squared error would be least for one scale of the
  /// whole table; of FP8 and bf16 that of the data. low = high if the table has
  /// one value only.
  float suggestedLow = 0;
  float suggestedHigh = 0;
};

/// Converts a table in pieces of whole rows, in order: first all of them
/// through `scan`, if needsScan(), then all of them through `convert`. Every
/// error names `table`, and of a value its row and column. Of no use after an
/// error.
class TableQuantizer {
public:
  /// Fails for a format that is not narrow, a width below 1, or buckets that
  /// int8 cannot hold or that do not go with the scale.
  static absl::StatusOr<TableQuantizer> create(std::string table,
                                               const TableFormat &format);

  /// True where the scale depends on all values.
  bool needsScan() const;
  absl::Status scan(std::span<const float> values);

  /// `values` are rows of `width` floats; `stored` receives as many rows of
  /// getRowBytes(). NaN in an int8 table and values that no scale fits are
  /// errors.
  absl::Status convert(std::span<const float> values,
                       std::span<std::byte> stored);

  /// Of a table with one scale, after all scans: the getScaleWords() words that
  /// the program takes as an input, or that it makes from the buckets. Empty
  /// where there is none, or one for each row.
  std::span<const float> getScale() const;

  /// After all conversions.
  TableReport getReport() const;

private:
  TableQuantizer(std::string table, const TableFormat &format);

  absl::Status fail(const std::string &problem) const;
  absl::Status checkPiece(std::span<const float> values) const;
  std::string findValuesProblem(const Extremes &extremes) const;
  absl::Status checkRow(std::span<const float> values, int64_t row,
                        const Extremes &before, const Extremes &after) const;
  absl::Status convertRow(std::span<const float> values,
                          std::span<std::byte> stored);
  void countClipped(std::span<const float> values, const Extremes &extremes);
  void addErrors(std::span<const float> values);
  void setScale(const RowScale &newScale);

  std::string table;
  TableFormat format;
  bool scalesData; // as opposed to a given range, or no scale
  CodeSpan span;
  RowScale scale;
  std::array<float, 2> scaleWords{};
  Extremes scanned;
  int64_t scannedRows = 0;

  Extremes converted;
  int64_t convertedRows = 0;
  int64_t numClipped = 0;
  int64_t numErrors = 0;
  double maxError = 0;
  double sumOfErrors = 0;
  ValueHistogram histogram;
  std::vector<float> widened; // one row
};

/// Rows of `stored` back to f32, as many as `values` holds, as the machine does
/// it; `scale` as from getScale().
void widenRows(const TableFormat &format, std::span<const float> scale,
               std::span<const std::byte> stored, std::span<float> values);

} // namespace sc::quantize

#endif // SC_RUNTIME_QUANTIZE_TABLEQUANTIZER_H
