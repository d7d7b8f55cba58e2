// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape rules of the `stablehlo` operations over plain values.

#include "dialects/StableHLO/ShapeRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace sc::stablehlo;

std::string sc::stablehlo::formatShape(Shape shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return text;
}

std::optional<int64_t> sc::stablehlo::countElements(Shape shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : shape) {
    count = llvm::checkedMul(*count, size);
    if (!count)
      return std::nullopt;
  }
  return count;
}

bool sc::stablehlo::areUniqueDims(Shape dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank || seen[dim])
      return false;
    seen.set(dim);
  }
  return true;
}

LogicalResult sc::stablehlo::verifyResultShape(EmitError emitError,
                                               Shape actual, Shape expected) {
  if (actual != expected)
    return emitError() << "result has shape " << formatShape(actual)
                       << ", expected " << formatShape(expected);
  return success();
}

LogicalResult sc::stablehlo::verifyReshape(EmitError emitError, Shape operand,
                                           Shape result) {
  std::optional<int64_t> before = countElements(operand);
  std::optional<int64_t> after = countElements(result);
  // reshape_c1
  if (!before || !after)
    return emitError() << "number of elements does not fit 64 bits";
  if (*before != *after)
    return emitError() << "operand has " << *before
                       << " elements but the result has " << *after;
  return success();
}

LogicalResult sc::stablehlo::verifyTranspose(EmitError emitError, Shape operand,
                                             Shape permutation, Shape result) {
  int64_t rank = operand.size();
  // transpose_c1
  if (permutation.size() != operand.size() || !areUniqueDims(permutation, rank))
    return emitError() << "dims are no permutation of the " << rank
                       << " operand dimensions";
  // transpose_c2
  SmallVector<int64_t> expected;
  for (int64_t dim : permutation)
    expected.push_back(operand[dim]);
  return verifyResultShape(emitError, result, expected);
}

LogicalResult sc::stablehlo::verifyBroadcast(EmitError emitError, Shape operand,
                                             Shape sizes, Shape result) {
  // broadcast_c1
  for (int64_t size : sizes)
    if (size < 0)
      return emitError() << "broadcast size " << size << " is negative";
  // broadcast_c2
  SmallVector<int64_t> expected(sizes);
  llvm::append_range(expected, operand);
  return verifyResultShape(emitError, result, expected);
}

LogicalResult sc::stablehlo::verifyBroadcastInDim(EmitError emitError,
                                                  Shape operand, Shape dims,
                                                  Shape result) {
  int64_t rank = result.size();
  // broadcast_in_dim_c1
  if (dims.size() != operand.size())
    return emitError() << "has " << dims.size() << " dims for "
                       << operand.size() << " operand dimensions";
  // broadcast_in_dim_c2
  for (int64_t dim : dims)
    if (dim < 0 || dim >= rank)
      return emitError() << "dim " << dim << " is not in the result of rank "
                         << rank;
  // broadcast_in_dim_c3
  if (!areUniqueDims(dims, rank))
    return emitError() << "dims name a result dimension twice";
  // broadcast_in_dim_c4
  for (auto [size, dim] : llvm::zip_equal(operand, dims))
    if (size != 1 && size != result[dim])
      return emitError() << "operand dimension of size " << size
                         << " cannot become result dimension " << dim
                         << " of size " << result[dim];
  return success();
}

LogicalResult sc::stablehlo::verifySlice(EmitError emitError, Shape operand,
                                         const SliceSpec &slice, Shape result) {
  size_t rank = operand.size();
  // slice_c1
  if (slice.starts.size() != rank || slice.limits.size() != rank ||
      slice.strides.size() != rank)
    return emitError() << "has " << slice.starts.size() << " starts, "
                       << slice.limits.size() << " limits and "
                       << slice.strides.size() << " strides for " << rank
                       << " dimensions";
  SmallVector<int64_t> expected;
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t start = slice.starts[dim], limit = slice.limits[dim];
    int64_t stride = slice.strides[dim];
    // slice_c2
    if (start < 0 || start > limit || limit > operand[dim])
      return emitError() << "range " << start << ":" << limit
                         << " is not within dimension " << dim << " of size "
                         << operand[dim];
    // slice_c3
    if (stride < 1)
      return emitError() << "stride " << stride << " of dimension " << dim
                         << " is less than 1";
    int64_t extent = limit - start;
    expected.push_back(extent / stride + (extent % stride != 0));
  }
  // slice_c4
  return verifyResultShape(emitError, result, expected);
}

/// low + size + (size - 1) * interior + high; empty on overflow.
static std::optional<int64_t> padDim(int64_t size, int64_t low, int64_t high,
                                     int64_t interior) {
  std::optional<int64_t> gaps =
      llvm::checkedMul<int64_t>(std::max<int64_t>(size - 1, 0), interior);
  if (gaps)
    gaps = llvm::checkedAdd(*gaps, size);
  if (gaps)
    gaps = llvm::checkedAdd(*gaps, low);
  if (gaps)
    gaps = llvm::checkedAdd(*gaps, high);
  return gaps;
}

