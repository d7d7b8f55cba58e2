//===-- LookupTask.cpp - a lookup with exchange on the machine ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps F1 to F4 of a forward lookup, see docs/Machine.md: request distinct
// ids, gather rows at their owners, exchange them, combine them into samples.

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
  int64_t capacity; // entries of one SparseCore's slice of the COO buffer
};

class LookupTask {
public:
  LookupTask(SparseDenseMatmulOp op, ModuleOp module,
             const DeviceGroups &groups, int64_t tiles);
  tile::TaskOp build();

private:
  void allocStack();
  void buildSequencer();
  void buildRequest();
  void buildGather();
  void buildCombine();
  void combinePartition(Value partition, Value rowPointers, Value lower,
                        Value upper);

  SparseDenseMatmulOp op;
  LookupSizes sizes;
  PlanAttr plan;
  TaskBuilder b;
  Type i32, f32;
  Value ids, send, receive; // stack in HBM
  EntryLists list;
  Value activations, rows; // of a tile
};

} // namespace

static LookupSizes getSizes(SparseDenseMatmulOp op, int64_t tiles) {
  int64_t group = op.getGroupSparseCores();
  int64_t entries = op.getIds().getType().getDimSize(0);
  return {group,
          tiles,
          op.getSamplesPerSparseCore(),
          op.getWidth(),
          op.getLimits().getMaxIds(),
          op.getLimits().getMaxUniqueIds(),
          op.getTableRowsPerSparseCore(),
          getRowPointersPerSparseCore(group),
          entries / static_cast<int64_t>(op.getSparseCores())};
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
    : op(op), sizes(getSizes(op, tiles)), plan(*op.getPlan()),
      b(module, op.getLoc(), "lookup_" + op.getTableName().str(),
        op.getSparseCores(), groups, getArguments(op, sizes),
        /*flags=*/2 * sizes.sparseCores),
      i32(b.builder.getI32Type()), f32(b.builder.getF32Type()) {}

void LookupTask::allocStack() {
  using tile::BufferClass, tile::Space;
  int64_t p = sizes.sparseCores, u = sizes.maxUnique, w = sizes.width;
  ids = b.alloc("ids", BufferClass::Stack, Space::Hbm, {p, u}, i32);
  send = b.alloc("send", BufferClass::Stack, Space::Hbm, {p, u, w}, f32);
  receive = b.alloc("receive", BufferClass::Stack, Space::Hbm, {p, u, w}, f32);
}

void LookupTask::buildSequencer() {
  int64_t p = sizes.sparseCores;
  // Flags 0 .. P-1: a source has sent its ids. P .. 2P-1: its rows are here.
  auto counts = b.builder.getDenseI64ArrayAttr({0, p});
  auto rowsHere = b.builder.getDenseI64ArrayAttr({p, p});
  b.sequencer([&] {
    Location location = b.getLoc();
    tile::LaunchOp::create(b.builder, location, "request", DenseI64ArrayAttr());
    tile::LaunchOp::create(b.builder, location, "gather", counts);
    tile::AllToAllOp::create(
        b.builder, location, send, receive, b.builder.getI64IntegerAttr(0),
        b.builder.getI64IntegerAttr(p), DenseI64ArrayAttr());
    tile::LaunchOp::create(b.builder, location, "combine", rowsHere);
  });
}

void LookupTask::buildRequest() {
  Value pointers =
      b.alloc("request.row_pointers", tile::BufferClass::RowPointers,
              tile::Space::Smem, {sizes.rowPointers}, i32);
  Value list = b.alloc("request.ids", tile::BufferClass::List,
                       tile::Space::TileSpmem, {plan.getListEntries()}, i32);
  b.program("request", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value me =
        tile::SparseCoreIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    b.dmaRows(b.getArgument(RowPointers), zero, pointers, zero, one,
              sizes.rowPointers);
    Value step = b.constant(sizes.tiles);
    b.loop(tile, b.constant(sizes.sparseCores), step, [&](Value owner) {
      Partition part = b.loadPartition(pointers, owner, sizes.capacity);
      Value maxIds = b.constant(sizes.maxIds);
      b.faultIf(b.isLess(maxIds, part.count), tile::Fault::TooManyIds,
                part.count, maxIds);
      b.dma(b.getArgument(Ids), part.start, list, zero, part.count);
      Value distinct = tile::RunsOp::create(
          b.builder, b.getLoc(), b.indexType(), list, zero, part.count);
      Value maxUnique = b.constant(sizes.maxUnique);
      b.faultIf(b.isLess(maxUnique, distinct), tile::Fault::TooManyUniqueIds,
                distinct, maxUnique);
      b.dmaRows(list, zero, ids, b.multiply(me, sizes.maxUnique), distinct, 1,
                owner);
      tile::SignalOp::create(b.builder, b.getLoc(), me, b.add(distinct, one),
                             owner);
    });
  });
}

