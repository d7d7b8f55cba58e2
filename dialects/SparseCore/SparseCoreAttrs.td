//===-- SparseCoreAttrs.td - attributes of the sc dialect -*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_SPARSECORE_ATTRS
#define SC_DIALECTS_SPARSECORE_ATTRS

include "dialects/SparseCore/SparseCoreDialect.td"
include "mlir/IR/AttrTypeBase.td"

class SC_Attr<string name, string attrMnemonic> : AttrDef<SC_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def SC_LimitsAttr : SC_Attr<"Limits", "limits"> {
  let summary = "limits of a partition of a lookup";
  let description = [{
    The largest number of ids, and of distinct ids, that one SparseCore may ask
    of another one. Buffers are sized from them; a batch that breaks them is a
    fault at run time.

    Rules: `limits_c1` both are positive.

    Example: `#sc.limits<max_ids = 256, max_unique_ids = 128>`
  }];
  let parameters = (ins "int64_t":$maxIds, "int64_t":$maxUniqueIds);
  let assemblyFormat = [{
    `<` `max_ids` `=` $maxIds `,` `max_unique_ids` `=` $maxUniqueIds `>`
  }];
  let genVerifyDecl = 1;
}

def SC_QuantizationAttr : SC_Attr<"Quantization", "quantization"> {
  let summary = "simulated quantization of table rows";
  let description = [{
    Rows are clipped to [`min`, `max`] and rounded to one of `buckets` evenly
    spaced values before they are used: floor((x - min) / step + 0.5) x step +
    min, step being (max - min) / (buckets - 1), in f32.

    Rules: `quantization_c1` min is less than max, both finite as f32;
    `quantization_c2` buckets is in [2, 2^24]; `quantization_c3` the step is
    positive and finite as f32.

    Example: `#sc.quantization<buckets = 256, min = -1.0, max = 1.0>`
  }];
  let parameters = (ins "int64_t":$buckets, "::mlir::FloatAttr":$min,
                        "::mlir::FloatAttr":$max);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def SC_RowFormatAttr : SC_Attr<"RowFormat", "row_format"> {
  let summary = "how a table stores its rows";
  let description = [{
    The text is what `sc-compile --quantize-tables` takes: a narrow type, what
    has a scale, and a range. `width` is the number of values of a row.
    docs/NarrowTables.md says what rows look like then, and what a code is worth.

    Rules: `row_format_c1` the text is a row format, other than f32;
    `row_format_c2` width is in [1, 2^30].

    Example: `#sc.row_format<"int8,scale=row", width = 10>`
  }];
  let parameters = (ins StringRefParameter<"row format">:$text,
                        "int64_t":$width);
  let assemblyFormat = "`<` $text `,` `width` `=` $width `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What the text says.
    ::sc::format::RowFormat getFormat() const;
    /// The type of a table of so many rows: those as they are stored.
    ::mlir::RankedTensorType getTableType(int64_t rows) const;
    /// Words of the operand `scale`; 0 where there is none.
    int64_t getScaleOperandWords() const;
  }];
}

