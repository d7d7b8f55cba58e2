//===-- Advice.cpp - the nearest settings of a lookup that fit ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One knob after another, each by planning the lookup again, and with it the
// program.

#include "AdviceChanges.h"
#include "AdviceSearch.h"
#include "LookupSizes.h"

#include "sc/Planning/Planner.h"

#include <utility>

namespace sc {

namespace {
/// A lookup with one knob turned.
struct Changed {
  LookupProblem lookup;
  PlanOptions options;
  int64_t chipFactor = 1;
};

using Change = std::function<Changed(int64_t)>;
/// Finds the nearest value that fits, if any.
using Search = std::function<std::optional<int64_t>(const Fits &)>;

class LookupAdviser {
public:
  LookupAdviser(const ProgramProblem &program, const Infeasible &infeasible);

  std::vector<Advice> advise(int64_t chips);

private:
  void adviseMaxIds();
  void adviseBatch();
  void adviseChips(int64_t chips);
  void adviseWidth();
  void adviseSwitch(Knob knob, bool PlanOptions::*option);
  void addFixed(Knob knob, int64_t current, const std::string &text);
  std::optional<int64_t> find(Knob knob, int64_t current, const Change &change,
                              const Search &search);
  LookupPlanResult planInProgram(const Changed &changed) const;
  void describeMaxIds(Advice &advice, int64_t maxIds) const;

  bool isLocal() const { return problem.kind == LookupKind::LocalLookup; }

  const Infeasible &infeasible;
  ProgramProblem program; // without other lookups that have no plan
  size_t index;           // of the lookup in it
  LookupProblem problem;
  PlanOptions options;
  std::vector<Advice> found;
};
} // namespace

static bool hasPlan(const Changed &changed) {
  return std::holds_alternative<LookupPlan>(
      planLookup(changed.lookup, changed.options));
}

LookupAdviser::LookupAdviser(const ProgramProblem &whole,
                             const Infeasible &infeasible)
    : infeasible(infeasible), program(whole), index(infeasible.lookup),
      problem(whole.lookups[index]), options(whole.options) {
  std::vector<Infeasible> failed = findInfeasible(program);
  for (size_t i = failed.size(); i-- > 0;) {
    size_t other = failed[i].lookup;
    if (other == infeasible.lookup)
      continue;
    auto position = static_cast<std::ptrdiff_t>(other);
    program.lookups.erase(program.lookups.begin() + position);
    program.lookupSteps.erase(program.lookupSteps.begin() + position);
    index -= other < infeasible.lookup;
  }
}

/// The plan that the program has for the changed lookup; else, since others
/// without a plan are left out, why HBM allows none.
LookupPlanResult LookupAdviser::planInProgram(const Changed &changed) const {
  if (program.usableHbmBytes == 0)
    return planLookup(changed.lookup, changed.options);
  ProgramProblem turned = changed.chipFactor > 1
                              ? scaleChips(program, changed.chipFactor)
                              : replaceLookup(program, index, changed.lookup);
  turned.options = changed.options;
  ProgramPlanResult result = planProgram(turned);
  if (auto *fault = std::get_if<Infeasible>(&result))
    return std::move(*fault);
  return std::get<ProgramPlan>(result).lookups[index];
}

static std::string describeCount(int64_t count, const char *one,
                                 const char *many) {
  return std::to_string(count) + (count == 1 ? one : many);
}

/// " with 64 replicas per SparseCore and 2 vector splits"; nothing if unsplit.
static std::string describeSplits(const LookupPlan &plan) {
  std::vector<std::string> parts;
  if (plan.replicas > 1)
    parts.push_back(
        describeCount(plan.replicas, "", " replicas per SparseCore"));
  if (plan.vectorSplits > 1)
    parts.push_back(describeCount(plan.vectorSplits, "", " vector splits"));
  if (plan.sampleSplits > 1)
    parts.push_back(describeCount(plan.sampleSplits, "", " sample splits"));
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i == 0                  ? " with "
             : i + 1 == parts.size() ? " and "
                                     : ", ") +
            parts[i];
  return text;
}

/// Adds advice on the knob and returns its value. TileSpmem is quick to plan;
/// HBM is asked about what it allows.
std::optional<int64_t> LookupAdviser::find(Knob knob, int64_t current,
                                           const Change &change,
                                           const Search &search) {
  auto fitsTile = [&](int64_t n) { return hasPlan(change(n)); };
  std::optional<int64_t> value = search(fitsTile);
  if (!value) {
    found.push_back(makeAdvice(knob, current, value));
    return value;
  }
  LookupPlanResult result = planInProgram(change(*value));
  if (const auto *fault = std::get_if<Infeasible>(&result)) {
    std::optional<int64_t> both = search([&](int64_t n) {
      return fitsTile(n) &&
             std::holds_alternative<LookupPlan>(planInProgram(change(n)));
    });
    if (!both) {
      found.push_back(makeHbmAdvice(knob, current, *value, *fault));
      return std::nullopt;
    }
    value = both;
    result = planInProgram(change(*value));
  }
  found.push_back(makeAdvice(knob, current, value,
                             describeSplits(std::get<LookupPlan>(result))));
  return value;
}

void LookupAdviser::describeMaxIds(Advice &advice, int64_t maxIds) const {
  if (problem.maxUniqueIds > maxIds)
    advice.text += ", with max_unique_ids_per_partition lowered to it";
}

