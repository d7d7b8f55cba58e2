//===-- DeviceShards.h - parts of global values on devices ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between global values and what each device holds of them.

#ifndef SC_LIB_CONVERSION_DEVICESHARDS_H
#define SC_LIB_CONVERSION_DEVICESHARDS_H

#include "ScheduleBuilder.h"

namespace sc {

/// An argument of @main goes to the devices once for each sharding and stays
/// there; several manual computations then read the same shards.
class DeviceShards {
public:
  /// A trial is about buffers and steps only: its copies have no devices.
  DeviceShards(ScheduleBuilder &schedule, bool isTrial)
      : schedule(schedule), isTrial(isTrial) {}

  /// Where each device holds the part of operand `index` of `op`.
  mlir::Value copyIn(sdy::ManualComputationOp op, unsigned index);
  /// Result `index` of `op` from the devices, as a whole.
  mlir::Value copyOut(sdy::ManualComputationOp op, unsigned index);

  /// True where a computation behind `op` reads the shards in `buffer`.
  bool isReadAfter(mlir::Value buffer, mlir::Operation *op) const;
  /// Says that `buffer` no longer holds the shards that it was filled with.
  void forget(mlir::Value buffer);

private:
  /// What shards there are of a whole buffer: sharding and type of a shard.
  using Key = std::pair<mlir::Attribute, mlir::Type>;

  void copy(sdy::ManualComputationOp op, sdy::TensorShardingAttr sharding,
            mlir::Value globalBuffer, mlir::Type globalType, mlir::Value shard,
            mlir::Type shardType, bool toDevices);

  ScheduleBuilder &schedule;
  bool isTrial;
  mlir::DenseMap<std::pair<mlir::Value, Key>, mlir::Value> shards;
  /// For each of them where it is in `shards`.
  mlir::DenseMap<mlir::Value, std::pair<mlir::Value, Key>> wholes;
};

} // namespace sc

#endif // SC_LIB_CONVERSION_DEVICESHARDS_H
