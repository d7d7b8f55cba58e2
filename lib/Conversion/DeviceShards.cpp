//===-- DeviceShards.cpp - parts of global values on devices --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which shards the devices have already.

#include "DeviceShards.h"

using namespace mlir;

namespace sc {

/// Copies each device's shard of a global value to the device, or back; where
/// devices hold the same shard, one of them gives it back.
void DeviceShards::copy(sdy::ManualComputationOp op,
                        sdy::TensorShardingAttr sharding, Value globalBuffer,
                        Type globalType, Value shard, Type shardType,
                        bool toDevices) {
  ArrayRef<int64_t> global = cast<RankedTensorType>(globalType).getShape();
  ArrayRef<int64_t> local = cast<RankedTensorType>(shardType).getShape();
  SmallVector<int64_t> offsets;
  if (!isTrial)
    offsets = getShardOffsets(sharding, op.getMesh(), op.getManualAxes(),
                              global, local, /*once=*/!toDevices);
  // On one device all values are in HBM and nothing is cut.
  bool isTransfer =
      tile::getSpace(globalBuffer.getType()) != tile::getSpace(shard.getType());
  std::optional<ArrayRef<int64_t>> devices;
  if (isTransfer)
    devices = offsets;
  StridedView whole{globalBuffer, 0, getDenseStrides(global)};
  StridedView part{shard, 0, getDenseStrides(local)};
  schedule.copy(op.getLoc(), toDevices ? whole : part, toDevices ? part : whole,
                local, devices);
}

Value DeviceShards::copyIn(sdy::ManualComputationOp op, unsigned index) {
  Value operand = op.getTensors()[index];
  Type type = op.getBodyBlock()->getArgument(index).getType();
  Value whole = schedule.getBuffer(operand);
  bool isOnDevice = tile::getSpace(whole.getType()) == tile::Space::Hbm;
  if (isOnDevice && operand.getType() == type)
    return whole;
  auto alloc = whole.getDefiningOp<tile::AllocOp>();
  bool isArgument = alloc.getBufferClass() == tile::BufferClass::Argument;
  sdy::TensorShardingAttr sharding = op.getInShardingList()[index];
  std::pair<Value, Key> key = {whole, {sharding, type}};
  if (Value known = isArgument ? shards.lookup(key) : Value())
    return known;
  Value shard =
      isArgument ? schedule.alloc(op.getLoc(), type, tile::Space::Hbm,
                                  tile::BufferClass::Argument, alloc.getName())
                 : schedule.allocValue(op.getLoc(), type).front();
  copy(op, sharding, whole, operand.getType(), shard, type, /*toDevices=*/true);
  if (isArgument) {
    shards[key] = shard;
    wholes[shard] = key;
  }
  return shard;
}

Value DeviceShards::copyOut(sdy::ManualComputationOp op, unsigned index) {
  Type type = op.getResult(index).getType();
  Value local = op.getBodyBlock()->getTerminator()->getOperand(index);
  Value whole = schedule.allocValue(op.getLoc(), type).front();
  copy(op, op.getOutShardingList()[index], whole, type,
       schedule.getBuffer(local), local.getType(), /*toDevices=*/false);
  return whole;
}

bool DeviceShards::isReadAfter(Value buffer, Operation *op) const {
  auto found = wholes.find(buffer);
  if (found == wholes.end())
    return false;
  auto [whole, key] = found->second;
  auto [sharding, type] = key;
  return schedule.isReadAfter(whole, op, [&](OpOperand &use) {
    auto manual = dyn_cast<sdy::ManualComputationOp>(use.getOwner());
    if (!manual)
      return false;
    unsigned index = use.getOperandNumber();
    BlockArgument argument = manual.getBodyBlock()->getArgument(index);
    return !argument.use_empty() && argument.getType() == type &&
           manual.getInShardingList()[index] == sharding;
  });
}

void DeviceShards::forget(Value buffer) {
  auto found = wholes.find(buffer);
  if (found == wholes.end())
    return;
  shards.erase(found->second);
  wholes.erase(found);
}

} // namespace sc
