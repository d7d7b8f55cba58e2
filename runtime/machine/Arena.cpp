//===-- Arena.cpp - the bytes of one memory ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mmap, since huge pages make random row accesses 1.3 to 1.7 times faster.

#include "runtime/machine/Arena.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace sc::runtime {

static constexpr int64_t kHugePageBytes = 2 << 20;

Arena::Arena(Arena &&other) noexcept
    : data(std::exchange(other.data, nullptr)),
      size(std::exchange(other.size, 0)) {}

Arena &Arena::operator=(Arena &&other) noexcept {
  std::swap(data, other.data);
  std::swap(size, other.size);
  return *this;
}

Arena::~Arena() {
  if (data)
    munmap(data, static_cast<size_t>(size));
}

absl::StatusOr<Arena> Arena::create(int64_t bytes, const std::string &what) {
  Arena arena;
  if (bytes == 0)
    return arena;
  void *address = bytes < 0 ? MAP_FAILED
                            : mmap(nullptr, static_cast<size_t>(bytes),
                                   PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED)
    return absl::ResourceExhaustedError(absl::StrCat(
        "cannot allocate ", bytes, " bytes of host memory for ", what));
  // Only advice: without huge pages the machine is slower.
  if (bytes >= kHugePageBytes)
    (void)madvise(address, static_cast<size_t>(bytes), MADV_HUGEPAGE);
  arena.data = static_cast<std::byte *>(address);
  arena.size = bytes;
  return arena;
}

} // namespace sc::runtime
