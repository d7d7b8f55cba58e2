//===-- DataMovementModel.h - one element at a time -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO operations that only move data, straight from their definitions.

#ifndef SC_TEST_PROPERTY_DATAMOVEMENTMODEL_H
#define SC_TEST_PROPERTY_DATAMOVEMENTMODEL_H

#include <cstdint>
#include <string>
#include <vector>

namespace sc::test {

using Shape = std::vector<int64_t>;

/// Elements of 32 bits in row-major order.
struct Tensor {
  Shape shape;
  std::vector<uint32_t> data;
};

int64_t countElements(const Shape &shape);

/// "[1, 2]".
std::string formatList(const Shape &list);

Tensor reshape(const Tensor &tensor, const Shape &shape);
Tensor slice(const Tensor &tensor, const Shape &starts, const Shape &strides,
             const Shape &shape);
Tensor transpose(const Tensor &tensor, const Shape &permutation);
Tensor broadcastInDim(const Tensor &tensor, const Shape &dims,
                      const Shape &shape);
Tensor concatenate(const std::vector<Tensor> &tensors, size_t dim);

/// low, high and interior of stablehlo.pad, one number for each dimension.
struct Padding {
  Shape low, high, interior;
  Shape getResultShape(const Shape &shape) const;
};
Tensor pad(const Tensor &tensor, uint32_t value, const Padding &padding);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_DATAMOVEMENTMODEL_H
