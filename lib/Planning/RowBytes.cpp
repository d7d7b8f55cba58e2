//===-- RowBytes.cpp - bytes of a row on its way --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One unit for all: a window of f32 rows is gathered, or sent, as it is.

#include "RowBytes.h"

#include <algorithm>
#include <limits>

namespace sc {

/// A narrow row takes at most this much more than its values as f32.
static constexpr int64_t kMaxScaleAndPadding = 64;

static RowBytes getNarrowBytes(const LookupProblem &problem,
                               int64_t vectorSplits) {
  const format::RowFormat &format = problem.rowFormat;
  int64_t stored = format::getRowBytes(format, problem.width);
  return {stored, stored,
          format::getGatheredRowBytes(format, problem.width, vectorSplits),
          problem.width / vectorSplits * 4};
}

RowBytes countRowBytes(const LookupProblem &problem, int64_t vectorSplits,
                       CheckedMath &math) {
  if (!problem.rowFormat.isNarrow()) {
    // All callers have a product with it that they check.
    CheckedMath unchecked;
    int64_t slice =
        unchecked.multiply("slice", {problem.width / vectorSplits, 4});
    return {unchecked.multiply("row", {problem.width, 4}), slice, slice, 0};
  }
  const char *what = "row (feature_width * 4)";
  math.add(what, math.multiply(what, {problem.width, 4}), kMaxScaleAndPadding);
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  if (problem.width > (most - kMaxScaleAndPadding) / 4)
    return {most, most, most, most};
  return getNarrowBytes(problem, vectorSplits);
}

int64_t getSendPasses(const LookupProblem &problem, int64_t vectorSplits) {
  return problem.rowFormat.isNarrow() ? 1 : vectorSplits;
}

int64_t countWindowBytes(const LookupProblem &problem, int64_t vectorSplits,
                         CheckedMath &math) {
  const char *what = "windows of rows";
  RowBytes row = countRowBytes(problem, vectorSplits, math);
  if (problem.kind == LookupKind::Update)
    return row.gathered;
  int64_t adding =
      math.add(what, math.multiply(what, {2, row.gathered}), row.widened);
  if (problem.kind != LookupKind::Lookup)
    return adding;
  return std::max(adding, math.multiply(what, {2, row.sent}));
}

bool canSplitRows(const LookupProblem &problem, int64_t vectorSplits) {
  if (vectorSplits == 1 || !problem.rowFormat.isNarrow())
    return true;
  int64_t codeBytes = format::getCodeBytes(problem.rowFormat.type);
  return problem.width / vectorSplits * codeBytes % 4 == 0;
}

} // namespace sc
