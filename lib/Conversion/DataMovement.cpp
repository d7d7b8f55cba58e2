//===-- DataMovement.cpp - data movement as strided copies ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each operation that only moves data, as copies and fills; native calls.

#include "ScheduleBuilder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

static StridedView getDenseView(Value buffer, ArrayRef<int64_t> shape) {
  return {buffer, 0, getDenseStrides(shape)};
}

bool ScheduleBuilder::convert(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<stablehlo::ReshapeOp, sdy::ShardingConstraintOp>([&](auto view) {
        map(view->getResult(0), getBuffers(view->getOperand(0)));
        return true;
      })
      .Case([&](stablehlo::SliceOp op) { return convertSlice(op), true; })
      .Case(
          [&](stablehlo::TransposeOp op) { return convertTranspose(op), true; })
      .Case(
          [&](stablehlo::BroadcastOp op) { return convertBroadcast(op), true; })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        return convertBroadcastInDim(op), true;
      })
      .Case([&](stablehlo::ConcatenateOp op) {
        return convertConcatenate(op), true;
      })
      .Case([&](stablehlo::PadOp op) { return convertPad(op), true; })
      .Case([&](stablehlo::ConstantOp op) { return convertConstant(op), true; })
      .Case([&](stablehlo::TupleOp op) { return convertTuple(op), true; })
      .Case([&](stablehlo::GetTupleElementOp op) {
        return convertGetTupleElement(op), true;
      })
      .Case([&](UnstackActivationsOp op) { return convertUnstack(op), true; })
      .Case([&](StackGradientsOp op) { return convertStack(op), true; })
      .Case([&](NativeCallOp op) { return convertNativeCall(op), true; })
      .Default([](Operation *) { return false; });
}

void ScheduleBuilder::convertSlice(stablehlo::SliceOp op) {
  SmallVector<int64_t> dense = getDenseStrides(getShape(op.getOperand()));
  StridedView source{getBuffer(op.getOperand()), 0, {}};
  for (auto [start, step, stride] :
       llvm::zip_equal(op.getStartIndices(), op.getStrides(), dense)) {
    source.offset += start * stride;
    source.strides.push_back(step * stride);
  }
  ArrayRef<int64_t> shape = getShape(op.getResult());
  copy(op.getLoc(), source, getDenseView(allocResult(op), shape), shape);
}

void ScheduleBuilder::convertTranspose(stablehlo::TransposeOp op) {
  SmallVector<int64_t> dense = getDenseStrides(getShape(op.getOperand()));
  StridedView source{getBuffer(op.getOperand()), 0, {}};
  for (int64_t dim : op.getPermutation())
    source.strides.push_back(dense[dim]);
  ArrayRef<int64_t> shape = getShape(op.getResult());
  copy(op.getLoc(), source, getDenseView(allocResult(op), shape), shape);
}

void ScheduleBuilder::convertBroadcast(stablehlo::BroadcastOp op) {
  ArrayRef<int64_t> shape = getShape(op.getResult());
  StridedView destination = getDenseView(allocResult(op), shape);
  if (getShape(op.getOperand()).empty())
    return fillWith(op.getLoc(), op.getOperand(), destination, shape);
  StridedView source{getBuffer(op.getOperand()), 0, {}};
  source.strides.assign(op.getBroadcastSizes().size(), 0);
  llvm::append_range(source.strides,
                     getDenseStrides(getShape(op.getOperand())));
  copy(op.getLoc(), source, destination, shape);
}

void ScheduleBuilder::convertBroadcastInDim(stablehlo::BroadcastInDimOp op) {
  ArrayRef<int64_t> shape = getShape(op.getResult());
  ArrayRef<int64_t> operandShape = getShape(op.getOperand());
  StridedView destination = getDenseView(allocResult(op), shape);
  if (operandShape.empty())
    return fillWith(op.getLoc(), op.getOperand(), destination, shape);
  StridedView source{getBuffer(op.getOperand()), 0, {}};
  source.strides.assign(shape.size(), 0);
  for (auto [dim, size, stride] :
       llvm::zip_equal(op.getBroadcastDimensions(), operandShape,
                       getDenseStrides(operandShape)))
    source.strides[dim] = size == 1 ? 0 : stride;
  copy(op.getLoc(), source, destination, shape);
}

void ScheduleBuilder::convertConcatenate(stablehlo::ConcatenateOp op) {
  SmallVector<int64_t> dense = getDenseStrides(getShape(op.getResult()));
  StridedView destination{allocResult(op), 0, dense};
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> shape = getShape(input);
    copy(op.getLoc(), getDenseView(getBuffer(input), shape), destination,
         shape);
    destination.offset += shape[op.getDimension()] * dense[op.getDimension()];
  }
}

