//===-- Kernel.h - a function as one loop nest ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From StableHLO to linalg on tensors over buffers.

#ifndef SC_LIB_NATIVE_KERNEL_H
#define SC_LIB_NATIVE_KERNEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sc::native {

/// Declares in `module` the functions that kernels may call.
void declareLibrary(mlir::ModuleOp module);

/// Adds to `module`, which has the declarations and which may be of another
/// context, a function `name` that computes `source` in one linalg.generic. Its
/// arguments are memrefs: those of `source`, then its results. Fails after an
/// error at the operation that cannot be translated.
mlir::LogicalResult buildKernel(mlir::func::FuncOp source,
                                mlir::ModuleOp module, llvm::StringRef name);

} // namespace sc::native

#endif // SC_LIB_NATIVE_KERNEL_H
