//===-- QuantizeReport.cpp - what became of tables ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for people, JSON for programs.

#include "tools/sc-prep/QuantizeReport.h"

#include "sc/Target/NearestName.h"

#include "absl/strings/str_format.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include <ostream>

namespace sc::prep {

using absl::StrFormat;
using Json = nlohmann::json;

static constexpr int kVersion = 1;

static int64_t countRowBytes(const TableConversion &conversion) {
  const quantize::TableFormat &format = *conversion.array.format;
  return getRowBytes(format.rows, format.width);
}

/// Of both, which have the same rows.
static double getBytesPercent(const TableConversion &conversion) {
  const double before =
      4.0 * static_cast<double>(conversion.array.format->width);
  return 100.0 * static_cast<double>(countRowBytes(conversion)) / before;
}

static double getClippedPercent(const quantize::TableReport &report) {
  return 100.0 * static_cast<double>(report.clipped) /
         static_cast<double>(std::max<int64_t>(report.values, 1));
}

/// Whether the suggested range leaves something out.
static bool isNarrower(format::RowType type,
                       const quantize::TableReport &report) {
  if (!(report.suggestedLow < report.suggestedHigh))
    return false;
  if (type == format::RowType::Int8)
    return report.suggestedHigh < std::max(-report.low, report.high);
  return type == format::RowType::Int8Affine &&
         (report.suggestedLow > report.low ||
          report.suggestedHigh < report.high);
}

/// The format with the suggested range; nothing where no range is of use. With
/// buckets the range stands in the spec.
static std::optional<format::RowFormat>
suggestFormat(const TableConversion &conversion) {
  format::RowFormat format = conversion.array.format->rows;
  const quantize::TableReport &report = conversion.report;
  if (!isNarrower(format.type, report))
    return std::nullopt;
  if (format.scale != format::ScaleKind::Bucket)
    format.scale = format::ScaleKind::Table;
  format.low = report.suggestedLow;
  format.high = report.suggestedHigh;
  return format;
}

static std::string describeSuggestion(const format::RowFormat &format) {
  std::string range =
      StrFormat("; suggested range %.9g to %.9g: ", format.low, format.high);
  if (format.scale == format::ScaleKind::Bucket)
    return range + "min_value and max_value of quantization_config";
  return range + formatRowFormat(format);
}

/// What was asked for: the range of buckets is the spec's.
static std::string describeFormat(format::RowFormat format) {
  if (format.scale == format::ScaleKind::Bucket)
    format.low = format.high = 0;
  return formatRowFormat(format);
}

static void printTable(const TableConversion &conversion, std::ostream &os) {
  const quantize::TableFormat &format = *conversion.array.format;
  const quantize::TableReport &report = conversion.report;
  os << StrFormat("%s: %s, %d rows of %d values, %d to %d bytes (%.3g %%)\n",
                  quoteName(conversion.array.name), describeFormat(format.rows),
                  report.rows, format.width, conversion.array.getInputBytes(),
                  report.rows * countRowBytes(conversion),
                  getBytesPercent(conversion));
  os << StrFormat("  error: max %.3g, mean %.3g; clipped %d of %d values "
                  "(%.3g %%)\n",
                  report.maxError, report.meanError, report.clipped,
                  report.values, getClippedPercent(report));
  os << StrFormat("  data from %.9g to %.9g", report.low, report.high);
  if (std::optional<format::RowFormat> format = suggestFormat(conversion))
    os << describeSuggestion(*format);
  else
    os << "; no narrower range has a lesser error";
  os << "\n";
}

void printConversionsText(const std::vector<TableConversion> &conversions,
                          const std::vector<PlannedArray> &arrays,
                          std::ostream &os) {
  for (const TableConversion &conversion : conversions)
    printTable(conversion, os);
  for (const PlannedArray &array : arrays)
    if (!array.format)
      os << quoteName(array.name) << " " << array.header.formatType()
         << ": copied, " << array.reason << "\n";
}

static Json makeTable(const TableConversion &conversion) {
  const quantize::TableFormat &format = *conversion.array.format;
  const quantize::TableReport &report = conversion.report;
  Json json = {{"name", conversion.array.name},
               {"format", describeFormat(format.rows)},
               {"rows", report.rows},
               {"width", format.width},
               {"row_bytes", countRowBytes(conversion)},
               {"bytes_before", conversion.array.getInputBytes()},
               {"bytes_after", report.rows * countRowBytes(conversion)},
               {"max_error", report.maxError},
               {"mean_error", report.meanError},
               {"clipped", report.clipped},
               {"clipped_percent", getClippedPercent(report)},
               {"low", report.low},
               {"high", report.high}};
  std::optional<format::RowFormat> suggested = suggestFormat(conversion);
  if (!suggested)
    return json;
  json["suggested_low"] = suggested->low;
  json["suggested_high"] = suggested->high;
  if (suggested->scale != format::ScaleKind::Bucket)
    json["suggested_format"] = formatRowFormat(*suggested);
  return json;
}

void printConversionsJson(const std::vector<TableConversion> &conversions,
                          const std::vector<PlannedArray> &arrays,
                          std::ostream &os) {
  Json json = {{"version", kVersion},
               {"tables", Json::array()},
               {"copied", Json::array()}};
  for (const TableConversion &conversion : conversions)
    json["tables"].push_back(makeTable(conversion));
  for (const PlannedArray &array : arrays)
    if (!array.format)
      json["copied"].push_back({{"name", array.name},
                                {"type", array.header.formatType()},
                                {"reason", array.reason}});
  os << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

} // namespace sc::prep
