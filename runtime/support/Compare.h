//===-- Compare.h - differences of two arrays -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One formula for every element type: |a - b| <= tolerance * (1 + |b|).

#ifndef SC_RUNTIME_SUPPORT_COMPARE_H
#define SC_RUNTIME_SUPPORT_COMPARE_H

#include "runtime/support/Array.h"

namespace sc::runtime {

struct Comparison {
  double maxAbsolute = 0; // of |a - b|
  double maxRelative = 0; // of |a - b| / (1 + |b|)
  int64_t worst = 0;      // element with maxRelative, the first of several
  int64_t mismatches = 0;
  int64_t count = 0;
};

/// Compares `actual` with `expected`, arrays of one type. A NaN equals a NaN
/// and an infinity itself; against anything else they differ by infinity.
/// Integers are subtracted exactly. Fails if the sizes differ.
absl::StatusOr<Comparison> compareArrays(format::ElementType type,
                                         std::span<const std::byte> actual,
                                         std::span<const std::byte> expected,
                                         double tolerance);

/// "[3,5]", the place of element `index` of a row-major array.
std::string formatIndex(int64_t index, std::span<const int64_t> shape);

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_COMPARE_H
