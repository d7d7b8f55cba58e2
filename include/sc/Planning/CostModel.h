//===-- CostModel.h - predicted traffic and time ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one cost model, documented in docs/Planning.md: bytes over bandwidth plus
// what each window and each exchange costs. Times are for comparison between
// plans; nothing was measured on hardware.

#ifndef SC_PLANNING_COSTMODEL_H
#define SC_PLANNING_COSTMODEL_H

#include "sc/Planning/Plan.h"

namespace sc {

/// HBM bandwidth where the machine's is not published. Assumed: v5p's.
inline constexpr int64_t kDefaultHbmBytesPerSecond = 2'760'000'000'000;
/// Bandwidth from one SparseCore to all others. Assumed.
inline constexpr double kExchangeBytesPerSecond = 1e11;
/// Start of one window. Assumed.
inline constexpr double kWindowSeconds = 2e-7;
/// Launches, barriers and exchange of one lookup, for each replica; lookups
/// that do not share the stack region overlap theirs. Assumed.
inline constexpr double kLookupSeconds = 1e-5;

/// What a plan moves when every partition is at its limits.
Traffic predictTraffic(const LookupProblem &problem, const LookupPlan &plan);

/// Seconds of one lookup with that traffic, without kLookupSeconds.
double predictSeconds(const LookupProblem &problem, const LookupPlan &plan);

} // namespace sc

#endif // SC_PLANNING_COSTMODEL_H
