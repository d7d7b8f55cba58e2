//===-- AdviceProgram.cpp - the nearest settings of a program that fit ----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One knob after another, for all lookups at once, by planning again.

#include "AdviceChanges.h"
#include "AdviceSearch.h"
#include "LookupSizes.h"
#include "ProgramSearch.h"

#include "runtime/format/Errors.h"
#include "sc/Planning/Planner.h"

#include <map>
#include <utility>

namespace sc {

namespace {
/// The program with a knob at a value.
using Change = ProgramProblem (*)(ProgramProblem, int64_t);
/// Finds the nearest value at which a program fits, if any.
using Search =
    std::function<std::optional<int64_t>(const ProgramProblem &problem)>;

class ProgramAdviser {
public:
  ProgramAdviser(const ProgramProblem &problem, const Infeasible &infeasible)
      : problem(problem), infeasible(infeasible) {}

  std::vector<Advice> advise();

private:
  void adviseLimit(Knob knob, int64_t current, Change change);
  void adviseBatch();
  void adviseChips();
  void adviseWidth();
  void adviseSerialization();
  void adviseSwitch(Knob knob, bool PlanOptions::*option);
  void adviseNarrowTables();
  void add(Knob knob, int64_t current, std::optional<int64_t> value,
           const std::string &how, const Search &search);
  std::string describeTables() const;
  std::string describeGreedyTable() const;

