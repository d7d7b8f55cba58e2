//===-- ModuleProblem.cpp - the planning problem of a module --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups from operations; what lies in HBM from a trial conversion of a copy.

#include "ModuleProblem.h"

#include "ScheduleLifetimes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sc/Conversion/EmbeddingCall.h"
#include "sc/Conversion/TrialSchedule.h"

using namespace mlir;

namespace sc {

using stablehlo::CustomCallOp;

static int64_t getRows(Value value) {
  return cast<RankedTensorType>(value.getType()).getDimSize(0);
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

static LookupProblem makeLookup(const MachineDescription &machine) {
  LookupProblem problem;
  problem.tileSpmemBytes = machine.tileSpmemBytes.value;
  problem.tiles = machine.tilesPerSparseCore.value;
  problem.lanes = machine.f32Lanes.value;
  problem.sparseCoresPerDevice = machine.sparseCoresPerDevice.value;
  problem.hbmBytesPerSecond = machine.hbmBytesPerSecond.value;
  return problem;
}

static LookupProblem makeLookup(SparseDenseMatmulOp op,
                                const MachineDescription &machine) {
  LookupProblem problem = makeLookup(machine);
  problem.table = op.getTableName().str();
  problem.sparseCores = op.getGroupSparseCores();
  problem.samples = op.getSamplesPerSparseCore();
  problem.width = op.getWidth();
  problem.maxIds = op.getLimits().getMaxIds();
  problem.maxUniqueIds = op.getLimits().getMaxUniqueIds();
  problem.tableRows = op.getTableRowsPerSparseCore();
  return problem;
}

/// The local form divides its samples over the SparseCores of the device.
static LookupProblem makeLookup(SparseDenseMatmulLocalOp op,
                                const MachineDescription &machine) {
  LookupProblem problem = makeLookup(machine);
  problem.table = op.getTableName().str();
  problem.kind = LookupKind::LocalLookup;
  problem.sparseCores = 1;
  problem.samples = llvm::divideCeil(getRows(op.getInit()),
                                     static_cast<int64_t>(op.getSparseCores()));
  problem.width = op.getWidth();
  problem.maxIds = getRows(op.getIds());
  problem.maxUniqueIds = 1;
  problem.tableRows = getRows(op.getTable());
  return problem;
}

/// True where a computation that `call` names reduces across the row.
static bool reducesRow(CustomCallOp call) {
  ArrayAttr called = call.getCalledComputations();
  if (!called || called.empty())
    return false;
  auto body = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, cast<FlatSymbolRefAttr>(called[0]));
  // Anything but plain element-wise code may look across the row.
  return body && body.walk([](Operation *op) {
                       return isa<stablehlo::ReduceOp, func::CallOp>(op)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
}

/// Words of a row as the machine will want it.
static int64_t getPaddedWidth(Type table) {
  bool isRank1 = cast<RankedTensorType>(table).getRank() == 1;
  return isRank1 ? 1 : llvm::alignTo(getRowWidth(table), 8);
}

static LookupProblem makeLookup(CustomCallOp call,
                                const MachineDescription &machine) {
  EmbeddingCall match = *matchEmbeddingCall(call);
  auto limits = call->getAttrOfType<LimitsAttr>(kLimitsAttrName);
  auto group = call->getAttrOfType<GroupAttr>(kGroupAttrName);
  int64_t cores =
      call->getAttrOfType<IntegerAttr>(kSparseCoresAttrName).getInt();
  Value table = call.getInputs()[match.table];
  LookupProblem problem = makeLookup(machine);
  problem.table = call->getAttrOfType<StringAttr>(kTableNameAttrName).str();
  problem.kind = match.isUpdate ? LookupKind::Update : LookupKind::Lookup;
  problem.isMinibatched = match.isMinibatched;
  problem.isRowCoupled = match.isUpdate && reducesRow(call);
  problem.sparseCores = cores * (group ? group.getDevices() : 1);
  problem.samples =
      llvm::divideCeil(getRows(call.getInputs()[match.rows]), cores);
  problem.width = getPaddedWidth(table.getType());
  problem.maxIds = limits.getMaxIds();
  problem.maxUniqueIds = limits.getMaxUniqueIds();
  problem.tableRows = llvm::divideCeil(getRows(table), cores);
  return problem;
}

/// All lookups and updates of `module`, in the order of a walk.
static SmallVector<Operation *> findLookups(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto call = dyn_cast<CustomCallOp>(op);
    if (isa<SparseDenseMatmulOp, SparseDenseMatmulLocalOp>(op) ||
        (call && isAnnotated(call)))
      ops.push_back(op);
  });
  return ops;
}

static LookupProblem makeLookup(Operation *op,
                                const MachineDescription &machine) {
  if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op))
    return makeLookup(lookup, machine);
  if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op))
    return makeLookup(local, machine);
  return makeLookup(cast<CustomCallOp>(op), machine);
}

//===----------------------------------------------------------------------===//
// HBM
//===----------------------------------------------------------------------===//

