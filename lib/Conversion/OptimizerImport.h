//===-- OptimizerImport.h - optimizers of updates ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that an update calls becomes the region of the sc operation.

#ifndef SC_LIB_CONVERSION_OPTIMIZERIMPORT_H
#define SC_LIB_CONVERSION_OPTIMIZERIMPORT_H

#include "EmbeddingCalls.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace sc {

/// Imports the optimizers of all updates of a module.
class OptimizerImporter {
public:
  explicit OptimizerImporter(mlir::ModuleOp module) : module(module) {}

  /// Fills `region`, which is empty, with the optimizer of `call`: the body of
  /// the called function, calls in it inlined, ended by `sc.yield`. i1
  /// hyperparameters come as i32. Fails after an error.
  mlir::LogicalResult importOptimizer(stablehlo::CustomCallOp call,
                                      const EmbeddingOperands &operands,
                                      mlir::Region &region);

  /// Erases the private functions that were imported and have no use left.
  void eraseUnusedFunctions();

private:
  using CallStack = llvm::SmallVector<mlir::func::FuncOp>;

  mlir::FailureOr<mlir::func::FuncOp>
  findOptimizer(stablehlo::CustomCallOp call,
                const EmbeddingOperands &operands);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  inlineBody(mlir::func::FuncOp function, mlir::ValueRange arguments,
             mlir::OpBuilder &builder);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  inlineCall(mlir::func::CallOp call, mlir::ValueRange operands,
             mlir::OpBuilder &builder);
  mlir::LogicalResult inlineCallsInside(mlir::Operation *op);
  mlir::LogicalResult enter(mlir::Operation *caller, mlir::func::FuncOp callee);

  mlir::ModuleOp module;
  mlir::SymbolTableCollection symbols;
  llvm::SetVector<mlir::func::FuncOp> imported;
  CallStack callStack;       // functions being inlined
  int64_t numOperations = 0; // of the optimizer being imported
};

} // namespace sc

#endif // SC_LIB_CONVERSION_OPTIMIZERIMPORT_H
