//===-- AdviceSearch.cpp - searches that advice shares --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here knows which memory is too small.

#include "AdviceSearch.h"

#include "LookupSizes.h"

namespace sc {

/// Widths that are tried one after another, from the present one down: vector
/// splits make feasibility of widths jump.
static constexpr int64_t kScannedWidths = 4096;

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

std::optional<int64_t> findWidth(int64_t current, const Fits &fits) {
  int64_t width = (current - 1) / 8 * 8;
  for (int64_t i = 0; i < kScannedWidths && width >= 8; ++i, width -= 8)
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

LookupProblem scaleChips(LookupProblem problem, int64_t factor) {
  problem.samples = ceilDiv(problem.samples, factor);
  // The local form shares its table with nobody.
  if (problem.kind == LookupKind::LocalLookup)
    return problem;
  problem.sparseCores *= factor;
  problem.tableRows = ceilDiv(problem.tableRows, factor);
  return problem;
}

LookupProblem limitIds(LookupProblem problem, int64_t maxIds) {
  if (problem.kind == LookupKind::LocalLookup)
    return problem;
  problem.maxIds = std::min(problem.maxIds, maxIds);
  problem.maxUniqueIds = std::min(problem.maxUniqueIds, problem.maxIds);
  return problem;
}

static std::string describe(Knob knob, std::optional<int64_t> value,
                            const std::string &how) {
  std::string name = getUserName(knob);
  if (knob == Knob::RowStreaming || knob == Knob::SampleSplitting)
    return name + (value ? " fits" + how : " alone does not fit");
  if (!value)
    return "no value of " + name + " alone fits";
  bool isUpward = knob == Knob::Chips || knob == Knob::SerializedTables;
  return name + (isUpward ? " >= " : " <= ") + std::to_string(*value) +
         " fits" + how;
}

Advice makeAdvice(Knob knob, int64_t current, std::optional<int64_t> value,
                  const std::string &how) {
  Advice advice;
  advice.knob = knob;
  advice.value = value;
  advice.current = current;
  advice.text = describe(knob, value, how);
  return advice;
}

} // namespace sc
