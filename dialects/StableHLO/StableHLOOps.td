// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the `stablehlo` dialect.

#ifndef SC_DIALECTS_STABLEHLO_STABLEHLOOPS_TD
#define SC_DIALECTS_STABLEHLO_STABLEHLOOPS_TD

include "dialects/StableHLO/StableHLOElementwiseOps.td"

//===----------------------------------------------------------------------===//
// Constants and tuples
//===----------------------------------------------------------------------===//

def StableHLO_ConstantOp
    : StableHLO_Op<"constant",
                   [Pure, ConstantLike, AllTypesMatch<["value", "output"]>,
                    DeclareOpInterfaceMethods<OpAsmOpInterface,
                                              ["getAsmResultNames"]>]> {
  let summary = "Tensor of known elements";
  let description = [{
    - constant_c1: the result has the type of the value.

    Example:
    ```mlir
    %cst = stablehlo.constant dense<1.0> : tensor<2x4xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure]> {
  let summary = "Values as one tuple";
  let description = [{
    - tuple_c1: the tuple has the types of the operands.

    Example:
    ```mlir
    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<1x8xf32>, tensor<8xf32>>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_TensorOrTuple>:$val);
  let results = (outs StableHLO_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleTypes>(type($val), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_GetTupleElementOp
    : StableHLO_Op<"get_tuple_element", [Pure]> {
  let summary = "One element of a tuple";
  let description = [{
    - get_tuple_element_c1: the index is within the tuple.
    - get_tuple_element_c2: the result has the type of that element.

    Example:
    ```mlir
    %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<1x8xf32>, tensor<8xf32>>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tuple:$operand, I32Attr:$index);
  let results = (outs StableHLO_TensorOrTuple:$result);
  let assemblyFormat = [{
    $operand `` `[` $index `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

def StableHLO_ReshapeOp : StableHLO_Op<"reshape", [Pure]> {
  let summary = "Same elements in another shape";
  let description = [{
    The row-major order of the elements stays.

    - reshape_c1: operand and result have the same number of elements.
    - reshape_c2: they have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_TransposeOp : StableHLO_Op<"transpose", [Pure]> {
  let summary = "Dimensions in another order";
  let description = [{
    - transpose_c1: the dimensions are a permutation of those of the operand.
    - transpose_c2: dimension i of the result has the size of dimension
      `permutation[i]` of the operand.
    - transpose_c3: operand and result have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_BroadcastOp : StableHLO_Op<"broadcast", [Pure]> {
  let summary = "Copies along new leading dimensions";
  let description = [{
    - broadcast_c1: no size is negative.
    - broadcast_c2: the result has the sizes, then the shape of the operand.
    - broadcast_c3: operand and result have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.broadcast %arg0, sizes = [8, 8] : (tensor<f32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_BroadcastInDimOp : StableHLO_Op<"broadcast_in_dim", [Pure]> {
  let summary = "Copies along dimensions of size one or absent";
  let description = [{
    Dimension i of the operand becomes dimension `broadcast_dimensions[i]` of
    the result.

    - broadcast_in_dim_c1: one dimension is named per operand dimension.
    - broadcast_in_dim_c2: the named dimensions exist in the result.
    - broadcast_in_dim_c3: they are unique.
    - broadcast_in_dim_c4: an operand dimension has size 1 or that of its
      result dimension.
    - broadcast_in_dim_c5: operand and result have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ConcatenateOp : StableHLO_Op<"concatenate", [Pure]> {
  let summary = "Tensors one after another along a dimension";
  let description = [{
    - concatenate_c1: there is at least one input.
    - concatenate_c2: the dimension exists.
    - concatenate_c3: inputs and result have the same element type, rank and
      other dimensions.
    - concatenate_c4: the result dimension is the sum of the inputs'.

    Example:
    ```mlir
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       I64Attr:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsThenComma>($inputs) `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_SliceOp : StableHLO_Op<"slice", [Pure]> {
  let summary = "Part of a tensor at known places";
  let description = [{
    Each range is `start:limit` or `start:limit:stride`.

    - slice_c1: there is one range per dimension.
    - slice_c2: 0 <= start <= limit <= size of the dimension.
    - slice_c3: strides are at least 1.
    - slice_c4: a result dimension is (limit - start) / stride, rounded up.
    - slice_c5: operand and result have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.slice %arg0 [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicSliceOp : StableHLO_Op<"dynamic_slice", [Pure]> {
  let summary = "Part of a tensor at computed places";
  let description = [{
    Starts that would leave the operand are moved back into it.

    - dynamic_slice_c1: there is one start and one size per dimension.
    - dynamic_slice_c2: the starts have the same type.
    - dynamic_slice_c3: sizes are between 0 and the size of the dimension.
    - dynamic_slice_c4: the result has these sizes.
    - dynamic_slice_c5: operand and result have the same element type.

    Example:
    ```mlir
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       Variadic<StableHLO_ScalarIntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsThenComma>($start_indices) `sizes` `=`
    $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicUpdateSliceOp
    : StableHLO_Op<"dynamic_update_slice",
                   [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "Tensor with a part replaced at computed places";
  let description = [{
    - dynamic_update_slice_c1: there is one start per dimension.
    - dynamic_update_slice_c2: the starts have the same type.
    - dynamic_update_slice_c3: the update has the rank of the operand and is
      in no dimension larger.
    - dynamic_update_slice_c4: operand and update have the same element type.
    - dynamic_update_slice_c5: operand and result have the same type.

    Example:
    ```mlir
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$update,
                       Variadic<StableHLO_ScalarIntTensor>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_PadOp : StableHLO_Op<"pad", [Pure]> {
  let summary = "Tensor with padding around and between elements";
  let description = [{
    Negative `low` and `high` remove elements.

    - pad_c1: there is one low, high and interior number per dimension.
    - pad_c2: interior numbers are not negative.
    - pad_c3: a result dimension is low + size + (size - 1) * interior + high
      and is not negative.
    - pad_c4: the padding is a scalar of the element type of operand and
      result.

    Example:
    ```mlir
    %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Contraction, gather, scatter
//===----------------------------------------------------------------------===//

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [Pure]> {
  let summary = "Sums of products over paired dimensions";
  let description = [{
    - dot_general_c1: as many left as right batching, and contracting,
      dimensions.
    - dot_general_c2: they exist and are unique.
    - dot_general_c3: paired dimensions have the same size.
    - dot_general_c4: the result has the batching dimensions, then the other
      left ones, then the other right ones.
    - dot_general_c5: there are no or two precisions.

    Example:
    ```mlir
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
    StableHLO_DotDimensionNumbers:$dot_dimension_numbers,
    OptionalAttr<TypedArrayAttrBase<StableHLO_PrecisionAttr,
                                    "precisions">>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers,
                                          $precision_config)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_GatherOp : StableHLO_Op<"gather", [Pure]> {
  let summary = "Slices of a tensor at places named by another";
  let description = [{
    - gather_c1: the index vector dimension exists or follows the last one.
    - gather_c2: there is one slice size per operand dimension, between 0 and
      its size.
    - gather_c3: every dimension list names existing, unique dimensions.
    - gather_c4: collapsed and batching dimensions are disjoint and have
      slice size at most 1.
    - gather_c5: the start index map has the size of the index vector.
    - gather_c6: paired batching dimensions have the same size.
    - gather_c7: the result has the batch and the offset dimensions.
    - gather_c8: operand and result have the same element type.

    Example:
    ```mlir
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand, StableHLO_IntTensor:$start_indices,
    StableHLO_GatherDimensionNumbers:$dimension_numbers,
    DenseI64ArrayAttr:$slice_sizes,
    DefaultValuedAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_ScatterOp
    : StableHLO_Op<"scatter", [RecursiveMemoryEffects, SingleBlock,
                               SameVariadicOperandSize,
                               RecursivelySpeculatable]> {
  let summary = "Tensors with slices combined at named places";
  let description = [{
    The body combines an old element with an update.

    - scatter_c1: as many updates and results as inputs, at least one.
    - scatter_c2: inputs have the same shape, updates have the same shape.
    - scatter_c3: the index vector dimension exists or follows the last one.
    - scatter_c4: every dimension list names existing, unique dimensions.
    - scatter_c5: inserted and batching dimensions are disjoint; with the
      window dimensions they make up the operand.
    - scatter_c6: the dimension map has the size of the index vector.
    - scatter_c7: paired batching dimensions have the same size.
    - scatter_c8: the updates have the scatter and the window dimensions; no
      window is larger than the input.
    - scatter_c9: results have the types of the inputs.
    - scatter_c10: the body takes and returns scalars of the element types.

    Example:
    ```mlir
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs, StableHLO_IntTensor:$scatter_indices,
    Variadic<StableHLO_Tensor>:$updates,
    StableHLO_ScatterDimensionNumbers:$scatter_dimension_numbers,
    DefaultValuedAttr<BoolAttr, "false">:$indices_are_sorted,
    DefaultValuedAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<StableHLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Operations with a region
//===----------------------------------------------------------------------===//

def StableHLO_ReduceOp
    : StableHLO_Op<"reduce", [RecursiveMemoryEffects, SingleBlock,
                              SameVariadicOperandSize,
                              RecursivelySpeculatable]> {
  let summary = "Tensors with dimensions folded by a function";
  let description = [{
    A body of one commutative operation is printed after `applies`.

    - reduce_c1: as many initial values and results as inputs, at least one.
    - reduce_c2: the inputs have the same shape.
    - reduce_c3: the dimensions exist and are unique.
    - reduce_c4: initial values are scalars of the inputs' element types.
    - reduce_c5: results have the other dimensions of the inputs.
    - reduce_c6: the body takes and returns the types of the initial values.

    Example:
    ```mlir
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       Variadic<StableHLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<StableHLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_WhileOp
    : StableHLO_Op<"while", [RecursiveMemoryEffects, SingleBlock,
                             DeclareOpInterfaceMethods<
                                 OpAsmOpInterface,
                                 ["getAsmBlockArgumentNames"]>]> {
  let summary = "Loop while a condition holds";
  let description = [{
    - while_c1: results have the types of the operands.
    - while_c2: the arguments of both regions have the types of the operands.
    - while_c3: the condition returns one `tensor<i1>`.
    - while_c4: the body returns the types of the operands.

    Example:
    ```mlir
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %iterArg, %iterArg : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
    ```
  }];
  let arguments = (ins Variadic<StableHLO_TensorOrTuple>:$operand);
  let results = (outs Variadic<StableHLO_TensorOrTuple>:$outputs);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_ReturnOp
    : StableHLO_Op<"return", [Pure, ReturnLike, Terminator,
                              ParentOneOf<["ReduceOp", "ScatterOp",
                                           "WhileOp"]>]> {
  let summary = "End of a region";
  let description = [{
    Example:
    ```mlir
    stablehlo.return %1 : tensor<i1>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_TensorOrTuple>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

//===----------------------------------------------------------------------===//
// Custom call
//===----------------------------------------------------------------------===//

def StableHLO_CustomCallOp
    : StableHLO_Op<"custom_call",
                   [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call of a function known by name to the target";
  let description = [{
    What the call computes is up to its target. Attributes with default value
    (`api_version = 1`, `has_side_effect = false`, no called computations)
    are not printed. A call without side effect may be removed or merged.

    - custom_call_c1: the target has a name.
    - custom_call_c2: the backend configuration is a string, or a dictionary
      if the API version is 4 (typed FFI).
    - custom_call_c3: operand layouts and result layouts come together, one
      per operand and result, each of the rank of its value.
    - custom_call_c4: called computations name functions.

    Example:
    ```mlir
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{replicated}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrTuple>:$inputs, StrAttr:$call_target_name,
    DefaultValuedAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedAttr<
        StableHLO_CustomCallApiVersionAttr,
        "::sc::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">
        :$api_version,
    DefaultValuedAttr<StableHLO_Symbols, "{}">:$called_computations,
    OptionalAttr<ArrayAttr>:$operand_layouts,
    OptionalAttr<ArrayAttr>:$result_layouts);
  let results = (outs Variadic<StableHLO_TensorOrTuple>:$outputs);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_STABLEHLO_STABLEHLOOPS_TD
