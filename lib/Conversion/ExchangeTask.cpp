//===-- ExchangeTask.cpp - what lookups and updates share -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, row pointers, replicas, and step F1 of docs/Machine.md.

#include "ExchangeTask.h"

using namespace mlir;

namespace sc {

static ExchangeSizes getSizes(EmbeddingOp op, int64_t tiles) {
  PlanAttr plan = op.getPlanAttr();
  int64_t group = op.getGroupSparseCores();
  int64_t cores = op.getSparseCores();
  return {group,
          tiles,
          op.getSamplesPerSparseCore(),
          op.getWidth(),
          op.getLimits().getMaxIds(),
          op.getLimits().getMaxUniqueIds(),
          op.getTableRowsPerSparseCore(),
          getRowPointersPerSparseCore(group),
          getNumRows(op.getIds().getType()) / (op.isMinibatched() ? 1 : cores),
          op.getWidth() / plan.getVectorSplits(),
          plan.getSampleSplits() * tiles * plan.getSamplesPerTile(),
          group * plan.getReplicas()};
}

/// The four lists: a SparseCore's slice of them, or with minibatches the whole.
static SmallVector<TaskArgument> getArguments(EmbeddingOp op,
                                              const ExchangeSizes &sizes,
                                              ArrayRef<TaskArgument> rest) {
  Builder builder(op->getContext());
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  bool isSlice = !op.isMinibatched();
  int64_t pointers =
      isSlice ? sizes.rowPointers : getNumRows(op.getRowPointers().getType());
  SmallVector<TaskArgument> arguments = {{i32, pointers, isSlice},
                                         {i32, sizes.capacity, isSlice},
                                         {i32, sizes.capacity, isSlice},
                                         {f32, sizes.capacity, isSlice}};
  llvm::append_range(arguments, rest);
  return arguments;
}

/// Minibatches take flags for their index, and two for each peer.
static int64_t countFlags(EmbeddingOp op, const ExchangeSizes &sizes,
                          int64_t ownFlags) {
  int64_t flags = 2 * sizes.blocks + ownFlags;
  return op.isMinibatched() ? flags + 1 + 2 * sizes.sparseCores : flags;
}

ExchangeTask::ExchangeTask(EmbeddingOp op, ModuleOp module, StringRef name,
                           const DeviceGroups &groups, int64_t tiles,
                           ArrayRef<TaskArgument> rest, int64_t flags)
    : op(op), plan(op.getPlanAttr()), sizes(getSizes(op, tiles)),
      b(module, op->getLoc(), name, op.getSparseCores(), groups,
        getArguments(op, sizes, rest), countFlags(op, sizes, flags)),
      i32(b.builder.getI32Type()), f32(b.builder.getF32Type()),
      numOwnFlags(flags) {}

void ExchangeTask::finish() {
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
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Value ExchangeTask::allocTile(const Twine &name, tile::BufferClass bufferClass,
                              ArrayRef<int64_t> shape, Type type) {
  return b.alloc(name.str(), bufferClass, tile::Space::TileSpmem, shape, type);
}

RowWindow ExchangeTask::allocRows(StringRef name, Type type, int64_t width) {
  int64_t rows = plan.getWindowRows();
  return {allocTile(name, tile::BufferClass::Window, {rows, width}, type), rows,
          plan.getWindowBuffers(), width};
}

/// With minibatches the pointer in front of the first one is there too.
RowPointers ExchangeTask::allocPointers(StringRef name) {
  int64_t words = sizes.rowPointers + (op.isMinibatched() ? 1 : 0);
  return {b.alloc(name, tile::BufferClass::RowPointers, tile::Space::Smem,
                  {words}, i32),
          Value()};
}

EntryStream ExchangeTask::allocEntries(StringRef prefix, bool idsAlone) {
  EntryLists source{b.getArgument(IdsArgument), {}, {}};
  if (!idsAlone)
    source = {source.ids, b.getArgument(SamplesArgument),
              b.getArgument(GainsArgument)};
  return b.allocEntries(prefix, source, plan.getListEntries(),
                        plan.getRowStreaming());
}

//===----------------------------------------------------------------------===//
// Within a tile program
//===----------------------------------------------------------------------===//

Value ExchangeTask::getTile() {
  return tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
}

Value ExchangeTask::getSparseCore() {
  return tile::SparseCoreIdOp::create(b.builder, b.getLoc(), b.indexType());
}

Value ExchangeTask::loadFlag(Value flag) {
  return tile::LoadFlagOp::create(b.builder, b.getLoc(), b.indexType(), flag);
}

Value ExchangeTask::loadMinibatch() {
  Value flag = loadFlag(getMinibatchFlag());
  return b.subtract(flag, b.constant(1));
}

/// Block s M + m of R pointers is that of SparseCore s of the device and
/// minibatch m of M. The pointer in front of it is word 0, unless there is
/// none.
void ExchangeTask::loadPointers(RowPointers &pointers) {
  Value zero = b.constant(0), one = b.constant(1);
  Value source = b.getArgument(PointersArgument);
  if (!op.isMinibatched())
    return b.dmaRows(source, zero, pointers.buffer, zero, one,
                     sizes.rowPointers);
  Value me = getSparseCore();
  Value agreed = loadFlag(b.add(me, b.constant(getAgreeFlag())));
  Value minibatches = b.subtract(agreed, one);
  Value cores = b.constant(op.getSparseCores());
  Value core = arith::RemSIOp::create(b.builder, b.getLoc(), me, cores);
  Value minibatch = loadMinibatch();
  Value block = b.add(b.multiply(core, minibatches), minibatch);
  Value isLater = b.minimum(block, one);
  Value first = b.multiply(block, sizes.rowPointers);
  Value count = b.add(b.constant(sizes.rowPointers), isLater);
  Value from = b.subtract(first, isLater), to = b.subtract(one, isLater);
  b.dmaRows(source, from, pointers.buffer, to, count, 1);
  pointers.block = block;
}

std::pair<Value, Value> ExchangeTask::getShare(Value tile, Value count) {
  Value mine = b.ceilDivide(count, sizes.tiles);
  Value lower = b.minimum(b.multiply(tile, mine), count);
  Value upper = b.minimum(b.add(lower, mine), count);
  return {lower, upper};
}

Chunk ExchangeTask::getChunk(Value tile, Value slice, Value replica,
                             Value pass) {
  Value index = b.addScaled(tile, pass, sizes.tiles);
  index = b.addScaled(index, replica, plan.getSampleSplits() * sizes.tiles);
  Value all = b.constant(sizes.samples);
  Value lower = b.minimum(b.multiply(index, plan.getSamplesPerTile()), all);
  Value end = b.add(lower, b.constant(plan.getSamplesPerTile()));
  return {slice, replica, lower, b.minimum(end, all)};
}

Value ExchangeTask::keepReplica(const EntryStream &stream,
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

/// Distinct ids that begin in a window: where they are in the list of ids, how
/// many they are, and how many the list has up to here.
struct ExchangeTask::DistinctIds {
  Value offset;
  Value number;
  Value total;
};

/// What the program `request` works with.
struct ExchangeTask::Request {
  EntryStream stream;
  Value received; // of the owners
  Value me;
  std::optional<int64_t> ownFlag;
};

/// Number of distinct ids in the windows of a list so far.
Value ExchangeTask::loadDistinct(const EntryStream &stream) {
  return tile::LoadOp::create(b.builder, b.getLoc(), b.indexType(),
                              stream.carry, b.constant(1));
}

/// Finds the distinct ids of a partition, or of its entries of one replica, and
/// calls `use` for those that begin in each window.
void ExchangeTask::findDistinct(const EntryStream &stream,
                                const Partition &part, Value replica,
                                bool mustAscend,
                                function_ref<void(const DistinctIds &)> use) {
  b.forEachWindow(stream, part, [&](const EntryWindow &window) {
    Value count = keepReplica(stream, window, replica);
    Value offset = window.offset ? window.offset : b.constant(0);
    Value number = tile::RunsOp::create(
        b.builder, b.getLoc(), b.indexType(), stream.lists.ids, offset, count,
        stream.carry, window.carried, mustAscend);
    Value total = stream.carry ? loadDistinct(stream) : number;
    Value maxUnique = b.constant(sizes.maxUnique);
    b.faultIf(b.isLess(maxUnique, total), tile::Fault::TooManyUniqueIds, total,
              maxUnique);
    use({offset, number, total});
  });
}

/// Sends the distinct ids of a partition, or of a replica's entries in it, to
/// the SparseCore that owns the rows, and tells their number plus one.
void ExchangeTask::sendIds(const Request &request, const Partition &part,
                           Value owner, Value replica) {
  const EntryStream &stream = request.stream;
  Value block = b.addScaled(request.me, replica, sizes.sparseCores);
  Value total;
  findDistinct(stream, part, replica, request.ownFlag.has_value(),
               [&](const DistinctIds &found) {
                 Value slot = b.multiply(block, sizes.maxUnique);
                 if (stream.carry)
                   slot = b.add(slot, b.subtract(found.total, found.number));
                 b.dmaRows(stream.lists.ids, found.offset, request.received,
                           slot, found.number, 1, owner);
                 total = found.total;
               });
  if (stream.carry) // behind the loop over windows
    total = loadDistinct(stream);
  Value value = b.add(total, b.constant(1));
  tile::SignalOp::create(b.builder, b.getLoc(), block, value, owner);
  if (!request.ownFlag)
    return;
  Value flag = b.addScaled(owner, replica, sizes.sparseCores);
  flag = b.add(flag, b.constant(*request.ownFlag));
  tile::SignalOp::create(b.builder, b.getLoc(), flag, value, Value());
}

void ExchangeTask::requestPartition(const Request &request,
                                    const Partition &part, Value owner) {
  Value maxIds = b.constant(sizes.maxIds);
  b.faultIf(b.isLess(maxIds, part.count), tile::Fault::TooManyIds, part.count,
            maxIds);
  if (plan.getReplicas() > 1) {
    // The limit is one of the whole partition, whatever the replicas.
    EntryStream idsAlone = request.stream;
    idsAlone.source.samples = idsAlone.source.gains = Value();
    findDistinct(idsAlone, part, Value(), request.ownFlag.has_value(),
                 [](const DistinctIds &) {});
  }
  b.forEachSplit(plan.getReplicas(), [&](Value replica) {
    sendIds(request, part, owner, replica);
  });
}

void ExchangeTask::buildRequest(Value received,
                                std::optional<int64_t> ownFlag) {
  RowPointers pointers = allocPointers("request.row_pointers");
  Request request{allocEntries("request", /*idsAlone=*/plan.getReplicas() == 1),
                  received, Value(), ownFlag};
  b.program("request", [&] {
    request.me = getSparseCore();
    Value tile = getTile();
    loadPointers(pointers);
    Value step = b.constant(sizes.tiles);
    b.loop(tile, b.constant(sizes.sparseCores), step, [&](Value owner) {
      Partition part = getPartition(pointers, owner);
      requestPartition(request, part, owner);
    });
  });
}

} // namespace sc
