//===-- PlanProgramPropertyTest.cpp - random programs ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program search against an enumeration of all selections, with peaks
// counted step by step.

#include "PlanningTest.h"

#include "lib/Planning/ProgramSearch.h"
#include "sc/Planning/CostModel.h"

#include <cmath>
#include <map>

namespace sc {
namespace {

class PlanProgramProperty : public SeededTest {
protected:
  LookupProblem pickLookup();
  ProgramProblem pickProgram();
};

LookupProblem PlanProgramProperty::pickLookup() {
  LookupProblem problem = makeLookup();
  problem.table = "t" + std::to_string(pick(0, 3));
  problem.kind = static_cast<LookupKind>(pick(0, 5) % 3);
  problem.tileSpmemBytes = pick(4000, 20000);
  problem.tiles = 4;
  problem.sparseCoresPerDevice = pick(1, 2);
  problem.samples = pick(1, 400);
  problem.width = 8 * pick(1, 4);
  if (problem.kind != LookupKind::Update)
    problem.rowFormat = pickRows();
  problem.maxIds = pick(16, 4000);
  problem.maxUniqueIds = std::min<int64_t>(problem.maxIds, 16 * pick(1, 20));
  // Often one replica leaves only tiny windows: more of them save time, and
  // cost HBM.
  int64_t room = problem.tileSpmemBytes - 1280 - pick(192, 700);
  if (pick(0, 3) > 0)
    problem.samples = room / (4 * problem.width) * problem.tiles;
  return problem;
}

ProgramProblem PlanProgramProperty::pickProgram() {
  ProgramProblem program;
  for (int64_t n = pick(1, 4); n > 0; --n) {
    program.lookups.push_back(pickLookup());
    program.lookupSteps.push_back(pick(0, 6));
  }
  for (int64_t n = pick(0, 4); n > 0; --n) {
    HbmResident resident;
    resident.name = "r" + std::to_string(n);
    resident.role = pick(0, 1) ? HbmRole::Inputs : HbmRole::Other;
    resident.bytes = 64 * pick(0, 3000);
    resident.firstStep = pick(0, 7);
    resident.lastStep = pick(resident.firstStep, 7);
    program.residents.push_back(resident);
  }
  program.options.rowStreaming = pick(0, 3) > 0;
  program.options.parallelIterations = pick(1, 3);
  if (pick(0, 2) == 0)
    program.options.numSerializedTables = pick(0, 5);
  return program;
}

namespace {
struct Candidate {
  double seconds = 0;
  int64_t serialized = 0;
  int64_t peak = 0;
};
} // namespace

static int64_t getStack(const ProgramProblem &program,
                        const std::vector<LookupPlan> &plans, size_t i) {
  return plans[i].stackBytes() * program.lookups[i].sparseCoresPerDevice;
}

/// The `number` largest stacks, one after another.
static std::vector<bool> getSerialized(const ProgramProblem &program,
                                       const std::vector<LookupPlan> &plans,
                                       int64_t number) {
  std::vector<bool> isSerialized(plans.size(), false);
  for (; number > 0; --number) {
    std::optional<size_t> largest;
    for (size_t i = 0; i < plans.size(); ++i)
      if (!isSerialized[i] &&
          (!largest ||
           getStack(program, plans, i) > getStack(program, plans, *largest)))
        largest = i;
    isSerialized[*largest] = true;
  }
  return isSerialized;
}

static bool isLive(const ProgramProblem &program, size_t lookup, int64_t step,
                   bool isSerialized) {
  bool before = false, after = false;
  for (size_t i = 0; i < program.lookups.size(); ++i) {
    bool counts = isSerialized
                      ? i == lookup
                      : program.lookups[i].kind == program.lookups[lookup].kind;
    before |= counts && program.lookupSteps[i] <= step;
    after |= counts && program.lookupSteps[i] >= step;
  }
  return before && after;
}

static Candidate evaluate(const ProgramProblem &program,
                          const std::vector<LookupPlan> &plans,
                          int64_t number) {
  Candidate candidate;
  candidate.serialized = number;
  std::vector<bool> isSerialized = getSerialized(program, plans, number);
  int64_t heap = 0;
  for (const HbmResident &resident : program.residents)
    if (resident.role == HbmRole::Inputs)
      heap += (program.options.parallelIterations - 1) * resident.bytes;
  for (int64_t step = 0; step < 8; ++step) {
    int64_t live = heap;
    for (const HbmResident &resident : program.residents)
      if (resident.firstStep <= step && step <= resident.lastStep)
        live += resident.bytes;
    for (size_t i = 0; i < plans.size(); ++i)
      if (isLive(program, i, step, isSerialized[i]))
        live += getStack(program, plans, i);
    candidate.peak = std::max(candidate.peak, live);
  }
  std::map<LookupKind, int64_t> together;
  for (size_t i = 0; i < plans.size(); ++i) {
    candidate.seconds += plans[i].seconds;
    int64_t &most = together[program.lookups[i].kind];
    if (isSerialized[i])
      candidate.seconds += double(plans[i].replicas) * kLookupSeconds;
    else
      most = std::max(most, plans[i].replicas);
  }
  for (const auto &[kind, replicas] : together)
    candidate.seconds += double(replicas) * kLookupSeconds;
  return candidate;
}

/// All selections of one plan for each lookup, with all numbers of serialized
/// tables; empty if a lookup has no plan.
static std::vector<Candidate> enumerate(const ProgramProblem &program) {
  std::vector<std::vector<LookupPlan>> lists;
  for (const LookupProblem &lookup : program.lookups) {
    auto result = planReplicas(lookup, program.options);
    if (!std::holds_alternative<std::vector<LookupPlan>>(result))
      return {};
    lists.push_back(std::get<std::vector<LookupPlan>>(result));
  }
  std::vector<Candidate> candidates;
  std::vector<size_t> index(lists.size(), 0);
  for (bool isDone = false; !isDone;) {
    std::vector<LookupPlan> plans;
    int64_t tables = 0;
    for (size_t i = 0; i < lists.size(); ++i) {
      plans.push_back(lists[i][index[i]]);
      tables += plans[i].stackBytes() > 0;
    }
    std::optional<int64_t> given = program.options.numSerializedTables;
    int64_t first = given ? std::min(*given, tables) : 0;
    for (int64_t n = first; n <= (given ? first : tables); ++n)
      candidates.push_back(evaluate(program, plans, n));
    isDone = true;
    for (size_t i = 0; i < lists.size() && isDone; ++i) {
      isDone = ++index[i] == lists[i].size();
      if (isDone)
        index[i] = 0;
    }
  }
  return candidates;
}

static std::optional<Candidate>
findBest(const std::vector<Candidate> &candidates, int64_t limit) {
  std::optional<Candidate> best;
  for (const Candidate &candidate : candidates)
    if (candidate.peak <= limit &&
        (!best || candidate.seconds < best->seconds - 1e-13))
      best = candidate;
  return best;
}

TEST_F(PlanProgramProperty, bestOfAll) {
  int compared = 0, refused = 0, traded = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    ProgramProblem program = pickProgram();
    std::vector<Candidate> candidates = enumerate(program);
    auto made = ProgramSearch::make(program);
    ASSERT_EQ(std::holds_alternative<ProgramSearch>(made), !candidates.empty());
    if (candidates.empty())
      continue;
    const auto &search = std::get<ProgramSearch>(made);
    int64_t limit = candidates[random() % candidates.size()].peak;
    for (int k = 0; k < 3; ++k)
      limit = std::min(limit, candidates[random() % candidates.size()].peak);
    limit -= pick(0, 1);
    std::optional<Candidate> best = findBest(candidates, limit);
    std::optional<Selection> found = search.find(limit);
    ASSERT_EQ(found.has_value(), best.has_value());
    ++(best ? compared : refused);
    if (!best)
      continue;
    EXPECT_NEAR(found->seconds, best->seconds, 1e-12);
    EXPECT_LE(found->peakBytes, limit);
    traded += best->seconds > findBest(candidates, int64_t(1) << 60)->seconds;
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(traded, 10) << "limits that slow the program down";
  EXPECT_GT(refused, 5);
}

TEST_F(PlanProgramProperty, fewestSerializedTablesOfTheSameTime) {
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    ProgramProblem program = pickProgram();
    program.options.numSerializedTables.reset();
    std::vector<Candidate> candidates = enumerate(program);
    if (candidates.empty())
      continue;
    int64_t limit = candidates[random() % candidates.size()].peak;
    Candidate best = *findBest(candidates, limit);
    for (const Candidate &other : candidates)
      if (other.peak <= limit && std::abs(other.seconds - best.seconds) < 1e-13)
        best.serialized = std::min(best.serialized, other.serialized);
    auto made = ProgramSearch::make(program);
    EXPECT_EQ(std::get<ProgramSearch>(made).find(limit)->serialized,
              best.serialized);
  }
}

TEST_F(PlanProgramProperty, plansVerify) {
  int planned = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    ProgramProblem program = pickProgram();
    program.usableHbmBytes = pick(0, 1) * 64 * pick(1, 100000);
    ProgramPlanResult result = planProgram(program);
    if (const auto *found = std::get_if<ProgramPlan>(&result)) {
      EXPECT_EQ(verifyPlan(program, *found), std::nullopt);
      ++planned;
      continue;
    }
    const auto &infeasible = std::get<Infeasible>(result);
    if (infeasible.constraint != Constraint::Hbm)
      continue;
    int64_t sum = 0;
    for (const HbmUse &use : infeasible.uses)
      sum += use.bytes;
    EXPECT_EQ(sum, infeasible.usedHbmBytes);
    EXPECT_GT(sum, program.usableHbmBytes);
  }
  EXPECT_GT(planned, 200);
}

} // namespace
} // namespace sc
