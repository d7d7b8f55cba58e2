//===-- Pipelines.h - the stages of the compiler ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each stage is a name, a sentence and a populate function, so that tools and
// tests stop where they like.

#ifndef SC_PIPELINES_PIPELINES_H
#define SC_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "sc/Planning/Problem.h"
#include "sc/Stacking/Stacking.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace sc {

struct CompileOptions {
  /// Machine and topology, for example "v5p:2x2x1".
  std::string target;
  /// A machine of the user's own, in JSON; empty: none.
  std::string machineFile;
  /// Limits in place of the program's; empty: none.
  std::string maxIdsFile;
  /// Row format or JSON file of tables to store narrow; empty: none.
  std::string quantizeTables;
  /// "auto" or a number, in place of PlanOptions::numSerializedTables.
  std::string numSerializedTables = "auto";
  PlanOptions plan;
  /// How the tables of a spec are stacked.
  spec::StackOptions stack;
};

/// One stage: running it after those before it gives its IR.
struct Stage {
  llvm::StringRef name;
  llvm::StringRef description;
  void (*populate)(mlir::OpPassManager &manager, const CompileOptions &options);
};

/// All stages in order: stablehlo, sc, planned, tile, placed.
llvm::ArrayRef<Stage> getStages();

/// Adds the stages up to and including `last`, which must be a stage's name.
void populateUpTo(mlir::OpPassManager &manager, llvm::StringRef last,
                  const CompileOptions &options);

/// Registers a pipeline `sc-to-<stage>` for each stage behind stablehlo.
void registerPipelines();

} // namespace sc

#endif // SC_PIPELINES_PIPELINES_H