  const ProgramProblem &problem;
  const Infeasible &infeasible;
  std::vector<Advice> found;
};
} // namespace

static int64_t getChips(const ProgramProblem &problem) {
  return std::max<int64_t>(1, ceilDiv(problem.devices, problem.devicesPerChip));
}

static std::optional<ProgramPlan> findPlan(const ProgramProblem &problem) {
  ProgramPlanResult result = planProgram(problem);
  if (auto *plan = std::get_if<ProgramPlan>(&result))
    return std::move(*plan);
  return std::nullopt;
}

/// Whether HBM suffices by number: whatever has a plan does.
static bool mayFit(const ProgramProblem &problem) {
  auto made = ProgramSearch::make(problem);
  const auto *search = std::get_if<ProgramSearch>(&made);
  if (!search)
    return false;
  if (problem.options.numSerializedTables)
    return search->find(problem.usableHbmBytes).has_value();
  return search->getLeast().peakBytes <= problem.usableHbmBytes;
}

static bool fits(const ProgramProblem &problem) {
  return mayFit(problem) && findPlan(problem);
}

static std::string describeSerialized(const ProgramPlan &plan) {
  if (plan.serializedTables == 0)
    return "";
  return " with " + std::to_string(plan.serializedTables) +
         (plan.serializedTables == 1 ? " serialized table"
                                     : " serialized tables");
}

std::string ProgramAdviser::describeTables() const {
  return problem.lookups.size() > 1 ? " for every table" : "";
}

/// Where no value fits, `search` says whether buffers whose scaling is not
/// known are to blame.
void ProgramAdviser::add(Knob knob, int64_t current,
                         std::optional<int64_t> value, const std::string &how,
                         const Search &search) {
  int64_t unscaled = getUnscaledBytes(problem);
  if (!value && unscaled > 0 && search(dropUnscaled(problem)))
    found.push_back(makeUnknownAdvice(knob, current, unscaled));
  else
    found.push_back(makeAdvice(knob, current, value, how));
}

/// Bisects by number, then by planning in full: placement may leave gaps.
static std::optional<int64_t> findLimit(const ProgramProblem &problem,
                                        int64_t current, Change change) {
  std::optional<int64_t> value = findBorder(
      1, current, [&](int64_t n) { return mayFit(change(problem, n)); });
  if (!value || findPlan(change(problem, *value)))
    return value;
  return findBorder(1, *value, [&](int64_t n) {
    return findPlan(change(problem, n)).has_value();
  });
}

/// Buffers in HBM do not depend on limits.
void ProgramAdviser::adviseLimit(Knob knob, int64_t current, Change change) {
  if (current == 0)
    return;
  std::optional<int64_t> value = findLimit(problem, current, change);
  std::string how;
  if (value)
    how = describeTables() +
          describeSerialized(*findPlan(change(problem, *value)));
  if (value && knob == Knob::MaxIds &&
      getLargest(problem, &LookupProblem::maxUniqueIds, false) > *value)
    how += ", with max_unique_ids_per_partition lowered to it";
  found.push_back(makeAdvice(knob, current, value, how));
}

void ProgramAdviser::adviseBatch() {
  int64_t current = getLargest(problem, &LookupProblem::samples, true);
  if (current == 0)
    return;
  auto search = [&](const ProgramProblem &from) {
    return findLimit(from, current, limitBatch);
  };
  std::optional<int64_t> value = search(problem);
  std::string how;
  if (value)
    how = describeTables() +
          describeSerialized(*findPlan(limitBatch(problem, *value)));
  add(Knob::Batch, current, value, how, search);
}

/// The table that needs more than there is, if one does.
std::string ProgramAdviser::describeGreedyTable() const {
  std::map<std::string, int64_t> bytes;
  for (const HbmUse &use : infeasible.uses)
    if (!use.table.empty())
      bytes[use.table] += use.bytes;
  auto most = std::ranges::max_element(
      bytes, {}, [](const auto &entry) { return entry.second; });
  if (most == bytes.end() || most->second <= problem.usableHbmBytes)
    return "";
  return "; table '" + most->first + "' alone needs " +
         format::formatErrorBytes(most->second) + " of " +
         format::formatErrorBytes(problem.usableHbmBytes);
}

void ProgramAdviser::adviseChips() {
  int64_t chips = getChips(problem);
  auto search = [&](const ProgramProblem &from) {
    return findChips(
        chips, [&](int64_t factor) { return fits(scaleChips(from, factor)); });
  };
  add(Knob::Chips, chips, search(problem), "", search);
  found.back().text += describeGreedyTable();
}

void ProgramAdviser::adviseWidth() {
  int64_t current = getLargest(problem, &LookupProblem::width, true);
  auto search = [&](const ProgramProblem &from) -> std::optional<int64_t> {
    std::optional<int64_t> eighths =
        findBorder(1, ceilDiv(current, 8),
                   [&](int64_t n) { return fits(limitWidth(from, 8 * n)); });
    return eighths ? std::optional(8 * *eighths) : std::nullopt;
  };
  add(Knob::Width, current, search(problem), describeTables(), search);
}

void ProgramAdviser::adviseSerialization() {
  int64_t current = problem.options.numSerializedTables.value_or(0);
  ProgramProblem changed = problem;
  auto fitsWith = [&](int64_t number) {
    changed.options.numSerializedTables = number;
    return findPlan(changed).has_value();
  };
  std::optional<int64_t> value;
  auto made = ProgramSearch::make(problem);
  if (const auto *search = std::get_if<ProgramSearch>(&made))
    value = search->findLeastSerialized(problem.usableHbmBytes);
  if (value && !fitsWith(*value))
    value.reset();
  // Larger stacks of another table may let fewer suffice.
  while (value && *value > 0 && fitsWith(*value - 1))
    --*value;
  found.push_back(makeAdvice(Knob::SerializedTables, current, value));
}

void ProgramAdviser::adviseSwitch(Knob knob, bool PlanOptions::*option) {
  if (problem.options.*option ||
      getLargest(problem, &LookupProblem::maxIds, false) == 0)
    return;
  ProgramProblem changed = problem;
  changed.options.*option = true;
  std::optional<ProgramPlan> plan = findPlan(changed);
  found.push_back(makeAdvice(knob, 0,
                             plan ? std::optional<int64_t>(1) : std::nullopt,
                             plan ? describeSerialized(*plan) : ""));
}

void ProgramAdviser::adviseNarrowTables() {
  if (!canNarrowTables(problem))
    return;
  std::optional<ProgramPlan> plan = findPlan(narrowTables(problem));
  found.push_back(makeAdvice(Knob::QuantizeTables, 0,
                             plan ? std::optional<int64_t>(1) : std::nullopt,
                             plan ? describeSerialized(*plan) : ""));
}

std::vector<Advice> ProgramAdviser::advise() {
  adviseLimit(Knob::MaxIds, getLargest(problem, &LookupProblem::maxIds, false),
              limitIds);
  adviseLimit(Knob::MaxUniqueIds,
              getLargest(problem, &LookupProblem::maxUniqueIds, false),
              limitUniqueIds);
  adviseBatch();
  adviseChips();
  if (!problem.lookups.empty())
    adviseWidth();
  adviseSerialization();
  adviseSwitch(Knob::RowStreaming, &PlanOptions::rowStreaming);
  adviseSwitch(Knob::SampleSplitting, &PlanOptions::sampleSplitting);
  adviseNarrowTables();
  return found;
}

std::vector<Advice> adviseProgram(const ProgramProblem &problem,
                                  const Infeasible &infeasible) {
  if (infeasible.constraint == Constraint::Hbm)
    return ProgramAdviser(problem, infeasible).advise();
  if (infeasible.lookup >= problem.lookups.size())
    return {};
  return adviseLookupOf(problem, infeasible, getChips(problem));
}

} // namespace sc
