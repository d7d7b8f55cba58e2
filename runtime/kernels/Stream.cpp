//===-- Stream.cpp - large copies past the caches -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that a lookup sends are read again only after all others were written,
// so they leave the caches alone: each line is written without being read.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Stream.cpp"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static constexpr int64_t kLineBytes = 64;
/// Source bytes in flight.
static constexpr int64_t kPrefetchBytes = 1024;

/// Copies whole lines to a destination that starts at one.
static void streamLines(const uint8_t *source, uint8_t *destination,
                        int64_t bytes) {
  const hn::CappedTag<uint8_t, kLineBytes> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t line = 0; line < bytes; line += kLineBytes) {
    // A prefetch past the end of the source has no effect.
    hwy::Prefetch(source + line + kPrefetchBytes);
    for (int64_t i = line; i < line + kLineBytes; i += lanes)
      hn::Stream(hn::LoadU(d, source + i), d, destination + i);
  }
}

static void streamCopyImpl(const std::byte *source, std::byte *destination,
                           int64_t bytes) {
  auto address = reinterpret_cast<uintptr_t>(destination);
  int64_t head = std::min<int64_t>(bytes, -address % kLineBytes);
  int64_t body = (bytes - head) / kLineBytes * kLineBytes;
  std::memcpy(destination, source, static_cast<size_t>(head));
  streamLines(reinterpret_cast<const uint8_t *>(source) + head,
              reinterpret_cast<uint8_t *>(destination) + head, body);
  int64_t done = head + body;
  std::memcpy(destination + done, source + done,
              static_cast<size_t>(bytes - done));
  hwy::FlushStream();
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(streamCopyImpl);

void streamCopy(const std::byte *source, std::byte *destination,
                int64_t bytes) {
  HWY_DYNAMIC_DISPATCH(streamCopyImpl)(source, destination, bytes);
}

} // namespace sc::kernels
#endif // HWY_ONCE
