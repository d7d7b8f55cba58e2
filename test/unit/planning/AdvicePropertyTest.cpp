//===-- AdvicePropertyTest.cpp - advice on random problems ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every advised value fits and one step further does not.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"

namespace sc {
namespace {

class AdviceProperty : public SeededTest {
protected:
  LookupProblem pickLookup();
};

LookupProblem AdviceProperty::pickLookup() {
  LookupProblem problem = makeLookup();
  problem.kind = static_cast<LookupKind>(pick(0, 2));
  problem.tileSpmemBytes = pick(1000, 20000);
  problem.tiles = pick(1, 8);
  problem.lanes = pick(0, 1) ? 8 : 16;
  problem.sparseCores = pick(1, 16);
  problem.samples = pickMagnitude(16);
  problem.width = 8 * pick(1, 40);
  problem.maxIds = pickMagnitude(12);
  problem.maxUniqueIds = pick(1, problem.maxIds);
  problem.isRowCoupled = pick(0, 1) == 1;
  problem.isMinibatched = pick(0, 1) == 1;
  if (problem.kind != LookupKind::Update)
    problem.rowFormat = pickRows();
  problem.optimizer = {.rows = pick(0, 9),
                       .words = pick(0, 9),
                       .uniformRows = pick(0, 3),
                       .uniformWords = pick(0, 5)};
  return problem;
}

static bool fits(const LookupProblem &problem, const PlanOptions &options) {
  return std::holds_alternative<LookupPlan>(planLookup(problem, options));
}

/// The lookup with the knob at that value.
static LookupProblem turn(LookupProblem problem, Knob knob, int64_t current,
                          int64_t value) {
  switch (knob) {
  case Knob::MaxIds:
    problem.maxIds = value;
    problem.maxUniqueIds = std::min(problem.maxUniqueIds, value);
    break;
  case Knob::Batch:
    problem.samples = value;
    break;
  case Knob::Width:
    problem.width = value;
    break;
  case Knob::Chips:
    problem.samples = (problem.samples * current + value - 1) / value;
    problem.sparseCores = problem.sparseCores * value / current;
    break;
  default:
    ADD_FAILURE() << "unexpected advice on " << getKnobName(knob);
  }
  return problem;
}

static int64_t getNext(Knob knob, int64_t value) {
  return knob == Knob::Width   ? value + 8
         : knob == Knob::Chips ? value / 2
                               : value + 1;
}

static void checkSwitch(const LookupProblem &problem, PlanOptions options,
                        const Advice &item) {
  (item.knob == Knob::RowStreaming ? options.rowStreaming
                                   : options.sampleSplitting) = true;
  EXPECT_EQ(fits(problem, options), item.value.has_value()) << item.text;
}

static void checkValue(const LookupProblem &problem, const PlanOptions &options,
                       const Advice &item) {
  bool isPrinted = item.text.find("at this split") != std::string::npos;
  if (!item.value) {
    // No smaller value either.
    int64_t least = item.knob == Knob::Width ? 8 : 1;
    EXPECT_FALSE(item.knob != Knob::Chips && item.current > least &&
                 fits(turn(problem, item.knob, item.current, least), options))
        << item.text;
    return;
  }
  EXPECT_TRUE(
      fits(turn(problem, item.knob, item.current, *item.value), options))
      << item.text;
  EXPECT_FALSE(!isPrinted && fits(turn(problem, item.knob, item.current,
                                       getNext(item.knob, *item.value)),
                                  options))
      << item.text;
}

TEST_F(AdviceProperty, advisedValueFitsAndTheNextDoesNot) {
  int advised = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    LookupProblem problem = pickLookup();
    PlanOptions options;
    options.rowStreaming = pick(0, 1) == 1;
    options.sampleSplitting = pick(0, 1) == 1;
    LookupPlanResult result = planLookup(problem, options);
    const auto *infeasible = std::get_if<Infeasible>(&result);
    if (!infeasible)
      continue;
    for (const Advice &item : adviseLookup(problem, options, *infeasible)) {
      if (item.knob == Knob::RowStreaming || item.knob == Knob::SampleSplitting)
        checkSwitch(problem, options, item);
      else if (item.knob != Knob::MaxUniqueIds)
        checkValue(problem, options, item);
      advised += item.value.has_value();
    }
  }
  EXPECT_GT(advised, 300);
}

TEST_F(AdviceProperty, batchIsTheLargest) {
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    LookupProblem problem = pickLookup();
    problem.samples = pick(1, 1000);
    PlanOptions options;
    options.sampleSplitting = pick(0, 1) == 1;
    LookupPlanResult result = planLookup(problem, options);
    const auto *infeasible = std::get_if<Infeasible>(&result);
    if (!infeasible)
      continue;
    std::optional<int64_t> largest;
    for (int64_t n = 1; n < problem.samples; ++n)
      if (fits(turn(problem, Knob::Batch, 0, n), options))
        largest = n;
    for (const Advice &item : adviseLookup(problem, options, *infeasible)) {
      if (item.knob == Knob::Batch) {
        EXPECT_EQ(item.value, largest);
      }
    }
  }
}

} // namespace
} // namespace sc
