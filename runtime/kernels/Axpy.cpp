//===-- Axpy.cpp - gain times row, added to a sample's row ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of a lookup. The order is the list's and each product is rounded
// before it is added, so that a plain loop gives the same bits.

#include "runtime/kernels/Kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Axpy.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
static HWY_INLINE void addVector(D d, hn::Vec<D> gain, const float *row,
                                 float *sum) {
  const auto product = hn::Mul(gain, hn::LoadU(d, row));
  hn::StoreU(hn::Add(hn::LoadU(d, sum), product), d, sum);
}

// kWords: the row size where it is known, 0 otherwise.
template <int64_t kWords>
static HWY_INLINE void addRow(float gain, const float *row, float *sum,
                              int64_t dynamicWords) {
  const int64_t words = kWords ? kWords : dynamicWords;
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 8> half;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  const int64_t halfLanes = hn::Lanes(half);
  const auto gains = hn::Set(d, gain);
  const auto halfGains = hn::Set(half, gain);
  int64_t i = 0;
  for (; i + lanes <= words; i += lanes)
    addVector(d, gains, row + i, sum + i);
  for (; i + halfLanes <= words; i += halfLanes)
    addVector(half, halfGains, row + i, sum + i);
  for (; i < words; ++i)
    addVector(one, hn::Set(one, gain), row + i, sum + i);
}

template <int64_t kWords>
static CheckedCount axpySized(float *accumulator, int64_t accumulatorRows,
                              const float *rows, const int32_t *samples,
                              const float *gains, int64_t count,
                              int64_t dynamicWords) {
  const int64_t words = kWords ? kWords : dynamicWords;
  const uint64_t limit = static_cast<uint64_t>(accumulatorRows);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t sample = samples[i];
    if (HWY_UNLIKELY(static_cast<uint64_t>(sample) >= limit))
      return {i, i, sample};
    addRow<kWords>(gains[i], rows + i * words, accumulator + sample * words,
                   words);
  }
  return {count, -1, 0};
}

static CheckedCount axpyIndexedImpl(float *accumulator, int64_t accumulatorRows,
                                    const float *rows, const int32_t *samples,
                                    const float *gains, int64_t count,
                                    int64_t words) {
  switch (words) {
  case 8:
    return axpySized<8>(accumulator, accumulatorRows, rows, samples, gains,
                        count, words);
  case 16:
    return axpySized<16>(accumulator, accumulatorRows, rows, samples, gains,
                         count, words);
  case 32:
    return axpySized<32>(accumulator, accumulatorRows, rows, samples, gains,
                         count, words);
  case 64:
    return axpySized<64>(accumulator, accumulatorRows, rows, samples, gains,
                         count, words);
  case 128:
    return axpySized<128>(accumulator, accumulatorRows, rows, samples, gains,
                          count, words);
  default:
    return axpySized<0>(accumulator, accumulatorRows, rows, samples, gains,
                        count, words);
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(axpyIndexedImpl);

CheckedCount axpyIndexed(float *accumulator, int64_t accumulatorRows,
                         const float *rows, const int32_t *samples,
                         const float *gains, int64_t count, int64_t words) {
  return HWY_DYNAMIC_DISPATCH(axpyIndexedImpl)(
      accumulator, accumulatorRows, rows, samples, gains, count, words);
}

} // namespace sc::kernels
#endif // HWY_ONCE
