//===-- RaiseGSPMD.cpp - GSPMD annotations to Shardy ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-raise-gspmd.

#include "sc/Transforms/Passes.h"

#include "GSPMDSharding.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_RAISEGSPMD
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;
using stablehlo::CustomCallOp;

namespace {

/// A call whose values cross between global and per-device shapes.
struct ManualCall {
  func::CallOp call;
  SmallVector<CustomCallOp> entries; // SPMDFullToShardShape, by operand
  SmallVector<CustomCallOp> exits;   // SPMDShardToFullShape, by result
  SmallVector<GSPMDSharding> inShardings;
  SmallVector<GSPMDSharding> outShardings;
};

struct RaiseGSPMD : public sc::impl::RaiseGSPMDBase<RaiseGSPMD> {
  void runOnOperation() override;
};

} // namespace

/// True for a call of `target` with one ranked tensor in and one out.
static bool isCallTo(Operation *op, StringRef target) {
  auto call = dyn_cast_or_null<CustomCallOp>(op);
  return call && call.getCallTargetName() == target &&
         call.getInputs().size() == 1 && call.getNumResults() == 1 &&
         isa<RankedTensorType>(call.getInputs()[0].getType()) &&
         isa<RankedTensorType>(call.getResult(0).getType());
}

static FailureOr<GSPMDSharding> readSharding(Operation *op) {
  auto text = op->getAttrOfType<StringAttr>("mhlo.sharding");
  if (!text)
    return op->emitError("missing attribute mhlo.sharding");
  std::string error;
  FailureOr<GSPMDSharding> sharding =
      parseGSPMDSharding(text.getValue(), error);
  if (failed(sharding))
    return op->emitError() << error;
  return sharding;
}

/// The sharding of a global value that enters: from the Sharding call that
/// feeds the entry.
static FailureOr<GSPMDSharding> readEntrySharding(CustomCallOp entry) {
  Operation *global = entry.getInputs()[0].getDefiningOp();
  if (!isCallTo(global, "Sharding"))
    return entry.emitError("@SPMDFullToShardShape without a @Sharding call in "
                           "front of it");
  return readSharding(global);
}

/// The one SPMDShardToFullShape that `result` reaches, through Sharding calls.
static CustomCallOp findExit(Value result) {
  while (result.hasOneUse()) {
    Operation *user = *result.user_begin();
    if (isCallTo(user, "SPMDShardToFullShape"))
      return cast<CustomCallOp>(user);
    if (!isCallTo(user, "Sharding"))
      return CustomCallOp();
    result = user->getResult(0);
  }
  return CustomCallOp();
}

static bool hasEntry(func::CallOp call) {
  return llvm::any_of(call.getOperands(), [](Value operand) {
    return isCallTo(operand.getDefiningOp(), "SPMDFullToShardShape");
  });
}

