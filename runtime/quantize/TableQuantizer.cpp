//===-- TableQuantizer.cpp - narrow tables from f32 ones ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scales first, then codes. Sums run over rows in order, so that pieces do not
// show.

#include "runtime/quantize/TableQuantizer.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/quantize/RowCodec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <cmath>

namespace sc::quantize {

using format::RowType;
using format::ScaleKind;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

TableQuantizer::TableQuantizer(std::string table, const TableFormat &format)
    : table(std::move(table)), format(format),
      scalesData(!format.rows.hasRange() &&
                 format.rows.scale != ScaleKind::None),
      span(getCodeSpan(format.rows)) {
  if (format.rows.hasRange())
    setScale(makeGivenScale(format));
}

absl::StatusOr<TableQuantizer>
TableQuantizer::create(std::string table, const TableFormat &format) {
  if (std::string problem = findProblem(format); !problem.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("table '", table, "': ", problem));
  return TableQuantizer(std::move(table), format);
}

bool TableQuantizer::needsScan() const {
  return scalesData && format.rows.scale == ScaleKind::Table;
}

void TableQuantizer::setScale(const RowScale &newScale) {
  scale = newScale;
  scaleWords = {scale.step, scale.lowest};
}

std::span<const float> TableQuantizer::getScale() const {
  const bool isRow = format.rows.scale == ScaleKind::Row;
  const int64_t words = isRow ? 0 : format::getScaleWords(format.rows);
  return std::span(scaleWords).first(static_cast<size_t>(words));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

absl::Status TableQuantizer::fail(const std::string &problem) const {
  return absl::InvalidArgumentError(
      absl::StrCat("table '", table, "'", problem));
}

absl::Status TableQuantizer::checkPiece(std::span<const float> values) const {
  if (values.size() % static_cast<size_t>(format.width) == 0)
    return absl::OkStatus();
  return fail(absl::StrCat(": ", values.size(),
                           " values are not whole rows of ", format.width));
}

/// What is wrong with values that have such extremes, or empty.
std::string TableQuantizer::findValuesProblem(const Extremes &extremes) const {
  const RowType type = format.rows.type;
  const std::string name(format::getRowTypeName(type));
  if (extremes.hasNan && isInt8(type))
    return absl::StrCat("NaN has no ", name, " code; remove it, or store the ",
                        "table as bf16, fp8_e4m3 or fp8_e5m2");
  if (!scalesData)
    return "";
  if (extremes.hasInfinity)
    return absl::StrCat("no ", name, " scale reaches infinity; remove it, or ",
                        "clip it with scale=table,range=LOW:HIGH");
  if (isFiniteScale(type, makeScale(type, extremes)))
    return "";
  return absl::StrFormat("no finite %s scale in f32 reaches from %.9g to %.9g; "
                         "clip with scale=table,range=LOW:HIGH",
                         name, extremes.low, extremes.high);
}

/// Finds the first value of a row that is an error. `before` has the extremes
/// of the values with the same scale before it, `after` also those of the row.
absl::Status TableQuantizer::checkRow(std::span<const float> values,
                                      int64_t row, const Extremes &before,
                                      const Extremes &after) const {
  if (findValuesProblem(after).empty())
    return absl::OkStatus();
  Extremes extremes = before;
  std::string problem;
  size_t column = 0;
  for (; column < values.size() && problem.empty(); ++column) {
    extremes.merge(findExtremes(values.subspan(column, 1)));
    problem = findValuesProblem(extremes);
  }
  return fail(
      absl::StrCat(", row ", row, ", column ", column - 1, ": ", problem));
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

absl::Status TableQuantizer::scan(std::span<const float> values) {
  SC_RETURN_IF_ERROR(checkPiece(values));
  if (!needsScan())
    return absl::OkStatus();
  const auto width = static_cast<size_t>(format.width);
  for (size_t i = 0; i < values.size(); i += width) {
    std::span<const float> row = values.subspan(i, width);
    Extremes after = scanned;
    after.merge(findExtremes(row));
    SC_RETURN_IF_ERROR(checkRow(row, scannedRows, scanned, after));
    scanned = after;
    ++scannedRows;
  }
  setScale(makeScale(format.rows.type, scanned));
  return absl::OkStatus();
}

absl::Status TableQuantizer::convert(std::span<const float> values,
                                     std::span<std::byte> stored) {
  SC_RETURN_IF_ERROR(checkPiece(values));
  const auto width = static_cast<size_t>(format.width);
  const size_t rows = values.size() / width;
  const auto rowBytes =
      static_cast<size_t>(format::getRowBytes(format.rows, format.width));
  if (stored.size() != rows * rowBytes)
    return fail(absl::StrCat(": ", stored.size(), " bytes for ", rows,
                             " stored rows of ", rowBytes, " bytes"));
  if (needsScan() && convertedRows + static_cast<int64_t>(rows) > scannedRows)
    return fail(absl::StrCat(", row ", scannedRows,
                             ": not scanned; the scale of the table depends on "
                             "all rows"));
  for (size_t i = 0; i < rows; ++i)
    SC_RETURN_IF_ERROR(convertRow(values.subspan(i * width, width),
                                  stored.subspan(i * rowBytes, rowBytes)));
  return absl::OkStatus();
}

absl::Status TableQuantizer::convertRow(std::span<const float> values,
                                        std::span<std::byte> stored) {
  const Extremes extremes = findExtremes(values);
  SC_RETURN_IF_ERROR(checkRow(values, convertedRows, {}, extremes));
  if (format.rows.scale == ScaleKind::Row)
    scale = makeScale(format.rows.type, extremes);
  encodeRow(format, scale, values, stored);
  widened.resize(values.size());
  widenRow(format, scale, stored, widened);
  countClipped(values, extremes);
  addErrors(values);
  histogram.add(values);
  converted.merge(extremes);
  ++convertedRows;
  return absl::OkStatus();
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

void TableQuantizer::countClipped(std::span<const float> values,
                                  const Extremes &extremes) {
  if (!extremes.hasInfinity &&
      (extremes.isEmpty() ||
       (extremes.low >= span.low && extremes.high <= span.high)))
    return;
  const bool hasInfinity = format.rows.type == RowType::BF16;
  for (float value : values) {
    const bool isOutside = value < span.low || value > span.high;
    numClipped += isOutside && !(hasInfinity && std::isinf(value));
  }
}

void TableQuantizer::addErrors(std::span<const float> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    const double error = std::fabs(static_cast<double>(widened[i]) -
                                   static_cast<double>(values[i]));
    // Not so where one side is not finite.
    if (error <= std::numeric_limits<double>::max()) {
      maxError = std::max(maxError, error);
      sumOfErrors += error;
      ++numErrors;
    }
  }
}

TableReport TableQuantizer::getReport() const {
  TableReport report;
  report.rows = convertedRows;
  report.values = convertedRows * format.width;
  report.maxError = maxError;
  if (numErrors > 0)
    report.meanError = sumOfErrors / static_cast<double>(numErrors);
  report.clipped = numClipped;
  if (!converted.isEmpty()) {
    report.low = converted.low;
    report.high = converted.high;
  }
  const CodeSpan best = findBestRange(format, histogram, converted);
  report.suggestedLow = best.low;
  report.suggestedHigh = best.high;
  return report;
}

void widenRows(const TableFormat &format, std::span<const float> scale,
               std::span<const std::byte> stored, std::span<float> values) {
  RowScale used;
  if (!scale.empty())
    used.step = scale[0];
  if (scale.size() > 1)
    used.lowest = scale[1];
  const auto width = static_cast<size_t>(format.width);
  const auto rowBytes =
      static_cast<size_t>(format::getRowBytes(format.rows, format.width));
  for (size_t i = 0; i < values.size() / width; ++i)
    widenRow(format, used, stored.subspan(i * rowBytes, rowBytes),
             values.subspan(i * width, width));
}

} // namespace sc::quantize
