//===-- RowCodec.h - a row of values as stored, and back --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All bytes of a stored row: codes, scale, zeros.

#ifndef SC_RUNTIME_QUANTIZE_ROWCODEC_H
#define SC_RUNTIME_QUANTIZE_ROWCODEC_H

#include "runtime/quantize/RowScale.h"

#include <cstddef>

namespace sc::quantize {

/// Fills `stored`, format::getRowBytes() bytes. With int8 there is no NaN.
void encodeRow(const TableFormat &format, const RowScale &scale,
               std::span<const float> values, std::span<std::byte> stored);

/// The values of one stored row. With scale=row its own words are taken for
/// `scale`.
void widenRow(const TableFormat &format, const RowScale &scale,
              std::span<const std::byte> stored, std::span<float> values);

} // namespace sc::quantize

#endif // SC_RUNTIME_QUANTIZE_ROWCODEC_H
