//===-- PlaceBuffers.cpp - offset and lifetime of every buffer ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-place-buffers.

#include "sc/Transforms/Passes.h"

#include "ScheduleLifetimes.h"
#include "mlir/IR/Builders.h"
#include "sc/Diagnostics/Diagnostics.h"
#include "sc/Diagnostics/MemoryMap.h"
#include "sc/Planning/BufferPlacement.h"
#include "sc/Planning/Problem.h"
#include "sc/Target/ModuleTarget.h"
#include "sc/Target/Target.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_PLACEBUFFERS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {

/// Buffers that share one memory space.
struct SpaceRequests {
  SmallVector<tile::AllocOp> allocs;
  std::vector<PlacementRequest> requests;

  void add(tile::AllocOp alloc, int64_t instances, int64_t alignment,
           int64_t firstUse, int64_t lastUse) {
    allocs.push_back(alloc);
    int64_t bytes = 0;
    if (llvm::MulOverflow(tile::getBufferBytes(alloc.getType()), instances,
                          bytes))
      bytes = std::numeric_limits<int64_t>::max();
    requests.push_back(
        {alloc.getName().str(), bytes, alignment, firstUse, lastUse});
  }
};

struct PlaceBuffers : public sc::impl::PlaceBuffersBase<PlaceBuffers> {
  void runOnOperation() override;
};

/// A capacity that no program reaches, for spaces without a known one.
constexpr int64_t kUnlimited = int64_t(1) << 46;

} // namespace

/// The memory as it is at the moment of the failure, with the buffer's class.
static void attachMap(InFlightDiagnostic &diagnostic, SpaceRequests &space,
                      const PlacementFailure &failure) {
  std::vector<std::string> classes;
  for (tile::AllocOp alloc : space.allocs)
    classes.push_back(stringifyBufferClass(alloc.getBufferClass()).str());
  attachMemoryMap(
      diagnostic,
      getLiveBuffers(space.requests, failure.offsets, failure.moment, classes),
      failure.capacity);
}

/// The published error of the space where there is one.
static InFlightDiagnostic emitFailure(tile::AllocOp alloc, StringRef name,
                                      tile::Space id,
                                      const PlacementFailure &failure) {
  if (failure.reason == PlacementFailure::Reason::InvalidRequest)
    return alloc.emitError() << name << ": " << failure.message;
  if (id == tile::Space::TileSpmem || id == tile::Space::Spmem)
    return emitCodedError(alloc.getLoc(), format::ErrorCode::E3000,
                          format::describeTileAllocation(
                              failure.offset / 4,
                              llvm::divideCeil(failure.size, 4),
                              failure.capacity / 4, static_cast<int>(id)));
  if (id == tile::Space::Hbm)
    return emitCodedError(alloc.getLoc(), format::ErrorCode::E1000,
                          format::describeHbmOom(failure.offset + failure.size,
                                                 failure.capacity));
  return alloc.emitError() << name << ": " << failure.message;
}

/// Places the buffers of a space; returns the end of the last one. `note` goes
/// with an error, unless it is empty.
static FailureOr<int64_t> place(SpaceRequests &space, StringRef name,
                                tile::Space id, int64_t capacity,
                                StringRef note = "") {
  PlacementResult result = placeBuffers(space.requests, capacity);
  if (auto *failure = std::get_if<PlacementFailure>(&result)) {
    InFlightDiagnostic diagnostic =
        emitFailure(space.allocs[failure->request], name, id, *failure);
    if (!note.empty())
      diagnostic.attachNote() << note;
    if (!failure->offsets.empty())
      attachMap(diagnostic, space, *failure);
    return LogicalResult(diagnostic);
  }
  const auto &placement = std::get<Placement>(result);
  assert(!verifyPlacement(space.requests, placement, capacity) &&
         "placement breaks its own rules");
  for (auto [alloc, request, offset] :
       llvm::zip_equal(space.allocs, space.requests, placement.offsets)) {
    Builder builder(alloc);
    alloc.setOffsetAttr(builder.getI64IntegerAttr(offset));
    alloc.setFirstUseAttr(builder.getI64IntegerAttr(request.firstUse));
    alloc.setLastUseAttr(builder.getI64IntegerAttr(request.lastUse));
  }
  return placement.peak;
}

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

/// First and last tile program of the task that uses `alloc`.
static std::pair<int64_t, int64_t> getTileLifetime(tile::AllocOp alloc,
                                                   tile::TaskOp task) {
  SmallVector<tile::ProgramOp> programs(
      task.getBody().getOps<tile::ProgramOp>());
  int64_t first = programs.size(), last = 0;
  for (auto [index, program] : llvm::enumerate(programs))
    for (Operation *user : alloc->getUsers())
      if (program->isProperAncestor(user)) {
        first = std::min<int64_t>(first, index);
        last = std::max<int64_t>(last, index);
      }
  return {std::min(first, last), last};
}

/// Spmem is the TileSpmem of all tiles of a SparseCore together: what its
/// buffers take of each tile is not there for the tile's own.
static LogicalResult placeSpmemAndTile(SpaceRequests &spmem,
                                       SpaceRequests &tileSpmem,
                                       const MachineDescription &machine) {
  int64_t tileBytes = machine.tileSpmemBytes.value;
  int64_t tiles = machine.tilesPerSparseCore.value;
  int64_t capacity = 0;
  if (llvm::MulOverflow(tileBytes, tiles, capacity))
    capacity = std::numeric_limits<int64_t>::max();
  FailureOr<int64_t> end = place(spmem, "Spmem", tile::Space::Spmem, capacity);
  if (failed(end))
    return failure();
  int64_t share = llvm::divideCeil(*end, tiles);
  std::string note;
  if (share > 0)
    note = ("buffers in Spmem take " + Twine(share) + " of the " +
            Twine(tileBytes) + " bytes of each tile")
               .str();
  return success(succeeded(place(tileSpmem, "TileSpmem", tile::Space::TileSpmem,
                                 tileBytes - share, note)));
}

