// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differences of two arrays.

#include "runtime/support/Compare.h"

#include "gtest/gtest.h"

#include <limits>

namespace sc::runtime {
namespace {

using format::ElementType;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename T>
Comparison compare(ElementType type, std::vector<T> actual,
                   std::vector<T> expected, double tolerance) {
  return *compareArrays(type, std::as_bytes(std::span(actual)),
                        std::as_bytes(std::span(expected)), tolerance);
}

Comparison compareFloats(std::vector<float> actual, std::vector<float> expected,
                         double tolerance) {
  return compare(ElementType::F32, actual, expected, tolerance);
}

TEST(CompareTest, WorstElement) {
  Comparison result = compareFloats({1, 2, 103, 4}, {1, 2.5, 100, 4}, 0.1);
  EXPECT_EQ(result.maxAbsolute, 3);
  EXPECT_DOUBLE_EQ(result.maxRelative, 0.5 / 3.5);
  EXPECT_EQ(result.worst, 1);
  EXPECT_EQ(result.mismatches, 1);
  EXPECT_EQ(result.count, 4);
}

TEST(CompareTest, TheBoundIsPartOfIt) {
  EXPECT_EQ(compareFloats({1.5}, {1}, 0.25).mismatches, 0);
  EXPECT_EQ(compareFloats({1.5}, {1}, 0.2499).mismatches, 1);
  EXPECT_EQ(compareFloats({1}, {1}, 0).mismatches, 0);
  EXPECT_EQ(compareFloats({0.f}, {-0.f}, 0).mismatches, 0);
}

TEST(CompareTest, NansAndInfinities) {
  EXPECT_EQ(
      compareFloats({kNan, kInf, -kInf}, {kNan, kInf, -kInf}, 0).mismatches, 0);
  for (auto [actual, expected] : {std::pair{kNan, 1.f},
                                  {1.f, kNan},
                                  {kInf, 1.f},
                                  {1.f, kInf},
                                  {kInf, -kInf},
                                  {kNan, kInf}}) {
    Comparison result = compareFloats({actual}, {expected}, 1e30);
    EXPECT_EQ(result.mismatches, 1) << actual << " " << expected;
    EXPECT_EQ(result.maxRelative, kInfinity);
    EXPECT_EQ(result.maxAbsolute, kInfinity);
  }
}

TEST(CompareTest, LargeDoubles) {
  Comparison result = compare<double>(ElementType::F64, {1e308}, {-1e308}, 1);
  EXPECT_EQ(result.mismatches, 1);
}

TEST(CompareTest, IntegersAreExact) {
  Comparison result =
      compare<int64_t>(ElementType::I64, {(1ll << 60) + 1}, {1ll << 60}, 0);
  EXPECT_EQ(result.mismatches, 1);
  EXPECT_EQ(result.maxAbsolute, 1);
  result = compare<int64_t>(ElementType::I64, {INT64_MAX}, {INT64_MIN}, 1);
  EXPECT_EQ(result.mismatches, 1);
  EXPECT_EQ(result.maxAbsolute, 18446744073709551616.0);
  result = compare<uint64_t>(ElementType::U64, {UINT64_MAX}, {UINT64_MAX}, 0);
  EXPECT_EQ(result.mismatches, 0);
  EXPECT_EQ(compare<int32_t>(ElementType::I32, {-5}, {5}, 0).maxAbsolute, 10);
  EXPECT_EQ(compare<int8_t>(ElementType::I8, {-128}, {127}, 0).maxAbsolute,
            255);
  EXPECT_EQ(compare<uint8_t>(ElementType::U8, {255}, {0}, 0).maxAbsolute, 255);
  EXPECT_EQ(
      compare<uint32_t>(ElementType::U32, {0}, {UINT32_MAX}, 0).maxAbsolute,
      UINT32_MAX);
  EXPECT_EQ(compare<uint8_t>(ElementType::I1, {1}, {0}, 0).mismatches, 1);
}

TEST(CompareTest, HalfFloats) {
  // 1, -2, the smallest subnormal, infinity, NaN.
  std::vector<uint16_t> values = {0x3C00, 0xC000, 0x0001, 0x7C00, 0x7E00};
  EXPECT_EQ(compare(ElementType::F16, values, values, 0).mismatches, 0);
  EXPECT_EQ(
      compare<uint16_t>(ElementType::F16, {0x3C00}, {0xC000}, 0).maxAbsolute,
      3);
  EXPECT_EQ(compare<uint16_t>(ElementType::F16, {0x0001}, {0}, 0).maxAbsolute,
            0x1p-24);
  EXPECT_EQ(
      compare<uint16_t>(ElementType::F16, {0x7E00}, {0x7C00}, 1).mismatches, 1);
  EXPECT_EQ(
      compare<uint16_t>(ElementType::BF16, {0x3F80}, {0x4000}, 0).maxAbsolute,
      1);
}

/// |value - 0|, or infinity of what is no number.
static double getMagnitude(ElementType type, uint8_t bits) {
  return compare<uint8_t>(type, {bits}, {0}, 0).maxAbsolute;
}

TEST(CompareTest, Fp8) {
  ElementType e4m3 = ElementType::F8E4M3FN, e5m2 = ElementType::F8E5M2;
  // 1, the smallest subnormal, the smallest normal and the largest number.
  EXPECT_EQ(getMagnitude(e4m3, 0x38), 1);
  EXPECT_EQ(getMagnitude(e4m3, 0x01), 0x1p-9);
  EXPECT_EQ(getMagnitude(e4m3, 0x08), 0x1p-6);
  EXPECT_EQ(getMagnitude(e4m3, 0x7E), 448);
  EXPECT_EQ(getMagnitude(e5m2, 0x3C), 1);
  EXPECT_EQ(getMagnitude(e5m2, 0x01), 0x1p-16);
  EXPECT_EQ(getMagnitude(e5m2, 0x04), 0x1p-14);
  EXPECT_EQ(getMagnitude(e5m2, 0x7B), 57344);
  EXPECT_EQ(compare<uint8_t>(e4m3, {0xB8}, {0x38}, 0).maxAbsolute, 2);
  // 0 and -0 are equal; NaN equals NaN, an infinity itself.
  EXPECT_EQ(compare<uint8_t>(e5m2, {0x80}, {0}, 0).mismatches, 0);
  EXPECT_EQ(compare<uint8_t>(e4m3, {0x7F}, {0xFF}, 0).mismatches, 0);
  EXPECT_EQ(compare<uint8_t>(e4m3, {0x7F}, {0x7E}, 1).mismatches, 1);
  EXPECT_EQ(compare<uint8_t>(e5m2, {0x7C, 0xFC}, {0x7C, 0xFC}, 0).mismatches,
            0);
  EXPECT_EQ(compare<uint8_t>(e5m2, {0x7C, 0x7D, 0x7C}, {0xFC, 0x7C, 0x7B}, 1)
                .mismatches,
            3);
}

TEST(CompareTest, Sizes) {
  std::vector<std::byte> four(4), eight(8);
  EXPECT_EQ(compareArrays(ElementType::F32, four, eight, 0).status().message(),
            "arrays of 4 and 8 bytes cannot be compared");
  EXPECT_EQ(compareFloats({}, {}, 0).count, 0);
}

TEST(CompareTest, Places) {
  EXPECT_EQ(formatIndex(23, std::vector<int64_t>{4, 6}), "[3,5]");
  EXPECT_EQ(formatIndex(0, {}), "[]");
}

} // namespace
} // namespace sc::runtime
