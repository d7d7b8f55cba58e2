//===-- NarrowTable.h - a random table, stored narrow -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values, a row format, and what docs/NarrowTables.md makes of them, word by
// word and apart from the compiler and the machine.

#ifndef SC_TEST_PROPERTY_NARROWTABLE_H
#define SC_TEST_PROPERTY_NARROWTABLE_H

#include "Random.h"

#include "test/unit/quantize/SlowQuantizer.h"

#include <optional>

namespace sc::test {

/// Simulated quantization of a lookup: quantization_config.
struct Simulated {
  float low;
  float high;
  int64_t buckets;

  /// The field of the backend_config, with a comma in front.
  std::string writeConfig() const;
  /// The value in place of `value`.
  float round(float value) const;
};

struct NarrowTable {
  quantize::TableFormat format;
  std::optional<Simulated> simulated;
  std::vector<float> values; // [row][column]

  int64_t countRows() const {
    return static_cast<int64_t>(values.size()) / format.width;
  }
  bool hasBuckets() const {
    return format.rows.scale == format::ScaleKind::Bucket;
  }
  /// As --quantize-tables takes it.
  std::string getText() const;
  std::string describe() const;
};

/// The widths that tables here have.
const std::vector<int64_t> &getNarrowWidths();

/// Normal, tiny, huge, constant and zero rows in any format.
/// `canSimulate`: there may be simulated quantization too, or buckets.
NarrowTable drawNarrowTable(Random &random, int64_t rows, int64_t width,
                            bool canSimulate);

/// What a lookup finds in place of each value.
std::vector<float> getFoundValues(const NarrowTable &table,
                                  const SlowTable &slow);

/// The most that the value of each code is off, as the page states it.
std::vector<double> computeErrorBounds(const NarrowTable &table,
                                       const SlowTable &slow);

/// TableQuantizer agrees with the reference to the byte.
void expectQuantizerAgrees(Random &random, const NarrowTable &table,
                           const SlowTable &slow);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_NARROWTABLE_H
