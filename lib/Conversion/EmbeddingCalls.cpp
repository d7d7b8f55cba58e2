//===-- EmbeddingCalls.cpp - operands of SparseCore calls -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table of operand orders, read by everything that looks at operands.

#include "EmbeddingCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace sc {

using stablehlo::CustomCallOp;

CallKind getCallKind(StringRef target) {
  return llvm::StringSwitch<CallKind>(target)
      .Cases({"SparseDenseMatmulOp", "SparseDenseMatmulWithMinibatchingOp"},
             CallKind::Lookup)
      .Case("SparseDenseMatmulLocalOp", CallKind::LocalLookup)
      .Cases({"SparseDenseMatmulGradOpWithOptimizerUpdate",
              "SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp",
              "SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching"},
             CallKind::Update)
      .Case("SparseActivationsUnstackInterleaved", CallKind::Unstack)
      .Case("SparseGradientsStackInterleaved", CallKind::Stack)
      .Default(CallKind::Other);
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

namespace {
enum class Role {
  RowPointers,
  Ids,
  Samples,
  Gains,
  NumMinibatches,
  Table,
  Slots,
  SampleRows,
  Hyperparameters
};
} // namespace

static ArrayRef<Role> getOrder(StringRef target) {
  using enum Role;
  static constexpr Role lookup[] = {RowPointers, Ids,   Samples,
                                    Gains,       Table, SampleRows};
  static constexpr Role minibatchedLookup[] = {
      RowPointers, Ids, Samples, Gains, NumMinibatches, Table, SampleRows};
  static constexpr Role localLookup[] = {Table, Ids, Samples, Gains,
                                         SampleRows};
  static constexpr Role update[] = {
      RowPointers, Ids,   Samples, Gains,
      SampleRows,  Table, Slots,   Hyperparameters};
  static constexpr Role minibatchedUpdate[] = {
      RowPointers, Ids,   Samples,    Gains,          NumMinibatches,
      Table,       Slots, SampleRows, Hyperparameters};
  static constexpr Role gradientsFirst[] = {
      RowPointers, Ids,   Samples, Gains,          NumMinibatches,
      SampleRows,  Table, Slots,   Hyperparameters};
  return llvm::StringSwitch<ArrayRef<Role>>(target)
      .Case("SparseDenseMatmulOp", lookup)
      .Case("SparseDenseMatmulWithMinibatchingOp", minibatchedLookup)
      .Case("SparseDenseMatmulLocalOp", localLookup)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdate", update)
      .Case("SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp",
            minibatchedUpdate)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching",
            gradientsFirst)
      .Default({});
}

static Value getOperand(CustomCallOp call, Role role, int64_t index) {
  ArrayRef<Role> order = getOrder(call.getCallTargetName());
  int64_t at = llvm::find(order, role) - order.begin() + index;
  bool isThere = !order.empty() && at < int64_t(call.getInputs().size());
  return isThere ? call.getInputs()[at] : Value();
}

Value getTableOperand(CustomCallOp call) {
  return getOperand(call, Role::Table, 0);
}

Value getUpdatedOperand(CustomCallOp call, int64_t index) {
  // The slots follow the table in every order.
  return getCallKind(call.getCallTargetName()) == CallKind::Update
             ? getOperand(call, Role::Table, index)
             : Value();
}

SmallVector<Type> getResultTypes(CustomCallOp call) {
  if (call.getNumResults() == 1)
    if (auto tuple = dyn_cast<TupleType>(call.getResult(0).getType()))
      return llvm::to_vector(tuple.getTypes());
  return llvm::to_vector(call->getResultTypes());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool hasRole(Type type, Role role) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  Type element = tensor.getElementType();
  int64_t rank = tensor.getRank();
  switch (role) {
  case Role::RowPointers:
  case Role::Ids:
  case Role::Samples:
    return rank == 1 && element.isInteger(32);
  case Role::Gains:
    return rank == 1 && element.isF32();
  case Role::NumMinibatches:
    return rank == 0 && element.isInteger(32);
  case Role::Table:
  case Role::Slots:
  case Role::SampleRows:
    return (rank == 1 || rank == 2) && element.isF32();
  case Role::Hyperparameters:
    return rank <= 2 &&
           (element.isF32() || element.isInteger(32) || element.isInteger(1));
  }
  llvm_unreachable("all roles are handled");
}

static StringRef describeType(Role role) {
  switch (role) {
  case Role::RowPointers:
  case Role::Ids:
  case Role::Samples:
    return "tensor<Nxi32>";
  case Role::Gains:
    return "tensor<Nxf32>";
  case Role::NumMinibatches:
    return "tensor<i32>";
  case Role::Table:
  case Role::Slots:
  case Role::SampleRows:
    return "tensor<NxWxf32> or tensor<Nxf32>";
  case Role::Hyperparameters:
    return "a scalar or a row of f32, i32 or i1";
  }
  llvm_unreachable("all roles are handled");
}

