//===-- LookupTask.cpp - a lookup with exchange on the machine ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps F1 to F4 of a forward lookup, see docs/Machine.md: request distinct
// ids, gather rows at their owners, exchange them, combine them into samples.

#include "ExchangeTask.h"
#include "RowReader.h"

using namespace mlir;

namespace sc {

namespace {

class LookupTask : ExchangeTask {
public:
  LookupTask(SparseDenseMatmulOp op, ModuleOp module,
             const DeviceGroups &groups, int64_t tiles);
  tile::TaskOp build();

private:
  void allocStack();

  void buildGather();
  void gatherShare(Value slot, Value count, int64_t share);
  void gatherIds(Value slot, Value count);

  void buildCombine();
  void loadActivations(Value first, Value count);
  void combineChunk(const EntryStream &stream, const Chunk &chunk,
                    const RowPointers &pointers);
  void combineEntries(const EntryStream &stream, const EntryWindow &window,
                      const Chunk &chunk, Value partition);

  Value getTable() { return b.getArgument(4); }
  Value getInit() { return b.getArgument(5); }
  /// Behind the number of minibatches, where there is one.
  Value getScale() { return b.getArgument(op.isMinibatched() ? 7 : 6); }
  Value getResult() { return b.getTask().getBody().getArguments().back(); }

  QuantizationAttr quantization; // null: none
  StoredRows stored;
  RowReader reader;
  bool hasScale;
  Value ids, send, receive; // stack in HBM
  // Of the tile program that is being built.
  Value shareIds, activations;
  RowWindow rows;
};

} // namespace

/// Table, init, number of minibatches, scale, result.
static SmallVector<TaskArgument> getArguments(SparseDenseMatmulOp op) {
  Builder builder(op.getContext());
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  EmbeddingOp lookup = op;
  StoredRows stored(op);
  int64_t rows = lookup.getTableRowsPerSparseCore();
  TaskArgument samples{f32, lookup.getSamplesPerSparseCore() * stored.width,
                       true};
  SmallVector<TaskArgument> arguments = {
      {stored.type, rows * stored.rowElements, true}, samples};
  if (lookup.isMinibatched())
    arguments.push_back({i32, 1, false});
  if (op.getScale())
    arguments.push_back({f32, getNumRows(op.getScale().getType()), false});
  arguments.push_back(samples);
  return arguments;
}

LookupTask::LookupTask(SparseDenseMatmulOp op, ModuleOp module,
                       const DeviceGroups &groups, int64_t tiles)
    : ExchangeTask(op, module, "lookup_" + op.getTableName().str(), groups,
                   tiles, getArguments(op), /*flags=*/0),
      quantization(op.getQuantizationAttr()), stored(op),
      reader(b, stored, plan, quantization),
      hasScale(op.getScale() != nullptr) {
  minibatchesArgument = 6;
}

void LookupTask::allocStack() {
  using tile::BufferClass, tile::Space;
  int64_t u = sizes.maxUnique, row = stored.rowElements;
  ids = b.alloc("ids", BufferClass::Stack, Space::Hbm, {sizes.blocks, u}, i32);
  send = b.alloc("send", BufferClass::Stack, Space::Hbm, {sizes.blocks, u, row},
                 stored.type);
  receive = b.alloc("receive", BufferClass::Stack, Space::Hbm,
                    {sizes.blocks, u, row}, stored.type);
}

//===----------------------------------------------------------------------===//
// F2: gather
//===----------------------------------------------------------------------===//

/// Loads `count` ids that start at `slot` and writes their rows to the same
/// slots, slice by slice; narrow rows travel as they are stored, whole.
void LookupTask::gatherIds(Value slot, Value count) {
  Value zero = b.constant(0);
  int64_t row = stored.rowElements, slice = rows.width;
  b.dmaRows(ids, slot, shareIds, zero, count, 1);
  b.forEachSplit(row / slice, [&](Value index) {
    Value column = b.addScaled(zero, index, slice);
    RowSource table{getTable(), column, sizes.tableRows, row};
    b.gatherWindows(
        shareIds, Value(), count, table, rows, [&](Value first, Value number) {
          if (quantization && !stored.format.isNarrow())
            b.snap(rows, number, quantization);
          Value to = b.multiply(b.add(slot, first), row);
          b.dmaSlices(rows.rows, zero, slice, send,
                      b.addScaled(to, index, slice), row, number, slice);
        });
  });
}

/// A share that does not fit the list comes in pieces.
void LookupTask::gatherShare(Value slot, Value count, int64_t share) {
  int64_t piece = plan.getListEntries();
  if (share <= piece)
    return gatherIds(slot, count);
  b.pieces(b.constant(0), count, piece, [&](Value first, Value number) {
    gatherIds(b.add(slot, first), number);
  });
}

void LookupTask::buildGather() {
  // A source has no more distinct ids than ids.
  int64_t most = std::min(sizes.maxUnique, sizes.maxIds);
  int64_t share = llvm::divideCeil(most, sizes.tiles);
  shareIds = allocTile("gather.ids", tile::BufferClass::List,
                       {std::min(share, plan.getListEntries())}, i32);
  rows = allocRows("gather.rows", stored.type,
                   stored.format.isNarrow() ? stored.rowElements
                                            : sizes.sliceWidth);
  b.program("gather", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value tile = getTile();
    Value blocks = b.constant(sizes.blocks);
    b.loop(zero, blocks, one, [&](Value block) {
      // Each tile takes an equal share of the rows that a source asked for.
      Value count = b.subtract(loadFlag(block), one);
      auto [lower, upper] = getShare(tile, count);
      Value slot = b.add(b.multiply(block, sizes.maxUnique), lower);
      gatherShare(slot, b.subtract(upper, lower), share);
    });
  });
}

