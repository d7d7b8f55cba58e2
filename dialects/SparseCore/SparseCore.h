//===-- SparseCore.h - the sc dialect ---------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dialect, attributes and operations of the tensor-level SparseCore IR.

#ifndef SC_DIALECTS_SPARSECORE_SPARSECORE_H
#define SC_DIALECTS_SPARSECORE_SPARSECORE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "runtime/format/RowFormat.h"

#include "dialects/SparseCore/SparseCoreDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/SparseCore/SparseCoreAttrs.h.inc"

namespace sc {

/// Words of a row of `type`, rank 1 or 2: 1 for rank 1.
int64_t getRowWidth(mlir::Type type);

/// Rows of `type`, rank 1 or 2.
int64_t getNumRows(mlir::Type type);

/// How the lookup's table stores its rows: f32 without an attribute.
format::RowFormat getRowFormat(RowFormatAttr format);

} // namespace sc

#include "dialects/SparseCore/SparseCoreInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dialects/SparseCore/SparseCoreOps.h.inc"

namespace sc {

/// Bound of SparseCores and devices, far above every machine, so that products
/// of them do not overflow.
constexpr int64_t kMaxGroupSize = int64_t(1) << 20;

/// The most buckets of a quantization: f32 counts them exactly.
constexpr int64_t kMaxBuckets = int64_t(1) << 24;

/// The most buckets of a table that is stored in int8.
constexpr int64_t kMaxNarrowBuckets = 256;

/// The most minibatches: row pointers are as long as so many need.
constexpr int64_t kMaxMinibatches = 64;

/// Row pointers that one SparseCore has when `groupSparseCores` share the
/// table: at least 8.
int64_t getRowPointersPerSparseCore(int64_t groupSparseCores);

/// Row pointers of a device with `sparseCores` SparseCores; the largest int64_t
/// if they are more.
int64_t countRowPointers(int64_t sparseCores, int64_t groupSparseCores,
                         bool isMinibatched);

} // namespace sc

#endif // SC_DIALECTS_SPARSECORE_SPARSECORE_H
