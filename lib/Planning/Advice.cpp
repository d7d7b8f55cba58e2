//===-- Advice.cpp - the nearest settings of a lookup that fit ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One knob after another, each by planning the lookup again.

#include "AdviceSearch.h"
#include "LookupSizes.h"

#include "sc/Planning/Planner.h"

namespace sc {

namespace {
class LookupAdviser {
public:
  LookupAdviser(const LookupProblem &problem, const PlanOptions &options,
                const Infeasible &infeasible)
      : problem(problem), options(options), infeasible(infeasible) {}

  std::vector<Advice> advise(int64_t chips);

private:
  bool isLocal() const { return problem.kind == LookupKind::LocalLookup; }
  void adviseMaxIds();
  void adviseBatch();
  void adviseChips(int64_t chips);
  void adviseSwitch(Knob knob, bool PlanOptions::*option);
  void add(Knob knob, int64_t current, std::optional<int64_t> value,
           const LookupProblem &changed, const PlanOptions &changedOptions,
           const std::string &note = "");
  std::string describeClamp(int64_t maxIds) const;

  const LookupProblem &problem;
  const PlanOptions &options;
  const Infeasible &infeasible;
  std::vector<Advice> found;
};
} // namespace

static std::optional<LookupPlan> findPlan(const LookupProblem &problem,
                                          const PlanOptions &options) {
  LookupPlanResult result = planLookup(problem, options);
  if (const auto *plan = std::get_if<LookupPlan>(&result))
    return *plan;
  return std::nullopt;
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

void LookupAdviser::add(Knob knob, int64_t current,
                        std::optional<int64_t> value,
                        const LookupProblem &changed,
                        const PlanOptions &changedOptions,
                        const std::string &note) {
  std::optional<LookupPlan> plan;
  if (value)
    plan = findPlan(changed, changedOptions);
  if (!plan) {
    found.push_back(makeAdvice(knob, current, std::nullopt));
    return;
  }
  Advice advice =
      makeAdvice(knob, current, value, describeSplits(*plan) + note);
  advice.replicas = plan->replicas;
  advice.vectorSplits = plan->vectorSplits;
  advice.sampleSplits = plan->sampleSplits;
  found.push_back(advice);
}

std::string LookupAdviser::describeClamp(int64_t maxIds) const {
  if (problem.maxUniqueIds <= maxIds)
    return "";
  return ", with max_unique_ids_per_partition lowered to it";
}

/// At the splits that the error prints, and at the best ones if they allow
/// more.
void LookupAdviser::adviseMaxIds() {
  Split printed = {infeasible.replicas, infeasible.vectorSplits,
                   infeasible.sampleSplits};
  auto fitsPrinted = [&](int64_t value) {
    return planSplit(limitIds(problem, value), options, printed).has_value();
  };
  auto fits = [&](int64_t value) {
    return findPlan(limitIds(problem, value), options).has_value();
  };
  std::optional<int64_t> best = findBorder(1, problem.maxIds, fits);
  std::optional<int64_t> atPrinted = findBorder(1, problem.maxIds, fitsPrinted);
  if (atPrinted && atPrinted < best) {
    Advice advice = makeAdvice(Knob::MaxIds, problem.maxIds, atPrinted,
                               " at this split" + describeClamp(*atPrinted));
    advice.replicas = printed.replicas;
    advice.vectorSplits = printed.vectors;
    advice.sampleSplits = printed.samples;
    found.push_back(advice);
  }
  int64_t value = best.value_or(1);
  add(Knob::MaxIds, problem.maxIds, best, limitIds(problem, value), options,
      describeClamp(value));
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
    LookupProblem changed = problem;
    changed.samples = samples;
    return changed;
  };
  std::optional<int64_t> value =
      findLargest(1, problem.samples, getSplitStarts(problem), [&](int64_t n) {
        return findPlan(change(n), options).has_value();
      });
  add(Knob::Batch, problem.samples, value, change(value.value_or(1)), options);
}

void LookupAdviser::adviseChips(int64_t chips) {
  std::optional<int64_t> value = findChips(chips, [&](int64_t factor) {
    return findPlan(scaleChips(problem, factor), options).has_value();
  });
  add(Knob::Chips, chips, value,
      scaleChips(problem, value.value_or(chips) / chips), options);
}

void LookupAdviser::adviseSwitch(Knob knob, bool PlanOptions::*option) {
  if (options.*option)
    return;
  PlanOptions changed = options;
  changed.*option = true;
  add(knob, 0, 1, problem, changed);
}

std::vector<Advice> LookupAdviser::advise(int64_t chips) {
  if (!isLocal()) {
    adviseMaxIds();
    // Distinct ids take no room in TileSpmem.
    found.push_back(
        makeAdvice(Knob::MaxUniqueIds, problem.maxUniqueIds, std::nullopt));
  }
  adviseBatch();
  if (chips > 0)
    adviseChips(chips);
  auto change = [&](int64_t width) {
    LookupProblem changed = problem;
    changed.width = width;
    return changed;
  };
  std::optional<int64_t> width = findWidth(problem.width, [&](int64_t n) {
    return findPlan(change(n), options).has_value();
  });
  add(Knob::Width, problem.width, width, change(width.value_or(8)), options);
  if (!isLocal()) {
    adviseSwitch(Knob::RowStreaming, &PlanOptions::rowStreaming);
    adviseSwitch(Knob::SampleSplitting, &PlanOptions::sampleSplitting);
  }
  return found;
}

std::vector<Advice> adviseLookupOnChips(const LookupProblem &problem,
                                        const PlanOptions &options,
                                        const Infeasible &infeasible,
                                        int64_t chips) {
  if (infeasible.constraint == Constraint::Problem ||
      infeasible.constraint == Constraint::Overflow ||
      infeasible.constraint == Constraint::Hbm)
    return {};
  return LookupAdviser(problem, options, infeasible).advise(chips);
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
  return adviseLookupOnChips(problem, options, infeasible, chips);
}

} // namespace sc
