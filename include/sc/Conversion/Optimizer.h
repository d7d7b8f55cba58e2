//===-- Optimizer.h - what an optimizer needs on a tile ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about the optimizer region of an update that planning asks.

#ifndef SC_CONVERSION_OPTIMIZER_H
#define SC_CONVERSION_OPTIMIZER_H

#include "dialects/SparseCore/SparseCore.h"
#include "sc/Planning/Problem.h"

namespace sc {

/// Buffers of a tile that the optimizer of `op` needs. Fails after an error at
/// an operation that no instruction stands for.
mlir::FailureOr<OptimizerSizes> getOptimizerSizes(SparseDenseMatmulGradOp op);

/// True where a word of a new row depends on other words of the row, so that
/// slices of a row cannot be updated apart.
bool isRowCoupled(SparseDenseMatmulGradOp op);

} // namespace sc

#endif // SC_CONVERSION_OPTIMIZER_H
