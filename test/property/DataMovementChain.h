//===-- DataMovementChain.h - random operations that move data --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO text and what it computes, side by side.

#ifndef SC_TEST_PROPERTY_DATAMOVEMENTCHAIN_H
#define SC_TEST_PROPERTY_DATAMOVEMENTCHAIN_H

#include "DataMovementModel.h"
#include "Random.h"

#include <functional>

namespace sc::test {

/// An SSA value: one tensor, or one for each device.
struct Value {
  std::string name;
  std::vector<Tensor> parts;
  const Shape &getShape() const { return parts[0].shape; }
};

/// Writes operations and computes them.
class Chain {
public:
  Chain(Random &random, std::string element)
      : random(random), element(std::move(element)) {}

  std::string formatType(const Shape &shape) const;
  Shape drawShape();
  Tensor drawTensor(const Shape &shape);
  std::string newName() { return "%v" + std::to_string(nextName++); }
  /// Adds `count` operations on `values`, results included.
  void addOperations(int64_t count);
  Value pickValue() { return values[random.index(values.size())]; }

  Random &random;
  std::string element, text;
  std::vector<Value> values;

private:
  using Compute = std::function<Tensor(const Tensor &)>;
  void add(const Value &operand, const std::string &before,
           const std::string &after, const Compute &compute);
  void addReshape();
  void addSlice();
  void addTranspose();
  void addBroadcast();
  void addBroadcastInDim();
  void addConcatenate();
  void addPad();
  std::string addConstant(uint32_t bits);

  int nextName = 0;
};

} // namespace sc::test

#endif // SC_TEST_PROPERTY_DATAMOVEMENTCHAIN_H
