//===-- LookupFaultPropertyTest.cpp - damaged lists always fault ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists that break the contract end in a fault with the same text for any
// number of threads, never in a result.

#include "LookupSplits.h"

using namespace sc;
using namespace sc::test;

namespace {

enum class Damage {
  TooManyIds,
  TooManyUnique,
  IdOutOfRange,
  SampleOutOfRange,
  PointersDescend,
  PointerPastEnd
};

/// An entry of a packed buffer.
struct Place {
  size_t source = 0;
  size_t index = 0;
};

} // namespace

static const char *getName(Damage damage) {
  switch (damage) {
  case Damage::TooManyIds:
    return "too many ids";
  case Damage::TooManyUnique:
    return "too many unique ids";
  case Damage::IdOutOfRange:
    return "id out of range";
  case Damage::SampleOutOfRange:
    return "sample out of range";
  case Damage::PointersDescend:
    return "pointers descend";
  case Damage::PointerPastEnd:
    return "pointer past the end";
  }
  return "";
}

/// Entries that a lookup reads: those between the pointers.
static std::vector<Place> findEntries(const LookupProblem &problem,
                                      const std::vector<CoreBuffers> &buffers) {
  std::vector<Place> places;
  auto cores = static_cast<size_t>(problem.mesh.countCores());
  for (size_t source = 0; source < buffers.size(); ++source) {
    size_t start = 0;
    for (size_t owner = 0; owner < cores; ++owner) {
      auto end = static_cast<size_t>(buffers[source].rowPointers[owner]);
      for (size_t i = start; i < end; ++i)
        places.push_back({source, i});
      start = (end + 7) / 8 * 8;
    }
  }
  return places;
}

/// A value outside 0 .. limit - 1.
static int32_t drawOutside(Random &random, int64_t limit) {
  const std::vector<int64_t> values = {
      limit, limit + random.between(1, 1000),    -1, -random.between(2, 1000),
      kPad,  std::numeric_limits<int32_t>::min()};
  return static_cast<int32_t>(random.pick(values));
}

/// A pointer that ends before its partition starts.
static void damagePointer(Random &random, const LookupProblem &problem,
                          CoreBuffers &buffers) {
  auto owner = random.index(static_cast<size_t>(problem.mesh.countCores()));
  std::vector<int32_t> &pointers = buffers.rowPointers;
  int64_t start = owner == 0 ? 0 : (pointers[owner - 1] + 7) / 8 * 8;
  pointers[owner] = static_cast<int32_t>(start == 0 || random.chance(30)
                                             ? -random.between(1, 100)
                                             : random.between(0, start - 1));
}

static void pointPastEnd(Random &random, const LookupProblem &problem,
                         CoreBuffers &buffers) {
  auto owner = random.index(static_cast<size_t>(problem.mesh.countCores()));
  int64_t past =
      random.chance(30) ? kPad - problem.capacity : random.between(1, 100);
  buffers.rowPointers[owner] = static_cast<int32_t>(problem.capacity + past);
}

/// Damages the limits; false where the lists are too short for that.
static bool damageLimits(LookupProblem &problem, Damage damage) {
  PartitionSizes sizes = measurePartitions(problem);
  if (damage == Damage::TooManyIds) {
    problem.maxIds = sizes.maxIds - 1;
    problem.maxUnique = std::min(problem.maxUnique, problem.maxIds);
    return problem.maxIds > 0;
  }
  problem.maxUnique = sizes.maxUnique - 1;
  return problem.maxUnique > 0;
}

static bool damageBuffers(Random &random, const LookupProblem &problem,
                          std::vector<CoreBuffers> &buffers, Damage damage) {
  CoreBuffers &any = buffers[random.index(buffers.size())];
  if (damage == Damage::PointersDescend)
    return damagePointer(random, problem, any), true;
  if (damage == Damage::PointerPastEnd)
    return pointPastEnd(random, problem, any), true;
  std::vector<Place> places = findEntries(problem, buffers);
  if (places.empty())
    return false;
  Place place = random.pick(places);
  CoreBuffers &target = buffers[place.source];
  if (damage == Damage::IdOutOfRange)
    target.ids[place.index] = drawOutside(random, problem.rowsPerCore);
  else
    target.samples[place.index] = drawOutside(random, problem.samples);
  return true;
}

static void expectFault(const LookupProblem &problem,
                        const std::vector<Bytes> &inputs,
                        const SplitPlan *plan) {
  auto executable =
      compileAndLoad(writeProgram(problem), problem.mesh.target, plan);
  if (!executable)
    return;
  std::string text;
  for (int threads : {1, 7, 2}) {
    RunResult result =
        run(*executable, inputs, {.threads = threads, .poison = threads == 2});
    EXPECT_EQ(result.status.code(), absl::StatusCode::kInternal)
        << result.status;
    std::string message(result.status.message());
    EXPECT_TRUE(message.starts_with("E0200")) << message;
    if (threads == 1)
      text = message;
    EXPECT_EQ(message, text) << threads << " threads";
  }
}

/// With plans of all kinds where `isSplit`.
static void checkFault(Random &random, bool isSplit) {
  auto damage = static_cast<Damage>(random.between(0, 5));
  bool isLimit =
      damage == Damage::TooManyIds || damage == Damage::TooManyUnique;
  while (true) {
    LookupProblem problem = drawProblem(random);
    if (isLimit && !damageLimits(problem, damage))
      continue;
    std::vector<CoreBuffers> buffers = packBuffers(problem, random);
    if (!isLimit && !damageBuffers(random, problem, buffers, damage))
      continue;
    SCOPED_TRACE(std::string(getName(damage)) + ": " + problem.describe());
    SplitPlan plan = drawSplits(random, problem);
    SCOPED_TRACE(isSplit ? describe(plan) : "as planned");
    return expectFault(problem, makeInputs(problem, buffers),
                       isSplit ? &plan : nullptr);
  }
}

TEST(LookupFault, DamagedListsAlwaysFault) {
  forEachCase(400, [](Random &random) { checkFault(random, false); });
}

TEST(LookupFault, DamagedListsFaultWithAnySplit) {
  forEachCase(400, [](Random &random) { checkFault(random, true); });
}
