// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stablehlo` dialect: programs as JAX prints them.

#ifndef SC_DIALECTS_STABLEHLO_STABLEHLO_H
#define SC_DIALECTS_STABLEHLO_STABLEHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/StableHLO/StableHLODialect.h.inc"
#include "dialects/StableHLO/StableHLOEnums.h.inc"

namespace sc::stablehlo {

/// Whether `type` is a ranked tensor of static shape with integer or float
/// elements; the other predicates are restrictions of this one.
bool isTensor(mlir::Type type);
bool isFloatTensor(mlir::Type type);
bool isIntTensor(mlir::Type type);
bool isPredTensor(mlir::Type type);
bool isScalarIntTensor(mlir::Type type);

/// Whether `type` is a tuple whose leaves all satisfy `isTensor`.
bool isTuple(mlir::Type type);

} // namespace sc::stablehlo

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHLO/StableHLOAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/StableHLO/StableHLOOps.h.inc"

#endif // SC_DIALECTS_STABLEHLO_STABLEHLO_H
