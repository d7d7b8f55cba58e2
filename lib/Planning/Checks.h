//===-- Checks.h - problems that contradict themselves ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked before any search.

#ifndef SC_LIB_PLANNING_CHECKS_H
#define SC_LIB_PLANNING_CHECKS_H

#include "sc/Planning/Plan.h"

namespace sc {

/// Makes an Infeasible of a problem that was refused before any search.
Infeasible makeRefusal(Constraint constraint, std::string message);

/// Finds a size that is not positive, or two that contradict each other.
std::optional<Infeasible> findContradiction(const LookupProblem &problem,
                                            const PlanOptions &options);
std::optional<Infeasible> findContradiction(const ProgramProblem &problem);

} // namespace sc

#endif // SC_LIB_PLANNING_CHECKS_H
