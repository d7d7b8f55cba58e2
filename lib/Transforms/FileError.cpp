//===-- FileError.cpp - errors in files beside the module -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place out of a text and makes it a location.

#include "FileError.h"

#include "mlir/IR/Diagnostics.h"
#include "sc/Import/FilePlace.h"

using namespace mlir;

namespace sc {

InFlightDiagnostic emitFileError(ModuleOp module, StringRef path,
                                 StringRef text) {
  StringRef message = text;
  auto place = takeFilePlace(message, path, module.getContext());
  if (!place || place->getLine() == 0)
    return module.emitError() << text;
  return emitError(*place) << message;
}

} // namespace sc
