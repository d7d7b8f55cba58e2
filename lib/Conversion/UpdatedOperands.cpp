//===-- UpdatedOperands.cpp - what an update writes in place --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operands by their roles.

#include "sc/Conversion/UpdatedOperands.h"

using namespace mlir;

namespace sc {

SmallVector<OpOperand *> getUpdatedOperands(SparseDenseMatmulGradOp op) {
  SmallVector<OpOperand *> operands;
  if (op.isMinibatched())
    operands = {&op.getIdsMutable(), &op.getSamplesMutable(),
                &op.getGainsMutable()};
  operands.push_back(&op.getTableMutable());
  for (OpOperand &slot : op.getSlotsMutable())
    operands.push_back(&slot);
  return operands;
}

} // namespace sc
