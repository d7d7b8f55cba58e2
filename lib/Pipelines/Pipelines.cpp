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

static void populateStacking(OpPassManager &manager,
                             const CompileOptions &compile) {
  StackTablesOptions options = makeStackTablesOptions(compile.stack);
  options.maxIdsFile = compile.maxIdsFile;
  manager.addPass(createStackTables(options));
}

/// Calls are inlined first, so that per-device code is in one place; without
/// simplification, which would be quadratic in long chains of constants.
static void populateSparseCore(OpPassManager &manager,
                               const CompileOptions &options) {
  AssignTargetOptions assign;
  assign.target = options.target;
  assign.machineFile = options.machineFile;
  manager.addPass(createAssignTarget(assign));
  populateStacking(manager, options);
  manager.addPass(createRaiseGSPMD());
  manager.addPass(createCheckCalls());
  manager.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  manager.addPass(createConvertStableHLOToSparseCore());
  manager.addPass(createOutlineNativeSegments());
}

static void populatePlanned(OpPassManager &manager,
                            const CompileOptions &options) {
  ApplyLimitsOptions limits;
  limits.file = options.maxIdsFile;
  manager.addPass(createApplyLimits(limits));
  QuantizeTablesOptions quantize;
  quantize.tables = options.quantizeTables;
  manager.addPass(createQuantizeTables(quantize));
  manager.addPass(createPadTables());
  manager.addPass(createOrderUpdates());
  PlanMemoryOptions plan;
  plan.maxReplicas = options.plan.maxReplicas;
  plan.sampleSplitting = options.plan.sampleSplitting;
  plan.rowStreaming = options.plan.rowStreaming;
  plan.parallelIterations = options.plan.parallelIterations;
  plan.numSerializedTables = options.numSerializedTables;
  plan.tensorCoreHbmBytes = options.plan.tensorCoreHbmBytes.value_or(-1);
  manager.addPass(createPlanMemory(plan));
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
      {"planned", "limits, splits and memory decided", populatePlanned},
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
  Option<std::string> machineFile{
      *this, "machine-file",
      llvm::cl::desc("JSON description of a machine, docs/Targets.md")};
  Option<std::string> maxIdsFile{
      *this, "max-ids-file",
      llvm::cl::desc("limits in place of the program's, docs/Limits.md")};
  Option<std::string> quantizeTables{
      *this, "quantize-tables",
      llvm::cl::desc("store tables narrow, docs/NarrowTables.md")};
  Option<int64_t> maxReplicas{*this, "max-replicas", llvm::cl::init(64),
                              llvm::cl::desc("most replicas of a SparseCore")};
  Option<bool> sampleSplitting{
      *this, "sample-splitting",
      llvm::cl::desc("let samples be combined in several passes")};
  Option<bool> rowStreaming{
      *this, "row-streaming",
      llvm::cl::desc("let entry lists be read in windows")};
  Option<std::string> numSerializedTables{
      *this, "num-serialized-tables", llvm::cl::init("auto"),
      llvm::cl::desc("tables that share one stack region: auto or a number")};
  Option<int64_t> parallelIterations{
      *this, "parallel-iterations", llvm::cl::init(1),
      llvm::cl::desc("steps whose inputs are in HBM at once")};
  Option<int64_t> tensorCoreHbmBytes{
      *this, "tc-hbm-bytes", llvm::cl::init(-1),
      llvm::cl::desc("HBM that the TensorCore uses on a device; -1: not "
                     "known")};
  Option<spec::StackRule> stackRule{
      *this, "stack-rule", llvm::cl::init(spec::StackRule::Jax),
      llvm::cl::desc("whose rules stack the tables of a spec"),
      llvm::cl::values(
          clEnumValN(spec::StackRule::Jax, "jax", "jax-tpu-embedding's"),
          clEnumValN(spec::StackRule::TensorFlow, "tensorflow",
                     "TensorFlow's"))};
  Option<spec::StackLimits> stackLimits{
      *this, "stack-limits", llvm::cl::init(spec::StackLimits::Sum),
      llvm::cl::desc("limits of a stack of several tables"),
      llvm::cl::values(
          clEnumValN(spec::StackLimits::Sum, "sum", "the sum of the members'"),
          clEnumValN(spec::StackLimits::Max, "max",
                     "the largest of the members'"),
          clEnumValN(spec::StackLimits::Jax, "jax", "256 and 256"))};
  Option<bool> disableTableStacking{
      *this, "disable-table-stacking",
      llvm::cl::desc("leave each table of a spec alone")};
  Option<int64_t> activationBytesLimit{
      *this, "activation-bytes-limit", llvm::cl::init(-1),
      llvm::cl::desc("activations of a stack on a SparseCore; -1: 2 MiB")};
  Option<int64_t> shardBytesLimit{
      *this, "shard-bytes-limit", llvm::cl::init(-1),
      llvm::cl::desc("tensorflow: bytes of a stack on a device; -1: 2 GiB, 0: "
                     "no limit")};
  Option<int64_t> tablesLimit{
      *this, "tables-limit", llvm::cl::init(0),
      llvm::cl::desc("tensorflow: tables of a stack; 0: no limit")};
  Option<int64_t> rotation{
      *this, "rotation", llvm::cl::init(-1),
      llvm::cl::desc("SparseCores from one table of a stack to the next; -1: "
                     "the rule's")};

  spec::StackOptions getStack() const {
    return getStackOptions({stackRule, stackLimits, disableTableStacking,
                            activationBytesLimit, shardBytesLimit, tablesLimit,
                            rotation, ""});
  }

  CompileOptions get() const {
    CompileOptions options;
    options.target = target;
    options.machineFile = machineFile;
    options.maxIdsFile = maxIdsFile;
    options.quantizeTables = quantizeTables;
    options.plan.maxReplicas = maxReplicas;
    options.plan.sampleSplitting = sampleSplitting;
    options.plan.rowStreaming = rowStreaming;
    options.numSerializedTables = numSerializedTables;
    options.plan.parallelIterations = parallelIterations;
    if (tensorCoreHbmBytes >= 0)
      options.plan.tensorCoreHbmBytes = tensorCoreHbmBytes;
    options.stack = getStack();
    return options;
  }
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
          populateUpTo(manager, stage.name, options.get());
        });
  }
}

} // namespace sc
