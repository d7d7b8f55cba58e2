//===-- LookupAttributes.h - notes on lookups and updates ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes that passes leave on lookups and updates for later ones.

#ifndef SC_CONVERSION_LOOKUPATTRIBUTES_H
#define SC_CONVERSION_LOOKUPATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace sc {

/// Attribute of a lookup whose limits are not the program's own: where they
/// come from.
inline constexpr llvm::StringLiteral kLimitsSourceAttrName = "sc.limits_source";

/// Attribute of a lookup whose table was padded: words of a row that count.
inline constexpr llvm::StringLiteral kLogicalWidthAttrName = "sc.logical_width";

/// Attribute of a lookup in stacked tables of a spec: their names.
inline constexpr llvm::StringLiteral kStackedTablesAttrName =
    "sc.stacked_tables";

/// Attribute of such a lookup: bytes of the table on all devices without padded
/// rows and columns.
inline constexpr llvm::StringLiteral kLogicalTableBytesAttrName =
    "sc.logical_table_bytes";

} // namespace sc

#endif // SC_CONVERSION_LOOKUPATTRIBUTES_H
