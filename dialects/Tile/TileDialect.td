//===-- TileDialect.td - the tile dialect -----------------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_TILE_DIALECT
#define SC_DIALECTS_TILE_DIALECT

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::sc::tile";
  let summary = "what the SparseCores of a machine run";
  let description = [{
    A module at this level is a host schedule (`tile.schedule`) and tasks
    (`tile.task`). The schedule is what happens around the SparseCores: copies
    and fills, and launches of tasks. A task has one sequencer program and tile
    programs; every SparseCore of every device runs the sequencer, which
    launches the tile programs on all its tiles at once.

    A tile program runs to completion and waits for nobody: the sequencer
    orders launches with barriers and with sync flags that other SparseCores
    signal.

    Buffers are memrefs in a memory space, `#tile.space<...>`. Operations
    address them by the index of an element in row-major order. Scalars are
    `index` values from `arith`, control flow is `scf.for` and `scf.if`
    without results. Everything maps one to one to the instruction records of
    the executable.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def Tile_Space : I32EnumAttr<"Space", "memory space", [
  I32EnumAttrCase<"Smem", 0, "smem">,
  I32EnumAttrCase<"Host", 1, "host">,
  I32EnumAttrCase<"TileSpmem", 201, "tilespmem">,
  I32EnumAttrCase<"Spmem", 202, "spmem">,
  I32EnumAttrCase<"Hbm", 203, "hbm">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_SpaceAttr : EnumAttr<Tile_Dialect, Tile_Space, "space"> {
  let summary = "memory space of a buffer";
  let description = [{
    The numbers are the ids that XLA prints; `host` holds the global arrays and
    is ours.

    Example: `memref<64xi32, #tile.space<hbm>>`
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Tile_BufferClass : I32EnumAttr<"BufferClass", "what a buffer is for", [
  I32EnumAttrCase<"Argument", 0, "argument">,
  I32EnumAttrCase<"Result", 1, "result">,
  I32EnumAttrCase<"Temporary", 2, "temporary">,
  I32EnumAttrCase<"Stack", 3, "stack">,
  I32EnumAttrCase<"RowPointers", 4, "row_pointers">,
  I32EnumAttrCase<"List", 5, "list">,
  I32EnumAttrCase<"Activations", 6, "activations">,
  I32EnumAttrCase<"Window", 7, "window">,
  I32EnumAttrCase<"Scratch", 8, "scratch">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_BufferClassAttr
    : EnumAttr<Tile_Dialect, Tile_BufferClass, "buffer_class"> {
  let summary = "what a buffer is for";
  let description = [{
    Reports and counters group buffers by it.

    Example: `tile.alloc "window" window : ...`
  }];
}

def Tile_Fault : I32EnumAttr<"Fault", "what a check found", [
  I32EnumAttrCase<"TooManyIds", 0, "too_many_ids">,
  I32EnumAttrCase<"TooManyUniqueIds", 1, "too_many_unique_ids">,
  I32EnumAttrCase<"RowPointersDescend", 2, "row_pointers_descend">,
  I32EnumAttrCase<"RowPointerPastEnd", 3, "row_pointer_past_end">,
  I32EnumAttrCase<"MinibatchesOutOfRange", 4, "minibatches_out_of_range">,
  I32EnumAttrCase<"MinibatchesDisagree", 5, "minibatches_disagree">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_FaultAttr : EnumAttr<Tile_Dialect, Tile_Fault, "fault"> {
  let summary = "what a check found";
  let description = [{
    Example: `tile.fault_if %c too_many_ids %n exceeds %limit`
  }];
}

def Tile_SelectMode : I32EnumAttr<"SelectMode", "what select does with ids", [
  I32EnumAttrCase<"Slots", 0, "slots">,
  I32EnumAttrCase<"KeepIds", 1, "keep_ids">,
  I32EnumAttrCase<"Filter", 2, "filter">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_SelectModeAttr
    : EnumAttr<Tile_Dialect, Tile_SelectMode, "select_mode"> {
  let summary = "what select does with ids";
  let description = [{
    Example: `tile.select slots ...`
  }];
}

def Tile_RowFunction : I32EnumAttr<"RowFunction", "function of words", [
  I32EnumAttrCase<"Copy", 0, "copy">,
  I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Subtract", 2, "subtract">,
  I32EnumAttrCase<"Multiply", 3, "multiply">,
  I32EnumAttrCase<"Divide", 4, "divide">,
  I32EnumAttrCase<"Maximum", 5, "maximum">,
  I32EnumAttrCase<"Minimum", 6, "minimum">,
  I32EnumAttrCase<"Power", 7, "power">,
  I32EnumAttrCase<"Negate", 8, "negate">,
  I32EnumAttrCase<"Abs", 9, "abs">,
  I32EnumAttrCase<"Sign", 10, "sign">,
  I32EnumAttrCase<"Sqrt", 11, "sqrt">,
  I32EnumAttrCase<"Rsqrt", 12, "rsqrt">,
  I32EnumAttrCase<"Exponential", 13, "exponential">,
  I32EnumAttrCase<"Log", 14, "log">,
  I32EnumAttrCase<"LogPlusOne", 15, "log_plus_one">,
  I32EnumAttrCase<"IsFinite", 16, "is_finite">,
  I32EnumAttrCase<"Equal", 17, "equal">,
  I32EnumAttrCase<"NotEqual", 18, "not_equal">,
  I32EnumAttrCase<"Less", 19, "less">,
  I32EnumAttrCase<"LessEqual", 20, "less_equal">,
  I32EnumAttrCase<"Select", 21, "select">,
  I32EnumAttrCase<"AndInt", 22, "and_int">,
  I32EnumAttrCase<"AddInt", 23, "add_int">,
  I32EnumAttrCase<"SubtractInt", 24, "subtract_int">,
  I32EnumAttrCase<"MultiplyInt", 25, "multiply_int">,
  I32EnumAttrCase<"MaximumInt", 26, "maximum_int">,
  I32EnumAttrCase<"MinimumInt", 27, "minimum_int">,
  I32EnumAttrCase<"EqualInt", 28, "equal_int">,
  I32EnumAttrCase<"NotEqualInt", 29, "not_equal_int">,
  I32EnumAttrCase<"LessInt", 30, "less_int">,
  I32EnumAttrCase<"LessEqualInt", 31, "less_equal_int">,
  I32EnumAttrCase<"IntToFloat", 32, "int_to_float">,
  I32EnumAttrCase<"FloatToInt", 33, "float_to_int">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_RowFunctionAttr
    : EnumAttr<Tile_Dialect, Tile_RowFunction, "row_function"> {
  let summary = "function of words";
  let description = [{
    Example: `tile.elementwise multiply(...) ...`
  }];
}

def Tile_RowType : I32EnumAttr<"RowType", "how values of a narrow row are stored", [
  I32EnumAttrCase<"BF16", 1, "bf16">,
  I32EnumAttrCase<"Fp8E4M3", 2, "fp8_e4m3">,
  I32EnumAttrCase<"Fp8E5M2", 3, "fp8_e5m2">,
  I32EnumAttrCase<"Int8", 4, "int8">,
  I32EnumAttrCase<"Int8Affine", 5, "int8_affine">
]> {
  let cppNamespace = "::sc::tile";
  let genSpecializedAttr = 0;
}

def Tile_RowTypeAttr : EnumAttr<Tile_Dialect, Tile_RowType, "row_type"> {
  let summary = "how values of a narrow row are stored";
  let description = [{
    Example: `tile.widen int8 ...`
  }];
}

#endif // SC_DIALECTS_TILE_DIALECT
