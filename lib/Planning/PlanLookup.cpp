//===-- PlanLookup.cpp - the search for one lookup ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries the splits of docs/Planning.md, and says which constraint has no
// solution where none fits.

#include "Checks.h"
#include "LookupSizes.h"
#include "RowBytes.h"
#include "UpdateSizes.h"

#include "runtime/format/Errors.h"
#include "sc/Planning/CostModel.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace sc {

/// 1, 2, 4 ... up to `last`.
static std::vector<int64_t> getPowersOfTwo(int64_t last) {
  std::vector<int64_t> powers = {1};
  while (powers.back() <= last / 2)
    powers.push_back(2 * powers.back());
  return powers;
}

static bool isLocal(const LookupProblem &problem) {
  return problem.kind == LookupKind::LocalLookup;
}

/// Of an update, an INT32 indexes the rows of all replicas.
static std::vector<int64_t> getReplicaCounts(const LookupProblem &problem,
                                             const PlanOptions &options) {
  int64_t last =
      std::min(options.maxReplicas, ceilDiv(problem.samples, problem.tiles));
  if (problem.kind == LookupKind::Update)
    last =
        std::min<int64_t>(last, std::numeric_limits<int32_t>::max() /
                                    problem.sparseCores / problem.maxUniqueIds);
  return getPowersOfTwo(isLocal(problem) ? 1 : last);
}

/// Divisors of the width that leave each lane a word, and of narrow rows slices
/// of whole words.
static std::vector<int64_t> getVectorSplits(const LookupProblem &problem) {
  std::vector<int64_t> splits = {1};
  if (isLocal(problem) || problem.isRowCoupled)
    return splits;
  int64_t most = problem.width / problem.lanes;
  for (int64_t i = 1; i <= problem.width / i; ++i) {
    if (problem.width % i != 0)
      continue;
    for (int64_t divisor : {i, problem.width / i})
      if (divisor > 1 && divisor <= most && canSplitRows(problem, divisor))
        splits.push_back(divisor);
  }
  std::ranges::sort(splits);
  splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
  return splits;
}

static std::vector<int64_t> getSampleSplits(const LookupProblem &problem,
                                            const PlanOptions &options,
                                            int64_t replicas) {
  if (isLocal(problem) || !options.sampleSplitting)
    return {1};
  int64_t perTile = ceilDiv(problem.samples, problem.tiles);
  return getPowersOfTwo(ceilDiv(perTile, replicas));
}

/// Whether samples end before the last replica.
static bool hasIdleReplica(const LookupProblem &problem,
                           const LookupPlan &plan) {
  __extension__ typedef __int128 Wide;
  Wide replicaSamples =
      Wide(plan.samplesPerTile) * problem.tiles * plan.sampleSplits;
  return plan.replicas > 1 &&
         replicaSamples * (plan.replicas - 1) >= problem.samples;
}

/// All splits in the order in which they are tried.
static std::vector<Split> getSplits(const LookupProblem &problem,
                                    const PlanOptions &options) {
  std::vector<Split> splits;
  std::vector<int64_t> vectorSplits = getVectorSplits(problem);
  for (int64_t replicas : getReplicaCounts(problem, options)) {
    std::vector<int64_t> sampleSplits =
        getSampleSplits(problem, options, replicas);
    for (int64_t vectors : vectorSplits)
      for (int64_t samples : sampleSplits)
        splits.push_back({replicas, vectors, samples});
  }
  return splits;
}

static std::string describeApply(const Infeasible &infeasible) {
  return ": activation gradients take " +
         std::to_string(infeasible.gatherOperandBytes) +
         " of them, merging received rows at least " +
         std::to_string(infeasible.mergeBytes) + ", the optimizer at least " +
         std::to_string(infeasible.optimizerBytes);
}

static void setMessage(const LookupProblem &problem, Infeasible &infeasible) {
  int64_t tile = infeasible.tileSpmemBytes;
  if (infeasible.constraint == Constraint::GatherOperand)
    infeasible.message =
        format::describeGatherOperand(infeasible.gatherOperandBytes, tile);
  else if (infeasible.constraint == Constraint::FixedSize)
    infeasible.message =
        format::describeFixedSize(infeasible.fixedSizeBytes, tile) +
        (infeasible.mergeBytes > 0 ? describeApply(infeasible) : "");
  else
    infeasible.message = format::describeReplicaCount(
        {.maxIds = problem.maxIds,
         // All ids of the local form may be distinct.
         .maxUniqueIds =
             isLocal(problem) ? problem.maxIds : problem.maxUniqueIds,
         .width = problem.width,
         .samples = problem.samples,
         .vectorSplits = infeasible.vectorSplits,
         .sampleSplits = infeasible.sampleSplits,
         .fixedSizeBytes = infeasible.fixedSizeBytes,
         .rowDependentBytes = infeasible.rowDependentBytes,
         .tileSpmemBytes = tile});
}

static void setAttempt(Infeasible &infeasible, const LookupPlan &attempt) {
  infeasible.replicas = attempt.replicas;
  infeasible.vectorSplits = attempt.vectorSplits;
  infeasible.sampleSplits = attempt.sampleSplits;
  infeasible.gatherOperandBytes = attempt.gatherOperandBytes;
  infeasible.scratchBytes = attempt.scratchBytes;
}

