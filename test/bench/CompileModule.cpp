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

std::vector<uint8_t> compileModule(const std::string &text,
                                   const std::string &target) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      std::cerr << diagnostic.str() << "\n";
    return mlir::success();
  });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  mlir::PassManager manager(&context);
  populateUpTo(manager, "placed", CompileOptions{target});
  format::ProgramT program;
  if (!module || mlir::failed(manager.run(*module)) ||
      mlir::failed(serializeModule(*module, {"bench", text}, program)))
    std::abort();
  return packProgram(program);
}

} // namespace sc::bench
