//===-- AdviceSearch.cpp - searches that advice shares --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here knows which memory is too small.

#include "AdviceSearch.h"

#include "runtime/format/Errors.h"

#include <utility>

namespace sc {

const char *getKnobName(Knob knob) {
  switch (knob) {
  case Knob::MaxIds:
    return "max_ids";
  case Knob::MaxUniqueIds:
    return "max_unique_ids";
  case Knob::Batch:
    return "batch";
  case Knob::Chips:
    return "chips";
  case Knob::Width:
    return "width";
  case Knob::SerializedTables:
    return "serialized_tables";
  case Knob::RowStreaming:
    return "row_streaming";
  case Knob::SampleSplitting:
    return "sample_splitting";
  case Knob::QuantizeTables:
    return "quantize_tables";
  }
  return "";
}

/// The knob as users know it.
static const char *getUserName(Knob knob) {
  switch (knob) {
  case Knob::MaxIds:
    return "max_ids_per_partition";
  case Knob::MaxUniqueIds:
    return "max_unique_ids_per_partition";
  case Knob::Batch:
    return "samples per SparseCore";
  case Knob::Chips:
    return "chips";
  case Knob::Width:
    return "feature width";
  case Knob::SerializedTables:
    return "--num-serialized-tables";
  case Knob::RowStreaming:
    return "--row-streaming";
  case Knob::SampleSplitting:
    return "--sample-splitting";
  case Knob::QuantizeTables:
    return "--quantize-tables=int8";
  }
  return "";
}

std::optional<int64_t> findBorder(int64_t low, int64_t high, const Fits &fits) {
  if (low >= high || !fits(low))
    return std::nullopt;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

std::optional<int64_t> findLargest(int64_t low, int64_t high,
                                   std::vector<int64_t> starts,
                                   const Fits &fits) {
  starts.push_back(low);
  std::ranges::sort(starts, std::greater<>());
  for (int64_t start : starts) {
    if (start < low || start >= high)
      continue;
    // At the end of this range begins one of which nothing fits.
    if (std::optional<int64_t> value = findBorder(start, high, fits))
      return value;
    high = start;
  }
  return std::nullopt;
}

std::optional<int64_t> findWidth(int64_t current, int64_t scanned,
                                 const Fits &fits) {
  int64_t width = (current - 1) / 8 * 8;
  for (int64_t i = 0; i < scanned && width >= 8; ++i, width -= 8)
    if (fits(width))
      return width;
  std::optional<int64_t> eighths =
      findBorder(1, width / 8 + 1, [&](int64_t n) { return fits(8 * n); });
  return eighths ? std::optional(8 * *eighths) : std::nullopt;
}

std::optional<int64_t> findChips(int64_t chips, const Fits &fits) {
  for (int64_t factor = 2; factor <= kMaxChips / chips; factor *= 2)
    if (fits(factor))
      return chips * factor;
  return std::nullopt;
}

/// Knobs that are on or off.
static bool isSwitch(Knob knob) {
  return knob == Knob::RowStreaming || knob == Knob::SampleSplitting ||
         knob == Knob::QuantizeTables;
}

/// "<name> <= <value>"; switches: "<name>".
static std::string describeValue(Knob knob, int64_t value) {
  std::string name = getUserName(knob);
  if (isSwitch(knob))
    return name;
  bool isUpward = knob == Knob::Chips || knob == Knob::SerializedTables;
  return name + (isUpward ? " >= " : " <= ") + std::to_string(value);
}

static std::string describeNone(Knob knob) {
  std::string name = getUserName(knob);
  if (isSwitch(knob))
    return name + " alone does not fit";
  return "no value of " + name + " alone fits";
}

Advice makeAdvice(Knob knob, int64_t current, std::optional<int64_t> value,
                  const std::string &how) {
  Advice advice;
  advice.knob = knob;
  advice.value = value;
  advice.current = current;
  advice.text =
      value ? describeValue(knob, *value) + " fits" + how : describeNone(knob);
  return advice;
}

/// "1.25G", or bytes where that would not tell the two apart.
static std::pair<std::string, std::string> formatSizes(int64_t a, int64_t b) {
  std::pair<std::string, std::string> texts = {format::formatErrorBytes(a),
                                               format::formatErrorBytes(b)};
  if (texts.first == texts.second)
    texts = {std::to_string(a) + " bytes", std::to_string(b)};
  return texts;
}

Advice makeHbmAdvice(Knob knob, int64_t current, int64_t value,
                     const Infeasible &fault) {
  Advice advice = makeAdvice(knob, current, std::nullopt);
  advice.text = describeValue(knob, value) + " fits TileSpmem, but ";
  if (fault.constraint != Constraint::Hbm) {
    advice.text += "then " + fault.message;
    return advice;
  }
  auto [used, usable] = formatSizes(fault.usedHbmBytes, fault.usableHbmBytes);
  advice.text += "HBM then needs " + used + " of " + usable;
  return advice;
}

Advice makeUnknownAdvice(Knob knob, int64_t current, int64_t unscaledBytes) {
  Advice advice = makeAdvice(knob, current, std::nullopt);
  advice.text = std::string("no value of ") + getUserName(knob) +
                " alone is known to fit: " + std::to_string(unscaledBytes) +
                " bytes of HBM buffers are counted as they are";
  return advice;
}

} // namespace sc
