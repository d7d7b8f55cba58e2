//===-- NarrowAttributes.h - notes on narrow tables -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of a `tile.input` that is a table with a row format: what a
// runtime has to know to fill it from f32 rows.

#ifndef SC_CONVERSION_NARROWATTRIBUTES_H
#define SC_CONVERSION_NARROWATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace sc {

/// `#sc.row_format` of the rows.
inline constexpr llvm::StringLiteral kRowFormatAttrName = "sc.row_format";

/// Index of the input that is the scale of the table, where one has it.
inline constexpr llvm::StringLiteral kScaleInputAttrName = "sc.scale_input";

/// `#sc.quantization` whose buckets the codes are, with scale=bucket.
inline constexpr llvm::StringLiteral kBucketsAttrName = "sc.buckets";

} // namespace sc

#endif // SC_CONVERSION_NARROWATTRIBUTES_H