/// At the splits that the error prints, and at the best ones if they allow
/// more.
void LookupAdviser::adviseMaxIds() {
  auto change = [&](int64_t value) {
    return Changed{limitIds(problem, value), options};
  };
  std::optional<int64_t> best =
      find(Knob::MaxIds, problem.maxIds, change, [&](const Fits &fits) {
        return findBorder(1, problem.maxIds, fits);
      });
  if (!best)
    return;
  describeMaxIds(found.back(), *best);
  Split printed = {infeasible.replicas, infeasible.vectorSplits,
                   infeasible.sampleSplits};
  std::optional<int64_t> atPrinted =
      findBorder(1, problem.maxIds, [&](int64_t n) {
        return planSplit(limitIds(problem, n), options, printed).has_value();
      });
  if (!atPrinted || atPrinted >= best ||
      std::holds_alternative<Infeasible>(planInProgram(change(*atPrinted))))
    return;
  Advice advice =
      makeAdvice(Knob::MaxIds, problem.maxIds, atPrinted, " at this split");
  describeMaxIds(advice, *atPrinted);
  found.insert(found.end() - 1, std::move(advice));
}

/// Numbers of samples at which another replica or sample split begins.
static std::vector<int64_t> getSplitStarts(const LookupProblem &problem) {
  std::vector<int64_t> starts;
  for (int64_t outer = 1; outer <= problem.samples / problem.tiles; outer *= 2)
    for (int64_t inner = 1; inner <= problem.samples / problem.tiles / outer;
         inner *= 2)
      starts.push_back(problem.tiles * outer * inner + 1 -
                       (inner == 1 ? problem.tiles : problem.tiles * outer));
  for (int64_t &start : starts)
    start = std::max<int64_t>(start, 1);
  std::ranges::sort(starts);
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return starts;
}

void LookupAdviser::adviseBatch() {
  auto change = [&](int64_t samples) {
    Changed changed{problem, options};
    changed.lookup.samples = samples;
    return changed;
  };
  find(Knob::Batch, problem.samples, change, [&](const Fits &fits) {
    return findLargest(1, problem.samples, getSplitStarts(problem), fits);
  });
}

void LookupAdviser::adviseChips(int64_t chips) {
  auto change = [&](int64_t value) {
    int64_t factor = value / chips;
    return Changed{scaleChips(problem, factor), options, factor};
  };
  find(Knob::Chips, chips, change, [&](const Fits &fits) {
    return findChips(chips,
                     [&](int64_t factor) { return fits(chips * factor); });
  });
}

void LookupAdviser::adviseWidth() {
  auto change = [&](int64_t width) {
    Changed changed{problem, options};
    changed.lookup.width = width;
    return changed;
  };
  // Large programs take long to plan.
  int64_t scanned =
      kScannedWidths / static_cast<int64_t>(program.lookups.size());
  find(Knob::Width, problem.width, change, [&](const Fits &fits) {
    return findWidth(problem.width, scanned, fits);
  });
}

void LookupAdviser::adviseSwitch(Knob knob, bool PlanOptions::*option) {
  if (options.*option)
    return;
  auto change = [&](int64_t) {
    Changed changed{problem, options};
    changed.options.*option = true;
    return changed;
  };
  find(knob, 0, change, [](const Fits &fits) {
    return fits(1) ? std::optional<int64_t>(1) : std::nullopt;
  });
}

void LookupAdviser::addFixed(Knob knob, int64_t current,
                             const std::string &text) {
  Advice advice = makeAdvice(knob, current, std::nullopt);
  if (!text.empty())
    advice.text = text;
  found.push_back(std::move(advice));
}

std::vector<Advice> LookupAdviser::advise(int64_t chips) {
  if (!isLocal()) {
    adviseMaxIds();
    // Distinct ids take no room in TileSpmem.
    addFixed(Knob::MaxUniqueIds, problem.maxUniqueIds, "");
  }
  adviseBatch();
  if (chips > 0)
    adviseChips(chips);
  adviseWidth();
  if (isLocal())
    return found;
  addFixed(Knob::SerializedTables, options.numSerializedTables.value_or(0),
           "--num-serialized-tables alone does not help TileSpmem");
  adviseSwitch(Knob::RowStreaming, &PlanOptions::rowStreaming);
  adviseSwitch(Knob::SampleSplitting, &PlanOptions::sampleSplitting);
  return found;
}

std::vector<Advice> adviseLookupOf(const ProgramProblem &program,
                                   const Infeasible &infeasible,
                                   int64_t chips) {
  if (infeasible.constraint == Constraint::Problem ||
      infeasible.constraint == Constraint::Overflow ||
      infeasible.constraint == Constraint::Hbm)
    return {};
  return LookupAdviser(program, infeasible).advise(chips);
}

std::vector<Advice> adviseLookup(const LookupProblem &problem,
                                 const PlanOptions &options,
                                 const Infeasible &infeasible) {
  // The local form does not say on how many devices it runs.
  int64_t chips = 0;
  if (problem.kind != LookupKind::LocalLookup &&
      problem.sparseCoresPerDevice > 0)
    chips = std::max<int64_t>(1, problem.sparseCores /
                                     problem.sparseCoresPerDevice);
  ProgramProblem alone;
  alone.lookups = {problem};
  alone.lookupSteps = {0};
  alone.options = options;
  Infeasible first = infeasible;
  first.lookup = 0;
  return adviseLookupOf(alone, first, chips);
}

} // namespace sc
