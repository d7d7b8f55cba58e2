//===-- ModuleProblem.cpp - the planning problem of a module --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups from operations; what lies in HBM from a trial conversion of a copy.

#include "ModuleProblem.h"

#include "NarrowTables.h"
#include "ScheduleLifetimes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sc/Conversion/LookupAttributes.h"
#include "sc/Conversion/Optimizer.h"
#include "sc/Conversion/TrialSchedule.h"

using namespace mlir;

namespace sc {

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

static LookupProblem makeLookup(EmbeddingOp op,
                                const MachineDescription &machine) {
  LookupProblem problem = makeLookup(machine);
  problem.table = op.getTableName().str();
  problem.sparseCores = op.getGroupSparseCores();
  problem.samples = op.getSamplesPerSparseCore();
  problem.width = op.getWidth();
  problem.maxIds = op.getLimits().getMaxIds();
  problem.maxUniqueIds = op.getLimits().getMaxUniqueIds();
  problem.tableRows = op.getTableRowsPerSparseCore();
  problem.isMinibatched = op.isMinibatched();
  return problem;
}

/// Fails after an error in the optimizer.
static FailureOr<LookupProblem> makeUpdate(SparseDenseMatmulGradOp op,
                                           const MachineDescription &machine) {
  LookupProblem problem = makeLookup(cast<EmbeddingOp>(*op), machine);
  FailureOr<OptimizerSizes> optimizer = getOptimizerSizes(op);
  if (failed(optimizer))
    return failure();
  problem.kind = LookupKind::Update;
  problem.slots = op.getSlots().size();
  problem.optimizer = *optimizer;
  problem.isRowCoupled = isRowCoupled(op);
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

/// All lookups and updates of `module`, in the order of a walk.
static SmallVector<Operation *> findLookups(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<EmbeddingOp, SparseDenseMatmulLocalOp>(op))
      ops.push_back(op);
  });
  return ops;
}

static FailureOr<LookupProblem> makeLookup(Operation *op,
                                           const MachineDescription &machine) {
  if (auto update = dyn_cast<SparseDenseMatmulGradOp>(op))
    return makeUpdate(update, machine);
  auto local = dyn_cast<SparseDenseMatmulLocalOp>(op);
  LookupProblem problem = local ? makeLookup(local, machine)
                                : makeLookup(cast<EmbeddingOp>(op), machine);
  auto lookup = cast<TableLookupOp>(op);
  problem.rowFormat = getRowFormat(lookup.getRowFormatAttr());
  problem.canStoreNarrow = canStoreNarrow(lookup);
  return problem;
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
  /// Bytes of the f32 table on a device without any padding; 0: not known.
  int64_t logicalTableBytes = 0;
  HbmScaling scaling = {};
  format::RowFormat rowFormat = {}; // of the rows
};

using Roles = DenseMap<Value, Role>;
} // namespace

/// What `operand` of a lookup or an update is for: gradients, activations and
/// hyperparameters count as others.
static HbmRole getRole(OpOperand &operand) {
  auto isAny = [&](ValueRange values) {
    return llvm::is_contained(values, operand.get());
  };
  Operation *op = operand.getOwner();
  if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op)) {
    if (isAny({local.getTable()}))
      return HbmRole::Weights;
    bool isOther =
        isAny({local.getInit()}) || operand.get() == local.getScale();
    return isOther ? HbmRole::Other : HbmRole::Inputs;
  }
  auto lookup = cast<EmbeddingOp>(op);
  if (isAny({lookup.getTable()}))
    return HbmRole::Weights;
  if (isAny({lookup.getRowPointers(), lookup.getIds(), lookup.getSamples(),
             lookup.getGains()}) ||
      operand.get() == lookup.getNumMinibatches())
    return HbmRole::Inputs;
  auto update = dyn_cast<SparseDenseMatmulGradOp>(op);
  return update && isAny(update.getSlots()) ? HbmRole::Slots : HbmRole::Other;
}

static Value getSampleRows(Operation *op) {
  if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op))
    return local.getInit();
  return cast<EmbeddingOp>(op).getSampleRows();
}

/// The scale of a narrow table, or null.
static Value getScale(Operation *op) {
  auto lookup = dyn_cast<TableLookupOp>(op);
  return lookup ? lookup.getScale() : Value();
}

/// Rows of the buffer are as wide as the table's, unless each is one word.
static int64_t getScalingWidth(Value buffer, const LookupProblem &lookup) {
  return cast<MemRefType>(buffer.getType()).getRank() == 1 ? 0 : lookup.width;
}

/// A device's share of what a spec says of the table, 0 where there is none.
static int64_t getLogicalTableBytes(const ScheduledCall &call,
                                    const LookupProblem &lookup) {
  auto bytes = call.op->getAttrOfType<IntegerAttr>(kLogicalTableBytesAttrName);
  if (!bytes)
    return 0;
  int64_t cores = cast<EmbeddingOp>(call.op).getSparseCores();
  return llvm::divideCeil(bytes.getInt(), lookup.sparseCores / cores);
}

/// How the buffer of an operand of that role scales: the local form shares
/// neither table nor list, and one number stays one.
static HbmScaling getScaling(Value buffer, HbmRole role,
                             const LookupProblem &lookup) {
  using Kind = HbmScaling::Kind;
  int64_t width = getScalingWidth(buffer, lookup);
  bool isFixed = lookup.kind == LookupKind::LocalLookup ||
                 cast<MemRefType>(buffer.getType()).getRank() == 0;
  if (role == HbmRole::Inputs)
    return {isFixed ? Kind::Fixed : Kind::SparseCores, lookup.table, 1, 0};
  // An update, which alone has slots, has no narrow rows.
  return {isFixed ? Kind::Fixed : Kind::TableRows, lookup.table,
          lookup.tableRows, width, lookup.rowFormat};
}

