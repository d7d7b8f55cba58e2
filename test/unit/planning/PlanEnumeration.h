//===-- PlanEnumeration.h - all plans of a small lookup ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plain enumeration by the formulas of docs/Planning.md, to compare the
// planner with.

#ifndef SC_TEST_UNIT_PLANNING_PLANENUMERATION_H
#define SC_TEST_UNIT_PLANNING_PLANENUMERATION_H

#include "PlanningTest.h"

#include "lib/Planning/LookupSizes.h"

#include "sc/Planning/CostModel.h"

namespace sc {

inline int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Of one row in the windows of a tile, by the tables of the page.
inline int64_t getWindow(const LookupProblem &problem, int64_t v) {
  int64_t slice = problem.width / v * 4;
  const format::RowFormat &rows = problem.rowFormat;
  if (problem.kind == LookupKind::Update)
    return slice;
  if (!rows.isNarrow())
    return 2 * slice;
  bool hasScale = rows.scale == format::ScaleKind::Row;
  int64_t code = rows.type == format::RowType::BF16 ? 2 : 1;
  int64_t scale = rows.type == format::RowType::Int8Affine ? 8 : 4;
  int64_t used = up(problem.width, 8) * 8 * code + (hasScale ? scale : 0);
  int64_t gathered = v == 1 || hasScale ? used : slice / 4 * code;
  int64_t sent = problem.kind == LookupKind::Lookup ? 2 * up(used, 32) * 32 : 0;
  return std::max(sent, 2 * gathered + slice);
}

inline int64_t getSlots(const LookupProblem &problem, int64_t v) {
  return std::max(8 * std::max<int64_t>(128, problem.width / v),
                  getWindow(problem, v));
}

/// Slices are whole words.
inline bool isWhole(const LookupProblem &problem, int64_t v) {
  const format::RowFormat &rows = problem.rowFormat;
  int64_t bits = !rows.isNarrow()                     ? 32
                 : rows.type == format::RowType::BF16 ? 16
                                                      : 8;
  return v == 1 || problem.width / v * bits % 32 == 0;
}

/// Room for lists in a tile at these splits, by the formulas of the page.
inline int64_t getRoom(const LookupProblem &problem, int64_t r, int64_t v,
                       int64_t s) {
  int64_t width = problem.width / v;
  return problem.tileSpmemBytes -
         up(problem.samples, problem.tiles * r * s) * width * 4 -
         getSlots(problem, v) - 256;
}

/// Raises `count` one step after another while `cost` more bytes fit `budget`.
inline void grow(int64_t &count, int64_t step, int64_t most, int64_t cost,
                 int64_t budget, int64_t &room) {
  for (; count + step <= most && cost <= budget; count += step) {
    budget -= cost;
    room -= cost;
  }
}

/// Whether merge and optimizer of an update fit; sets what they and the windows
/// have, `most` rows at most.
inline bool fitsApply(const LookupProblem &problem, LookupPlan &plan,
                      int64_t most) {
  int64_t row = problem.width / plan.vectorSplits * 4;
  int64_t lists = problem.sparseCores * plan.replicas;
  int64_t rowBytes = problem.optimizer.rows * row + 4 * problem.optimizer.words;
  int64_t window = (std::min<int64_t>(2, plan.listEntries) + 1) * row;
  plan.mergeEntries = up(std::max<int64_t>(lists, 8), 8) * 8;
  plan.optimizerRows = plan.windowRows = 1;
  int64_t room =
      problem.tileSpmemBytes -
      up(problem.samples, problem.tiles * plan.replicas * plan.sampleSplits) *
          row -
      8 * lists - 8 - 12 * plan.mergeEntries - rowBytes - window -
      problem.optimizer.uniformRows * row - 4 * problem.optimizer.uniformWords;
  if (room < 0)
    return false;
  int64_t entries = std::max<int64_t>(1024, 2 * lists);
  int64_t rows = 64;
  while (rows > 1 && rows * rowBytes > 32768)
    rows /= 2;
  grow(plan.optimizerRows, 1, rows, rowBytes, room / 2, room);
  grow(plan.mergeEntries, 8, entries, 96, room / 2, room);
  grow(plan.windowRows, 1, most, window, room, room);
  grow(plan.optimizerRows, 1, rows, rowBytes, room, room);
  grow(plan.mergeEntries, 8, entries, 96, room, room);
  return true;
}

/// Seconds of a plan with these splits and list, if it fits.
inline std::optional<double> getSeconds(const LookupProblem &problem, int64_t r,
                                        int64_t v, int64_t s, int64_t entries,
                                        bool isStreamed) {
  LookupPlan plan;
  plan.replicas = r;
  plan.vectorSplits = v;
  plan.sampleSplits = s;
  plan.rowStreaming = isStreamed;
  plan.listEntries = entries;
  bool isUpdate = problem.kind == LookupKind::Update;
  int64_t left = getRoom(problem, r, v, s) - entries * (isStreamed ? 24 : 12);
  int64_t rows = (getSlots(problem, v) + left) / getWindow(problem, v);
  plan.windowRows = std::clamp<int64_t>(
      rows, 1, getMaxWindowRows(entries, problem.width / v));
  if (isUpdate && !fitsApply(problem, plan, plan.windowRows))
    return std::nullopt;
  return predictSeconds(problem, plan);
}

/// Whether a replica but the first would have no samples.
inline bool hasIdle(const LookupProblem &problem, int64_t r, int64_t s) {
  int64_t perTile = up(problem.samples, problem.tiles * r * s);
  return r > 1 && problem.samples <= perTile * problem.tiles * s * (r - 1);
}

/// Calls `visit` with replicas, whether the last is idle, and seconds of every
/// plan.
template <typename Visit>
void enumerate(const LookupProblem &problem, const PlanOptions &options,
               const Visit &visit) {
  bool isLocal = problem.kind == LookupKind::LocalLookup;
  int64_t perTile = up(problem.samples, problem.tiles);
  bool canStream =
      options.rowStreaming && !isLocal &&
      !(problem.kind == LookupKind::Update && problem.isMinibatched);
  for (int64_t r = 1;
       r <= (isLocal ? 1 : std::min(options.maxReplicas, perTile)); r *= 2)
    for (int64_t v = 1; v <= problem.width; ++v)
      for (int64_t s = 1;
           s == 1 || (options.sampleSplitting && !isLocal &&
                      s <= up(problem.samples, problem.tiles * r));
           s *= 2) {
        bool isLegal =
            v == 1 ||
            (!isLocal && !problem.isRowCoupled && problem.width % v == 0 &&
             problem.width / v >= problem.lanes && isWhole(problem, v));
        if (!isLegal)
          continue;
        int64_t room = getRoom(problem, r, v, s);
        int64_t whole = problem.maxIds;
        if (isLocal && 12 * whole > room) // all are shorter than 4096 entries
          whole = std::max<int64_t>(8, room / 96 * 8);
        auto consider = [&](int64_t entries, bool isStreamed) {
          if (auto seconds = getSeconds(problem, r, v, s, entries, isStreamed))
            visit(r, hasIdle(problem, r, s), *seconds);
        };
        if (12 * whole <= room)
          consider(whole, false);
        int64_t most = std::min(problem.maxIds / 16 * 8, room / 192 * 8);
        for (int64_t c = 8; canStream && c <= most; c += 8)
          if ((c & (c - 1)) == 0 || c == most)
            consider(c, true);
      }
}

} // namespace sc

#endif // SC_TEST_UNIT_PLANNING_PLANENUMERATION_H
