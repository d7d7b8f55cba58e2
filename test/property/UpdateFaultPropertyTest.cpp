//===-- UpdateFaultPropertyTest.cpp - damaged lists always fault ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists that break the contract end in a fault with the same text for any
// number of threads, never in a table.

#include "UpdateChecks.h"

using namespace sc;
using namespace sc::test;

namespace {

enum class Damage {
  NoMinibatches,
  TooManyMinibatches,
  MinibatchesDisagree,
  IdsDescend,
  TooManyIds,
  TooManyUnique,
  IdPastTable,
  NegativeId,
  SamplePastEnd,
  PointersDescend,
  PointerPastEnd,
};

struct DamageInfo {
  const char *name;
  const char *message; // part of it
  bool needsMinibatches;
};

} // namespace

static const DamageInfo kDamages[] = {
    {"no minibatches", "must be between 1 and 64", true},
    {"too many minibatches", "must be between 1 and 64", true},
    {"minibatches disagree", "disagree on num_minibatches", true},
    {"ids descend", "ids of a partition do not ascend", false},
    {"too many ids", "more ids in a partition", false},
    {"too many unique ids", "more distinct ids in a partition", false},
    {"id past the table", "bounds", false},
    {"negative id", "", false},
    {"sample past the end", "sample", false},
    {"pointers descend", "row pointers descend", false},
    {"pointer past the end", "past the end of the COO buffer", false},
};

/// Entries [first, end) of a partition of an unbatched list.
struct Part {
  size_t first = 0, end = 0;
};

static std::vector<Part> findParts(const UpdateProblem &problem,
                                   const UpdateBuffers &buffers) {
  const LookupProblem &lists = problem.lists;
  auto cores = static_cast<size_t>(lists.mesh.countCores());
  auto stride = static_cast<size_t>(lists.getRowPointersPerCore());
  std::vector<Part> parts;
  for (size_t source = 0; source < cores; ++source) {
    size_t base = source * static_cast<size_t>(lists.capacity), start = 0;
    for (size_t owner = 0; owner < cores; ++owner) {
      auto end =
          static_cast<size_t>(buffers.rowPointers[source * stride + owner]);
      if (end > start)
        parts.push_back({base + start, base + end});
      start = (end + 7) / 8 * 8;
    }
  }
  return parts;
}

/// Swaps two ids of a partition.
static bool swapIds(const std::vector<Part> &parts, UpdateBuffers &buffers) {
  for (const Part &part : parts)
    for (size_t i = part.first; i + 1 < part.end; ++i)
      if (buffers.ids[i] != buffers.ids[i + 1]) {
        std::swap(buffers.ids[i], buffers.ids[i + 1]);
        return true;
      }
  return false;
}

static bool damageMinibatches(Random &random, Damage damage,
                              UpdateBuffers &buffers) {
  if (damage == Damage::MinibatchesDisagree) {
    if (buffers.minibatches.size() == 1)
      return false;
    int32_t &one =
        buffers.minibatches[random.index(buffers.minibatches.size())];
    one = one == 1 ? 2 : one - 1;
    return true;
  }
  int32_t value =
      damage == Damage::NoMinibatches
          ? static_cast<int32_t>(random.pick<int64_t>({0, -1, -1000}))
          : static_cast<int32_t>(random.pick<int64_t>({65, 66, 2147483647}));
  buffers.minibatches.assign(buffers.minibatches.size(), value);
  return true;
}

/// Lowers a limit; false where the lists are too short for that.
static bool damageLimits(UpdateProblem &problem, Damage damage) {
  LookupProblem &lists = problem.lists;
  PartitionSizes sizes = measurePartitions(lists);
  if (damage == Damage::TooManyIds) {
    lists.maxIds = sizes.maxIds - 1;
    lists.maxUnique = std::min(lists.maxUnique, lists.maxIds);
    return lists.maxIds > 0;
  }
  lists.maxUnique = sizes.maxUnique - 1;
  return lists.maxUnique > 0;
}

static void damagePointer(Random &random, const UpdateProblem &problem,
                          bool isPastEnd, UpdateBuffers &buffers) {
  const LookupProblem &lists = problem.lists;
  auto stride = static_cast<size_t>(lists.getRowPointersPerCore());
  auto cores = static_cast<size_t>(lists.mesh.countCores());
  int32_t &pointer =
      buffers.rowPointers[random.index(cores) * stride + random.index(cores)];
  pointer = isPastEnd ? static_cast<int32_t>(
                            lists.capacity +
                            random.pick<int64_t>({1, 100, int64_t{1} << 20}))
                      : -static_cast<int32_t>(random.between(1, 100));
}

static bool damageLists(Random &random, const UpdateProblem &problem,
                        Damage damage, UpdateBuffers &buffers) {
  const LookupProblem &lists = problem.lists;
  bool isPastEnd = damage == Damage::PointerPastEnd;
  if (isPastEnd || damage == Damage::PointersDescend) {
    damagePointer(random, problem, isPastEnd, buffers);
    return true;
  }
  std::vector<Part> parts = findParts(problem, buffers);
  if (damage == Damage::IdsDescend)
    return swapIds(parts, buffers);
  if (parts.empty())
    return false;
  // The ids ascend all the same.
  Part part = random.pick(parts);
  if (damage == Damage::IdPastTable)
    buffers.ids[part.end - 1] =
        static_cast<int32_t>(lists.rowsPerCore + random.between(0, 99));
  else if (damage == Damage::NegativeId)
    buffers.ids[part.first] = -static_cast<int32_t>(random.between(1, 100));
  else
    buffers.samples[part.first + random.index(part.end - part.first)] =
        static_cast<int32_t>(
            random.pick<int64_t>({lists.samples, lists.samples + 9, -1, kPad}));
  return true;
}

/// Bytes of all stacks without replicas.
static int64_t measureStacks(const UpdateProblem &problem) {
  const LookupProblem &lists = problem.lists;
  int64_t cores = lists.mesh.countDevices() * lists.mesh.coresPerDevice;
  return cores * lists.mesh.countCores() * lists.maxUnique *
         (2 * lists.width + 1) * 4;
}

static void checkFault(Random &random, Damage damage) {
  const DamageInfo &info = kDamages[static_cast<size_t>(damage)];
  while (true) {
    UpdateProblem problem = drawUpdate(random);
    problem.looksUpOld = problem.looksUpNew = false;
    if (info.needsMinibatches)
      cutMinibatches(random, problem, random.between(1, 4));
    // Damaged ids are not to exceed it, nor stacks what splits count on.
    problem.lists.maxUnique = problem.lists.maxIds;
    if (measureStacks(problem) > 12'000'000)
      continue;
    bool isLimit =
        damage == Damage::TooManyIds || damage == Damage::TooManyUnique;
    if (isLimit && !damageLimits(problem, damage))
      continue;
    UpdateBuffers buffers = packUpdate(problem, random);
    bool isDone =
        isLimit ||
        (info.needsMinibatches ? damageMinibatches(random, damage, buffers)
                               : damageLists(random, problem, damage, buffers));
    if (!isDone)
      continue;
    SCOPED_TRACE(std::string(info.name) + ": " + problem.describe());
    bool isSplit = random.chance(40);
    SplitPlan plan = drawUpdateSplits(random, problem);
    return expectUpdateFault(problem, makeUpdateInputs(problem, buffers),
                             info.message, isSplit ? &plan : nullptr);
  }
}

TEST(UpdateFault, DamagedListsAlwaysFault) {
  forEachCase(220, [](Random &random) {
    checkFault(random, static_cast<Damage>(random.index(std::size(kDamages))));
  });
}
