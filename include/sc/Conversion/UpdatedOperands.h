//===-- UpdatedOperands.h - what an update writes in place ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sc dialect has value semantics; the task of an update has not.

#ifndef SC_CONVERSION_UPDATEDOPERANDS_H
#define SC_CONVERSION_UPDATEDOPERANDS_H

#include "dialects/SparseCore/SparseCore.h"

namespace sc {

/// Operands whose buffers the task of `op` writes: table and slots; with
/// minibatches also ids, samples and gains, which it sorts.
llvm::SmallVector<mlir::OpOperand *>
getUpdatedOperands(SparseDenseMatmulGradOp op);

} // namespace sc

#endif // SC_CONVERSION_UPDATEDOPERANDS_H
