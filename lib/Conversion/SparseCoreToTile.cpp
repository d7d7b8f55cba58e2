//===-- SparseCoreToTile.cpp - sc operations to tasks and a schedule ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements convert-sparsecore-to-tile.

#include "sc/Conversion/Passes.h"

#include "CheckLookups.h"
#include "DeviceGroups.h"
#include "DeviceShards.h"
#include "NarrowInputs.h"
#include "ScheduleBuilder.h"
#include "TaskBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sc/Conversion/TrialSchedule.h"
#include "sc/Conversion/UpdatedOperands.h"
#include "sc/Target/ModuleTarget.h"
#include "sc/Target/Target.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_CONVERTSPARSECORETOTILE
#include "sc/Conversion/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {

struct ConvertSparseCoreToTile
    : public sc::impl::ConvertSparseCoreToTileBase<ConvertSparseCoreToTile> {
  void runOnOperation() override;
};

/// Converts one @main.
class MainConverter {
public:
  MainConverter(ModuleOp module, func::FuncOp main, TargetAttr target,
                const MachineDescription &machine, tile::ScheduleOp schedule,
                TrialSchedule *trial = nullptr)
      : module(module), main(main), target(target), machine(machine),
        trial(trial), schedule(schedule),
        shards(this->schedule, trial != nullptr) {}
  LogicalResult convert();

private:
  LogicalResult convertInputs();
  LogicalResult convertOutputs(func::ReturnOp op);
  LogicalResult convertBlock(Block &block);
  LogicalResult convertManual(sdy::ManualComputationOp op);
  LogicalResult convertOther(Operation *op);
  LogicalResult convertLookup(SparseDenseMatmulOp op);
  LogicalResult convertUpdate(SparseDenseMatmulGradOp op);
  void convertLocalLookup(SparseDenseMatmulLocalOp op);
  void makeWritable(SparseDenseMatmulGradOp op, OpOperand &operand,
                    MutableArrayRef<Value> buffers);
  void runLookup(Operation *op, FlatSymbolRefAttr task);
  void run(Operation *op, FlatSymbolRefAttr task, ArrayRef<Value> buffers);
  DeviceGroups getGroups(GroupAttr group) {
    return getDeviceGroups(module, group, target.getDevices());
  }
  /// True where @main runs on one device, so that all of it is device code.
  bool isSingleDevice() const { return target.getDevices() == 1; }

  ModuleOp module;
  func::FuncOp main;
  TargetAttr target;
  const MachineDescription &machine;
  TrialSchedule *trial; // null: the real conversion, with tasks
  ScheduleBuilder schedule;
  DeviceShards shards;
};

} // namespace

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

static bool isSupported(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tile::fitsBuffer(tensor))
    return false;
  Type element = tensor.getElementType();
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type,
          Float32Type, Float64Type>(element))
    return true;
  auto integer = dyn_cast<IntegerType>(element);
  return integer && llvm::is_contained({1, 8, 32, 64}, integer.getWidth());
}

/// Checks that each type is a tensor that a buffer can hold, or a tuple of
/// such.
static LogicalResult checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    if (auto tuple = dyn_cast<TupleType>(type)) {
      if (failed(checkTypes(op, tuple.getTypes())))
        return failure();
    } else if (!isSupported(type)) {
      return op->emitError()
             << "a value of type " << type << " cannot be held by a buffer";
    }
  }
  return success();
}

/// True where `name` is what another of `count` values is called by position.
static bool isPositionOfAnother(StringRef name, StringRef fallback,
                                size_t index, size_t count) {
  size_t position = 0;
  return name.consume_front(fallback) && !name.getAsInteger(10, position) &&
         position != index && position < count;
}

/// Names that the module carries, or `fallback` and the index where it carries
/// none, the same one twice, or one that means another value.
static SmallVector<std::string> uniqueNames(ArrayRef<std::string> wanted,
                                            StringRef fallback) {
  llvm::StringMap<int> uses;
  for (const std::string &name : wanted)
    ++uses[name];
  SmallVector<std::string> names;
  for (auto [index, name] : llvm::enumerate(wanted))
    names.push_back(
        name.empty() || uses[name] > 1 ||
                isPositionOfAnother(name, fallback, index, wanted.size())
            ? (fallback + Twine(index)).str()
            : name);
  return names;
}

