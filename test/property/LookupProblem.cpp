//===-- LookupProblem.cpp - a random lookup -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws sizes, tables and lists.

#include "LookupProblem.h"

#include <cmath>
#include <map>
#include <set>

namespace sc::test {

std::string LookupProblem::describe() const {
  auto item = [](const char *name, int64_t value) {
    return std::string(", ") + name + " " + std::to_string(value);
  };
  return mesh.describe() + item("SparseCores", mesh.countCores()) +
         item("samples", samples) + item("table rows", rowsPerCore) +
         item("width", isRank1 ? 0 : width) + item("max_ids", maxIds) +
         item("max_unique", maxUnique) + item("capacity", capacity) +
         item("init", hasInit) + item("padded gaps", gapsArePadding);
}

namespace {

/// How the lists of a problem are drawn.
struct ListStyle {
  int64_t maxPerSample = 0;
  int64_t emptyPercent = 0;
  bool isSkewed = false;
  bool isMerged = true; // as the host does it: sorted, without duplicates
};

} // namespace

static void drawSizes(Random &random, LookupProblem &problem) {
  const std::vector<int64_t> widths = {8,   8,   8,    16,   24,   32,
                                       40,  64,  72,   96,   128,  136,
                                       256, 512, 1000, 1024, 2048, 4096};
  int64_t tiles = problem.mesh.tiles;
  const std::vector<int64_t> samples = {
      1,         random.between(1, tiles), tiles, random.between(1, 60),
      2 * tiles, random.between(1, 200),   7};
  const std::vector<int64_t> rows = {1, 8, random.between(1, 8),
                                     random.between(1, 100)};
  problem.isRank1 = random.chance(10);
  problem.width = problem.isRank1 ? 1 : random.pick(widths);
  problem.samples = random.pick(samples);
  problem.rowsPerCore = random.pick(rows);
  problem.hasInit = random.chance(60);
  problem.gapsArePadding = random.chance(70);
}

static ListStyle drawStyle(Random &random) {
  const std::vector<int64_t> lengths = {1, 3, 3, 10, 30};
  ListStyle style;
  style.maxPerSample = random.chance(5) ? 0 : random.pick(lengths);
  style.emptyPercent = random.pick(std::vector<int64_t>{0, 20, 80});
  style.isSkewed = random.chance(50);
  style.isMerged = random.chance(75);
  return style;
}

static int64_t drawRow(Random &random, int64_t rows, bool isSkewed) {
  if (!isSkewed)
    return random.between(0, rows - 1);
  double rank =
      std::exp(random.unit() * std::log(static_cast<double>(rows + 1)));
  return std::min(rows - 1, static_cast<int64_t>(rank) - 1);
}

static float drawGain(Random &random) {
  return random.chance(10) ? 0.0f : random.real(-2.0f, 2.0f);
}

/// Sorted by row and sample, gains of duplicates added.
static std::vector<Entry> mergeEntries(const std::vector<Entry> &entries) {
  std::map<std::pair<int64_t, int64_t>, float> gains;
  for (const Entry &entry : entries)
    gains[{entry.row, entry.sample}] += entry.gain;
  std::vector<Entry> merged;
  for (const auto &[key, gain] : gains)
    merged.push_back({key.second, key.first, gain});
  return merged;
}

/// Equal rows next to each other, otherwise in any order.
static std::vector<Entry>
shuffleRuns(Random &random, const std::vector<Entry> &entries, int64_t rows) {
  std::vector<std::vector<Entry>> runs(static_cast<size_t>(rows));
  for (const Entry &entry : entries)
    runs[static_cast<size_t>(entry.row)].push_back(entry);
  random.shuffle(runs);
  std::vector<Entry> shuffled;
  for (std::vector<Entry> &run : runs) {
    random.shuffle(run);
    shuffled.insert(shuffled.end(), run.begin(), run.end());
  }
  return shuffled;
}

static std::vector<Entry> drawEntries(Random &random,
                                      const LookupProblem &problem,
                                      const ListStyle &style) {
  int64_t rows = problem.rowsPerCore * problem.mesh.countCores();
  std::vector<Entry> entries;
  for (int64_t sample = 0; sample < problem.samples; ++sample) {
    bool isEmpty = random.chance(style.emptyPercent);
    int64_t count = isEmpty ? 0 : random.between(0, style.maxPerSample);
    for (int64_t i = 0; i < count; ++i)
      entries.push_back(
          {sample, drawRow(random, rows, style.isSkewed), drawGain(random)});
  }
  return style.isMerged ? mergeEntries(entries)
                        : shuffleRuns(random, entries, rows);
}

static void drawArrays(Random &random, LookupProblem &problem) {
  int64_t words =
      problem.rowsPerCore * problem.mesh.countCores() * problem.width;
  for (int64_t i = 0; i < words; ++i)
    problem.table.push_back(random.real(-1.0f, 1.0f));
  for (int64_t source = 0; source < problem.countSources(); ++source) {
    std::vector<float> &init = problem.init.emplace_back();
    init.resize(static_cast<size_t>(problem.samples * problem.width));
    for (float &value : init)
      if (problem.hasInit)
        value = random.chance(5) ? -0.0f : random.real(-3.0f, 3.0f);
  }
}

/// Counts of one SparseCore's partitions.
static std::vector<std::pair<int64_t, std::set<int64_t>>>
countPartitions(const LookupProblem &problem, size_t source) {
  std::vector<std::pair<int64_t, std::set<int64_t>>> parts(
      static_cast<size_t>(problem.mesh.countCores()));
  for (const Entry &entry : problem.entries[source]) {
    auto &part = parts[static_cast<size_t>(entry.row) % parts.size()];
    ++part.first;
    part.second.insert(entry.row);
  }
  return parts;
}

PartitionSizes measurePartitions(const LookupProblem &problem) {
  PartitionSizes sizes;
  int64_t copies = problem.mesh.countDevices() * problem.mesh.coresPerDevice /
                   problem.countSources();
  for (size_t source = 0; source < problem.entries.size(); ++source)
    for (const auto &[ids, distinct] : countPartitions(problem, source)) {
      auto unique = static_cast<int64_t>(distinct.size());
      sizes.maxIds = std::max(sizes.maxIds, ids);
      sizes.maxUnique = std::max(sizes.maxUnique, unique);
      sizes.totalIds += copies * ids;
      sizes.totalDistinct += copies * unique;
    }
  return sizes;
}

/// Limits that are met exactly, or with room; the same for the buffers.
static void drawLimits(Random &random, LookupProblem &problem) {
  PartitionSizes sizes = measurePartitions(problem);
  int64_t loose = random.chance(50) ? 16 : 0;
  problem.maxIds =
      std::max<int64_t>(1, sizes.maxIds + random.between(0, loose));
  problem.maxUnique =
      std::max<int64_t>(1, sizes.maxUnique + random.between(0, loose));
  problem.maxUnique = std::min(problem.maxUnique, problem.maxIds);
  // The buffer has room for a whole partition.
  int64_t needed = (problem.maxIds + 7) / 8 * 8;
  for (size_t source = 0; source < problem.entries.size(); ++source) {
    int64_t words = 0;
    for (const auto &part : countPartitions(problem, source))
      words += (part.first + 7) / 8 * 8;
    needed = std::max(needed, words);
  }
  problem.capacity = needed + 8 * random.between(0, random.chance(50) ? 6 : 0);
}

/// Small enough to be quick, and within a tile's memory.
static bool isAffordable(const LookupProblem &problem, const ListStyle &style) {
  int64_t sources = problem.countSources(), width = problem.width;
  int64_t sums = sources * problem.samples * width;
  return problem.mesh.countCores() * problem.rowsPerCore * width < 600'000 &&
         sums < 600'000 && sums * (style.maxPerSample + 1) / 2 < 2'000'000;
}

static bool fits(const LookupProblem &problem) {
  const LookupMesh &mesh = problem.mesh;
  int64_t width = problem.width;
  int64_t perTile = (problem.samples + mesh.tiles - 1) / mesh.tiles;
  int64_t bytes = perTile * width * 4 + 8 * std::max<int64_t>(128, width) +
                  256 + 12 * problem.maxIds;
  int64_t cores = mesh.countDevices() * mesh.coresPerDevice;
  int64_t stack =
      cores * mesh.countCores() * problem.maxUnique * (2 * width + 1) * 4;
  return bytes <= mesh.tileSpmemBytes && stack < 12'000'000;
}

LookupProblem drawProblem(Random &random) {
  while (true) {
    LookupProblem problem;
    problem.mesh = drawMesh(random);
    drawSizes(random, problem);
    ListStyle style = drawStyle(random);
    if (!isAffordable(problem, style))
      continue;
    for (int64_t i = 0; i < problem.countSources(); ++i)
      problem.entries.push_back(drawEntries(random, problem, style));
    drawLimits(random, problem);
    if (!fits(problem))
      continue;
    drawArrays(random, problem);
    return problem;
  }
}

} // namespace sc::test
