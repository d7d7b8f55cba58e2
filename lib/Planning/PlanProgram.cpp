//===-- PlanProgram.cpp - all lookups in one HBM --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches a selection of plans, then places what it needs.

#include "HbmUses.h"
#include "ProgramSearch.h"

#include "runtime/format/Errors.h"
#include "sc/Planning/BufferPlacement.h"
#include "sc/Planning/Planner.h"

#include <algorithm>
#include <limits>

namespace sc {

/// Offsets of residents and stacks in HBM. Assumed: no wider transfer exists.
static constexpr int64_t kHbmAlign = 64;

/// Selections whose buffers fit by number but not by place lower the limit of
/// the next one. So often:
static constexpr int kPlacementTries = 8;

/// A plan without HBM map.
static ProgramPlan makePlan(const ProgramProblem &problem,
                            const ProgramSearch &search,
                            const Selection &selection) {
  ProgramPlan plan;
  for (size_t i = 0; i < problem.lookups.size(); ++i)
    plan.lookups.push_back(search.getPlan(selection, i));
  plan.serializedTables = selection.serialized;
  plan.serializationOrder = getStackOrder(search.getStacks(selection));
  plan.serializationOrder.resize(static_cast<size_t>(selection.serialized));
  for (size_t index : plan.serializationOrder)
    plan.lookups[index].isSerialized = true;
  for (size_t i = 0; i < plan.lookups.size(); ++i)
    plan.stackLifetimes.push_back(
        search.getTimeline().getStackLifetime(i, plan.lookups[i].isSerialized));
  plan.heapBytes = getHeapBytes(problem);
  HbmPeak peak = findHbmPeak(problem, plan);
  plan.hbmPeakBytes = peak.bytes;
  plan.peakStep = peak.step;
  plan.peakUses = std::move(peak.uses);
  plan.seconds = selection.seconds;
  return plan;
}

static std::vector<PlacementRequest>
getHbmRequests(const ProgramProblem &problem, const ProgramPlan &plan) {
  std::vector<PlacementRequest> requests;
  for (const HbmResident &resident : problem.residents)
    requests.push_back({resident.name, resident.bytes, kHbmAlign,
                        resident.firstStep, resident.lastStep});
  for (size_t i = 0; i < plan.lookups.size(); ++i)
    requests.push_back(
        {problem.lookups[i].table,
         plan.lookups[i].stackBytes() * problem.lookups[i].sparseCoresPerDevice,
         kHbmAlign, plan.stackLifetimes[i].first, plan.stackLifetimes[i].last});
  return requests;
}

/// Fills the HBM map and returns where it ends, heap and TensorCore included.
static int64_t placeHbm(const ProgramProblem &problem, ProgramPlan &plan) {
  std::vector<PlacementRequest> requests = getHbmRequests(problem, plan);
  PlacementResult result =
      placeBuffers(requests, std::numeric_limits<int64_t>::max());
  // All sums were checked: the largest memory holds everything.
  const auto &placement = std::get<Placement>(result);
  auto stacks = placement.offsets.begin() +
                static_cast<std::ptrdiff_t>(problem.residents.size());
  plan.residentOffsets.assign(placement.offsets.begin(), stacks);
  plan.stackOffsets.assign(stacks, placement.offsets.end());
  return placement.peak + plan.heapBytes +
         problem.options.tensorCoreHbmBytes.value_or(0);
}

/// `gapBytes` were lost between buffers of a plan that else had fitted.
static Infeasible describeHbm(const ProgramProblem &problem,
                              const ProgramPlan &plan, int64_t gapBytes) {
  Infeasible infeasible;
  infeasible.constraint = Constraint::Hbm;
  infeasible.usedHbmBytes = plan.hbmPeakBytes + gapBytes;
  infeasible.usableHbmBytes = problem.usableHbmBytes;
  infeasible.uses = plan.peakUses;
  infeasible.uses.push_back({HbmRole::Other, "", gapBytes, gapBytes});
  infeasible.uses = mergeUses(infeasible.uses);
  std::optional<int64_t> tensorCore = problem.options.tensorCoreHbmBytes;
  infeasible.message =
      tensorCore ? format::describeHbmOom(*tensorCore,
                                          infeasible.usedHbmBytes - *tensorCore,
                                          problem.usableHbmBytes)
                 : format::describeHbmOom(infeasible.usedHbmBytes,
                                          problem.usableHbmBytes);
  return infeasible;
}

ProgramPlanResult planProgram(const ProgramProblem &problem) {
  auto made = ProgramSearch::make(problem);
  if (auto *infeasible = std::get_if<Infeasible>(&made))
    return *infeasible;
  const auto &search = std::get<ProgramSearch>(made);
  int64_t capacity = problem.usableHbmBytes > 0
                         ? problem.usableHbmBytes
                         : std::numeric_limits<int64_t>::max();
  int64_t limit = capacity;
  ProgramPlan plan;
  int64_t gapBytes = 0;
  for (int i = 0; i < kPlacementTries; ++i) {
    std::optional<Selection> selection = search.find(limit);
    if (!selection)
      break;
    plan = makePlan(problem, search, *selection);
    int64_t end = placeHbm(problem, plan);
    if (end <= capacity)
      return plan;
    gapBytes = end - plan.hbmPeakBytes;
    limit = plan.hbmPeakBytes - std::max(end - capacity, int64_t(1));
  }
  // Gaps only count where bytes alone would have fitted.
  if (gapBytes == 0)
    plan = makePlan(problem, search, search.getLeast());
  return describeHbm(problem, plan, gapBytes);
}

} // namespace sc
