//===-- CheckLookups.h - lookups that can become tasks ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must hold of lookups and updates, and of their plans, before tasks are
// made.

#ifndef SC_LIB_CONVERSION_CHECKLOOKUPS_H
#define SC_LIB_CONVERSION_CHECKLOOKUPS_H

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/IR/BuiltinOps.h"

namespace sc {

/// Checks every lookup and update of `module` against the target and, with
/// `needsPlans`, that its plan covers it on `tiles` tiles. Fails after the
/// first error.
mlir::LogicalResult checkLookups(mlir::ModuleOp module, TargetAttr target,
                                 int64_t tiles, bool needsPlans);

} // namespace sc

#endif // SC_LIB_CONVERSION_CHECKLOOKUPS_H
