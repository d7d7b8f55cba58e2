//===-- OptimizerFunctions.h - StableHLO as functions of words --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which row function stands for an operation of an optimizer.

#ifndef SC_LIB_CONVERSION_OPTIMIZERFUNCTIONS_H
#define SC_LIB_CONVERSION_OPTIMIZERFUNCTIONS_H

#include "dialects/StableHLO/StableHLO.h"
#include "dialects/Tile/Tile.h"

namespace sc {

/// A row function and which operands of the operation it takes; Copy stands for
/// an operation that changes no word.
struct RowCall {
  tile::RowFunction function;
  llvm::SmallVector<unsigned, 3> operands;
};

/// The call that computes the elements of `op`; none where there is none.
std::optional<RowCall> getRowCall(mlir::Operation *op);

/// What `op` folds one input with; none where no instruction does so.
std::optional<tile::RowFunction> getReduction(stablehlo::ReduceOp op);

/// By element type, one of f32, i32 and i1.
tile::RowFunction getMaximum(mlir::Type tensor);
tile::RowFunction getMinimum(mlir::Type tensor);

/// An element of a constant as an f32 or i32; truth values are 0 and 1.
mlir::TypedAttr getWord(mlir::Attribute element);

} // namespace sc

#endif // SC_LIB_CONVERSION_OPTIMIZERFUNCTIONS_H
