//===-- IndexedRows.cpp - rows by an index list ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The indexed rows are in memory that no cache holds, so the lines of later
// ones are requested while earlier ones are copied.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/IndexedRows.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {

static constexpr int64_t kLineBytes = 64;
/// Bytes in flight; the row distance follows from it.
static constexpr int64_t kPrefetchBytes = 4096;
static constexpr int64_t kMaxPrefetchRows = 64;
static constexpr int64_t kMinPrefetchRows = 4;

template <bool kWrites>
static void prefetchRow(const std::byte *row, int64_t rowBytes) {
  for (int64_t offset = 0; offset < rowBytes; offset += kLineBytes)
    __builtin_prefetch(row + offset, kWrites, 3);
}

/// Calls copy(i, row indices[i]) for each index in order.
template <bool kWrites, class Rows, class Copy>
static CheckedCount walkRows(const Rows &rows, const Indices &list,
                             int64_t rowBytes, Copy copy) {
  const int32_t *indices = list.data;
  const int64_t count = list.count;
  const int64_t distance =
      std::clamp(kPrefetchBytes / std::max<int64_t>(rowBytes, 1),
                 kMinPrefetchRows, kMaxPrefetchRows);
  const uint64_t limit = static_cast<uint64_t>(rows.rows);
  // An index outside the rows is only found when its turn comes.
  auto prefetch = [&](int64_t i) {
    if (static_cast<uint64_t>(int64_t{indices[i]}) < limit)
      prefetchRow<kWrites>(rows.data + indices[i] * rows.stride, rowBytes);
  };
  for (int64_t i = 0; i < std::min(distance, count); ++i)
    prefetch(i);
  for (int64_t i = 0; i < count; ++i) {
    if (i + distance < list.readable)
      prefetch(i + distance);
    const int64_t index = indices[i];
    if (HWY_UNLIKELY(static_cast<uint64_t>(index) >= limit))
      return {i, i, index};
    copy(i, rows.data + index * rows.stride);
  }
  return {count, -1, 0};
}

// kRowBytes: the row size where it is known, 0 otherwise.
template <int64_t kRowBytes>
static CheckedCount gatherSized(const Rows &source, const Indices &list,
                                std::byte *destination, int64_t dynamicBytes) {
  const int64_t rowBytes = kRowBytes ? kRowBytes : dynamicBytes;
  return walkRows<false>(source, list, rowBytes,
                         [&](int64_t i, const std::byte *row) {
                           std::memcpy(destination + i * rowBytes, row,
                                       static_cast<size_t>(rowBytes));
                         });
}

template <int64_t kRowBytes>
static CheckedCount scatterSized(const std::byte *source, const Indices &list,
                                 const MutableRows &destination,
                                 int64_t dynamicBytes) {
  const int64_t rowBytes = kRowBytes ? kRowBytes : dynamicBytes;
  return walkRows<true>(
      destination, list, rowBytes, [&](int64_t i, std::byte *row) {
        std::memcpy(row, source + i * rowBytes, static_cast<size_t>(rowBytes));
      });
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

static CheckedCount scatterRowsImpl(const std::byte *source,
                                    const Indices &indices,
                                    const MutableRows &destination,
                                    int64_t rowBytes) {
  switch (rowBytes) {
  case 32:
    return scatterSized<32>(source, indices, destination, rowBytes);
  case 64:
    return scatterSized<64>(source, indices, destination, rowBytes);
  case 128:
    return scatterSized<128>(source, indices, destination, rowBytes);
  case 256:
    return scatterSized<256>(source, indices, destination, rowBytes);
  case 512:
    return scatterSized<512>(source, indices, destination, rowBytes);
  default:
    return scatterSized<0>(source, indices, destination, rowBytes);
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(gatherRowsImpl);
HWY_EXPORT(scatterRowsImpl);

CheckedCount gatherRows(const Rows &source, const Indices &indices,
                        std::byte *destination, int64_t rowBytes) {
  return HWY_DYNAMIC_DISPATCH(gatherRowsImpl)(source, indices, destination,
                                              rowBytes);
}

CheckedCount scatterRows(const std::byte *source, const Indices &indices,
                         const MutableRows &destination, int64_t rowBytes) {
  return HWY_DYNAMIC_DISPATCH(scatterRowsImpl)(source, indices, destination,
                                               rowBytes);
}

} // namespace sc::kernels
#endif // HWY_ONCE
