//===-- EmbeddingCall.cpp - calls that are only planned -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operand orders of the embedding custom calls.

#include "sc/Conversion/EmbeddingCall.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace sc {

namespace {
/// The order of what follows row pointers, ids, samples and gains.
enum class OperandOrder {
  TableInit,            // table, init
  MinibatchesTableInit, // num_minibatches, table, init
  GradientTable,        // gradient, table, slots, hyperparameters
  MinibatchesTable,     // num_minibatches, table, slots, gradient, …
  MinibatchesGradient,  // num_minibatches, gradient, table, slots, …
  Unknown
};
} // namespace

static OperandOrder getOrder(StringRef target) {
  return llvm::StringSwitch<OperandOrder>(target)
      .Case("SparseDenseMatmulOp", OperandOrder::TableInit)
      .Case("SparseDenseMatmulWithMinibatchingOp",
            OperandOrder::MinibatchesTableInit)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdate",
            OperandOrder::GradientTable)
      .Case("SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp",
            OperandOrder::MinibatchesTable)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching",
            OperandOrder::MinibatchesGradient)
      .Default(OperandOrder::Unknown);
}

/// The results of an update are the table and its slots.
static unsigned countSlots(stablehlo::CustomCallOp call) {
  unsigned results = call.getNumResults();
  if (results == 1)
    if (auto tuple = dyn_cast<TupleType>(call.getResult(0).getType()))
      results = tuple.size();
  return results > 0 ? results - 1 : 0;
}

static EmbeddingCall makeCall(OperandOrder order, unsigned slots) {
  switch (order) {
  case OperandOrder::TableInit:
    return {false, false, 4, 0, 5};
  case OperandOrder::MinibatchesTableInit:
    return {false, true, 5, 0, 6};
  case OperandOrder::GradientTable:
    return {true, false, 5, slots, 4};
  case OperandOrder::MinibatchesTable:
    return {true, true, 5, slots, 6 + slots};
  case OperandOrder::MinibatchesGradient:
    return {true, true, 6, slots, 5};
  case OperandOrder::Unknown:
    break;
  }
  llvm_unreachable("unknown targets do not get here");
}

static bool isRows(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && (type.getRank() == 1 || type.getRank() == 2) &&
         type.hasStaticShape() && type.getElementType().isF32() &&
         type.getNumElements() > 0;
}

static bool isList(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 1 && type.hasStaticShape();
}

std::optional<EmbeddingCall> matchEmbeddingCall(stablehlo::CustomCallOp call) {
  OperandOrder order = getOrder(call.getCallTargetName());
  if (order == OperandOrder::Unknown)
    return std::nullopt;
  EmbeddingCall match = makeCall(order, countSlots(call));
  unsigned operands = call.getInputs().size();
  if (match.table + match.slots >= operands || match.rows >= operands)
    return std::nullopt;
  for (unsigned i = 0; i < 4; ++i)
    if (!isList(call.getInputs()[i]))
      return std::nullopt;
  for (unsigned i = 0; i <= match.slots; ++i)
    if (!isRows(call.getInputs()[match.table + i]))
      return std::nullopt;
  return isRows(call.getInputs()[match.rows]) ? std::optional(match)
                                              : std::nullopt;
}

bool isAnnotated(stablehlo::CustomCallOp call) {
  return call->hasAttrOfType<StringAttr>(kTableNameAttrName) &&
         call->hasAttrOfType<LimitsAttr>(kLimitsAttrName) &&
         call->hasAttrOfType<IntegerAttr>(kSparseCoresAttrName) &&
         matchEmbeddingCall(call).has_value();
}

bool isLookup(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  return isa<SparseDenseMatmulOp, SparseDenseMatmulLocalOp>(op) ||
         (call && isAnnotated(call));
}

} // namespace sc
