//===-- SparseCoreOps.td - operations of the sc dialect ---*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_SPARSECORE_OPS
#define SC_DIALECTS_SPARSECORE_OPS

include "dialects/SparseCore/SparseCoreAttrs.td"
include "dialects/SparseCore/SparseCoreInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SC_Op<string mnemonic, list<Trait> traits = []>
    : Op<SC_Dialect, mnemonic, traits>;

class SC_StaticTensor<TypeConstraint base>
    : Type<And<[base.predicate, HasStaticShapePred]>,
           "static " # base.summary, "::mlir::TensorType">;

def SC_Ids : SC_StaticTensor<1DTensorOf<[I32]>>;
def SC_Gains : SC_StaticTensor<1DTensorOf<[F32]>>;
def SC_Rows : SC_StaticTensor<TensorRankOf<[F32], [1, 2]>>;
/// Rows as they are stored: f32, or by a row format.
def SC_Table : SC_StaticTensor<
    TensorRankOf<[F32, I8, BF16, F8E4M3FN, F8E5M2], [1, 2]>>;
/// The scale of a narrow table.
def SC_Scale : SC_StaticTensor<1DTensorOf<[F32]>>;
def SC_Matrix : SC_StaticTensor<2DTensorOf<[F32]>>;

/// A scalar i32, whose type is not written.
def SC_Minibatches : Type<
    CPred<"$_self == ::mlir::RankedTensorType::get({}, "
          "::mlir::IntegerType::get($_self.getContext(), 32))">,
    "tensor<i32>", "::mlir::TensorType">,
  BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getI32Type())">;

/// A number for all rows, or one row.
def SC_Hyperparameter : SC_StaticTensor<TensorRankOf<[F32, I32, I1], [0, 1, 2]>>;

def SC_SparseDenseMatmulOp : SC_Op<"sparse_dense_matmul", [
    Pure, AttrSizedOperandSegments, SC_TableLookupOp,
    DeclareOpInterfaceMethods<SC_EmbeddingOp, ["getSampleRows"]>]> {
  let summary = "embedding lookup with an exchange between SparseCores";
  let description = [{
    For every entry (id, sample, gain) of the CSR operands of this device, adds
    gain times the table row of the id to the row of the sample; the other rows
    keep the values of `init`. The table is sharded by mod over the SparseCores
    of the devices of `group` (one device without it), so rows travel between
    them. Partition p of a SparseCore, the entries whose ids live on SparseCore
    p, ends at row pointer p and starts at the previous one rounded up to 8.

    The order of the sums is partition by partition, in buffer order within
    one. How buffers are sized is left to planning (`plan`).

    With `minibatches`, each SparseCore's entries are cut into that many
    minibatches, which are looked up one after another into the same result.
    Block s x M + m of R row pointers is that of SparseCore s and minibatch m of
    M; its pointers count from the start of the device's lists. `row_pointers`
    has room for 64 minibatches.

    With `quantization`, table rows are rounded before they are used.

    With `row_format` the table is narrow: a row becomes f32 before it is
    scaled and added. One scale for the whole table is the operand `scale`. With
    scale=bucket the scale is that of `quantization`, and rows are not rounded
    again.

    With P SparseCores in the group, R = max(8, P):

    * `sparse_dense_matmul_c1`: `sparse_cores` is in [1, 2^20].
    * `sparse_dense_matmul_c2`: `row_pointers` has `sparse_cores` x R elements,
      64 times as many with `minibatches`.
    * `sparse_dense_matmul_c3`: ids, samples and gains have one length, a
      multiple of 8 x `sparse_cores`.
    * `sparse_dense_matmul_c4`: `table` is f32 and has the rank and width of
      `init`, or the type that `row_format` says; `result` has the type of
      `init`.
    * `sparse_dense_matmul_c5`: the rows of `table`, and those of `init`, are a
      positive multiple of `sparse_cores`.
    * `sparse_dense_matmul_c6`: the width is positive.
    * `sparse_dense_matmul_c7`: `init` has rank 2 and the width of `row_format`,
      or that rounded up to 8.
    * `sparse_dense_matmul_c8`: `scale` has as many words as `row_format` says,
      and is absent where it says none.
    * `sparse_dense_matmul_c9`: scale=bucket comes with a `quantization` of at
      most 256 buckets.

    Example:
    ```mlir
    %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
        : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    ```
  }];
  let arguments = (ins SC_Ids:$row_pointers, SC_Ids:$ids, SC_Ids:$samples,
    SC_Gains:$gains, SC_Table:$table, SC_Rows:$init,
    Optional<SC_Minibatches>:$num_minibatches, Optional<SC_Scale>:$scale,
    StrAttr:$table_name, SC_LimitsAttr:$limits, I64Attr:$sparse_cores,
    OptionalAttr<SC_GroupAttr>:$group,
    OptionalAttr<SC_QuantizationAttr>:$quantization,
    OptionalAttr<SC_RowFormatAttr>:$row_format,
    OptionalAttr<SC_PlanAttr>:$plan);
  let results = (outs SC_Rows:$result);
  let assemblyFormat = [{
    $row_pointers `,` $ids `,` $samples `,` $gains `,` $table `,` $init
    (`minibatches` $num_minibatches^)? (`scale` $scale^ `:` type($scale))?
    `table` $table_name `limits` $limits
    `sparse_cores` $sparse_cores (`group` $group^)?
    (`quantization` $quantization^)? (`row_format` $row_format^)?
    (`plan` $plan^)? attr-dict
    `:` custom<LookupTypes>(type($row_pointers), type($ids), type($samples),
                            type($gains), type($table), type($init),
                            type($result))
  }];
  let hasVerifier = 1;
}

