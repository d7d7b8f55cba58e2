//===-- TableSharding.cpp - which devices share a table -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The custom calls communicate without saying so; the sharding of the table
// says between whom.

#include "TableSharding.h"

#include "EmbeddingCalls.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace sc {

/// The operand that result `index` of `op`, an update, is the new value of.
static Value getUpdated(Operation *op, int64_t index) {
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return getUpdatedOperand(call, index);
  auto update = dyn_cast<SparseDenseMatmulGradOp>(op);
  if (!update)
    return Value();
  return index == 0 ? update.getTable() : update.getSlots()[index - 1];
}

/// One step towards the origin of `value`; null at the origin.
static Value traceStep(Value value, bool stopAtManual) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto manual =
        dyn_cast<sdy::ManualComputationOp>(argument.getOwner()->getParentOp());
    if (!manual || stopAtManual)
      return Value();
    return manual.getTensors()[argument.getArgNumber()];
  }
  Operation *op = value.getDefiningOp();
  if (isa<stablehlo::ReshapeOp, sdy::ShardingConstraintOp>(op))
    return op->getOperand(0);
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
    return manual.getBodyBlock()->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  auto element = dyn_cast<stablehlo::GetTupleElementOp>(op);
  if (!element)
    return getUpdated(op, cast<OpResult>(value).getResultNumber());
  Operation *update = element.getOperand().getDefiningOp();
  return update ? getUpdated(update, element.getIndex()) : Value();
}

Value traceTable(Value value, bool stopAtManual) {
  while (Value next = traceStep(value, stopAtManual))
    value = next;
  return value;
}

/// The axes of dimension 0 of `sharding` that the body is manual over.
static FailureOr<SmallVector<StringRef>>
getSharedAxes(Operation *op, sdy::ManualComputationOp manual,
              sdy::TensorShardingAttr sharding) {
  if (sharding.hasSubAxes()) {
    op->emitError("the table is sharded over a part of a mesh axis, which is "
                  "not supported");
    return failure();
  }
  SmallVector<StringRef> axes;
  if (sharding.getRank() > 0)
    for (StringRef axis : sharding.getAxesOfDim(0))
      if (manual.getManualAxes().contains(axis))
        axes.push_back(axis);
  return axes;
}

FailureOr<GroupAttr> getTableGroup(Operation *op, Value table) {
  auto argument = dyn_cast<BlockArgument>(traceTable(table, true));
  auto manual = argument ? dyn_cast<sdy::ManualComputationOp>(
                               argument.getOwner()->getParentOp())
                         : sdy::ManualComputationOp();
  if (!manual && !op->getParentOfType<sdy::ManualComputationOp>())
    return GroupAttr();
  if (!manual) {
    op->emitError("cannot tell which devices share the table: it is neither an "
                  "argument of the manual computation nor an update of one");
    return failure();
  }
  sdy::TensorShardingAttr sharding =
      manual.getInShardingList()[argument.getArgNumber()];
  auto axes = getSharedAxes(op, manual, sharding);
  if (failed(axes))
    return failure();
  sdy::MeshAttr mesh = sharding.getMesh(manual);
  FlatSymbolRefAttr symbol = sharding.getMeshSymbol();
  if (!mesh || !symbol) {
    op->emitError("the sharding of the table has no mesh with a name");
    return failure();
  }
  // The outer computation may cut the table too: its axes are not in sight.
  if (mesh.getDeviceCount() > 1 &&
      manual->getParentOfType<sdy::ManualComputationOp>()) {
    op->emitError("lookups in a manual computation inside of another are not "
                  "supported");
    return failure();
  }
  int64_t devices = 1;
  for (StringRef axis : *axes)
    devices *= mesh.getAxisSize(axis);
  if (axes->empty())
    return GroupAttr();
  Builder builder(op->getContext());
  auto group =
      GroupAttr::getChecked([&] { return op->emitError(); }, op->getContext(),
                            symbol, builder.getStrArrayAttr(*axes), devices);
  if (!group)
    return failure();
  return group;
}

/// What a location of the form `…['name']…` names.
static std::optional<std::string> getNameInBrackets(Location location) {
  auto named = dyn_cast<NameLoc>(location);
  if (!named)
    return std::nullopt;
  StringRef rest = named.getName().getValue().split("['").second;
  StringRef name = rest.split("']").first;
  return name.empty() ? std::nullopt : std::optional(name.str());
}

/// What follows `-` in the name of the optimizer that updates `table`, an
/// argument of @main: JAX calls it `<optimizer>-<stack of tables>`.
static std::optional<std::string> getNameOfOptimizer(BlockArgument table) {
  std::optional<std::string> name;
  table.getOwner()->getParentOp()->walk([&](stablehlo::CustomCallOp call) {
    ArrayAttr called = call.getCalledComputations();
    bool isUpdate = called && !called.empty() &&
                    llvm::any_of(call.getInputs(), [&](Value operand) {
                      return traceTable(operand, false) == table;
                    });
    if (!isUpdate)
      return WalkResult::advance();
    StringRef suffix =
        cast<FlatSymbolRefAttr>(called[0]).getValue().split('-').second;
    if (!suffix.empty())
      name = suffix.str();
    return suffix.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return name;
}

std::string getTableName(Value table) {
  auto argument = dyn_cast<BlockArgument>(traceTable(table, false));
  if (!argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return "table";
  if (auto name = getNameInBrackets(argument.getLoc()))
    return *name;
  if (auto name = getNameOfOptimizer(argument))
    return *name;
  return "arg" + std::to_string(argument.getArgNumber());
}

} // namespace sc