static std::string describeOperand(Role role, bool isUpdate, size_t index) {
  switch (role) {
  case Role::RowPointers:
    return "row_pointers";
  case Role::Ids:
    return "embedding_ids";
  case Role::Samples:
    return "sample_ids";
  case Role::Gains:
    return "gains";
  case Role::NumMinibatches:
    return "num_minibatches";
  case Role::Table:
    return "table";
  case Role::Slots:
    return "slot " + std::to_string(index);
  case Role::SampleRows:
    return isUpdate ? "gradients" : "init";
  case Role::Hyperparameters:
    return "hyperparameter " + std::to_string(index);
  }
  llvm_unreachable("all roles are handled");
}

static LogicalResult checkCount(CustomCallOp call, int64_t expected,
                                int64_t numSlots, int64_t numHyperparameters) {
  int64_t operands = call.getInputs().size();
  if (operands == expected)
    return success();
  InFlightDiagnostic diagnostic = call.emitError()
                                  << "@" << call.getCallTargetName()
                                  << " takes " << expected << " operands";
  if (getCallKind(call.getCallTargetName()) == CallKind::Update)
    diagnostic << " with the num_slot_variables = " << numSlots
               << " and num_hyperparameters = " << numHyperparameters
               << " of backend_config";
  return diagnostic << ", got " << operands;
}

/// Lookups give what they start from, updates the table and its slots.
static LogicalResult checkResults(CustomCallOp call,
                                  const EmbeddingOperands &operands) {
  SmallVector<Type> results = getResultTypes(call);
  bool isUpdate = getCallKind(call.getCallTargetName()) == CallKind::Update;
  Type type = (isUpdate ? operands.table : operands.sampleRows).getType();
  size_t count = operands.slots.size() + 1;
  if (results.size() == count && llvm::all_equal(results) &&
      results.front() == type)
    return success();
  if (!isUpdate)
    return call.emitError()
           << "@" << call.getCallTargetName()
           << ": the result must have the type of operand 'init', " << type;
  return call.emitError() << "@" << call.getCallTargetName()
                          << ": the results must be the table and "
                          << operands.slots.size()
                          << " slots, all of the type of operand 'table', "
                          << type << ", got " << call->getResultTypes();
}

static LogicalResult checkRowWidths(CustomCallOp call,
                                    const EmbeddingOperands &operands) {
  auto table = cast<RankedTensorType>(operands.table.getType());
  for (auto [index, slot] : llvm::enumerate(operands.slots))
    if (slot.getType() != table)
      return call.emitError() << "@" << call.getCallTargetName() << ": slot "
                              << index << " must have the type of the table, "
                              << table << ", got " << slot.getType();
  int64_t width = table.getRank() == 2 ? table.getDimSize(1) : 1;
  for (auto [index, value] : llvm::enumerate(operands.hyperparameters)) {
    int64_t count = cast<RankedTensorType>(value.getType()).getNumElements();
    if (count != 1 && count != width)
      return call.emitError()
             << "@" << call.getCallTargetName() << ": hyperparameter " << index
             << " must have one element, or the " << width << " of a row, got "
             << value.getType();
  }
  return success();
}

static void bind(EmbeddingOperands &operands, Role role, ValueRange values) {
  switch (role) {
  case Role::RowPointers:
    operands.rowPointers = values.front();
    break;
  case Role::Ids:
    operands.ids = values.front();
    break;
  case Role::Samples:
    operands.samples = values.front();
    break;
  case Role::Gains:
    operands.gains = values.front();
    break;
  case Role::NumMinibatches:
    operands.numMinibatches = values.front();
    break;
  case Role::Table:
    operands.table = values.front();
    break;
  case Role::Slots:
    operands.slots = values;
    break;
  case Role::SampleRows:
    operands.sampleRows = values.front();
    break;
  case Role::Hyperparameters:
    operands.hyperparameters = values;
    break;
  }
}

FailureOr<EmbeddingOperands> bindOperands(CustomCallOp call, int64_t numSlots,
                                          int64_t numHyperparameters) {
  bool isUpdate = getCallKind(call.getCallTargetName()) == CallKind::Update;
  ArrayRef<Role> order = getOrder(call.getCallTargetName());
  int64_t expected = isUpdate ? static_cast<int64_t>(order.size()) - 2 +
                                    numSlots + numHyperparameters
                              : static_cast<int64_t>(order.size());
  if (failed(checkCount(call, expected, numSlots, numHyperparameters)))
    return failure();
  EmbeddingOperands operands;
  ValueRange rest = call.getInputs();
  for (Role role : order) {
    size_t count = role == Role::Slots             ? numSlots
                   : role == Role::Hyperparameters ? numHyperparameters
                                                   : 1;
    ValueRange values = rest.take_front(count);
    rest = rest.drop_front(count);
    for (auto [index, value] : llvm::enumerate(values))
      if (!hasRole(value.getType(), role)) {
        call.emitError() << "@" << call.getCallTargetName() << ": operand '"
                         << describeOperand(role, isUpdate, index)
                         << "' must be " << describeType(role) << ", got "
                         << value.getType();
        return failure();
      }
    bind(operands, role, values);
  }
  if (failed(checkRowWidths(call, operands)) ||
      failed(checkResults(call, operands)))
    return failure();
  return operands;
}

} // namespace sc
