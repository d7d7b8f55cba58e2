//===-- RangeSearch.h - the range of codes with the least error -*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few far values can cost all others their precision: clipping them may have
// the lesser error. docs/NarrowTables.md has the rule.

#ifndef SC_RUNTIME_QUANTIZE_RANGESEARCH_H
#define SC_RUNTIME_QUANTIZE_RANGESEARCH_H

#include "runtime/quantize/RowScale.h"

#include <vector>

namespace sc::quantize {

/// How many values there are of each sign, exponent and upper four bits of the
/// mantissa: 16 bins for each power of two, whatever the range turns out to be.
class ValueHistogram {
public:
  void add(std::span<const float> values);

  /// A bin that is not empty, at its middle.
  struct Bin {
    double value = 0;
    int64_t count = 0;
  };

  /// Those of finite values, from the least value to the greatest.
  std::vector<Bin> getBins() const;

private:
  static constexpr int kDroppedBits = 19;
  static constexpr size_t kNumBins = size_t{1} << (32 - kDroppedBits);
  std::vector<int64_t> counts = std::vector<int64_t>(kNumBins);
};

/// The range whose mean squared error is least. `extremes` are those of the
/// values in the histogram.
CodeSpan findBestRange(const TableFormat &format,
                       const ValueHistogram &histogram,
                       const Extremes &extremes);

} // namespace sc::quantize

#endif // SC_RUNTIME_QUANTIZE_RANGESEARCH_H
