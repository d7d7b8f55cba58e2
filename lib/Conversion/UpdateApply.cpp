//===-- UpdateApply.cpp - steps B4 and B5 of an update --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each tile owns rows of the table. It merges their ids from all received
// lists, piece by piece, sums the received rows by ascending source, and
// updates the rows of the piece.

#include "UpdateTask.h"

using namespace mlir;

namespace sc {

namespace {
/// Words of apply.totals: merged rows in front of the next, and entries that
/// are still to be merged.
enum Total : int64_t { MergedRows, Entries };
} // namespace

Value UpdateTask::loadTotal(int64_t index) {
  return tile::LoadOp::create(b.builder, b.getLoc(), b.indexType(), totals,
                              b.constant(index));
}

void UpdateTask::storeTotal(int64_t index, Value value) {
  Value at = b.constant(index);
  tile::StoreOp::create(b.builder, b.getLoc(), value, totals, at);
}

/// Finds where the rows of this tile begin and end in each received list. Ids
/// that no tile has are left to the first and the last one, which then fault.
void UpdateTask::findLists(Value tile) {
  constexpr int64_t beyond = int64_t(1) << 31;
  int64_t tiles = sizes.tiles;
  int64_t share = llvm::divideCeil(sizes.tableRows, tiles);
  Value zero = b.constant(0), one = b.constant(1);
  Value rows = b.constant(sizes.tableRows);
  Value lower = b.minimum(b.multiply(tile, share), rows);
  Value upper = b.minimum(b.multiply(b.add(tile, one), share), rows);
  Value isFirst = b.subtract(one, b.minimum(tile, one));
  Value isLast = b.maximum(b.subtract(tile, b.constant(tiles - 2)), zero);
  lower = b.subtract(lower, b.multiply(isFirst, beyond));
  upper = b.add(upper, b.multiply(isLast, beyond));
  storeTotal(MergedRows, zero);
  storeTotal(Entries, zero);
  b.loop(zero, b.constant(sizes.blocks), one, [&](Value list) {
    Value flag = b.add(list, b.constant(getCountFlag()));
    Value count = b.subtract(loadFlag(flag), one);
    Value at = b.multiply(list, sizes.maxUnique);
    Value begin = b.lowerBound(lower, receivedIds, at, count);
    Value end = b.lowerBound(upper, receivedIds, at, count);
    tile::StoreOp::create(b.builder, b.getLoc(), begin, cursors, list);
    Value second = b.add(list, b.constant(sizes.blocks));
    tile::StoreOp::create(b.builder, b.getLoc(), end, cursors, second);
    // So many ids are in front of this tile's: its merged rows fit behind them.
    storeTotal(MergedRows, b.add(loadTotal(MergedRows), begin));
    Value mine = b.subtract(end, begin);
    storeTotal(Entries, b.add(loadTotal(Entries), mine));
  });
}

/// Adds the received rows of entries [first, last) to the sums from `slot` on.
void UpdateTask::addReceived(Value first, Value last, Value slot,
                             Value column) {
  Value zero = b.constant(0);
  RowSource source{receive, column, sizes.blocks * sizes.maxUnique,
                   sizes.width};
  b.gatherWindows(indices, first, b.subtract(last, first), source, received,
                  [&](Value at, Value number) {
                    tile::SegmentSumOp::create(
                        b.builder, b.getLoc(), received.rows, zero, slots,
                        Value(), Value(), b.add(first, at), number, sums.rows,
                        zero, slot,
                        b.builder.getI64IntegerAttr(received.width));
                  });
}

/// Sums a slice of the rows of the ids that were merged, and updates them while
/// the sums are in the tile.
void UpdateTask::mergeSlice(OptimizerProgram &optimizer, Value to,
                            Value entries, Value distinct, Value column) {
  Value zero = b.constant(0);
  int64_t w = sizes.width, slice = sizes.sliceWidth;
  b.pieces(zero, distinct, sums.windowRows, [&](Value slot, Value number) {
    Value first = b.lowerBound(slot, slots, zero, entries);
    Value last = b.lowerBound(b.add(slot, number), slots, zero, entries);
    b.fillZeros(sums.rows, b.multiply(number, slice));
    addReceived(first, last, slot, column);
    Value at = b.add(b.multiply(b.add(to, slot), w), column);
    b.dmaSlices(sums.rows, zero, slice, merged, at, w, number, slice);
    optimizer.update(slot, number, column);
  });
}

/// Merges the lists piece by piece, and updates the rows of each. A merge stops
/// in front of an id that does not fit, which has at most R entries.
void UpdateTask::mergeLists(OptimizerProgram &optimizer) {
  Value zero = b.constant(0);
  Value step = b.constant(plan.getMergeEntries() - sizes.blocks + 1);
  b.loop(zero, loadTotal(Entries), step, [&](Value) {
    auto merge = tile::MergeOp::create(
        b.builder, b.getLoc(), b.indexType(), b.indexType(),
        b.builder.getI64IntegerAttr(sizes.blocks),
        b.builder.getI64IntegerAttr(sizes.maxUnique), receivedIds, zero,
        cursors, ids, slots, indices);
    Value entries = merge.getCount(), distinct = merge.getDistinct();
    Value to = loadTotal(MergedRows);
    b.dmaRows(ids, zero, mergedIds, to, distinct, 1);
    b.forEachSplit(plan.getVectorSplits(), [&](Value slice) {
      Value column = getColumn(slice);
      if (slice)
        optimizer.begin(column);
      mergeSlice(optimizer, to, entries, distinct, column);
    });
    storeTotal(MergedRows, b.add(to, distinct));
  });
}

void UpdateTask::buildApply() {
  using tile::BufferClass;
  int64_t entries = plan.getMergeEntries();
  cursors =
      allocTile("apply.cursors", BufferClass::Scratch, {2, sizes.blocks}, i32);
  totals = allocTile("apply.totals", BufferClass::Scratch, {2}, i32);
  ids = allocTile("apply.ids", BufferClass::List, {entries}, i32);
  slots = allocTile("apply.slots", BufferClass::List, {entries}, i32);
  indices = allocTile("apply.indices", BufferClass::List, {entries}, i32);
  received = allocRows("apply.received");
  sums = allocRows("apply.sums");
  OptimizerRows rows{sums.rows, ids, {}, {}};
  for (size_t i = 0; i <= update.getSlots().size(); ++i)
    rows.tables.push_back({b.getArgument(TableArgument + i), Value(),
                           sizes.tableRows, sizes.width});
  for (size_t i = 0; i < update.getHyperparameters().size(); ++i)
    rows.hyperparameters.push_back(
        b.getArgument(FirstSlotArgument + update.getSlots().size() + i));
  OptimizerProgram optimizer(b, code, rows, sizes.sliceWidth,
                             plan.getOptimizerRows());
  b.program("apply", [&] {
    findLists(getTile());
    Value zero = b.constant(0);
    b.ifTrue(b.isLess(zero, loadTotal(Entries)), [&] {
      if (plan.getVectorSplits() == 1)
        optimizer.begin(b.constant(0));
      mergeLists(optimizer);
    });
  });
}

} // namespace sc
