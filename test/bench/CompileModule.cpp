//===-- CompileModule.cpp - text to executable in process -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses, runs all stages and packs.

#include "CompileModule.h"

#include "runtime/format/program_generated.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Serialize/Serialize.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstdlib>
#include <iostream>

namespace sc::bench {

/// Parses and runs all stages up to `stage`; ends the process on failure.
static mlir::OwningOpRef<mlir::ModuleOp> lower(mlir::MLIRContext &context,
                                               const std::string &text,
                                               const std::string &target,
                                               const std::string &stage) {
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      std::cerr << diagnostic.str() << "\n";
    return mlir::success();
  });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  mlir::PassManager manager(&context);
  CompileOptions options;
  options.target = target;
  populateUpTo(manager, stage, options);
  if (!module || mlir::failed(manager.run(*module)))
    std::abort();
  return module;
}

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

void lowerModule(const std::string &text, const std::string &target,
                 const std::string &stage) {
  mlir::MLIRContext context(makeRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  lower(context, text, target, stage);
}

std::vector<uint8_t> compileModule(const std::string &text,
                                   const std::string &target) {
  mlir::MLIRContext context(makeRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  auto module = lower(context, text, target, "placed");
  format::ProgramT program;
  if (mlir::failed(serializeModule(*module, {"bench", text}, program)))
    std::abort();
  return packProgram(program);
}

} // namespace sc::bench
