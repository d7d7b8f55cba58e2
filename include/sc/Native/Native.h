//===-- Native.h - arithmetic as machine code -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element-wise StableHLO functions to a shared object of x86-64 code. What each
// operation computes, to the bit: docs/Native.md.

#ifndef SC_NATIVE_NATIVE_H
#define SC_NATIVE_NATIVE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sc {

/// Whether `op` computes element by element and can be part of a native
/// function: its operation and all its types are supported.
bool isNativeArithmetic(mlir::Operation *op);

/// Whether `op` only repeats or names elements (constant of one value,
/// broadcast), so that a native function that reads its result can hold it at
/// no cost.
bool isNativeOperand(mlir::Operation *op);

/// A shared object and what it needs.
struct NativeCode {
  std::vector<uint8_t> object; // an ELF file
  std::string architecture;
  std::vector<std::string> features; // of the processor, sorted
  std::vector<std::string> symbols;  // one for each function, in their order
};

/// Compiles functions whose bodies hold nothing but operations of the two
/// predicates above, all results of one shape. Each becomes `void
/// symbol(void **buffers)`: dense row-major buffers of the arguments, then of
/// the results, which overlap nothing else. The same functions always give the
/// same bytes. Fails after an error at the operation that cannot be compiled.
mlir::FailureOr<NativeCode>
compileNative(llvm::ArrayRef<mlir::func::FuncOp> functions);

} // namespace sc

#endif // SC_NATIVE_NATIVE_H
