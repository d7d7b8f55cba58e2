//===-- DataMovementChain.cpp - random operations that move data ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws operations, writes them and computes them by the model.

#include "DataMovementChain.h"

#include <cstdio>
#include <numeric>

namespace sc::test {

// Of one tensor.
static constexpr int64_t kMaxElements = 3000;

std::string Chain::formatType(const Shape &shape) const {
  std::string sizes;
  for (int64_t size : shape)
    sizes += std::to_string(size) + "x";
  return "tensor<" + sizes + element + ">";
}

Shape Chain::drawShape() {
  Shape shape(static_cast<size_t>(random.between(1, 4)));
  for (int64_t &size : shape)
    size = random.between(1, shape.size() > 2 ? 5 : 12);
  return shape;
}

Tensor Chain::drawTensor(const Shape &shape) {
  Tensor tensor{shape, {}};
  for (int64_t i = 0; i < countElements(shape); ++i)
    tensor.data.push_back(
        static_cast<uint32_t>(random.between(0, 0xffffffffLL)));
  return tensor;
}

void Chain::add(const Value &operand, const std::string &before,
                const std::string &after, const Compute &compute) {
  Value result{newName(), {}};
  for (const Tensor &part : operand.parts)
    result.parts.push_back(compute(part));
  std::string type = formatType(operand.getShape());
  text += result.name + " = stablehlo." + before + " " + operand.name + after +
          " : (" + type + (before == "pad" ? ", tensor<" + element + ">" : "") +
          ") -> " + formatType(result.getShape()) + "\n";
  values.push_back(std::move(result));
}

/// Any shape with the same number of elements.
static Shape drawFactors(Random &random, int64_t elements) {
  Shape shape;
  if (elements == 1 && random.chance(20))
    return shape;
  while (shape.size() < 3 && random.chance(70)) {
    Shape divisors;
    for (int64_t d = 1; d <= elements; ++d)
      if (elements % d == 0)
        divisors.push_back(d);
    shape.push_back(elements == 0 ? 1 : random.pick(divisors));
    elements /= shape.back();
  }
  shape.insert(shape.begin() +
                   random.between(0, static_cast<int64_t>(shape.size())),
               elements);
  return shape;
}

void Chain::addReshape() {
  Value operand = pickValue();
  Shape shape = drawFactors(random, countElements(operand.getShape()));
  add(operand, "reshape", "",
      [&](const Tensor &tensor) { return reshape(tensor, shape); });
}

void Chain::addSlice() {
  Value operand = pickValue();
  Shape starts, strides, shape;
  std::string ranges;
  for (int64_t size : operand.getShape()) {
    int64_t start = random.between(0, std::max<int64_t>(0, size - 1));
    int64_t least = random.chance(1) ? 0 : 1;
    int64_t limit = random.between(std::min(size, start + least), size);
    int64_t stride = random.chance(70) ? 1 : random.between(2, 4);
    starts.push_back(start);
    strides.push_back(stride);
    shape.push_back((limit - start + stride - 1) / stride);
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(start) + ":" +
              std::to_string(limit) +
              (stride == 1 ? "" : ":" + std::to_string(stride));
  }
  add(operand, "slice", " [" + ranges + "]", [&](const Tensor &tensor) {
    return slice(tensor, starts, strides, shape);
  });
}

void Chain::addTranspose() {
  Value operand = pickValue();
  Shape permutation(operand.getShape().size());
  std::iota(permutation.begin(), permutation.end(), 0);
  random.shuffle(permutation);
  add(operand, "transpose", ", dims = " + formatList(permutation),
      [&](const Tensor &tensor) { return transpose(tensor, permutation); });
}

void Chain::addBroadcast() {
  Value operand = pickValue();
  Shape sizes(static_cast<size_t>(random.between(1, 2)));
  for (int64_t &size : sizes)
    size = random.between(1, 3);
  Shape shape = sizes, dims;
  for (int64_t size : operand.getShape()) {
    dims.push_back(static_cast<int64_t>(shape.size()));
    shape.push_back(size);
  }
  if (countElements(shape) > kMaxElements)
    return;
  // Unlike broadcast_in_dim, a dimension of size 1 stays one.
  add(operand, "broadcast", ", sizes = " + formatList(sizes),
      [&](const Tensor &tensor) {
        return broadcastInDim(tensor, dims, shape);
      });
}

void Chain::addBroadcastInDim() {
  Value operand = pickValue();
  size_t rank = operand.getShape().size() + random.index(3);
  Shape all(rank), shape(rank);
  std::iota(all.begin(), all.end(), 0);
  random.shuffle(all);
  for (int64_t &size : shape)
    size = random.between(1, 4);
  Shape dims(all.begin(),
             all.begin() + static_cast<int64_t>(operand.getShape().size()));
  if (random.chance(60))
    std::sort(dims.begin(), dims.end());
  for (size_t i = 0; i < dims.size(); ++i)
    if (operand.getShape()[i] != 1)
      shape[static_cast<size_t>(dims[i])] = operand.getShape()[i];
  if (countElements(shape) > kMaxElements)
    return;
  add(operand, "broadcast_in_dim", ", dims = " + formatList(dims),
      [&](const Tensor &tensor) {
        return broadcastInDim(tensor, dims, shape);
      });
}

static bool canConcatenate(const Shape &lhs, const Shape &rhs, size_t dim) {
  if (lhs.size() != rhs.size())
    return false;
  for (size_t i = 0; i < lhs.size(); ++i)
    if (i != dim && lhs[i] != rhs[i])
      return false;
  return true;
}

void Chain::addConcatenate() {
  Value first = pickValue();
  if (first.getShape().empty())
    return;
  size_t dim = random.index(first.getShape().size());
  std::vector<Value> operands = {first};
  for (const Value &value : values)
    if (operands.size() < 4 && random.chance(60) &&
        canConcatenate(first.getShape(), value.getShape(), dim))
      operands.push_back(value);
  Value result{newName(), {}};
  for (size_t part = 0; part < first.parts.size(); ++part) {
    std::vector<Tensor> tensors;
    for (const Value &operand : operands)
      tensors.push_back(operand.parts[part]);
    result.parts.push_back(concatenate(tensors, dim));
  }
  if (countElements(result.getShape()) > kMaxElements)
    return;
  std::string names, types;
  for (const Value &operand : operands) {
    names += operand.name + ", ";
    types += (types.empty() ? "" : ", ") + formatType(operand.getShape());
  }
  text += result.name + " = stablehlo.concatenate " + names +
          "dim = " + std::to_string(dim) + " : (" + types + ") -> " +
          formatType(result.getShape()) + "\n";
  values.push_back(std::move(result));
}

std::string Chain::addConstant(uint32_t bits) {
  char digits[16];
  std::snprintf(digits, sizeof(digits), "0x%08X", bits);
  std::string name = newName();
  text +=
      name + " = stablehlo.constant dense<" +
      (element == "f32" ? digits : std::to_string(static_cast<int32_t>(bits))) +
      "> : tensor<" + element + ">\n";
  return name;
}

void Chain::addPad() {
  Value operand = pickValue();
  const Shape &shape = operand.getShape();
  Padding padding;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    padding.low.push_back(random.between(-2, 3));
    padding.high.push_back(random.between(-2, 3));
    padding.interior.push_back(random.chance(60) ? 0 : random.between(1, 2));
  }
  Shape padded = padding.getResultShape(shape);
  bool isLegal = std::all_of(padded.begin(), padded.end(),
                             [](int64_t size) { return size > 0; });
  if (!isLegal || countElements(padded) > kMaxElements)
    return;
  auto bits = static_cast<uint32_t>(random.between(0, 0xffffffffLL));
  std::string constant = addConstant(bits);
  add(operand, "pad",
      ", " + constant + ", low = " + formatList(padding.low) +
          ", high = " + formatList(padding.high) +
          ", interior = " + formatList(padding.interior),
      [&](const Tensor &tensor) { return pad(tensor, bits, padding); });
}

void Chain::addOperations(int64_t count) {
  using Step = void (Chain::*)();
  const std::vector<Step> steps = {
      &Chain::addReshape,        &Chain::addSlice,       &Chain::addTranspose,
      &Chain::addBroadcastInDim, &Chain::addConcatenate, &Chain::addPad,
      &Chain::addBroadcast};
  for (int64_t i = 0; i < count; ++i)
    (this->*random.pick(steps))();
}

} // namespace sc::test
