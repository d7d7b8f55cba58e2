//===-- CompileText.cpp - the compiler in this process --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sc-compile does, without files.

#include "CompileText.h"

#include "dialects/SparseCore/SparseCore.h"
#include "runtime/format/program_generated.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Serialize/Serialize.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace sc::test {

static void setPlans(ModuleOp module, const SplitPlan &plan) {
  auto attr = PlanAttr::get(
      module.getContext(), plan.replicas, plan.vectorSplits, plan.sampleSplits,
      plan.samplesPerTile, plan.windowRows, /*windowBuffers=*/2,
      plan.listEntries, /*gatherOperandBytes=*/0, /*scratchBytes=*/0,
      /*listBytes=*/0, /*stackBytes=*/0, plan.mergeEntries, plan.optimizerRows,
      plan.isStreamed, /*serialized=*/false);
  module.walk([&](EmbeddingOp op) { op.setPlanAttr(attr); });
}

/// All stages, with `plan` in place of planning.
static LogicalResult runStages(ModuleOp module, const std::string &target,
                               const SplitPlan *plan) {
  CompileOptions options;
  options.target = target;
  for (const Stage &stage : getStages()) {
    if (plan && stage.name == "planned") {
      setPlans(module, *plan);
      continue;
    }
    PassManager manager(module.getContext());
    stage.populate(manager, options);
    if (failed(manager.run(module)))
      return failure();
  }
  return success();
}

static LogicalResult compile(MLIRContext &context, const std::string &text,
                             const std::string &target, const SplitPlan *plan,
                             std::vector<uint8_t> &bytes) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return failure();
  format::ProgramT program;
  if (failed(runStages(*module, target, plan)) ||
      failed(serializeModule(*module, SourceInfo{"case.mlir", text}, program)))
    return failure();
  bytes = packProgram(program);
  return success();
}

CompiledText compileText(const std::string &text, const std::string &target,
                         const SplitPlan *plan) {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerAllDialects(all);
    return all;
  }();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  CompiledText result;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      result.errors += diagnostic.str() + "\n";
  });
  if (failed(compile(context, text, target, plan, result.bytes)))
    result.errors += "compilation failed";
  return result;
}

} // namespace sc::test
