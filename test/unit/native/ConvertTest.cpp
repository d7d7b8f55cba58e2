//===-- ConvertTest.cpp - conversions, comparisons, predicates ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From every type to every type, and every comparison, exactly.

#include "Reference.h"

#include "gtest/gtest.h"

namespace sc {
namespace {

constexpr size_t kCount = 501;

std::vector<Kind> getKinds() {
  std::vector<Kind> kinds = {kBool};
  kinds.insert(kinds.end(), std::begin(kIntegers), std::end(kIntegers));
  kinds.insert(kinds.end(), std::begin(kFloats), std::end(kFloats));
  return kinds;
}

std::string makeType(const std::string &element) {
  return "tensor<" + std::to_string(kCount) + "x" + element + ">";
}

bool isBool(const Kind &kind) { return kind.name == std::string("i1"); }

Wide convertToInteger(const Kind &kind, long double value) {
  if (std::isnan(value))
    return 0;
  long double whole = std::trunc(value);
  if (whole <= static_cast<long double>(getLowest(kind)))
    return getLowest(kind);
  if (whole >= static_cast<long double>(getHighest(kind)))
    return getHighest(kind);
  return static_cast<Wide>(whole);
}

class Convert : public ::testing::Test {
protected:
  void SetUp() override {
    seed = std::random_device()();
    random.seed(seed);
  }
  /// A number of the source as one of the target.
  void check(const Kind &from, const Kind &to, const Bytes &input,
             const Bytes &output, size_t i) {
    std::string trace = std::string(from.name) + " to " + to.name + ", bits " +
                        std::to_string(readBits(from, input, i));
    bool isTrue = readBits(from, input, i) != 0;
    long double number =
        from.isFloat   ? readFloat(from, input, i)
        : isBool(from) ? static_cast<long double>(isTrue)
                       : static_cast<long double>(readInteger(from, input, i));
    if (isBool(to)) {
      ASSERT_EQ(output[i], number != 0) << trace;
    } else if (to.isFloat) {
      long double expected = roundTo(to, number);
      long double actual = readFloat(to, output, i);
      ASSERT_TRUE(std::isnan(expected)
                      ? std::isnan(actual)
                      : actual == expected &&
                            std::signbit(actual) == std::signbit(expected))
          << trace << ": got " << actual << ", expected " << expected;
    } else {
      Wide expected = from.isFloat   ? convertToInteger(to, number)
                      : isBool(from) ? Wide(isTrue)
                                     : cut(to, readInteger(from, input, i));
      ASSERT_EQ(static_cast<int64_t>(readInteger(to, output, i)),
                static_cast<int64_t>(expected))
          << trace;
    }
  }
  uint64_t seed = 0;
  std::mt19937_64 random;
};

TEST_F(Convert, EveryTypeToEveryType) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::string text;
  size_t index = 0;
  for (const Kind &from : getKinds())
    for (const Kind &to : getKinds())
      text += "func.func @f" + std::to_string(index++) +
              "(%a: " + makeType(from.name) + ") -> " + makeType(to.name) +
              " {\n  %0 = stablehlo.convert %a : (" + makeType(from.name) +
              ") -> " + makeType(to.name) +
              "\n  func.return %0 : " + makeType(to.name) + "\n}\n";
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  index = 0;
  for (const Kind &from : getKinds())
    for (const Kind &to : getKinds()) {
      Bytes input = makeElements(from, kCount, random);
      Bytes output = module.run(index++, {input}, {kCount * to.bytes}).front();
      for (size_t i = 0; i < kCount; ++i)
        ASSERT_NO_FATAL_FAILURE(check(from, to, input, output, i));
    }
}

/// Halfway between two results, and just beside: a conversion that rounds
/// twice fails here.
TEST_F(Convert, RoundsOnce) {
  NativeModule module(R"(
    func.func @wide(%a: tensor<3xf64>) -> (tensor<3xbf16>, tensor<3xf16>) {
      %0 = stablehlo.convert %a : (tensor<3xf64>) -> tensor<3xbf16>
      %1 = stablehlo.convert %a : (tensor<3xf64>) -> tensor<3xf16>
      func.return %0, %1 : tensor<3xbf16>, tensor<3xf16>
    }
    func.func @long(%a: tensor<3xi64>) -> tensor<3xbf16> {
      %0 = stablehlo.convert %a : (tensor<3xi64>) -> tensor<3xbf16>
      func.return %0 : tensor<3xbf16>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  double tie = 1 + std::ldexp(1.0, -8), small = std::ldexp(1.0, -40);
  double tie16 = 1 + std::ldexp(1.0, -11);
  auto wide = module.run(
      0, {toBytes<double>({tie, tie + small, tie16 + small})}, {6, 6});
  EXPECT_EQ(fromBytes<uint16_t>(wide[0]),
            (std::vector<uint16_t>{0x3F80, 0x3F81, 0x3F80}));
  EXPECT_EQ(fromBytes<uint16_t>(wide[1]),
            (std::vector<uint16_t>{0x3C04, 0x3C04, 0x3C01}));
  int64_t tie64 = (int64_t(1) << 62) + (int64_t(1) << 54);
  auto longs =
      module.run(1, {toBytes<int64_t>({tie64, tie64 + 1, -tie64 - 1})}, {6});
  EXPECT_EQ(fromBytes<uint16_t>(longs[0]),
            (std::vector<uint16_t>{0x5E80, 0x5E81, 0xDE81}));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

template <typename T>
bool compare(const std::string &direction, const T &a, const T &b) {
  if (direction == "EQ")
    return a == b;
  if (direction == "NE")
    return a != b;
  if (direction == "GE")
    return a >= b;
  if (direction == "GT")
    return a > b;
  return direction == "LE" ? a <= b : a < b;
}

/// Sign and magnitude as one integer.
Wide makeOrderKey(const Kind &kind, uint64_t bits) {
  Wide top = Wide(1) << (8 * kind.bytes - 1);
  Wide magnitude = Wide(bits) % top;
  return Wide(bits) >= top ? -magnitude - 1 : magnitude;
}

TEST_F(Convert, Comparisons) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const char *directions[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  struct Case {
    Kind kind;
    std::string direction;
    std::string type;
  };
  std::vector<Case> cases;
  for (const Kind &kind : getKinds())
    for (const char *direction : directions) {
      cases.push_back({kind, direction, ""});
      cases.push_back({kind, direction,
                       kind.isFloat    ? "TOTALORDER"
                       : kind.isSigned ? "SIGNED"
                                       : "UNSIGNED"});
    }
  std::string text;
  for (size_t i = 0; i < cases.size(); ++i) {
    std::string type = makeType(cases[i].kind.name);
    text += "func.func @f" + std::to_string(i) + "(%a: " + type +
            ", %b: " + type + ") -> " + makeType("i1") +
            " {\n  %0 = stablehlo.compare " + cases[i].direction + ", %a, %b" +
            (cases[i].type.empty() ? "" : ", " + cases[i].type) + " : (" +
            type + ", " + type + ") -> " + makeType("i1") +
            "\n  func.return %0 : " + makeType("i1") + "\n}\n";
  }
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  for (size_t index = 0; index < cases.size(); ++index) {
    const auto &[kind, direction, type] = cases[index];
    Bytes a = makeElements(kind, kCount, random);
    Bytes b = makeElements(kind, kCount, random);
    for (size_t i = 0; i < kCount * kind.bytes / 4; ++i)
      b[i] = a[i]; // some are equal
    Bytes result = module.run(index, {a, b}, {kCount}).front();
    for (size_t i = 0; i < kCount; ++i) {
      bool expected =
          type == "TOTALORDER"
              ? compare(direction, makeOrderKey(kind, readBits(kind, a, i)),
                        makeOrderKey(kind, readBits(kind, b, i)))
          : kind.isFloat
              ? compare(direction, readFloat(kind, a, i), readFloat(kind, b, i))
          : isBool(kind) ? compare(direction, a[i] != 0, b[i] != 0)
                         : compare(direction, readInteger(kind, a, i),
                                   readInteger(kind, b, i));
      ASSERT_EQ(result[i], expected)
          << kind.name << " " << direction << " " << type << ": "
          << readBits(kind, a, i) << ", " << readBits(kind, b, i);
    }
  }
}

TEST_F(Convert, IsFinite) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::string text;
  for (const Kind &kind : kFloats)
    text += "func.func @" + std::string(kind.name) +
            "(%a: " + makeType(kind.name) + ") -> " + makeType("i1") +
            " {\n  %0 = stablehlo.is_finite %a : (" + makeType(kind.name) +
            ") -> " + makeType("i1") +
            "\n  func.return %0 : " + makeType("i1") + "\n}\n";
  NativeModule module(text);
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  size_t index = 0;
  for (const Kind &kind : kFloats) {
    Bytes input = makeElements(kind, kCount, random);
    Bytes result = module.run(index++, {input}, {kCount}).front();
    for (size_t i = 0; i < kCount; ++i)
      ASSERT_EQ(result[i], std::isfinite(readFloat(kind, input, i)))
          << kind.name << " " << readBits(kind, input, i);
  }
}

} // namespace
} // namespace sc
