//===-- SerializeNative.h - native code of an executable --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the schedule calls become the file's native code.

#ifndef SC_LIB_SERIALIZE_SERIALIZENATIVE_H
#define SC_LIB_SERIALIZE_SERIALIZENATIVE_H

#include "runtime/format/program_generated.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sc {

/// Collects the functions of one program.
class NativeFunctions {
public:
  explicit NativeFunctions(mlir::ModuleOp module);

  /// The index of the function `symbol` of the module, which must exist.
  int add(mlir::StringAttr symbol);

  /// Compiles what was added. Fails after an error.
  mlir::LogicalResult compile(format::ProgramT &program) const;

private:
  mlir::DenseMap<mlir::StringAttr, mlir::func::FuncOp> all;
  mlir::DenseMap<mlir::StringAttr, int> indices;
  mlir::SmallVector<mlir::func::FuncOp> functions;
};

} // namespace sc

#endif // SC_LIB_SERIALIZE_SERIALIZENATIVE_H
