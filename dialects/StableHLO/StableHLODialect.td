// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stablehlo` dialect: what JAX prints of a SparseCore program.

#ifndef SC_DIALECTS_STABLEHLO_STABLEHLODIALECT_TD
#define SC_DIALECTS_STABLEHLO_STABLEHLODIALECT_TD

include "mlir/IR/OpBase.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::sc::stablehlo";
  let summary = "Interop subset of the StableHLO dialect";
  let description = [{
    The operations of StableHLO that JAX prints for embedding programs, with
    the syntax it prints. Shapes and types are verified; nothing is folded.
    Tensors have static shape.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = "void registerAttributes();";
}

#endif // SC_DIALECTS_STABLEHLO_STABLEHLODIALECT_TD
