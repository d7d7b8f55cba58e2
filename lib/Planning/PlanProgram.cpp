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

namespace {
struct StackPart {
  const char *name;
  bool isRow; // as it is stored; else one word
};
} // namespace

/// The buffers of a stack in the order in which the task has them, each for U
/// ids of every replica.
static std::vector<StackPart> getStackParts(LookupKind kind) {
  switch (kind) {
  case LookupKind::Lookup:
    return {{"ids", false}, {"send", true}, {"receive", true}};
  case LookupKind::Update:
    return {{"send", true},
            {"receive", true},
            {"merged", true},
            {"received_ids", false},
            {"merged_ids", false}};
  case LookupKind::LocalLookup:
    break;
  }
  return {};
}

/// Stacks were checked as a whole, so no part overflows.
static std::vector<StackBuffer> makeStackBuffers(const ProgramProblem &problem,
                                                 const ProgramPlan &plan) {
  std::vector<StackBuffer> buffers;
  for (size_t i = 0; i < plan.lookups.size(); ++i) {
    const LookupProblem &lookup = problem.lookups[i];
    int64_t row = format::getRowBytes(lookup.rowFormat, lookup.width);
    for (const StackPart &part : getStackParts(lookup.kind))
      buffers.push_back({i, part.name,
                         lookup.sparseCores * plan.lookups[i].replicas *
                             lookup.maxUniqueIds * (part.isRow ? row : 4) *
                             lookup.sparseCoresPerDevice,
                         0});
  }
  return buffers;
}

static std::vector<PlacementRequest>
getHbmRequests(const ProgramProblem &problem, const ProgramPlan &plan) {
  std::vector<PlacementRequest> requests;
  for (const HbmResident &resident : problem.residents)
    requests.push_back({resident.name, resident.bytes, kHbmAlignment,
                        resident.firstStep, resident.lastStep});
  for (const StackBuffer &buffer : plan.stackBuffers) {
    const auto &[first, last] = plan.stackLifetimes[buffer.lookup];
    requests.push_back(
        {problem.lookups[buffer.lookup].table + "." + buffer.name, buffer.bytes,
         kHbmAlignment, first, last});
  }
  return requests;
}

/// Fills the HBM map and returns where it ends, heap and TensorCore included.
static int64_t placeHbm(const ProgramProblem &problem, ProgramPlan &plan) {
  plan.stackBuffers = makeStackBuffers(problem, plan);
  std::vector<PlacementRequest> requests = getHbmRequests(problem, plan);
  PlacementResult result =
      placeBuffers(requests, std::numeric_limits<int64_t>::max());
  // All sums were checked: the largest memory holds everything.
  const auto &placement = std::get<Placement>(result);
  plan.residentOffsets = placement.offsets;
  plan.residentOffsets.resize(problem.residents.size());
  for (size_t i = 0; i < plan.stackBuffers.size(); ++i)
    plan.stackBuffers[i].offset =
        placement.offsets[problem.residents.size() + i];
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
  infeasible.uses.push_back({HbmRole::Gaps, "", gapBytes, 0});
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
