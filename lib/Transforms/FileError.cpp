//===-- FileError.cpp - errors in files beside the module -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place out of a text and makes it a location.

#include "FileError.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace sc {

/// Reads "number:" at the start of `text`.
static bool consumeNumber(StringRef &text, unsigned &number) {
  StringRef rest = text;
  if (rest.consumeInteger(10, number) || !rest.consume_front(":"))
    return false;
  text = rest;
  return true;
}

InFlightDiagnostic emitFileError(ModuleOp module, StringRef path,
                                 StringRef text) {
  StringRef rest = text;
  unsigned line = 0, column = 0;
  if (!rest.consume_front(path) || !rest.consume_front(":"))
    return module.emitError() << text;
  if (!consumeNumber(rest, line) || !consumeNumber(rest, column))
    return module.emitError() << text;
  return emitError(FileLineColLoc::get(module.getContext(), path, line, column))
         << rest.ltrim();
}

} // namespace sc
