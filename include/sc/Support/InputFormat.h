//===-- InputFormat.h - what an input file holds --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells text from the binary forms of a program, for the tools' messages.

#ifndef SC_SUPPORT_INPUTFORMAT_H
#define SC_SUPPORT_INPUTFORMAT_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace sc {

enum class InputFormat {
  Text,
  Empty,
  /// An executable of this project.
  Executable,
  /// MLIR bytecode without versioned operations.
  Bytecode,
  /// MLIR bytecode of stablehlo.serialize_portable_artifact.
  PortableArtifact,
  /// The result of jax.export.Exported.serialize.
  Exported,
};

InputFormat getInputFormat(llvm::StringRef contents);

/// What is wrong with `contents` of the file at `path` ("-" for standard
/// input), for a tool that reads only text; empty if nothing is.
std::string findInputProblem(llvm::StringRef contents, llvm::StringRef path);

/// Calls `run`, which reads the file at `path` as text or MLIR bytecode, and
/// returns the exit code. A file of JAX that `run` cannot read is refused;
/// where it fails on bytecode, the way to text is noted. Only regular files are
/// looked at, so that nothing is taken from a pipe.
int runOnInput(llvm::StringRef tool, llvm::StringRef path,
               llvm::function_ref<mlir::LogicalResult()> run);

} // namespace sc

#endif // SC_SUPPORT_INPUTFORMAT_H
