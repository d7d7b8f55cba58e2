//===-- Saturated.h - sums and products that stay in 64 bits ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For operands that are not negative: what exceeds 64 bits becomes the largest
// value, so that a comparison with a limit still fails.

#ifndef SC_RUNTIME_SUPPORT_SATURATED_H
#define SC_RUNTIME_SUPPORT_SATURATED_H

#include <cstdint>
#include <limits>

namespace sc {

inline constexpr int64_t kMaxInt64 = std::numeric_limits<int64_t>::max();
inline constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();

inline int64_t addSaturated(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kMaxInt64 : sum;
}

inline int64_t multiplySaturated(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMaxInt64 : product;
}

inline int64_t divideUp(int64_t value, int64_t unit) {
  return value / unit + (value % unit != 0);
}

/// `value` up to a multiple of `unit`.
inline int64_t roundUpSaturated(int64_t value, int64_t unit) {
  return multiplySaturated(divideUp(value, unit), unit);
}

} // namespace sc

#endif // SC_RUNTIME_SUPPORT_SATURATED_H
