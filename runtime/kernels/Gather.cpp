//===-- Gather.cpp - rows by an index list --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows come from memory that no cache holds, so the lines of later rows are
// requested while earlier ones are copied.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Gather.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {

static constexpr int64_t kLineBytes = 64;
/// Bytes in flight; the row distance follows from it.
static constexpr int64_t kPrefetchBytes = 4096;
static constexpr int64_t kMaxPrefetchRows = 64;
static constexpr int64_t kMinPrefetchRows = 4;

static void prefetchRow(const std::byte *row, int64_t rowBytes) {
  for (int64_t offset = 0; offset < rowBytes; offset += kLineBytes)
    __builtin_prefetch(row + offset, 0, 3);
}

// kRowBytes: the row size where it is known, 0 otherwise.
template <int64_t kRowBytes>
static CheckedCount gatherSized(const Rows &source, const Indices &list,
                                std::byte *destination, int64_t dynamicBytes) {
  const int32_t *indices = list.data;
  const int64_t count = list.count;
  const int64_t rowBytes = kRowBytes ? kRowBytes : dynamicBytes;
  const int64_t distance =
      std::clamp(kPrefetchBytes / std::max<int64_t>(rowBytes, 1),
                 kMinPrefetchRows, kMaxPrefetchRows);
  const uint64_t limit = static_cast<uint64_t>(source.rows);
  // An index outside the source is only found when its turn comes.
  auto prefetch = [&](int64_t i) {
    if (static_cast<uint64_t>(int64_t{indices[i]}) < limit)
      prefetchRow(source.data + indices[i] * source.stride, rowBytes);
  };
  for (int64_t i = 0; i < std::min(distance, count); ++i)
    prefetch(i);
  for (int64_t i = 0; i < count; ++i) {
    if (i + distance < list.readable)
      prefetch(i + distance);
    const int64_t index = indices[i];
    if (HWY_UNLIKELY(static_cast<uint64_t>(index) >= limit))
      return {i, i, index};
    std::memcpy(destination + i * rowBytes, source.data + index * source.stride,
                static_cast<size_t>(rowBytes));
  }
  return {count, -1, 0};
}

static CheckedCount gatherRowsImpl(const Rows &source, const Indices &indices,
                                   std::byte *destination, int64_t rowBytes) {
  switch (rowBytes) {
  case 32:
    return gatherSized<32>(source, indices, destination, rowBytes);
  case 64:
    return gatherSized<64>(source, indices, destination, rowBytes);
  case 128:
    return gatherSized<128>(source, indices, destination, rowBytes);
  case 256:
    return gatherSized<256>(source, indices, destination, rowBytes);
  case 512:
    return gatherSized<512>(source, indices, destination, rowBytes);
  default:
    return gatherSized<0>(source, indices, destination, rowBytes);
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(gatherRowsImpl);

CheckedCount gatherRows(const Rows &source, const Indices &indices,
                        std::byte *destination, int64_t rowBytes) {
  return HWY_DYNAMIC_DISPATCH(gatherRowsImpl)(source, indices, destination,
                                              rowBytes);
}

} // namespace sc::kernels
#endif // HWY_ONCE
