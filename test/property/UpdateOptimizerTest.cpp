//===-- UpdateOptimizerTest.cpp - twenty steps of each optimizer ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables and slots are passed on from step to step, on the machine in float and
// apart from it in double, which never meet again.

#include "UpdateChecks.h"

#include <cmath>

using namespace sc;
using namespace sc::test;

namespace {

/// Steps round to float one by one: twenty of them are within
/// 20 * 1.2e-7 * (the few operations of a step).
constexpr double kTrainingTolerance = 5e-5;
constexpr int kSteps = 20;

/// Another batch and other gradients for each step.
class Training {
public:
  Training(const Optimizer &optimizer, const LookupMesh &mesh, int64_t width);
  /// Runs all steps; false after a failure.
  void run();

private:
  void drawStep();
  void drawLists();

  Random random;
  UpdateProblem problem;
};

} // namespace

Training::Training(const Optimizer &optimizer, const LookupMesh &mesh,
                   int64_t width)
    : random(20) {
  LookupProblem &lists = problem.lists;
  lists.mesh = mesh;
  lists.samples = 8;
  lists.rowsPerCore = 8;
  lists.width = width;
  lists.isRank1 = width == 1;
  lists.hasInit = true;
  lists.maxIds = lists.maxUnique = 32;
  lists.capacity = 32 * mesh.countCores();
  problem.optimizer = &optimizer;
  drawState(random, problem);
}

void Training::drawLists() {
  LookupProblem &lists = problem.lists;
  lists.entries.assign(static_cast<size_t>(lists.countSources()), {});
  for (std::vector<Entry> &entries : lists.entries)
    for (int64_t row = 0; row < problem.countRows(); ++row)
      for (int64_t sample = 0; sample < lists.samples; ++sample)
        // Some rows occur in most steps, others in few.
        if (random.chance(row % 4 == 0 ? 20 : 2))
          entries.push_back({sample, row, random.real(0.25f, 2)});
}

/// Gradients of one sign for each column, so that no sum is close to 0, where
/// Adam's step is the sign of a rounding error. The last column is padding.
void Training::drawStep() {
  LookupProblem &lists = problem.lists;
  drawLists();
  lists.init.assign(static_cast<size_t>(lists.countSources()), {});
  std::vector<float> signs;
  for (int64_t column = 0; column < lists.width; ++column)
    signs.push_back(random.chance(50) ? 1.0f : -1.0f);
  if (lists.width > 1)
    signs.back() = 0;
  for (std::vector<float> &gradients : lists.init)
    for (int64_t sample = 0; sample < lists.samples; ++sample)
      for (float sign : signs)
        gradients.push_back(sign * random.real(0.05f, 1));
}

void Training::run() {
  auto executable =
      compileAndLoad(writeUpdate(problem), problem.lists.mesh.target);
  if (!executable)
    return;
  ExactState expected = toExact(problem.state);
  for (int step = 0; step < kSteps; ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    problem.step = step;
    drawStep();
    RunResult result = test::run(
        *executable, makeUpdateInputs(problem, packUpdate(problem, random)),
        {.threads = 1 + step % 2, .allowNative = true});
    ASSERT_TRUE(result.status.ok()) << result.status;
    State state = getState(problem, result.outputs);
    updateExactly(problem, expected);
    ASSERT_LE(findLargestError(problem, state, expected), kTrainingTolerance);
    expectOthersUntouched(problem, state);
    problem.state = state;
  }
}

namespace {
class OptimizerTest : public testing::TestWithParam<Optimizer> {};
} // namespace

TEST_P(OptimizerTest, TwentyStepsOnTwoDevices) {
  Training(GetParam(), makeMesh("v5p", 2), 16).run();
}

TEST_P(OptimizerTest, TwentyStepsOnTwoSparseCores) {
  Training(GetParam(), makeMesh("v6e", 1), 24).run();
}

TEST_P(OptimizerTest, TwentyStepsOfATableOfRank1) {
  if (!GetParam().isRowCoupled)
    Training(GetParam(), makeMesh("v6e", 2), 1).run();
}

INSTANTIATE_TEST_SUITE_P(All, OptimizerTest, testing::ValuesIn(getOptimizers()),
                         [](const testing::TestParamInfo<Optimizer> &info) {
                           return info.param.name;
                         });