//===----------------------------------------------------------------------===//
// F4: combine
//===----------------------------------------------------------------------===//

/// Adds the rows of the entries of a window that are in the chunk.
void LookupTask::combineEntries(const EntryStream &stream,
                                const EntryWindow &window, const Chunk &chunk,
                                Value partition) {
  int64_t block = sizes.maxUnique * stored.rowElements;
  EntryWindow mine = window;
  Value lower = chunk.lower, upper = chunk.upper;
  if (chunk.replica) {
    mine.count = keepReplica(stream, window, chunk.replica);
    Value first = b.multiply(chunk.replica, sizes.replicaSamples);
    lower = b.subtract(lower, first);
    upper = b.subtract(upper, first);
  }
  Value kept = b.select(tile::SelectMode::Slots, stream.lists, mine, lower,
                        upper, sizes.samples, stream.carry);
  Value base = b.multiply(partition, block);
  base = b.addScaled(base, chunk.replica, sizes.sparseCores * block);
  reader.accumulate(stream.lists, window.offset, kept,
                    {receive, base, sizes.maxUnique, stored.rowElements},
                    chunk.slice, activations);
}

/// Activations start at `init`, in later minibatches at what was combined so
/// far.
void LookupTask::loadActivations(Value first, Value count) {
  Value zero = b.constant(0);
  auto load = [&](Value from) {
    b.dmaSlices(from, first, sizes.width, activations, zero, sizes.sliceWidth,
                count, sizes.sliceWidth);
  };
  if (!op.isMinibatched())
    return load(getInit());
  Value minibatch = loadMinibatch();
  b.ifTrue(b.isLess(minibatch, b.constant(1)), [&] { load(getInit()); });
  b.ifTrue(b.isLess(zero, minibatch), [&] { load(getResult()); });
}

void LookupTask::combineChunk(const EntryStream &stream, const Chunk &chunk,
                              const RowPointers &pointers) {
  Value zero = b.constant(0), one = b.constant(1);
  int64_t w = sizes.width, slice = sizes.sliceWidth;
  Value count = b.subtract(chunk.upper, chunk.lower);
  Value first =
      b.addScaled(b.multiply(chunk.lower, w), chunk.slice, sizes.sliceWidth);
  loadActivations(first, count);
  b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value partition) {
    Partition part = getPartition(pointers, partition);
    b.forEachWindow(stream, part, [&](const EntryWindow &window) {
      combineEntries(stream, window, chunk, partition);
    });
  });
  b.dmaSlices(activations, zero, slice, getResult(), first, w, count, slice);
}

void LookupTask::buildCombine() {
  RowPointers pointers = allocPointers("combine.row_pointers");
  EntryStream stream = allocEntries("combine");
  activations = allocTile("combine.activations", tile::BufferClass::Activations,
                          {plan.getSamplesPerTile(), sizes.sliceWidth}, f32);
  reader.alloc("combine");
  // A tile without samples has nothing to do.
  auto combine = [&](Value tile, Value slice, Value replica, Value pass) {
    Chunk chunk = getChunk(tile, slice, replica, pass);
    b.ifTrue(b.isLess(chunk.lower, chunk.upper), [&] {
      loadPointers(pointers);
      combineChunk(stream, chunk, pointers);
    });
  };
  b.program("combine", [&] {
    reader.loadScale(hasScale ? getScale() : Value());
    Value tile = getTile();
    b.forEachSplit(plan.getVectorSplits(), [&](Value slice) {
      b.forEachSplit(plan.getReplicas(), [&](Value replica) {
        b.forEachSplit(plan.getSampleSplits(), [&](Value pass) {
          combine(tile, slice, replica, pass);
        });
      });
    });
  });
}

tile::TaskOp LookupTask::build() {
  allocStack();
  buildCount();
  buildRequest(ids);
  buildGather();
  buildCombine();
  buildSequencer([&] {
    launch("request");
    launch("gather", {getCountFlag(), sizes.blocks});
    exchange(send, receive, getCountFlag());
    launch("combine", {getRowsFlag(), sizes.blocks});
  });
  finish();
  return b.getTask();
}

tile::TaskOp buildLookupTask(SparseDenseMatmulOp op, ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles) {
  return LookupTask(op, module, groups, tiles).build();
}

} // namespace sc
