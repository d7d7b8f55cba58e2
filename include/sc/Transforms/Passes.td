//===-- Passes.td - passes within dialects ----------------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_TRANSFORMS_PASSES
#define SC_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AssignTarget : Pass<"sc-assign-target", "::mlir::ModuleOp"> {
  let summary = "machine that the module is compiled for";
  let description = [{
    Sets the module attribute `sc.target` and checks the machine against the
    module: the devices of the topology must be as many as the module's
    `mhlo.num_partitions`. A target without a topology takes that number, with
    a remark.

    Example: `test/transforms/sc-assign-target.mlir`
  }];
  let dependentDialects = ["::sc::SCDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "machine and chips along each axis, for example v5p:2x2x1">
  ];
}

def RaiseGSPMD : Pass<"sc-raise-gspmd", "::mlir::ModuleOp"> {
  let summary = "GSPMD annotations become manual computations";
  let description = [{
    A call whose operands pass through `SPMDFullToShardShape` and whose results
    pass through `SPMDShardToFullShape` becomes an `sdy.manual_computation`
    that holds the call. The mesh is made from the device lists of
    `mhlo.sharding`. Other `Sharding` calls are replaced by their operand.

    Example: `test/transforms/sc-raise-gspmd.mlir`
  }];
  let dependentDialects = ["::sc::sdy::SdyDialect"];
}

def PlanLookups : Pass<"sc-plan-lookups", "::mlir::ModuleOp"> {
  let summary = "buffer sizes of each lookup";
  let description = [{
    Decides for each lookup what a tile holds of it and attaches the decision as
    `#sc.plan`, with a remark that says why. A lookup that does not fit the
    machine is an error.

    Example: `test/transforms/sc-plan-lookups.mlir`
  }];
}

def DoubleBufferWindows
    : Pass<"sc-double-buffer-windows", "::sc::tile::TaskOp"> {
  let summary = "load the next window while the current one is used";
  let description = [{
    A loop marked `tile.windows` loads a window of rows and then uses it. This
    pass gives each window buffer a second half and moves the load one
    iteration ahead: it runs asynchronously, and the use waits for its own
    half. Windows of tasks whose plan has one window buffer stay.

    Example: `test/transforms/sc-double-buffer-windows.mlir`
  }];
}

def SynchronizeTiles : Pass<"sc-synchronize-tiles", "::sc::tile::TaskOp"> {
  let summary = "barriers and waits of sequencers";
  let description = [{
    Tile programs start when the sequencer launches them. This pass puts a
    barrier in front of every launch and exchange that follows a launch, and at
    the end; and turns the flags that an operation `awaits` into waits.

    Example: `test/transforms/sc-synchronize-tiles.mlir`
  }];
}

def PlaceBuffers : Pass<"sc-place-buffers", "::mlir::ModuleOp"> {
  let summary = "offset and lifetime of every buffer";
  let description = [{
    Gives each `tile.alloc` its offset and lifetime in its memory space. Buffers
    that are not live together share bytes. A space that is too small is an
    error that names the buffer, its size and the capacity.

    Example: `test/transforms/sc-place-buffers.mlir`
  }];
}

#endif // SC_TRANSFORMS_PASSES
