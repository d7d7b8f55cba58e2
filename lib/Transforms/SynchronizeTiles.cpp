//===-- SynchronizeTiles.cpp - barriers and waits -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-synchronize-tiles.

#include "sc/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_SYNCHRONIZETILES
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct SynchronizeTiles
    : public sc::impl::SynchronizeTilesBase<SynchronizeTiles> {
  void runOnOperation() override;
};
} // namespace

static Value createIndex(OpBuilder &builder, Location location, int64_t value) {
  return arith::ConstantIndexOp::create(builder, location, value);
}

/// Waits for `count` sync flags from `first` on.
static void createWaits(OpBuilder &builder, Location location, int64_t first,
                        int64_t count) {
  Value step = createIndex(builder, location, 1);
  Value end = createIndex(builder, location, first + count);
  Value begin = createIndex(builder, location, first);
  auto loop = scf::ForOp::create(builder, location, begin, end, step);
  OpBuilder body = OpBuilder::atBlockBegin(loop.getBody());
  tile::WaitOp::create(body, location, loop.getInductionVar());
}

/// The flags that a sequencer operation needs, as (first, count) pairs.
static ArrayRef<int64_t> getAwaits(Operation *op) {
  if (auto launch = dyn_cast<tile::LaunchOp>(op))
    return launch.getAwaits().value_or(ArrayRef<int64_t>());
  if (auto exchange = dyn_cast<tile::AllToAllOp>(op))
    return exchange.getAwaits().value_or(ArrayRef<int64_t>());
  return {};
}

/// Launches and exchanges in order.
static FailureOr<SmallVector<Operation *>>
collectSteps(tile::SequencerOp sequencer) {
  SmallVector<Operation *> steps;
  WalkResult result = sequencer.walk([&](Operation *op) {
    if (!isa<tile::LaunchOp, tile::AllToAllOp>(op))
      return WalkResult::advance();
    steps.push_back(op);
    if (op->getParentOp() == sequencer)
      return WalkResult::advance();
    op->emitError("a launch or exchange inside control flow cannot be "
                  "synchronized");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  return steps;
}

void SynchronizeTiles::runOnOperation() {
  tile::SequencerOp sequencer = getOperation().getSequencer();
  Block &body = sequencer.getBody().front();
  bool isRunning = false;
  FailureOr<SmallVector<Operation *>> steps = collectSteps(sequencer);
  if (failed(steps))
    return signalPassFailure();
  for (Operation *op : *steps) {
    OpBuilder builder(op);
    if (isRunning)
      tile::BarrierOp::create(builder, op->getLoc());
    ArrayRef<int64_t> awaits = getAwaits(op);
    for (size_t i = 0; i + 1 < awaits.size(); i += 2)
      createWaits(builder, op->getLoc(), awaits[i], awaits[i + 1]);
    op->removeAttr("awaits");
    isRunning = isa<tile::LaunchOp>(op);
  }
  if (isRunning) {
    OpBuilder builder = OpBuilder::atBlockEnd(&body);
    tile::BarrierOp::create(builder, sequencer.getLoc());
  }
}
