//===-- EmbeddingCall.h - calls that are only planned ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls of lookups and updates for which no sc operation exists yet.
// convert-stablehlo-to-sparsecore says in attributes what planning needs.

#ifndef SC_CONVERSION_EMBEDDINGCALL_H
#define SC_CONVERSION_EMBEDDINGCALL_H

#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"

#include <optional>

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

/// Attributes of an annotated custom call.
inline constexpr llvm::StringLiteral kTableNameAttrName = "sc.table";
inline constexpr llvm::StringLiteral kLimitsAttrName = "sc.limits";
inline constexpr llvm::StringLiteral kGroupAttrName = "sc.group";
inline constexpr llvm::StringLiteral kSparseCoresAttrName = "sc.sparse_cores";

/// Where the operands of an embedding custom call are. Row pointers, ids,
/// samples and gains are operands 0 to 3.
struct EmbeddingCall {
  bool isUpdate = false;
  bool isMinibatched = false;
  unsigned table = 0;
  unsigned slots = 0; // how many follow the table
  unsigned rows = 0;  // init of a lookup, gradients of an update
};

/// Operands of `call` by the contract of its target; nothing where the target
/// is no embedding call with row pointers, or has too few operands.
std::optional<EmbeddingCall> matchEmbeddingCall(stablehlo::CustomCallOp call);

/// True where the call carries the attributes above.
bool isAnnotated(stablehlo::CustomCallOp call);

/// True for lookups and updates in each form: the sc operations and annotated
/// calls.
bool isLookup(mlir::Operation *op);

} // namespace sc

#endif // SC_CONVERSION_EMBEDDINGCALL_H
