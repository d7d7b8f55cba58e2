//===-- CoreMemory.h - memory that stays between batches --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that only grow, in huge pages where they are large: a radix sort
// writes to hundreds of places at a time.

#ifndef SC_RUNTIME_HOST_COREMEMORY_H
#define SC_RUNTIME_HOST_COREMEMORY_H

#include "runtime/format/StatusMacros.h"
#include "runtime/support/Array.h"

#include <algorithm>

namespace sc::host {

/// What it holds is lost when it grows.
template <typename T> class GrowingArray {
public:
  absl::Status grow(int64_t size) {
    if (size <= capacity)
      return absl::OkStatus();
    if (size > kMaxBytes / static_cast<int64_t>(sizeof(T)))
      return absl::ResourceExhaustedError("working memory exceeds 64 bits");
    int64_t bytes = size * static_cast<int64_t>(sizeof(T));
    if (bytes >= kLargeBytes)
      bytes = std::max(bytes, kHugePage);
    memory = {}; // the old one goes first
    capacity = 0;
    SC_ASSIGN_OR_RETURN(memory, runtime::AlignedBytes::create(bytes));
    capacity = size;
    return absl::OkStatus();
  }

  T *getData() { return reinterpret_cast<T *>(memory.getBytes().data()); }

private:
  static constexpr int64_t kMaxBytes = INT64_MAX;
  static constexpr int64_t kHugePage = 2 << 20;
  // From here on a whole huge page is worth its memory.
  static constexpr int64_t kLargeBytes = 512 << 10;

  runtime::AlignedBytes memory;
  int64_t capacity = 0;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_COREMEMORY_H
