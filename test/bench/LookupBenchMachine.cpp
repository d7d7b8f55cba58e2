//===-- LookupBenchMachine.cpp - a machine with a lookup loaded -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any failure ends the process.

#include "LookupBenchMachine.h"

#include "runtime/format/RowFormat.h"
#include "runtime/format/program_generated.h"
#include "runtime/quantize/TableQuantizer.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Compile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>
#include <cstring>
#include <iostream>

namespace sc::bench {

static void check(const absl::Status &status) {
  if (status.ok())
    return;
  std::cerr << status.message() << "\n";
  std::abort();
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static std::vector<uint8_t> compileLookup(const Workload &workload,
                                          const std::string &rowFormat) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      std::cerr << diagnostic.str() << "\n";
    return mlir::success();
  });
  std::string text = workload.getModule();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  CompileOptions options;
  options.target = "v5p:1x1x1";
  options.quantizeTables = rowFormat;
  format::ProgramT program;
  if (!module ||
      mlir::failed(compileModule(*module, {"bench", text}, options, program)))
    std::abort();
  return packProgram(program);
}

static void setInput(runtime::Machine &machine, size_t index,
                     const void *values, size_t bytes) {
  auto input = machine.getInput(index);
  if (input.size() != bytes)
    std::abort();
  std::memcpy(input.data(), values, bytes);
}

LoadedMachine::LoadedMachine(const Workload &workload, const StoredTable &table,
                             int threads)
    : executable(format::Executable::load(compileLookup(workload, table.format))
                     .value()) {
  runtime::MachineOptions options;
  options.threads = threads;
  machine = runtime::Machine::create(executable, options).value();
  setInput(*machine, 4, table.rows, machine->getInput(4).size());
  std::vector<float> init(kSamples * workload.width);
  setInput(*machine, 5, init.data(), init.size() * sizeof(float));
  if (!table.scale.empty())
    setInput(*machine, 6, table.scale.data(),
             table.scale.size() * sizeof(float));
  load(workload);
  const auto &steps = *executable.getProgram().steps();
  for (; steps[launch]->body_type() != format::StepBody::Launch; ++launch)
    check(machine->runStep(launch));
}

void LoadedMachine::load(const Workload &workload) {
  auto set = [&](size_t index, const auto &values) {
    setInput(*machine, index, values.data(), values.size() * sizeof(values[0]));
  };
  set(0, workload.rowPointers);
  set(1, workload.embeddingIds);
  set(2, workload.sampleIds);
  set(3, workload.gains);
  // The first steps copy the inputs to HBM in order; table and init stay.
  for (size_t step = 0; step < std::min<size_t>(launch, 4); ++step)
    check(machine->runStep(step));
}

void LoadedMachine::runLookup() { check(machine->runStep(launch)); }

const std::byte *LoadedMachine::readResult() {
  for (size_t step = launch + 1; step < executable.getProgram().steps()->size();
       ++step)
    check(machine->runStep(step));
  return machine->getOutput(0).data();
}

//===----------------------------------------------------------------------===//
// Narrow tables
//===----------------------------------------------------------------------===//

static format::RowFormat parseFormat(const std::string &text) {
  return format::parseRowFormat(text).value();
}

NarrowTableRows::NarrowTableRows(const std::string &format, int64_t width,
                                 const float *table)
    : bytes(kTableRows * format::getRowBytes(parseFormat(format), width) / 4) {
  auto quantizer = quantize::TableQuantizer::create(
                       "table", {parseFormat(format), width, /*buckets=*/0})
                       .value();
  size_t words = static_cast<size_t>(kTableRows * width);
  std::span<const float> values(table, words);
  if (quantizer.needsScan())
    check(quantizer.scan(values));
  int64_t size = kTableRows * format::getRowBytes(parseFormat(format), width);
  auto *rows = reinterpret_cast<std::byte *>(bytes.data());
  check(quantizer.convert(values, {rows, static_cast<size_t>(size)}));
  auto scale = quantizer.getScale();
  stored = {format, rows, {scale.begin(), scale.end()}};
}

} // namespace sc::bench
