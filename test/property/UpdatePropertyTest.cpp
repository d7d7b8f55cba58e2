//===-- UpdatePropertyTest.cpp - whole updates against plain sums ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random updates through compiler and machine: one optimizer step for each row
// that occurs, nothing else.

#include "UpdateChecks.h"

using namespace sc;
using namespace sc::test;

static void checkUpdate(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  if (random.chance(30))
    spoilUntouchedRows(random, problem);
  SCOPED_TRACE(problem.describe());
  std::vector<Bytes> inputs =
      makeUpdateInputs(problem, packUpdate(problem, random));
  std::vector<Bytes> outputs = runUpdateVariants(problem, inputs);
  if (!outputs.empty())
    expectUpdate(problem, outputs);
}

TEST(Update, EqualsOneStepForEachRow) { forEachCase(250, checkUpdate); }

/// What lies between partitions and behind the last one.
static void checkGaps(Random &random) {
  UpdateProblem problem = drawUpdate(random);
  spoilUntouchedRows(random, problem);
  if (random.chance(40)) {
    // Lookups would meet the ids of a partition in another order.
    cutMinibatches(random, problem, random.between(1, 6));
    problem.looksUpOld = problem.looksUpNew = false;
  }
  SCOPED_TRACE(problem.describe());
  problem.lists.gapsArePadding = true;
  std::vector<Bytes> padded = runUpdate(
      problem, makeUpdateInputs(problem, packUpdate(problem, random)));
  problem.lists.gapsArePadding = false;
  UpdateBuffers buffers = packUpdate(problem, random);
  EXPECT_TRUE(padded == runUpdate(problem, makeUpdateInputs(problem, buffers)))
      << "garbage changes the result";
}

TEST(Update, GapsChangeNothing) { forEachCase(60, checkGaps); }

/// Slots that a program returns in the wrong order.
TEST(Update, SwappedSlotsAreFound) {
  forEachCase(20, [](Random &random) {
    UpdateProblem problem = drawUpdate(random);
    problem.optimizer = &getOptimizer("adam");
    problem.looksUpOld = problem.looksUpNew = false;
    drawState(random, problem);
    if (findTouchedRows(problem).empty())
      return;
    SCOPED_TRACE(problem.describe());
    std::vector<Bytes> inputs =
        makeUpdateInputs(problem, packUpdate(problem, random));
    std::vector<Bytes> outputs = runUpdate(problem, inputs);
    if (outputs.empty())
      return;
    ExactState expected = toExact(problem.state);
    updateExactly(problem, expected);
    EXPECT_LE(findLargestError(problem, getState(problem, outputs), expected),
              kStepTolerance);
    std::swap(outputs[1], outputs[2]);
    EXPECT_GT(findLargestError(problem, getState(problem, outputs), expected),
              100 * kStepTolerance);
    // Momentum and velocity as arguments.
    size_t end = inputs.size() - problem.optimizer->hyperparameters.size();
    std::swap(inputs[end - 2], inputs[end - 1]);
    outputs = runUpdate(problem, inputs);
    if (outputs.empty())
      return;
    EXPECT_GT(findLargestError(problem, getState(problem, outputs), expected),
              100 * kStepTolerance);
  });
}

//===----------------------------------------------------------------------===//
// An example by hand
//===----------------------------------------------------------------------===//

namespace {
struct Duplicate {
  size_t source;
  int64_t sample;
};
} // namespace

/// Row 7 with gradient 1 at each of `places`, with Adagrad.
static State updateSeventhRow(const std::vector<Duplicate> &places) {
  Random random(7);
  UpdateProblem problem;
  LookupProblem &lists = problem.lists;
  lists.mesh = makeMesh("v5p", 2);
  lists.samples = 2;
  lists.rowsPerCore = 8;
  lists.width = 8;
  lists.hasInit = true;
  problem.optimizer = &getOptimizer("adagrad");
  lists.init.assign(8, std::vector<float>(16, 1.0f));
  lists.entries.resize(8);
  for (Duplicate place : places)
    lists.entries[place.source].push_back({place.sample, 7, 1.0f});
  setLimits(problem);
  problem.state = {std::vector<float>(64 * 8, 1.0f),
                   std::vector<float>(64 * 8, 0.1f)};
  auto outputs = runUpdate(
      problem, makeUpdateInputs(problem, packUpdate(problem, random)));
  return outputs.empty() ? problem.state : getState(problem, outputs);
}

// Two gradients of 1 are one of 2: 1 - 0.1 * 2 / sqrt(0.1 + 4), not two steps,
// which would make it 0.835.
TEST(Update, DuplicatesAreOneStep) {
  const std::vector<std::vector<Duplicate>> cases = {
      {{0, 0}, {0, 1}}, // of one SparseCore
      {{1, 0}, {2, 1}}, // of two
      {{3, 1}, {4, 0}}, // of two devices
  };
  for (const std::vector<Duplicate> &places : cases) {
    State state = updateSeventhRow(places);
    for (size_t column = 0; column < 8; ++column) {
      EXPECT_FLOAT_EQ(state[0][7 * 8 + column], 0.901227f);
      EXPECT_EQ(state[1][7 * 8 + column], 4.1f);
    }
    EXPECT_EQ(state[0][6 * 8 + 7], 1.0f);
    EXPECT_EQ(state[1][8 * 8], 0.1f);
  }
}
