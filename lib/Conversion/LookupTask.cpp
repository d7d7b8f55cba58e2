//===-- LookupTask.cpp - a lookup with exchange on the machine ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps F1 to F4 of a forward lookup, see docs/Machine.md: request distinct
// ids, gather rows at their owners, exchange them, combine them into samples.
// Where the plan does not split, there is no loop, and the index is null.

#include "TaskBuilder.h"

using namespace mlir;

namespace sc {

namespace {

enum Argument : unsigned {
  RowPointers,
  Ids,
  Samples,
  Gains,
  Table,
  Init,
  Result
};

/// Sizes of a lookup by the letters of docs/Machine.md.
struct LookupSizes {
  int64_t sparseCores; // P
  int64_t tiles;       // T
  int64_t samples;     // S
  int64_t width;       // w
  int64_t maxIds;      // N
  int64_t maxUnique;   // U
  int64_t tableRows;
  int64_t rowPointers;
  int64_t capacity;       // entries of one SparseCore's slice of the COO buffer
  int64_t sliceWidth;     // w / v
  int64_t replicaSamples; // s * T * c
};

/// Distinct ids that begin in a window: where they are in the list of ids, how
/// many they are, and how many the list has up to here.
struct DistinctIds {
  Value offset;
  Value number;
  Value total;
};

/// Samples that a tile combines in one go, and the slice of their rows.
struct Chunk {
  Value slice;
  Value replica;
  Value lower;
  Value upper;
};

class LookupTask {
public:
  LookupTask(SparseDenseMatmulOp op, ModuleOp module,
             const DeviceGroups &groups, int64_t tiles);
  tile::TaskOp build();

private:
  void allocStack();
  void buildSequencer();
  Value keepReplica(const EntryStream &stream, const EntryWindow &window,
                    Value replica);

  void buildRequest();
  void requestPartition(const EntryStream &stream, const Partition &part,
                        Value owner, Value me);
  Value loadDistinct(const EntryStream &stream);
  void findDistinct(const EntryStream &stream, const Partition &part,
                    Value replica, function_ref<void(const DistinctIds &)> use);
  void sendIds(const EntryStream &stream, const Partition &part, Value owner,
               Value me, Value replica);

  void buildGather();
  void gatherShare(Value slot, Value count, int64_t share);
  void gatherIds(Value slot, Value count);

  void buildCombine();
  Chunk getChunk(Value tile, Value slice, Value replica, Value pass);
  void combineChunk(const EntryStream &stream, const Chunk &chunk,
                    Value pointers);
  void combineEntries(const EntryStream &stream, const EntryWindow &window,
                      const Chunk &chunk, Value partition);

  /// A buffer of a tile.
  Value allocTile(StringRef name, tile::BufferClass bufferClass,
                  ArrayRef<int64_t> shape, Type type) {
    return b.alloc(name, bufferClass, tile::Space::TileSpmem, shape, type);
  }
  Value allocPointers(StringRef name) {
    return b.alloc(name, tile::BufferClass::RowPointers, tile::Space::Smem,
                   {sizes.rowPointers}, i32);
  }
  RowWindow allocRows(StringRef name) {
    int64_t rows = plan.getWindowRows(), width = sizes.sliceWidth;
    return {allocTile(name, tile::BufferClass::Window, {rows, width}, f32),
            rows, plan.getWindowBuffers(), width};
  }
  void loadPointers(Value pointers) {
    Value zero = b.constant(0), one = b.constant(1);
    b.dmaRows(b.getArgument(RowPointers), zero, pointers, zero, one,
              sizes.rowPointers);
  }

