//===-- NarrowProgram.cpp - programs that look up narrow tables -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All stages with row formats, and the inputs of such a program.

#include "NarrowProgram.h"

#include "dialects/SparseCore/SparseCore.h"
#include "runtime/format/program_generated.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Serialize/Serialize.h"
#include "sc/Transforms/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace sc::test {

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static void setSplits(ModuleOp module, const SplitPlan &plan) {
  auto attr = PlanAttr::get(
      module.getContext(), plan.replicas, plan.vectorSplits, plan.sampleSplits,
      plan.samplesPerTile, plan.windowRows, /*windowBuffers=*/2,
      plan.listEntries, /*gatherOperandBytes=*/0, /*scratchBytes=*/0,
      /*listBytes=*/0, /*stackBytes=*/0, /*mergeEntries=*/0,
      /*optimizerRows=*/0, plan.isStreamed, /*serialized=*/false);
  module.walk([&](EmbeddingOp op) { op.setPlanAttr(attr); });
}

/// What the stage `planned` does besides planning.
static void populateUnplanned(PassManager &manager,
                              const CompileOptions &options) {
  QuantizeTablesOptions quantize;
  quantize.tables = options.quantizeTables;
  manager.addPass(createQuantizeTables(quantize));
  manager.addPass(createPadTables());
}

static LogicalResult runStages(ModuleOp module, const NarrowOptions &options) {
  CompileOptions compile;
  compile.target = options.target;
  compile.quantizeTables = options.quantizeTables;
  compile.plan.sampleSplitting = options.sampleSplitting;
  compile.plan.rowStreaming = options.rowStreaming;
  for (const Stage &stage : getStages()) {
    bool isGiven = options.splits && stage.name == "planned";
    PassManager manager(module.getContext());
    if (isGiven)
      populateUnplanned(manager, compile);
    else
      stage.populate(manager, compile);
    if (failed(manager.run(module)))
      return failure();
    if (isGiven)
      setSplits(module, *options.splits);
  }
  return success();
}

static std::vector<uint8_t> compile(MLIRContext &context,
                                    const std::string &text,
                                    const NarrowOptions &options) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  format::ProgramT program;
  if (!module || failed(runStages(*module, options)) ||
      failed(serializeModule(*module, SourceInfo{"case.mlir", text}, program)))
    return {};
  return packProgram(program);
}

std::optional<format::Executable> compileNarrow(const std::string &text,
                                                const NarrowOptions &options) {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerAllDialects(all);
    return all;
  }();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
  });
  std::vector<uint8_t> bytes = compile(context, text, options);
  if (bytes.empty()) {
    ADD_FAILURE() << errors << "\n" << text;
    return std::nullopt;
  }
  auto executable = format::Executable::load(std::move(bytes));
  if (!executable.ok()) {
    ADD_FAILURE() << executable.status() << "\n" << text;
    return std::nullopt;
  }
  return *std::move(executable);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static void expectRows(const format::NarrowRows *rows,
                       const NarrowTable &table) {
  ASSERT_NE(rows, nullptr);
  const format::RowFormat &expected = table.format.rows;
  EXPECT_EQ(rows->type(), expected.type);
  EXPECT_EQ(rows->scale(), expected.scale);
  EXPECT_EQ(rows->width(), table.format.width);
  EXPECT_EQ(rows->low(), expected.low);
  EXPECT_EQ(rows->high(), expected.high);
  EXPECT_EQ(rows->buckets(), table.format.buckets);
  bool hasInput = expected.scale == format::ScaleKind::Table;
  EXPECT_EQ(rows->scale_input() >= 0, hasInput);
}

void storeTable(Random &random, const format::Program &program, size_t index,
                const NarrowTable &table, std::vector<Bytes> &inputs) {
  NarrowTable placed = table;
  placed.values = fromBytes<float>(inputs[index]);
  SlowTable slow = quantizeSlowly(placed.format, placed.values);
  ASSERT_FALSE(slow.fails);
  expectQuantizerAgrees(random, placed, slow);
  inputs[index] = slow.stored;
  auto position = static_cast<uint32_t>(index);
  const format::NarrowRows *rows = program.inputs()->Get(position)->narrow();
  expectRows(rows, table);
  if (!rows || rows->scale_input() < 0)
    return;
  ASSERT_EQ(static_cast<size_t>(rows->scale_input()), inputs.size());
  inputs.push_back(toBytes(slow.scale));
}

} // namespace sc::test
