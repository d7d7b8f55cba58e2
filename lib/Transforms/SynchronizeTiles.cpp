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

/// A launch or exchange in a branch may or may not happen, so nobody knows what
/// runs behind it.
static LogicalResult checkBranches(tile::SequencerOp sequencer) {
  WalkResult result = sequencer.walk([&](Operation *op) {
    if (!isa<tile::LaunchOp, tile::AllToAllOp>(op))
      return WalkResult::advance();
    Operation *parent = op->getParentOp();
    while (isa<scf::ForOp>(parent))
      parent = parent->getParentOp();
    if (parent == sequencer)
      return WalkResult::advance();
    op->emitError("a launch or exchange inside a branch cannot be "
                  "synchronized");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// True where `op`, or an operation inside it, needs that no tile program runs:
/// it starts one, or uses what tile programs use.
static bool needsIdleTiles(Operation *op) {
  WalkResult result = op->walk([](Operation *inner) {
    bool isStep = isa<tile::LaunchOp, tile::AllToAllOp, tile::ClearFlagsOp,
                      tile::SignalOp, tile::WaitOp, tile::LoadFlagOp>(inner);
    return isStep ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Turns the flags that a launch or exchange awaits into waits.
static void expandAwaits(Operation *op) {
  OpBuilder builder(op);
  ArrayRef<int64_t> awaits = getAwaits(op);
  for (size_t i = 0; i + 1 < awaits.size(); i += 2)
    createWaits(builder, op->getLoc(), awaits[i], awaits[i + 1]);
  op->removeAttr("awaits");
}

/// No tile program runs at the start of the block, nor at its end.
static void synchronize(Block &block) {
  bool isRunning = false;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<tile::BarrierOp>(op))
      isRunning = false;
    if (!needsIdleTiles(&op))
      continue;
    if (isRunning) {
      OpBuilder builder(&op);
      tile::BarrierOp::create(builder, op.getLoc());
    }
    expandAwaits(&op);
    isRunning = isa<tile::LaunchOp>(op);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      synchronize(*loop.getBody());
  }
  if (!isRunning)
    return;
  Operation *parent = block.getParentOp();
  OpBuilder builder = isa<scf::ForOp>(parent)
                          ? OpBuilder::atBlockTerminator(&block)
                          : OpBuilder::atBlockEnd(&block);
  tile::BarrierOp::create(builder, parent->getLoc());
}

void SynchronizeTiles::runOnOperation() {
  tile::SequencerOp sequencer = getOperation().getSequencer();
  if (failed(checkBranches(sequencer)))
    return signalPassFailure();
  synchronize(sequencer.getBody().front());
}