static LogicalResult placeTask(tile::TaskOp task,
                               const MachineDescription &machine) {
  SpaceRequests spmem, tileSpmem, smem;
  for (auto alloc : task.getBody().getOps<tile::AllocOp>()) {
    auto [first, last] = getTileLifetime(alloc, task);
    tile::Space space = *tile::getSpace(alloc.getType());
    if (space == tile::Space::Spmem)
      spmem.add(alloc, 1, 4, first, last);
    if (space == tile::Space::TileSpmem)
      tileSpmem.add(alloc, 1, 4, first, last);
    if (space == tile::Space::Smem)
      smem.add(alloc, 1, 4, first, last);
  }
  if (failed(placeSpmemAndTile(spmem, tileSpmem, machine)))
    return failure();
  return place(smem, "Smem", tile::Space::Smem, machine.smemBytes.value);
}

/// A step of a plan: an i64, as other integers need not fit.
static std::optional<int64_t> getStep(DictionaryAttr lookup, StringRef name) {
  auto step = lookup.getAs<IntegerAttr>(name);
  if (!step || !step.getType().isSignlessInteger(64))
    return std::nullopt;
  return step.getInt();
}

/// The steps at which the stacks of the tasks are live, in the order in which
/// they run: as planned, else the step of the task.
static SmallVector<ScheduleLifetimes::Range>
getStackLifetimes(ModuleOp module, ArrayRef<tile::RunOp> runs,
                  const ScheduleLifetimes &lifetimes) {
  SmallVector<ScheduleLifetimes::Range> ranges;
  SmallVector<DictionaryAttr> planned;
  if (auto plan =
          module->getAttrOfType<ProgramPlanAttr>(SCDialect::kPlanAttrName))
    planned = plan.getCompiledLookups();
  for (auto [index, run] : llvm::enumerate(runs)) {
    int64_t step = lifetimes.getStep(run);
    ScheduleLifetimes::Range range{step, step};
    if (planned.size() == runs.size()) {
      std::optional<int64_t> first =
          getStep(planned[index], "stack_first_step");
      std::optional<int64_t> last = getStep(planned[index], "stack_last_step");
      if (first && last)
        range = {std::min(step, *first), std::max(step, *last)};
    }
    range.first = std::max<int64_t>(range.first, 0);
    range.last = std::min(range.last, lifetimes.getLastStep());
    ranges.push_back(range);
  }
  return ranges;
}

static void addStacks(SpaceRequests &hbm, tile::ScheduleOp schedule,
                      ModuleOp module, const ScheduleLifetimes &lifetimes) {
  SmallVector<tile::RunOp> runs(schedule.getBody().getOps<tile::RunOp>());
  for (auto [run, range] :
       llvm::zip_equal(runs, getStackLifetimes(module, runs, lifetimes))) {
    auto task = module.lookupSymbol<tile::TaskOp>(run.getTask());
    for (auto alloc : task.getBody().getOps<tile::AllocOp>())
      if (tile::getSpace(alloc.getType()) == tile::Space::Hbm)
        hbm.add(alloc, task.getSparseCores(), kHbmAlignment, range.first,
                range.last);
  }
}

/// What buffers may use of a device: without the heap and the TensorCore's
/// part, which no buffer stands for.
static int64_t getHbmCapacity(ModuleOp module,
                              const MachineDescription &machine) {
  if (!machine.usableHbmBytes.published())
    return kUnlimited;
  int64_t capacity = machine.usableHbmBytes.value;
  auto plan = module->getAttrOfType<ProgramPlanAttr>(SCDialect::kPlanAttrName);
  if (!plan)
    return capacity;
  for (auto use : plan.getHbmUses().getAsRange<DictionaryAttr>()) {
    auto role = use.getAs<IntegerAttr>("role");
    auto bytes = use.getAs<IntegerAttr>("bytes");
    if (role && bytes &&
        llvm::is_contained(
            {int64_t(HbmRole::Heap), int64_t(HbmRole::TensorCore)},
            role.getInt()))
      capacity -= bytes.getInt();
  }
  return capacity;
}

/// Buffers of the schedule, and the stacks of the tasks.
static LogicalResult placeSchedule(tile::ScheduleOp schedule, ModuleOp module,
                                   const MachineDescription &machine) {
  ScheduleLifetimes lifetimes(schedule);
  SpaceRequests host, hbm;
  for (auto alloc : schedule.getBody().getOps<tile::AllocOp>()) {
    ScheduleLifetimes::Range range = lifetimes.getRange(alloc);
    bool isHost = tile::getSpace(alloc.getType()) == tile::Space::Host;
    (isHost ? host : hbm).add(alloc, 1, kHbmAlignment, range.first, range.last);
  }
  addStacks(hbm, schedule, module, lifetimes);
  if (failed(place(hbm, "HBM of a device", tile::Space::Hbm,
                   getHbmCapacity(module, machine))))
    return failure();
  return place(host, "host memory", tile::Space::Host, kUnlimited);
}

void PlaceBuffers::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<const MachineDescription *> machine = findTargetMachine(module);
  if (failed(machine))
    return signalPassFailure();
  for (auto task : module.getOps<tile::TaskOp>())
    if (failed(placeTask(task, **machine)))
      return signalPassFailure();
  for (auto schedule : module.getOps<tile::ScheduleOp>())
    if (failed(placeSchedule(schedule, module, **machine)))
      return signalPassFailure();
}
