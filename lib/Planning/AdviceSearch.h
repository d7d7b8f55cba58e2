//===-- AdviceSearch.h - searches that advice shares ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bisection, scaling of topologies, and sentences.

#ifndef SC_LIB_PLANNING_ADVICESEARCH_H
#define SC_LIB_PLANNING_ADVICESEARCH_H

#include "sc/Planning/Advice.h"

#include <algorithm>
#include <functional>

namespace sc {

/// No topology beyond this many chips is tried.
inline constexpr int64_t kMaxChips = int64_t(1) << 20;

using Fits = std::function<bool(int64_t)>;

/// A value that fits while the next one does not, from low to high - 1; `high`
/// does not fit. None if `low` does not.
std::optional<int64_t> findBorder(int64_t low, int64_t high, const Fits &fits);

/// The largest such value, where feasibility is only known to be monotone
/// between neighbouring `starts`, in any order.
std::optional<int64_t> findLargest(int64_t low, int64_t high,
                                   std::vector<int64_t> starts,
                                   const Fits &fits);

/// The largest multiple of 8 below `current` that fits.
std::optional<int64_t> findWidth(int64_t current, const Fits &fits);

/// The smallest power of two times `chips` that fits, if any.
std::optional<int64_t> findChips(int64_t chips, const Fits &fits);

/// The lookup on `factor` times as many chips, with the same global batch.
LookupProblem scaleChips(LookupProblem problem, int64_t factor);

/// The lookup with at most that many ids. No more of them can be distinct.
LookupProblem limitIds(LookupProblem problem, int64_t maxIds);

/// Advice with a value: "<name> <= <value> fits" + `how`; without: "no value of
/// <name> alone fits". Switches: "<name> fits", "<name> alone does not fit".
Advice makeAdvice(Knob knob, int64_t current, std::optional<int64_t> value,
                  const std::string &how = "");

/// Advice for a lookup on that many chips; 0: no advice on chips.
std::vector<Advice> adviseLookupOnChips(const LookupProblem &problem,
                                        const PlanOptions &options,
                                        const Infeasible &infeasible,
                                        int64_t chips);

} // namespace sc

#endif // SC_LIB_PLANNING_ADVICESEARCH_H
