// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sdy` dialect: device meshes and shardings of JAX programs.

#ifndef SC_DIALECTS_SHARDY_SHARDY_H
#define SC_DIALECTS_SHARDY_SHARDY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#include "dialects/Shardy/ShardyDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Shardy/ShardyAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Shardy/ShardyOps.h.inc"

namespace sc::sdy {

/// Name of the discardable attribute that shards arguments and results.
inline constexpr llvm::StringLiteral kShardingAttrName = "sdy.sharding";

/// The mesh that `symbol` names as seen from `from`; null if there is none.
MeshOp lookupMesh(mlir::Operation *from, mlir::FlatSymbolRefAttr symbol);

/// Checks rules sharding_c2 to sharding_c4 of `sharding` over `mesh`.
mlir::LogicalResult
verifyShardingAxes(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                   TensorShardingAttr sharding, MeshAttr mesh);

/// Checks rule sharding_c5, that `sharding` has the rank of `type`.
mlir::LogicalResult
verifyShardingRank(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                   TensorShardingAttr sharding, mlir::Type type);

/// The shape of one device's part of a tensor of `shape`, each dimension
/// divided by the sizes of its axes in `manualAxes`. Empty optional if an
/// axis is not in `mesh` or does not divide its dimension.
std::optional<llvm::SmallVector<int64_t>>
getLocalShape(llvm::ArrayRef<int64_t> shape, TensorShardingAttr sharding,
              MeshAttr mesh, ManualAxesAttr manualAxes);

} // namespace sc::sdy

#endif // SC_DIALECTS_SHARDY_SHARDY_H
