//===-- UpdateSum.cpp - step B2 of an update ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles share the gradients of a pass in Spmem. Each sums those of its own
// slots, so no sum crosses tiles.

#include "UpdateTask.h"

#include <tuple>

using namespace mlir;

namespace sc {

UpdateTask::Pass UpdateTask::loadPass() {
  Pass pass;
  int64_t v = plan.getVectorSplits(), r = plan.getReplicas(),
          s = plan.getSampleSplits();
  Value rest;
  if (getPasses() > 1) {
    Value flag = loadFlag(getPassFlag());
    rest = b.subtract(flag, b.constant(1));
  }
  // The sample split is the fastest index.
  auto take = [&](int64_t count, bool isLast) -> Value {
    if (count == 1)
      return {};
    if (isLast)
      return rest;
    Value by = b.constant(count);
    Value index = arith::RemSIOp::create(b.builder, b.getLoc(), rest, by);
    rest = arith::DivSIOp::create(b.builder, b.getLoc(), rest, by);
    return index;
  };
  pass.sampleSplit = take(s, v == 1 && r == 1);
  pass.replica = take(r, v == 1);
  pass.slice = take(v, true);
  pass.column = getColumn(pass.slice);
  Value all = b.constant(sizes.samples);
  Value first = b.addScaled(b.constant(0), pass.replica, sizes.replicaSamples);
  first = b.addScaled(first, pass.sampleSplit, getPassSamples());
  pass.lower = b.minimum(first, all);
  pass.upper = b.minimum(b.add(first, b.constant(getPassSamples())), all);
  return pass;
}

/// Each tile copies the gradients of its samples where all tiles can read them.
void UpdateTask::buildStage() {
  b.program("stage", [&] {
    Pass pass = loadPass();
    Value tile = getTile();
    Chunk chunk = getChunk(tile, pass.slice, pass.replica, pass.sampleSplit);
    Value count = b.subtract(chunk.upper, chunk.lower);
    Value from = b.add(b.multiply(chunk.lower, sizes.width), pass.column);
    int64_t slice = sizes.sliceWidth;
    Value to = b.multiply(b.subtract(chunk.lower, pass.lower), slice);
    b.ifTrue(b.isLess(chunk.lower, chunk.upper), [&] {
      b.dmaSlices(b.getArgument(GradientsArgument), from, sizes.width,
                  gradients, to, slice, count, slice);
    });
  });
}

/// Moves sums of `number` slots from `first` on to the stack, or back.
void UpdateTask::moveSums(const Pass &pass, Value block, Value first,
                          Value number, bool isStore) {
  Value zero = b.constant(0);
  int64_t w = sizes.width, slice = sizes.sliceWidth;
  Value row = b.add(b.multiply(block, sizes.maxUnique), first);
  Value at = b.add(b.multiply(row, w), pass.column);
  if (isStore)
    b.dmaSlices(sums.rows, zero, slice, send, at, w, number, slice);
  else
    b.dmaSlices(send, at, w, sums.rows, zero, slice, number, slice);
}

/// Adds the gradients of the entries whose slots are in the window of `number`
/// slots from `first` on.
void UpdateTask::sumSlots(const EntryStream &stream, const KeptEntries &kept,
                          Value first, Value number) {
  Value zero = b.constant(0);
  Value ids = stream.lists.ids;
  Value begin = b.lowerBound(first, ids, kept.offset, kept.count);
  Value end = b.lowerBound(b.add(first, number), ids, kept.offset, kept.count);
  Value from = b.add(kept.offset, begin), count = b.subtract(end, begin);
  tile::SegmentSumOp::create(b.builder, b.getLoc(), gradients, zero, ids,
                             stream.lists.samples, stream.lists.gains, from,
                             count, sums.rows, zero, first,
                             b.builder.getI64IntegerAttr(sizes.sliceWidth));
}

/// All entries of the slots are there: each sum is made at once.
void UpdateTask::sumAll(const EntryStream &stream, const KeptEntries &kept,
                        const Pass &pass, const SlotShare &mine) {
  b.pieces(mine.lower, mine.upper, sums.windowRows,
           [&](Value first, Value number) {
             b.fillZeros(sums.rows, b.multiply(number, sizes.sliceWidth));
             sumSlots(stream, kept, first, number);
             moveSums(pass, mine.block, first, number, /*isStore=*/true);
           });
}

/// Some entries of the slots are there: they are added to what the stack has.
void UpdateTask::addToSums(const EntryStream &stream, const KeptEntries &kept,
                           const Pass &pass, const SlotShare &mine) {
  Value one = b.constant(1);
  auto loadSlot = [&](Value at) -> Value {
    return tile::LoadOp::create(b.builder, b.getLoc(), b.indexType(),
                                stream.lists.ids, at);
  };
  b.ifTrue(b.isLess(b.constant(0), kept.count), [&] {
    Value least = loadSlot(kept.offset);
    Value last = loadSlot(b.subtract(b.add(kept.offset, kept.count), one));
    Value from = b.maximum(mine.lower, least);
    Value to = b.minimum(mine.upper, b.add(last, one));
    b.pieces(from, to, sums.windowRows, [&](Value first, Value number) {
      moveSums(pass, mine.block, first, number, /*isStore=*/false);
      sumSlots(stream, kept, first, number);
      moveSums(pass, mine.block, first, number, /*isStore=*/true);
    });
  });
}

void UpdateTask::clearSums(const Pass &pass, const SlotShare &mine) {
  b.pieces(mine.lower, mine.upper, sums.windowRows,
           [&](Value first, Value number) {
             b.fillZeros(sums.rows, b.multiply(number, sizes.sliceWidth));
             moveSums(pass, mine.block, first, number, /*isStore=*/true);
           });
}

/// Sums the entries of a window of a list that are in the pass.
void UpdateTask::sumEntries(const EntryStream &stream,
                            const EntryWindow &window, const Pass &pass,
                            const SlotShare &mine) {
  EntryWindow entries = window;
  Value first = pass.lower, end = pass.upper;
  if (pass.replica) {
    entries.count = keepReplica(stream, window, pass.replica);
    Value ofReplica = b.multiply(pass.replica, sizes.replicaSamples);
    ofReplica = b.minimum(ofReplica, b.constant(sizes.samples));
    first = b.subtract(first, ofReplica);
    end = b.subtract(end, ofReplica);
  }
  KeptEntries kept;
  kept.count = b.select(tile::SelectMode::Slots, stream.lists, entries, first,
                        end, sizes.samples, stream.carry);
  kept.offset = window.offset ? window.offset : b.constant(0);
  if (accumulates())
    addToSums(stream, kept, pass, mine);
  else
    sumAll(stream, kept, pass, mine);
}

void UpdateTask::sumPartition(const EntryStream &stream,
                              const RowPointers &pointers, const Pass &pass,
                              Value partition) {
  Partition part = getPartition(pointers, partition);
  SlotShare mine;
  mine.block = b.addScaled(partition, pass.replica, sizes.sparseCores);
  Value sent = loadFlag(b.add(mine.block, b.constant(getSentFlag())));
  Value distinct = b.subtract(sent, b.constant(1));
  std::tie(mine.lower, mine.upper) = getShare(getTile(), distinct);
  b.ifTrue(b.isLess(mine.lower, mine.upper), [&] {
    if (pass.sampleSplit)
      b.ifTrue(b.isLess(pass.sampleSplit, b.constant(1)),
               [&] { clearSums(pass, mine); });
    else if (accumulates())
      clearSums(pass, mine);
    b.forEachWindow(stream, part, [&](const EntryWindow &window) {
      sumEntries(stream, window, pass, mine);
    });
  });
}

void UpdateTask::buildSum() {
  RowPointers pointers = allocPointers("sum.row_pointers");
  EntryStream stream = allocEntries("sum");
  sums = allocRows("sum.rows");
  b.program("sum", [&] {
    Pass pass = loadPass();
    loadPointers(pointers);
    Value zero = b.constant(0), one = b.constant(1);
    b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value partition) {
      sumPartition(stream, pointers, pass, partition);
    });
  });
}

} // namespace sc
