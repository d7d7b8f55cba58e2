// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the `stablehlo` operations without regions. Rule labels are
// those of StableHLOOps.td; rules over shapes alone are in ShapeRules.cpp.

#include "dialects/StableHLO/ShapeRules.h"
#include "dialects/StableHLO/StableHLO.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace sc::stablehlo;

/// Fails unless both tensors have the same element type; `rule` is for the
/// reader of this file.
static LogicalResult verifySameElement(Operation *op, RankedTensorType lhs,
                                       RankedTensorType rhs) {
  if (lhs.getElementType() != rhs.getElementType())
    return op->emitOpError()
           << "has element types " << lhs.getElementType() << " and "
           << rhs.getElementType() << ", expected the same";
  return success();
}

/// Fails unless both tensors have the same shape.
static LogicalResult verifySameShape(Operation *op, RankedTensorType operand,
                                     RankedTensorType result) {
  if (operand.getShape() != result.getShape())
    return op->emitOpError()
           << "has operand shape " << formatShape(operand.getShape())
           << " but result shape " << formatShape(result.getShape());
  return success();
}

static bool isScalarOrHasShape(RankedTensorType type, RankedTensorType other) {
  return type.getRank() == 0 || type.getShape() == other.getShape();
}

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

LogicalResult IsFiniteOp::verify() {
  // is_finite_c1
  return verifySameShape(*this, getOperand().getType(), getResult().getType());
}

LogicalResult ConvertOp::verify() {
  // convert_c1
  return verifySameShape(*this, getOperand().getType(), getResult().getType());
}

/// compare_c3
static bool isComparable(Type element, ComparisonType type) {
  switch (type) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::FLOAT:
  case ComparisonType::TOTALORDER:
    return isa<FloatType>(element);
  case ComparisonType::SIGNED:
    return isa<IntegerType>(element) && !element.isUnsignedInteger() &&
           !element.isInteger(1);
  case ComparisonType::UNSIGNED:
    return element.isUnsignedInteger() || element.isInteger(1);
  }
  return false;
}

LogicalResult CompareOp::verify() {
  // compare_c1
  if (getLhs().getType() != getRhs().getType())
    return emitOpError() << "compares " << getLhs().getType() << " with "
                         << getRhs().getType();
  // compare_c2
  if (failed(verifySameShape(*this, getLhs().getType(), getResult().getType())))
    return failure();
  // compare_c3
  Type element = getLhs().getType().getElementType();
  if (getCompareType() && !isComparable(element, *getCompareType()))
    return emitOpError() << "cannot compare " << element << " as "
                         << stringifyComparisonType(*getCompareType());
  return success();
}

LogicalResult SelectOp::verify() {
  // select_c1
  if (!isScalarOrHasShape(getPred().getType(), getResult().getType()))
    return emitOpError() << "predicate of type " << getPred().getType()
                         << " is neither a scalar nor of the result's shape";
  return success();
}

LogicalResult ClampOp::verify() {
  for (auto limit : {getMin(), getMax()}) {
    // clamp_c1
    if (!isScalarOrHasShape(limit.getType(), getOperand().getType()))
      return emitOpError() << "limit of type " << limit.getType()
                           << " is neither a scalar nor of the operand's shape";
    // clamp_c2
    if (failed(
            verifySameElement(*this, limit.getType(), getOperand().getType())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  // tuple_c1
  if (!llvm::equal(getOperandTypes(), getResult().getType().getTypes()))
    return emitOpError() << "operands of type " << getOperandTypes()
                         << " do not make " << getResult().getType();
  return success();
}

LogicalResult GetTupleElementOp::verify() {
  ArrayRef<Type> types = getOperand().getType().getTypes();
  int64_t index = static_cast<int32_t>(getIndex());
  int64_t size = types.size();
  // get_tuple_element_c1
  if (index < 0 || index >= size)
    return emitOpError() << "index " << index << " is not in a tuple of size "
                         << size;
  // get_tuple_element_c2
  if (getResult().getType() != types[index])
    return emitOpError() << "result has type " << getResult().getType()
                         << " but the element has type " << types[index];
  return success();
}

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // reshape_c2
  if (failed(verifySameElement(*this, getOperand().getType(),
                               getResult().getType())))
    return failure();
  return verifyReshape(emitError, getOperand().getType().getShape(),
                       getResult().getType().getShape());
}

LogicalResult TransposeOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // transpose_c3
  if (failed(verifySameElement(*this, getOperand().getType(),
                               getResult().getType())))
    return failure();
  return verifyTranspose(emitError, getOperand().getType().getShape(),
                         getPermutation(), getResult().getType().getShape());
}

LogicalResult BroadcastOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // broadcast_c3
  if (failed(verifySameElement(*this, getOperand().getType(),
                               getResult().getType())))
    return failure();
  return verifyBroadcast(emitError, getOperand().getType().getShape(),
                         getBroadcastSizes(), getResult().getType().getShape());
}

LogicalResult BroadcastInDimOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // broadcast_in_dim_c5
  if (failed(verifySameElement(*this, getOperand().getType(),
                               getResult().getType())))
    return failure();
  return verifyBroadcastInDim(emitError, getOperand().getType().getShape(),
                              getBroadcastDimensions(),
                              getResult().getType().getShape());
}

LogicalResult ConcatenateOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  SmallVector<Shape> shapes;
  for (Value input : getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    // concatenate_c3
    if (failed(verifySameElement(*this, type, getResult().getType())))
      return failure();
    shapes.push_back(type.getShape());
  }
  return verifyConcatenate(emitError, shapes,
                           static_cast<int64_t>(getDimension()),
                           getResult().getType().getShape());
}