  SparseDenseMatmulOp op;
  PlanAttr plan;
  LookupSizes sizes;
  TaskBuilder b;
  Type i32, f32;
  Value ids, send, receive; // stack in HBM
  // Of the tile program that is being built.
  Value shareIds, activations;
  RowWindow rows;
};

} // namespace

static LookupSizes getSizes(SparseDenseMatmulOp op, int64_t tiles) {
  int64_t group = op.getGroupSparseCores();
  int64_t entries = op.getIds().getType().getDimSize(0);
  PlanAttr plan = *op.getPlan();
  return {group,
          tiles,
          op.getSamplesPerSparseCore(),
          op.getWidth(),
          op.getLimits().getMaxIds(),
          op.getLimits().getMaxUniqueIds(),
          op.getTableRowsPerSparseCore(),
          getRowPointersPerSparseCore(group),
          entries / static_cast<int64_t>(op.getSparseCores()),
          op.getWidth() / plan.getVectorSplits(),
          plan.getSampleSplits() * tiles * plan.getSamplesPerTile()};
}

static SmallVector<TaskArgument> getArguments(SparseDenseMatmulOp op,
                                              const LookupSizes &sizes) {
  Builder builder(op.getContext());
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  return {{i32, sizes.rowPointers, true},
          {i32, sizes.capacity, true},
          {i32, sizes.capacity, true},
          {f32, sizes.capacity, true},
          {f32, sizes.tableRows * sizes.width, true},
          {f32, sizes.samples * sizes.width, true},
          {f32, sizes.samples * sizes.width, true}};
}

LookupTask::LookupTask(SparseDenseMatmulOp op, ModuleOp module,
                       const DeviceGroups &groups, int64_t tiles)
    : op(op), plan(*op.getPlan()), sizes(getSizes(op, tiles)),
      b(module, op.getLoc(), "lookup_" + op.getTableName().str(),
        op.getSparseCores(), groups, getArguments(op, sizes),
        /*flags=*/2 * sizes.sparseCores * plan.getReplicas()),
      i32(b.builder.getI32Type()), f32(b.builder.getF32Type()) {}

void LookupTask::allocStack() {
  using tile::BufferClass, tile::Space;
  int64_t blocks = plan.getReplicas() * sizes.sparseCores;
  int64_t u = sizes.maxUnique, w = sizes.width;
  ids = b.alloc("ids", BufferClass::Stack, Space::Hbm, {blocks, u}, i32);
  send = b.alloc("send", BufferClass::Stack, Space::Hbm, {blocks, u, w}, f32);
  receive =
      b.alloc("receive", BufferClass::Stack, Space::Hbm, {blocks, u, w}, f32);
}

void LookupTask::buildSequencer() {
  // Block k P + p is that of replica k and SparseCore p. Flags 0 .. rP-1: the
  // ids of a block have come. rP .. 2rP-1: its rows are here.
  int64_t p = sizes.sparseCores, blocks = plan.getReplicas() * p;
  auto counts = b.builder.getDenseI64ArrayAttr({0, blocks});
  auto rowsHere = b.builder.getDenseI64ArrayAttr({blocks, blocks});
  auto getInteger = [&](int64_t value) {
    return b.builder.getI64IntegerAttr(value);
  };
  b.sequencer([&] {
    Location location = b.getLoc();
    tile::LaunchOp::create(b.builder, location, "request", DenseI64ArrayAttr());
    tile::LaunchOp::create(b.builder, location, "gather", counts);
    for (int64_t first = 0; first < blocks; first += p)
      tile::AllToAllOp::create(b.builder, location, send, receive,
                               getInteger(first), getInteger(first),
                               getInteger(blocks + first), DenseI64ArrayAttr());
    tile::LaunchOp::create(b.builder, location, "combine", rowsHere);
  });
}

/// Keeps the entries of a replica, whose samples count from its first; returns
/// how many. Without replicas these are all entries.
Value LookupTask::keepReplica(const EntryStream &stream,
                              const EntryWindow &window, Value replica) {
  if (!replica)
    return window.count;
  // A replica past the last sample is empty.
  Value all = b.constant(sizes.samples);
  Value lower = b.minimum(b.multiply(replica, sizes.replicaSamples), all);
  Value end = b.add(lower, b.constant(sizes.replicaSamples));
  return b.select(tile::SelectMode::Filter, stream.lists, window, lower,
                  b.minimum(end, all), sizes.samples);
}

//===----------------------------------------------------------------------===//
// F1: request
//===----------------------------------------------------------------------===//

/// Number of distinct ids in the windows of a list so far.
Value LookupTask::loadDistinct(const EntryStream &stream) {
  return tile::LoadOp::create(b.builder, b.getLoc(), b.indexType(),
                              stream.carry, b.constant(1));
}

/// Finds the distinct ids of a partition, or of its entries of one replica, and
/// calls `use` for those that begin in each window.
void LookupTask::findDistinct(const EntryStream &stream, const Partition &part,
                              Value replica,
                              function_ref<void(const DistinctIds &)> use) {
  b.forEachWindow(stream, part, [&](const EntryWindow &window) {
    Value count = keepReplica(stream, window, replica);
    Value offset = window.offset ? window.offset : b.constant(0);
    Value number = tile::RunsOp::create(b.builder, b.getLoc(), b.indexType(),
                                        stream.lists.ids, offset, count,
                                        stream.carry, window.carried);
    Value total = stream.carry ? loadDistinct(stream) : number;
    Value maxUnique = b.constant(sizes.maxUnique);
    b.faultIf(b.isLess(maxUnique, total), tile::Fault::TooManyUniqueIds, total,
              maxUnique);
    use({offset, number, total});
  });
}

/// Sends the distinct ids of a partition, or of a replica's entries in it, to
/// the SparseCore that owns the rows, and tells their number plus one.
void LookupTask::sendIds(const EntryStream &stream, const Partition &part,
                         Value owner, Value me, Value replica) {
  Value block = b.addScaled(me, replica, sizes.sparseCores);
  Value total;
  findDistinct(stream, part, replica, [&](const DistinctIds &found) {
    Value slot = b.multiply(block, sizes.maxUnique);
    if (stream.carry)
      slot = b.add(slot, b.subtract(found.total, found.number));
    b.dmaRows(stream.lists.ids, found.offset, ids, slot, found.number, 1,
              owner);
    total = found.total;
  });
  if (stream.carry) // behind the loop over windows
    total = loadDistinct(stream);
  tile::SignalOp::create(b.builder, b.getLoc(), block,
                         b.add(total, b.constant(1)), owner);
}

void LookupTask::requestPartition(const EntryStream &stream,
                                  const Partition &part, Value owner,
                                  Value me) {
  Value maxIds = b.constant(sizes.maxIds);
  b.faultIf(b.isLess(maxIds, part.count), tile::Fault::TooManyIds, part.count,
            maxIds);
  if (plan.getReplicas() > 1) {
    // The limit is one of the whole partition, whatever the replicas.
    EntryStream idsAlone = stream;
    idsAlone.source.samples = idsAlone.source.gains = Value();
    findDistinct(idsAlone, part, Value(), [](const DistinctIds &) {});
  }
  b.forEachSplit(plan.getReplicas(), [&](Value replica) {
    sendIds(stream, part, owner, me, replica);
  });
}

void LookupTask::buildRequest() {
  Value pointers = allocPointers("request.row_pointers");
  EntryLists source{b.getArgument(Ids), {}, {}};
  if (plan.getReplicas() > 1)
    source = {source.ids, b.getArgument(Samples), b.getArgument(Gains)};
  EntryStream stream = b.allocEntries("request", source, plan.getListEntries(),
                                      plan.getRowStreaming());
  b.program("request", [&] {
    Value me =
        tile::SparseCoreIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    loadPointers(pointers);
    Value step = b.constant(sizes.tiles);
    b.loop(tile, b.constant(sizes.sparseCores), step, [&](Value owner) {
      Partition part = b.loadPartition(pointers, owner, sizes.capacity);
      requestPartition(stream, part, owner, me);
    });
  });
}

//===----------------------------------------------------------------------===//
// F2: gather
//===----------------------------------------------------------------------===//

/// Loads `count` ids that start at `slot` and writes their rows to the same
/// slots, slice by slice.
void LookupTask::gatherIds(Value slot, Value count) {
  Value zero = b.constant(0);
  int64_t w = sizes.width, slice = sizes.sliceWidth;
  b.dmaRows(ids, slot, shareIds, zero, count, 1);
  b.forEachSplit(plan.getVectorSplits(), [&](Value index) {
    Value column = b.addScaled(zero, index, slice);
    RowSource table{b.getArgument(Table), column, sizes.tableRows, w};
    b.gatherWindows(
        shareIds, Value(), count, table, rows, [&](Value first, Value number) {
          Value to = b.multiply(b.add(slot, first), w);
          b.dmaSlices(rows.rows, zero, slice, send,
                      b.addScaled(to, index, slice), w, number, slice);
        });
  });
}

/// A share that does not fit the list comes in pieces.
void LookupTask::gatherShare(Value slot, Value count, int64_t share) {
  int64_t piece = plan.getListEntries();
  if (share <= piece)
    return gatherIds(slot, count);
  Value zero = b.constant(0), step = b.constant(piece);
  b.loop(zero, count, step, [&](Value first) {
    Value number = b.minimum(b.subtract(count, first), step);
    gatherIds(b.add(slot, first), number);
  });
}

void LookupTask::buildGather() {
  // A source has no more distinct ids than ids.
  int64_t most = std::min(sizes.maxUnique, sizes.maxIds);
  int64_t share = llvm::divideCeil(most, sizes.tiles);
  shareIds = allocTile("gather.ids", tile::BufferClass::List,
                       {std::min(share, plan.getListEntries())}, i32);
  rows = allocRows("gather.rows");
  b.program("gather", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value blocks = b.constant(plan.getReplicas() * sizes.sparseCores);
    b.loop(zero, blocks, one, [&](Value block) {
      // Each tile takes an equal share of the rows that a source asked for.
      Value flag =
          tile::LoadFlagOp::create(b.builder, b.getLoc(), b.indexType(), block);
      Value count = b.subtract(flag, one);
      Value mine = b.ceilDivide(count, sizes.tiles);
      Value lower = b.minimum(b.multiply(tile, mine), count);
      Value upper = b.minimum(b.add(lower, mine), count);
      Value slot = b.add(b.multiply(block, sizes.maxUnique), lower);
      gatherShare(slot, b.subtract(upper, lower), share);
    });
  });
}

