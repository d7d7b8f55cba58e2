//===-- Planner.h - problem to plan, and its check --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search, and the checks that share no code with it but for the cost model,
// which both call: another solver is one more file.

#ifndef SC_PLANNING_PLANNER_H
#define SC_PLANNING_PLANNER_H

#include "sc/Planning/Plan.h"

namespace sc {

/// Bookkeeping in X beside the two row slots. Assumed: it is what the one
/// published sample leaves.
inline constexpr int64_t kBookkeepingBytes = 256;

/// A row slot in X is at least this wide. Assumed, as kBookkeepingBytes.
inline constexpr int64_t kMinSlotWords = 128;

/// Bytes of one list entry: embedding id, sample, gain.
inline constexpr int64_t kListEntryBytes = 12;

/// With row streaming: the last id and its slot.
inline constexpr int64_t kCarryBytes = 8;

/// A window has at most this many rows, or as many narrow ones as fill
/// kWindowBytes, up to kMaxShortRows: enough to hide what a window costs.
inline constexpr int64_t kMaxWindowRows = 64;
inline constexpr int64_t kMaxShortRows = 256;
inline constexpr int64_t kWindowBytes = 16384;

inline constexpr int64_t kMaxListWindowEntries = 4096;

/// Every plan of the lookup that fits TileSpmem, one for each number of
/// replicas (the cheapest of that number), ascending by replicas; or why there
/// is none. The search is that of docs/Planning.md. Plans whose last replica
/// has no samples only count where no other fits.
std::variant<std::vector<LookupPlan>, Infeasible>
planReplicas(const LookupProblem &problem, const PlanOptions &options);

/// The cheapest plan of one lookup that fits TileSpmem.
LookupPlanResult planLookup(const LookupProblem &problem,
                            const PlanOptions &options = {});

/// Every lookup of the program without a plan of its own, and why. Equal
/// lookups are planned once.
std::vector<Infeasible> findInfeasible(const ProgramProblem &problem);

/// The cheapest plan of all lookups together that fits HBM too.
ProgramPlanResult planProgram(const ProgramProblem &problem);

/// Checks every invariant of a plan independently of how it was found. Returns
/// the first one that is broken.
std::optional<std::string> verifyPlan(const LookupProblem &problem,
                                      const PlanOptions &options,
                                      const LookupPlan &plan);
std::optional<std::string> verifyPlan(const ProgramProblem &problem,
                                      const ProgramPlan &plan);

} // namespace sc

#endif // SC_PLANNING_PLANNER_H