LogicalResult SliceOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // slice_c5
  if (failed(verifySameElement(*this, getOperand().getType(),
                               getResult().getType())))
    return failure();
  return verifySlice(emitError, getOperand().getType().getShape(),
                     {getStartIndices(), getLimitIndices(), getStrides()},
                     getResult().getType().getShape());
}

LogicalResult PadOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  RankedTensorType operand = getOperand().getType();
  RankedTensorType padding = getPaddingValue().getType();
  // pad_c4
  if (padding.getRank() != 0)
    return emitOpError() << "padding of type " << padding << " is no scalar";
  if (failed(verifySameElement(*this, operand, padding)) ||
      failed(verifySameElement(*this, operand, getResult().getType())))
    return failure();
  return verifyPad(
      emitError, operand.getShape(),
      {getEdgePaddingLow(), getEdgePaddingHigh(), getInteriorPadding()},
      getResult().getType().getShape());
}

//===----------------------------------------------------------------------===//
// DynamicSliceOp, DynamicUpdateSliceOp
//===----------------------------------------------------------------------===//

/// Rules c1 and c2 of both operations: one start per dimension, of one type.
static LogicalResult verifyStarts(Operation *op, OperandRange starts,
                                  int64_t rank) {
  // dynamic_slice_c1, dynamic_update_slice_c1
  if (static_cast<int64_t>(starts.size()) != rank)
    return op->emitOpError() << "has " << starts.size() << " starts for "
                             << rank << " dimensions";
  // dynamic_slice_c2, dynamic_update_slice_c2
  if (!llvm::all_equal(starts.getTypes()))
    return op->emitOpError() << "has starts of different types";
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  RankedTensorType operand = getOperand().getType();
  if (failed(verifyStarts(*this, getStartIndices(), operand.getRank())))
    return failure();
  // dynamic_slice_c1
  ArrayRef<int64_t> sizes = getSliceSizes();
  if (static_cast<int64_t>(sizes.size()) != operand.getRank())
    return emitOpError() << "has " << sizes.size() << " sizes for "
                         << operand.getRank() << " dimensions";
  // dynamic_slice_c3
  for (auto [size, limit] : llvm::zip_equal(sizes, operand.getShape()))
    if (size < 0 || size > limit)
      return emitOpError() << "slice size " << size
                           << " does not fit a dimension of size " << limit;
  // dynamic_slice_c5
  if (failed(verifySameElement(*this, operand, getResult().getType())))
    return failure();
  // dynamic_slice_c4
  return verifyResultShape(emitError, getResult().getType().getShape(), sizes);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType update = getUpdate().getType();
  if (failed(verifyStarts(*this, getStartIndices(), operand.getRank())))
    return failure();
  // dynamic_update_slice_c3
  bool fits = update.getRank() == operand.getRank();
  for (auto [size, limit] : llvm::zip(update.getShape(), operand.getShape()))
    fits &= size <= limit;
  if (!fits)
    return emitOpError() << "update of type " << update
                         << " does not fit an operand of type " << operand;
  // dynamic_update_slice_c4
  return verifySameElement(*this, operand, update);
}

//===----------------------------------------------------------------------===//
// CustomCallOp
//===----------------------------------------------------------------------===//

/// custom_call_c3 for operands or for results.
static LogicalResult verifyLayouts(CustomCallOp op, ArrayAttr layouts,
                                   TypeRange types) {
  // custom_call_c3
  if (layouts.size() != types.size())
    return op.emitOpError() << "has " << layouts.size() << " layouts for "
                            << types.size() << " values";
  for (auto [layout, type] : llvm::zip_equal(layouts, types)) {
    auto elements = dyn_cast<DenseIntElementsAttr>(layout);
    if (!elements)
      return op.emitOpError()
             << "layout " << layout << " is no tensor of integers";
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (elements.getNumElements() != (tensor ? tensor.getRank() : 0))
      return op.emitOpError()
             << "layout " << layout << " has not the rank of type " << type;
  }
  return success();
}

/// Types that result layouts are for: a lone tuple stands for its elements.
static SmallVector<Type> getLayoutTypes(CustomCallOp op) {
  if (op->getNumResults() == 1)
    if (auto tuple = dyn_cast<TupleType>(op->getResultTypes().front()))
      return SmallVector<Type>(tuple.getTypes());
  return SmallVector<Type>(op->getResultTypes());
}

LogicalResult CustomCallOp::verify() {
  // custom_call_c1
  if (getCallTargetName().empty())
    return emitOpError() << "has a target without a name";
  // custom_call_c2
  bool wantsDictionary =
      getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  if (Attribute config = getBackendConfigAttr();
      config && isa<DictionaryAttr>(config) != wantsDictionary)
    return emitOpError() << "backend configuration must be a "
                         << (wantsDictionary ? "dictionary" : "string")
                         << " for API version "
                         << static_cast<int64_t>(getApiVersion());
  // custom_call_c3
  std::optional<ArrayAttr> operands = getOperandLayouts();
  std::optional<ArrayAttr> results = getResultLayouts();
  if (operands.has_value() != results.has_value())
    return emitOpError() << "needs operand and result layouts or none";
  if (!operands)
    return success();
  if (failed(verifyLayouts(*this, *operands, getInputs().getTypes())))
    return failure();
  return verifyLayouts(*this, *results, getLayoutTypes(*this));
}

LogicalResult
CustomCallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto symbol : getCalledComputations().getAsRange<FlatSymbolRefAttr>())
    // custom_call_c4
    if (!symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(*this,
                                                                  symbol))
      return emitOpError() << "calls " << symbol << ", which is no function";
  return success();
}
