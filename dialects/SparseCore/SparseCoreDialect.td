//===-- SparseCoreDialect.td - the sc dialect -------------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_SPARSECORE_DIALECT
#define SC_DIALECTS_SPARSECORE_DIALECT

include "mlir/IR/OpBase.td"

def SC_Dialect : Dialect {
  let name = "sc";
  let cppNamespace = "::sc";
  let summary = "SparseCore programs on tensors";
  let description = [{
    What a sparse embedding program computes, on tensors with value semantics
    and without placement: lookups, updates, and the stacking and unstacking of
    features. The operations say explicitly what the custom calls of JAX leave
    to convention: the limits, how many SparseCores a device has, and which
    devices share a table.

    Data movement around these operations stays in `stablehlo`, and code that
    runs on each device stays inside `sdy.manual_computation`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Name of the module attribute that holds the `#sc.target`.
    static constexpr ::llvm::StringLiteral kTargetAttrName = "sc.target";
    /// Name of the module attribute that holds the `#sc.program_plan`.
    static constexpr ::llvm::StringLiteral kPlanAttrName = "sc.plan";
  }];
}

#endif // SC_DIALECTS_SPARSECORE_DIALECT
