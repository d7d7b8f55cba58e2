//===-- UpdateShapePropertyTest.cpp - machines give the same update -------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One batch on machines with 1 to 32 SparseCores, and two tables as one stack:
// the same update but for rounding.

#include "UpdateChecks.h"

using namespace sc;
using namespace sc::test;

namespace {

/// A batch without a machine: 64 samples, a multiple of 32 rows.
struct Batch {
  const Optimizer *optimizer = nullptr;
  int64_t rows = 0, width = 0;
  bool isRank1 = false;
  std::vector<Entry> entries; // by sample of the batch, then row
  std::vector<float> gradients;
  State state;
};

struct Shape {
  const char *machine;
  int64_t devices;
};

} // namespace

static constexpr int64_t kSamples = 64;

static const std::vector<Shape> kShapes = {{"8i", 1}, {"v6e", 1}, {"v5p", 1},
                                           {"8i", 2}, {"v7x", 2}, {"v6e", 4},
                                           {"v4", 2}, {"v5p", 4}, {"v5p", 8}};

static Batch drawBatch(Random &random, const Optimizer &optimizer,
                       int64_t width) {
  Batch batch;
  batch.optimizer = &optimizer;
  batch.rows = 32 * random.between(1, 4);
  batch.isRank1 = width == 1;
  batch.width = width;
  for (int64_t sample = 0; sample < kSamples; ++sample) {
    std::set<int64_t> rows;
    int64_t count = random.between(0, 12);
    for (int64_t i = 0; i < count; ++i)
      rows.insert(random.chance(30) ? random.between(0, 3)
                                    : random.between(0, batch.rows - 1));
    for (int64_t row : rows)
      batch.entries.push_back({sample, row, random.real(-1, 2)});
  }
  for (int64_t i = 0; i < kSamples * width; ++i)
    batch.gradients.push_back(random.real(-1, 1));
  batch.state.resize(static_cast<size_t>(1 + optimizer.slots));
  for (std::vector<float> &rows : batch.state)
    for (int64_t i = 0; i < batch.rows * width; ++i)
      rows.push_back(random.real(0.1f, 1));
  return batch;
}

static bool isBefore(const Entry &lhs, const Entry &rhs) {
  return std::pair(lhs.row, lhs.sample) < std::pair(rhs.row, rhs.sample);
}

static UpdateProblem distribute(const Batch &batch, const LookupMesh &mesh) {
  UpdateProblem problem;
  LookupProblem &lists = problem.lists;
  lists.mesh = mesh;
  lists.samples = kSamples / mesh.countCores();
  lists.rowsPerCore = batch.rows / mesh.countCores();
  lists.width = batch.width;
  lists.isRank1 = batch.isRank1;
  lists.hasInit = true;
  auto words = lists.samples * batch.width;
  for (int64_t source = 0; source < mesh.countCores(); ++source) {
    auto first = batch.gradients.begin() + source * words;
    lists.init.emplace_back(first, first + words);
    lists.entries.emplace_back();
  }
  for (Entry entry : batch.entries) {
    auto source = static_cast<size_t>(entry.sample / lists.samples);
    entry.sample %= lists.samples;
    lists.entries[source].push_back(entry);
  }
  for (std::vector<Entry> &entries : lists.entries)
    std::sort(entries.begin(), entries.end(), isBefore);
  problem.optimizer = batch.optimizer;
  problem.state = batch.state;
  setLimits(problem);
  return problem;
}

static const Optimizer &drawOptimizer(Random &random) {
  return getOptimizers()[random.index(getOptimizers().size())];
}

/// Table and slots of `batch` on a machine.
static State updateOn(Random &random, const UpdateProblem &problem) {
  std::vector<Bytes> outputs = runUpdate(
      problem, makeUpdateInputs(problem, packUpdate(problem, random)));
  if (outputs.empty())
    return {};
  expectUpdate(problem, outputs);
  return getState(problem, outputs);
}

