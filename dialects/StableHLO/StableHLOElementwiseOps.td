// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element-wise operations of the `stablehlo` dialect.

#ifndef SC_DIALECTS_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD
#define SC_DIALECTS_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD

include "dialects/StableHLO/StableHLOAttrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

class StableHLO_UnaryOp<string mnemonic, Type tensor = StableHLO_Tensor>
    : StableHLO_Op<mnemonic, [Pure, SameOperandsAndResultType, Elementwise]> {
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  defvar rules = [{
    - elementwise_c1: operand and result have the same type.

    Example:
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ %arg0 : tensor<2x4xf32>
    ```
  }];
}

def StableHLO_AbsOp : StableHLO_UnaryOp<"abs"> {
  let summary = "Absolute value of each element";
  let description = "The magnitude of each element.\n" # rules;
}

def StableHLO_ExponentialOp
    : StableHLO_UnaryOp<"exponential", StableHLO_FloatTensor> {
  let summary = "Natural exponential of each element";
  let description = "e to the power of each element.\n" # rules;
}

def StableHLO_LogOp : StableHLO_UnaryOp<"log", StableHLO_FloatTensor> {
  let summary = "Natural logarithm of each element";
  let description = "NaN where an element is negative.\n" # rules;
}

def StableHLO_LogPlusOneOp
    : StableHLO_UnaryOp<"log_plus_one", StableHLO_FloatTensor> {
  let summary = "Logarithm of one plus each element";
  let description = "Exact also for elements close to zero.\n" # rules;
}

def StableHLO_NegateOp : StableHLO_UnaryOp<"negate"> {
  let summary = "Negative of each element";
  let description = "Integers wrap around.\n" # rules;
}

def StableHLO_RsqrtOp : StableHLO_UnaryOp<"rsqrt", StableHLO_FloatTensor> {
  let summary = "One over the square root of each element";
  let description = "The precision is that of the target.\n" # rules;
}

def StableHLO_SignOp : StableHLO_UnaryOp<"sign"> {
  let summary = "Sign of each element";
  let description = "-1, 0 or 1; signed zeros and NaN stay.\n" # rules;
}

def StableHLO_SqrtOp : StableHLO_UnaryOp<"sqrt", StableHLO_FloatTensor> {
  let summary = "Square root of each element";
  let description = "NaN where an element is negative.\n" # rules;
}

class StableHLO_BinaryOp<string mnemonic, list<Trait> traits = [],
                         Type tensor = StableHLO_Tensor>
    : StableHLO_Op<mnemonic, !listconcat(traits, [Pure, SameOperandsAndResultType,
                                                  Elementwise])> {
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  defvar rules = [{
    - elementwise_c1: operands and result have the same type.

    Example:
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ %arg0, %arg1 : tensor<}] #
    !if(!eq(tensor, StableHLO_IntTensor), "2x4xi1", "2x4xf32") # [{>
    ```
  }];
}

def StableHLO_AddOp : StableHLO_BinaryOp<"add", [Commutative]> {
  let summary = "Sum of elements";
  let description = "Logical or for `i1`; integers wrap.\n" # rules;
}

def StableHLO_AndOp
    : StableHLO_BinaryOp<"and", [Commutative], StableHLO_IntTensor> {
  let summary = "Bitwise or logical and of elements";
  let description = "Logical for `i1`, else bitwise.\n" # rules;
}

def StableHLO_DivideOp : StableHLO_BinaryOp<"divide"> {
  let summary = "Quotient of elements";
  let description = "Integers round toward zero.\n" # rules;
}

def StableHLO_MaximumOp : StableHLO_BinaryOp<"maximum", [Commutative]> {
  let summary = "Larger of two elements";
  let description = "NaN if one of them is NaN.\n" # rules;
}

def StableHLO_MinimumOp : StableHLO_BinaryOp<"minimum", [Commutative]> {
  let summary = "Smaller of two elements";
  let description = "NaN if one of them is NaN.\n" # rules;
}

def StableHLO_MultiplyOp : StableHLO_BinaryOp<"multiply", [Commutative]> {
  let summary = "Product of elements";
  let description = "Logical and for `i1`; integers wrap.\n" # rules;
}

def StableHLO_PowerOp : StableHLO_BinaryOp<"power"> {
  let summary = "One element to the power of another";
  let description = "NaN for a fractional power of a negative.\n" # rules;
}

def StableHLO_SubtractOp : StableHLO_BinaryOp<"subtract"> {
  let summary = "Difference of elements";
  let description = "Integers wrap.\n" # rules;
}

def StableHLO_IsFiniteOp : StableHLO_Op<"is_finite", [Pure]> {
  let summary = "Whether each element is neither infinite nor NaN";
  let description = [{
    - is_finite_c1: operand and result have the same shape.

    Example:
    ```mlir
    %0 = stablehlo.is_finite %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
    ```
  }];
  let arguments = (ins StableHLO_FloatTensor:$operand);
  let results = (outs StableHLO_PredTensor:$result);
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_ConvertOp : StableHLO_Op<"convert", [Pure]> {
  let summary = "Each element in another element type";
  let description = [{
    - convert_c1: operand and result have the same shape.

    Example:
    ```mlir
    %0 = stablehlo.convert %arg0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<OneOrFunctionType>(type($operand),
                                                     type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_CompareOp : StableHLO_Op<"compare", [Pure]> {
  let summary = "Comparison of elements";
  let description = [{
    - compare_c1: the operands have the same type.
    - compare_c2: the result has their shape.
    - compare_c3: FLOAT and TOTALORDER are for floats, SIGNED for signed and
      UNSIGNED for unsigned integers and `i1`.

    Example:
    ```mlir
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_PredTensor:$result);
  let assemblyFormat = [{
    custom<Keyword>($comparison_direction) `,` $lhs `,` $rhs
    (`,` custom<Keyword>($compare_type)^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_SelectOp
    : StableHLO_Op<"select", [Pure, AllTypesMatch<["on_true", "on_false",
                                                   "result"]>]> {
  let summary = "Elements of one of two tensors";
  let description = [{
    - select_c1: the predicate is a scalar or has the shape of the result.
    - select_c2: the choices and the result have the same type.

    Example:
    ```mlir
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
    ```
  }];
  let arguments = (ins StableHLO_PredTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` type($pred) `,`
    type($result)
  }];
  let hasVerifier = 1;
}

def StableHLO_ClampOp
    : StableHLO_Op<"clamp", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "Elements limited to a range";
  let description = [{
    - clamp_c1: a limit is a scalar or has the shape of the operand.
    - clamp_c2: all have the same element type.
    - clamp_c3: operand and result have the same type.

    Example:
    ```mlir
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : tensor<1x8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand,
                       StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<ClampTypes>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD
