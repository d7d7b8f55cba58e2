//===-- Native.cpp - functions to machine code ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything behind the translation of operations is in a context of its own,
// so that the dialects it needs stay out of the caller's.

#include "sc/Native/Native.h"

#include "Codegen.h"
#include "Kernel.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace sc {

static InFlightDiagnostic emitFailure(func::FuncOp function,
                                      StringRef message) {
  return function.emitError() << "native code cannot be generated: " << message;
}

FailureOr<NativeCode> compileNative(ArrayRef<func::FuncOp> functions) {
  NativeCode code;
  if (functions.empty())
    return code;
  DialectRegistry registry;
  native::registerKernelDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
  });
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  native::declareLibrary(*module);
  for (func::FuncOp function : functions) {
    code.symbols.push_back("sc_native" + std::to_string(code.symbols.size()));
    if (failed(native::buildKernel(function, *module, code.symbols.back())))
      return failure();
  }
  func::FuncOp first = functions.front();
  if (failed(native::lowerKernels(*module)))
    return emitFailure(first, error);
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> translated =
      native::translateKernels(*module, code.symbols, llvmContext);
  if (!translated)
    return emitFailure(first, error);
  auto object = native::emitObject(*translated, error);
  if (!object)
    return emitFailure(first, error);
  auto linked =
      native::linkObject(StringRef(object->data(), object->size()), error);
  if (!linked)
    return emitFailure(first, error);
  code.object = std::move(*linked);
  code.architecture = native::kArchitecture;
  for (StringRef feature : native::getFeatures())
    code.features.push_back(feature.str());
  return code;
}

} // namespace sc
