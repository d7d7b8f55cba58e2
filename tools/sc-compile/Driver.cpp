//===-- Driver.cpp - what sc-compile does ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input checks, diagnostics, stages and output files of sc-compile.

#include "Driver.h"

#include "runtime/format/program_generated.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Report/Report.h"
#include "sc/Serialize/Serialize.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

#include <iostream>

using namespace mlir;

namespace sc {

static int fail(const llvm::Twine &message) {
  llvm::errs() << "sc-compile: error: " << message << "\n";
  return 1;
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// How to turn `input`, which is no text, into text; empty for text.
static std::string getTextRecipe(StringRef contents, StringRef path) {
  constexpr StringLiteral kBytecode("ML\xefR");
  std::string file = path == "-" ? "model.mlirbc" : path.str();
  if (contents.starts_with(kBytecode)) {
    bool isPortable = contents.take_front(64).contains("StableHLO");
    std::string read = "open('" + file + "','rb').read()";
    return isPortable
               ? "python3 -c \"from jax._src.interpreters import mlir; from "
                 "jaxlib.mlir.dialects import stablehlo; "
                 "print(stablehlo.deserialize_portable_artifact("
                 "mlir.make_ir_context(), " +
                     read + "))\""
               : "python3 -c \"from jax._src.interpreters import mlir; from "
                 "jaxlib.mlir import ir; print(ir.Module.parse(" +
                     read + ", mlir.make_ir_context()))\"";
  }
  if (contents.contains(kBytecode))
    return "python3 -c \"from jax import export; "
           "print(export.deserialize(bytearray(open('" +
           file + "','rb').read())).mlir_module())\"";
  return "";
}

/// What is wrong with a file that holds no text; empty for text.
static std::string findInputProblem(StringRef contents, StringRef path) {
  if (contents.trim().empty())
    return "is empty";
  if (contents.drop_front(std::min<size_t>(4, contents.size()))
          .starts_with(format::ProgramIdentifier()))
    return "is compiled already; sc-translate --scx-to-text prints it";
  std::string recipe = getTextRecipe(contents, path);
  return recipe.empty()
             ? ""
             : "is MLIR bytecode; turn it into text with\n  " + recipe;
}

static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
readInput(const std::string &path) {
  std::string error;
  auto buffer = openInputFile(path, &error);
  if (!buffer) {
    fail(error);
    return failure();
  }
  std::string problem = findInputProblem(buffer->getBuffer(), path);
  if (!problem.empty()) {
    fail("'" + path + "' " + problem);
    return failure();
  }
  return buffer;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

namespace {

/// Prints diagnostics with the source line; remarks only where asked for.
class DiagnosticPrinter : public SourceMgrDiagnosticHandler {
public:
  DiagnosticPrinter(llvm::SourceMgr &sources, MLIRContext *context,
                    bool showRemarks)
      : SourceMgrDiagnosticHandler(sources, context) {
    setHandler([this, showRemarks](Diagnostic &diagnostic) {
      bool isRemark = diagnostic.getSeverity() == DiagnosticSeverity::Remark;
      if (!isRemark || showRemarks)
        emitDiagnostic(diagnostic);
      return success();
    });
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Writes `contents` beside `path` and renames it, so that nothing is lost
/// where writing fails.
static int writeFile(const std::string &path, StringRef contents) {
  if (path == "-") {
    llvm::outs() << contents;
    return 0;
  }
  llvm::Error error = llvm::writeToOutput(path, [&](raw_ostream &stream) {
    stream << contents;
    return llvm::Error::success();
  });
  if (error)
    return fail("cannot write '" + path +
                "': " + llvm::toString(std::move(error)));
  return 0;
}

static std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}

static int writeExecutable(const DriverOptions &options,
                           const format::ProgramT &program) {
  std::vector<uint8_t> bytes = packProgram(program);
  StringRef contents(reinterpret_cast<const char *>(bytes.data()),
                     bytes.size());
  if (!options.output.empty())
    if (int code = writeFile(options.output, contents))
      return code;
  int64_t size = bytes.size();
  if (options.report == ReportFormat::Text)
    printTextReport(program, std::cout, size);
  if (options.report == ReportFormat::Json)
    std::cout << makeJsonReport(program, size) << "\n";
  return 0;
}

/// What cannot run is said once, also without a report.
static void noteLeftOut(const format::ProgramT &program) {
  int64_t count = 0;
  for (const auto &step : program.steps)
    count += step->body.type == format::StepBody::LeftOut;
  if (count > 0)
    llvm::errs() << "sc-compile: note: " << count
                 << (count == 1 ? " operation was" : " operations were")
                 << " left out, so the program will not run to its end; "
                    "--report=text lists them\n";
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static int runStages(const DriverOptions &options, ModuleOp module,
                     const SourceInfo &source) {
  bool toExecutable = options.compileTo.empty();
  PassManager manager(module.getContext());
  populateUpTo(manager, toExecutable ? "placed" : StringRef(options.compileTo),
               CompileOptions{options.target});
  if (failed(manager.run(module)))
    return 1;
  if (!toExecutable)
    return writeFile(options.output.empty() ? "-" : options.output,
                     printModule(module));
  format::ProgramT program;
  if (failed(serializeModule(module, source, program)))
    return 1;
  noteLeftOut(program);
  return writeExecutable(options, program);
}

int compile(const DriverOptions &options) {
  auto buffer = readInput(options.input);
  if (failed(buffer))
    return 1;
  SourceInfo source{options.input == "-" ? "<stdin>" : options.input,
                    (*buffer)->getBuffer().str()};
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  DiagnosticPrinter printer(*sources, &context, options.showRemarks);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  return runStages(options, *module, source);
}

} // namespace sc
