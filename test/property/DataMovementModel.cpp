//===-- DataMovementModel.cpp - data movement, one element at a time ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No strides and no views: every element by its index.

#include "DataMovementModel.h"

#include <cstddef>

namespace sc::test {

int64_t countElements(const Shape &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::string formatList(const Shape &list) {
  std::string text;
  for (int64_t value : list)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

static Shape getIndex(int64_t position, const Shape &shape) {
  Shape index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = position % shape[dim];
    position /= shape[dim];
  }
  return index;
}

static size_t getPosition(const Shape &index, const Shape &shape) {
  int64_t position = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    position = position * shape[dim] + index[dim];
  return static_cast<size_t>(position);
}

/// Each element from the operand's element at getOperandIndex(index).
template <typename GetOperandIndex>
static Tensor gather(const Tensor &operand, const Shape &shape,
                     const GetOperandIndex &getOperandIndex) {
  Tensor result{shape, {}};
  for (int64_t i = 0; i < countElements(shape); ++i) {
    Shape index = getOperandIndex(getIndex(i, shape));
    result.data.push_back(operand.data[getPosition(index, operand.shape)]);
  }
  return result;
}

Tensor reshape(const Tensor &tensor, const Shape &shape) {
  return {shape, tensor.data};
}

Tensor slice(const Tensor &tensor, const Shape &starts, const Shape &strides,
             const Shape &shape) {
  return gather(tensor, shape, [&](Shape index) {
    for (size_t dim = 0; dim < index.size(); ++dim)
      index[dim] = starts[dim] + index[dim] * strides[dim];
    return index;
  });
}

Tensor transpose(const Tensor &tensor, const Shape &permutation) {
  Shape shape;
  for (int64_t dim : permutation)
    shape.push_back(tensor.shape[static_cast<size_t>(dim)]);
  return gather(tensor, shape, [&](const Shape &index) {
    Shape operand(index.size());
    for (size_t dim = 0; dim < index.size(); ++dim)
      operand[static_cast<size_t>(permutation[dim])] = index[dim];
    return operand;
  });
}

Tensor broadcastInDim(const Tensor &tensor, const Shape &dims,
                      const Shape &shape) {
  return gather(tensor, shape, [&](const Shape &index) {
    Shape operand;
    for (size_t dim = 0; dim < dims.size(); ++dim)
      operand.push_back(
          tensor.shape[dim] == 1 ? 0 : index[static_cast<size_t>(dims[dim])]);
    return operand;
  });
}

Tensor concatenate(const std::vector<Tensor> &tensors, size_t dim) {
  Tensor result{tensors[0].shape, {}};
  result.shape[dim] = 0;
  for (const Tensor &tensor : tensors)
    result.shape[dim] += tensor.shape[dim];
  result.data.resize(static_cast<size_t>(countElements(result.shape)));
  int64_t first = 0;
  for (const Tensor &tensor : tensors) {
    for (int64_t i = 0; i < countElements(tensor.shape); ++i) {
      Shape index = getIndex(i, tensor.shape);
      index[dim] += first;
      result.data[getPosition(index, result.shape)] =
          tensor.data[static_cast<size_t>(i)];
    }
    first += tensor.shape[dim];
  }
  return result;
}

Shape Padding::getResultShape(const Shape &shape) const {
  Shape result;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t between = shape[dim] > 0 ? (shape[dim] - 1) * interior[dim] : 0;
    result.push_back(low[dim] + shape[dim] + between + high[dim]);
  }
  return result;
}

Tensor pad(const Tensor &tensor, uint32_t value, const Padding &padding) {
  Tensor result{padding.getResultShape(tensor.shape), {}};
  result.data.resize(static_cast<size_t>(countElements(result.shape)), value);
  for (int64_t i = 0; i < countElements(tensor.shape); ++i) {
    Shape index = getIndex(i, tensor.shape);
    bool isInside = true;
    for (size_t dim = 0; dim < index.size(); ++dim) {
      index[dim] = padding.low[dim] + index[dim] * (padding.interior[dim] + 1);
      isInside &= index[dim] >= 0 && index[dim] < result.shape[dim];
    }
    if (isInside)
      result.data[getPosition(index, result.shape)] =
          tensor.data[static_cast<size_t>(i)];
  }
  return result;
}

} // namespace sc::test
