//===-- UpdateChecks.cpp - what must hold for every update ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles, runs and compares.

#include "UpdateChecks.h"

#include <cmath>

namespace sc::test {

std::vector<Bytes> runUpdate(const UpdateProblem &problem,
                             const std::vector<Bytes> &inputs,
                             const SplitPlan *plan) {
  auto executable =
      compileAndLoad(writeUpdate(problem), problem.lists.mesh.target, plan);
  if (!executable)
    return {};
  RunResult result =
      run(*executable, inputs, {.threads = 2, .allowNative = true});
  EXPECT_TRUE(result.status.ok()) << result.status;
  return result.status.ok() ? result.outputs : std::vector<Bytes>();
}

std::vector<Bytes> runUpdateVariants(const UpdateProblem &problem,
                                     const std::vector<Bytes> &inputs,
                                     const SplitPlan *plan) {
  auto executable =
      compileAndLoad(writeUpdate(problem), problem.lists.mesh.target, plan);
  if (!executable)
    return {};
  RunResult result = runVariants(*executable, inputs);
  return result.status.ok() ? result.outputs : std::vector<Bytes>();
}

static void expectActivations(const UpdateProblem &problem, const Bytes &output,
                              const std::vector<float> &table,
                              const char *what) {
  auto actual = fromBytes<float>(output);
  std::vector<double> expected = lookUpExactly(problem, table);
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_LE(std::abs(static_cast<double>(actual[i]) - expected[i]),
              kStepTolerance * (1 + std::abs(expected[i])))
        << "lookup of the " << what << " table, element " << i << ": "
        << actual[i] << ", expected " << expected[i];
}

static bool isPlainSgd(const Optimizer &optimizer) {
  return optimizer.name == "sgd" || optimizer.name == "sgd_rates";
}

void expectUpdate(const UpdateProblem &problem,
                  const std::vector<Bytes> &outputs, bool hasReplicas) {
  size_t activations = problem.looksUpOld + problem.looksUpNew;
  ASSERT_EQ(outputs.size(), problem.state.size() + activations);
  State state = getState(problem, outputs);
  ExactState expected = toExact(problem.state);
  updateExactly(problem, expected);
  EXPECT_LE(findLargestError(problem, state, expected), kStepTolerance);
  expectOthersUntouched(problem, state);
  if (isPlainSgd(*problem.optimizer) && !hasReplicas) {
    EXPECT_TRUE(toBytes(state[0]) == toBytes(computeOrderedSgd(problem)))
        << "not the bits of the documented order";
  }
  size_t index = problem.state.size();
  if (problem.looksUpOld)
    expectActivations(problem, outputs[index++], problem.state[0], "old");
  if (problem.looksUpNew)
    expectActivations(problem, outputs[index++], state[0], "new");
}

void expectUpdateFault(const UpdateProblem &problem,
                       const std::vector<Bytes> &inputs,
                       const std::string &part, const SplitPlan *plan) {
  auto executable =
      compileAndLoad(writeUpdate(problem), problem.lists.mesh.target, plan);
  if (!executable)
    return;
  std::string text;
  for (int threads : {1, 7, 2}) {
    RunResult result =
        run(*executable, inputs,
            {.threads = threads, .poison = threads == 2, .allowNative = true});
    EXPECT_EQ(result.status.code(), absl::StatusCode::kInternal)
        << result.status;
    std::string message(result.status.message());
    EXPECT_TRUE(message.starts_with("E0200")) << message;
    EXPECT_NE(message.find(part), std::string::npos)
        << message << "\nhas no: " << part;
    if (threads == 1)
      text = message;
    EXPECT_EQ(message, text) << threads << " threads";
  }
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

static int64_t alignUp(int64_t value) { return (value + 7) / 8 * 8; }

/// Every list may have an entry in a window of the merge.
static int64_t getLeastMergeEntries(const UpdateProblem &problem,
                                    const SplitPlan &plan) {
  return alignUp(problem.lists.mesh.countCores() * plan.replicas);
}

/// Rows that the optimizer may work on: an optimizer here has at most 32 rows.
static int64_t getMostOptimizerRows(const UpdateProblem &problem,
                                    const SplitPlan &plan) {
  int64_t slice = problem.lists.width / plan.vectorSplits;
  return std::max<int64_t>(1, 16384 / (32 * slice));
}

SplitPlan makeUnsplitUpdate(const UpdateProblem &problem) {
  SplitPlan plan = makeUnsplit(problem.lists);
  plan.mergeEntries =
      std::max<int64_t>(256, getLeastMergeEntries(problem, plan));
  plan.optimizerRows =
      std::min<int64_t>(64, getMostOptimizerRows(problem, plan));
  return plan;
}

static void setSamplesPerTile(const LookupProblem &lists, SplitPlan &plan) {
  int64_t pieces = lists.mesh.tiles * plan.replicas * plan.sampleSplits;
  plan.samplesPerTile = (lists.samples + pieces - 1) / pieces;
}

SplitPlan drawUpdateSplits(Random &random, const UpdateProblem &problem) {
  const LookupProblem &lists = problem.lists;
  SplitPlan plan = drawSplits(random, lists);
  if (problem.optimizer->isRowCoupled)
    plan.vectorSplits = 1;
  int64_t slice = lists.width / plan.vectorSplits;
  plan.windowRows =
      std::min(plan.windowRows, std::max<int64_t>(1, 4096 / slice));
  // Minibatches are sorted in place, a list at a time.
  if (problem.minibatches > 0 && plan.isStreamed) {
    plan.isStreamed = false;
    plan.listEntries = lists.maxIds;
  }
  setSamplesPerTile(lists, plan);
  plan.mergeEntries = getLeastMergeEntries(problem, plan) +
                      8 * random.pick(std::vector<int64_t>{0, 1, 2, 16});
  int64_t most = getMostOptimizerRows(problem, plan);
  plan.optimizerRows = random.pick(
      std::vector<int64_t>{1, random.between(1, std::min<int64_t>(most, 4)),
                           std::min<int64_t>(most, 64)});
  return plan;
}

} // namespace sc::test