void LookupTask::buildGather() {
  using tile::BufferClass, tile::Space;
  int64_t k = plan.getWindowRows(), w = sizes.width;
  // A source asks for no more ids than a partition has.
  int64_t requested = std::min(sizes.maxUnique, sizes.maxIds);
  int64_t share = llvm::divideCeil(requested, sizes.tiles);
  Value list =
      b.alloc("gather.ids", BufferClass::List, Space::TileSpmem, {share}, i32);
  Value window = b.alloc("gather.rows", BufferClass::Window, Space::TileSpmem,
                         {k, w}, f32);
  b.program("gather", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value source) {
      // Each tile takes an equal share of the rows that a source asked for.
      Value flag = tile::LoadFlagOp::create(b.builder, b.getLoc(),
                                            b.indexType(), source);
      Value count = b.subtract(flag, one);
      Value rows = b.ceilDivide(count, sizes.tiles);
      Value lower = b.minimum(b.multiply(tile, rows), count);
      Value upper = b.minimum(b.add(lower, rows), count);
      Value slot = b.add(b.multiply(source, sizes.maxUnique), lower);
      Value number = b.subtract(upper, lower);
      b.dmaRows(ids, slot, list, zero, number, 1);
      RowWindow windows{window, k, plan.getWindowBuffers(), w};
      b.windows(zero, number, windows, [&](Value first, Value size) {
        tile::GatherRowsOp::create(
            b.builder, b.getLoc(), b.getArgument(Table), zero,
            b.builder.getI64IntegerAttr(sizes.tableRows), list, first, window,
            zero, size, Value(), b.builder.getI64IntegerAttr(w));
        b.dmaRows(window, zero, send, b.multiply(b.add(slot, first), w), size,
                  w);
      });
    });
  });
}

void LookupTask::combinePartition(Value partition, Value rowPointers,
                                  Value lower, Value upper) {
  Value zero = b.constant(0);
  Partition part = b.loadPartition(rowPointers, partition, sizes.capacity);
  b.dma(b.getArgument(Ids), part.start, list.ids, zero, part.count);
  b.dma(b.getArgument(Samples), part.start, list.samples, zero, part.count);
  b.dma(b.getArgument(Gains), part.start, list.gains, zero, part.count);
  Value kept = b.select(tile::SelectMode::Slots, list, part.count, lower, upper,
                        sizes.samples);
  Value base = b.multiply(partition, sizes.maxUnique * sizes.width);
  b.accumulate(
      list, kept, receive, base, sizes.maxUnique,
      {rows, plan.getWindowRows(), plan.getWindowBuffers(), sizes.width},
      activations);
}

void LookupTask::buildCombine() {
  using tile::BufferClass, tile::Space;
  int64_t n = plan.getListEntries(), w = sizes.width;
  int64_t perTile = llvm::divideCeil(sizes.samples, sizes.tiles);
  auto allocTile = [&](StringRef name, BufferClass bufferClass,
                       ArrayRef<int64_t> shape, Type type) {
    return b.alloc(name, bufferClass, Space::TileSpmem, shape, type);
  };
  Value pointers = b.alloc("combine.row_pointers", BufferClass::RowPointers,
                           Space::Smem, {sizes.rowPointers}, i32);
  list.ids = allocTile("combine.ids", BufferClass::List, {n}, i32);
  list.samples = allocTile("combine.samples", BufferClass::List, {n}, i32);
  list.gains = allocTile("combine.gains", BufferClass::List, {n}, f32);
  activations = allocTile("combine.activations", BufferClass::Activations,
                          {perTile, w}, f32);
  rows = allocTile("combine.rows", BufferClass::Window,
                   {plan.getWindowRows(), w}, f32);
  b.program("combine", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value all = b.constant(sizes.samples);
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value lower = b.minimum(b.multiply(tile, perTile), all);
    Value upper = b.minimum(b.add(lower, b.constant(perTile)), all);
    b.ifTrue(b.isLess(lower, upper), [&] {
      Value count = b.subtract(upper, lower);
      Value first = b.multiply(lower, w);
      b.dmaRows(b.getArgument(RowPointers), zero, pointers, zero, one,
                sizes.rowPointers);
      b.dmaRows(b.getArgument(Init), first, activations, zero, count, w);
      b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value partition) {
        combinePartition(partition, pointers, lower, upper);
      });
      b.dmaRows(activations, zero, b.getArgument(Result), first, count, w);
    });
  });
}

tile::TaskOp LookupTask::build() {
  allocStack();
  buildRequest();
  buildGather();
  buildCombine();
  buildSequencer();
  b.setLookup(op.getTableName(), {{"max_ids", sizes.maxIds},
                                  {"max_unique_ids", sizes.maxUnique},
                                  {"width", sizes.width},
                                  {"samples", sizes.samples},
                                  {"table_rows", sizes.tableRows},
                                  {"sparse_cores", sizes.sparseCores},
                                  {"window_rows", plan.getWindowRows()},
                                  {"window_buffers", plan.getWindowBuffers()}});
  return b.getTask();
}

tile::TaskOp buildLookupTask(SparseDenseMatmulOp op, ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles) {
  return LookupTask(op, module, groups, tiles).build();
}

} // namespace sc
