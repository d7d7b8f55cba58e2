//===-- TableSharding.h - which devices share a table -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traces a table operand to the sharding that says which devices share it.

#ifndef SC_LIB_CONVERSION_TABLESHARDING_H
#define SC_LIB_CONVERSION_TABLESHARDING_H

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"

#include <string>

namespace sc {

/// The value that `value` is a view or an update of: looks through reshapes,
/// results of updates (to the table or slot that is updated), sharding
/// annotations and the operands of enclosing manual computations. With
/// `stopAtManual`, stops at the argument of a manual computation.
mlir::Value traceTable(mlir::Value value, bool stopAtManual);

/// The devices that share `table`, an operand inside a manual computation: the
/// axes that shard dimension 0 of the computation's operand. Null where one
/// device has the whole table. Fails, after an error at `op`, where the
/// sharding cannot be told.
mlir::FailureOr<GroupAttr> getTableGroup(mlir::Operation *op,
                                         mlir::Value table);

/// The name of a table: what the location of @main's argument says between
/// ['...'], else the suffix of the optimizer that updates it, else `arg<i>`,
/// else "table".
std::string getTableName(mlir::Value table);

} // namespace sc

#endif // SC_LIB_CONVERSION_TABLESHARDING_H