static void checkShapes(Random &random) {
  const Optimizer &optimizer = drawOptimizer(random);
  std::vector<int64_t> widths = {8, 16, 24, 128};
  if (!optimizer.isRowCoupled)
    widths.push_back(1);
  Batch batch = drawBatch(random, optimizer, random.pick(widths));
  State first;
  for (const Shape &shape : kShapes) {
    UpdateProblem problem =
        distribute(batch, makeMesh(shape.machine, shape.devices));
    SCOPED_TRACE(problem.describe());
    State state = updateOn(random, problem);
    if (state.empty())
      return;
    if (first.empty())
      first = state;
    EXPECT_LE(findLargestError(problem, state, toExact(first)),
              2 * kStepTolerance);
  }
}

TEST(UpdateShape, DevicesAndSparseCoresDoNotMatter) {
  forEachCase(30, checkShapes);
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// Where row `row` of the second table is in the stack: behind the first one in
/// each shard, rotated by `shift` SparseCores.
static int64_t stackRow(const UpdateProblem &first, int64_t row,
                        int64_t shift) {
  int64_t cores = first.lists.mesh.countCores();
  int64_t owner = (row % cores + shift) % cores;
  return (first.lists.rowsPerCore + row / cores) * cores + owner;
}

static UpdateProblem stack(const UpdateProblem &first,
                           const UpdateProblem &second, int64_t shift) {
  UpdateProblem both = first;
  LookupProblem &lists = both.lists;
  lists.samples += second.lists.samples;
  lists.rowsPerCore += second.lists.rowsPerCore;
  for (size_t source = 0; source < lists.entries.size(); ++source) {
    for (Entry entry : second.lists.entries[source]) {
      entry.row = stackRow(first, entry.row, shift);
      entry.sample += first.lists.samples;
      lists.entries[source].push_back(entry);
    }
    std::sort(lists.entries[source].begin(), lists.entries[source].end(),
              isBefore);
    const std::vector<float> &gradients = second.lists.init[source];
    lists.init[source].insert(lists.init[source].end(), gradients.begin(),
                              gradients.end());
  }
  auto width = static_cast<size_t>(lists.width);
  for (size_t i = 0; i < both.state.size(); ++i) {
    both.state[i].resize(static_cast<size_t>(both.countRows()) * width);
    for (int64_t row = 0; row < second.countRows(); ++row)
      std::copy_n(second.state[i].begin() + row * lists.width, width,
                  both.state[i].begin() +
                      stackRow(first, row, shift) * lists.width);
  }
  setLimits(both);
  return both;
}

static void checkStack(Random &random) {
  const Shape &shape = kShapes[random.index(kShapes.size())];
  LookupMesh mesh = makeMesh(shape.machine, shape.devices);
  const Optimizer &optimizer = drawOptimizer(random);
  int64_t width = random.pick<int64_t>({8, 16});
  UpdateProblem first = distribute(drawBatch(random, optimizer, width), mesh);
  UpdateProblem second = distribute(drawBatch(random, optimizer, width), mesh);
  int64_t shift = random.between(0, mesh.countCores() - 1);
  UpdateProblem both = stack(first, second, shift);
  SCOPED_TRACE(both.describe());
  State stacked = updateOn(random, both);
  State alone = updateOn(random, first), other = updateOn(random, second);
  if (stacked.empty() || alone.empty() || other.empty())
    return;
  // A row has the same sources in the same order.
  for (size_t i = 0; i < stacked.size(); ++i) {
    EXPECT_TRUE(
        std::equal(alone[i].begin(), alone[i].end(), stacked[i].begin()))
        << "first table";
    for (int64_t row = 0; row < second.countRows(); ++row)
      EXPECT_TRUE(std::equal(
          other[i].begin() + row * width, other[i].begin() + (row + 1) * width,
          stacked[i].begin() + stackRow(first, row, shift) * width))
          << "row " << row << " of the second table";
  }
}

TEST(UpdateShape, StacksAreTheirTables) { forEachCase(60, checkStack); }
