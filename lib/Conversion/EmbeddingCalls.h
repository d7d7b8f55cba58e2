//===-- EmbeddingCalls.h - operands of SparseCore calls ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operand orders of the custom calls that look up or update a table.

#ifndef SC_LIB_CONVERSION_EMBEDDINGCALLS_H
#define SC_LIB_CONVERSION_EMBEDDINGCALLS_H

#include "dialects/StableHLO/StableHLO.h"

namespace sc {

/// What a custom call computes, by the name of its target.
enum class CallKind { Lookup, LocalLookup, Update, Unstack, Stack, Other };

CallKind getCallKind(llvm::StringRef target);

/// Operands of a lookup or update by what they are; absent ones are null.
struct EmbeddingOperands {
  mlir::Value rowPointers, ids, samples, gains, numMinibatches, table;
  /// Initial activations or gradients.
  mlir::Value sampleRows;
  mlir::ValueRange slots, hyperparameters;
};

/// Binds the operands of `call`, a lookup or update. Fails after an error where
/// their number or types are not those of the target.
mlir::FailureOr<EmbeddingOperands> bindOperands(stablehlo::CustomCallOp call,
                                                int64_t numSlots = 0,
                                                int64_t numHyperparameters = 0);

/// Types of the results of `call`: those in the tuple if it gives one.
llvm::SmallVector<mlir::Type> getResultTypes(stablehlo::CustomCallOp call);

/// The table that `call` looks up or updates; null if it does neither.
mlir::Value getTableOperand(stablehlo::CustomCallOp call);

/// The operand that result `index` of `call` updates: the table, or a slot.
/// Null if `call` is no update or has no such operand.
mlir::Value getUpdatedOperand(stablehlo::CustomCallOp call, int64_t index);

} // namespace sc

#endif // SC_LIB_CONVERSION_EMBEDDINGCALLS_H
