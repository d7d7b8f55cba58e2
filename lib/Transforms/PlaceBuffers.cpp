//===-- PlaceBuffers.cpp - offset and lifetime of every buffer ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-place-buffers.

#include "sc/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "sc/Planning/BufferPlacement.h"
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

/// Offset of buffers in HBM and on the host, so that linear transfers are
/// aligned and vectors do not cross cache lines.
constexpr int64_t kBufferAlignment = 64;

} // namespace

static LogicalResult place(SpaceRequests &space, StringRef name,
                           int64_t capacity) {
  PlacementResult result = placeBuffers(space.requests, capacity);
  if (auto *failure = std::get_if<PlacementFailure>(&result))
    return space.allocs[failure->request].emitError()
           << name << ": " << failure->message;
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
  return success();
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

static bool isStep(Operation *op) {
  return !isa<tile::AllocOp, tile::InputOp, tile::OutputOp>(op);
}

/// First and last step that uses `alloc`; inputs are live from the start and
/// outputs to the end.
static std::pair<int64_t, int64_t>
getScheduleLifetime(tile::AllocOp alloc,
                    const DenseMap<Operation *, int64_t> &steps,
                    int64_t lastStep) {
  int64_t first = lastStep, last = 0;
  bool isInput = false, isOutput = false, isUsed = false;
  for (Operation *user : alloc->getUsers()) {
    isInput |= isa<tile::InputOp>(user);
    isOutput |= isa<tile::OutputOp>(user);
    auto step = steps.find(user);
    if (step == steps.end())
      continue;
    isUsed = true;
    first = std::min(first, step->second);
    last = std::max(last, step->second);
  }
  if (!isUsed || isInput)
    first = 0;
  if (isOutput)
    last = lastStep;
  return {first, last};
}

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

static LogicalResult placeTile(tile::TaskOp task,
                               const MachineDescription &machine) {
  SpaceRequests tileSpmem, smem;
  for (auto alloc : task.getBody().getOps<tile::AllocOp>()) {
    auto [first, last] = getTileLifetime(alloc, task);
    tile::Space space = *tile::getSpace(alloc.getType());
    if (space == tile::Space::TileSpmem)
      tileSpmem.add(alloc, 1, 4, first, last);
    if (space == tile::Space::Smem)
      smem.add(alloc, 1, 4, first, last);
  }
  if (failed(place(tileSpmem, "TileSpmem", machine.tileSpmemBytes.value)))
    return failure();
  return place(smem, "Smem", machine.smemBytes.value);
}

/// Buffers of the schedule, and of the tasks while they run.
static LogicalResult placeSchedule(tile::ScheduleOp schedule, ModuleOp module,
                                   const MachineDescription &machine) {
  DenseMap<Operation *, int64_t> steps;
  for (Operation &op : schedule.getBody().front())
    if (isStep(&op))
      steps.insert({&op, static_cast<int64_t>(steps.size())});
  int64_t lastStep = std::max<int64_t>(steps.size(), 1) - 1;
  SpaceRequests host, hbm;
  for (auto alloc : schedule.getBody().getOps<tile::AllocOp>()) {
    auto [first, last] = getScheduleLifetime(alloc, steps, lastStep);
    bool isHost = tile::getSpace(alloc.getType()) == tile::Space::Host;
    (isHost ? host : hbm).add(alloc, 1, kBufferAlignment, first, last);
  }
  for (auto run : schedule.getBody().getOps<tile::RunOp>()) {
    auto task = module.lookupSymbol<tile::TaskOp>(run.getTask());
    for (auto alloc : task.getBody().getOps<tile::AllocOp>())
      if (tile::getSpace(alloc.getType()) == tile::Space::Hbm)
        hbm.add(alloc, task.getSparseCores(), kBufferAlignment, steps[run],
                steps[run]);
  }
  int64_t capacity = machine.usableHbmBytes.published()
                         ? machine.usableHbmBytes.value
                         : kUnlimited;
  if (failed(place(hbm, "HBM of a device", capacity)))
    return failure();
  return place(host, "host memory", kUnlimited);
}

void PlaceBuffers::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<const MachineDescription *> machine = findTargetMachine(module);
  if (failed(machine))
    return signalPassFailure();
  for (auto task : module.getOps<tile::TaskOp>())
    if (failed(placeTile(task, **machine)))
      return signalPassFailure();
  for (auto schedule : module.getOps<tile::ScheduleOp>())
    if (failed(placeSchedule(schedule, module, **machine)))
      return signalPassFailure();
}
