//===-- UpdateOptimizerText.cpp - optimizers as functions -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For rows of any width.

#include "UpdateOptimizers.h"

namespace sc::test {

Rows getHyperparameters(const Optimizer &optimizer, size_t width,
                        int32_t step) {
  Rows rows;
  if (optimizer.correct) {
    for (double number : optimizer.correct(step))
      rows.emplace_back(width, number);
    return rows;
  }
  for (const Hyperparameter &hyperparameter : optimizer.hyperparameters) {
    Row &row = rows.emplace_back();
    for (size_t column = 0; column < width; ++column)
      row.push_back(static_cast<double>(hyperparameter.getWord(column)));
  }
  return rows;
}

static std::string replaceAll(std::string text, const std::string &from,
                              const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// `%g: ROW, %w: ROW, %s0: ROW, %h0: ROW`.
static std::string formatArguments(const Optimizer &optimizer) {
  std::string text = "%g: ROW, %w: ROW";
  for (int64_t i = 0; i < optimizer.slots; ++i)
    text += ", %s" + std::to_string(i) + ": ROW";
  for (size_t i = 0; i < optimizer.hyperparameters.size(); ++i) {
    bool isTruth = optimizer.hyperparameters[i].kind == Hyperparameter::Truth;
    text += ", %h" + std::to_string(i) + (isTruth ? ": MASK" : ": ROW");
  }
  return text;
}

std::string writeOptimizer(const Optimizer &optimizer, int64_t width,
                           bool isRank1) {
  std::string rows = "%new_w", types = "ROW";
  for (int64_t i = 0; i < optimizer.slots; ++i) {
    rows += ", %new_s" + std::to_string(i);
    types += ", ROW";
  }
  std::string text = optimizer.helpers + "func.func private @optimizer(" +
                     formatArguments(optimizer) + ") -> ";
  if (optimizer.returnsTuple)
    text += "tuple<" + types + "> {" + optimizer.body +
            "%tuple = stablehlo.tuple " + rows + " : tuple<" + types +
            ">\nreturn %tuple : tuple<" + types + ">\n}\n";
  else
    text += "(" + types + ") {" + optimizer.body + "return " + rows + " : " +
            types + "\n}\n";
  std::string words = std::to_string(width);
  std::string shape = isRank1 ? "1x" : "1x" + words + "x";
  text = replaceAll(text, "ROW", "tensor<" + shape + "f32>");
  text = replaceAll(text, "MASK", "tensor<" + shape + "i1>");
  return replaceAll(text, "WIDTH", words);
}

} // namespace sc::test
