//===-- Snap.cpp - words rounded to buckets -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulated quantization. Every step rounds to f32.

#include "runtime/kernels/RowKernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Snap.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
static HWY_INLINE void snapVector(D d, float *words, const SnapRange &range) {
  const auto low = hn::Set(d, range.low), high = hn::Set(d, range.high);
  const auto step = hn::Set(d, range.step), half = hn::Set(d, 0.5f);
  const auto word = hn::LoadU(d, words);
  // NaN is neither below nor above.
  const auto raised = hn::IfThenElse(hn::Lt(word, low), low, word);
  const auto clipped = hn::IfThenElse(hn::Gt(raised, high), high, raised);
  const auto place = hn::Div(hn::Sub(clipped, low), step);
  const auto bucket = hn::Floor(hn::Add(place, half));
  hn::StoreU(hn::Add(hn::Mul(bucket, step), low), d, words);
}

static void snapWordsImpl(float *words, int64_t count, const SnapRange &range) {
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    snapVector(d, words + i, range);
  for (; i < count; ++i)
    snapVector(one, words + i, range);
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(snapWordsImpl);

void snapWords(float *words, int64_t count, const SnapRange &range) {
  HWY_DYNAMIC_DISPATCH(snapWordsImpl)(words, count, range);
}

} // namespace sc::kernels
#endif // HWY_ONCE