def SC_GroupAttr : SC_Attr<"Group", "group"> {
  let summary = "devices that share a table";
  let description = [{
    The devices whose SparseCores exchange rows: those that differ only in
    their coordinates along `axes` of `mesh`. `devices` is their number.

    Rules: `group_c1` at least one axis; `group_c2` devices is in
    [1, 2^20].

    Example: `#sc.group<@mesh, ["x"], devices = 4>`
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$mesh,
    "::mlir::ArrayAttr":$axes,
    "int64_t":$devices
  );
  let assemblyFormat = "`<` $mesh `,` $axes `,` `devices` `=` $devices `>`";
  let genVerifyDecl = 1;
}

def SC_TargetAttr : SC_Attr<"Target", "target"> {
  let summary = "machine that a module is compiled for";
  let description = [{
    A machine of lib/Target by its name, with the number of chips along each
    axis of its topology. The other two numbers are what follows from them.

    Rules: `target_c1` all numbers are positive; `target_c2` there are at most
    2^20 SparseCores.

    Example: `#sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>`
  }];
  let parameters = (ins
    StringRefParameter<"machine name">:$name,
    ArrayRefParameter<"int64_t", "chips along each axis">:$topology,
    "int64_t":$devices,
    "int64_t":$sparseCoresPerDevice
  );
  let assemblyFormat = [{
    `<` $name `,` custom<Topology>($topology) `,` `devices` `=` $devices `,`
    `sparse_cores` `=` $sparseCoresPerDevice `>`
  }];
  let genVerifyDecl = 1;
}

def SC_PlanAttr : SC_Attr<"Plan", "plan"> {
  let summary = "what planning decided for a lookup";
  let description = [{
    The splits: `replicas` parts of the samples of a SparseCore, whose stacks
    lie beside one another; `vector_splits` slices of a row; `sample_splits`
    passes over each replica. A tile combines `samples_per_tile` samples in a
    pass.

    Rows travel through a tile in `window_buffers` windows of `window_rows`
    rows. An entry list holds `list_entries` entries: a whole partition, or with
    `row_streaming` a window of one.

    An update merges `merge_entries` entries of the received lists at a time and
    runs the optimizer on `optimizer_rows` rows; both are 0 for a lookup.

    Sizes in bytes for each tile: the gather operand (the activations of a pass),
    scratch and the entry list; `stack_bytes` in HBM for each SparseCore. With
    `serialized` the stack lies in a region that serialized tables share.

    Rules: `plan_c1` samples, rows, windows and entries are positive, bytes not
    negative; `plan_c2` splits are in [1, 2^20].

    Example:
    `#sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1,
    samples_per_tile = 1, window_rows = 64, window_buffers = 2, list_entries =
    256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072,
    stack_bytes = 4352>`
  }];
  let parameters = (ins "int64_t":$replicas, "int64_t":$vectorSplits,
    "int64_t":$sampleSplits, "int64_t":$samplesPerTile, "int64_t":$windowRows,
    "int64_t":$windowBuffers, "int64_t":$listEntries,
    "int64_t":$gatherOperandBytes, "int64_t":$scratchBytes,
    "int64_t":$listBytes, "int64_t":$stackBytes,
    "int64_t":$mergeEntries, "int64_t":$optimizerRows,
    "bool":$rowStreaming, "bool":$serialized);
  let assemblyFormat = [{
    `<` `replicas` `=` $replicas `,` `vector_splits` `=` $vectorSplits
    `,` `sample_splits` `=` $sampleSplits
    `,` `samples_per_tile` `=` $samplesPerTile
    `,` `window_rows` `=` $windowRows `,` `window_buffers` `=` $windowBuffers
    `,` `list_entries` `=` $listEntries
    `,` `gather_operand_bytes` `=` $gatherOperandBytes
    `,` `scratch_bytes` `=` $scratchBytes `,` `list_bytes` `=` $listBytes
    `,` `stack_bytes` `=` $stackBytes `` custom<PlanExtras>($mergeEntries,
                     $optimizerRows, $rowStreaming, $serialized) `>`
  }];
  let genVerifyDecl = 1;
}

def SC_ProgramPlanAttr : SC_Attr<"ProgramPlan", "program_plan"> {
  let summary = "what planning decided for a whole program";
  let description = [{
    Attached to the module as `sc.plan`. `serialized_tables` tables run one
    after another in one stack region. `hbm_peak_bytes` is the most that is live
    at once in the HBM of a device, `hbm_uses` what it is used for then. `peaks`
    says for each memory space and buffer class the most bytes that are live at
    once; the loader computes the same numbers from lifetimes. `lookups` are all
    lookups and updates in the order of the schedule; those that are planned but
    not compiled yet are marked `left_out`.

    Rules: `program_plan_c1` numbers are not negative, parallel iterations
    positive; `program_plan_c2` peaks, uses and lookups are dictionaries with the
    names of runtime/format/program.fbs.

    Example: `#sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 4096,
    tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0e-5, peaks
    = [], hbm_uses = [], lookups = []>`
  }];
  let parameters = (ins "int64_t":$serializedTables, "int64_t":$hbmPeakBytes,
    "int64_t":$tensorCoreHbmBytes, "int64_t":$parallelIterations,
    "::mlir::FloatAttr":$seconds, "::mlir::ArrayAttr":$peaks,
    "::mlir::ArrayAttr":$hbmUses, "::mlir::ArrayAttr":$lookups);
  let assemblyFormat = [{
    `<` `serialized_tables` `=` $serializedTables
    `,` `hbm_peak_bytes` `=` $hbmPeakBytes
    `,` `tensor_core_hbm_bytes` `=` $tensorCoreHbmBytes
    `,` `parallel_iterations` `=` $parallelIterations
    `,` `seconds` `=` $seconds `,` `peaks` `=` $peaks
    `,` `hbm_uses` `=` $hbmUses `,` `lookups` `=` $lookups `>`
  }];
  let extraClassDeclaration = [{
    /// The lookups that are compiled, in the order of their tasks.
    ::llvm::SmallVector<::mlir::DictionaryAttr> getCompiledLookups() const;
  }];
  let genVerifyDecl = 1;
}

#endif // SC_DIALECTS_SPARSECORE_ATTRS