/// Of an update some split of which has room for its list: none leaves enough
/// to `apply`. The one that comes closest is the attempt.
static std::optional<Infeasible>
findApplyFailure(const LookupProblem &problem, const PlanOptions &options,
                 std::span<const Split> splits) {
  int64_t list = getLeastListBytes(problem, options);
  std::optional<Infeasible> found;
  for (const Split &split : splits) {
    CheckedMath math;
    LookupPlan attempt = computeFixedSizes(problem, split, math);
    ApplyBytes apply = countLeastApplyBytes(problem, attempt, math);
    int64_t bytes = math.add("fixed size", attempt.gatherOperandBytes,
                             math.add("apply", apply.merge, apply.optimizer));
    if (math.overflowed() || getListRoom(problem, attempt) < list ||
        (found && bytes >= found->fixedSizeBytes))
      continue;
    found.emplace();
    found->constraint = Constraint::FixedSize;
    found->tileSpmemBytes = problem.tileSpmemBytes;
    setAttempt(*found, attempt);
    found->fixedSizeBytes = bytes;
    found->mergeBytes = apply.merge;
    found->optimizerBytes = apply.optimizer;
    setMessage(problem, *found);
  }
  return found;
}

/// The constraint that the last split, the one with the smallest sizes, breaks.
static Infeasible describeFailure(const LookupProblem &problem,
                                  const PlanOptions &options,
                                  std::span<const Split> splits) {
  if (problem.kind == LookupKind::Update)
    if (auto infeasible = findApplyFailure(problem, options, splits))
      return *infeasible;
  CheckedMath math;
  Split last = splits.back();
  LookupPlan least = computeFixedSizes(problem, last, math);
  int64_t list = getLeastListBytes(problem, options);
  Infeasible infeasible;
  if (least.gatherOperandBytes > problem.tileSpmemBytes)
    infeasible.constraint = Constraint::GatherOperand;
  else if (getListRoom(problem, least) < 0)
    infeasible.constraint = Constraint::FixedSize;
  else
    infeasible.constraint = Constraint::RowDependent;
  // No split makes a list shorter: the attempt without any says enough.
  if (infeasible.constraint == Constraint::RowDependent &&
      list > problem.tileSpmemBytes)
    last = Split();
  LookupPlan attempt = computeFixedSizes(problem, last, math);
  setAttempt(infeasible, attempt);
  infeasible.fixedSizeBytes =
      math.add("fixed size", attempt.gatherOperandBytes, attempt.scratchBytes);
  infeasible.rowDependentBytes = list;
  infeasible.tileSpmemBytes = problem.tileSpmemBytes;
  setMessage(problem, infeasible);
  return infeasible;
}

static std::optional<Infeasible> findOverflow(const LookupProblem &problem) {
  CheckedMath math;
  computeFixedSizes(problem, Split(), math);
  if (!math.overflowed())
    return std::nullopt;
  Infeasible refusal = makeRefusal(Constraint::Overflow,
                                   math.firstOverflow() + " exceeds 64 bits");
  refusal.tileSpmemBytes = problem.tileSpmemBytes;
  return refusal;
}

namespace {
/// The cheapest plans of one number of replicas.
struct BestPlans {
  std::optional<LookupPlan> busy; // every replica has samples
  std::optional<LookupPlan> any;

  void consider(const LookupProblem &problem, const LookupPlan &plan) {
    if (!any || plan.seconds < any->seconds)
      any = plan;
    if (!hasIdleReplica(problem, plan) &&
        (!busy || plan.seconds < busy->seconds))
      busy = plan;
  }
};
} // namespace

std::variant<std::vector<LookupPlan>, Infeasible>
planReplicas(const LookupProblem &problem, const PlanOptions &options) {
  if (auto refusal = findContradiction(problem, options))
    return *refusal;
  if (auto refusal = findOverflow(problem))
    return *refusal;
  std::vector<LookupPlan> busy, all;
  std::vector<Split> splits = getSplits(problem, options);
  for (size_t i = 0; i < splits.size();) {
    BestPlans best;
    int64_t replicas = splits[i].replicas;
    for (; i < splits.size() && splits[i].replicas == replicas; ++i)
      if (auto plan = planSplit(problem, options, splits[i]))
        best.consider(problem, *plan);
    if (best.busy)
      busy.push_back(*best.busy);
    if (best.any)
      all.push_back(*best.any);
  }
  if (all.empty())
    return describeFailure(problem, options, splits);
  // If any plan has no idle replica, one of the fewest replicas that fit has
  // none: HBM loses nothing.
  return busy.empty() ? all : busy;
}

LookupPlanResult planLookup(const LookupProblem &problem,
                            const PlanOptions &options) {
  auto result = planReplicas(problem, options);
  if (auto *infeasible = std::get_if<Infeasible>(&result))
    return *infeasible;
  const auto &plans = std::get<std::vector<LookupPlan>>(result);
  return *std::ranges::min_element(plans, {}, [](const LookupPlan &plan) {
    return plan.seconds + kLookupSeconds * double(plan.replicas);
  });
}

} // namespace sc
