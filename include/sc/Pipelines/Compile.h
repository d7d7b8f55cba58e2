//===-- Compile.h - from a program to an executable -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a library: what sc-compile does without files and options.

#ifndef SC_PIPELINES_COMPILE_H
#define SC_PIPELINES_COMPILE_H

#include "sc/Pipelines/Pipelines.h"
#include "sc/Serialize/Serialize.h"

#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace sc {

/// Reads the main file of `sources`, whose path is `path`: MLIR text, or a spec
/// in any of its forms. Warnings of specs only if `showWarnings`; the stages
/// give them again for the target. Null after errors in the diagnostics of
/// `context`.
mlir::OwningOpRef<mlir::ModuleOp>
loadProgram(const std::shared_ptr<llvm::SourceMgr> &sources,
            llvm::StringRef path, mlir::MLIRContext *context,
            bool showWarnings);

/// Runs all stages on `module` and fills `program`. Fails after an error in the
/// diagnostics of the context.
mlir::LogicalResult compileModule(mlir::ModuleOp module,
                                  const SourceInfo &source,
                                  const CompileOptions &options,
                                  format::ProgramT &program);

/// Compiles a spec to the bytes of an .scx file. On failure returns nothing;
/// `messages` has the errors and their notes, a line each: "spec.json:3:5:
/// error: text". Warnings are there in either case.
std::optional<std::vector<uint8_t>> compileSpec(const spec::EmbeddingSpec &spec,
                                                const CompileOptions &options,
                                                std::string &messages);

} // namespace sc

#endif // SC_PIPELINES_COMPILE_H
