//===-- CodesTest.cpp - bf16 and FP8 codes by the rules -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edges where rules differ between libraries, by hand.

#include "runtime/format/FloatCodes.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace sc::quantize {
namespace {

using namespace format;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

static float makeFloat(uint32_t bits) { return std::bit_cast<float>(bits); }

static float nextUp(float value) { return std::nextafterf(value, kInfinity); }

static int encodeE4M3(float value) { return encodeFp8<kE4M3>(value); }

static int encodeE5M2(float value) { return encodeFp8<kE5M2>(value); }

TEST(Codes, E4M3Saturates) {
  EXPECT_EQ(encodeE4M3(448), 0x7E);
  EXPECT_EQ(encodeE4M3(464), 0x7E); // the middle of 448 and what NaN has
  for (float value : {nextUp(464), 479.0f, 480.0f, 481.0f, kMax, kInfinity}) {
    EXPECT_EQ(encodeE4M3(value), 0x7E) << value;
    EXPECT_EQ(encodeE4M3(-value), 0xFE) << value;
  }
}

TEST(Codes, E5M2Saturates) {
  EXPECT_EQ(encodeE5M2(57344), 0x7B);
  for (float value : {std::nextafterf(61440, 0), 61440.0f, nextUp(61440),
                      65536.0f, kMax, kInfinity}) {
    EXPECT_EQ(encodeE5M2(value), 0x7B) << value;
    EXPECT_EQ(encodeE5M2(-value), 0xFB) << value;
  }
}

TEST(Codes, TiesGoToEvenCodes) {
  EXPECT_EQ(encodeE4M3(1.0625f), 0x38); // between 1 and 1.125
  EXPECT_EQ(encodeE4M3(nextUp(1.0625f)), 0x39);
  EXPECT_EQ(encodeE4M3(1.1875f), 0x3A); // between 1.125 and 1.25
  EXPECT_EQ(encodeE5M2(1.125f), 0x3C);
  EXPECT_EQ(encodeE5M2(1.375f), 0x3E);
  EXPECT_EQ(encodeBf16(makeFloat(0x3F808000)), 0x3F80);
  EXPECT_EQ(encodeBf16(makeFloat(0x3F808001)), 0x3F81);
  EXPECT_EQ(encodeBf16(makeFloat(0x3F818000)), 0x3F82);
}

TEST(Codes, DenormalsStay) {
  EXPECT_EQ(encodeE4M3(0x1p-9f), 0x01);
  EXPECT_EQ(encodeE4M3(0x1p-10f), 0x00); // half of the least: even
  EXPECT_EQ(encodeE4M3(nextUp(0x1p-10f)), 0x01);
  EXPECT_EQ(encodeE4M3(0x1.8p-9f), 0x02);
  EXPECT_EQ(encodeE4M3(0x1.Fp-7f), 0x08); // the least normal value
  EXPECT_EQ(encodeE5M2(0x1p-16f), 0x01);
  EXPECT_EQ(encodeE5M2(0x1p-17f), 0x00);
  EXPECT_EQ(encodeE5M2(nextUp(0x1p-17f)), 0x01);
  EXPECT_EQ(encodeE5M2(0x1.Ep-15f), 0x04);
  EXPECT_EQ(encodeBf16(makeFloat(0x00010000)), 0x0001);
  EXPECT_EQ(encodeBf16(makeFloat(0x00008000)), 0x0000);
  EXPECT_EQ(encodeBf16(makeFloat(0x007FFFFF)), 0x0080);
}

TEST(Codes, ZerosKeepTheirSign) {
  for (float value : {-0.0f, -std::numeric_limits<float>::denorm_min()}) {
    EXPECT_EQ(encodeE4M3(value), 0x80);
    EXPECT_EQ(encodeE5M2(value), 0x80);
    EXPECT_EQ(encodeBf16(value), 0x8000);
  }
  EXPECT_EQ(std::bit_cast<uint32_t>(decodeFp8<kE4M3>(0x80)), kSignBit);
  EXPECT_EQ(std::bit_cast<uint32_t>(decodeFp8<kE5M2>(0x80)), kSignBit);
}

TEST(Codes, Bf16OverflowsToInfinity) {
  EXPECT_EQ(encodeBf16(makeFloat(0x7F7F7FFF)), 0x7F7F);
  EXPECT_EQ(encodeBf16(makeFloat(0x7F7F8000)), 0x7F80);
  EXPECT_EQ(encodeBf16(-kMax), 0xFF80);
  EXPECT_EQ(encodeBf16(kInfinity), 0x7F80);
  EXPECT_EQ(encodeBf16(-kInfinity), 0xFF80);
}

TEST(Codes, NaNStaysWithItsSign) {
  // Quiet, signaling, all bits, and payloads of lower and of upper bits.
  for (uint32_t bits : {0x7FC00000u, 0x7F800001u, 0x7FFFFFFFu, 0x7FC12345u,
                        0x7FA00000u, 0x7F80FFFFu}) {
    EXPECT_EQ(encodeE4M3(makeFloat(bits)), 0x7F);
    EXPECT_EQ(encodeE4M3(makeFloat(bits | kSignBit)), 0xFF);
    EXPECT_EQ(encodeE5M2(makeFloat(bits)), 0x7E);
    EXPECT_EQ(encodeE5M2(makeFloat(bits | kSignBit)), 0xFE);
    EXPECT_EQ(encodeBf16(makeFloat(bits)), bits >> 16 | 0x40);
    EXPECT_EQ(encodeBf16(makeFloat(bits | kSignBit)), bits >> 16 | 0x8040);
  }
}

TEST(Codes, CodesWithoutANumber) {
  auto getBits = [](float value) { return std::bit_cast<uint32_t>(value); };
  EXPECT_EQ(getBits(decodeFp8<kE4M3>(0x7F)), 0x7FC00000u);
  EXPECT_EQ(getBits(decodeFp8<kE4M3>(0xFF)), 0xFFC00000u);
  EXPECT_EQ(getBits(decodeFp8<kE5M2>(0x7C)), 0x7F800000u);
  EXPECT_EQ(getBits(decodeFp8<kE5M2>(0xFC)), 0xFF800000u);
  for (int code : {0x7D, 0x7E, 0x7F}) {
    EXPECT_EQ(getBits(decodeFp8<kE5M2>(static_cast<uint8_t>(code))),
              0x7FC00000u);
    EXPECT_EQ(getBits(decodeFp8<kE5M2>(static_cast<uint8_t>(code | 0x80))),
              0xFFC00000u);
  }
}

TEST(Codes, LargestValues) {
  EXPECT_EQ(kFp8Largest<kE4M3>, 448);
  EXPECT_EQ(kFp8Largest<kE5M2>, 57344);
}

} // namespace
} // namespace sc::quantize
