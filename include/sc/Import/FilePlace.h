//===-- FilePlace.h - places in files as locations --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Readers of specs, limits and machines say where an error is in its text.

#ifndef SC_IMPORT_FILEPLACE_H
#define SC_IMPORT_FILEPLACE_H

#include "mlir/IR/Location.h"

#include <optional>

namespace sc {

/// "spec.json:3:5" as a location of that file; `fallback` for "".
mlir::Location parseLocation(llvm::StringRef text, mlir::Location fallback);

/// Takes "path:line:column: " or "path: " off the front of `text`; the latter
/// is line 0. Nothing, and `text` as it was, where neither is there.
std::optional<mlir::FileLineColLoc> takeFilePlace(llvm::StringRef &text,
                                                  llvm::StringRef path,
                                                  mlir::MLIRContext *context);

} // namespace sc

#endif // SC_IMPORT_FILEPLACE_H
