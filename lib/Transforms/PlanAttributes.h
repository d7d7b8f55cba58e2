//===-- PlanAttributes.h - plans as attributes ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the structs of lib/Planning to the attributes of the sc dialect.

#ifndef SC_LIB_TRANSFORMS_PLANATTRIBUTES_H
#define SC_LIB_TRANSFORMS_PLANATTRIBUTES_H

#include "ModuleProblem.h"
#include "sc/Planning/Plan.h"

namespace sc {

/// The `#sc.plan` of one lookup.
PlanAttr makePlanAttr(mlir::MLIRContext *context, const LookupPlan &plan);

/// The `#sc.program_plan` of the module.
ProgramPlanAttr makeProgramPlanAttr(mlir::MLIRContext *context,
                                    const ModuleProblem &module,
                                    const ProgramPlan &plan);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_PLANATTRIBUTES_H
