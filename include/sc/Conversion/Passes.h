//===-- Passes.h - conversions between dialects -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of the passes in Conversion/Passes.td.

#ifndef SC_CONVERSION_PASSES_H
#define SC_CONVERSION_PASSES_H

#include "dialects/SparseCore/SparseCore.h"
#include "dialects/Tile/Tile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace sc {

#define GEN_PASS_DECL
#include "sc/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sc/Conversion/Passes.h.inc"

} // namespace sc

#endif // SC_CONVERSION_PASSES_H
