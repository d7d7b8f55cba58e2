//===-- SlowQuantizer.h - the rules of narrow tables ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Word by word, as the reference of the property tests. Shares no code with
// runtime/quantize.

#ifndef SC_TEST_UNIT_QUANTIZE_SLOWQUANTIZER_H
#define SC_TEST_UNIT_QUANTIZE_SLOWQUANTIZER_H

#include "runtime/quantize/TableQuantizer.h"

#include <vector>

namespace sc::test {

/// What becomes of a table, or the first value that is an error.
struct SlowTable {
  bool fails = false;
  int64_t row = 0;
  int64_t column = 0;

  std::vector<std::byte> stored;
  std::vector<float> scale;  // of the table
  std::vector<float> values; // of the codes
  std::vector<float> steps;  // of each row
  double maxError = 0;
  double meanError = 0;
  int64_t clipped = 0;
  float low = 0;
  float high = 0;
};

SlowTable quantizeSlowly(const quantize::TableFormat &format,
                         const std::vector<float> &table);

} // namespace sc::test

#endif // SC_TEST_UNIT_QUANTIZE_SLOWQUANTIZER_H