/// The buffers of operand `index`: those that hold its value, and the one that
/// runs, which is a copy where an update must not change the value itself.
static SmallVector<Value, 1> getOperandBuffers(const ScheduledCall &call,
                                               unsigned index) {
  SmallVector<Value, 1> buffers = call.operands[index];
  if (auto run = dyn_cast<tile::RunOp>(call.step))
    buffers.push_back(run.getBuffers()[index]);
  return buffers;
}

static void addSampleRows(Roles &roles, Value buffer,
                          const LookupProblem &lookup) {
  Role role;
  role.scaling = {HbmScaling::Kind::Samples, lookup.table, lookup.samples,
                  getScalingWidth(buffer, lookup)};
  roles.try_emplace(buffer, role);
}

static void addRoles(Roles &roles, const ScheduledCall &call,
                     const LookupProblem &lookup) {
  auto logical = call.op->getAttrOfType<IntegerAttr>(kLogicalWidthAttrName);
  int64_t logicalWidth = logical ? logical.getInt() : lookup.width;
  int64_t logicalTableBytes = getLogicalTableBytes(call, lookup);
  for (OpOperand &operand : call.op->getOpOperands()) {
    HbmRole role = getRole(operand);
    for (Value buffer : getOperandBuffers(call, operand.getOperandNumber())) {
      if (role != HbmRole::Other)
        roles[buffer] = {role,
                         lookup.table,
                         lookup.width,
                         logicalWidth,
                         logicalTableBytes,
                         getScaling(buffer, role, lookup),
                         lookup.rowFormat};
      else if (operand.get() == getSampleRows(call.op))
        addSampleRows(roles, buffer, lookup);
      else if (operand.get() == getScale(call.op))
        roles[buffer].scaling.kind = HbmScaling::Kind::Fixed;
    }
  }
  // The last buffer of a lookup's run holds its result; an update works in
  // place.
  auto run = dyn_cast<tile::RunOp>(call.step);
  if (run && lookup.kind != LookupKind::Update)
    addSampleRows(roles, run.getBuffers().back(), lookup);
}

/// A buffer whose rows are copied as a whole from or to one whose scaling is
/// known, as a padded table is, scales as that one does.
static void followCopies(Roles &roles, tile::ScheduleOp schedule) {
  SmallVector<std::pair<Value, Value>> copies; // each way
  for (auto copy : schedule.getBody().getOps<tile::CopyOp>()) {
    copies.push_back({copy.getSource(), copy.getDestination()});
    copies.push_back({copy.getDestination(), copy.getSource()});
  }
  auto follow = [&](Value from, Value to) {
    auto known = roles.find(from);
    auto fromType = cast<MemRefType>(from.getType());
    auto toType = cast<MemRefType>(to.getType());
    if (known == roles.end() || roles.contains(to) || fromType.getRank() == 0 ||
        toType.getRank() != fromType.getRank() ||
        toType.getDimSize(0) != fromType.getDimSize(0))
      return false;
    HbmScaling scaling = known->second.scaling;
    // A table that is not padded yet has fewer words; narrow rows come padded.
    if (scaling.width > 0 && toType.getDimSize(0) > 0 &&
        !scaling.rowFormat.isNarrow())
      scaling.width = toType.getNumElements() / toType.getDimSize(0);
    roles[to].scaling = std::move(scaling);
    return true;
  };
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto [from, to] : copies)
      hasChanged |= follow(from, to);
  }
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

/// Of narrow rows: all but the codes of values and the scales of rows.
static int64_t countNarrowPadding(const Role &role, int64_t bytes) {
  const format::RowFormat &format = role.rowFormat;
  int64_t rows = bytes / format::getRowBytes(format, role.width);
  int64_t values = role.logicalTableBytes > 0
                       ? role.logicalTableBytes / 4
                       : rows * std::min(role.logicalWidth, role.width);
  int64_t scaleBytes = format::getUsedRowBytes(format, role.width) -
                       format::getScaleOffset(format, role.width);
  return std::max<int64_t>(0, bytes -
                                  values * format::getCodeBytes(format.type) -
                                  rows * scaleBytes);
}

/// Rows of padding are known only where a spec states the table.
static int64_t countPaddingBytes(const Role &role, int64_t bytes) {
  if (role.rowFormat.isNarrow())
    return countNarrowPadding(role, bytes);
  if (role.logicalTableBytes > 0)
    return std::max<int64_t>(0, bytes - role.logicalTableBytes);
  return bytes / role.width * (role.width - role.logicalWidth);
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
      resident.paddingBytes = countPaddingBytes(role, resident.bytes);
    resident.firstStep = range.first;
    resident.lastStep = range.last;
    resident.scaling = role.scaling;
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
  followCopies(roles, trial->schedule);
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
    FailureOr<LookupProblem> lookup = makeLookup(op, machine);
    if (failed(lookup))
      return failure();
    result.problem.lookups.push_back(*lookup);
    result.problem.lookupSteps.push_back(index);
  }
  if (module.lookupSymbol<func::FuncOp>("main") &&
      failed(addSchedule(result, module)))
    return failure();
  return result;
}

} // namespace sc
