//===-- RowsCall.h - the operands of an elementwise function ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops of all instruction sets share.

#ifndef SC_RUNTIME_KERNELS_ROWSCALL_H
#define SC_RUNTIME_KERNELS_ROWSCALL_H

#include "runtime/kernels/RowKernels.h"

namespace sc::kernels {

/// An `elementwise` with words to compute.
struct RowsCall {
  RowOperands operands;
  int32_t *result = nullptr;
  int64_t count = 0;
  int64_t words = 0;

  /// Where the words of an operand for a row begin.
  const int32_t *getRow(size_t operand, int64_t row) const {
    const RowOperand &rows = operands[operand];
    if (rows.isOneRow)
      return rows.words;
    return rows.words + row * (rows.isOneWord ? 1 : words);
  }
};

/// Applies a function that the C library computes, in f64.
void applyLibraryFunction(format::RowFunction function, const RowsCall &call);

} // namespace sc::kernels

#endif // SC_RUNTIME_KERNELS_ROWSCALL_H
