//===-- ArithmeticTest.cpp - each operation against its definition --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random bits and special values through every operation and type. exp, log and
// their like may be one unit in the last place off, all else is exact.

#include "Reference.h"

#include "gtest/gtest.h"

#include <functional>

namespace sc {
namespace {

constexpr size_t kCount = 501; // no multiple of a vector's length

using IntegerFunction = std::function<Wide(const Kind &, Wide, Wide)>;

struct Operation {
  std::string name;
  int operands;
  int tolerance; // units in the last place
  std::function<long double(long double, long double)> onFloats; // empty: none
  std::function<double(double, double)> onDoubles;
  IntegerFunction onIntegers; // empty: none
};

template <typename Function>
Operation makeOperation(const char *name, int operands, int tolerance,
                        Function onFloats, IntegerFunction onIntegers = {}) {
  return {name, operands, tolerance, onFloats, onFloats, onIntegers};
}

template <typename T> T computeMaximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

template <typename T> T computeSign(T a) {
  return std::isnan(a) || a == 0 ? a : std::copysign(T(1), a);
}

/// The low 128 bits: two 64-bit numbers without sign may exceed a Wide.
Wide multiplyWide(Wide a, Wide b) {
  __extension__ using Unsigned = unsigned __int128;
  return static_cast<Wide>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
}

Wide computePower(const Kind &kind, Wide base, Wide exponent) {
  if (exponent < 0)
    return base == 1 || base == -1 ? (exponent % 2 ? base : 1) : 0;
  Wide power = 1;
  for (Wide i = 0; i < exponent; ++i)
    power = cut(kind, multiplyWide(power, base));
  return power;
}

Wide computeQuotient(const Kind &kind, Wide a, Wide b) {
  return cut(kind, b == 0 ? -1 : a / b);
}

std::vector<Operation> getOperations() {
  return {
      makeOperation(
          "add", 2, 0, [](auto a, auto b) { return a + b; },
          [](const Kind &, Wide a, Wide b) { return a + b; }),
      makeOperation(
          "subtract", 2, 0, [](auto a, auto b) { return a - b; },
          [](const Kind &, Wide a, Wide b) { return a - b; }),
      makeOperation(
          "multiply", 2, 0, [](auto a, auto b) { return a * b; },
          [](const Kind &, Wide a, Wide b) { return multiplyWide(a, b); }),
      makeOperation(
          "divide", 2, 0, [](auto a, auto b) { return a / b; },
          computeQuotient),
      makeOperation(
          "maximum", 2, 0, [](auto a, auto b) { return computeMaximum(a, b); },
          [](const Kind &, Wide a, Wide b) { return std::max(a, b); }),
      makeOperation(
          "minimum", 2, 0,
          [](auto a, auto b) { return -computeMaximum(-a, -b); },
          [](const Kind &, Wide a, Wide b) { return std::min(a, b); }),
      {"and", 2, 0, {}, {}, [](const Kind &, Wide a, Wide b) { return a & b; }},
      makeOperation(
          "power", 2, 1, [](auto a, auto b) { return std::pow(a, b); },
          computePower),
      makeOperation(
          "abs", 1, 0, [](auto a, auto) { return std::fabs(a); },
          [](const Kind &, Wide a, Wide) { return a < 0 ? -a : a; }),
      makeOperation(
          "negate", 1, 0, [](auto a, auto) { return -a; },
          [](const Kind &, Wide a, Wide) { return -a; }),
      makeOperation(
          "sign", 1, 0, [](auto a, auto) { return computeSign(a); },
          [](const Kind &, Wide a, Wide) { return Wide(a > 0) - Wide(a < 0); }),
      makeOperation("sqrt", 1, 0, [](auto a, auto) { return std::sqrt(a); }),
      makeOperation("exponential", 1, 1,
                    [](auto a, auto) { return std::exp(a); }),
      makeOperation("log", 1, 1, [](auto a, auto) { return std::log(a); }),
      makeOperation("log_plus_one", 1, 1,
                    [](auto a, auto) { return std::log1p(a); }),
      makeOperation("rsqrt", 1, 1,
                    [](auto a, auto) { return 1 / std::sqrt(a); }),
  };
}

/// @f of one operation on kCount elements.
std::string makeFunction(const Operation &operation, const Kind &kind,
                         size_t index) {
  std::string type = "tensor<" + std::to_string(kCount) + "x" + kind.name + ">";
  std::string arguments = "%a: " + type, operands = "%a";
  if (operation.operands == 2) {
    arguments += ", %b: " + type;
    operands += ", %b";
  }
  return "func.func @f" + std::to_string(index) + "(" + arguments + ") -> " +
         type + " {\n  %0 = stablehlo." + operation.name + " " + operands +
         " : " + type + "\n  func.return %0 : " + type + "\n}\n";
}

/// The same number with the same sign, both NaN, or within the tolerance.
bool isClose(const Kind &kind, long double actual, long double expected,
             int tolerance) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  if (actual == expected)
    return std::signbit(actual) == std::signbit(expected) ||
           (tolerance > 0 && actual != 0);
  if (tolerance == 0)
    return false;
  if (std::isinf(actual) || std::isinf(expected)) {
    long double largest = std::ldexp(
        2.0L - std::ldexp(1.0L, 1 - kind.precision), getMaxExponent(kind));
    return std::min(std::fabs(actual), std::fabs(expected)) == largest &&
           std::signbit(actual) == std::signbit(expected);
  }
  int exponent =
      std::max(std::ilogb(expected == 0 ? actual : expected), kind.minExponent);
  return std::fabs(actual - expected) <=
         tolerance * std::ldexp(1.0L, exponent - kind.precision + 1);
}

/// Exact operations on f64 are rounded once by the processor, all others by
/// `roundTo`.
long double computeExpected(const Operation &operation, const Kind &kind,
                            long double a, long double b) {
  if (kind.bytes == 8 && operation.tolerance == 0)
    return operation.onDoubles(static_cast<double>(a), static_cast<double>(b));
  return roundTo(kind, operation.onFloats(a, b));
}

class Arithmetic : public ::testing::Test {
protected:
  void SetUp() override {
    seed = std::random_device()();
    random.seed(seed);
  }
  uint64_t seed = 0;
  std::mt19937_64 random;
};

TEST_F(Arithmetic, Floats) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<std::pair<Operation, Kind>> cases;
  std::string text;
  for (const Operation &operation : getOperations())
    for (const Kind &kind : kFloats)
      if (operation.onFloats) {
        text += makeFunction(operation, kind, cases.size());
        cases.push_back({operation, kind});
      }
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  for (size_t index = 0; index < cases.size(); ++index) {
    const auto &[operation, kind] = cases[index];
    std::vector<Bytes> inputs;
    for (int i = 0; i < operation.operands; ++i)
      inputs.push_back(makeElements(kind, kCount, random));
    Bytes result = module.run(index, inputs, {kCount * kind.bytes}).front();
    for (size_t i = 0; i < kCount; ++i) {
      long double a = readFloat(kind, inputs.front(), i);
      long double b = readFloat(kind, inputs.back(), i);
      long double expected = computeExpected(operation, kind, a, b);
      long double actual = readFloat(kind, result, i);
      // To the C library a signaling NaN is an error where another is not.
      if (operation.name == "power" && std::isnan(actual) &&
          ((std::isnan(a) && b == 0) || (a == 1 && std::isnan(b))))
        continue;
      ASSERT_TRUE(isClose(kind, actual, expected, operation.tolerance))
          << operation.name << " of " << kind.name << ": " << a << ", " << b
          << " gave " << actual << ", expected " << expected;
    }
  }
}