static FailureOr<ManualCall> readManualCall(func::CallOp call) {
  ManualCall manual{call, {}, {}, {}, {}};
  for (Value operand : call.getOperands()) {
    Operation *entry = operand.getDefiningOp();
    if (!isCallTo(entry, "SPMDFullToShardShape"))
      return call.emitError("a call mixes per-device and global operands");
    manual.entries.push_back(cast<CustomCallOp>(entry));
    auto sharding = readEntrySharding(manual.entries.back());
    if (failed(sharding))
      return failure();
    manual.inShardings.push_back(*sharding);
  }
  for (Value result : call.getResults()) {
    CustomCallOp exit = findExit(result);
    if (!exit)
      return call.emitError("a per-device result does not end in "
                            "@SPMDShardToFullShape");
    manual.exits.push_back(exit);
    auto sharding = readSharding(exit);
    if (failed(sharding))
      return failure();
    manual.outShardings.push_back(*sharding);
  }
  return manual;
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

static std::string getAxisName(int64_t axis) {
  return "axis" + std::to_string(axis);
}

static sdy::MeshOp createMesh(ModuleOp module, ArrayRef<int64_t> sizes) {
  MLIRContext *context = module.getContext();
  SmallVector<sdy::MeshAxisAttr> axes;
  for (auto [index, size] : llvm::enumerate(sizes))
    axes.push_back(sdy::MeshAxisAttr::get(context, getAxisName(index), size));
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto mesh = sdy::MeshOp::create(builder, module.getLoc(), "gspmd_mesh",
                                  sdy::MeshAttr::get(context, axes, {}));
  // The table must not know the mesh yet, to give it a name of its own.
  mesh->remove();
  SymbolTable symbols(module);
  symbols.insert(mesh, module.getBody()->begin());
  return mesh;
}

static FailureOr<sdy::TensorShardingAttr>
makeSharding(Operation *op, sdy::MeshOp mesh, ArrayRef<int64_t> meshAxes,
             const GSPMDSharding &sharding, Type type) {
  MLIRContext *context = op->getContext();
  int64_t rank = cast<RankedTensorType>(type).getRank();
  auto dims = assignAxes(sharding, meshAxes, rank);
  if (failed(dims))
    return op->emitError("mhlo.sharding does not cut the dimensions of ")
           << type << " by whole mesh axes";
  SmallVector<sdy::DimensionShardingAttr> attrs;
  for (ArrayRef<int64_t> axes : *dims) {
    SmallVector<sdy::AxisRefAttr> refs;
    for (int64_t axis : axes)
      refs.push_back(sdy::AxisRefAttr::get(context, getAxisName(axis),
                                           sdy::SubAxisInfoAttr()));
    attrs.push_back(sdy::DimensionShardingAttr::get(
        context, refs, /*isClosed=*/true, std::nullopt));
  }
  auto symbol = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  return sdy::TensorShardingAttr::get(context, symbol, attrs, {}, {});
}

static FailureOr<sdy::TensorShardingPerValueAttr>
makeShardings(MutableArrayRef<CustomCallOp> ops, sdy::MeshOp mesh,
              ArrayRef<int64_t> meshAxes, ArrayRef<GSPMDSharding> shardings,
              bool isEntry) {
  SmallVector<sdy::TensorShardingAttr> attrs;
  for (auto [op, sharding] : llvm::zip_equal(ops, shardings)) {
    Type global =
        isEntry ? op.getInputs()[0].getType() : op.getResult(0).getType();
    auto attr = makeSharding(op, mesh, meshAxes, sharding, global);
    if (failed(attr))
      return failure();
    attrs.push_back(*attr);
  }
  return sdy::TensorShardingPerValueAttr::get(mesh.getContext(), attrs);
}

static void rewrite(ManualCall &manual, ArrayRef<int64_t> meshAxes,
                    sdy::TensorShardingPerValueAttr in,
                    sdy::TensorShardingPerValueAttr out) {
  func::CallOp call = manual.call;
  OpBuilder builder(call);
  SmallVector<Value> operands;
  for (CustomCallOp entry : manual.entries)
    operands.push_back(entry.getInputs()[0]);
  SmallVector<Type> types;
  for (CustomCallOp exit : manual.exits)
    types.push_back(exit.getResult(0).getType());
  SmallVector<StringAttr> names;
  for (size_t axis = 0; axis < meshAxes.size(); ++axis)
    names.push_back(builder.getStringAttr(getAxisName(axis)));
  auto computation = sdy::ManualComputationOp::create(
      builder, call.getLoc(), types, operands, in, out,
      sdy::ManualAxesAttr::get(call.getContext(), names));
  Block *body = builder.createBlock(&computation.getBody());
  for (Value operand : call.getOperands())
    body->addArgument(operand.getType(), operand.getLoc());
  Operation *inner = builder.clone(*call);
  inner->setOperands(body->getArguments());
  sdy::ReturnOp::create(builder, call.getLoc(), inner->getResults());
  for (auto [exit, result] :
       llvm::zip_equal(manual.exits, computation.getResults()))
    exit.getResult(0).replaceAllUsesWith(result);
}

/// Erases what connected the call to the global values.
static void eraseOld(ManualCall &manual) {
  SmallVector<Operation *> exits;
  for (CustomCallOp exit : manual.exits)
    for (Operation *op = exit; op != manual.call;
         op = op->getOperand(0).getDefiningOp())
      exits.push_back(op);
  for (Operation *op : exits)
    op->erase();
  manual.call.erase();
  // The same value may be passed twice.
  for (CustomCallOp entry : llvm::SmallSetVector<CustomCallOp, 8>(
           manual.entries.begin(), manual.entries.end()))
    if (entry->use_empty())
      entry.erase();
}

static LogicalResult raise(ManualCall &manual, ModuleOp module) {
  SmallVector<GSPMDSharding> all(manual.inShardings);
  llvm::append_range(all, manual.outShardings);
  FailureOr<SmallVector<int64_t>> axes = findMeshAxes(all);
  if (failed(axes))
    return manual.call.emitError(
        "the shardings of a per-device call do not fit one mesh");
  // Where all is replicated, no sharding tells how many devices there are.
  auto devices = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  if (axes->empty() && devices && devices.getInt() > 1)
    axes->push_back(devices.getInt());
  sdy::MeshOp mesh = createMesh(module, *axes);
  auto in = makeShardings(manual.entries, mesh, *axes, manual.inShardings,
                          /*isEntry=*/true);
  auto out = makeShardings(manual.exits, mesh, *axes, manual.outShardings,
                           /*isEntry=*/false);
  if (failed(in) || failed(out))
    return failure();
  rewrite(manual, *axes, *in, *out);
  eraseOld(manual);
  return success();
}

void RaiseGSPMD::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    if (hasEntry(call))
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    FailureOr<ManualCall> manual = readManualCall(call);
    if (failed(manual) || failed(raise(*manual, module)))
      return signalPassFailure();
  }
  module.walk([](CustomCallOp call) {
    if (!isCallTo(call, "Sharding") ||
        call->getResultTypes() != call->getOperandTypes())
      return;
    call.replaceAllUsesWith(call.getInputs());
    call.erase();
  });
}
