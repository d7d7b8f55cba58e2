//===-- ScheduleLifetimes.h - when buffers are live -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a host schedule and the lifetimes of its buffers; planning and
// placement see the same.

#ifndef SC_LIB_TRANSFORMS_SCHEDULELIFETIMES_H
#define SC_LIB_TRANSFORMS_SCHEDULELIFETIMES_H

#include "dialects/Tile/Tile.h"

namespace sc {

class ScheduleLifetimes {
public:
  explicit ScheduleLifetimes(tile::ScheduleOp schedule);

  struct Range {
    int64_t first = 0; // steps, both inclusive
    int64_t last = 0;
  };

  /// The last step; 0 where there is none.
  int64_t getLastStep() const;
  /// The index of a step.
  int64_t getStep(mlir::Operation *op) const { return steps.lookup(op); }
  /// First and last step that uses `alloc`; inputs are live from the start and
  /// outputs to the end, arguments in HBM throughout.
  Range getRange(tile::AllocOp alloc) const;

private:
  llvm::DenseMap<mlir::Operation *, int64_t> steps;
};

} // namespace sc

#endif // SC_LIB_TRANSFORMS_SCHEDULELIFETIMES_H
