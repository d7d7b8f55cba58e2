//===-- UpdateTask.cpp - an update on the machine -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sequencer of an update, and its first step.

#include "UpdateTask.h"

using namespace mlir;

namespace sc {

//===----------------------------------------------------------------------===//
// Task
//===----------------------------------------------------------------------===//

/// Gradients, table, slots, hyperparameters, number of minibatches.
static SmallVector<TaskArgument> getArguments(SparseDenseMatmulGradOp op) {
  Builder builder(op.getContext());
  Type f32 = builder.getF32Type();
  EmbeddingOp update = op;
  int64_t width = update.getWidth();
  SmallVector<TaskArgument> arguments = {
      {f32, update.getSamplesPerSparseCore() * width, true}};
  arguments.append(op.getSlots().size() + 1,
                   {f32, update.getTableRowsPerSparseCore() * width, true});
  for (Value parameter : op.getHyperparameters()) {
    auto type = cast<RankedTensorType>(parameter.getType());
    arguments.push_back({type.getElementType(), type.getNumElements(), false});
  }
  if (update.isMinibatched())
    arguments.push_back({builder.getI32Type(), 1, false});
  return arguments;
}

/// Flags of an update, besides those of each exchange.
static int64_t countOwnFlags(SparseDenseMatmulGradOp op) {
  EmbeddingOp update = op;
  return update.getGroupSparseCores() * op.getPlanAttr().getReplicas() + 1;
}

UpdateTask::UpdateTask(SparseDenseMatmulGradOp op, ModuleOp module,
                       const DeviceGroups &groups, int64_t tiles,
                       OptimizerCode code)
    : ExchangeTask(op, module, "update_" + op.getTableName().str(), groups,
                   tiles, getArguments(op), countOwnFlags(op)),
      update(op), code(std::move(code)) {
  minibatchesArgument =
      FirstSlotArgument + op.getSlots().size() + op.getHyperparameters().size();
}

void UpdateTask::allocStack() {
  using tile::BufferClass, tile::Space;
  int64_t u = sizes.maxUnique, w = sizes.width, blocks = sizes.blocks;
  auto alloc = [&](StringRef name, ArrayRef<int64_t> shape, Type type) {
    return b.alloc(name, BufferClass::Stack, Space::Hbm, shape, type);
  };
  send = alloc("send", {blocks, u, w}, f32);
  receive = alloc("receive", {blocks, u, w}, f32);
  merged = alloc("merged", {blocks * u, w}, f32);
  receivedIds = alloc("received_ids", {blocks, u}, i32);
  mergedIds = alloc("merged_ids", {blocks * u}, i32);
  gradients = b.alloc("gradients", BufferClass::Activations, Space::Spmem,
                      {getPassSamples(), sizes.sliceWidth}, f32);
}

Value UpdateTask::getColumn(Value slice) {
  return b.addScaled(b.constant(0), slice, sizes.sliceWidth);
}

//===----------------------------------------------------------------------===//
// B1: sort
//===----------------------------------------------------------------------===//

/// Minibatched partitions are not sorted; merging needs ascending ids.
void UpdateTask::buildSort() {
  if (!op.isMinibatched())
    return;
  RowPointers pointers = allocPointers("sort.row_pointers");
  EntryStream stream = allocEntries("sort");
  b.program("sort", [&] {
    Value zero = b.constant(0);
    Value tile = getTile();
    loadPointers(pointers);
    Value step = b.constant(sizes.tiles);
    b.loop(tile, b.constant(sizes.sparseCores), step, [&](Value owner) {
      Partition part = getPartition(pointers, owner);
      Value most = b.constant(sizes.maxIds);
      b.faultIf(b.isLess(most, part.count), tile::Fault::TooManyIds, part.count,
                most);
      b.forEachWindow(stream, part, [&](const EntryWindow &window) {
        tile::SortOp::create(b.builder, b.getLoc(), stream.lists.ids,
                             stream.lists.samples, stream.lists.gains, zero,
                             window.count);
      });
      for (Value EntryLists::*list :
           {&EntryLists::ids, &EntryLists::samples, &EntryLists::gains})
        b.dmaRows(stream.lists.*list, zero, stream.source.*list, part.start,
                  part.count, 1);
    });
  });
}

//===----------------------------------------------------------------------===//
// Sequencer
//===----------------------------------------------------------------------===//

void UpdateTask::launchPasses() {
  auto launchOne = [&] {
    launch("stage");
    launch("sum");
  };
  if (getPasses() == 1)
    return launchOne();
  Value zero = b.constant(0), one = b.constant(1);
  b.loop(zero, b.constant(getPasses()), one, [&](Value pass) {
    signalOwn(getPassFlag(), b.add(pass, one));
    launchOne();
    clearFlags(getPassFlag(), 1);
  });
}

tile::TaskOp UpdateTask::build() {
  allocStack();
  buildCount();
  buildSort();
  buildRequest(receivedIds, getSentFlag());
  buildStage();
  buildSum();
  buildApply();
  buildSequencer([&] {
    if (op.isMinibatched())
      launch("sort");
    launch("request");
    launchPasses();
    exchange(send, receive, getSentFlag());
    launch("apply", {getCountFlag(), 2 * sizes.blocks});
  });
  finish();
  return b.getTask();
}

tile::TaskOp buildUpdateTask(SparseDenseMatmulGradOp op, ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles) {
  FailureOr<OptimizerCode> code = translateOptimizer(op);
  assert(succeeded(code) && "checked before");
  return UpdateTask(op, module, groups, tiles, std::move(*code)).build();
}

} // namespace sc
