//===-- AdviceProgram.cpp - the nearest settings of a program that fit ----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One knob after another, for all lookups at once, by planning again.

#include "AdviceSearch.h"
#include "LookupSizes.h"
#include "ProgramSearch.h"

#include "runtime/format/Errors.h"
#include "sc/Planning/Planner.h"

#include <map>
#include <utility>

namespace sc {

namespace {
using Change = std::function<ProgramProblem(int64_t)>;

class ProgramAdviser {
public:
  ProgramAdviser(const ProgramProblem &problem, const Infeasible &infeasible)
      : problem(problem), infeasible(infeasible) {}

  std::vector<Advice> advise();

private:
  void adviseLimit(Knob knob, int64_t current, const Change &change);
  void adviseChips();
  void adviseWidth();
  void adviseSerialization();
  void adviseSwitch(Knob knob, bool PlanOptions::*option);
  ProgramProblem limitUniqueIds(int64_t value) const;
  ProgramProblem limitMaxIds(int64_t value) const;
  ProgramProblem limitBatch(int64_t value) const;
  ProgramProblem limitWidth(int64_t value) const;
  ProgramProblem scaleTopology(int64_t factor) const;
  int64_t getLargest(int64_t LookupProblem::*size, bool withLocal) const;
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

static std::string describeSerialized(const ProgramPlan &plan) {
  if (plan.serializedTables == 0)
    return "";
  return " with " + std::to_string(plan.serializedTables) +
         (plan.serializedTables == 1 ? " serialized table"
                                     : " serialized tables");
}

int64_t ProgramAdviser::getLargest(int64_t LookupProblem::*size,
                                   bool withLocal) const {
  int64_t largest = 0;
  for (const LookupProblem &lookup : problem.lookups)
    if (withLocal || lookup.kind != LookupKind::LocalLookup)
      largest = std::max(largest, lookup.*size);
  return largest;
}

ProgramProblem ProgramAdviser::limitMaxIds(int64_t value) const {
  ProgramProblem changed = problem;
  for (LookupProblem &lookup : changed.lookups)
    lookup = limitIds(lookup, value);
  return changed;
}

ProgramProblem ProgramAdviser::limitUniqueIds(int64_t value) const {
  ProgramProblem changed = problem;
  for (LookupProblem &lookup : changed.lookups)
    if (lookup.kind != LookupKind::LocalLookup)
      lookup.maxUniqueIds = std::min(lookup.maxUniqueIds, value);
  return changed;
}

static int64_t scale(int64_t value, int64_t numerator, int64_t denominator) {
  __extension__ typedef __int128 Wide;
  return static_cast<int64_t>((Wide(value) * numerator + denominator - 1) /
                              denominator);
}

/// All lookups keep their part of the batch. Buffers stay as they are: which of
/// them hold samples is not known.
ProgramProblem ProgramAdviser::limitBatch(int64_t value) const {
  ProgramProblem changed = problem;
  int64_t largest = getLargest(&LookupProblem::samples, true);
  for (LookupProblem &lookup : changed.lookups)
    lookup.samples = scale(lookup.samples, value, largest);
  return changed;
}

/// Wider tables shrink, with their slots.
ProgramProblem ProgramAdviser::limitWidth(int64_t value) const {
  ProgramProblem changed = problem;
  std::map<std::string, int64_t> oldWidths;
  for (LookupProblem &lookup : changed.lookups) {
    if (lookup.width <= value)
      continue;
    oldWidths.emplace(lookup.table, lookup.width);
    lookup.width = value;
  }
  for (HbmResident &resident : changed.residents) {
    auto width = oldWidths.find(resident.table);
    bool isTable =
        resident.role == HbmRole::Weights || resident.role == HbmRole::Slots;
    if (width == oldWidths.end() || !isTable)
      continue;
    resident.bytes = scale(resident.bytes, value, width->second);
    resident.paddingBytes = scale(resident.paddingBytes, value, width->second);
  }
  return changed;
}

ProgramProblem ProgramAdviser::scaleTopology(int64_t factor) const {
  ProgramProblem changed = problem;
  changed.devices *= factor;
  for (LookupProblem &lookup : changed.lookups)
    lookup = scaleChips(lookup, factor);
  for (HbmResident &resident : changed.residents) {
    resident.bytes = ceilDiv(resident.bytes, factor);
    resident.paddingBytes = ceilDiv(resident.paddingBytes, factor);
  }
  return changed;
}

/// Bisects by number, then by planning in full.
void ProgramAdviser::adviseLimit(Knob knob, int64_t current,
                                 const Change &change) {
  if (current == 0)
    return;
  std::optional<int64_t> value =
      findBorder(1, current, [&](int64_t n) { return mayFit(change(n)); });
  std::optional<ProgramPlan> plan;
  if (value)
    plan = findPlan(change(*value));
  if (value && !plan) {
    // Placement left gaps.
    value = findBorder(
        1, *value, [&](int64_t n) { return findPlan(change(n)).has_value(); });
    if (value)
      plan = findPlan(change(*value));
  }
  std::string how;
  if (plan && problem.lookups.size() > 1)
    how += " for every table";
  if (plan)
    how += describeSerialized(*plan);
  if (value && knob == Knob::MaxIds &&
      getLargest(&LookupProblem::maxUniqueIds, false) > *value)
    how += ", with max_unique_ids_per_partition lowered to it";
  found.push_back(makeAdvice(knob, current, value, how));
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
  std::optional<int64_t> value = findChips(chips, [&](int64_t factor) {
    ProgramProblem changed = scaleTopology(factor);
    return mayFit(changed) && findPlan(changed);
  });
  Advice advice = makeAdvice(Knob::Chips, chips, value);
  advice.text += describeGreedyTable();
  found.push_back(advice);
}

void ProgramAdviser::adviseWidth() {
  int64_t current = getLargest(&LookupProblem::width, true);
  std::optional<int64_t> eighths =
      findBorder(1, ceilDiv(current, 8), [&](int64_t n) {
        ProgramProblem changed = limitWidth(8 * n);
        return mayFit(changed) && findPlan(changed);
      });
  std::optional<int64_t> value;
  if (eighths)
    value = 8 * *eighths;
  found.push_back(
      makeAdvice(Knob::Width, current, value,
                 problem.lookups.size() > 1 ? " for every table" : ""));
}

void ProgramAdviser::adviseSerialization() {
  int64_t current = problem.options.numSerializedTables.value_or(0);
  ProgramProblem changed = problem;
  auto fits = [&](int64_t number) {
    changed.options.numSerializedTables = number;
    return findPlan(changed).has_value();
  };
  std::optional<int64_t> value;
  auto made = ProgramSearch::make(problem);
  if (const auto *search = std::get_if<ProgramSearch>(&made))
    value = search->findLeastSerialized(problem.usableHbmBytes);
  if (value && !fits(*value))
    value.reset();
  // Larger stacks of another table may let fewer suffice.
  while (value && *value > 0 && fits(*value - 1))
    --*value;
  found.push_back(makeAdvice(Knob::SerializedTables, current, value));
}

void ProgramAdviser::adviseSwitch(Knob knob, bool PlanOptions::*option) {
  if (problem.options.*option || getLargest(&LookupProblem::maxIds, false) == 0)
    return;
  ProgramProblem changed = problem;
  changed.options.*option = true;
  std::optional<ProgramPlan> plan = findPlan(changed);
  found.push_back(makeAdvice(knob, 0,
                             plan ? std::optional<int64_t>(1) : std::nullopt,
                             plan ? describeSerialized(*plan) : ""));
}

std::vector<Advice> ProgramAdviser::advise() {
  adviseLimit(Knob::MaxIds, getLargest(&LookupProblem::maxIds, false),
              [this](int64_t n) { return limitMaxIds(n); });
  adviseLimit(Knob::MaxUniqueIds,
              getLargest(&LookupProblem::maxUniqueIds, false),
              [this](int64_t n) { return limitUniqueIds(n); });
  adviseLimit(Knob::Batch, getLargest(&LookupProblem::samples, true),
              [this](int64_t n) { return limitBatch(n); });
  adviseChips();
  if (!problem.lookups.empty())
    adviseWidth();
  adviseSerialization();
  adviseSwitch(Knob::RowStreaming, &PlanOptions::rowStreaming);
  adviseSwitch(Knob::SampleSplitting, &PlanOptions::sampleSplitting);
  return found;
}

std::vector<Advice> adviseProgram(const ProgramProblem &problem,
                                  const Infeasible &infeasible) {
  if (infeasible.constraint == Constraint::Hbm)
    return ProgramAdviser(problem, infeasible).advise();
  if (infeasible.lookup >= problem.lookups.size())
    return {};
  return adviseLookupOnChips(problem.lookups[infeasible.lookup],
                             problem.options, infeasible, getChips(problem));
}

} // namespace sc