//===----------------------------------------------------------------------===//
// F4: combine
//===----------------------------------------------------------------------===//

/// Tile t combines the samples of chunk (k s + i) T + t in pass i over replica
/// k. Behind the last sample chunks are empty.
Chunk LookupTask::getChunk(Value tile, Value slice, Value replica, Value pass) {
  Value index = b.addScaled(tile, pass, sizes.tiles);
  index = b.addScaled(index, replica, plan.getSampleSplits() * sizes.tiles);
  Value all = b.constant(sizes.samples);
  Value lower = b.minimum(b.multiply(index, plan.getSamplesPerTile()), all);
  Value end = b.add(lower, b.constant(plan.getSamplesPerTile()));
  return {slice, replica, lower, b.minimum(end, all)};
}

/// Adds the rows of the entries of a window that are in the chunk.
void LookupTask::combineEntries(const EntryStream &stream,
                                const EntryWindow &window, const Chunk &chunk,
                                Value partition) {
  int64_t blockWords = sizes.maxUnique * sizes.width;
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
  Value base = b.multiply(partition, blockWords);
  base = b.addScaled(base, chunk.replica, sizes.sparseCores * blockWords);
  base = b.addScaled(base, chunk.slice, sizes.sliceWidth);
  b.accumulate(stream.lists, window.offset, kept,
               {receive, base, sizes.maxUnique, sizes.width}, rows,
               activations);
}

