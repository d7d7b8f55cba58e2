//===-- RowFunctions.h - what each row function means -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of one word, from their definitions in docs/Instructions.md.

#ifndef SC_TEST_UNIT_KERNELS_ROWFUNCTIONS_H
#define SC_TEST_UNIT_KERNELS_ROWFUNCTIONS_H

#include "runtime/format/Opcodes.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace sc::test {

using format::RowFunction;

struct RowFunctionCase {
  RowFunction function;
  const char *name;
  int operands;
};

inline const std::vector<RowFunctionCase> &getRowFunctions() {
  static const std::vector<RowFunctionCase> functions = {
#define SC_ROW_FUNCTION(Name, mnemonic, operands)                              \
  {RowFunction::Name, mnemonic, operands},
#include "runtime/format/RowFunctions.def"
  };
  return functions;
}

inline float toFloat(int32_t word) { return std::bit_cast<float>(word); }
inline int32_t toWord(float value) { return std::bit_cast<int32_t>(value); }

inline float computeMaximum(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<float>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

inline int32_t computeInt(float a) {
  if (std::isnan(a))
    return 0;
  double whole = std::trunc(static_cast<double>(a));
  if (whole >= 2147483647.0)
    return INT32_MAX;
  return whole <= -2147483648.0 ? INT32_MIN : static_cast<int32_t>(whole);
}

inline int32_t computeFloatWord(RowFunction function, float a, float b) {
  switch (function) {
  case RowFunction::Add:
    return toWord(a + b);
  case RowFunction::Subtract:
    return toWord(a - b);
  case RowFunction::Multiply:
    return toWord(a * b);
  case RowFunction::Divide:
    return toWord(a / b);
  case RowFunction::Maximum:
    return toWord(computeMaximum(a, b));
  case RowFunction::Minimum:
    return toWord(-computeMaximum(-a, -b));
  case RowFunction::Power:
    return toWord(static_cast<float>(std::pow(double(a), double(b))));
  case RowFunction::Negate:
    return toWord(-a);
  case RowFunction::Abs:
    return toWord(std::fabs(a));
  case RowFunction::Sign:
    return toWord(std::isnan(a) || a == 0 ? a : std::copysign(1.0f, a));
  case RowFunction::Sqrt:
    return toWord(std::sqrt(a));
  case RowFunction::Rsqrt:
    return toWord(1.0f / std::sqrt(a));
  case RowFunction::Exponential:
    return toWord(static_cast<float>(std::exp(double(a))));
  case RowFunction::Log:
    return toWord(static_cast<float>(std::log(double(a))));
  case RowFunction::LogPlusOne:
    return toWord(static_cast<float>(std::log1p(double(a))));
  case RowFunction::IsFinite:
    return std::isfinite(a);
  case RowFunction::Equal:
    return a == b;
  case RowFunction::NotEqual:
    return !(a == b);
  case RowFunction::Less:
    return a < b;
  case RowFunction::LessEqual:
    return a <= b;
  case RowFunction::FloatToInt:
    return computeInt(a);
  default:
    return -1;
  }
}

inline int32_t wrap(int64_t value) {
  return static_cast<int32_t>(static_cast<uint32_t>(value));
}

inline int32_t computeWord(RowFunction function, int32_t a, int32_t b,
                           int32_t c) {
  switch (function) {
  case RowFunction::Copy:
    return a;
  case RowFunction::Select:
    return a != 0 ? b : c;
  case RowFunction::AndInt:
    return a & b;
  case RowFunction::AddInt:
    return wrap(int64_t{a} + b);
  case RowFunction::SubtractInt:
    return wrap(int64_t{a} - b);
  case RowFunction::MultiplyInt:
    return wrap(int64_t{a} * b);
  case RowFunction::MaximumInt:
    return a > b ? a : b;
  case RowFunction::MinimumInt:
    return a < b ? a : b;
  case RowFunction::EqualInt:
    return a == b;
  case RowFunction::NotEqualInt:
    return a != b;
  case RowFunction::LessInt:
    return a < b;
  case RowFunction::LessEqualInt:
    return a <= b;
  case RowFunction::IntToFloat:
    return toWord(static_cast<float>(a));
  default:
    return computeFloatWord(function, toFloat(a), toFloat(b));
  }
}

/// Whether the function's result is an f32, of which NaNs are all alike.
inline bool isFloatResult(RowFunction function) {
  return (function >= RowFunction::Add && function < RowFunction::IsFinite) ||
         function == RowFunction::IntToFloat;
}

inline bool isSameWord(RowFunction function, int32_t actual, int32_t expected) {
  if (actual == expected)
    return true;
  return isFloatResult(function) && std::isnan(toFloat(actual)) &&
         std::isnan(toFloat(expected));
}

} // namespace sc::test

#endif // SC_TEST_UNIT_KERNELS_ROWFUNCTIONS_H
