//===-- PlanMemory.cpp - splits, buffer sizes, HBM ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-plan-memory: problem, plan, attributes. The decisions are made
// in lib/Planning.

#include "sc/Transforms/Passes.h"

#include "ModuleProblem.h"
#include "PlanAttributes.h"
#include "mlir/IR/Builders.h"
#include "sc/Diagnostics/Diagnostics.h"
#include "sc/Planning/IndexLimits.h"
#include "sc/Planning/Planner.h"
#include "sc/Target/ModuleTarget.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_PLANMEMORY
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct PlanMemory : public sc::impl::PlanMemoryBase<PlanMemory> {
  using PlanMemoryBase::PlanMemoryBase;
  void runOnOperation() override;
  FailureOr<PlanOptions> getOptions();
};
} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

FailureOr<PlanOptions> PlanMemory::getOptions() {
  PlanOptions options;
  options.maxReplicas = maxReplicas;
  options.sampleSplitting = sampleSplitting;
  options.rowStreaming = rowStreaming;
  options.parallelIterations = parallelIterations;
  if (tensorCoreHbmBytes >= 0)
    options.tensorCoreHbmBytes = tensorCoreHbmBytes;
  int64_t tables = 0;
  if (numSerializedTables != "auto") {
    if (StringRef(numSerializedTables).getAsInteger(10, tables) || tables < 0)
      return getOperation().emitError()
             << "num-serialized-tables must be auto or a number, got '"
             << numSerializedTables << "'";
    options.numSerializedTables = tables;
  }
  if (maxReplicas < 1 || parallelIterations < 1)
    return getOperation().emitError()
           << "max-replicas and parallel-iterations must be positive, got "
           << maxReplicas.getValue() << " and "
           << parallelIterations.getValue();
  // The executable holds the count in 32 bits.
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (parallelIterations > most)
    return getOperation().emitError()
           << "parallel-iterations must be at most " << most << ", got "
           << parallelIterations.getValue();
  return options;
}