static std::string getSharding(DictionaryAttr attrs) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!attrs)
    return text;
  if (Attribute sharding = attrs.get("sdy.sharding"))
    stream << sharding;
  else if (auto gspmd = attrs.getAs<StringAttr>("mhlo.sharding"))
    stream << gspmd.getValue();
  return text;
}

LogicalResult MainConverter::convertInputs() {
  SmallVector<std::string> wanted;
  for (BlockArgument argument : main.getArguments()) {
    auto named = dyn_cast<NameLoc>(argument.getLoc());
    wanted.push_back(named ? named.getName().str() : "");
  }
  SmallVector<std::string> names = uniqueNames(wanted, "arg");
  FailureOr<NarrowInputs> narrowInputs = findNarrowInputs(main);
  if (failed(narrowInputs))
    return failure();
  for (auto [index, argument] : llvm::enumerate(main.getArguments())) {
    Location location = argument.getLoc();
    if (!isSupported(argument.getType()))
      return main.emitError()
             << "argument " << index << " of @main has type "
             << argument.getType()
             << ", which inputs cannot have: a buffer holds at most 2^46 bytes "
                "of numbers of 1, 8, 16, 32 or 64 bits";
    Value buffer =
        schedule.alloc(location, argument.getType(), tile::Space::Host,
                       tile::BufferClass::Argument, names[index]);
    auto input =
        tile::InputOp::create(schedule.builder, location, buffer, index,
                              schedule.builder.getStringAttr(
                                  getSharding(main.getArgAttrDict(index))));
    if (auto narrow = narrowInputs->find(index); narrow != narrowInputs->end())
      for (NamedAttribute attr : narrow->second)
        input->setAttr(attr.getName(), attr.getValue());
    if (isSingleDevice() && !argument.use_empty()) {
      Value onDevice =
          schedule.alloc(location, argument.getType(), tile::Space::Hbm,
                         tile::BufferClass::Argument, names[index]);
      SmallVector<int64_t> devices = {0};
      schedule.copyAll(location, buffer, onDevice, ArrayRef<int64_t>(devices));
      buffer = onDevice;
    }
    schedule.map(argument, buffer);
  }
  return success();
}

