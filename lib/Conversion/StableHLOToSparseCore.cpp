//===-- StableHLOToSparseCore.cpp - custom calls to sc operations ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements convert-stablehlo-to-sparsecore.

#include "sc/Conversion/Passes.h"

#include "BackendConfig.h"
#include "EmbeddingCalls.h"
#include "OptimizerImport.h"
#include "TableSharding.h"
#include "mlir/IR/Builders.h"
#include "sc/Target/Target.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOSPARSECORE
#include "sc/Conversion/Passes.h.inc"
} // namespace sc

using namespace sc;
using stablehlo::CustomCallOp;

namespace {

struct ConvertStableHLOToSparseCore
    : public sc::impl::ConvertStableHLOToSparseCoreBase<
          ConvertStableHLOToSparseCore> {
  void runOnOperation() override;
};

/// Converts the calls of a module one by one.
class CallConverter {
public:
  CallConverter(ModuleOp module, TargetAttr target)
      : target(target), sparseCores(target.getSparseCoresPerDevice()),
        optimizers(module) {}

  /// Names the table of `call`. To be asked for all calls before one is
  /// converted: a name may come from the optimizer of another call.
  void collectName(CustomCallOp call);
  LogicalResult convert(CustomCallOp call);
  void eraseUnusedFunctions() { optimizers.eraseUnusedFunctions(); }

private:
  LogicalResult convertLookup(CustomCallOp call);
  LogicalResult convertLocalLookup(CustomCallOp call);
  LogicalResult convertUpdate(CustomCallOp call);
  LogicalResult convertUnstack(CustomCallOp call);
  LogicalResult convertStack(CustomCallOp call);
  LogicalResult checkPlace(CustomCallOp call);
  LogicalResult checkRowPointers(CustomCallOp call,
                                 const EmbeddingOperands &operands,
                                 GroupAttr group);

  TargetAttr target;
  int64_t sparseCores;
  OptimizerImporter optimizers;
  DenseMap<Operation *, StringAttr> names;
};

} // namespace

static StringRef getConfigText(CustomCallOp call) {
  auto text = dyn_cast_or_null<StringAttr>(call.getBackendConfigAttr());
  return text ? text.getValue() : StringRef();
}

static InFlightDiagnostic emitJsonError(CustomCallOp call, int64_t column,
                                        const Twine &message) {
  return call.emitError() << "backend_config, column " << column << ": "
                          << message;
}

static FailureOr<LookupConfig> parseConfig(CustomCallOp call, bool isUpdate) {
  return parseLookupConfig(getConfigText(call), isUpdate,
                           [&](int64_t column, const Twine &message) {
                             emitJsonError(call, column, message);
                           });
}

static LimitsAttr getLimits(CustomCallOp call, const LookupConfig &config) {
  return LimitsAttr::get(call.getContext(), config.maxIds, config.maxUniqueIds);
}

/// Null where the rows are not quantized.
static FailureOr<QuantizationAttr> getQuantization(CustomCallOp call,
                                                   const LookupConfig &config) {
  if (!config.quantization)
    return QuantizationAttr();
  Builder builder(call.getContext());
  auto [min, max, buckets] = *config.quantization;
  QuantizationAttr attr = QuantizationAttr::getChecked(
      [&] { return call.emitError(); }, call.getContext(), buckets,
      builder.getF64FloatAttr(min), builder.getF64FloatAttr(max));
  if (!attr)
    return failure();
  return attr;
}

//===----------------------------------------------------------------------===//
// Row pointers against the target
//===----------------------------------------------------------------------===//

/// Machines with which `pointers` row pointers make sense for a table that
/// `devices` devices share.
static std::string listFittingMachines(int64_t pointers, int64_t devices,
                                       bool isMinibatched) {
  std::string names;
  for (const MachineDescription &machine : getMachines()) {
    int64_t cores = machine.sparseCoresPerDevice.value;
    if (countRowPointers(cores, devices * cores, isMinibatched) == pointers)
      names += (names.empty() ? "" : ", ") + std::string(machine.name);
  }
  return names;
}

