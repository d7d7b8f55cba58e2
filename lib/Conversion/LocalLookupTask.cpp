//===-- LocalLookupTask.cpp - a lookup without exchange -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The local form: every tile of the device scans the whole list, keeps its own
// samples and gathers rows straight from the table.

#include "RowReader.h"

using namespace mlir;

namespace sc {

namespace {

/// The first arguments; the last one is the result.
enum Argument : unsigned { Table, Ids, Samples, Gains, Init, Scale };

class LocalLookupTask {
public:
  LocalLookupTask(SparseDenseMatmulLocalOp op, ModuleOp module,
                  const DeviceGroups &groups, int64_t tiles);
  tile::TaskOp build();

private:
  void allocTile();
  void buildCombine();
  void combineList(Value first, Value lower, Value upper);

  SparseDenseMatmulLocalOp op;
  int64_t entries, samples, tableRows, width, samplesPerTile, tiles;
  PlanAttr plan;
  TaskBuilder b;
  StoredRows stored;
  RowReader reader;
  EntryLists list;
  Value activations;
};

} // namespace

static int64_t getRows(Value value) {
  return cast<RankedTensorType>(value.getType()).getDimSize(0);
}

static SmallVector<TaskArgument> getArguments(SparseDenseMatmulLocalOp op) {
  Builder builder(op.getContext());
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  int64_t entries = getRows(op.getIds());
  TaskArgument samples{f32, getRows(op.getInit()) * op.getWidth(), false};
  StoredRows stored(op);
  SmallVector<TaskArgument> arguments = {
      {stored.type, getRows(op.getTable()) * stored.rowElements, false},
      {i32, entries, false},
      {i32, entries, false},
      {f32, entries, false},
      samples};
  if (op.getScale())
    arguments.push_back({f32, getRows(op.getScale()), false});
  arguments.push_back(samples);
  return arguments;
}

LocalLookupTask::LocalLookupTask(SparseDenseMatmulLocalOp op, ModuleOp module,
                                 const DeviceGroups &groups, int64_t tiles)
    : op(op), entries(getRows(op.getIds())), samples(getRows(op.getInit())),
      tableRows(getRows(op.getTable())), width(op.getWidth()),
      samplesPerTile(llvm::divideCeil(
          samples, static_cast<int64_t>(op.getSparseCores()) * tiles)),
      tiles(tiles), plan(*op.getPlan()),
      b(module, op.getLoc(), "lookup_" + op.getTableName().str(),
        op.getSparseCores(), groups, getArguments(op), /*flags=*/0),
      stored(op), reader(b, stored, plan, QuantizationAttr()) {}

void LocalLookupTask::allocTile() {
  using tile::BufferClass, tile::Space;
  Type i32 = b.builder.getI32Type(), f32 = b.builder.getF32Type();
  int64_t n = plan.getListEntries();
  auto alloc = [&](StringRef name, BufferClass bufferClass,
                   ArrayRef<int64_t> shape, Type type) {
    return b.alloc(name, bufferClass, Space::TileSpmem, shape, type);
  };
  list.ids = alloc("combine.ids", BufferClass::List, {n}, i32);
  list.samples = alloc("combine.samples", BufferClass::List, {n}, i32);
  list.gains = alloc("combine.gains", BufferClass::List, {n}, f32);
  activations = alloc("combine.activations", BufferClass::Activations,
                      {samplesPerTile, width}, f32);
  reader.alloc("combine");
}

void LocalLookupTask::combineList(Value first, Value lower, Value upper) {
  Value zero = b.constant(0);
  Value most = b.constant(plan.getListEntries());
  Value number = b.minimum(b.subtract(b.constant(entries), first), most);
  b.dmaRows(b.getArgument(Ids), first, list.ids, zero, number, 1);
  b.dmaRows(b.getArgument(Samples), first, list.samples, zero, number, 1);
  b.dmaRows(b.getArgument(Gains), first, list.gains, zero, number, 1);
  Value kept = b.select(tile::SelectMode::KeepIds, list, {{}, number, {}},
                        lower, upper, samples);
  reader.accumulate(list, Value(), kept,
                    {b.getArgument(Table), zero, tableRows, stored.rowElements},
                    Value(), activations);
}

void LocalLookupTask::buildCombine() {
  b.program("combine", [&] {
    reader.loadScale(op.getScale() ? b.getArgument(Scale) : Value());
    Value zero = b.constant(0), all = b.constant(samples);
    Value core =
        tile::SparseCoreIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value tile = tile::TileIdOp::create(b.builder, b.getLoc(), b.indexType());
    Value index = b.add(b.multiply(core, tiles), tile);
    Value lower = b.minimum(b.multiply(index, samplesPerTile), all);
    Value upper = b.minimum(b.add(lower, b.constant(samplesPerTile)), all);
    b.ifTrue(b.isLess(lower, upper), [&] {
      Value count = b.subtract(upper, lower);
      Value first = b.multiply(lower, width);
      b.dmaRows(b.getArgument(Init), first, activations, zero, count, width);
      Value step = b.constant(plan.getListEntries());
      b.loop(zero, b.constant(entries), step,
             [&](Value at) { combineList(at, lower, upper); });
      Value result = b.getTask().getBody().getArguments().back();
      b.dmaRows(activations, zero, result, first, count, width);
    });
  });
}

tile::TaskOp LocalLookupTask::build() {
  allocTile();
  buildCombine();
  b.sequencer([&] {
    tile::LaunchOp::create(b.builder, b.getLoc(), "combine",
                           DenseI64ArrayAttr());
  });
  // Limits are positive in the file, also those of an empty list.
  int64_t limit = std::max<int64_t>(1, entries);
  b.setLookup(op.getTableName(),
              {{"max_ids", limit},
               {"max_unique_ids", limit},
               {"width", width},
               {"samples", samples},
               {"table_rows", tableRows},
               {"sparse_cores", 1}},
              plan);
  return b.getTask();
}

tile::TaskOp buildLocalLookupTask(SparseDenseMatmulLocalOp op, ModuleOp module,
                                  const DeviceGroups &groups, int64_t tiles) {
  return LocalLookupTask(op, module, groups, tiles).build();
}

} // namespace sc
