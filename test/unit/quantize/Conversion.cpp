//===-- Conversion.cpp - a table, converted in pieces ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stored rows begin as other bytes than zeros, so that none can stay.

#include "test/unit/quantize/Conversion.h"

namespace sc::test {

Conversion convert(const quantize::TableFormat &format,
                   const std::vector<std::span<const float>> &pieces) {
  Conversion result;
  quantize::TableQuantizer quantizer = makeQuantizer(format);
  for (std::span<const float> piece : pieces)
    if (result.status.ok() && quantizer.needsScan())
      result.status = quantizer.scan(piece);
  int64_t rowBytes = format::getRowBytes(format.rows, format.width);
  size_t numValues = 0;
  for (std::span<const float> piece : pieces) {
    int64_t rows = static_cast<int64_t>(piece.size()) / format.width;
    std::vector<std::byte> stored(static_cast<size_t>(rows * rowBytes),
                                  std::byte{0xAA});
    if (result.status.ok())
      result.status = quantizer.convert(piece, stored);
    result.stored.insert(result.stored.end(), stored.begin(), stored.end());
    numValues += piece.size();
  }
  if (!result.status.ok())
    return result;
  std::span<const float> scale = quantizer.getScale();
  result.scale.assign(scale.begin(), scale.end());
  result.values.resize(numValues);
  quantize::widenRows(format, result.scale, result.stored, result.values);
  result.report = quantizer.getReport();
  return result;
}

} // namespace sc::test
