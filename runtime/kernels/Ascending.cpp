//===-- Ascending.cpp - lists that ascend ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of the order, and the search that relies on it.

#include "runtime/kernels/Kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Ascending.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static int64_t findDescentImpl(const int32_t *ids, int64_t count) {
  const hn::ScalableTag<int32_t> d;
  const int64_t lanes = hn::Lanes(d);
  int64_t i = 1;
  for (; i + lanes <= count; i += lanes)
    if (HWY_UNLIKELY(!hn::AllFalse(
            d, hn::Lt(hn::LoadU(d, ids + i), hn::LoadU(d, ids + i - 1)))))
      break;
  for (; i < count; ++i)
    if (ids[i] < ids[i - 1])
      return i;
  return -1;
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(findDescentImpl);

int64_t findDescent(const int32_t *ids, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(findDescentImpl)(ids, count);
}

int64_t computeLowerBound(const int32_t *ids, int64_t count, int64_t value) {
  int64_t begin = 0;
  while (count > 0) {
    const int64_t half = count / 2;
    const bool isLess = ids[begin + half] < value;
    begin += isLess ? half + 1 : 0;
    count = isLess ? count - half - 1 : half;
  }
  return begin;
}

} // namespace sc::kernels
#endif // HWY_ONCE