LogicalResult CallConverter::checkRowPointers(CustomCallOp call,
                                              const EmbeddingOperands &operands,
                                              GroupAttr group) {
  int64_t pointers = getNumRows(operands.rowPointers.getType());
  int64_t devices = group ? group.getDevices() : 1;
  bool isMinibatched = operands.numMinibatches != nullptr;
  int64_t expected =
      countRowPointers(sparseCores, devices * sparseCores, isMinibatched);
  if (pointers == expected)
    return success();
  std::string fitting = listFittingMachines(pointers, devices, isMinibatched);
  InFlightDiagnostic diagnostic =
      call.emitError() << "row pointers have " << pointers
                       << " elements, but a table shared by " << devices
                       << (devices == 1 ? " device" : " devices") << " with "
                       << sparseCores << " SparseCores each needs " << expected;
  if (isMinibatched)
    diagnostic << ", room for " << kMaxMinibatches << " minibatches";
  if (fitting.empty())
    diagnostic << "; no target fits";
  else
    diagnostic << "; targets that fit: " << fitting;
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

LogicalResult CallConverter::convertLookup(CustomCallOp call) {
  FailureOr<EmbeddingOperands> in = bindOperands(call);
  if (failed(in))
    return failure();
  FailureOr<LookupConfig> config = parseConfig(call, /*isUpdate=*/false);
  if (failed(config))
    return failure();
  FailureOr<GroupAttr> group = getTableGroup(call, in->table);
  if (failed(group) || failed(checkRowPointers(call, *in, *group)))
    return failure();
  FailureOr<QuantizationAttr> quantization = getQuantization(call, *config);
  if (failed(quantization))
    return failure();
  OpBuilder builder(call);
  auto lookup = SparseDenseMatmulOp::create(
      builder, call.getLoc(), in->sampleRows.getType(), in->rowPointers,
      in->ids, in->samples, in->gains, in->table, in->sampleRows,
      in->numMinibatches, /*scale=*/Value(), names.lookup(call),
      getLimits(call, *config), builder.getI64IntegerAttr(sparseCores), *group,
      *quantization, RowFormatAttr(), PlanAttr());
  call.replaceAllUsesWith(lookup->getResults());
  call.erase();
  return success();
}

LogicalResult CallConverter::convertLocalLookup(CustomCallOp call) {
  FailureOr<EmbeddingOperands> in = bindOperands(call);
  if (failed(in) ||
      failed(checkLocalConfig(getConfigText(call),
                              [&](int64_t column, const Twine &message) {
                                emitJsonError(call, column, message);
                              })))
    return failure();
  OpBuilder builder(call);
  auto lookup = SparseDenseMatmulLocalOp::create(
      builder, call.getLoc(), in->sampleRows.getType(), in->table, in->ids,
      in->samples, in->gains, in->sampleRows, /*scale=*/Value(),
      names.lookup(call), builder.getI64IntegerAttr(sparseCores),
      RowFormatAttr(), PlanAttr());
  call.replaceAllUsesWith(lookup->getResults());
  call.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// An i1 hyperparameter as i32, other values as they are: no task moves single
/// bytes.
static Value widenFlag(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.getElementType().isInteger(1))
    return value;
  RankedTensorType wide = type.clone(builder.getI32Type());
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto flags = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                        : DenseIntElementsAttr();
  if (!flags)
    return stablehlo::ConvertOp::create(builder, loc, wide, value);
  ElementsAttr words = flags.mapValues(
      wide.getElementType(), [](const APInt &flag) { return flag.zext(32); });
  return stablehlo::ConstantOp::create(builder, loc, words);
}

/// Replaces `call`, which gives a tuple or its elements, by `results`.
static void replaceResults(CustomCallOp call, ValueRange results) {
  bool isTuple =
      call.getNumResults() == 1 && isa<TupleType>(call.getResult(0).getType());
  if (!isTuple) {
    call.replaceAllUsesWith(results);
    call.erase();
    return;
  }
  for (Operation *user : llvm::make_early_inc_range(call->getUsers())) {
    auto element = dyn_cast<stablehlo::GetTupleElementOp>(user);
    if (!element)
      continue;
    element.replaceAllUsesWith(results[element.getIndex()]);
    element.erase();
  }
  if (!call->use_empty()) {
    OpBuilder builder(call);
    call.replaceAllUsesWith(stablehlo::TupleOp::create(
        builder, call.getLoc(), call.getResult(0).getType(), results));
  }
  call.erase();
}

LogicalResult CallConverter::convertUpdate(CustomCallOp call) {
  FailureOr<LookupConfig> config = parseConfig(call, /*isUpdate=*/true);
  if (failed(config))
    return failure();
  FailureOr<EmbeddingOperands> in =
      bindOperands(call, config->slots, config->hyperparameters);
  if (failed(in))
    return failure();
  FailureOr<GroupAttr> group = getTableGroup(call, in->table);
  Region optimizer;
  if (failed(group) || failed(checkRowPointers(call, *in, *group)) ||
      failed(optimizers.importOptimizer(call, *in, optimizer)))
    return failure();
  OpBuilder builder(call);
  SmallVector<Value> hyperparameters;
  for (Value value : in->hyperparameters)
    hyperparameters.push_back(widenFlag(builder, call.getLoc(), value));
  auto update = SparseDenseMatmulGradOp::create(
      builder, call.getLoc(), getResultTypes(call), in->rowPointers, in->ids,
      in->samples, in->gains, in->sampleRows, in->table, in->slots,
      hyperparameters, in->numMinibatches, names.lookup(call),
      getLimits(call, *config), builder.getI64IntegerAttr(sparseCores), *group,
      PlanAttr());
  update.getOptimizer().takeBody(optimizer);
  replaceResults(call, update.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

static LogicalResult checkMatrices(CustomCallOp call, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 2 || !tensor.getElementType().isF32())
      return call.emitError()
             << "@" << call.getCallTargetName()
             << " takes and gives tensor<NxWxf32>, got " << type;
  }
  return success();
}

LogicalResult CallConverter::convertUnstack(CustomCallOp call) {
  if (call.getInputs().size() != 1)
    return call.emitError()
           << "@" << call.getCallTargetName() << " takes one operand, got "
           << call.getInputs().size();
  if (failed(checkMatrices(call, call->getOperandTypes())) ||
      failed(checkMatrices(call, call->getResultTypes())))
    return failure();
  OpBuilder builder(call);
  auto unstack = UnstackActivationsOp::create(
      builder, call.getLoc(), call->getResultTypes(), call.getInputs()[0],
      builder.getI64IntegerAttr(sparseCores));
  call.replaceAllUsesWith(unstack->getResults());
  call.erase();
  return success();
}

LogicalResult CallConverter::convertStack(CustomCallOp call) {
  if (call.getNumResults() != 1)
    return call.emitError()
           << "@" << call.getCallTargetName() << " gives one result, got "
           << call.getNumResults();
  if (failed(checkMatrices(call, call->getOperandTypes())) ||
      failed(checkMatrices(call, call->getResultTypes())))
    return failure();
  OpBuilder builder(call);
  auto stack = StackGradientsOp::create(
      builder, call.getLoc(), call.getResult(0).getType(), call.getInputs(),
      builder.getI64IntegerAttr(sparseCores));
  call.replaceAllUsesWith(stack->getResults());
  call.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

void CallConverter::collectName(CustomCallOp call) {
  if (Value table = getTableOperand(call))
    names[call] = StringAttr::get(call.getContext(), getTableName(table));
}

LogicalResult CallConverter::checkPlace(CustomCallOp call) {
  if (target.getDevices() == 1 ||
      call->getParentOfType<sdy::ManualComputationOp>())
    return success();
  return call.emitError()
         << "@" << call.getCallTargetName() << " outside a manual "
         << "computation in a module for " << target.getDevices()
         << " devices: it does not say what runs on each of them";
}

LogicalResult CallConverter::convert(CustomCallOp call) {
  CallKind kind = getCallKind(call.getCallTargetName());
  if (kind == CallKind::Other)
    return success();
  if (failed(checkPlace(call)))
    return failure();
  switch (kind) {
  case CallKind::Lookup:
    return convertLookup(call);
  case CallKind::LocalLookup:
    return convertLocalLookup(call);
  case CallKind::Update:
    return convertUpdate(call);
  case CallKind::Unstack:
    return convertUnstack(call);
  case CallKind::Stack:
    return convertStack(call);
  case CallKind::Other:
    break;
  }
  llvm_unreachable("all kinds are handled");
}

void ConvertStableHLOToSparseCore::runOnOperation() {
  ModuleOp module = getOperation();
  auto target = module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName);
  if (!target) {
    module.emitError("the module has no target: run sc-assign-target first");
    return signalPassFailure();
  }
  SmallVector<CustomCallOp> calls;
  module.walk([&](CustomCallOp call) { calls.push_back(call); });
  CallConverter converter(module, target);
  for (CustomCallOp call : calls)
    converter.collectName(call);
  bool hasFailed = false;
  for (CustomCallOp call : calls)
    hasFailed |= failed(converter.convert(call));
  if (hasFailed)
    return signalPassFailure();
  converter.eraseUnusedFunctions();
}