void ScheduleBuilder::convertPad(stablehlo::PadOp op) {
  ArrayRef<int64_t> shape = getShape(op.getResult());
  ArrayRef<int64_t> operandShape = getShape(op.getOperand());
  SmallVector<int64_t> dense = getDenseStrides(shape);
  SmallVector<int64_t> operandDense = getDenseStrides(operandShape);
  Value result = allocResult(op);
  fillWith(op.getLoc(), op.getPaddingValue(), {result, 0, dense}, shape);
  // Element i of a dimension lands at low + i * (interior + 1); negative
  // padding cuts off those that fall outside.
  StridedView source{getBuffer(op.getOperand()), 0, {}};
  StridedView destination{result, 0, {}};
  SmallVector<int64_t> sizes;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t low = op.getEdgePaddingLow()[dim];
    int64_t step = op.getInteriorPadding()[dim] + 1;
    int64_t first = low < 0 ? llvm::divideCeil(-low, step) : 0;
    int64_t room = shape[dim] - low;
    int64_t end = room <= 0 ? 0
                            : std::min<int64_t>(operandShape[dim],
                                                llvm::divideCeil(room, step));
    sizes.push_back(std::max<int64_t>(0, end - first));
    source.offset += first * operandDense[dim];
    source.strides.push_back(operandDense[dim]);
    destination.offset += (low + first * step) * dense[dim];
    destination.strides.push_back(step * dense[dim]);
  }
  copy(op.getLoc(), source, destination, sizes);
}

void ScheduleBuilder::convertConstant(stablehlo::ConstantOp op) {
  Value result = allocResult(op);
  ArrayRef<int64_t> shape = getShape(op.getResult());
  if (auto splat = dyn_cast<SplatElementsAttr>(op.getValue()))
    return fill(op.getLoc(), splat.getSplatValue<Attribute>(),
                getDenseView(result, shape), shape);
  tile::ConstantOp::create(builder, op.getLoc(), op.getValue(), result);
}

void ScheduleBuilder::convertTuple(stablehlo::TupleOp op) {
  SmallVector<Value> leaves;
  for (Value element : op.getVal())
    llvm::append_range(leaves, getBuffers(element));
  map(op.getResult(), leaves);
}

static int64_t countLeaves(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return 1;
  int64_t leaves = 0;
  for (Type element : tuple.getTypes())
    leaves += countLeaves(element);
  return leaves;
}

void ScheduleBuilder::convertGetTupleElement(stablehlo::GetTupleElementOp op) {
  auto tuple = cast<TupleType>(op.getOperand().getType());
  int64_t first = 0;
  for (int64_t index = 0; index < op.getIndex(); ++index)
    first += countLeaves(tuple.getType(index));
  SmallVector<Value> leaves(
      getBuffers(op.getOperand()).slice(first, countLeaves(op.getType())));
  map(op.getResult(), leaves);
}

//===----------------------------------------------------------------------===//
// Stacks of features
//===----------------------------------------------------------------------===//

/// The slice of a feature in a stack, as (SparseCore, row, column); `firstRow`
/// is where it starts in each SparseCore's part.
static StridedView getStackView(Value stack, Type stackType,
                                int64_t sparseCores, int64_t firstRow) {
  auto type = cast<RankedTensorType>(stackType);
  int64_t width = type.getDimSize(1);
  int64_t rows = type.getDimSize(0) / sparseCores;
  return {stack, firstRow * width, {rows * width, width, 1}};
}

static SmallVector<int64_t> getFeatureSizes(Type feature, int64_t sparseCores) {
  auto type = cast<RankedTensorType>(feature);
  return {sparseCores, type.getDimSize(0) / sparseCores, type.getDimSize(1)};
}

void ScheduleBuilder::convertUnstack(UnstackActivationsOp op) {
  int64_t cores = op.getSparseCores(), firstRow = 0;
  Value stack = getBuffer(op.getStacked());
  for (OpResult feature : op->getResults()) {
    auto sizes = getFeatureSizes(feature.getType(), cores);
    StridedView source =
        getStackView(stack, op.getStacked().getType(), cores, firstRow);
    Value result = allocResult(op, feature.getResultNumber());
    copy(op.getLoc(), source, getDenseView(result, sizes), sizes);
    firstRow += sizes[1];
  }
}

void ScheduleBuilder::convertStack(StackGradientsOp op) {
  int64_t cores = op.getSparseCores(), firstRow = 0;
  Value stack = allocResult(op);
  Type type = op.getStacked().getType();
  ArrayRef<int64_t> shape = getShape(op.getStacked());
  fill(op.getLoc(), builder.getF32FloatAttr(0.0f), getDenseView(stack, shape),
       shape);
  for (Value feature : op.getFeatures()) {
    auto sizes = getFeatureSizes(feature.getType(), cores);
    copy(op.getLoc(), getDenseView(getBuffer(feature), sizes),
         getStackView(stack, type, cores, firstRow), sizes);
    firstRow += sizes[1];
  }
}

//===----------------------------------------------------------------------===//
// Native code
//===----------------------------------------------------------------------===//

void ScheduleBuilder::convertNativeCall(NativeCallOp op) {
  SmallVector<Value> inputs, outputs;
  for (Value operand : op.getOperands())
    inputs.push_back(getBuffer(operand));
  for (OpResult result : op->getResults())
    outputs.push_back(allocResult(op, result.getResultNumber()));
  tile::NativeOp::create(builder, op.getLoc(), op.getCalleeAttr(), inputs,
                         outputs);
}

} // namespace sc
