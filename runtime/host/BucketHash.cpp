//===-- BucketHash.cpp - minibatching's bucket of a column ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One word in each 64-bit lane; the state's 16 words are 16 vectors. The
// algorithm is that of github.com/google/highwayhash, for inputs of 4 bytes.

#include "runtime/host/BucketHash.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/host/BucketHash.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::host::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D64 = hn::ScalableTag<uint64_t>;
using V64 = hn::Vec<D64>;

// Zipping an even and an odd word takes bytes 4, 6 and 7 of one and the others
// of the other for each of the two results, so words are blended first and
// shuffled then.
constexpr uint64_t kBlend = 0xffff00ff00000000;
alignas(16) constexpr uint8_t kLowBytes[16] = {3,  4,  2,  5,  6,  1, 7,  0,
                                               11, 12, 10, 13, 14, 9, 15, 8};
alignas(16) constexpr uint8_t kHighBytes[16] = {3,  4,  2,  5,  1, 6,  0, 7,
                                                11, 12, 10, 13, 9, 14, 8, 15};

constexpr uint64_t kInit0[4] = {0xdbe6d5d5fe4cce2f, 0xa4093822299f31d0,
                                0x13198a2e03707344, 0x243f6a8885a308d3};
constexpr uint64_t kInit1[4] = {0x3bd39e10cb0ef593, 0xc0acf169b5f18a8c,
                                0xbe5466cf34e90c6c, 0x452821e638d01377};

static HWY_INLINE V64 swapHalves(V64 value) {
  return hn::RotateRight<32>(value);
}

#if HWY_TARGET == HWY_SCALAR

// The product of the low half of `a` and the high half of `b`.
static HWY_INLINE V64 multiplyLowHigh(V64 a, V64 b) {
  uint64_t low = hn::GetLane(a) & 0xffffffff;
  return hn::Set(D64(), low * (hn::GetLane(b) >> 32));
}

static HWY_INLINE V64 shuffleBytes(V64 value, const uint8_t *from) {
  uint64_t result = 0;
  for (int i = 0; i < 8; ++i)
    result |= (hn::GetLane(value) >> (8 * from[i]) & 0xff) << (8 * i);
  return hn::Set(D64(), result);
}

// The bytes of `yes` where those of `mask` are set. Highway's own blend takes
// whole lanes here.
static HWY_INLINE V64 blendBytes(V64 mask, V64 yes, V64 no) {
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
}

#else

// The product of the low half of `a` and the high half of `b`.
static HWY_INLINE V64 multiplyLowHigh(V64 a, V64 b) {
  const hn::Repartition<uint32_t, D64> d32;
  return hn::MulEven(hn::BitCast(d32, a),
                     hn::BitCast(d32, hn::ShiftRight<32>(b)));
}

static HWY_INLINE V64 shuffleBytes(V64 value, const uint8_t *from) {
  const hn::Repartition<uint8_t, D64> d8;
  return hn::BitCast(D64(), hn::TableLookupBytes(hn::BitCast(d8, value),
                                                 hn::LoadDup128(d8, from)));
}

// The bytes of `yes` where those of `mask` are set.
static HWY_INLINE V64 blendBytes(V64 mask, V64 yes, V64 no) {
  return hn::IfVecThenElse(mask, yes, no);
}

#endif

static HWY_INLINE void zipperAdd(V64 odd, V64 even, V64 &high, V64 &low) {
  const V64 mask = hn::Set(D64(), kBlend);
  low = hn::Add(low, shuffleBytes(blendBytes(mask, odd, even), kLowBytes));
  high = hn::Add(high, shuffleBytes(blendBytes(mask, even, odd), kHighBytes));
}

struct HashState {
  V64 v00, v01, v02, v03, v10, v11, v12, v13;
  V64 m00, m01, m02, m03, m10, m11, m12, m13;
};

static HWY_INLINE void updateLane(V64 &v0, V64 &v1, V64 &mul0, V64 &mul1,
                                  V64 packet) {
  v1 = hn::Add(v1, hn::Add(mul0, packet));
  mul0 = hn::Xor(mul0, multiplyLowHigh(v1, v0));
  v0 = hn::Add(v0, mul1);
  mul1 = hn::Xor(mul1, multiplyLowHigh(v0, v1));
}

