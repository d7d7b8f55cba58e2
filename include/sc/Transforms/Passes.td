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
    a remark. A module with an `sc.spec` takes any topology; without one, that of
    the spec.

    Example: `test/transforms/sc-assign-target.mlir`
  }];
  let dependentDialects = ["::sc::SCDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "machine and chips along each axis, for example v5p:2x2x1">,
    Option<"machineFile", "machine-file", "std::string", /*default=*/"",
           "JSON description of a machine, docs/Targets.md">
  ];
}

def StackTables : Pass<"sc-stack-tables", "::mlir::ModuleOp"> {
  let summary = "tables and features become stacked lookups";
  let description = [{
    Stacks the tables of the module's `sc.spec` for its target (docs/Stacking.md)
    and replaces each `sc.lookup` by its part of the lookup in a stack. @main gets
    five arguments for each stack: row pointers, embedding ids, sample ids and
    gains in the form of host preprocessing, named `<stack>.row_pointers`,
    `<stack>.embedding_ids`, `<stack>.sample_ids` and `<stack>.gains`, and the
    stacked table `<stack>`. Limits of a file (docs/Limits.md) count here already,
    since buffers are sized by them. A remark for each stack says why it is as it
    is. A module without an `sc.spec` stays.

    Example: `test/transforms/sc-stack-tables.mlir`
  }];
  let dependentDialects = ["::sc::sdy::SdyDialect",
                           "::sc::stablehlo::StableHLODialect"];
  let options = [
    Option<"rule", "rule", "::sc::spec::StackRule",
           /*default=*/"::sc::spec::StackRule::Jax",
           "whose rules group, order and rotate tables", [{::llvm::cl::values(
             clEnumValN(::sc::spec::StackRule::Jax, "jax",
                        "jax-tpu-embedding's"),
             clEnumValN(::sc::spec::StackRule::TensorFlow, "tensorflow",
                        "TensorFlow's"))}]>,
    Option<"limits", "limits", "::sc::spec::StackLimits",
           /*default=*/"::sc::spec::StackLimits::Sum",
           "limits of a stack of several tables", [{::llvm::cl::values(
             clEnumValN(::sc::spec::StackLimits::Sum, "sum",
                        "the sum of the members'"),
             clEnumValN(::sc::spec::StackLimits::Max, "max",
                        "the largest of the members'"),
             clEnumValN(::sc::spec::StackLimits::Jax, "jax",
                        "256 and 256"))}]>,
    Option<"disableStacking", "disable-stacking", "bool", /*default=*/"false",
           "leave each table alone">,
    Option<"activationBytesLimit", "activation-bytes-limit", "int64_t",
           /*default=*/"-1",
           "activations of a stack on a SparseCore; -1: 2 MiB">,
    Option<"shardBytesLimit", "shard-bytes-limit", "int64_t", /*default=*/"-1",
           "tensorflow: bytes of a stack on a device; -1: 2 GiB, 0: no limit">,
    Option<"tablesLimit", "tables-limit", "int64_t", /*default=*/"0",
           "tensorflow: tables of a stack; 0: no limit">,
    Option<"rotation", "rotation", "int64_t", /*default=*/"-1",
           "SparseCores from one table of a stack to the next; -1: the rule's">,
    Option<"maxIdsFile", "max-ids-file", "std::string", /*default=*/"",
           "limits of tables, or of stacks, in place of the spec's">
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

def CheckCalls : Pass<"sc-check-calls", "::mlir::ModuleOp"> {
  let summary = "bound what calls add up to";
  let description = [{
    Refuses a module whose calls, once inlined, give a function more than 2^20
    operations, or are nested more than 1024 deep: a few functions that call one
    another twice each would take for ever.

    Example: `test/transforms/sc-check-calls.mlir`
  }];
}

def OutlineNativeSegments
    : Pass<"sc-outline-native-segments", "::mlir::ModuleOp"> {
  let summary = "element-wise arithmetic becomes native functions";
  let description = [{
    Operations of @main and its manual computations that compute element by
    element (docs/Native.md) move to private functions, which `sc.native_call`
    calls. A function holds operations of one shape that feed one another and
    can run at one time, and the broadcasts and constants that they read.
    Arithmetic that nothing needs is erased. All other operations keep their
    order, but for data movement that a function needs earlier; arithmetic on a
    value stays in front of an operation that may update the value in place.

    Example: `test/transforms/sc-outline-native-segments.mlir`
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::sc::SCDialect"];
}

def ApplyLimits : Pass<"sc-apply-limits", "::mlir::ModuleOp"> {
  let summary = "limits of a file in place of the program's";
  let description = [{
    Reads limits by table name from a file (JSON, CSV or FDO npz, see
    docs/Limits.md) and sets them on the lookups and updates of these tables. A
    limit that the file does not state stays. A table that no lookup uses is a
    warning, one that the file names in vain.

    Example: `test/transforms/sc-apply-limits.mlir`
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "limits file; without one the pass changes nothing">
  ];
}

def QuantizeTables : Pass<"sc-quantize-tables", "::mlir::ModuleOp"> {
  let summary = "tables are stored in int8, FP8 or bf16";
  let description = [{
    Post-training quantization (docs/NarrowTables.md). `tables` is one row format
    for all tables, `TYPE[,scale=none|table|row|bucket][,range=LOW:HIGH]`, or the path of a JSON file of
    formats by table. Lookups in such a table get a `row_format`; the argument of
    @main that is the table gets the type of the stored rows, and for one scale of
    the whole table @main gets an argument `<table>.scale`. Rows travel between
    SparseCores as they are stored, and become f32 on the tile that adds them.

    A table must be an argument of @main that nothing but lookups of one format
    reads, also through reshapes that keep rows: one that is updated is an error
    at the update. A table of rank 1, whose rows are one word, stays as it is
    unless a file names it. A file may
    name stacks of a spec, or all tables of a stack alike.

    Example: `test/transforms/sc-quantize-tables.mlir`
  }];
  let options = [
    Option<"tables", "tables", "std::string", /*default=*/"",
           "row format or JSON file; without one the pass changes nothing">
  ];
}

def PadTables : Pass<"sc-pad-tables", "::mlir::ModuleOp"> {
  let summary = "rows of tables as wide as the machine wants them";
  let description = [{
    The machine works on rows of a multiple of 8 words. A lookup in a narrower
    table of rank 2 gets a table and init that are padded with zeros, and its
    result is cut back: the same bits, at the price of the padding, which a
    remark states. A table of rank 1 stays.

    An update gets a padded table, slots, gradients and hyperparameters that are
    rows; its results are cut back. Its optimizer works on the wider rows, so it
    may hold element-wise operations, broadcasts and constants of one value only:
    an operation that looks across the row is an error.

    Example: `test/transforms/sc-pad-tables.mlir`
  }];
  let dependentDialects = ["::sc::stablehlo::StableHLODialect"];
}

def OrderUpdates : Pass<"sc-order-updates", "::mlir::ModuleOp"> {
  let summary = "lookups run in front of updates";
  let description = [{
    In each block, a lookup that does not depend on an update moves in front of
    the first one that it may precede, with the operations that it needs; so
    does a manual computation of lookups. A lookup in the updated table reads the
    result of the update, so it stays behind it. Lookups keep their order as far
    as updates between them allow, updates keep theirs.

    Two things are gained. The stacks of all lookups and those of all updates are
    live from the first to the last of them: apart, they share HBM. And an update
    works in place where nobody reads the old table later: behind it, a lookup in
    the old table would cost a copy.

    ```mlir
    %new = sc.sparse_dense_matmul_grad ... %user ... // in place, once the
    %a = sc.sparse_dense_matmul ... %item ...        // lookups %a and %b are in
    %b = sc.sparse_dense_matmul ... %user ...        // front of it;
    %c = sc.sparse_dense_matmul ... %new ...         // %c stays behind
    ```

    Example: `test/transforms/sc-order-updates.mlir`
  }];
}

def PlanMemory : Pass<"sc-plan-memory", "::mlir::ModuleOp"> {
  let summary = "splits and buffer sizes of each lookup, HBM of the program";
  let description = [{
    Solves the planning problem of the module (docs/Planning.md): how each lookup
    is split so that it fits TileSpmem, which tables share a stack region so that
    the program fits HBM. Attaches `#sc.plan` to each lookup and
    `#sc.program_plan` to the module, with remarks that say why. A program that
    does not fit is the published error, with the nearest settings that do.

    Example: `test/transforms/sc-plan-memory.mlir`
  }];
  let dependentDialects = ["::sc::tile::TileDialect"];
  let options = [
    Option<"maxReplicas", "max-replicas", "int64_t", /*default=*/"64",
           "most replicas of a SparseCore">,
    Option<"sampleSplitting", "sample-splitting", "bool", /*default=*/"false",
           "let a replica's samples be combined in several passes">,
    Option<"rowStreaming", "row-streaming", "bool", /*default=*/"false",
           "let entry lists be read in windows">,
    Option<"numSerializedTables", "num-serialized-tables", "std::string",
           /*default=*/"\"auto\"",
           "tables that share one stack region: auto or a number">,
    Option<"parallelIterations", "parallel-iterations", "int64_t",
           /*default=*/"1", "steps whose inputs are in HBM at once">,
    Option<"tensorCoreHbmBytes", "tc-hbm-bytes", "int64_t", /*default=*/"-1",
           "HBM that the TensorCore uses on a device; -1: not known">
  ];
}

def DoubleBufferWindows
    : Pass<"sc-double-buffer-windows", "::sc::tile::TaskOp"> {
  let summary = "load the next window while the current one is used";
  let description = [{
    A loop marked `tile.windows` loads a window of rows and then uses it, maybe
    in place. This pass gives each window buffer of the load a second half and
    moves the load one iteration ahead: it runs asynchronously, and the use
    waits for its own half. Loops stay as they are where the plan has one window
    buffer, where an access to a window has no offset of its own, and where the
    use writes what the load reads, or the other way round.

    Example: `test/transforms/sc-double-buffer-windows.mlir`
  }];
}

def SynchronizeTiles : Pass<"sc-synchronize-tiles", "::sc::tile::TaskOp"> {
  let summary = "barriers and waits of sequencers";
  let description = [{
    Tile programs start when the sequencer launches them. This pass puts a
    barrier behind a launch: in front of the next launch or exchange, use of a
    sync flag, or loop with such steps, at the latest at the end of the loop
    body or of the sequencer. It turns the flags that an operation `awaits` into
    waits. A launch or exchange in a branch is an error.

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
