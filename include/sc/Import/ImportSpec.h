//===-- ImportSpec.h - specs as modules, and back ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sc.spec with its tables, features and stacks, and sc.lookup say what an
// EmbeddingSpec says.

#ifndef SC_IMPORT_IMPORTSPEC_H
#define SC_IMPORT_IMPORTSPEC_H

#include "sc/Spec/EmbeddingSpec.h"
#include "sc/Spec/SpecFile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace sc {

/// A module with an operation for each table, feature and group, and @main,
/// which returns the activations of all features. Locations are those of the
/// spec, which must have passed checkSpec.
mlir::OwningOpRef<mlir::ModuleOp> importSpec(const spec::EmbeddingSpec &spec,
                                             mlir::MLIRContext *context);

/// The spec that `module` states. Fails after an error at the operation.
mlir::FailureOr<spec::EmbeddingSpec> collectSpec(mlir::ModuleOp module);

/// True where `module` starts from a spec: it has an sc.spec.
bool hasSpec(mlir::ModuleOp module);

/// Emits what checkSpec finds for `topology`, at its places in the spec, else
/// at `fallback`; fails if there is an error. Warnings only if `showWarnings`.
mlir::LogicalResult
emitSpecProblems(const spec::EmbeddingSpec &spec,
                 const std::optional<spec::Topology> &topology,
                 mlir::Location fallback, bool showWarnings);

/// The form of the spec in a file of that name and contents; none for a module.
/// The contents decide where the name does not tell.
std::optional<spec::SpecFormat> findSpecFormat(llvm::StringRef path,
                                               llvm::StringRef contents);

/// Parses, checks and imports a spec. Null after errors in the diagnostics of
/// `context`.
mlir::OwningOpRef<mlir::ModuleOp> parseAndImportSpec(llvm::StringRef contents,
                                                     spec::SpecFormat format,
                                                     llvm::StringRef path,
                                                     mlir::MLIRContext *context,
                                                     bool showWarnings);

} // namespace sc

#endif // SC_IMPORT_IMPORTSPEC_H
