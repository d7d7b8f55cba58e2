//===-- HbmUses.cpp - who uses HBM at a step ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts residents, stacks, the heap and the TensorCore's part.

#include "HbmUses.h"

#include "HbmTimeline.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace sc {

namespace {
struct LiveUse {
  ProgramPlan::Lifetime lifetime;
  HbmUse use;
};
} // namespace

static void addStacks(const ProgramProblem &problem, const ProgramPlan &plan,
                      std::vector<LiveUse> &live) {
  for (size_t i = 0; i < plan.lookups.size(); ++i) {
    const LookupProblem &lookup = problem.lookups[i];
    const LookupPlan &found = plan.lookups[i];
    for (auto [role, bytes] :
         {std::pair(HbmRole::StackForward, found.stackForwardBytes),
          std::pair(HbmRole::StackBackward, found.stackBackwardBytes),
          std::pair(HbmRole::Exchange, found.exchangeBytes)})
      if (bytes > 0)
        live.push_back(
            {plan.stackLifetimes[i],
             {role, lookup.table, bytes * lookup.sparseCoresPerDevice, 0}});
  }
}

static std::vector<LiveUse> getLiveUses(const ProgramProblem &problem,
                                        const ProgramPlan &plan) {
  std::vector<LiveUse> live;
  for (const HbmResident &resident : problem.residents)
    live.push_back({{resident.firstStep, resident.lastStep},
                    {resident.role, resident.table, resident.bytes,
                     resident.paddingBytes}});
  addStacks(problem, plan, live);
  return live;
}

/// The first step with the most bytes.
static int64_t findPeakStep(const std::vector<LiveUse> &live) {
  // Begin or end, bytes. At one step begins come first: ends are inclusive.
  std::vector<std::tuple<int64_t, bool, int64_t>> events;
  for (const auto &[lifetime, use] : live) {
    events.emplace_back(lifetime.first, false, use.bytes);
    events.emplace_back(lifetime.last, true, use.bytes);
  }
  std::ranges::sort(events);
  int64_t bytes = 0, most = -1, step = 0;
  for (const auto &[moment, ends, change] : events) {
    bytes += ends ? -change : change;
    if (bytes <= most)
      continue;
    // Not all that begins at this step may have been counted: it will be.
    most = bytes;
    step = moment;
  }
  return step;
}

std::vector<HbmUse> mergeUses(const std::vector<HbmUse> &uses) {
  std::map<std::pair<HbmRole, std::string>, HbmUse> byKey;
  for (const HbmUse &use : uses) {
    HbmUse &sum = byKey[{use.role, use.table}];
    sum.role = use.role;
    sum.table = use.table;
    sum.bytes += use.bytes;
    sum.paddingBytes += use.paddingBytes;
  }
  std::vector<HbmUse> merged;
  for (const auto &[key, use] : byKey)
    if (use.bytes > 0)
      merged.push_back(use);
  std::ranges::sort(merged, [](const HbmUse &a, const HbmUse &b) {
    return a.bytes != b.bytes
               ? a.bytes > b.bytes
               : std::tie(a.role, a.table) < std::tie(b.role, b.table);
  });
  return merged;
}

HbmPeak findHbmPeak(const ProgramProblem &problem, const ProgramPlan &plan) {
  std::vector<LiveUse> live = getLiveUses(problem, plan);
  HbmPeak peak;
  peak.step = findPeakStep(live);
  std::vector<HbmUse> uses = {{HbmRole::Heap, "", getHeapBytes(problem), 0},
                              {HbmRole::TensorCore, "",
                               problem.options.tensorCoreHbmBytes.value_or(0),
                               0}};
  for (const auto &[lifetime, use] : live)
    if (lifetime.first <= peak.step && peak.step <= lifetime.last)
      uses.push_back(use);
  peak.uses = mergeUses(uses);
  for (const HbmUse &use : peak.uses)
    peak.bytes += use.bytes;
  return peak;
}

} // namespace sc