static std::string describeCount(int64_t count, const char *thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

//===----------------------------------------------------------------------===//
// Checks before planning
//===----------------------------------------------------------------------===//

/// Entries of one SparseCore's slice of the COO buffer; of the whole list in
/// the local form.
static int64_t getBufferEntries(Operation *op) {
  auto entries = [](Value ids, int64_t cores) {
    return cast<RankedTensorType>(ids.getType()).getDimSize(0) / cores;
  };
  if (auto lookup = dyn_cast<EmbeddingOp>(op))
    return entries(lookup.getIds(), lookup.getSparseCores());
  return entries(cast<SparseDenseMatmulLocalOp>(op).getIds(), 1);
}

/// Limits, buffer and sizes must agree with one another.
static LogicalResult check(Operation *op, const LookupProblem &problem) {
  int64_t entries = getBufferEntries(op);
  std::optional<std::string> broken = findIndexOverflow(problem, entries);
  bool isLocal = problem.kind == LookupKind::LocalLookup;
  if (!broken && !isLocal && problem.maxIds > entries)
    broken = "max_ids_per_partition " + std::to_string(problem.maxIds) +
             " is greater than the COO buffer of a SparseCore, " +
             std::to_string(entries) + " entries; a device of " +
             describeCount(problem.sparseCoresPerDevice, "SparseCore") +
             " needs at least " +
             std::to_string(llvm::alignTo(problem.maxIds, 8) *
                            problem.sparseCoresPerDevice);
  if (broken)
    return op->emitError() << "table '" << problem.table << "': " << *broken;
  return success();
}

/// Emits every lookup that contradicts itself or does not fit by itself.
static LogicalResult checkEach(const ModuleProblem &module) {
  llvm::SmallDenseSet<size_t> refused;
  for (auto [index, op] : llvm::enumerate(module.ops))
    if (failed(check(op, module.problem.lookups[index])))
      refused.insert(index);
  bool hasFailed = !refused.empty();
  for (const Infeasible &infeasible : findInfeasible(module.problem)) {
    if (refused.contains(infeasible.lookup))
      continue;
    emitInfeasible(module.ops[infeasible.lookup]->getLoc(), module.problem,
                   infeasible);
    hasFailed = true;
  }
  return failure(hasFailed);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Microseconds with one decimal.
static std::string describeTime(double seconds) {
  return llvm::formatv("{0:F1} us", seconds * 1e6).str();
}

/// Bytes of the unsplit attempt, and what they are for.
static void describeUnsplit(Diagnostic &remark, const Infeasible &infeasible) {
  remark << infeasible.fixedSizeBytes + infeasible.rowDependentBytes
         << " bytes (" << infeasible.gatherOperandBytes;
  if (infeasible.mergeBytes > 0)
    remark << " for activation gradients, " << infeasible.mergeBytes
           << " to merge received rows, " << infeasible.optimizerBytes
           << " for the optimizer)";
  else
    remark << " for activations, " << infeasible.scratchBytes << " scratch, "
           << infeasible.rowDependentBytes << " for its list)";
}

/// Why the lookup is split as it is: unsplit it does not fit, or is slower.
static void explainSplits(Diagnostic &remark, const LookupProblem &problem,
                          const LookupPlan &plan) {
  if (plan.replicas * plan.vectorSplits * plan.sampleSplits == 1 &&
      !plan.rowStreaming)
    return;
  remark << "; " << describeCount(plan.replicas, "replica") << ", "
         << describeCount(plan.vectorSplits, "vector split") << ", "
         << describeCount(plan.sampleSplits, "sample split")
         << (plan.rowStreaming ? ", row streaming" : "");
  LookupProblem whole = problem;
  whole.isRowCoupled = true; // no vector split either
  LookupPlanResult unsplit = planLookup(whole, {.maxReplicas = 1});
  if (auto *infeasible = std::get_if<Infeasible>(&unsplit)) {
    remark << ", because unsplit a tile needs ";
    describeUnsplit(remark, *infeasible);
    return;
  }
  remark << ", because without launches it is predicted to take "
         << describeTime(plan.seconds) << " and unsplit "
         << describeTime(std::get<LookupPlan>(unsplit).seconds);
}

static void emitRemark(Operation *op, const LookupProblem &problem,
                       const LookupPlan &plan) {
  // Without the operation: printing each numbers the whole function again.
  InFlightDiagnostic remark = mlir::emitRemark(op->getLoc());
  remark << "table '" << problem.table << "': a tile holds "
         << describeCount(plan.samplesPerTile, "sample") << " ("
         << plan.gatherOperandBytes << " bytes), " << plan.listEntries
         << " list entries (" << plan.listBytes << " bytes) and "
         << plan.windowBuffers << " windows of " << plan.windowRows
         << " rows of " << problem.tileSpmemBytes << " bytes TileSpmem; ";
  if (problem.kind == LookupKind::Update)
    remark << plan.mergeEntries << " entries are merged and "
           << describeCount(plan.optimizerRows, "row") << " updated at once; ";
  remark << "stack of a SparseCore " << plan.stackBytes() << " bytes";
  explainSplits(*remark.getUnderlyingDiagnostic(), problem, plan);
  if (plan.isSerialized)
    remark << "; shares the stack region";
}

static void emitProgramRemark(ModuleOp module, const ProgramProblem &problem,
                              const ProgramPlan &plan) {
  InFlightDiagnostic remark = mlir::emitRemark(module.getLoc());
  remark << "HBM of a device: " << plan.hbmPeakBytes << " bytes at the peak";
  if (problem.usableHbmBytes > 0)
    remark << " of " << problem.usableHbmBytes;
  if (plan.serializedTables > 0)
    remark << "; " << describeCount(plan.serializedTables, "table")
           << " in one stack region"
           << (problem.options.numSerializedTables ? " as asked for"
                                                   : ", chosen by the planner");
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static void apply(ModuleOp module, const ModuleProblem &problem,
                  const ProgramPlan &plan) {
  for (auto [index, op] : llvm::enumerate(problem.ops)) {
    const LookupPlan &lookupPlan = plan.lookups[index];
    auto attr = makePlanAttr(module.getContext(), lookupPlan);
    if (auto lookup = dyn_cast<EmbeddingOp>(op))
      lookup.setPlanAttr(attr);
    if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op))
      local.setPlanAttr(attr);
    emitRemark(op, problem.problem.lookups[index], lookupPlan);
  }
  module->setAttr(SCDialect::kPlanAttrName,
                  makeProgramPlanAttr(module.getContext(), problem, plan));
  if (!problem.ops.empty())
    emitProgramRemark(module, problem.problem, plan);
}

/// Where the table that takes most HBM is looked up, or the module.
static Location findLargest(ModuleOp module, const ModuleProblem &problem,
                            const Infeasible &infeasible) {
  for (const HbmUse &use : infeasible.uses)
    for (auto [index, op] : llvm::enumerate(problem.ops))
      if (problem.problem.lookups[index].table == use.table)
        return op->getLoc();
  return module.getLoc();
}

void PlanMemory::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<const MachineDescription *> machine = findTargetMachine(module);
  if (failed(machine))
    return signalPassFailure();
  FailureOr<PlanOptions> options = getOptions();
  if (failed(options))
    return signalPassFailure();
  FailureOr<ModuleProblem> problem =
      makeModuleProblem(module, **machine, *options);
  if (failed(problem) || failed(checkEach(*problem)))
    return signalPassFailure();
  ProgramPlanResult result = planProgram(problem->problem);
  if (auto *infeasible = std::get_if<Infeasible>(&result)) {
    emitInfeasible(findLargest(module, *problem, *infeasible), problem->problem,
                   *infeasible);
    return signalPassFailure();
  }
  const auto &plan = std::get<ProgramPlan>(result);
  if (std::optional<std::string> broken = verifyPlan(problem->problem, plan)) {
    module.emitError() << "internal error: the plan is wrong: " << *broken;
    return signalPassFailure();
  }
  apply(module, *problem, plan);
}
