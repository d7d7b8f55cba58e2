//===-- CheckLookups.cpp - lookups that can become tasks ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans may be written by hand: one that leaves columns, samples or entries out
// would give wrong numbers.

#include "CheckLookups.h"

#include "sc/Conversion/Optimizer.h"

using namespace mlir;

namespace sc {

/// No SparseCore has so many samples; products with what follows fit 64 bits.
static constexpr int64_t kMaxSamples = int64_t(1) << 40;

/// Samples that the passes of all replicas reach; none if they are too many.
static std::optional<int64_t> countReached(PlanAttr plan, int64_t tiles) {
  int64_t reached = tiles;
  for (int64_t factor :
       {plan.getReplicas(), plan.getSampleSplits(), plan.getSamplesPerTile()})
    if (llvm::MulOverflow(reached, factor, reached) || reached > kMaxSamples)
      return std::nullopt;
  return reached;
}

/// What lookups and updates have in common.
static LogicalResult checkSplits(EmbeddingOp op, int64_t tiles) {
  PlanAttr plan = op.getPlanAttr();
  if (op.getWidth() % plan.getVectorSplits() != 0)
    return op->emitError() << "the plan's " << plan.getVectorSplits()
                           << " vector splits do not divide the width "
                           << op.getWidth();
  std::optional<int64_t> reached = countReached(plan, tiles);
  if (!reached || *reached < op.getSamplesPerSparseCore())
    return op->emitError() << "the plan's " << plan.getReplicas()
                           << " replicas, " << plan.getSampleSplits()
                           << " sample splits and " << plan.getSamplesPerTile()
                           << " samples of a tile "
                           << (reached ? "leave samples out, there are "
                                       : "are more than 2^40, there are ")
                           << op.getSamplesPerSparseCore();
  int64_t maxIds = op.getLimits().getMaxIds();
  if (!plan.getRowStreaming() && plan.getListEntries() < maxIds)
    return op->emitError() << "the plan's list of " << plan.getListEntries()
                           << " entries does not hold max_ids = " << maxIds
                           << ", and rows are not streamed";
  return success();
}

/// Streams move words, and tiles widen narrow rows from words on.
static LogicalResult checkPlan(SparseDenseMatmulOp op, int64_t tiles) {
  if (failed(checkSplits(op, tiles)))
    return failure();
  format::RowFormat format = getRowFormat(op.getRowFormatAttr());
  int64_t splits = op.getPlan()->getVectorSplits();
  int64_t width = getRowWidth(op.getInit().getType()) / splits;
  if (splits == 1 || width * format::getCodeBytes(format.type) % 4 == 0)
    return success();
  return op.emitError() << "the plan's " << splits
                        << " vector splits cut narrow rows into slices of "
                        << width << " values, which are not whole words";
}

static LogicalResult checkPlan(SparseDenseMatmulGradOp op, int64_t tiles) {
  if (failed(checkSplits(op, tiles)))
    return failure();
  PlanAttr plan = *op.getPlan();
  if (plan.getVectorSplits() > 1 && isRowCoupled(op))
    return op.emitError() << "the plan has " << plan.getVectorSplits()
                          << " vector splits, but the optimizer needs whole "
                             "rows: a word of a new row depends on others";
  if (plan.getRowStreaming() && op.isMinibatched())
    return op.emitError("the plan streams rows, but the lists of a minibatched "
                        "update are sorted, which takes whole partitions");
  // At most 2^40 SparseCores and 2^20 replicas.
  int64_t lists = op.getGroupSparseCores() * plan.getReplicas();
  if (plan.getMergeEntries() < lists)
    return op.emitError() << "the plan merges " << plan.getMergeEntries()
                          << " entries at a time, fewer than the " << lists
                          << " lists that a SparseCore receives";
  if (plan.getOptimizerRows() < 1)
    return op.emitError() << "the plan runs the optimizer on "
                          << plan.getOptimizerRows()
                          << " rows at a time, at least 1 is needed";
  // A plan by hand says nothing of the optimizer.
  return getOptimizerSizes(op);
}

/// The local form is not split: its one pass covers all SparseCores.
static LogicalResult checkPlan(SparseDenseMatmulLocalOp op, int64_t) {
  PlanAttr plan = *op.getPlan();
  if (plan.getReplicas() * plan.getVectorSplits() * plan.getSampleSplits() == 1)
    return success();
  return op.emitError("a local lookup cannot be split");
}

static Value getSampleRows(EmbeddingOp op) { return op.getSampleRows(); }
static Value getSampleRows(SparseDenseMatmulLocalOp op) { return op.getInit(); }

template <typename LookupOp>
static LogicalResult check(LookupOp op, TargetAttr target, int64_t tiles,
                           bool needsPlans) {
  if (needsPlans && !op.getPlan())
    return op.emitError("no plan: run sc-plan-memory first");
  auto rows = cast<RankedTensorType>(getSampleRows(op).getType());
  if (rows.getRank() == 2 && rows.getDimSize(1) % 8 != 0)
    return op.emitError() << "width " << rows.getDimSize(1)
                          << " is not a multiple of 8: run sc-pad-tables first";
  int64_t cores = op.getSparseCores();
  if (cores != target.getSparseCoresPerDevice())
    return op.emitError() << "is for " << cores
                          << " SparseCores of a device, the target has "
                          << target.getSparseCoresPerDevice();
  return needsPlans ? checkPlan(op, tiles) : success();
}

LogicalResult checkLookups(ModuleOp module, TargetAttr target, int64_t tiles,
                           bool needsPlans) {
  WalkResult result = module.walk([&](Operation *op) {
    LogicalResult isRight = success();
    if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op))
      isRight = check(lookup, target, tiles, needsPlans);
    if (auto update = dyn_cast<SparseDenseMatmulGradOp>(op))
      isRight = check(update, target, tiles, needsPlans);
    if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op))
      isRight = check(local, target, tiles, needsPlans);
    return failed(isRight) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace sc
