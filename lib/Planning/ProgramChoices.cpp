//===-- ProgramChoices.cpp - the plans to choose from ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans every lookup once for each number of replicas. Programs look up many
// tables of the same shape: equal problems are planned once.

#include "Checks.h"
#include "ProgramSearch.h"

#include "sc/Planning/Planner.h"

#include <map>
#include <tuple>
#include <utility>

namespace sc {

/// All sums of bytes stay below this, so that none overflows.
static constexpr int64_t kMaxHbmBytes = int64_t(1) << 62;

/// All that a plan depends on.
static auto getKey(const LookupProblem &problem) {
  const OptimizerSizes &optimizer = problem.optimizer;
  return std::tuple(
      static_cast<int>(problem.kind), problem.tileSpmemBytes, problem.tiles,
      problem.lanes, problem.sparseCoresPerDevice, problem.hbmBytesPerSecond,
      problem.sparseCores, problem.samples, problem.width,
      problem.rowFormat.type, problem.rowFormat.scale, problem.maxIds,
      problem.maxUniqueIds, problem.tableRows, problem.isMinibatched,
      problem.isRowCoupled, problem.slots, optimizer.rows, optimizer.words,
      optimizer.uniformRows, optimizer.uniformWords);
}

/// Bytes beside stacks if all were live together; none if they exceed the
/// bound.
static std::optional<int64_t> sumResidents(const ProgramProblem &problem) {
  __extension__ typedef __int128 Wide;
  Wide sum = problem.options.tensorCoreHbmBytes.value_or(0);
  for (const HbmResident &resident : problem.residents) {
    sum += resident.bytes;
    if (resident.role == HbmRole::Inputs)
      sum += Wide(problem.options.parallelIterations - 1) * resident.bytes;
    if (sum > kMaxHbmBytes)
      return std::nullopt;
  }
  return sum > kMaxHbmBytes ? std::nullopt
                            : std::optional(static_cast<int64_t>(sum));
}

/// Choices whose stacks are at most `bound`, but always the least.
static std::vector<Choice> getChoices(const std::vector<LookupPlan> &plans,
                                      int64_t sparseCores, int64_t bound) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < plans.size(); ++i) {
    int64_t bytes = 0;
    if (__builtin_mul_overflow(plans[i].stackBytes(), sparseCores, &bytes))
      break;
    if (i > 0 && bytes > bound)
      break;
    choices.push_back({i, plans[i].replicas, bytes, plans[i].seconds});
  }
  return choices;
}

ProgramSearch::ProgramSearch(const ProgramProblem &problem)
    : timeline(problem), fixedSerialized(problem.options.numSerializedTables) {
  for (const LookupProblem &lookup : problem.lookups)
    kinds.push_back(static_cast<unsigned>(lookup.kind));
}

std::optional<Infeasible>
ProgramSearch::makeChoices(const ProgramProblem &problem) {
  std::map<decltype(getKey({})), PlanList> known;
  for (size_t i = 0; i < problem.lookups.size(); ++i) {
    const LookupProblem &lookup = problem.lookups[i];
    PlanList &list = known[getKey(lookup)];
    if (!list) {
      auto result = planReplicas(lookup, problem.options);
      if (auto *infeasible = std::get_if<Infeasible>(&result)) {
        infeasible->lookup = i;
        return *infeasible;
      }
      list = std::make_shared<const std::vector<LookupPlan>>(
          std::move(std::get<std::vector<LookupPlan>>(result)));
    }
    plans.push_back(list);
  }
  int64_t room = kMaxHbmBytes;
  for (size_t i = 0; i < plans.size(); ++i) {
    int64_t bound = kMaxHbmBytes / static_cast<int64_t>(plans.size());
    choices.push_back(
        getChoices(*plans[i], problem.lookups[i].sparseCoresPerDevice, bound));
    room -= choices[i].empty() ? kMaxHbmBytes : choices[i].back().stackBytes;
    if (choices[i].empty() || room < 0) {
      Infeasible refusal =
          makeRefusal(Constraint::Overflow,
                      "the sum of all HBM stacks of a device exceeds 64 bits");
      refusal.lookup = i;
      return refusal;
    }
  }
  return std::nullopt;
}

std::variant<ProgramSearch, Infeasible>
ProgramSearch::make(const ProgramProblem &problem) {
  std::optional<Infeasible> refusal = findContradiction(problem);
  if (!refusal && !sumResidents(problem))
    refusal = makeRefusal(Constraint::Overflow,
                          "the sum of all HBM buffers of a device exceeds 64 "
                          "bits");
  if (refusal) {
    refusal->lookup = problem.lookups.size(); // about no lookup
    return *refusal;
  }
  ProgramSearch search(problem);
  if (auto infeasible = search.makeChoices(problem))
    return *infeasible;
  return search;
}

std::vector<Infeasible> findInfeasible(const ProgramProblem &problem) {
  std::map<decltype(getKey({})), std::optional<Infeasible>> known;
  std::vector<Infeasible> found;
  for (size_t i = 0; i < problem.lookups.size(); ++i) {
    auto [entry, isNew] =
        known.try_emplace(getKey(problem.lookups[i]), std::nullopt);
    if (isNew) {
      auto result = planReplicas(problem.lookups[i], problem.options);
      if (const auto *infeasible = std::get_if<Infeasible>(&result))
        entry->second = *infeasible;
    }
    if (!entry->second)
      continue;
    found.push_back(*entry->second);
    found.back().lookup = i;
  }
  return found;
}

LookupPlan ProgramSearch::getPlan(const Selection &selection,
                                  size_t lookup) const {
  const Choice &choice = choices[lookup][selection.choices[lookup]];
  return (*plans[lookup])[choice.plan];
}

std::vector<int64_t>
ProgramSearch::getStacks(const Selection &selection) const {
  std::vector<int64_t> stacks;
  for (size_t i = 0; i < choices.size(); ++i)
    stacks.push_back(choices[i][selection.choices[i]].stackBytes);
  return stacks;
}

} // namespace sc
