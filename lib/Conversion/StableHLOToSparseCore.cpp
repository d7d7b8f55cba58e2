//===-- StableHLOToSparseCore.cpp - custom calls to sc operations ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements convert-stablehlo-to-sparsecore.

#include "sc/Conversion/Passes.h"

#include "BackendConfig.h"
#include "TableSharding.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/EmbeddingCall.h"
#include "sc/Target/Target.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOSPARSECORE
#include "sc/Conversion/Passes.h.inc"
} // namespace sc

using namespace sc;
using stablehlo::CustomCallOp;

namespace {

/// What the pass does with a custom call.
enum class CallKind { Lookup, LocalLookup, Unstack, Stack, Later, Other };

struct ConvertStableHLOToSparseCore
    : public sc::impl::ConvertStableHLOToSparseCoreBase<
          ConvertStableHLOToSparseCore> {
  void runOnOperation() override;
};

} // namespace

static CallKind classify(StringRef name) {
  return llvm::StringSwitch<CallKind>(name)
      .Case("SparseDenseMatmulOp", CallKind::Lookup)
      .Case("SparseDenseMatmulLocalOp", CallKind::LocalLookup)
      .Case("SparseActivationsUnstackInterleaved", CallKind::Unstack)
      .Case("SparseGradientsStackInterleaved", CallKind::Stack)
      .Case("SparseDenseMatmulWithMinibatchingOp", CallKind::Later)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdate", CallKind::Later)
      .Case("SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp",
            CallKind::Later)
      .Case("SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching",
            CallKind::Later)
      .Default(CallKind::Other);
}

//===----------------------------------------------------------------------===//
// Operand contract
//===----------------------------------------------------------------------===//

namespace {

enum class OperandKind { Ids, Gains, Rows };

struct OperandContract {
  StringRef name;
  OperandKind kind;
};

} // namespace

static bool hasKind(Type type, OperandKind kind) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  switch (kind) {
  case OperandKind::Ids:
    return tensor.getRank() == 1 && tensor.getElementType().isInteger(32);
  case OperandKind::Gains:
    return tensor.getRank() == 1 && tensor.getElementType().isF32();
  case OperandKind::Rows:
    return (tensor.getRank() == 1 || tensor.getRank() == 2) &&
           tensor.getElementType().isF32();
  }
  llvm_unreachable("all kinds are handled");
}

static StringRef describe(OperandKind kind) {
  switch (kind) {
  case OperandKind::Ids:
    return "tensor<Nxi32>";
  case OperandKind::Gains:
    return "tensor<Nxf32>";
  case OperandKind::Rows:
    return "tensor<NxWxf32> or tensor<Nxf32>";
  }
  llvm_unreachable("all kinds are handled");
}

/// Checks operands and the one result, of the type of the last operand.
static LogicalResult checkContract(CustomCallOp call,
                                   ArrayRef<OperandContract> contract) {
  if (call.getInputs().size() != contract.size())
    return call.emitError()
           << "@" << call.getCallTargetName() << " takes " << contract.size()
           << " operands, got " << call.getInputs().size();
  for (auto [operand, expected] : llvm::zip_equal(call.getInputs(), contract))
    if (!hasKind(operand.getType(), expected.kind))
      return call.emitError()
             << "@" << call.getCallTargetName() << ": operand '"
             << expected.name << "' must be " << describe(expected.kind)
             << ", got " << operand.getType();
  if (call.getNumResults() != 1 ||
      call.getResult(0).getType() != call.getInputs().back().getType())
    return call.emitError() << "@" << call.getCallTargetName()
                            << ": the result must have the type of operand '"
                            << contract.back().name << "', "
                            << call.getInputs().back().getType();
  return success();
}

static StringRef getConfigText(CustomCallOp call) {
  auto text = dyn_cast_or_null<StringAttr>(call.getBackendConfigAttr());
  return text ? text.getValue() : StringRef();
}

static InFlightDiagnostic emitJsonError(CustomCallOp call, int64_t column,
                                        const Twine &message) {
  return call.emitError() << "backend_config, column " << column << ": "
                          << message;
}

//===----------------------------------------------------------------------===//
// Row pointers against the target
//===----------------------------------------------------------------------===//

/// Machines with which `pointers` row pointers make sense for a table that
/// `devices` devices share.
static std::string listFittingMachines(int64_t pointers, int64_t devices) {
  std::string names;
  for (const MachineDescription &machine : getMachines()) {
    int64_t cores = machine.sparseCoresPerDevice.value;
    if (cores * getRowPointersPerSparseCore(devices * cores) == pointers)
      names += (names.empty() ? "" : ", ") + std::string(machine.name);
  }
  return names;
}

