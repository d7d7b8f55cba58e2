//===-- LookupSizes.h - sizes of one split of a lookup ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From splits to bytes, by the formulas of docs/Planning.md.

#ifndef SC_LIB_PLANNING_LOOKUPSIZES_H
#define SC_LIB_PLANNING_LOOKUPSIZES_H

#include "CheckedMath.h"
#include "sc/Planning/Planner.h"

namespace sc {

/// How a lookup is split: replicas, vector splits, sample splits.
struct Split {
  int64_t replicas = 1;
  int64_t vectors = 1;
  int64_t samples = 1;
};

/// ceil(a / b) and a rounded up to a multiple of b, for positive b.
inline int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/// A plan with all sizes that follow from the splits alone: neither list nor
/// windows. Products that overflow are recorded in `math`.
LookupPlan computeFixedSizes(const LookupProblem &problem, const Split &split,
                             CheckedMath &math);

/// Bytes of TileSpmem left after G and X; negative if they exceed it.
int64_t getListRoom(const LookupProblem &problem, const LookupPlan &plan);

/// The most rows of `width` words that each of two windows has use for while a
/// list of `listEntries` entries flows through them.
int64_t getMaxWindowRows(int64_t listEntries, int64_t width);

/// The cheapest plan with exactly these splits, or none: the sizes must have
/// been checked for overflow at one replica.
std::optional<LookupPlan> planSplit(const LookupProblem &problem,
                                    const PlanOptions &options,
                                    const Split &split);

/// Bytes of the smallest list that the options allow.
int64_t getLeastListBytes(const LookupProblem &problem,
                          const PlanOptions &options);

/// Whether lists of the lookup may be streamed.
bool canStreamRows(const LookupProblem &problem, const PlanOptions &options);

} // namespace sc

#endif // SC_LIB_PLANNING_LOOKUPSIZES_H