def SC_SparseDenseMatmulGradOp : SC_Op<"sparse_dense_matmul_grad", [
    Pure, AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<SC_EmbeddingOp, ["getSampleRows"]>]> {
  let summary = "gradient of a lookup, and one optimizer step";
  let description = [{
    For every row of the table, g is the sum of gain times the sample's row of
    `gradients` over all entries (id, sample, gain) of the row, on all SparseCores
    of the devices of `group`. A row that occurs at least once becomes what the
    optimizer makes of it, once; other rows, and those of the slots, stay as they
    are. Operands are otherwise those of `sc.sparse_dense_matmul`.

    A SparseCore sums the entries of a row by ascending sample; then the sums of
    the SparseCores are added, by ascending SparseCore.

    The optimizer is a region over one row. Its arguments are g, the row of the
    table, those of the slots, and the hyperparameters, a scalar for all words or
    a row of them. It yields the new rows of table and slots. It holds StableHLO
    operations on tensors of one row, or of one number for the whole row.

    * `sparse_dense_matmul_grad_c1`: `sparse_cores` is in [1, 2^20].
    * `sparse_dense_matmul_grad_c2`: `row_pointers` as in
      `sc.sparse_dense_matmul`.
    * `sparse_dense_matmul_grad_c3`: ids, samples and gains have one length, a
      multiple of 8 x `sparse_cores`.
    * `sparse_dense_matmul_grad_c4`: `table` and `gradients` have the same rank
      and width, slots and results the type of `table`; there is a result for
      the table and one for each slot.
    * `sparse_dense_matmul_grad_c5`: the rows of `table`, and those of
      `gradients`, are a positive multiple of `sparse_cores`.
    * `sparse_dense_matmul_grad_c6`: the width w is positive.
    * `sparse_dense_matmul_grad_c7`: a hyperparameter has one element, or w.
    * `sparse_dense_matmul_grad_c8`: the optimizer has an argument of w elements
      for g, the table, each slot and each hyperparameter, of the element type
      of its operand.
    * `sparse_dense_matmul_grad_c9`: the optimizer yields f32 rows of w elements
      for the table and each slot.

    Example:
    ```mlir
    %0 = sc.sparse_dense_matmul_grad %row_pointers, %ids, %samples, %gains, %gradients, %table
        hyperparameters(%rate) table "user" limits <max_ids = 16, max_unique_ids = 16>
        sparse_cores 4 optimizer {
    ^bb0(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>, %lr: tensor<1x8xf32>):
      %step = stablehlo.multiply %lr, %g : tensor<1x8xf32>
      %new = stablehlo.subtract %row, %step : tensor<1x8xf32>
      sc.yield %new : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
    ```
  }];
  let arguments = (ins SC_Ids:$row_pointers, SC_Ids:$ids, SC_Ids:$samples,
    SC_Gains:$gains, SC_Rows:$gradients, SC_Rows:$table,
    Variadic<SC_Rows>:$slots, Variadic<SC_Hyperparameter>:$hyperparameters,
    Optional<SC_Minibatches>:$num_minibatches, StrAttr:$table_name,
    SC_LimitsAttr:$limits, I64Attr:$sparse_cores,
    OptionalAttr<SC_GroupAttr>:$group, OptionalAttr<SC_PlanAttr>:$plan);
  let results = (outs Variadic<SC_Rows>:$results);
  let regions = (region SizedRegion<1>:$optimizer);
  let assemblyFormat = [{
    $row_pointers `,` $ids `,` $samples `,` $gains `,` $gradients `,` $table
    (`slots` `(` $slots^ `)`)? (`hyperparameters` `(` $hyperparameters^ `)`)?
    (`minibatches` $num_minibatches^)? `table` $table_name `limits` $limits
    `sparse_cores` $sparse_cores (`group` $group^)? (`plan` $plan^)?
    `optimizer` $optimizer attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SC_YieldOp : SC_Op<"yield", [
    Pure, Terminator, HasParent<"SparseDenseMatmulGradOp">]> {
  let summary = "new rows of table and slots";
  let description = [{
    Example: see `sc.sparse_dense_matmul_grad`.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$rows);
  let assemblyFormat = "attr-dict ($rows^ `:` type($rows))?";
}

def SC_SparseDenseMatmulLocalOp : SC_Op<"sparse_dense_matmul_local", [
    Pure, SC_TableLookupOp]> {
  let summary = "embedding lookup in a table on the device";
  let description = [{
    For every entry (id, sample, gain), adds gain times row id of `table` to row
    `sample` of the result; the other rows keep the values of `init`. Nothing is
    exchanged. Entries are summed in buffer order. An entry whose sample is
    2147483647, the padding value, is skipped (what padding means for this
    operation is not stated by its source; this reading is ours). `row_format`
    and `scale` as in `sc.sparse_dense_matmul`.

    * `sparse_dense_matmul_local_c1`: ids, samples and gains have one length.
    * `sparse_dense_matmul_local_c2`: `table` is f32 and has the rank and width
      of `init`, or the type that `row_format` says; `result` has the type of
      `init`.
    * `sparse_dense_matmul_local_c3`: `sparse_cores` is in [1, 2^20].
    * `sparse_dense_matmul_local_c4`: the width is positive.
    * `sparse_dense_matmul_local_c5`: `init` has rank 2 and the width of
      `row_format`, or that rounded up to 8.
    * `sparse_dense_matmul_local_c6`: `scale` has as many words as `row_format`
      says, and is absent where it says none.
    * `sparse_dense_matmul_local_c7`: the scale is not that of buckets.

    Example:
    ```mlir
    %0 = sc.sparse_dense_matmul_local %table, %ids, %samples, %gains, %init
        table "local" sparse_cores 4
        : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    ```
  }];
  let arguments = (ins SC_Table:$table, SC_Ids:$ids, SC_Ids:$samples,
    SC_Gains:$gains, SC_Rows:$init, Optional<SC_Scale>:$scale,
    StrAttr:$table_name, I64Attr:$sparse_cores,
    OptionalAttr<SC_RowFormatAttr>:$row_format,
    OptionalAttr<SC_PlanAttr>:$plan);
  let results = (outs SC_Rows:$result);
  let assemblyFormat = [{
    $table `,` $ids `,` $samples `,` $gains `,` $init
    (`scale` $scale^ `:` type($scale))? `table` $table_name
    `sparse_cores` $sparse_cores (`row_format` $row_format^)?
    (`plan` $plan^)? attr-dict
    `:` custom<LocalLookupTypes>(type($ids), type($samples), type($gains),
                                 type($table), type($init), type($result))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// w: words of a row; 1 for a rank-1 table.
    int64_t getWidth();
  }];
}

def SC_UnstackActivationsOp : SC_Op<"unstack_activations", [Pure]> {
  let summary = "activations of each feature of a stack";
  let description = [{
    SparseCore s owns rows [s x B / n, (s + 1) x B / n) of `stacked`, n being
    `sparse_cores`; in them the slices of the features follow one another.
    Result i collects the slices of feature i, first columns only.

    * `unstack_activations_c1`: `sparse_cores` is in [1, 2^20].
    * `unstack_activations_c2`: the rows of the results add up to those of
      `stacked`.
    * `unstack_activations_c3`: the rows of each result are a multiple of
      `sparse_cores`.
    * `unstack_activations_c4`: no result is wider than `stacked`.

    Example:
    ```mlir
    %0:2 = sc.unstack_activations %stacked sparse_cores 4
        : tensor<24x16xf32> -> tensor<8x6xf32>, tensor<16x12xf32>
    ```
  }];
  let arguments = (ins SC_Matrix:$stacked, I64Attr:$sparse_cores);
  let results = (outs Variadic<SC_Matrix>:$features);
  let assemblyFormat = [{
    $stacked `sparse_cores` $sparse_cores attr-dict
    `:` type($stacked) `->` type($features)
  }];
  let hasVerifier = 1;
}

def SC_StackGradientsOp : SC_Op<"stack_gradients", [Pure]> {
  let summary = "gradients of the features of a stack";
  let description = [{
    The inverse of `sc.unstack_activations`; columns that a feature lacks are
    filled with zeros.

    * `stack_gradients_c1`: `sparse_cores` is in [1, 2^20].
    * `stack_gradients_c2`: the rows of the operands add up to those of the
      result.
    * `stack_gradients_c3`: the rows of each operand are a multiple of
      `sparse_cores`.
    * `stack_gradients_c4`: no operand is wider than the result.

    Example:
    ```mlir
    %0 = sc.stack_gradients %a, %b sparse_cores 4
        : tensor<8x16xf32>, tensor<16x12xf32> -> tensor<24x16xf32>
    ```
  }];
  let arguments = (ins Variadic<SC_Matrix>:$features, I64Attr:$sparse_cores);
  let results = (outs SC_Matrix:$stacked);
  let assemblyFormat = [{
    $features `sparse_cores` $sparse_cores attr-dict
    `:` type($features) `->` type($stacked)
  }];
  let hasVerifier = 1;
}

def SC_NativeCallOp : SC_Op<"native_call", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "arithmetic that becomes machine code";
  let description = [{
    Calls a function of element-wise arithmetic that is compiled for the host's
    processor: inside of a manual computation for each device, outside once on
    global arrays.

    * `native_call_c1`: the callee is a function of the module.
    * `native_call_c2`: operands and results have the types of the function.

    Example: `%0 = sc.native_call @native0(%step) : (tensor<i32>) -> tensor<f32>`
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<AnyStaticShapeTensor>:$operands);
  let results = (outs Variadic<AnyStaticShapeTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
}

include "dialects/SparseCore/SparseCoreSpecOps.td"

#endif // SC_DIALECTS_SPARSECORE_OPS
