//===-- Runs.cpp - first ids of runs --------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compaction of the first id of every run of equal neighbours.

#include "runtime/kernels/Kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Runs.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Entry i + 1 starts a run where it differs from entry i. In place, what is
// written at or past an entry that is still to be read equals that entry.
static int64_t runsImpl(const int32_t *ids, int64_t count, int32_t *result,
                        int64_t capacity, Carry &carry) {
  if (count == 0)
    return 0;
  const hn::ScalableTag<int32_t> d;
  const int64_t lanes = hn::Lanes(d);
  int32_t previous = ids[0];
  int64_t written = 0;
  auto emit = [&](int32_t id) {
    if (written < capacity)
      result[written] = id;
    ++written;
  };
  const bool isContinued = carry.runs > 0 && previous == carry.lastId;
  carry.lastId = ids[count - 1];
  if (!isContinued)
    emit(previous);
  int64_t i = 0;
  for (; i + lanes < count && written + lanes <= capacity; i += lanes) {
    const auto current = hn::LoadU(d, ids + i);
    const auto next = hn::LoadU(d, ids + i + 1);
    const auto starts = hn::Ne(current, next);
    previous = ids[i + lanes];
    const int64_t kept = hn::CountTrue(d, starts);
    hn::BlendedStore(hn::Compress(next, starts), hn::FirstN(d, kept), d,
                     result + written);
    written += kept;
  }
  for (++i; i < count; ++i) {
    int32_t id = ids[i];
    if (id != previous)
      emit(id);
    previous = id;
  }
  carry.runs += static_cast<int32_t>(written);
  return written;
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(runsImpl);

int64_t runs(const int32_t *ids, int64_t count, int32_t *result,
             int64_t capacity, Carry &carry) {
  return HWY_DYNAMIC_DISPATCH(runsImpl)(ids, count, result, capacity, carry);
}

} // namespace sc::kernels
#endif // HWY_ONCE