TEST_F(Arithmetic, Integers) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<std::pair<Operation, Kind>> cases;
  std::string text;
  for (const Operation &operation : getOperations())
    for (const Kind &kind : kIntegers)
      if (operation.onIntegers) {
        text += makeFunction(operation, kind, cases.size());
        cases.push_back({operation, kind});
      }
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  for (size_t index = 0; index < cases.size(); ++index) {
    const auto &[operation, kind] = cases[index];
    std::vector<Bytes> inputs;
    for (int i = 0; i < operation.operands; ++i)
      inputs.push_back(makeElements(kind, kCount, random));
    if (operation.name == "power") {
      inputs[1].clear();
      for (size_t i = 0; i < kCount; ++i)
        appendBits(kind, inputs[1],
                   random() % 90 - (kind.isSigned ? uint64_t(8) : 0));
    }
    Bytes result = module.run(index, inputs, {kCount * kind.bytes}).front();
    for (size_t i = 0; i < kCount; ++i) {
      Wide a = readInteger(kind, inputs.front(), i);
      Wide b = readInteger(kind, inputs.back(), i);
      ASSERT_EQ(
          static_cast<int64_t>(readInteger(kind, result, i)),
          static_cast<int64_t>(cut(kind, operation.onIntegers(kind, a, b))))
          << operation.name << " of " << kind.name << ": "
          << static_cast<int64_t>(a) << ", " << static_cast<int64_t>(b);
    }
  }
}

TEST_F(Arithmetic, LargeExponents) {
  NativeModule module(R"(
    func.func @f(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<4xi64> {
      %0 = stablehlo.power %a, %b : tensor<4xi64>
      func.return %0 : tensor<4xi64>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  auto result = module.run(
      0,
      {toBytes<int64_t>({-1, -1, 1, 3}),
       toBytes<int64_t>({INT64_MAX, INT64_MIN, INT64_MIN, INT64_MIN})},
      {32});
  EXPECT_EQ(fromBytes<int64_t>(result[0]), (std::vector<int64_t>{-1, 1, 1, 0}));
}

TEST_F(Arithmetic, TruthValues) {
  std::string text;
  const char *names[] = {"add", "multiply", "and", "maximum", "minimum"};
  for (const char *name : names)
    text += std::string("func.func @") + name +
            "(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {\n  %0 = "
            "stablehlo." +
            name +
            " %a, %b : tensor<4xi1>\n  func.return %0 : "
            "tensor<4xi1>\n}\n";
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  // Any byte but 0 is true.
  Bytes a = {0, 0, 1, 2}, b = {0, 1, 0, 4};
  Bytes either = {0, 1, 1, 1}, both = {0, 0, 0, 1};
  for (size_t i = 0; i < 5; ++i)
    EXPECT_EQ(module.run(i, {a, b}, {4}).front(),
              i == 0 || i == 3 ? either : both)
        << names[i];
}

} // namespace
} // namespace sc
