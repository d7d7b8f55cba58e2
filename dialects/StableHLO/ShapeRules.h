// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape rules of the `stablehlo` operations over plain values.
//
// Each function checks the rules of one operation that concern shapes; the
// labels are those of StableHLOOps.td. On failure it emits one diagnostic.

#ifndef SC_DIALECTS_STABLEHLO_SHAPERULES_H
#define SC_DIALECTS_STABLEHLO_SHAPERULES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace sc::stablehlo {

using Shape = llvm::ArrayRef<int64_t>;
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// `2x4` for messages; `scalar` without dimensions.
std::string formatShape(Shape shape);

/// Number of elements; empty if it does not fit 64 bits.
std::optional<int64_t> countElements(Shape shape);

/// Whether `dims` are unique and within [0, rank).
bool areUniqueDims(Shape dims, int64_t rank);

/// Fails unless `actual` is `expected`.
mlir::LogicalResult verifyResultShape(EmitError emitError, Shape actual,
                                      Shape expected);

/// reshape_c1
mlir::LogicalResult verifyReshape(EmitError emitError, Shape operand,
                                  Shape result);

/// transpose_c1, transpose_c2
mlir::LogicalResult verifyTranspose(EmitError emitError, Shape operand,
                                    Shape permutation, Shape result);

/// broadcast_c1, broadcast_c2
mlir::LogicalResult verifyBroadcast(EmitError emitError, Shape operand,
                                    Shape sizes, Shape result);

/// broadcast_in_dim_c1 to broadcast_in_dim_c4
mlir::LogicalResult verifyBroadcastInDim(EmitError emitError, Shape operand,
                                         Shape dims, Shape result);

/// The operands of a slice.
struct SliceSpec {
  Shape starts;
  Shape limits;
  Shape strides;
};

/// slice_c1 to slice_c4
mlir::LogicalResult verifySlice(EmitError emitError, Shape operand,
                                const SliceSpec &slice, Shape result);

/// The numbers of a padding.
struct PadSpec {
  Shape low;
  Shape high;
  Shape interior;
};

/// pad_c1 to pad_c3
mlir::LogicalResult verifyPad(EmitError emitError, Shape operand,
                              const PadSpec &pad, Shape result);

/// concatenate_c1 to concatenate_c4, without element types
mlir::LogicalResult verifyConcatenate(EmitError emitError,
                                      llvm::ArrayRef<Shape> inputs,
                                      int64_t dimension, Shape result);

/// The dimension numbers of a dot product.
struct DotSpec {
  Shape lhsBatching;
  Shape rhsBatching;
  Shape lhsContracting;
  Shape rhsContracting;
};

/// dot_general_c1 to dot_general_c4
mlir::LogicalResult verifyDotGeneral(EmitError emitError, Shape lhs, Shape rhs,
                                     const DotSpec &dot, Shape result);

/// reduce_c3, reduce_c5
mlir::LogicalResult verifyReduce(EmitError emitError, Shape operand, Shape dims,
                                 Shape result);

} // namespace sc::stablehlo

#endif // SC_DIALECTS_STABLEHLO_SHAPERULES_H
