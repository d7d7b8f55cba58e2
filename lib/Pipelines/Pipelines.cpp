//===-- Pipelines.cpp - the stages of the compiler ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each stage runs.

#include "sc/Pipelines/Pipelines.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sc/Conversion/Passes.h"
#include "sc/Transforms/Passes.h"

using namespace mlir;

namespace sc {

static void populateStableHLO(OpPassManager &, const CompileOptions &) {}

/// Calls are inlined first, so that per-device code is in one place; without
/// simplification, which would be quadratic in long chains of constants.
static void populateSparseCore(OpPassManager &manager,
                               const CompileOptions &options) {
  AssignTargetOptions assign;
  assign.target = options.target;
  manager.addPass(createAssignTarget(assign));
  manager.addPass(createRaiseGSPMD());
  manager.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  manager.addPass(createConvertStableHLOToSparseCore());
}

static void populatePlanned(OpPassManager &manager, const CompileOptions &) {
  manager.addPass(createPlanLookups());
}

static void populateTile(OpPassManager &manager, const CompileOptions &) {
  manager.addPass(createConvertSparseCoreToTile());
  manager.addNestedPass<tile::TaskOp>(createDoubleBufferWindows());
  manager.addNestedPass<tile::TaskOp>(createSynchronizeTiles());
}

static void populatePlaced(OpPassManager &manager, const CompileOptions &) {
  manager.addPass(createPlaceBuffers());
}

ArrayRef<Stage> getStages() {
  static const Stage stages[] = {
      {"stablehlo", "the program as it was read", populateStableHLO},
      {"sc", "SparseCore operations on tensors", populateSparseCore},
      {"planned", "buffer sizes of each lookup decided", populatePlanned},
      {"tile", "sequencer and tile programs, host schedule", populateTile},
      {"placed", "every buffer at its place", populatePlaced},
  };
  return stages;
}

void populateUpTo(OpPassManager &manager, StringRef last,
                  const CompileOptions &options) {
  for (const Stage &stage : getStages()) {
    stage.populate(manager, options);
    if (stage.name == last)
      return;
  }
  llvm_unreachable("not the name of a stage");
}

namespace {
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("machine and chips along each axis, for example "
                     "v5p:2x2x1")};
};
} // namespace

void registerPipelines() {
  for (const Stage &stage : getStages().drop_front()) {
    std::string name = ("sc-to-" + stage.name).str();
    std::string description =
        ("up to stage " + stage.name + ": " + stage.description).str();
    PassPipelineRegistration<PipelineOptions>(
        name, description,
        [&stage](OpPassManager &manager, const PipelineOptions &options) {
          populateUpTo(manager, stage.name, CompileOptions{options.target});
        });
  }
}

} // namespace sc