LogicalResult sc::stablehlo::verifyPad(EmitError emitError, Shape operand,
                                       const PadSpec &pad, Shape result) {
  size_t rank = operand.size();
  // pad_c1
  if (pad.low.size() != rank || pad.high.size() != rank ||
      pad.interior.size() != rank)
    return emitError() << "has " << pad.low.size() << " low, "
                       << pad.high.size() << " high and " << pad.interior.size()
                       << " interior numbers for " << rank << " dimensions";
  SmallVector<int64_t> expected;
  for (size_t dim = 0; dim < rank; ++dim) {
    // pad_c2
    if (pad.interior[dim] < 0)
      return emitError() << "interior padding " << pad.interior[dim]
                         << " is negative";
    std::optional<int64_t> size =
        padDim(operand[dim], pad.low[dim], pad.high[dim], pad.interior[dim]);
    // pad_c3
    if (!size || *size < 0)
      return emitError() << "padding gives dimension " << dim
                         << " no valid size";
    expected.push_back(*size);
  }
  return verifyResultShape(emitError, result, expected);
}

/// Whether `shape` differs from `reference` in a dimension but `dimension`.
static bool differsBeside(Shape shape, Shape reference, int64_t dimension) {
  if (shape.size() != reference.size())
    return true;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (static_cast<int64_t>(dim) != dimension && size != reference[dim])
      return true;
  return false;
}

LogicalResult sc::stablehlo::verifyConcatenate(EmitError emitError,
                                               ArrayRef<Shape> inputs,
                                               int64_t dimension,
                                               Shape result) {
  // concatenate_c1
  if (inputs.empty())
    return emitError() << "has no inputs";
  // concatenate_c2
  int64_t rank = inputs.front().size();
  if (dimension < 0 || dimension >= rank)
    return emitError() << "dimension " << dimension
                       << " is not in inputs of rank " << rank;
  SmallVector<int64_t> expected(inputs.front());
  std::optional<int64_t> sum = 0;
  for (Shape input : inputs) {
    // concatenate_c3
    if (differsBeside(input, inputs.front(), dimension))
      return emitError() << "input of shape " << formatShape(input)
                         << " does not fit one of shape "
                         << formatShape(inputs.front());
    if (sum)
      sum = llvm::checkedAdd(*sum, input[dimension]);
  }
  // concatenate_c4
  if (!sum)
    return emitError() << "result dimension does not fit 64 bits";
  expected[dimension] = *sum;
  return verifyResultShape(emitError, result, expected);
}

/// dot_general_c2 for one side.
static LogicalResult verifyDotSide(EmitError emitError, StringRef side,
                                   int64_t rank, Shape batching,
                                   Shape contracting) {
  SmallVector<int64_t> dims(batching);
  llvm::append_range(dims, contracting);
  // dot_general_c2
  if (!areUniqueDims(dims, rank))
    return emitError() << side << " dimensions are not unique or not within "
                       << "rank " << rank;
  return success();
}

/// dot_general_c3
static LogicalResult verifyPairedSizes(EmitError emitError, Shape lhs,
                                       Shape rhs, Shape lhsDims,
                                       Shape rhsDims) {
  for (auto [lhsDim, rhsDim] : llvm::zip_equal(lhsDims, rhsDims))
    // dot_general_c3
    if (lhs[lhsDim] != rhs[rhsDim])
      return emitError() << "lhs dimension " << lhsDim << " of size "
                         << lhs[lhsDim] << " is paired with rhs dimension "
                         << rhsDim << " of size " << rhs[rhsDim];
  return success();
}

/// Appends the sizes of `shape` that neither list names.
static void appendFreeDims(SmallVector<int64_t> &sizes, Shape shape,
                           Shape batching, Shape contracting) {
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(batching, dim) &&
        !llvm::is_contained(contracting, dim))
      sizes.push_back(shape[dim]);
}

LogicalResult sc::stablehlo::verifyDotGeneral(EmitError emitError, Shape lhs,
                                              Shape rhs, const DotSpec &dot,
                                              Shape result) {
  // dot_general_c1
  if (dot.lhsBatching.size() != dot.rhsBatching.size() ||
      dot.lhsContracting.size() != dot.rhsContracting.size())
    return emitError() << "lhs and rhs name different numbers of dimensions";
  if (failed(verifyDotSide(emitError, "lhs", lhs.size(), dot.lhsBatching,
                           dot.lhsContracting)) ||
      failed(verifyDotSide(emitError, "rhs", rhs.size(), dot.rhsBatching,
                           dot.rhsContracting)) ||
      failed(verifyPairedSizes(emitError, lhs, rhs, dot.lhsBatching,
                               dot.rhsBatching)) ||
      failed(verifyPairedSizes(emitError, lhs, rhs, dot.lhsContracting,
                               dot.rhsContracting)))
    return failure();
  // dot_general_c4
  SmallVector<int64_t> expected;
  for (int64_t dim : dot.lhsBatching)
    expected.push_back(lhs[dim]);
  appendFreeDims(expected, lhs, dot.lhsBatching, dot.lhsContracting);
  appendFreeDims(expected, rhs, dot.rhsBatching, dot.rhsContracting);
  return verifyResultShape(emitError, result, expected);
}

LogicalResult sc::stablehlo::verifyReduce(EmitError emitError, Shape operand,
                                          Shape dims, Shape result) {
  int64_t rank = operand.size();
  // reduce_c3
  if (!areUniqueDims(dims, rank))
    return emitError() << "dimensions are not unique or not within rank "
                       << rank;
  // reduce_c5
  SmallVector<int64_t> expected;
  appendFreeDims(expected, operand, dims, {});
  return verifyResultShape(emitError, result, expected);
}
