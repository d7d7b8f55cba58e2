//===-- Passes.td - conversions between dialects ----------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_CONVERSION_PASSES
#define SC_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertStableHLOToSparseCore
    : Pass<"convert-stablehlo-to-sparsecore", "::mlir::ModuleOp"> {
  let summary = "custom calls of SparseCore become sc operations";
  let description = [{
    Replaces the custom calls `SparseDenseMatmulOp`, `SparseDenseMatmulLocalOp`,
    `SparseActivationsUnstackInterleaved` and `SparseGradientsStackInterleaved`
    by operations of the `sc` dialect. Limits come from `backend_config`, the
    devices that share a table from the sharding of the table operand, and the
    number of SparseCores of a device from the target of the module.

    Other operations stay. Calls that this version does not convert (gradients,
    minibatching, quantization) stay as well, with a remark.

    Example: `test/conversion/convert-stablehlo-to-sparsecore.mlir`
  }];
  let dependentDialects = ["::sc::SCDialect"];
}

def ConvertSparseCoreToTile
    : Pass<"convert-sparsecore-to-tile", "::mlir::ModuleOp"> {
  let summary = "sc operations become tasks and a host schedule";
  let description = [{
    Replaces `@main` by a `tile.schedule` and one `tile.task` for each lookup.
    Copies and fills around the lookups become steps of the schedule, on global
    arrays outside manual computations and on every device inside. An operation
    that is neither is left out, with a remark, and running it is an error.

    Lookups need a plan, see `sc-plan-memory`.

    Example: `test/conversion/convert-sparsecore-to-tile.mlir`
  }];
  let dependentDialects = ["::sc::tile::TileDialect"];
}

#endif // SC_CONVERSION_PASSES
