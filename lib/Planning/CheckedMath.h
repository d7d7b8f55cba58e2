//===-- CheckedMath.h - 64-bit arithmetic with overflow ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of sizes that remember which of them first overflowed.

#ifndef SC_LIB_PLANNING_CHECKEDMATH_H
#define SC_LIB_PLANNING_CHECKEDMATH_H

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

namespace sc {

/// Operands are not negative. On overflow the result is the largest value, so
/// that a comparison with a capacity still fails.
class CheckedMath {
public:
  int64_t multiply(const char *what, std::initializer_list<int64_t> factors) {
    int64_t product = 1;
    for (int64_t factor : factors)
      if (__builtin_mul_overflow(product, factor, &product))
        return record(what);
    return product;
  }

  int64_t add(const char *what, int64_t lhs, int64_t rhs) {
    int64_t sum = 0;
    return __builtin_add_overflow(lhs, rhs, &sum) ? record(what) : sum;
  }

  bool overflowed() const { return !overflow.empty(); }
  const std::string &firstOverflow() const { return overflow; }

private:
  int64_t record(const char *what) {
    if (overflow.empty())
      overflow = what;
    return std::numeric_limits<int64_t>::max();
  }

  std::string overflow;
};

} // namespace sc

#endif // SC_LIB_PLANNING_CHECKEDMATH_H
