//===-- HbmUses.h - who uses HBM at a step ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The breakdown of a peak by role and table.

#ifndef SC_LIB_PLANNING_HBMUSES_H
#define SC_LIB_PLANNING_HBMUSES_H

#include "sc/Planning/Plan.h"

namespace sc {

/// The step at which most bytes are live, and who uses them, largest first.
struct HbmPeak {
  int64_t step = 0;
  int64_t bytes = 0;
  std::vector<HbmUse> uses;
};

/// Finds the peak of the lookups and stack lifetimes of `plan`.
HbmPeak findHbmPeak(const ProgramProblem &problem, const ProgramPlan &plan);

/// Adds up the uses of the same role and table, drops empty ones, and sorts
/// them: largest first.
std::vector<HbmUse> mergeUses(const std::vector<HbmUse> &uses);

} // namespace sc

#endif // SC_LIB_PLANNING_HBMUSES_H
