//===-- TileOps.td - operations of the tile dialect -------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_TILE_OPS
#define SC_DIALECTS_TILE_OPS

include "dialects/Tile/TileDialect.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"

class Tile_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits>;

/// Operations of tile programs, and of sequencers.
class Tile_TileOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits>;
class Tile_SequencerStepOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits # [ParentOneOf<["SequencerOp",
        "::mlir::scf::ForOp", "::mlir::scf::IfOp"]>]>;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def Tile_ScheduleOp : Tile_Op<"schedule", [
    NoTerminator, NoRegionArguments, SingleBlock, IsolatedFromAbove, Symbol]> {
  let summary = "host schedule of a program";
  let description = [{
    What the runtime does, in order. Operations on `host` buffers run once;
    operations on `hbm` buffers run on every device, in that device's memory;
    a copy between the two has one part for each device.

    Example:
    ```mlir
    tile.schedule @main {
      %in = tile.alloc "arg0" argument : memref<8xf32, #tile.space<host>>
      tile.input %in, 0 : memref<8xf32, #tile.space<host>>
      %out = tile.alloc "out0" result : memref<8xf32, #tile.space<host>>
      tile.copy %in[0] strides [1] to %out[0] strides [1] sizes [8]
          : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<host>>
      tile.output %out, 0 : memref<8xf32, #tile.space<host>>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def Tile_TaskOp : Tile_Op<"task", [
    NoTerminator, SingleBlock, IsolatedFromAbove, Symbol, SymbolTable]> {
  let summary = "work of the SparseCores of all devices";
  let description = [{
    Holds the buffers of the task, one `tile.sequencer` and the tile programs,
    in the order in which they are first launched. The arguments are buffers of
    the host schedule; where `per_sparse_core` says so, the argument is the
    slice of one SparseCore of a device, and the launch passes the whole.

    `groups` lists devices, group after group, each of `devices_per_group`
    devices that exchange rows. Each SparseCore has `flags` sync flags and each
    tile `dma_flags` flags for asynchronous transfers.

    * `task_c1`: `per_sparse_core` has one entry for each argument.
    * `task_c2`: `groups` is a multiple of `devices_per_group` long.
    * `task_c3`: exactly one sequencer.
    * `task_c4`: the arguments are `hbm` buffers of static shape.
    * `task_c5`: nothing but buffers, the sequencer and programs.
    * `task_c6`: `sparse_cores` is positive, `flags` and `dma_flags` are not
      negative.

    Example:
    ```mlir
    tile.task @fetch(%rows: memref<8xf32, #tile.space<hbm>>) attributes {
      devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
      groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
    } {
      %window = tile.alloc "window" window : memref<8xf32, #tile.space<tilespmem>>
      tile.sequencer {
        tile.launch @fetch_rows
        tile.barrier
      }
      tile.program @fetch_rows {
        %zero = arith.constant 0 : index
        %count = arith.constant 8 : index
        tile.dma %rows[%zero] to %window[%zero], %count
            : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<tilespmem>>
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$sparse_cores,
    I64Attr:$devices_per_group, DenseI64ArrayAttr:$groups, I64Attr:$flags,
    I64Attr:$dma_flags, DenseBoolArrayAttr:$per_sparse_core,
    OptionalAttr<DictionaryAttr>:$lookup);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The one sequencer; null only in a module that does not verify.
    SequencerOp getSequencer();
    /// P: SparseCores that exchange rows.
    int64_t getGroupSparseCores() {
      return int64_t(getDevicesPerGroup()) * int64_t(getSparseCores());
    }
  }];
}

def Tile_SequencerOp : Tile_Op<"sequencer", [
    NoTerminator, SingleBlock, HasParent<"TaskOp">, NoRegionArguments]> {
  let summary = "program of the sequencer of each SparseCore";
  let description = [{
    Launches tile programs, keeps them in step and exchanges rows with other
    SparseCores.

    Example: see `tile.task`.
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Tile_ProgramOp : Tile_Op<"program", [
    NoTerminator, SingleBlock, HasParent<"TaskOp">, NoRegionArguments,
    Symbol]> {
  let summary = "program that each tile of a SparseCore runs";
  let description = [{
    Runs to completion: there is no wait in it but for its own transfers.

    Example: see `tile.task`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def Tile_AllocOp : Tile_Op<"alloc", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "buffer in a memory space";
  let description = [{
    In a schedule: a `host` or `hbm` buffer. In a task: `hbm` and `spmem`
    buffers have one instance for each SparseCore, `tilespmem` and `smem` ones
    one for each tile.

    Placement adds `offset`, in bytes, and the lifetime, both ends inclusive:
    schedule operations for `host` and `hbm` buffers, tile programs for the
    others. An `spmem` buffer keeps its contents from the first program of its
    lifetime to the last, others of a task no longer than one program.

    * `alloc_c1`: the memref has a memory space, a static shape of at most 2^46
      bytes, and elements that are integers or floats.
    * `alloc_c2`: `host` buffers belong to a schedule; `tilespmem`, `smem` and
      `spmem` buffers to a task; `hbm` buffers to either.
    * `alloc_c3`: `offset`, `first_use` and `last_use` come together.

    Example: `%0 = tile.alloc "window" window : memref<64x8xf32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins StrAttr:$name, Tile_BufferClassAttr:$buffer_class,
    OptionalAttr<I64Attr>:$offset, OptionalAttr<I64Attr>:$first_use,
    OptionalAttr<I64Attr>:$last_use);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = [{
    $name `` $buffer_class
    (`at` $offset^ `live` $first_use `to` $last_use)?
    attr-dict `:` type($buffer)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Host schedule
//===----------------------------------------------------------------------===//

class Tile_ScheduleStepOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits # [HasParent<"ScheduleOp">]>;

def Tile_InputOp : Tile_ScheduleStepOp<"input"> {
  let summary = "buffer that holds an input of the program";
  let description = [{
    An input that lookups read as a narrow table says how it is stored:
    `sc.row_format`, and where they apply `sc.scale_input` and `sc.buckets`.

    Example: `tile.input %0, 0 {sharding = ""} : memref<8xf32, #tile.space<host>>`
  }];
  let arguments = (ins AnyMemRef:$buffer, I64Attr:$position,
                       OptionalAttr<StrAttr>:$sharding);
  let assemblyFormat = "$buffer `,` $position attr-dict `:` type($buffer)";
}

def Tile_OutputOp : Tile_ScheduleStepOp<"output"> {
  let summary = "buffer that holds an output of the program";
  let description = [{
    Example: `tile.output %0, 0 : memref<8xf32, #tile.space<host>>`
  }];
  let arguments = (ins AnyMemRef:$buffer, I64Attr:$position,
                       OptionalAttr<StrAttr>:$sharding);
  let assemblyFormat = "$buffer `,` $position attr-dict `:` type($buffer)";
}

def Tile_CopyOp : Tile_ScheduleStepOp<"copy"> {
  let summary = "strided copy between two buffers of the schedule";
  let description = [{
    Offsets and strides in elements. Between `host` and `hbm`, `devices` holds
    for each device the offset that is added on the host side; -1 means that
    the device takes no part.

    * `copy_c1`: sizes and both strides have one length.
    * `copy_c2`: element types agree.
    * `copy_c3`: `devices` is there if and only if the spaces differ.
    * `copy_c4`: every access lies inside its buffer.

    Example: see `tile.schedule`.
  }];
  let arguments = (ins AnyMemRef:$source, AnyMemRef:$destination,
    I64Attr:$source_offset, DenseI64ArrayAttr:$source_strides,
    I64Attr:$destination_offset, DenseI64ArrayAttr:$destination_strides,
    DenseI64ArrayAttr:$sizes, OptionalAttr<DenseI64ArrayAttr>:$devices);
  let assemblyFormat = [{
    $source `` custom<PlainInteger>($source_offset) `strides` $source_strides `to`
    $destination `` custom<PlainInteger>($destination_offset)
    `strides` $destination_strides `sizes` $sizes (`devices` $devices^)?
    attr-dict `:` type($source) `to` type($destination)
  }];
  let hasVerifier = 1;
}

def Tile_FillOp : Tile_ScheduleStepOp<"fill"> {
  let summary = "strided fill with one value";
  let description = [{
    * `fill_c1`: sizes and strides have one length.
    * `fill_c2`: the value has the element type of the buffer.
    * `fill_c3`: every access lies inside the buffer.

    Example:
    `tile.fill 0.0 : f32 to %0[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>>`
  }];
  let arguments = (ins TypedAttrInterface:$value, AnyMemRef:$destination,
    I64Attr:$offset, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$sizes);
  let assemblyFormat = [{
    $value `to` $destination `` custom<PlainInteger>($offset) `strides` $strides
    `sizes` $sizes attr-dict `:` type($destination)
  }];
  let hasVerifier = 1;
}

def Tile_ConstantOp : Tile_ScheduleStepOp<"constant"> {
  let summary = "whole buffer from a constant";
  let description = [{
    * `constant_c1`: the value has the shape and element type of the buffer.

    Example: `tile.constant dense<[1, 2]> : tensor<2xi32> to %0 : memref<2xi32, #tile.space<hbm>>`
  }];
  let arguments = (ins ElementsAttr:$value, AnyMemRef:$destination);
  let assemblyFormat =
      "$value `to` $destination attr-dict `:` type($destination)";
  let hasVerifier = 1;
}

def Tile_RunOp : Tile_ScheduleStepOp<"run", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run a task on the SparseCores of all devices";
  let description = [{
    * `run_c1`: the callee is a task.
    * `run_c2`: the operands are `hbm` buffers that match the arguments in
      number, and in size: one SparseCore's slice times the SparseCores of a
      device, or the same.

    Example: `tile.run @lookup0(%0, %1) : memref<8xi32, #tile.space<hbm>>, memref<8xf32, #tile.space<hbm>>`
  }];
  let arguments = (ins FlatSymbolRefAttr:$task, Variadic<AnyMemRef>:$buffers);
  let assemblyFormat =
      "$task `(` $buffers `)` attr-dict (`:` type($buffers)^)?";
}

def Tile_NativeOp : Tile_ScheduleStepOp<"native", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "arithmetic on whole buffers as machine code";
  let description = [{
    Calls a function on tensors that becomes machine code in the executable:
    once with `host` buffers, on each device with `hbm` ones. Buffers are dense;
    one may have another shape than the function's tensor, with as many
    elements.

    * `native_c1`: the callee is a function.
    * `native_c2`: inputs and outputs match its arguments and results in
      number, elements and element type.
    * `native_c3`: all buffers are in one space, and there is an output.
    * `native_c4`: an output is no other operand.

    Example:
    `tile.native @native0(%0) to (%1) : (memref<8xf32, #tile.space<host>>) -> memref<8xf32, #tile.space<host>>`
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyMemRef>:$inputs,
                       Variadic<AnyMemRef>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `to` `(` $outputs `)` attr-dict `:`
    functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
}

def Tile_LeftOutOp : Tile_ScheduleStepOp<"left_out"> {
  let summary = "operation that is not compiled";
  let description = [{
    Stands where an operation of the source was left out; running it is an
    error that names the operation, the reason and the location. The buffers
    are those of its results and operands: live here too.

    Example: `tile.left_out "stablehlo.dot_general" because "arithmetic"`
  }];
  let arguments = (ins StrAttr:$op_name, StrAttr:$reason,
                       Variadic<AnyMemRef>:$buffers);
  let assemblyFormat = [{
    $op_name `because` $reason (`buffers` $buffers^ `:` type($buffers))?
    attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Control and synchronisation
//===----------------------------------------------------------------------===//

def Tile_TileIdOp : Tile_TileOp<"tile_id", [Pure]> {
  let summary = "index of the tile in its SparseCore";
  let description = [{
    Example: `%0 = tile.tile_id`
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_SparseCoreIdOp : Tile_Op<"sparse_core_id", [Pure]> {
  let summary = "index of the SparseCore in its group";
  let description = [{
    Example: `%0 = tile.sparse_core_id`
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_LoadOp : Tile_Op<"load", [MemoryEffects<[MemRead]>]> {
  let summary = "load an integer from a tile's memory";
  let description = [{
    Example: `%0 = tile.load %pointers[%p] : memref<8xi32, #tile.space<smem>>`
  }];
  let arguments = (ins AnyMemRef:$buffer, Index:$index);
  let results = (outs Index:$result);
  let assemblyFormat = "$buffer `[` $index `]` attr-dict `:` type($buffer)";
}

def Tile_StoreOp : Tile_TileOp<"store"> {
  let summary = "store an integer in a tile's memory";
  let description = [{
    The buffer has i32 words in `tilespmem`; a value that is none is a fault.

    Example: `tile.store %value to %cursors[%j] : memref<8xi32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins Index:$value, AnyMemRef:$buffer, Index:$index);
  let assemblyFormat =
      "$value `to` $buffer `[` $index `]` attr-dict `:` type($buffer)";
}

def Tile_LoadFlagOp : Tile_Op<"load_flag", [MemoryEffects<[MemRead]>]> {
  let summary = "value of a sync flag";
  let description = [{
    Example: `%0 = tile.load_flag %flag`
  }];
  let arguments = (ins Index:$flag);
  let results = (outs Index:$result);
  let assemblyFormat = "$flag attr-dict";
}

def Tile_SignalOp : Tile_Op<"signal"> {
  let summary = "set a sync flag of a SparseCore";
  let description = [{
    The flag must be clear and the value positive, else it is a fault.

    Example: `tile.signal %flag, %value peer %p`
  }];
  let arguments = (ins Index:$flag, Index:$value, Optional<Index>:$peer);
  let assemblyFormat = "$flag `,` $value (`peer` $peer^)? attr-dict";
}

def Tile_WaitOp : Tile_SequencerStepOp<"wait"> {
  let summary = "wait until a sync flag is set";
  let description = [{
    Example: `tile.wait %flag`
  }];
  let arguments = (ins Index:$flag);
  let assemblyFormat = "$flag attr-dict";
}

def Tile_LaunchOp : Tile_SequencerStepOp<"launch"> {
  let summary = "start a tile program on all tiles";
  let description = [{
    `awaits` lists ranges of sync flags, first and number, that the program
    reads; `sc-synchronize-tiles` turns them into waits.

    * `launch_c1`: the program is one of the task's.
    * `launch_c2`: `awaits` is a list of pairs.

    Example: `tile.launch @request`
  }];
  let arguments = (ins FlatSymbolRefAttr:$program,
                       OptionalAttr<DenseI64ArrayAttr>:$awaits);
  let assemblyFormat = "$program (`awaits` $awaits^)? attr-dict";
  let hasVerifier = 1;
}

def Tile_ClearFlagsOp : Tile_SequencerStepOp<"clear_flags"> {
  let summary = "clear sync flags of this SparseCore";
  let description = [{
    Example: `tile.clear_flags %first, %count`
  }];
  let arguments = (ins Index:$flag, Index:$count);
  let assemblyFormat = "$flag `,` $count attr-dict";
}

def Tile_BarrierOp : Tile_SequencerStepOp<"barrier"> {
  let summary = "wait until the launched tile programs have ended";
  let description = [{
    Example: `tile.barrier`
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_AllToAllOp : Tile_SequencerStepOp<"all_to_all", [SameTypeOperands]> {
  let summary = "send rows to every SparseCore of the group";
  let description = [{
    For each peer p: as many rows as sync flag `count_flag` + p says, minus
    one, go from block `first_block` + p of `send` to block `first_block` +
    (own index) of the peer's `receive`, and sync flag `done_flag` + (own index)
    of the peer is set to that number plus one. `send` and `receive` are of type
    blocks x rows x width. `awaits` as in `tile.launch`.

    * `all_to_all_c1`: both buffers have one rank 3 type in `hbm`.
    * `all_to_all_c2`: `awaits` is a list of pairs.
    * `all_to_all_c3`: the blocks of all peers lie in the buffers.

    Example:
    ```mlir
    tile.all_to_all %send to %receive count_flag 0 done_flag 4
        : memref<4x16x8xf32, #tile.space<hbm>>
    ```
  }];
  let arguments = (ins AnyMemRef:$send, AnyMemRef:$receive,
    DefaultValuedAttr<I64Attr, "0">:$first_block, I64Attr:$count_flag,
    I64Attr:$done_flag, OptionalAttr<DenseI64ArrayAttr>:$awaits);
  let assemblyFormat = [{
    $send `to` $receive (`first_block` $first_block^)? `count_flag` $count_flag
    `done_flag` $done_flag (`awaits` $awaits^)? attr-dict `:` type($send)
  }];
  let hasVerifier = 1;
}

def Tile_FaultIfOp : Tile_Op<"fault_if"> {
  let summary = "stop with a fault where a condition holds";
  let description = [{
    Example: `tile.fault_if %0 too_many_ids %count exceeds %limit`
  }];
  let arguments = (ins I1:$condition, Tile_FaultAttr:$fault, Index:$observed,
                       Index:$limit);
  let assemblyFormat = [{
    $condition `` $fault $observed `exceeds` $limit attr-dict
  }];
}

def Tile_WaitDmaOp : Tile_TileOp<"wait_dma"> {
  let summary = "wait for the transfer that a DMA flag stands for";
  let description = [{
    Example: `tile.wait_dma %flag`
  }];
  let arguments = (ins Index:$flag);
  let assemblyFormat = "$flag attr-dict";
}

include "dialects/Tile/TileStreamOps.td"
include "dialects/Tile/TileRowOps.td"

#endif // SC_DIALECTS_TILE_OPS
