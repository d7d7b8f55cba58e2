//===-- FileError.h - errors in files beside the module ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits and machines come from files with lines of their own.

#ifndef SC_LIB_TRANSFORMS_FILEERROR_H
#define SC_LIB_TRANSFORMS_FILEERROR_H

#include "mlir/IR/BuiltinOps.h"

namespace sc {

/// Emits `text` at the place in the file `path` that it begins with, in the
/// form "path:line:column: message"; without one at the module.
mlir::InFlightDiagnostic emitFileError(mlir::ModuleOp module,
                                       llvm::StringRef path,
                                       llvm::StringRef text);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_FILEERROR_H
