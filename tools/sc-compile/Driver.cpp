//===-- Driver.cpp - what sc-compile does ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input, diagnostics, stages and output files of sc-compile.

#include "Driver.h"

#include "runtime/format/program_generated.h"
#include "sc/Diagnostics/Diagnostics.h"
#include "sc/Import/ImportSpec.h"
#include "sc/InitAll.h"
#include "sc/Pipelines/Compile.h"
#include "sc/Report/Report.h"
#include "sc/Serialize/Serialize.h"
#include "sc/Support/InputFormat.h"
#include "sc/Target/Target.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

#include <iostream>

using namespace mlir;

namespace sc {

void printMessage(DiagnosticFormat format, llvm::StringRef severity,
                  const llvm::Twine &message) {
  if (format == DiagnosticFormat::Json)
    llvm::errs() << makeJsonMessage(severity, message.str()) << "\n";
  else
    llvm::errs() << "sc-compile: " << severity << ": " << message << "\n";
}

/// Says what went wrong outside of IR; the exit code.
static int fail(const DriverOptions &options, const llvm::Twine &message) {
  printMessage(options.diagnostics, "error", message);
  return 1;
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
readInput(const DriverOptions &options) {
  const std::string &path = options.input;
  std::string error;
  auto buffer = openInputFile(path, &error);
  if (!buffer) {
    fail(options, error);
    return failure();
  }
  // The parsers of specs say themselves what is wrong.
  StringRef contents = buffer->getBuffer();
  bool isSpec =
      !contents.trim().empty() && findSpecFormat(path, contents).has_value();
  std::string problem = isSpec ? "" : findInputProblem(contents, path);
  if (!problem.empty()) {
    fail(options, "'" + path + "' " + problem);
    return failure();
  }
  return buffer;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

namespace {

/// Prints diagnostics with the source line, or as lines of JSON; remarks only
/// where asked for.
class DiagnosticPrinter : public SourceMgrDiagnosticHandler {
public:
  DiagnosticPrinter(llvm::SourceMgr &sources, MLIRContext *context,
                    const DriverOptions &options)
      : SourceMgrDiagnosticHandler(sources, context) {
    bool asJson = options.diagnostics == DiagnosticFormat::Json;
    bool showRemarks = options.showRemarks;
    setHandler([this, asJson, showRemarks](Diagnostic &diagnostic) {
      bool isRemark = diagnostic.getSeverity() == DiagnosticSeverity::Remark;
      if (isRemark && !showRemarks)
        return success();
      if (asJson)
        llvm::errs() << makeJsonDiagnostic(diagnostic) << "\n";
      else
        emitDiagnostic(diagnostic);
      return success();
    });
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static int writeTo(const DriverOptions &options, llvm::raw_fd_ostream &stream,
                   StringRef name, StringRef contents) {
  stream << contents;
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  if (error)
    return fail(options, "cannot write '" + name + "': " + error.message());
  return 0;
}

/// True for what is neither a file nor a folder: renaming would replace it.
static bool isDevice(const std::string &path) {
  llvm::sys::fs::file_status status;
  return !llvm::sys::fs::status(path, status) &&
         !llvm::sys::fs::is_regular_file(status) &&
         !llvm::sys::fs::is_directory(status);
}

/// Writes `contents` beside `path` and renames it, so that nothing is lost
/// where writing fails. Links stay links, devices and pipes what they are.
static int writeFile(const DriverOptions &options, const std::string &path,
                     StringRef contents) {
  if (path == "-")
    return writeTo(options, llvm::outs(), "standard output", contents);
  if (isDevice(path)) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    if (error)
      return fail(options, "cannot write '" + path + "': " + error.message());
    return writeTo(options, stream, path, contents);
  }
  SmallString<256> target;
  if (llvm::sys::fs::real_path(path, target))
    target = path;
  llvm::Error error = llvm::writeToOutput(target, [&](raw_ostream &stream) {
    stream << contents;
    return llvm::Error::success();
  });
  if (error)
    return fail(options, "cannot write '" + path +
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
    if (int code = writeFile(options, options.output, contents))
      return code;
  int64_t size = bytes.size();
  if (options.report == ReportFormat::Text)
    printTextReport(program, std::cout, size);
  if (options.report == ReportFormat::Json)
    std::cout << makeJsonReport(program, size) << "\n";
  if (options.report == ReportFormat::Html)
    std::cout << makeHtmlReport(program, size) << "\n";
  if (!std::cout.flush())
    return fail(options, "cannot write to standard output");
  return 0;
}

/// Options that change nothing are answered, with or without --remarks.
static void printNotes(const DriverOptions &options) {
  for (const std::string &note : options.notes)
    printMessage(options.diagnostics, "remark", note);
}

/// What cannot run is said once, also without a report.
static void noteLeftOut(const DriverOptions &options,
                        const format::ProgramT &program) {
  int64_t count = 0;
  for (const auto &step : program.steps)
    count += step->body.type == format::StepBody::LeftOut;
  if (count > 0)
    printMessage(options.diagnostics, "note",
                 llvm::Twine(count) +
                     (count == 1 ? " operation was" : " operations were") +
                     " left out, so the program will not run to its end; "
                     "--report=text lists them");
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static int runStages(const DriverOptions &options, ModuleOp module,
                     const SourceInfo &source) {
  if (!options.compileTo.empty()) {
    PassManager manager(module.getContext());
    populateUpTo(manager, options.compileTo, options.compile);
    if (failed(manager.run(module)))
      return 1;
    return writeFile(options, options.output.empty() ? "-" : options.output,
                     printModule(module));
  }
  format::ProgramT program;
  if (failed(compileModule(module, source, options.compile, program)))
    return 1;
  noteLeftOut(options, program);
  return writeExecutable(options, program);
}

int compile(const DriverOptions &options) {
  auto buffer = readInput(options);
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
  printNotes(options);
  DiagnosticPrinter printer(*sources, &context, options);
  // A later stage gives warnings of specs again, for the target.
  OwningOpRef<ModuleOp> module =
      loadProgram(sources, source.name, &context,
                  /*showWarnings=*/options.compileTo == "stablehlo");
  if (!module)
    return 1;
  return runStages(options, *module, source);
}

int listTargets(const DriverOptions &options) {
  std::string error;
  const std::string &path = options.compile.machineFile;
  if (!path.empty() && !loadMachineFile(path, error))
    return fail(options, error);
  printTargets(std::cout);
  return std::cout.flush() ? 0
                           : fail(options, "cannot write to standard output");
}

int explain(const DriverOptions &options, const std::string &code) {
  std::string text;
  if (code != "-") {
    if (!explainError(code, text))
      return fail(options, text);
    llvm::outs() << text;
    return 0;
  }
  auto log = llvm::MemoryBuffer::getSTDIN();
  if (std::error_code error = log.getError())
    return fail(options, "cannot read standard input: " + error.message());
  if (!explainLog((*log)->getBuffer(), text))
    return fail(options, text);
  llvm::outs() << text;
  return 0;
}

} // namespace sc
