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
    Replaces the custom calls of JAX for SparseCore by operations of the `sc`
    dialect: lookups (`SparseDenseMatmulOp`, `SparseDenseMatmulLocalOp`), updates
    (`SparseDenseMatmulGradOpWithOptimizerUpdate`), the forms of both with
    minibatching, `SparseActivationsUnstackInterleaved` and
    `SparseGradientsStackInterleaved`. Limits and quantization come from
    `backend_config`, the devices that share a table from the sharding of the
    table operand, and the number of SparseCores of a device from the target of
    the module. Operand orders differ by target; results are bound by position,
    in a tuple or not.

    The function that an update calls becomes its region, with the calls in it
    inlined; a private function that is not used any more is erased. i1
    hyperparameters become i32, which the region compares with 0.

    Other operations stay.

    Example: `test/conversion/convert-stablehlo-to-sparsecore.mlir`
  }];
  let dependentDialects = ["::sc::SCDialect"];
}

def ConvertSparseCoreToTile
    : Pass<"convert-sparsecore-to-tile", "::mlir::ModuleOp"> {
  let summary = "sc operations become tasks and a host schedule";
  let description = [{
    Replaces `@main` by a `tile.schedule` and one `tile.task` for each lookup and
    update. Copies and fills around them become steps of the schedule, on global
    arrays outside manual computations and on every device inside. An operation
    that is neither is left out, with a remark, and running it is an error.

    An update works in place: on the buffers of table and slots, and with
    minibatches on those of its lists, which it sorts. A value that is still read
    behind the update, or is another of its operands too, is copied first, and
    the copy is updated.

    Lookups and updates need a plan, see `sc-plan-memory`.

    Example: `test/conversion/convert-sparsecore-to-tile.mlir`
  }];
  let dependentDialects = ["::sc::tile::TileDialect"];
}

#endif // SC_CONVERSION_PASSES
