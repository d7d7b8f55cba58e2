//===-- UpdateProblem.cpp - a random update -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws lists, gradients, tables and minibatches.

#include "UpdateProblem.h"

#include "sc/Target/Target.h"

#include <limits>

namespace sc::test {

std::string UpdateProblem::describe() const {
  return optimizer->name + ", " + lists.describe() + ", minibatches " +
         std::to_string(minibatches) + ", donated " +
         std::to_string(isDonated) + ", looks up " +
         (looksUpOld ? "old " : "") + (looksUpNew ? "new" : "");
}

LookupMesh makeMesh(const std::string &machine, int64_t devices) {
  const MachineDescription *found = nullptr;
  for (const MachineDescription &candidate : getMachines())
    if (candidate.name == machine)
      found = &candidate;
  EXPECT_TRUE(found) << machine;
  LookupMesh mesh;
  std::string error;
  auto target = withDevices(*found, devices, error);
  EXPECT_TRUE(target) << error;
  mesh.target = target->str();
  mesh.coresPerDevice = found->sparseCoresPerDevice.value;
  mesh.tiles = found->tilesPerSparseCore.value;
  mesh.tileSpmemBytes = found->tileSpmemBytes.value;
  if (devices > 1) {
    mesh.axes = {{"x", devices}};
    mesh.tableAxes = mesh.batchAxes = mesh.outputAxes = {0};
  }
  return mesh;
}

std::string writeMesh(const LookupMesh &mesh) {
  std::string axes;
  for (const MeshAxis &axis : mesh.axes)
    axes += (axes.empty() ? "\"" : ", \"") + axis.name +
            "\"=" + std::to_string(axis.size);
  return "sdy.mesh @mesh = <[" + axes + "]>\n";
}

/// Sorted by row and sample, gains of duplicates added, as the host does it.
static void mergeDuplicates(std::vector<Entry> &entries) {
  std::map<std::pair<int64_t, int64_t>, float> gains;
  for (const Entry &entry : entries)
    gains[{entry.row, entry.sample}] += entry.gain;
  entries.clear();
  for (const auto &[key, gain] : gains)
    entries.push_back({key.second, key.first, gain});
}

static bool suits(const LookupProblem &lists) {
  int64_t words = lists.rowsPerCore * lists.mesh.countCores() * lists.width;
  return !lists.mesh.hasOwnBatches && lists.width <= 256 && words <= 200'000;
}

static const Optimizer &drawOptimizer(Random &random, bool isRank1) {
  while (true) {
    const Optimizer &optimizer =
        getOptimizers()[random.index(getOptimizers().size())];
    // The body of JAX reduces over the second dimension.
    if (!isRank1 || !optimizer.isRowCoupled)
      return optimizer;
  }
}

UpdateProblem drawUpdate(Random &random) {
  UpdateProblem problem;
  do
    problem.lists = drawProblem(random);
  while (!suits(problem.lists));
  for (std::vector<Entry> &entries : problem.lists.entries)
    mergeDuplicates(entries);
  problem.lists.hasInit = true;
  problem.lists.table.clear();
  // Programs return tables as they are sharded.
  problem.lists.mesh.outputAxes = problem.lists.mesh.tableAxes;
  problem.optimizer = &drawOptimizer(random, problem.lists.isRank1);
  problem.step = static_cast<int32_t>(random.between(0, 30));
  problem.isDonated = random.chance(70);
  problem.looksUpOld = random.chance(15);
  problem.looksUpNew = random.chance(30);
  drawGradients(random, problem.lists);
  drawState(random, problem);
  return problem;
}

void drawGradients(Random &random, LookupProblem &lists) {
  lists.init.assign(static_cast<size_t>(lists.countSources()), {});
  for (std::vector<float> &gradients : lists.init)
    for (int64_t i = 0; i < lists.samples * lists.width; ++i)
      gradients.push_back(random.chance(5) ? -0.0f : random.real(-1, 1));
}

void drawState(Random &random, UpdateProblem &problem) {
  int64_t words = problem.countRows() * problem.lists.width;
  problem.state.assign(static_cast<size_t>(1 + problem.optimizer->slots), {});
  for (size_t i = 0; i < problem.state.size(); ++i)
    for (int64_t word = 0; word < words; ++word)
      problem.state[i].push_back(i == 0 ? random.real(-1, 1)
                                        : random.real(0.1f, 1));
}

std::set<int64_t> findTouchedRows(const UpdateProblem &problem) {
  std::set<int64_t> rows;
  for (const std::vector<Entry> &entries : problem.lists.entries)
    for (const Entry &entry : entries)
      rows.insert(entry.row);
  return rows;
}

void spoilUntouchedRows(Random &random, UpdateProblem &problem) {
  const std::vector<float> words = {std::numeric_limits<float>::quiet_NaN(),
                                    std::numeric_limits<float>::infinity(),
                                    -3e38f, -0.0f, 1e-45f};
  std::set<int64_t> touched = findTouchedRows(problem);
  auto width = static_cast<size_t>(problem.lists.width);
  for (std::vector<float> &rows : problem.state)
    for (size_t i = 0; i < rows.size(); ++i)
      if (!touched.count(static_cast<int64_t>(i / width)))
        rows[i] = random.pick(words);
}

//===----------------------------------------------------------------------===//
// Limits and minibatches
//===----------------------------------------------------------------------===//

/// Entries of a SparseCore by minibatch and partition.
static std::map<std::pair<int64_t, int64_t>, std::vector<Entry>>
splitEntries(const UpdateProblem &problem, size_t source) {
  std::map<std::pair<int64_t, int64_t>, std::vector<Entry>> parts;
  for (const Entry &entry : problem.lists.entries[source]) {
    int64_t minibatch =
        problem.minibatches > 0
            ? problem.minibatchOf[static_cast<size_t>(entry.row)]
            : 0;
    parts[{minibatch, entry.row % problem.lists.mesh.countCores()}].push_back(
        entry);
  }
  return parts;
}

static int64_t alignUp(int64_t value) { return (value + 7) / 8 * 8; }

void setLimits(UpdateProblem &problem) {
  LookupProblem &lists = problem.lists;
  lists.maxIds = lists.maxUnique = 1;
  int64_t largest = 8;
  for (size_t source = 0; source < lists.entries.size(); ++source) {
    int64_t words = 0;
    for (const auto &[key, entries] : splitEntries(problem, source)) {
      std::set<int64_t> rows;
      for (const Entry &entry : entries)
        rows.insert(entry.row);
      auto count = static_cast<int64_t>(entries.size());
      lists.maxIds = std::max(lists.maxIds, count);
      lists.maxUnique =
          std::max(lists.maxUnique, static_cast<int64_t>(rows.size()));
      words += alignUp(count);
    }
    largest = std::max(largest, words);
  }
  lists.capacity = std::max(largest, alignUp(lists.maxIds));
}

void cutMinibatches(Random &random, UpdateProblem &problem,
                    int64_t minibatches) {
  problem.minibatches = minibatches;
  problem.minibatchOf.clear();
  // Some of them may have no row.
  for (int64_t row = 0; row < problem.countRows(); ++row)
    problem.minibatchOf.push_back(
        random.between(0, random.chance(50) ? minibatches - 1 : 0));
  setLimits(problem);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Equal rows stay together, otherwise in any order, samples too.
static void shuffleRows(Random &random, std::vector<Entry> &entries) {
  std::map<int64_t, std::vector<Entry>> byRow;
  for (const Entry &entry : entries)
    byRow[entry.row].push_back(entry);
  std::vector<std::vector<Entry>> runs;
  for (auto &[row, run] : byRow) {
    random.shuffle(run);
    runs.push_back(std::move(run));
  }
  random.shuffle(runs);
  entries.clear();
  for (const std::vector<Entry> &run : runs)
    entries.insert(entries.end(), run.begin(), run.end());
}

/// Segments of the SparseCores of a device follow each other.
static void packMinibatches(const UpdateProblem &problem, Random &random,
                            int64_t device, UpdateBuffers &buffers) {
  const LookupProblem &lists = problem.lists;
  int64_t cores = lists.mesh.countCores();
  auto perDevice = static_cast<size_t>(lists.mesh.coresPerDevice);
  size_t base = static_cast<size_t>(device) * perDevice *
                static_cast<size_t>(lists.capacity);
  size_t firstPointer = buffers.rowPointers.size(), at = 0;
  for (size_t core = 0; core < perDevice; ++core) {
    auto parts =
        splitEntries(problem, static_cast<size_t>(device) * perDevice + core);
    for (int64_t minibatch = 0; minibatch < problem.minibatches; ++minibatch) {
      for (int64_t owner = 0; owner < lists.getRowPointersPerCore(); ++owner) {
        std::vector<Entry> &entries = parts[{minibatch, owner}];
        shuffleRows(random, entries);
        for (const Entry &entry : entries) {
          buffers.ids[base + at] = static_cast<int32_t>(entry.row / cores);
          buffers.samples[base + at] = static_cast<int32_t>(entry.sample);
          buffers.gains[base + at++] = entry.gain;
        }
        // Those behind the last partition are its aligned end.
        if (owner >= cores)
          at = static_cast<size_t>(alignUp(static_cast<int64_t>(at)));
        buffers.rowPointers.push_back(static_cast<int32_t>(at));
        at = static_cast<size_t>(alignUp(static_cast<int64_t>(at)));
      }
    }
  }
  // The host leaves the others as they were.
  buffers.rowPointers.resize(
      firstPointer +
          perDevice * static_cast<size_t>(problem.getRowPointersPerCore()),
      random.chance(50) ? static_cast<int32_t>(at) : -123456);
}

template <typename T>
static void append(std::vector<T> &to, const std::vector<T> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

UpdateBuffers packUpdate(const UpdateProblem &problem, Random &random) {
  UpdateBuffers all;
  for (const CoreBuffers &core : packBuffers(problem.lists, random)) {
    append(all.rowPointers, core.rowPointers);
    append(all.ids, core.ids);
    append(all.samples, core.samples);
    append(all.gains, core.gains);
  }
  int64_t devices =
      problem.lists.mesh.countShards(problem.lists.mesh.batchAxes);
  all.minibatches.assign(
      static_cast<size_t>(devices),
      static_cast<int32_t>(std::max<int64_t>(1, problem.minibatches)));
  if (problem.minibatches == 0)
    return all;
  all.rowPointers.clear();
  for (int64_t device = 0; device < devices; ++device)
    packMinibatches(problem, random, device, all);
  return all;
}

} // namespace sc::test
