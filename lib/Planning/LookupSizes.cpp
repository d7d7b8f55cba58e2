//===-- LookupSizes.cpp - sizes of one split of a lookup ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixed sizes first; then each form of the list that fits, and the windows that
// the rest of TileSpmem allows.

#include "LookupSizes.h"

#include "RowBytes.h"
#include "UpdateSizes.h"
#include "sc/Planning/CostModel.h"

#include <algorithm>

namespace sc {

/// Linear DMA aligns to 32 bytes, so list windows start at multiples of it.
static constexpr int64_t kListAlign = 8;

static void computeStacks(const LookupProblem &problem, LookupPlan &plan,
                          CheckedMath &math) {
  auto multiply = [&](const char *what, int64_t bytes) {
    return math.multiply(what, {bytes, problem.maxUniqueIds,
                                problem.sparseCores, plan.replicas});
  };
  if (problem.kind == LookupKind::Lookup) {
    const char *what = problem.rowFormat.isNarrow()
                           ? "HBM stack ((2 * row_bytes + 4) * "
                             "max_unique_nz_per_row * logical_replica_count)"
                           : "HBM stack ((2 * feature_width + 1) * "
                             "max_unique_nz_per_row * logical_replica_count * "
                             "4)";
    int64_t row = countRowBytes(problem, 1, math).stored;
    int64_t rows = math.multiply(what, {2, row});
    plan.stackForwardBytes = multiply(what, math.add(what, rows, 4));
  }
  if (problem.kind == LookupKind::Update) {
    const char *what = "HBM stack (3 * feature_width * max_unique_nz_per_row * "
                       "logical_replica_count * 4)";
    plan.stackBackwardBytes =
        multiply(what, math.multiply(what, {3, problem.width, 4}));
    plan.exchangeBytes = multiply("exchange metadata", 2 * 4);
    math.add(what, plan.stackBackwardBytes, plan.exchangeBytes);
  }
}

static void checkTable(const LookupProblem &problem, CheckedMath &math) {
  if (problem.rowFormat.isNarrow())
    math.multiply("table (table rows * row_bytes)",
                  {problem.tableRows, countRowBytes(problem, 1, math).stored});
  else
    math.multiply("table (table rows * feature_width * 4)",
                  {problem.tableRows, problem.width, 4});
}

LookupPlan computeFixedSizes(const LookupProblem &problem, const Split &split,
                             CheckedMath &math) {
  LookupPlan plan;
  plan.replicas = split.replicas;
  plan.vectorSplits = split.vectors;
  plan.sampleSplits = split.samples;
  int64_t parts = math.multiply("number of tiles and splits",
                                {problem.tiles, split.replicas, split.samples});
  plan.samplesPerTile = ceilDiv(problem.samples, parts);
  int64_t width = problem.width / split.vectors;
  plan.gatherOperandBytes =
      math.multiply("gather operand (samples per tile * feature_width * 4)",
                    {plan.samplesPerTile, width, 4});
  const char *scratch = "fixed size allocation (2 * 4 * feature_width + 256)";
  int64_t slots =
      math.multiply(scratch, {2, 4, std::max(kMinSlotWords, width)});
  slots = std::max(slots, countWindowBytes(problem, split.vectors, math));
  plan.scratchBytes = math.add(scratch, slots, kBookkeepingBytes);
  checkTable(problem, math);
  math.multiply("list (12 * max_nz_per_row)",
                {kListEntryBytes, problem.maxIds});
  computeStacks(problem, plan, math);
  if (problem.kind == LookupKind::Update)
    countLeastApplyBytes(problem, plan, math);
  return plan;
}

int64_t getListRoom(const LookupProblem &problem, const LookupPlan &plan) {
  // Both are at most the largest 64-bit value: one subtraction after the other
  // cannot overflow, since the first stops below zero.
  int64_t room = problem.tileSpmemBytes - plan.gatherOperandBytes;
  return room < 0 ? room : room - plan.scratchBytes;
}

bool canStreamRows(const LookupProblem &problem, const PlanOptions &options) {
  if (!options.rowStreaming || problem.kind == LookupKind::LocalLookup)
    return false;
  return !(problem.kind == LookupKind::Update && problem.isMinibatched);
}

int64_t getLeastListBytes(const LookupProblem &problem,
                          const PlanOptions &options) {
  int64_t whole = kListEntryBytes * problem.maxIds;
  if (problem.kind == LookupKind::LocalLookup) {
    int64_t window = kListEntryBytes * kListAlign;
    return problem.maxIds > 0 ? std::min(whole, window) : window;
  }
  if (canStreamRows(problem, options))
    return std::min(whole, 2 * kListEntryBytes * kListAlign);
  return whole;
}

int64_t getMaxWindowRows(int64_t listEntries, int64_t width) {
  int64_t rows = std::clamp(kWindowBytes / 4 / std::max<int64_t>(1, width),
                            kMaxWindowRows, kMaxShortRows);
  return std::min(rows, std::max<int64_t>(1, listEntries / 2));
}

/// Leftover room makes the two row slots larger. Beside its list an update has
/// one window in place of them. Narrow rows are widened into one more.
static void sizeRowWindow(const LookupProblem &problem, LookupPlan &plan) {
  int64_t width = problem.width / plan.vectorSplits;
  CheckedMath checked; // before the list was sized
  int64_t rowBytes = countWindowBytes(problem, plan.vectorSplits, checked);
  int64_t slotBytes = plan.scratchBytes - kBookkeepingBytes;
  int64_t leftover = getListRoom(problem, plan) - plan.listBytes;
  int64_t rows = (slotBytes + leftover) / rowBytes;
  plan.windowBuffers = std::min<int64_t>(2, plan.listEntries);
  plan.windowRows =
      std::clamp<int64_t>(rows, 1, getMaxWindowRows(plan.listEntries, width));
}

/// Entries of the whole list, or of a window of the local form.
static int64_t getUnstreamedEntries(const LookupProblem &problem,
                                    int64_t room) {
  if (problem.kind != LookupKind::LocalLookup)
    return problem.maxIds;
  int64_t wanted = kMaxListWindowEntries;
  if (problem.maxIds > 0)
    wanted = std::min(wanted, problem.maxIds);
  int64_t fits = room / kListEntryBytes;
  return fits >= wanted ? wanted
                        : std::max(kListAlign, fits / kListAlign * kListAlign);
}

/// Windows of streamed lists worth a try: powers of two, and the largest.
static std::vector<int64_t> getStreamedEntries(const LookupProblem &problem,
                                               int64_t room) {
  // Longer windows take as much as the whole list.
  int64_t most = std::min(kMaxListWindowEntries,
                          problem.maxIds / 2 / kListAlign * kListAlign);
  int64_t fits = room / (2 * kListEntryBytes) / kListAlign * kListAlign;
  most = std::min(most, fits);
  std::vector<int64_t> entries;
  for (int64_t count = kListAlign; count < most; count *= 2)
    entries.push_back(count);
  if (most >= kListAlign)
    entries.push_back(most);
  return entries;
}

/// None where the optimizer does not fit beside the windows.
static std::optional<LookupPlan> completePlan(const LookupProblem &problem,
                                              LookupPlan plan, int64_t entries,
                                              bool isStreamed) {
  plan.rowStreaming = isStreamed;
  plan.carryBytes = isStreamed ? kCarryBytes : 0;
  plan.listEntries = entries;
  plan.listBytes = (isStreamed ? 2 : 1) * kListEntryBytes * entries;
  sizeRowWindow(problem, plan);
  if (problem.kind == LookupKind::Update && !sizeApply(problem, plan))
    return std::nullopt;
  plan.traffic = predictTraffic(problem, plan);
  plan.seconds = predictSeconds(problem, plan);
  return plan;
}

std::optional<LookupPlan> planSplit(const LookupProblem &problem,
                                    const PlanOptions &options,
                                    const Split &split) {
  CheckedMath math;
  LookupPlan fixed = computeFixedSizes(problem, split, math);
  int64_t room = getListRoom(problem, fixed);
  if (math.overflowed() || room < 0)
    return std::nullopt;
  std::optional<LookupPlan> best;
  auto consider = [&](int64_t entries, bool isStreamed) {
    auto plan = completePlan(problem, fixed, entries, isStreamed);
    if (plan && (!best || plan->seconds < best->seconds))
      best = plan;
  };
  int64_t entries = getUnstreamedEntries(problem, room);
  if (entries <= room / kListEntryBytes)
    consider(entries, false);
  if (canStreamRows(problem, options))
    for (int64_t window : getStreamedEntries(problem, room))
      consider(window, true);
  return best;
}

} // namespace sc