LogicalResult MainConverter::convertOutputs(func::ReturnOp op) {
  SmallVector<std::string> wanted;
  for (unsigned index = 0; index < op->getNumOperands(); ++index) {
    auto info = main.getResultAttrOfType<StringAttr>(index, "jax.result_info");
    wanted.push_back(info ? info.getValue().str() : "");
  }
  SmallVector<std::string> names = uniqueNames(wanted, "out");
  for (auto [index, value] : llvm::enumerate(op.getOperands())) {
    if (!isSupported(value.getType()))
      return main.emitError()
             << "result " << index << " of @main has type " << value.getType()
             << ", which outputs cannot have";
    Value buffer =
        schedule.alloc(op.getLoc(), value.getType(), tile::Space::Host,
                       tile::BufferClass::Result, names[index]);
    SmallVector<int64_t> devices = {0};
    schedule.copyAll(op.getLoc(), schedule.getBuffer(value), buffer,
                     isSingleDevice()
                         ? std::optional(ArrayRef<int64_t>(devices))
                         : std::nullopt);
    tile::OutputOp::create(schedule.builder, op.getLoc(), buffer, index,
                           schedule.builder.getStringAttr(
                               getSharding(main.getResultAttrDict(index))));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

static FlatSymbolRefAttr getSymbol(tile::TaskOp task) {
  return FlatSymbolRefAttr::get(task.getSymNameAttr());
}

/// Runs the task of `op`. What a trial says of its operands: the buffer that
/// holds each, and the copy that the task takes where it needs its own.
void MainConverter::run(Operation *op, FlatSymbolRefAttr task,
                        ArrayRef<Value> buffers) {
  auto step =
      tile::RunOp::create(schedule.builder, op->getLoc(), task, buffers);
  if (!trial)
    return;
  ScheduledCall call{op, step, {}};
  for (OpOperand &operand : op->getOpOperands()) {
    call.operands.emplace_back(schedule.getBuffers(operand.get()));
    Value taken = buffers[operand.getOperandNumber()];
    if (!llvm::is_contained(call.operands.back(), taken))
      call.operands.back().push_back(taken);
  }
  trial->calls.push_back(std::move(call));
}

/// A task that takes the operands of `op`, in their order, and writes a new
/// buffer.
void MainConverter::runLookup(Operation *op, FlatSymbolRefAttr task) {
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands())
    buffers.push_back(schedule.getBuffer(operand));
  SmallVector<Value> result =
      schedule.allocValue(op->getLoc(), op->getResult(0).getType());
  llvm::append_range(buffers, result);
  schedule.map(op->getResult(0), result);
  run(op, task, buffers);
}

LogicalResult MainConverter::convertLookup(SparseDenseMatmulOp op) {
  if (failed(checkGroup(op, module)))
    return failure();
  FlatSymbolRefAttr task = FlatSymbolRefAttr::get(op.getTableNameAttr());
  if (!trial)
    task = getSymbol(buildLookupTask(op, module, getGroups(op.getGroupAttr()),
                                     machine.tilesPerSparseCore.value));
  runLookup(op, task);
  return success();
}

void MainConverter::convertLocalLookup(SparseDenseMatmulLocalOp op) {
  FlatSymbolRefAttr task = FlatSymbolRefAttr::get(op.getTableNameAttr());
  if (!trial)
    task = getSymbol(buildLocalLookupTask(op, module, getGroups(GroupAttr()),
                                          machine.tilesPerSparseCore.value));
  runLookup(op, task);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Gives the task of `op` its own buffer for `operand`, which it writes: a copy
/// where the value is still read afterwards, or is another operand too.
void MainConverter::makeWritable(SparseDenseMatmulGradOp op, OpOperand &operand,
                                 MutableArrayRef<Value> buffers) {
  Value &buffer = buffers[operand.getOperandNumber()];
  if (llvm::count(buffers, buffer) == 1 && !schedule.isReadAfter(buffer, op) &&
      !shards.isReadAfter(buffer, op))
    return shards.forget(buffer);
  Value copy =
      schedule.allocValue(op.getLoc(), operand.get().getType()).front();
  schedule.copyAll(op.getLoc(), buffer, copy);
  buffer = copy;
}

LogicalResult MainConverter::convertUpdate(SparseDenseMatmulGradOp op) {
  if (failed(checkGroup(op, module)))
    return failure();
  FlatSymbolRefAttr task = FlatSymbolRefAttr::get(op.getTableNameAttr());
  if (!trial)
    task = getSymbol(buildUpdateTask(op, module, getGroups(op.getGroupAttr()),
                                     machine.tilesPerSparseCore.value));
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands())
    buffers.push_back(schedule.getBuffer(operand));
  for (OpOperand *operand : getUpdatedOperands(op))
    makeWritable(op, *operand, buffers);
  run(op, task, buffers);
  unsigned table = op.getTableMutable().getOperandNumber();
  for (OpResult result : op->getResults())
    schedule.map(result, buffers[table + result.getResultNumber()]);
  return success();
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// The mesh must be of the target's devices. Inside of another computation
/// values stay as they are: no copy there depends on its device.
static LogicalResult checkManual(sdy::ManualComputationOp op,
                                 int64_t targetDevices) {
  if (sdy::MeshAttr mesh = op.getMesh()) {
    if (mesh.getDeviceCount() != targetDevices)
      return op.emitError() << "the mesh has " << mesh.getDeviceCount()
                            << " devices, the target " << targetDevices;
    for (int64_t device : mesh.getDeviceIds())
      if (device >= targetDevices)
        return op.emitError()
               << "the mesh names device " << device
               << ", the last one of the target is " << targetDevices - 1;
  }
  Block &body = *op.getBodyBlock();
  if (op->getParentOfType<sdy::ManualComputationOp>() &&
      (!llvm::equal(op->getOperandTypes(), body.getArgumentTypes()) ||
       !llvm::equal(op->getResultTypes(),
                    body.getTerminator()->getOperandTypes())))
    return op.emitError("a manual computation inside of another that cuts its "
                        "values is not supported");
  return success();
}

LogicalResult MainConverter::convertManual(sdy::ManualComputationOp op) {
  if (failed(checkManual(op, target.getDevices())))
    return failure();
  tile::Space outer = schedule.space;
  schedule.space = tile::Space::Hbm;
  Block &body = *op.getBodyBlock();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getTensors()))
    schedule.map(argument, argument.use_empty()
                               ? schedule.getBuffer(operand)
                               : shards.copyIn(op, argument.getArgNumber()));
  if (failed(convertBlock(body)))
    return failure();
  schedule.space = outer;
  for (OpResult result : op->getResults())
    schedule.map(result, shards.copyOut(op, result.getResultNumber()));
  return success();
}

