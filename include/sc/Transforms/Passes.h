//===-- Passes.h - passes within dialects -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of the passes in Transforms/Passes.td.

#ifndef SC_TRANSFORMS_PASSES_H
#define SC_TRANSFORMS_PASSES_H

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/Tile/Tile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "sc/Stacking/Stacking.h"

namespace sc {

#define GEN_PASS_DECL
#include "sc/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sc/Transforms/Passes.h.inc"

/// The options of sc-stack-tables, in which -1 is a number left open, as
/// stacking takes them, and back. The limits file is not read.
spec::StackOptions getStackOptions(const StackTablesOptions &options);
StackTablesOptions makeStackTablesOptions(const spec::StackOptions &stack);

} // namespace sc

#endif // SC_TRANSFORMS_PASSES_H
