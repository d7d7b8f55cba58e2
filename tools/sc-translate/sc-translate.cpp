//===-- sc-translate.cpp - between IR and executables ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations: --mlir-to-scx, --scx-to-text.

#include "runtime/format/Printer.h"
#include "runtime/format/Program.h"
#include "sc/InitAll.h"
#include "sc/Serialize/Serialize.h"

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

int main(int argc, char **argv) {
  TranslateFromMLIRRegistration toScx(
      "mlir-to-scx", "write a placed module as an executable", translateToScx,
      [](DialectRegistry &registry) { sc::registerAllDialects(registry); });
  TranslateRegistration toText(
      "scx-to-text", "print every field of an executable",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &output,
         MLIRContext *context) { return printScx(*sources, output, context); });
  return failed(mlirTranslateMain(argc, argv, "sc translation driver\n"));
}