void LookupTask::combineChunk(const EntryStream &stream, const Chunk &chunk,
                              Value pointers) {
  Value zero = b.constant(0), one = b.constant(1);
  int64_t w = sizes.width, slice = sizes.sliceWidth;
  Value count = b.subtract(chunk.upper, chunk.lower);
  Value first =
      b.addScaled(b.multiply(chunk.lower, w), chunk.slice, sizes.sliceWidth);
  b.dmaSlices(b.getArgument(Init), first, w, activations, zero, slice, count,
              slice);
  b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value partition) {
    Partition part = b.loadPartition(pointers, partition, sizes.capacity);
    b.forEachWindow(stream, part, [&](const EntryWindow &window) {
      combineEntries(stream, window, chunk, partition);
    });
  });
  b.dmaSlices(activations, zero, slice, b.getArgument(Result), first, w, count,
              slice);
}

void LookupTask::buildCombine() {
  Value pointers = allocPointers("combine.row_pointers");
  EntryLists source{b.getArgument(Ids), b.getArgument(Samples),
                    b.getArgument(Gains)};
  EntryStream stream = b.allocEntries("combine", source, plan.getListEntries(),
                                      plan.getRowStreaming());
  activations = allocTile("combine.activations", tile::BufferClass::Activations,
                          {plan.getSamplesPerTile(), sizes.sliceWidth}, f32);
  rows = allocRows("combine.rows");
  // A tile without samples has nothing to do.
  auto combine = [&](Value tile, Value slice, Value replica, Value pass) {
    Chunk chunk = getChunk(tile, slice, replica, pass);
    b.ifTrue(b.isLess(chunk.lower, chunk.upper), [&] {
      loadPointers(pointers);
      combineChunk(stream, chunk, pointers);
    });
  };
  b.program("combine", [&] {
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
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
  buildRequest();
  buildGather();
  buildCombine();
  buildSequencer();
  if (plan.getRowStreaming())
    b.setDmaFlags(TaskBuilder::kListDmaFlags);
  b.setLookup(op.getTableName(),
              {{"max_ids", sizes.maxIds},
               {"max_unique_ids", sizes.maxUnique},
               {"width", sizes.width},
               {"samples", sizes.samples},
               {"table_rows", sizes.tableRows},
               {"sparse_cores", sizes.sparseCores}},
              plan);
  return b.getTask();
}

tile::TaskOp buildLookupTask(SparseDenseMatmulOp op, ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles) {
  return LookupTask(op, module, groups, tiles).build();
}

} // namespace sc
