//===-- LibraryFunctions.cpp - row functions of the C library -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computed in f64 and rounded to f32, as native code does.

#include "runtime/kernels/RowsCall.h"

#include <bit>
#include <cmath>

namespace sc::kernels {

static double widen(int32_t word) {
  return static_cast<double>(std::bit_cast<float>(word));
}

static int32_t narrow(double value) {
  return std::bit_cast<int32_t>(static_cast<float>(value));
}

template <typename Function>
static void applyUnary(const RowsCall &call, Function function) {
  int64_t step = call.operands[0].isOneWord ? 0 : 1;
  for (int64_t row = 0; row < call.count; ++row) {
    const int32_t *a = call.getRow(0, row);
    int32_t *result = call.result + row * call.words;
    for (int64_t i = 0; i < call.words; ++i)
      result[i] = narrow(function(widen(a[i * step])));
  }
}

static void applyPower(const RowsCall &call) {
  int64_t baseStep = call.operands[0].isOneWord ? 0 : 1;
  int64_t exponentStep = call.operands[1].isOneWord ? 0 : 1;
  for (int64_t row = 0; row < call.count; ++row) {
    const int32_t *base = call.getRow(0, row);
    const int32_t *exponent = call.getRow(1, row);
    int32_t *result = call.result + row * call.words;
    for (int64_t i = 0; i < call.words; ++i)
      result[i] = narrow(std::pow(widen(base[i * baseStep]),
                                  widen(exponent[i * exponentStep])));
  }
}

void applyLibraryFunction(format::RowFunction function, const RowsCall &call) {
  using format::RowFunction;
  switch (function) {
  case RowFunction::Power:
    return applyPower(call);
  case RowFunction::Exponential:
    return applyUnary(call, [](double a) { return std::exp(a); });
  case RowFunction::Log:
    return applyUnary(call, [](double a) { return std::log(a); });
  case RowFunction::LogPlusOne:
    return applyUnary(call, [](double a) { return std::log1p(a); });
  default:
    return;
  }
}

} // namespace sc::kernels
