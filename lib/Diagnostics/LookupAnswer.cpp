//===-- LookupAnswer.cpp - what would fit, for E3001 ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the lookup that the message is about, as far as it says, and plans it.

#include "LookupAnswer.h"

#include "Format.h"

#include "sc/Planning/Advice.h"
#include "sc/Planning/Planner.h"

#include <algorithm>

namespace sc {

/// What the message does not say.
static constexpr int64_t kTiles = 16;
static constexpr int64_t kLanes = 8;
static constexpr int64_t kSparseCores = 1;

/// Beyond these, numbers are not those of a program, and advice would take
/// long to find.
static constexpr int64_t kMaxWidth = int64_t{1} << 20;
static constexpr int64_t kMaxSize = int64_t{1} << 40;

static format::ReplicaCountNumbers getNumbers(const LogMessage &message) {
  auto get = [&](size_t index) { return message.numbers[index].value; };
  return {get(0), get(1), get(2), get(3), get(4),
          get(5), get(6), get(7), get(8)};
}

static LookupProblem makeProblem(const format::ReplicaCountNumbers &numbers) {
  LookupProblem problem;
  problem.tileSpmemBytes = numbers.tileSpmemBytes;
  problem.tiles = kTiles;
  problem.lanes = kLanes;
  problem.sparseCores = kSparseCores;
  problem.samples = numbers.samples;
  problem.width = numbers.width;
  problem.maxIds = numbers.maxIds;
  problem.maxUniqueIds = numbers.maxUniqueIds;
  // Sizes in TileSpmem do not depend on it.
  problem.tableRows = std::max<int64_t>(1, numbers.maxUniqueIds);
  return problem;
}

/// What is wrong with the numbers by themselves; empty if nothing is.
static std::string findContradiction(const format::ReplicaCountNumbers &n) {
  if (n.maxUniqueIds > n.maxIds)
    return "max_unique_nz_per_row " + std::to_string(n.maxUniqueIds) +
           " is greater than max_nz_per_row " + std::to_string(n.maxIds);
  int64_t needed = n.fixedSizeBytes + n.rowDependentBytes;
  if (needed <= n.tileSpmemBytes)
    return "fixed and row-dependent part are " + std::to_string(needed) +
           " bytes, which do not exceed " + std::to_string(n.tileSpmemBytes);
  return "";
}

static std::string formatNeeds(const format::ReplicaCountNumbers &n) {
  int64_t needed = n.fixedSizeBytes + n.rowDependentBytes;
  std::string text =
      "needed per tile: fixed " + std::to_string(n.fixedSizeBytes) +
      " + row-dependent " + std::to_string(n.rowDependentBytes) + " = " +
      std::to_string(needed) + " bytes of " + std::to_string(n.tileSpmemBytes);
  if (needed > n.tileSpmemBytes)
    text += ", short by: " + std::to_string(needed - n.tileSpmemBytes);
  text += "\n";
  if (n.rowDependentBytes / kListEntryBytes != n.maxIds ||
      n.rowDependentBytes % kListEntryBytes != 0)
    return text + "the row-dependent part is not " +
           std::to_string(kListEntryBytes) +
           " bytes for each of max_nz_per_row: the compiler that wrote the "
           "message counts otherwise than the planner below\n";
  return text + "row-dependent: " + std::to_string(kListEntryBytes) +
         " bytes for each of max_nz_per_row\n";
}

static bool isInRange(const format::ReplicaCountNumbers &n) {
  return n.width <= kMaxWidth && n.samples <= kMaxSize &&
         n.maxIds <= kMaxSize && n.tileSpmemBytes <= kMaxSize;
}

/// The planner's word on the lookup.
static std::string formatAdvice(const LookupProblem &problem) {
  PlanOptions options;
  LookupPlanResult result = planLookup(problem, options);
  const Infeasible *infeasible = std::get_if<Infeasible>(&result);
  if (!infeasible) {
    const LookupPlan &plan = std::get<LookupPlan>(result);
    return "this compiler finds a plan for the table as it is: " +
           std::to_string(plan.replicas) + " replicas, vector split " +
           std::to_string(plan.vectorSplits) + ", sample split " +
           std::to_string(plan.sampleSplits) + "\n";
  }
  if (infeasible->constraint == Constraint::Problem ||
      infeasible->constraint == Constraint::Overflow)
    return "these numbers are no lookup: " + infeasible->message + "\n";
  std::string text = "what would fit, with all else unchanged:\n";
  for (const Advice &advice : adviseLookup(problem, options, *infeasible))
    text += "  - " + advice.text + "\n";
  return text;
}

std::string answerReplicaCount(const LogMessage &message) {
  format::ReplicaCountNumbers numbers = getNumbers(message);
  std::string text = formatNeeds(numbers);
  if (std::string problem = findContradiction(numbers); !problem.empty())
    return text + "the numbers of the message do not add up: " + problem + "\n";
  if (!isInRange(numbers))
    return text + "the numbers are too large for a program; no advice\n";
  text += "assumed, since the message does not say: " + std::to_string(kTiles) +
          " tiles per SparseCore, " + std::to_string(kLanes) +
          " lanes per tile, " + std::to_string(kSparseCores) +
          " SparseCore that holds the table (matters for HBM only)\n";
  return text + formatAdvice(makeProblem(numbers));
}

} // namespace sc
