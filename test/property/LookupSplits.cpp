//===-- LookupSplits.cpp - random plans of a lookup -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws splits that fit the memories.

#include "LookupSplits.h"

namespace sc::test {

static int64_t divideCeil(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

static void setSamplesPerTile(const LookupProblem &problem, SplitPlan &plan) {
  int64_t pieces = problem.mesh.tiles * plan.replicas * plan.sampleSplits;
  plan.samplesPerTile = divideCeil(problem.samples, pieces);
}

SplitPlan makeUnsplit(const LookupProblem &problem) {
  SplitPlan plan;
  setSamplesPerTile(problem, plan);
  plan.windowRows = std::max<int64_t>(1, 2048 / problem.width);
  plan.listEntries = problem.maxIds;
  return plan;
}

/// A divisor of the width that leaves a few words.
static int64_t drawVectorSplits(Random &random, int64_t width) {
  std::vector<int64_t> divisors = {1};
  for (int64_t v = 2; v <= std::min<int64_t>(16, width); ++v)
    if (width % v == 0)
      divisors.push_back(v);
  return random.chance(50) ? 1 : random.pick(divisors);
}

/// As many as the stacks of a small machine have room for.
static int64_t drawReplicas(Random &random, const LookupProblem &problem) {
  int64_t cores = problem.mesh.countDevices() * problem.mesh.coresPerDevice;
  int64_t stack = cores * problem.mesh.countCores() * problem.maxUnique *
                  (2 * problem.width + 1) * 4;
  std::vector<int64_t> replicas = {1, 1, 2, 3, 4, 8};
  while (replicas.back() * stack > 24'000'000)
    replicas.pop_back();
  return random.pick(replicas);
}

SplitPlan drawSplits(Random &random, const LookupProblem &problem) {
  SplitPlan plan;
  plan.replicas = drawReplicas(random, problem);
  plan.vectorSplits = drawVectorSplits(random, problem.width);
  plan.sampleSplits = random.pick(std::vector<int64_t>{1, 1, 2, 3});
  setSamplesPerTile(problem, plan);
  int64_t slice = problem.width / plan.vectorSplits;
  plan.windowRows = random.pick(std::vector<int64_t>{
      1, random.between(1, 9), std::max<int64_t>(1, 2048 / slice)});
  plan.windowRows =
      std::min(plan.windowRows, std::max<int64_t>(1, 4096 / slice));
  plan.isStreamed = random.chance(60);
  plan.listEntries = problem.maxIds;
  if (plan.isStreamed)
    plan.listEntries = random.pick(std::vector<int64_t>{
        1, random.between(1, 9), 8, 16, (problem.maxIds + 7) / 8 * 8});
  return plan;
}

std::string describe(const SplitPlan &plan) {
  auto item = [](const char *name, int64_t value) {
    return std::string(", ") + name + " " + std::to_string(value);
  };
  return "replicas " + std::to_string(plan.replicas) +
         item("vector splits", plan.vectorSplits) +
         item("sample splits", plan.sampleSplits) +
         item("samples per tile", plan.samplesPerTile) +
         item("window rows", plan.windowRows) +
         item("list entries", plan.listEntries) +
         item("row streaming", plan.isStreamed);
}

int64_t getReplicaSamples(const LookupProblem &problem, const SplitPlan &plan) {
  return plan.sampleSplits * problem.mesh.tiles * plan.samplesPerTile;
}

} // namespace sc::test
