//===-- UpdateOptimizers.h - optimizers as text and in double ---*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies that JAX writes for an update, and what they compute, written
// apart from them.

#ifndef SC_TEST_PROPERTY_UPDATEOPTIMIZERS_H
#define SC_TEST_PROPERTY_UPDATEOPTIMIZERS_H

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace sc::test {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

struct Hyperparameter {
  enum Kind {
    Number,
    Truth, // i1
    Words  // a row, whose word i is value * (1 + i / 8)
  };

  float value = 0;
  Kind kind = Number;

  float getWord(size_t column) const {
    return kind == Words ? value * (1 + static_cast<float>(column) / 8) : value;
  }
};

/// An optimizer. Its texts have ROW and MASK for the types of a row of f32 and
/// of i1, and WIDTH for the words of a row.
struct Optimizer {
  std::string name;
  int64_t slots = 0;
  std::vector<Hyperparameter> hyperparameters;
  /// Operations from %g, %w, %s0 ..., %h0 ... to %new_w, %new_s0 ...
  std::string body;
  /// One step on a row: state is the row of the table, then those of the slots.
  void (*step)(const Row &gradient, Rows &state, const Rows &hyperparameters);

  std::string helpers = ""; // functions that the body calls
  /// Operations from %step to %h0 ..., in front of the update, and what they
  /// compute; `hyperparameters` are f32 numbers then.
  std::string prelude = "";
  std::vector<double> (*correct)(int32_t step) = nullptr;
  bool isRowCoupled = false; // words of a row depend on one another
  bool returnsTuple = true;  // or one result for each row
};

/// For messages of GoogleTest.
inline void PrintTo(const Optimizer &optimizer, std::ostream *os) {
  *os << optimizer.name;
}

const std::vector<Optimizer> &getOptimizers();
const Optimizer &getOptimizer(const std::string &name);

/// The function @optimizer, and those that it calls.
std::string writeOptimizer(const Optimizer &optimizer, int64_t width,
                           bool isRank1);

/// Hyperparameters of `optimizer` for a row of `width` words.
Rows getHyperparameters(const Optimizer &optimizer, size_t width, int32_t step);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_UPDATEOPTIMIZERS_H