static StringRef getReason(Operation *op) {
  if (isa<stablehlo::CustomCallOp>(op))
    return "custom call is not compiled yet";
  if (isa<stablehlo::WhileOp>(op))
    return "control flow is not compiled yet";
  if (isa<func::CallOp>(op))
    return "call is not compiled yet";
  return "arithmetic is not compiled yet";
}

static bool hasLookup(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<EmbeddingOp, SparseDenseMatmulLocalOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Leaves `op` out, but compiles the lookups and updates in its regions.
LogicalResult MainConverter::convertOther(Operation *op) {
  schedule.leaveOut(op, getReason(op), /*quiet=*/trial != nullptr);
  if (!hasLookup(op))
    return success();
  for (Region &region : op->getRegions()) {
    if (!region.empty() && !region.hasOneBlock())
      return op->emitError("lookups in a region of several blocks are not "
                           "compiled");
    for (Block &block : region) {
      if (failed(checkTypes(op, block.getArgumentTypes())))
        return failure();
      for (BlockArgument argument : block.getArguments())
        schedule.map(argument, schedule.allocValue(argument.getLoc(),
                                                   argument.getType()));
      if (failed(convertBlock(block)))
        return failure();
    }
  }
  return success();
}

LogicalResult MainConverter::convertBlock(Block &block) {
  for (Operation &op : block) {
    if (failed(checkTypes(&op, op.getResultTypes())))
      return failure();
    if (schedule.convert(&op) || op.hasTrait<OpTrait::IsTerminator>())
      continue;
    if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op)) {
      if (failed(convertLookup(lookup)))
        return failure();
    } else if (auto update = dyn_cast<SparseDenseMatmulGradOp>(op)) {
      if (failed(convertUpdate(update)))
        return failure();
    } else if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op)) {
      convertLocalLookup(local);
    } else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      if (failed(convertManual(manual)))
        return failure();
    } else if (failed(convertOther(&op))) {
      return failure();
    }
  }
  return success();
}

LogicalResult MainConverter::convert() {
  if (isSingleDevice())
    schedule.space = tile::Space::Hbm;
  if (failed(convertInputs()) || failed(convertBlock(main.front())))
    return failure();
  return convertOutputs(cast<func::ReturnOp>(main.front().getTerminator()));
}

static FailureOr<func::FuncOp> findMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal() || !main.getBody().hasOneBlock())
    return module.emitError("the module has no function @main with one block");
  return main;
}

/// Adds the schedule of @main, with or without tasks.
static FailureOr<tile::ScheduleOp> buildSchedule(ModuleOp module,
                                                 TrialSchedule *trial) {
  FailureOr<const MachineDescription *> machine = findTargetMachine(module);
  if (failed(machine))
    return failure();
  auto target = module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName);
  FailureOr<func::FuncOp> main = findMain(module);
  if (failed(main) ||
      failed(checkLookups(module, target, (*machine)->tilesPerSparseCore.value,
                          /*needsPlans=*/!trial)))
    return failure();
  OpBuilder builder(*main);
  auto schedule = tile::ScheduleOp::create(builder, main->getLoc(), "schedule");
  schedule.getBody().emplaceBlock();
  MainConverter converter(module, *main, target, **machine, schedule, trial);
  if (failed(converter.convert()))
    return failure();
  return schedule;
}

FailureOr<TrialSchedule> sc::buildTrialSchedule(ModuleOp module) {
  TrialSchedule trial;
  FailureOr<tile::ScheduleOp> schedule = buildSchedule(module, &trial);
  if (failed(schedule))
    return failure();
  trial.schedule = *schedule;
  return trial;
}

/// Functions stay only as native code.
static void eraseFunctions(ModuleOp module, tile::ScheduleOp schedule) {
  DenseSet<StringAttr> called;
  for (auto native : schedule.getBody().getOps<tile::NativeOp>())
    called.insert(native.getCalleeAttr().getAttr());
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!called.contains(function.getSymNameAttr()))
      function.erase();
}

void ConvertSparseCoreToTile::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<tile::ScheduleOp> schedule = buildSchedule(module, nullptr);
  if (failed(schedule))
    return signalPassFailure();
  eraseFunctions(module, *schedule);
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>()))
    mesh.erase();
  schedule->setSymName("main");
}
