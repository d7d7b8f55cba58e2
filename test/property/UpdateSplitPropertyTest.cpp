//===-- UpdateSplitPropertyTest.cpp - splits do not change an update ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random plans of random updates. Slices, passes, windows and row streaming do
// not change a bit; replicas sum apart, so they are close.

#include "UpdateChecks.h"

using namespace sc;
using namespace sc::test;

static std::string describePlan(const SplitPlan &plan) {
  return describe(plan) + ", merge entries " +
         std::to_string(plan.mergeEntries) + ", optimizer rows " +
         std::to_string(plan.optimizerRows);
}

static void checkSplits(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  if (random.chance(30))
    cutMinibatches(random, problem, random.between(1, 4));
  SplitPlan plan = drawUpdateSplits(random, problem);
  SCOPED_TRACE(problem.describe());
  SCOPED_TRACE(describePlan(plan));
  std::vector<Bytes> inputs =
      makeUpdateInputs(problem, packUpdate(problem, random));
  std::vector<Bytes> outputs = runUpdateVariants(problem, inputs, &plan);
  if (outputs.empty())
    return;
  expectUpdate(problem, outputs, plan.replicas > 1);
  SplitPlan unsplit = makeUnsplitUpdate(problem);
  EXPECT_TRUE(plan.replicas > 1 ||
              outputs == runUpdate(problem, inputs, &unsplit))
      << "the bits differ from those of the unsplit run";
}

TEST(UpdateSplits, AreCloseToTheUnsplitRun) { forEachCase(200, checkSplits); }

/// As planned, and by hand without splits.
static void checkPlanned(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  SplitPlan unsplit = makeUnsplitUpdate(problem);
  SCOPED_TRACE(problem.describe());
  std::vector<Bytes> inputs =
      makeUpdateInputs(problem, packUpdate(problem, random));
  EXPECT_TRUE(runUpdate(problem, inputs) ==
              runUpdate(problem, inputs, &unsplit))
      << "the planned run has other bits";
}

TEST(UpdateSplits, PlannedRunIsTheUnsplitOne) { forEachCase(40, checkPlanned); }
