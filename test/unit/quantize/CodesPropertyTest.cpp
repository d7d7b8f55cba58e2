//===-- CodesPropertyTest.cpp - codes as APFloat makes them ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's own float types are the oracle, wherever they round to a finite value:
// beyond they do not saturate.

#include "runtime/format/FloatCodes.h"
#include "test/property/Random.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>

namespace sc::test {
namespace {

using namespace format;
using llvm::APFloat;
using llvm::APInt;

/// A code and its library's counterpart.
struct E4M3 {
  static constexpr unsigned kBits = 8;
  static constexpr uint32_t kLargest = 0x7E;
  static const llvm::fltSemantics &getSemantics() {
    return APFloat::Float8E4M3FN();
  }
  static uint32_t encode(float value) { return encodeFp8<kE4M3>(value); }
  static float decode(uint32_t code) { return kFp8Values<kE4M3>[code]; }
};

struct E5M2 {
  static constexpr unsigned kBits = 8;
  static constexpr uint32_t kLargest = 0x7B;
  static const llvm::fltSemantics &getSemantics() {
    return APFloat::Float8E5M2();
  }
  static uint32_t encode(float value) { return encodeFp8<kE5M2>(value); }
  static float decode(uint32_t code) { return kFp8Values<kE5M2>[code]; }
};

struct Bf16 {
  static constexpr unsigned kBits = 16;
  static constexpr uint32_t kLargest = 0x7F80; // infinity
  static const llvm::fltSemantics &getSemantics() { return APFloat::BFloat(); }
  static uint32_t encode(float value) { return encodeBf16(value); }
  static float decode(uint32_t code) {
    return decodeBf16(static_cast<uint16_t>(code));
  }
};

template <typename Code> class CodesProperty : public testing::Test {};
using AllCodes = testing::Types<E4M3, E5M2, Bf16>;
TYPED_TEST_SUITE(CodesProperty, AllCodes);

static uint32_t getBits(float value) { return std::bit_cast<uint32_t>(value); }

static APFloat convert(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// Of any float but NaN.
template <typename Code> static uint32_t encodeByLibrary(float value) {
  APFloat given(APFloat::IEEEsingle(), APInt(32, getBits(value)));
  APFloat code = convert(given, Code::getSemantics());
  if (!code.isFinite())
    return Code::kLargest | (std::signbit(value) ? 1u << (Code::kBits - 1) : 0);
  return static_cast<uint32_t>(code.bitcastToAPInt().getZExtValue());
}

template <typename Code> static void expectCode(float value) {
  if (std::isnan(value)) {
    ASSERT_TRUE(std::isnan(Code::decode(Code::encode(value))));
    return;
  }
  ASSERT_EQ(Code::encode(value), encodeByLibrary<Code>(value))
      << "bits " << std::hex << getBits(value);
}

template <typename Code> static void expectCodesAround(float value) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (float near : {std::nextafterf(value, -kInfinity), value,
                     std::nextafterf(value, kInfinity)}) {
    expectCode<Code>(near);
    expectCode<Code>(-near);
  }
}

TYPED_TEST(CodesProperty, EveryCodeDecodes) {
  for (uint32_t code = 0; code < 1u << TypeParam::kBits; ++code) {
    APFloat stored(TypeParam::getSemantics(), APInt(TypeParam::kBits, code));
    float value = TypeParam::decode(code);
    ASSERT_EQ(std::isnan(value), stored.isNaN()) << code;
    if (stored.isNaN())
      continue;
    APFloat expected = convert(stored, APFloat::IEEEsingle());
    ASSERT_EQ(getBits(value), expected.bitcastToAPInt().getZExtValue()) << code;
  }
}

TYPED_TEST(CodesProperty, EveryValueAndMiddleOfTwoEncodes) {
  for (uint32_t code = 0; code < 1u << (TypeParam::kBits - 1); ++code) {
    float value = TypeParam::decode(code);
    if (!std::isfinite(value))
      continue;
    ASSERT_EQ(TypeParam::encode(value), code);
    expectCodesAround<TypeParam>(value);
    float next = TypeParam::decode(code + 1);
    if (std::isfinite(next))
      expectCodesAround<TypeParam>(value + (next - value) / 2);
  }
}

TYPED_TEST(CodesProperty, BeyondTheLargest) {
  float largest = TypeParam::decode(TypeParam::kLargest);
  for (float value : {448.0f, 464.0f, 480.0f, 57344.0f, 61440.0f, 65536.0f,
                      std::bit_cast<float>(0x7F7F8000), largest,
                      std::numeric_limits<float>::infinity()})
    expectCodesAround<TypeParam>(value);
}

TYPED_TEST(CodesProperty, AnyBits) {
  forEachCase(64, [](Random &random) {
    for (int i = 0; i < 65536; ++i) {
      auto bits = static_cast<uint32_t>(random.between(0, 0xFFFFFFFF));
      expectCode<TypeParam>(std::bit_cast<float>(bits));
    }
  });
}

/// Exponents where FP8 has values, which few random bits have.
TYPED_TEST(CodesProperty, AnyBitsInReach) {
  forEachCase(16, [](Random &random) {
    for (int i = 0; i < 65536; ++i) {
      auto bits = static_cast<uint32_t>(random.between(108, 144)) << 23 |
                  static_cast<uint32_t>(random.between(0, 0x7FFFFF));
      expectCode<TypeParam>(std::bit_cast<float>(bits));
    }
  });
}

} // namespace
} // namespace sc::test
