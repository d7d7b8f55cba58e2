//===-- Conversion.h - a table, converted in pieces -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the quantizer share.

#ifndef SC_TEST_UNIT_QUANTIZE_CONVERSION_H
#define SC_TEST_UNIT_QUANTIZE_CONVERSION_H

#include "runtime/quantize/TableQuantizer.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace sc::test {

inline quantize::TableFormat parseFormat(const std::string &text,
                                         int64_t width) {
  quantize::TableFormat result;
  result.rows = *format::parseRowFormat(text);
  result.width = width;
  return result;
}

/// Of table "t".
inline quantize::TableQuantizer
makeQuantizer(const quantize::TableFormat &format) {
  auto made = quantize::TableQuantizer::create("t", format);
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

struct Conversion {
  absl::Status status;
  std::vector<std::byte> stored;
  std::vector<float> scale;
  std::vector<float> values; // of the stored rows
  quantize::TableReport report;
};

/// Of table "t", to the first error.
Conversion convert(const quantize::TableFormat &format,
                   const std::vector<std::span<const float>> &pieces);

inline Conversion convert(const quantize::TableFormat &format,
                          const std::vector<float> &table) {
  return convert(format, std::vector<std::span<const float>>{table});
}

} // namespace sc::test

#endif // SC_TEST_UNIT_QUANTIZE_CONVERSION_H
