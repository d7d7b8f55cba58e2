//===-- ScheduleLifetimes.cpp - when buffers are live ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers the steps of a schedule.

#include "ScheduleLifetimes.h"

using namespace mlir;

namespace sc {

static bool isStep(Operation *op) {
  return !isa<tile::AllocOp, tile::InputOp, tile::OutputOp>(op);
}

ScheduleLifetimes::ScheduleLifetimes(tile::ScheduleOp schedule) {
  for (Operation &op : schedule.getBody().front())
    if (isStep(&op))
      steps.insert({&op, static_cast<int64_t>(steps.size())});
}

int64_t ScheduleLifetimes::getLastStep() const {
  return std::max<int64_t>(steps.size(), 1) - 1;
}

ScheduleLifetimes::Range
ScheduleLifetimes::getRange(tile::AllocOp alloc) const {
  // Arguments stay on the devices while the program runs.
  if (alloc.getBufferClass() == tile::BufferClass::Argument &&
      tile::getSpace(alloc.getType()) == tile::Space::Hbm)
    return {0, getLastStep()};
  Range range{getLastStep(), 0};
  bool isInput = false, isOutput = false, isUsed = false;
  for (Operation *user : alloc->getUsers()) {
    isInput |= isa<tile::InputOp>(user);
    isOutput |= isa<tile::OutputOp>(user);
    auto step = steps.find(user);
    if (step == steps.end())
      continue;
    isUsed = true;
    range.first = std::min(range.first, step->second);
    range.last = std::max(range.last, step->second);
  }
  if (!isUsed || isInput)
    range.first = 0;
  if (isOutput)
    range.last = getLastStep();
  return range;
}

} // namespace sc
