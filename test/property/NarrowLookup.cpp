//===-- NarrowLookup.cpp - a random lookup of a narrow table --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws lookups as LookupProblem.h does, with other tables, and their splits.

#include "NarrowProgram.h"

namespace sc::test {

/// Small enough to be quick, and within a tile's memory.
static bool fits(const LookupProblem &problem) {
  const LookupMesh &mesh = problem.mesh;
  int64_t width = (problem.width + 7) / 8 * 8;
  int64_t sums = problem.countSources() * problem.samples * width;
  int64_t entries = 0;
  for (const std::vector<Entry> &list : problem.entries)
    entries += static_cast<int64_t>(list.size());
  int64_t perTile = (problem.samples + mesh.tiles - 1) / mesh.tiles;
  int64_t bytes = perTile * width * 4 + 8 * std::max<int64_t>(128, width) +
                  256 + 12 * problem.maxIds;
  int64_t cores = mesh.countDevices() * mesh.coresPerDevice;
  int64_t stack =
      cores * mesh.countCores() * problem.maxUnique * (2 * width + 1) * 4;
  return mesh.countDevices() <= 4 && sums < 200'000 &&
         mesh.countCores() * problem.rowsPerCore * width < 200'000 &&
         entries * width < 1'000'000 && bytes <= mesh.tileSpmemBytes &&
         stack < 8'000'000;
}

static void drawInit(Random &random, LookupProblem &problem) {
  for (std::vector<float> &init : problem.init) {
    init.assign(static_cast<size_t>(problem.samples * problem.width), 0);
    for (float &value : init)
      if (problem.hasInit)
        value = random.chance(5) ? -0.0f : random.real(-3.0f, 3.0f);
  }
}

NarrowLookup drawNarrowLookup(Random &random) {
  NarrowLookup problem;
  int64_t width = random.pick(getNarrowWidths());
  LookupProblem &lookup = problem.lookup;
  do {
    lookup = drawProblem(random);
    lookup.isRank1 = false;
    lookup.width = width;
  } while (!fits(lookup));
  drawInit(random, lookup);
  int64_t rows = lookup.rowsPerCore * lookup.mesh.countCores();
  problem.table = drawNarrowTable(random, rows, width, /*canSimulate=*/true);
  lookup.table = problem.table.values;
  problem.slow = quantizeSlowly(problem.table.format, lookup.table);
  EXPECT_FALSE(problem.slow.fails);
  return problem;
}

std::string NarrowLookup::writeProgram() const {
  std::string text = test::writeProgram(lookup);
  if (!table.simulated)
    return text;
  std::string before = "\\22pad_value\\22: 2147483647";
  size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos);
  return text.insert(at + before.size(), table.simulated->writeConfig());
}

LookupProblem NarrowLookup::makeWide() const {
  LookupProblem wide = lookup;
  wide.table = slow.values;
  return wide;
}

LookupProblem NarrowLookup::makeFound() const {
  LookupProblem found = lookup;
  found.table = getFoundValues(table, slow);
  return found;
}

std::string NarrowLookup::describe() const {
  return lookup.describe() + ", " + table.describe();
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

/// Streams move words, and tiles widen from words on.
static bool canSplit(const NarrowLookup &problem, const SplitPlan &plan) {
  int64_t codeBytes = format::getCodeBytes(problem.table.format.rows.type);
  return plan.vectorSplits == 1 ||
         problem.getPaddedWidth() / plan.vectorSplits * codeBytes % 4 == 0;
}

SplitPlan drawNarrowSplits(Random &random, const NarrowLookup &problem) {
  LookupProblem padded = problem.lookup;
  padded.width = problem.getPaddedWidth();
  SplitPlan plan;
  do
    plan = drawSplits(random, padded);
  while (!canSplit(problem, plan));
  // As many bytes as the windows of f32 rows would have at most.
  int64_t row =
      format::getRowBytes(problem.table.format.rows, problem.lookup.width);
  int64_t most = std::max<int64_t>(1, 8192 / row);
  plan.windowRows = std::min(plan.windowRows, most);
  return plan;
}

} // namespace sc::test
