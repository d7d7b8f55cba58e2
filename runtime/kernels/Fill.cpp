//===-- Fill.cpp - one word everywhere ------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's fill, which knows each processor's widest store.

#include "runtime/kernels/RowKernels.h"

#include <algorithm>
#include <cstring>

namespace sc::kernels {

void fillWords(int32_t *destination, int64_t count, int32_t word) {
  if (word == 0)
    std::memset(destination, 0, static_cast<size_t>(count) * sizeof(int32_t));
  else
    std::fill_n(destination, count, word);
}

} // namespace sc::kernels
