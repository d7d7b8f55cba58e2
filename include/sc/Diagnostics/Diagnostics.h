//===-- Diagnostics.h - errors that say what would fit ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published errors as MLIR diagnostics: the text of the catalogue, and notes
// with advice. What a tool needs beyond text travels in the metadata of the
// diagnostic.

#ifndef SC_DIAGNOSTICS_DIAGNOSTICS_H
#define SC_DIAGNOSTICS_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "runtime/format/Errors.h"
#include "sc/Diagnostics/MemoryMap.h"
#include "sc/Planning/Advice.h"

namespace sc {

/// Emits the error in its published form at `location`.
mlir::InFlightDiagnostic emitCodedError(mlir::Location location,
                                        format::ErrorCode code,
                                        llvm::StringRef message);

/// Attaches one note for each piece of advice.
void attachAdvice(mlir::InFlightDiagnostic &diagnostic,
                  llvm::ArrayRef<Advice> advice);

/// Attaches one note with the lines of formatMemoryMap.
void attachMemoryMap(mlir::InFlightDiagnostic &diagnostic,
                     llvm::ArrayRef<LiveBuffer> buffers, int64_t capacityBytes);

/// Emits why a program has no plan: the published error where there is one,
/// then notes with the table or, for HBM, the largest allocations, then advice.
mlir::InFlightDiagnostic emitInfeasible(mlir::Location location,
                                        const ProgramProblem &problem,
                                        const Infeasible &infeasible);

/// One line of JSON for `--diagnostics=json`: severity, location (file, line,
/// column), message; with a published error code, name, status and link; notes
/// and advice as lists. Without a line break at its end. docs/Diagnostics.md
/// has the schema.
std::string makeJsonDiagnostic(const mlir::Diagnostic &diagnostic);

/// The same for what is said outside of IR: "error" or "note" without a place.
std::string makeJsonMessage(llvm::StringRef severity, llvm::StringRef message);

/// Answers `--explain=CODE`: prints what the error means, its text, what to do.
/// Returns false where the code is unknown (`text` then says which exist).
bool explainError(llvm::StringRef code, std::string &text);

/// Answers `--explain=-`: finds the first published error in a pasted log and
/// says what would fit. Returns false where there is none.
bool explainLog(llvm::StringRef log, std::string &text);

} // namespace sc

#endif // SC_DIAGNOSTICS_DIAGNOSTICS_H
