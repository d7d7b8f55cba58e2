//===-- PlanLookups.cpp - buffer sizes of each lookup ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-plan-lookups.

#include "sc/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "sc/Planning/TileSpmemPlan.h"
#include "sc/Target/ModuleTarget.h"
#include "sc/Target/Target.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_PLANLOOKUPS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct PlanLookups : public sc::impl::PlanLookupsBase<PlanLookups> {
  void runOnOperation() override;
};
} // namespace

static LookupProblem makeProblem(const MachineDescription &machine) {
  LookupProblem problem;
  problem.tileSpmemBytes = machine.tileSpmemBytes.value;
  problem.tiles = machine.tilesPerSparseCore.value;
  return problem;
}

static LookupProblem makeProblem(SparseDenseMatmulOp op,
                                 const MachineDescription &machine) {
  LookupProblem problem = makeProblem(machine);
  problem.sparseCores = op.getGroupSparseCores();
  problem.samples = op.getSamplesPerSparseCore();
  problem.width = op.getWidth();
  problem.maxIds = op.getLimits().getMaxIds();
  problem.maxUniqueIds = op.getLimits().getMaxUniqueIds();
  problem.tableRows = op.getTableRowsPerSparseCore();
  return problem;
}

/// The local form divides its samples over the SparseCores of the device.
static LookupProblem makeProblem(SparseDenseMatmulLocalOp op,
                                 const MachineDescription &machine) {
  LookupProblem problem = makeProblem(machine);
  int64_t cores = op.getSparseCores();
  problem.sparseCores = 1;
  problem.samples =
      llvm::divideCeil(op.getInit().getType().getDimSize(0), cores);
  problem.width = op.getWidth();
  problem.maxIds = op.getIds().getType().getDimSize(0);
  problem.maxUniqueIds = 1;
  problem.tableRows = op.getTable().getType().getDimSize(0);
  problem.local = true;
  return problem;
}

template <typename LookupOp>
static LogicalResult plan(LookupOp op, const MachineDescription &machine) {
  LookupProblem problem = makeProblem(op, machine);
  LookupPlanResult result = planLookup(problem);
  if (auto *infeasible = std::get_if<Infeasible>(&result))
    return op.emitError() << "table '" << op.getTableName()
                          << "': " << infeasible->message;
  const auto &plan = std::get<LookupPlan>(result);
  assert(!verifyPlan(problem, plan) && "planning breaks its own rules");
  op.setPlanAttr(PlanAttr::get(op.getContext(), plan.windowRows,
                               plan.windowBuffers, plan.listEntries,
                               plan.gatherOperandBytes, plan.scratchBytes,
                               plan.listBytes, plan.stackBytes));
  op.emitRemark() << "table '" << op.getTableName() << "': a tile holds "
                  << plan.samplesPerTile
                  << (plan.samplesPerTile == 1 ? " sample (" : " samples (")
                  << plan.gatherOperandBytes << " bytes), " << plan.listEntries
                  << " list entries (" << plan.listBytes << " bytes) and "
                  << plan.windowBuffers << " windows of " << plan.windowRows
                  << " rows of " << problem.tileSpmemBytes
                  << " bytes TileSpmem; stack of a SparseCore "
                  << plan.stackBytes << " bytes";
  return success();
}

void PlanLookups::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<const MachineDescription *> machine = findTargetMachine(module);
  if (failed(machine))
    return signalPassFailure();
  bool hasFailed = false;
  module.walk([&](Operation *op) {
    if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op))
      hasFailed |= failed(plan(lookup, **machine));
    if (auto lookup = dyn_cast<SparseDenseMatmulLocalOp>(op))
      hasFailed |= failed(plan(lookup, **machine));
  });
  if (hasFailed)
    signalPassFailure();
}
