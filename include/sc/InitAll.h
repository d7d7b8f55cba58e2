// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of everything the tools need.

#ifndef SC_INITALL_H
#define SC_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sc {

/// Registers the dialects that programs and the compiler use, with the
/// interfaces that the inliner needs.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers the passes and pipelines of the compiler, and MLIR's own that are
/// useful beside them.
void registerAllPasses();

} // namespace sc

#endif // SC_INITALL_H
