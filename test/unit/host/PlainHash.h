//===-- PlainHash.h - HighwayHash64, one word at a time ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shares nothing with the library's hash but the key.

#ifndef SC_TEST_UNIT_HOST_PLAINHASH_H
#define SC_TEST_UNIT_HOST_PLAINHASH_H

#include "runtime/host/BucketHash.h"

#include <array>

namespace sc::test {

/// HighwayHash64 of four bytes, the lowest first.
class PlainHash {
public:
  explicit PlainHash(const host::HashKey &key) {
    constexpr uint64_t kInit0[4] = {0xdbe6d5d5fe4cce2f, 0xa4093822299f31d0,
                                    0x13198a2e03707344, 0x243f6a8885a308d3};
    constexpr uint64_t kInit1[4] = {0x3bd39e10cb0ef593, 0xc0acf169b5f18a8c,
                                    0xbe5466cf34e90c6c, 0x452821e638d01377};
    for (size_t i = 0; i < 4; ++i) {
      mul0[i] = kInit0[i];
      mul1[i] = kInit1[i];
      v0[i] = kInit0[i] ^ key[i];
      v1[i] = kInit1[i] ^ (key[i] >> 32 | key[i] << 32);
    }
  }

  uint64_t hash(uint32_t word) {
    for (size_t i = 0; i < 4; ++i) {
      v0[i] += 0x0000000400000004;
      v1[i] = rotateHalves(v1[i]);
    }
    update({word, 0, 0, 0});
    for (int round = 0; round < 4; ++round)
      update({swapHalves(v0[2]), swapHalves(v0[3]), swapHalves(v0[0]),
              swapHalves(v0[1])});
    return v0[0] + v1[0] + mul0[0] + mul1[0];
  }

private:
  using Lanes = std::array<uint64_t, 4>;

  static uint64_t swapHalves(uint64_t value) {
    return value >> 32 | value << 32;
  }
  // Each half by the length of the input, 4.
  static uint64_t rotateHalves(uint64_t value) {
    uint32_t low = static_cast<uint32_t>(value);
    uint32_t high = static_cast<uint32_t>(value >> 32);
    return uint64_t(high << 4 | high >> 28) << 32 | (low << 4 | low >> 28);
  }

  void update(const Lanes &packet) {
    for (size_t i = 0; i < 4; ++i) {
      v1[i] += packet[i] + mul0[i];
      mul0[i] ^= (v1[i] & 0xffffffff) * (v0[i] >> 32);
      v0[i] += mul1[i];
      mul1[i] ^= (v0[i] & 0xffffffff) * (v1[i] >> 32);
    }
    zipperAdd(v1[1], v1[0], v0[1], v0[0]);
    zipperAdd(v1[3], v1[2], v0[3], v0[2]);
    zipperAdd(v0[1], v0[0], v1[1], v1[0]);
    zipperAdd(v0[3], v0[2], v1[3], v1[2]);
  }

  static void zipperAdd(uint64_t odd, uint64_t even, uint64_t &high,
                        uint64_t &low) {
    auto byte = [](uint64_t value, int from, int to) {
      return (value >> (8 * from) & 0xff) << (8 * to);
    };
    low += byte(even, 3, 0) | byte(odd, 4, 1) | byte(even, 2, 2) |
           byte(even, 5, 3) | byte(odd, 6, 4) | byte(even, 1, 5) |
           byte(odd, 7, 6) | byte(even, 0, 7);
    high += byte(odd, 3, 0) | byte(even, 4, 1) | byte(odd, 2, 2) |
            byte(odd, 5, 3) | byte(odd, 1, 4) | byte(even, 6, 5) |
            byte(odd, 0, 6) | byte(even, 7, 7);
  }

  Lanes v0, v1, mul0, mul1;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_PLAINHASH_H
