//===-- NarrowTables.h - which arguments become narrow tables ---*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sc-quantize-tables decides before it changes anything.

#ifndef SC_LIB_TRANSFORMS_NARROWTABLES_H
#define SC_LIB_TRANSFORMS_NARROWTABLES_H

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sc/RowFormats/RowFormats.h"

#include <map>

namespace sc {

/// An argument of @main that is a table to be stored narrow.
struct NarrowTable {
  mlir::BlockArgument argument;
  std::string name; // of the table
  RowFormatAttr format;
  llvm::SmallVector<TableLookupOp> lookups;
  /// The buckets of its lookups with scale=bucket, else null.
  QuantizationAttr buckets;
};

/// By number of the argument.
using NarrowTables = std::map<unsigned, NarrowTable>;

/// The result of `op` if it is a view of its operand with the same rows: a
/// reshape that keeps the last dimension. Else null.
mlir::Value getViewOfRows(mlir::Operation *op);

/// Whether the table of a lookup could be stored narrow: it is an argument of
/// @main, of rank 2, that nothing but lookups reads.
bool canStoreNarrow(TableLookupOp op);

/// Fails after errors: at a lookup whose table cannot be narrow, at another use
/// of such a table, or at the module for a table that no lookup has.
mlir::FailureOr<NarrowTables> findNarrowTables(mlir::ModuleOp module,
                                               const RowFormats &formats);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_NARROWTABLES_H
