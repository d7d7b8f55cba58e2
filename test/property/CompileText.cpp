//===-- CompileText.cpp - the compiler in this process --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sc-compile does, without files.

#include "CompileText.h"

#include "runtime/format/program_generated.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Serialize/Serialize.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace sc::test {

static LogicalResult compile(MLIRContext &context, const std::string &text,
                             const std::string &target,
                             std::vector<uint8_t> &bytes) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return failure();
  PassManager manager(&context);
  populateUpTo(manager, "placed", CompileOptions{target});
  format::ProgramT program;
  if (failed(manager.run(*module)) ||
      failed(serializeModule(*module, SourceInfo{"case.mlir", text}, program)))
    return failure();
  bytes = packProgram(program);
  return success();
}

CompiledText compileText(const std::string &text, const std::string &target) {
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
  if (failed(compile(context, text, target, result.bytes)))
    result.errors += "compilation failed";
  return result;
}

} // namespace sc::test
