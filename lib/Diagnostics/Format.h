//===-- Format.h - numbers in diagnostics -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that cannot overflow, and numbers as people read them.

#ifndef SC_LIB_DIAGNOSTICS_FORMAT_H
#define SC_LIB_DIAGNOSTICS_FORMAT_H

#include <cstdint>
#include <limits>
#include <string>

namespace sc {

/// The sum of two sizes, or the largest number where that is less.
inline int64_t addSaturated(int64_t lhs, int64_t rhs) {
  int64_t sum = 0;
  return __builtin_add_overflow(lhs, rhs, &sum)
             ? std::numeric_limits<int64_t>::max()
             : sum;
}

/// The quotient rounded up; `lhs` is not negative, `rhs` is positive.
inline int64_t divideCeil(int64_t lhs, int64_t rhs) {
  return lhs / rhs + (lhs % rhs != 0);
}

/// "0x3ff".
std::string formatHex(int64_t value);

/// "300", "1536 (1.50 KiB)", "40960000000 (38.15 GiB)".
std::string formatExactBytes(int64_t bytes);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_FORMAT_H