static LogicalResult checkRowPointers(CustomCallOp call, int64_t devices,
                                      int64_t sparseCores) {
  auto type = cast<RankedTensorType>(call.getInputs()[0].getType());
  int64_t expected =
      sparseCores * getRowPointersPerSparseCore(devices * sparseCores);
  if (type.getDimSize(0) == expected)
    return success();
  std::string fitting = listFittingMachines(type.getDimSize(0), devices);
  InFlightDiagnostic diagnostic =
      call.emitError() << "row pointers have " << type.getDimSize(0)
                       << " elements, but a table shared by " << devices
                       << (devices == 1 ? " device" : " devices") << " with "
                       << sparseCores << " SparseCores each needs " << expected;
  if (fitting.empty())
    diagnostic << "; no target fits";
  else
    diagnostic << "; targets that fit: " << fitting;
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Says in attributes of a call that is not converted yet what planning needs.
static LogicalResult annotate(CustomCallOp call, int64_t sparseCores) {
  std::optional<EmbeddingCall> match = matchEmbeddingCall(call);
  if (!match)
    return call.emitError() << "@" << call.getCallTargetName()
                            << ": operands or results are not those of this "
                               "target";
  auto config = parseLookupConfig(getConfigText(call), match->isUpdate,
                                  [&](int64_t column, const Twine &message) {
                                    emitJsonError(call, column, message);
                                  });
  if (failed(config))
    return failure();
  if (config->slots != match->slots)
    return call.emitError()
           << "backend_config says " << config->slots
           << " slot variables, but the results are a table and "
           << match->slots;
  Value table = call.getInputs()[match->table];
  FailureOr<GroupAttr> group = getTableGroup(call, table);
  if (failed(group))
    return failure();
  Builder builder(call.getContext());
  auto limits = LimitsAttr::getChecked([&] { return call.emitError(); },
                                       call.getContext(), config->maxIds,
                                       config->maxUniqueIds);
  if (!limits)
    return failure();
  call->setAttr(kTableNameAttrName, builder.getStringAttr(getTableName(table)));
  call->setAttr(kLimitsAttrName, limits);
  call->setAttr(kSparseCoresAttrName, builder.getI64IntegerAttr(sparseCores));
  if (*group)
    call->setAttr(kGroupAttrName, *group);
  return success();
}

static LogicalResult convertLookup(CustomCallOp call, int64_t sparseCores) {
  using enum OperandKind;
  if (failed(checkContract(call, {{"row_pointers", Ids},
                                  {"embedding_ids", Ids},
                                  {"sample_ids", Ids},
                                  {"gains", Gains},
                                  {"table", Rows},
                                  {"init", Rows}})))
    return failure();
  auto config = parseLookupConfig(getConfigText(call), /*isUpdate=*/false,
                                  [&](int64_t column, const Twine &message) {
                                    emitJsonError(call, column, message);
                                  });
  if (failed(config))
    return failure();
  if (config->isQuantized) {
    emitRemark(call.getLoc())
        << "@SparseDenseMatmulOp with quantization_config is not converted yet";
    return annotate(call, sparseCores);
  }
  Value table = call.getInputs()[4];
  FailureOr<GroupAttr> group = getTableGroup(call, table);
  if (failed(group) ||
      failed(checkRowPointers(call, *group ? group->getDevices() : 1,
                              sparseCores)))
    return failure();
  OpBuilder builder(call);
  ValueRange in = call.getInputs();
  auto limits = LimitsAttr::getChecked([&] { return call.emitError(); },
                                       call.getContext(), config->maxIds,
                                       config->maxUniqueIds);
  auto lookup = SparseDenseMatmulOp::create(
      builder, call.getLoc(), in[5].getType(), in[0], in[1], in[2], in[3],
      in[4], in[5], builder.getStringAttr(getTableName(table)), limits,
      builder.getI64IntegerAttr(sparseCores), *group, PlanAttr());
  call.replaceAllUsesWith(lookup->getResults());
  call.erase();
  return success();
}

static LogicalResult convertLocalLookup(CustomCallOp call,
                                        int64_t sparseCores) {
  using enum OperandKind;
  if (failed(checkContract(call, {{"table", Rows},
                                  {"embedding_ids", Ids},
                                  {"sample_ids", Ids},
                                  {"gains", Gains},
                                  {"init", Rows}})) ||
      failed(checkLocalConfig(getConfigText(call),
                              [&](int64_t column, const Twine &message) {
                                emitJsonError(call, column, message);
                              })))
    return failure();
  OpBuilder builder(call);
  ValueRange in = call.getInputs();
  auto lookup = SparseDenseMatmulLocalOp::create(
      builder, call.getLoc(), in[4].getType(), in[0], in[1], in[2], in[3],
      in[4], builder.getStringAttr(getTableName(in[0])),
      builder.getI64IntegerAttr(sparseCores), PlanAttr());
  call.replaceAllUsesWith(lookup->getResults());
  call.erase();
  return success();
}

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

static LogicalResult convertUnstack(CustomCallOp call, int64_t sparseCores) {
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

static LogicalResult convertStack(CustomCallOp call, int64_t sparseCores) {
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

static LogicalResult convert(CustomCallOp call, TargetAttr target) {
  CallKind kind = classify(call.getCallTargetName());
  if (kind == CallKind::Other)
    return success();
  if (kind == CallKind::Later) {
    emitRemark(call.getLoc())
        << "@" << call.getCallTargetName() << " is not converted yet";
    return annotate(call, target.getSparseCoresPerDevice());
  }
  if (target.getDevices() > 1 &&
      !call->getParentOfType<sdy::ManualComputationOp>())
    return call.emitError()
           << "@" << call.getCallTargetName() << " outside a manual "
           << "computation in a module for " << target.getDevices()
           << " devices: it does not say what runs on each of them";
  int64_t sparseCores = target.getSparseCoresPerDevice();
  switch (kind) {
  case CallKind::Lookup:
    return convertLookup(call, sparseCores);
  case CallKind::LocalLookup:
    return convertLocalLookup(call, sparseCores);
  case CallKind::Unstack:
    return convertUnstack(call, sparseCores);
  default:
    return convertStack(call, sparseCores);
  }
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
  bool hasFailed = false;
  for (CustomCallOp call : calls)
    hasFailed |= failed(convert(call, target));
  if (hasFailed)
    signalPassFailure();
}
