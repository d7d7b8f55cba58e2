//===-- UpdateSizes.cpp - what an update merges and updates at once -------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least of everything first, then shares of what is left.

#include "UpdateSizes.h"

#include <algorithm>
#include <bit>

namespace sc {

/// Words of a list entry that is merged: id, slot, index.
static constexpr int64_t kMergeEntryBytes = 12;

static int64_t alignUp(int64_t value, int64_t alignment, CheckedMath &math) {
  int64_t padded = math.add("entries to merge", value, alignment - 1);
  return padded - padded % alignment;
}

static int64_t getLists(const LookupProblem &problem, const LookupPlan &plan,
                        CheckedMath &math) {
  return math.multiply("lists to merge", {problem.sparseCores, plan.replicas});
}

static int64_t getSliceBytes(const LookupProblem &problem,
                             const LookupPlan &plan, CheckedMath &math) {
  return math.multiply("row (feature_width * 4)",
                       {problem.width / plan.vectorSplits, 4});
}

/// Bytes for each row that the optimizer works on.
static int64_t getOptimizerRowBytes(const LookupProblem &problem,
                                    const LookupPlan &plan, CheckedMath &math) {
  const char *what = "optimizer (rows of its buffers * feature_width * 4)";
  int64_t rows = math.multiply(
      what, {problem.optimizer.rows, getSliceBytes(problem, plan, math)});
  int64_t words = math.multiply(what, {problem.optimizer.words, 4});
  return math.add(what, rows, words);
}

ApplyBytes countApplyBytes(const LookupProblem &problem, const LookupPlan &plan,
                           CheckedMath &math) {
  const char *what = "optimizer (rows of its buffers * feature_width * 4)";
  int64_t row = getSliceBytes(problem, plan, math);
  ApplyBytes bytes;
  int64_t cursors =
      math.multiply("cursors of lists", {8, getLists(problem, plan, math)});
  int64_t lists =
      math.multiply("merged lists", {kMergeEntryBytes, plan.mergeEntries});
  int64_t windows = math.multiply(
      "windows of rows", {plan.windowBuffers + 1, plan.windowRows, row});
  bytes.merge = math.add("buffers to merge", math.add("cursors", cursors, 8),
                         math.add("lists and windows", lists, windows));
  int64_t inWork = math.multiply(
      what, {plan.optimizerRows, getOptimizerRowBytes(problem, plan, math)});
  int64_t uniform =
      math.add(what, math.multiply(what, {problem.optimizer.uniformRows, row}),
               math.multiply(what, {problem.optimizer.uniformWords, 4}));
  bytes.optimizer = math.add(what, inWork, uniform);
  return bytes;
}

static void setLeast(const LookupProblem &problem, LookupPlan &plan,
                     CheckedMath &math) {
  int64_t lists = getLists(problem, plan, math);
  plan.mergeEntries = alignUp(std::max(kMergeAlign, lists), kMergeAlign, math);
  plan.optimizerRows = 1;
  plan.windowRows = 1;
}

ApplyBytes countLeastApplyBytes(const LookupProblem &problem, LookupPlan plan,
                                CheckedMath &math) {
  setLeast(problem, plan, math);
  plan.windowBuffers = std::min<int64_t>(2, problem.maxIds);
  return countApplyBytes(problem, plan, math);
}

namespace {
/// Bytes that are left, from which counts grow.
struct Room {
  int64_t bytes;

  /// Raises `count` in steps towards `wanted`, for at most `budget` bytes.
  void grow(int64_t &count, int64_t wanted, int64_t step, int64_t unitBytes,
            int64_t budget) {
    int64_t steps = std::max<int64_t>(
        0, std::min((wanted - count) / step,
                    budget / std::max<int64_t>(1, step * unitBytes)));
    count += steps * step;
    bytes -= steps * step * unitBytes;
  }
};
} // namespace

static void growApply(const LookupProblem &problem, LookupPlan &plan,
                      int64_t mostWindowRows, Room room) {
  CheckedMath math;
  int64_t lists = getLists(problem, plan, math);
  int64_t wanted = std::clamp(2 * lists, kWantedMergeEntries, kMaxMergeEntries);
  int64_t rowBytes = getOptimizerRowBytes(problem, plan, math);
  // A power of two, as windows of rows are where there is room.
  int64_t rows = std::clamp<int64_t>(
      kOptimizerBytes / std::max<int64_t>(1, rowBytes), 1, kMaxOptimizerRows);
  rows = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(rows)));
  int64_t windowBytes =
      (plan.windowBuffers + 1) * getSliceBytes(problem, plan, math);
  room.grow(plan.optimizerRows, rows, 1, rowBytes, room.bytes / 2);
  room.grow(plan.mergeEntries, wanted, kMergeAlign, kMergeEntryBytes,
            room.bytes / 2);
  room.grow(plan.windowRows, mostWindowRows, 1, windowBytes, room.bytes);
  room.grow(plan.optimizerRows, rows, 1, rowBytes, room.bytes);
  room.grow(plan.mergeEntries, wanted, kMergeAlign, kMergeEntryBytes,
            room.bytes);
}

bool sizeApply(const LookupProblem &problem, LookupPlan &plan) {
  CheckedMath math;
  int64_t mostWindowRows = plan.windowRows;
  setLeast(problem, plan, math);
  ApplyBytes least = countApplyBytes(problem, plan, math);
  int64_t needed = math.add("apply", least.merge, least.optimizer);
  int64_t room = problem.tileSpmemBytes - plan.gatherOperandBytes;
  if (math.overflowed() || needed > room)
    return false;
  growApply(problem, plan, mostWindowRows, {room - needed});
  return true;
}

} // namespace sc
