// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations, attributes and type constraints of the `stablehlo` dialect.

#ifndef SC_DIALECTS_STABLEHLO_STABLEHLOATTRS_TD
#define SC_DIALECTS_STABLEHLO_STABLEHLOATTRS_TD

include "dialects/StableHLO/StableHLODialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class StableHLO_I32Enum<string name, string summary,
                        list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::sc::stablehlo";
}

def StableHLO_ComparisonDirection : StableHLO_I32Enum<
    "ComparisonDirection", "Which comparison",
    [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
     I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
     I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;

def StableHLO_ComparisonDirectionAttr
    : EnumAttr<StableHLO_Dialect, StableHLO_ComparisonDirection,
               "comparison_direction"> {
  let summary = "Which comparison";
  let description = "Example: `#stablehlo<comparison_direction LT>`";
}

def StableHLO_ComparisonType : StableHLO_I32Enum<
    "ComparisonType", "How elements are compared",
    [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
     I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
     I32EnumAttrCase<"UNSIGNED", 4>]>;

def StableHLO_ComparisonTypeAttr
    : EnumAttr<StableHLO_Dialect, StableHLO_ComparisonType,
               "comparison_type"> {
  let summary = "How elements are compared";
  let description = "Example: `#stablehlo<comparison_type FLOAT>`";
}

def StableHLO_Precision : StableHLO_I32Enum<
    "Precision", "Wished precision of an operand",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
     I32EnumAttrCase<"HIGHEST", 2>]>;

def StableHLO_PrecisionAttr
    : EnumAttr<StableHLO_Dialect, StableHLO_Precision, "precision"> {
  let summary = "Wished precision of an operand";
  let description = "Example: `#stablehlo<precision DEFAULT>`";
}

def StableHLO_CustomCallApiVersionAttr : I32EnumAttr<
    "CustomCallApiVersion", "Calling convention of a custom call",
    [I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
     I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
     I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
     I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
     I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::sc::stablehlo";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class StableHLO_Attr<string name, string attrMnemonic>
    : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def DimsParameter : OptionalArrayRefParameter<"int64_t">;

def StableHLO_DotDimensionNumbers
    : StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "Which dimensions a dot product pairs";
  let description = [{
    Example: `#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>`
  }];
  let parameters = (ins DimsParameter:$lhsBatchingDimensions,
                        DimsParameter:$rhsBatchingDimensions,
                        DimsParameter:$lhsContractingDimensions,
                        DimsParameter:$rhsContractingDimensions);
}

def StableHLO_GatherDimensionNumbers
    : StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "How gather maps indices and slices to dimensions";
  let description = [{
    Example: `#stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>`
  }];
  let parameters = (ins DimsParameter:$offsetDims,
                        DimsParameter:$collapsedSliceDims,
                        DimsParameter:$operandBatchingDims,
                        DimsParameter:$startIndicesBatchingDims,
                        DimsParameter:$startIndexMap,
                        "int64_t":$indexVectorDim);
}

def StableHLO_ScatterDimensionNumbers
    : StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "How scatter maps indices and windows to dimensions";
  let description = [{
    Example: `#stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>`
  }];
  let parameters = (ins DimsParameter:$updateWindowDims,
                        DimsParameter:$insertedWindowDims,
                        DimsParameter:$inputBatchingDims,
                        DimsParameter:$scatterIndicesBatchingDims,
                        DimsParameter:$scatterDimsToOperandDims,
                        "int64_t":$indexVectorDim);
}

/// A list of symbols that may have a default value.
def StableHLO_Symbols
    : TypedArrayAttrBase<FlatSymbolRefAttr, "list of symbols">;

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

/// A ranked tensor of static shape whose elements satisfy `predicate`, a
/// function of StableHLO.h. The text is what a user with dynamic shapes reads.
class StableHLO_TensorOf<string predicate, string elements>
    : Type<CPred<"::sc::stablehlo::" # predicate # "($_self)">,
           "ranked tensor of static shape with " # elements #
               " elements (dynamic shapes are not supported)",
           "::mlir::RankedTensorType">;

def StableHLO_Tensor
    : StableHLO_TensorOf<"isTensor", "integer or float">;
def StableHLO_FloatTensor : StableHLO_TensorOf<"isFloatTensor", "float">;
def StableHLO_IntTensor : StableHLO_TensorOf<"isIntTensor", "integer">;
def StableHLO_PredTensor : StableHLO_TensorOf<"isPredTensor", "i1">;
def StableHLO_ScalarIntTensor
    : StableHLO_TensorOf<"isScalarIntTensor", "integer scalar">;

def StableHLO_Tuple
    : Type<CPred<"::sc::stablehlo::isTuple($_self)">,
           "tuple of ranked tensors of static shape", "::mlir::TupleType">;

def StableHLO_TensorOrTuple
    : AnyTypeOf<[StableHLO_Tensor, StableHLO_Tuple],
                "ranked tensor of static shape or tuple of them (dynamic "
                "shapes are not supported)">;

#endif // SC_DIALECTS_STABLEHLO_STABLEHLOATTRS_TD
