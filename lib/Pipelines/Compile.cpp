//===-- Compile.cpp - from a program to an executable ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading, running the stages, serializing.

#include "sc/Pipelines/Compile.h"

#include "runtime/format/program_generated.h"
#include "sc/Import/ImportSpec.h"
#include "sc/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace sc {

OwningOpRef<ModuleOp>
loadProgram(const std::shared_ptr<llvm::SourceMgr> &sources, StringRef path,
            MLIRContext *context, bool showWarnings) {
  StringRef contents =
      sources->getMemoryBuffer(sources->getMainFileID())->getBuffer();
  if (auto format = findSpecFormat(path, contents))
    return parseAndImportSpec(contents, *format, path, context, showWarnings);
  return parseSourceFile<ModuleOp>(sources, context);
}

LogicalResult compileModule(ModuleOp module, const SourceInfo &source,
                            const CompileOptions &options,
                            format::ProgramT &program) {
  PassManager manager(module.getContext());
  populateUpTo(manager, "placed", options);
  if (failed(manager.run(module)))
    return failure();
  return serializeModule(module, source, program);
}

//===----------------------------------------------------------------------===//
// Specs
//===----------------------------------------------------------------------===//

static StringRef getSeverity(const Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("all severities are handled");
}

static void appendMessage(std::string &messages, const Diagnostic &diagnostic) {
  std::string place = describeLocation(diagnostic.getLocation());
  if (place != "unknown")
    messages += place + ": ";
  messages += getSeverity(diagnostic).str() + ": " + diagnostic.str() + "\n";
}

std::optional<std::vector<uint8_t>> compileSpec(const spec::EmbeddingSpec &spec,
                                                const CompileOptions &options,
                                                std::string &messages) {
  messages.clear();
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
      return;
    appendMessage(messages, diagnostic);
    for (const Diagnostic &note : diagnostic.getNotes())
      appendMessage(messages, note);
  });
  Location unknown = UnknownLoc::get(&context);
  if (failed(emitSpecProblems(spec, std::nullopt, unknown,
                              /*showWarnings=*/false)))
    return std::nullopt;
  OwningOpRef<ModuleOp> module = importSpec(spec, &context);
  auto file = module->getLoc()->findInstanceOf<FileLineColLoc>();
  format::ProgramT program;
  SourceInfo source{file ? file.getFilename().str() : "<spec>",
                    spec::writeJsonSpec(spec)};
  if (failed(compileModule(*module, source, options, program)))
    return std::nullopt;
  return packProgram(program);
}

} // namespace sc
