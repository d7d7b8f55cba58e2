//===-- SparseCoreSpecOps.td - tables and features --------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program by its tables and features, before stacking.

#ifndef SC_DIALECTS_SPARSECORE_SPEC_OPS
#define SC_DIALECTS_SPARSECORE_SPEC_OPS

include "dialects/SparseCore/SparseCoreOps.td"
include "dialects/SparseCore/SparseCoreSpecAttrs.td"
include "mlir/IR/BuiltinAttributes.td"

class SC_SpecPartOp<string mnemonic>
    : SC_Op<mnemonic, [HasParent<"::sc::SpecOp">]>;

def SC_SpecOp : SC_Op<"spec", [HasParent<"::mlir::ModuleOp">, NoTerminator,
                               NoRegionArguments, SingleBlock]> {
  let summary = "tables and features of a program";
  let description = [{
    The tables, features and given stacks, in order, with what holds for all of
    them. `sc.lookup` refers to the features; `sc-stack-tables` replaces both.
    Names are of three kinds, so that a table, a feature and a stack may have
    the same one.

    `topology` is what the spec is meant for, `sparse_cores` the number that its
    offsets were made for. With `given_stacks_only` a table outside of the stacks
    is alone, else they are stacked by rule.

    * `spec_c1`: no two tables, features or stacks have the same name.
    * `spec_c2`: the tables of features and stacks exist.
    * `spec_c3`: no table is twice in a stack.
    * `spec_c4`: a module has one `sc.spec`.
    * `spec_c5`: `sparse_cores` is positive.

    Example:
    ```mlir
    sc.spec topology <devices = 4, sparse_cores = 4> {
      sc.table @user vocabulary 1000 width 16 combiner "mean" optimizer <type = "sgd">
      sc.feature @clicks of @user input [1024, 3]
    }
    ```
  }];
  let arguments = (ins OptionalAttr<SC_ConfigAttr>:$config,
    OptionalAttr<SC_TopologyAttr>:$topology,
    OptionalAttr<I64Attr>:$sparse_cores, UnitAttr:$given_stacks_only);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`config` $config^)? (`topology` $topology^)?
    (`sparse_cores` $sparse_cores^)?
    (`given_stacks_only` $given_stacks_only^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SC_TableOp : SC_SpecPartOp<"table"> {
  let summary = "table as the user has it";
  let description = [{
    `vocabulary` rows of `width` words. `max_ids` and `max_unique_ids` are limits
    of a partition, `buffer_size` entries of a device; what is left out is
    chosen by stacking.

    * `table_c1`: the name is not empty.
    * `table_c2`: `vocabulary` and `width` are positive.
    * `table_c3`: `combiner` is "sum", "mean" or "sqrtn".
    * `table_c4`: limits and buffer size are positive.

    Example:
    ```mlir
    sc.table @user vocabulary 1000 width 16 combiner "mean"
        optimizer <type = "adagrad", learning_rate = 1.0e-01 : f32>
        max_ids 256 max_unique_ids 128 buffer_size 8192
        quantization <buckets = 256, min = -1.0 : f32, max = 1.0 : f32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$name, I64Attr:$vocabulary,
    I64Attr:$width, StrAttr:$combiner, SC_OptimizerAttr:$optimizer,
    OptionalAttr<I64Attr>:$max_ids, OptionalAttr<I64Attr>:$max_unique_ids,
    OptionalAttr<I64Attr>:$buffer_size,
    OptionalAttr<SC_QuantizationAttr>:$quantization);
  let assemblyFormat = [{
    $name `vocabulary` $vocabulary `width` $width `combiner` $combiner
    `optimizer` $optimizer (`max_ids` $max_ids^)?
    (`max_unique_ids` $max_unique_ids^)? (`buffer_size` $buffer_size^)?
    (`quantization` $quantization^)? attr-dict
  }];
  let hasVerifier = 1;
}

def SC_FeatureOp : SC_SpecPartOp<"feature"> {
  let summary = "ids that look up rows of a table";
  let description = [{
    Shapes are those of all devices: `input` has the samples and, if known, the
    most ids of one; `output` the samples and the width.

    * `feature_c1`: the name is not empty.
    * `feature_c2`: `input` has one or two sizes, and all sizes are positive.

    Example:
    ```mlir
    sc.feature @clicks of @user input [1024, 3] output [1024, 16]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$name, FlatSymbolRefAttr:$table,
    DenseI64ArrayAttr:$input_shape,
    OptionalAttr<DenseI64ArrayAttr>:$output_shape);
  let assemblyFormat = [{
    $name `of` $table `input` $input_shape (`output` $output_shape^)? attr-dict
  }];
  let hasVerifier = 1;
}

def SC_StackOp : SC_SpecPartOp<"stack"> {
  let summary = "tables that are stacked whatever the rule says";
  let description = [{
    In this order. A member's rotation counts SparseCores. Limits and buffer
    size as of `sc.table`; they go before those of the members.

    * `stack_c1`: the name is not empty.
    * `stack_c2`: there are tables, and a rotation or unit for each.
    * `stack_c3`: limits and buffer size are positive.

    Example:
    ```mlir
    sc.stack @s tables [@user, @item rotation 4] max_ids 512
    ```
  }];
  let arguments = (ins SymbolNameAttr:$name, ArrayAttr:$tables,
    ArrayAttr:$rotations, OptionalAttr<I64Attr>:$max_ids,
    OptionalAttr<I64Attr>:$max_unique_ids, OptionalAttr<I64Attr>:$buffer_size);
  let assemblyFormat = [{
    $name `tables` custom<StackMembers>($tables, $rotations)
    (`max_ids` $max_ids^)? (`max_unique_ids` $max_unique_ids^)?
    (`buffer_size` $buffer_size^)? attr-dict
  }];
  let hasVerifier = 1;
}

def SC_LookupOp : SC_Op<"lookup", [Pure]> {
  let summary = "activations of a feature";
  let description = [{
    The combined rows of all samples, of all devices. There are no operands: the
    ids are inputs of the program, in the form of host preprocessing.

    * `lookup_c1`: the module has an `sc.spec` with the feature.
    * `lookup_c2`: the result has the samples of the feature and the width of
      its table.

    Example:
    ```mlir
    %0 = sc.lookup @clicks : tensor<1024x16xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$feature);
  let results = (outs SC_Matrix:$activations);
  let assemblyFormat = "$feature attr-dict `:` type($activations)";
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_SPARSECORE_SPEC_OPS
