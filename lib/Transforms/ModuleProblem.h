//===-- ModuleProblem.h - the planning problem of a module ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From IR to the problem that lib/Planning solves.

#ifndef SC_LIB_TRANSFORMS_MODULEPROBLEM_H
#define SC_LIB_TRANSFORMS_MODULEPROBLEM_H

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/format/Peaks.h"
#include "sc/Planning/Problem.h"
#include "sc/Target/Target.h"

namespace sc {

struct ModuleProblem {
  ProgramProblem problem;
  /// For each lookup of the problem its operation: an embedding operation, or
  /// the local form.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Buffers of the host schedule in HBM and on the host.
  std::vector<format::PeakBuffer> buffers;
};

/// The problem of `module`. Fails after an error where the module cannot be
/// converted. Without a function @main only the lookups are known.
mlir::FailureOr<ModuleProblem>
makeModuleProblem(mlir::ModuleOp module, const MachineDescription &machine,
                  const PlanOptions &options);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_MODULEPROBLEM_H