static HWY_INLINE void update(HashState &s, V64 p0, V64 p1, V64 p2, V64 p3) {
  updateLane(s.v00, s.v10, s.m00, s.m10, p0);
  updateLane(s.v01, s.v11, s.m01, s.m11, p1);
  updateLane(s.v02, s.v12, s.m02, s.m12, p2);
  updateLane(s.v03, s.v13, s.m03, s.m13, p3);
  zipperAdd(s.v11, s.v10, s.v01, s.v00);
  zipperAdd(s.v13, s.v12, s.v03, s.v02);
  zipperAdd(s.v01, s.v00, s.v11, s.v10);
  zipperAdd(s.v03, s.v02, s.v13, s.v12);
}

static uint64_t rotateHalves(uint64_t value, int count) {
  auto rotate = [count](uint32_t half) {
    return uint64_t((half << count) | (half >> (32 - count)));
  };
  return rotate(uint32_t(value)) | (rotate(uint32_t(value >> 32)) << 32);
}

// The state after the key and the length, 4, of the input.
static HashState makeState(const HashKey &key) {
  const D64 d;
  uint64_t v0[4], v1[4];
  for (int i = 0; i < 4; ++i) {
    v0[i] = (kInit0[i] ^ key[i]) + 0x0000000400000004;
    uint64_t swapped = (key[i] >> 32) | (key[i] << 32);
    v1[i] = rotateHalves(kInit1[i] ^ swapped, 4);
  }
  auto set = [&](uint64_t value) { return hn::Set(d, value); };
  return {set(v0[0]),     set(v0[1]),     set(v0[2]),     set(v0[3]),
          set(v1[0]),     set(v1[1]),     set(v1[2]),     set(v1[3]),
          set(kInit0[0]), set(kInit0[1]), set(kInit0[2]), set(kInit0[3]),
          set(kInit1[0]), set(kInit1[1]), set(kInit1[2]), set(kInit1[3])};
}

// What the first update does to any word: all of lanes 1 to 3, and half of the
// mixing between lanes.
static void updateConstantLanes(HashState &s) {
  const V64 zero = hn::Zero(D64());
  updateLane(s.v01, s.v11, s.m01, s.m11, zero);
  updateLane(s.v02, s.v12, s.m02, s.m12, zero);
  updateLane(s.v03, s.v13, s.m03, s.m13, zero);
  zipperAdd(s.v13, s.v12, s.v03, s.v02);
  zipperAdd(s.v03, s.v02, s.v13, s.v12);
}

static HWY_INLINE void updateWordLane(HashState &s, V64 words) {
  updateLane(s.v00, s.v10, s.m00, s.m10, words);
  zipperAdd(s.v11, s.v10, s.v01, s.v00);
  zipperAdd(s.v01, s.v00, s.v11, s.v10);
}

static HWY_INLINE void permuteAndUpdate(HashState &s) {
  update(s, swapHalves(s.v02), swapHalves(s.v03), swapHalves(s.v00),
         swapHalves(s.v01));
}

// `s` is the state after updateConstantLanes.
static HWY_INLINE V64 hashVector(HashState s, V64 words) {
  updateWordLane(s, words);
  permuteAndUpdate(s);
  permuteAndUpdate(s);
  permuteAndUpdate(s);
  // Half of the last is not used, which the compiler sees.
  permuteAndUpdate(s);
  return hn::Add(hn::Add(s.v00, s.v10), hn::Add(s.m00, s.m10));
}

static void hashImpl(const HashKey &key, const uint32_t *words,
                     uint64_t *hashes, size_t count) {
  const D64 d;
  const hn::Rebind<uint32_t, D64> d32;
  const size_t lanes = hn::Lanes(d);
  HashState state = makeState(key);
  updateConstantLanes(state);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    V64 loaded = hn::PromoteTo(d, hn::LoadU(d32, words + i));
    hn::StoreU(hashVector(state, loaded), d, hashes + i);
  }
  if (i == count)
    return;
  HWY_ALIGN uint32_t lastWords[hn::MaxLanes(D64())] = {};
  HWY_ALIGN uint64_t lastHashes[hn::MaxLanes(D64())];
  std::copy(words + i, words + count, lastWords);
  V64 loaded = hn::PromoteTo(d, hn::LoadU(d32, lastWords));
  hn::StoreU(hashVector(state, loaded), d, lastHashes);
  std::copy(lastHashes, lastHashes + (count - i), hashes + i);
}

} // namespace sc::host::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::host {

HWY_EXPORT(hashImpl);

void hashWords(const HashKey &key, std::span<const uint32_t> words,
               std::span<uint64_t> hashes) {
  HWY_DYNAMIC_DISPATCH(hashImpl)
  (key, words.data(), hashes.data(), words.size());
}

} // namespace sc::host
#endif // HWY_ONCE
