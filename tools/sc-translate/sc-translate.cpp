//===-- sc-translate.cpp - between IR and executables ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations: --mlir-to-scx, --scx-to-text, --import-embedding-spec.

#include "runtime/format/Printer.h"
#include "runtime/format/Program.h"
#include "sc/Import/ImportSpec.h"
#include "sc/InitAll.h"
#include "sc/Serialize/Serialize.h"
#include "sc/Support/InputFormat.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static LogicalResult translateToScx(Operation *op, raw_ostream &output) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitError("expected a module");
  sc::format::ProgramT program;
  if (failed(sc::serializeModule(module, {"<mlir>", ""}, program)))
    return failure();
  std::vector<uint8_t> bytes = sc::packProgram(program);
  output.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return success();
}

static LogicalResult printScx(llvm::SourceMgr &sources, raw_ostream &output,
                              MLIRContext *) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  auto executable = sc::format::Executable::load(
      {buffer->getBufferStart(), buffer->getBufferEnd()});
  if (!executable.ok()) {
    llvm::errs() << "sc-translate: error: " << buffer->getBufferIdentifier()
                 << ": " << std::string(executable.status().message()) << "\n";
    return failure();
  }
  output << sc::format::toText(executable->getProgram());
  return success();
}

/// The form of a spec is told by the name of its file, else by its contents.
static OwningOpRef<Operation *> importSpecFile(llvm::SourceMgr &sources,
                                               MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  StringRef path = buffer->getBufferIdentifier();
  StringRef contents = buffer->getBuffer();
  sc::spec::SpecFormat format = sc::findSpecFormat(path, contents)
                                    .value_or(sc::spec::detectFormat(contents));
  return sc::parseAndImportSpec(contents, format, path, context,
                                /*showWarnings=*/true);
}

/// The file that --mlir-to-scx reads, "-" if none is named. MLIR parses the
/// command line and keeps the path to itself.
static StringRef findModulePath(ArrayRef<char *> arguments) {
  StringRef path = "-";
  bool readsModule = false;
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    StringRef option = argument.ltrim('-');
    if (option == argument)
      path = argument;
    else if (option == "o")
      ++i;
    readsModule |= option != argument && option == "mlir-to-scx";
  }
  return readsModule ? path : "-";
}

int main(int argc, char **argv) {
  TranslateFromMLIRRegistration toScx(
      "mlir-to-scx", "write a placed module as an executable", translateToScx,
      [](DialectRegistry &registry) { sc::registerAllDialects(registry); });
  TranslateRegistration toText(
      "scx-to-text", "print every field of an executable",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &output,
         MLIRContext *context) { return printScx(*sources, output, context); });
  TranslateToMLIRRegistration importSpec(
      "import-embedding-spec",
      "tables and features of a spec (JSON, EmbeddingSpecProto) as a module",
      [](llvm::SourceMgr &sources, MLIRContext *context) {
        return importSpecFile(sources, context);
      },
      [](DialectRegistry &registry) { sc::registerAllDialects(registry); });
  return sc::runOnInput(
      "sc-translate", findModulePath(ArrayRef(argv, argc)),
      [&] { return mlirTranslateMain(argc, argv, "sc translation driver\n"); });
}