namespace {
/// What a buffer is for, by the operand of a lookup that it is.
struct Role {
  HbmRole role = HbmRole::Other;
  std::string table;
  int64_t width = 1;        // words of a row, and those that count
  int64_t logicalWidth = 1; // of them
};

using Roles = DenseMap<Value, Role>;
} // namespace

static void addRoles(Roles &roles, const ScheduledCall &call,
                     const LookupProblem &lookup) {
  auto logical = call.op->getAttrOfType<IntegerAttr>(kLogicalWidthAttrName);
  int64_t logicalWidth = logical ? logical.getInt() : lookup.width;
  auto set = [&](unsigned operand, HbmRole role) {
    for (Value buffer : call.operands[operand])
      roles[buffer] = {role, lookup.table, lookup.width, logicalWidth};
  };
  bool isLocal = isa<SparseDenseMatmulLocalOp>(call.op);
  unsigned table = isLocal ? 0 : 4, slots = 0;
  if (auto custom = dyn_cast<CustomCallOp>(call.op)) {
    EmbeddingCall match = *matchEmbeddingCall(custom);
    table = match.table;
    slots = match.slots;
  }
  for (unsigned i = 0; i < 4; ++i)
    set(isLocal ? 1 + i % 3 : i, HbmRole::Inputs);
  set(table, HbmRole::Weights);
  for (unsigned i = 1; i <= slots; ++i)
    set(table + i, HbmRole::Slots);
}

static format::PeakBuffer makePeakBuffer(tile::AllocOp alloc,
                                         ScheduleLifetimes::Range range) {
  return {static_cast<format::MemorySpace>(*tile::getSpace(alloc.getType())),
          static_cast<format::BufferClass>(alloc.getBufferClass()),
          tile::getBufferBytes(alloc.getType()),
          /*task=*/-1,
          static_cast<int32_t>(range.first),
          static_cast<int32_t>(range.last)};
}

static void addBuffers(ModuleProblem &result, const TrialSchedule &trial,
                       const ScheduleLifetimes &lifetimes, const Roles &roles) {
  tile::ScheduleOp schedule = trial.schedule;
  for (auto alloc : schedule.getBody().getOps<tile::AllocOp>()) {
    ScheduleLifetimes::Range range = lifetimes.getRange(alloc);
    result.buffers.push_back(makePeakBuffer(alloc, range));
    if (tile::getSpace(alloc.getType()) != tile::Space::Hbm)
      continue;
    Role role = roles.lookup(alloc.getResult());
    HbmResident resident;
    resident.name = alloc.getName().str();
    resident.role = role.role;
    resident.table = role.table;
    resident.bytes = tile::getBufferBytes(alloc.getType());
    if (role.role == HbmRole::Weights)
      resident.paddingBytes =
          resident.bytes / role.width * (role.width - role.logicalWidth);
    resident.firstStep = range.first;
    resident.lastStep = range.last;
    result.problem.residents.push_back(std::move(resident));
  }
}

/// Positions in `ops` by operation.
static DenseMap<Operation *, size_t> indexOps(ArrayRef<Operation *> ops) {
  DenseMap<Operation *, size_t> positions;
  for (auto [index, op] : llvm::enumerate(ops))
    positions.insert({op, index});
  return positions;
}

/// Steps and buffers from the schedule of a copy, whose lookups are those of
/// the module in the same order.
static LogicalResult addSchedule(ModuleProblem &result, ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  SmallVector<Operation *> copies = findLookups(*copy);
  FailureOr<TrialSchedule> trial = buildTrialSchedule(*copy);
  if (failed(trial))
    return failure();
  DenseMap<Operation *, size_t> positions = indexOps(copies);
  ScheduleLifetimes lifetimes(trial->schedule);
  ModuleProblem ordered;
  Roles roles;
  for (const ScheduledCall &call : trial->calls) {
    size_t index = positions.lookup(call.op);
    ordered.ops.push_back(result.ops[index]);
    ordered.problem.lookups.push_back(result.problem.lookups[index]);
    ordered.problem.lookupSteps.push_back(lifetimes.getStep(call.step));
    addRoles(roles, call, ordered.problem.lookups.back());
  }
  result.ops = std::move(ordered.ops);
  result.problem.lookups = std::move(ordered.problem.lookups);
  result.problem.lookupSteps = std::move(ordered.problem.lookupSteps);
  addBuffers(result, *trial, lifetimes, roles);
  return success();
}

FailureOr<ModuleProblem> makeModuleProblem(ModuleOp module,
                                           const MachineDescription &machine,
                                           const PlanOptions &options) {
  ModuleProblem result;
  result.problem.options = options;
  result.problem.usableHbmBytes = machine.usableHbmBytes.value;
  result.problem.devicesPerChip = machine.devicesPerChip.value;
  if (auto target =
          module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName))
    result.problem.devices = target.getDevices();
  result.ops = findLookups(module);
  for (auto [index, op] : llvm::enumerate(result.ops)) {
    result.problem.lookups.push_back(makeLookup(op, machine));
    result.problem.lookupSteps.push_back(index);
  }
  if (module.lookupSymbol<func::FuncOp>("main") &&
      failed(addSchedule(result, module)))
    return failure();
  return result;
}

} // namespace sc
