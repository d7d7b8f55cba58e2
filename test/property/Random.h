//===-- Random.h - random cases from a printed seed -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the property tests share. SC_PROPERTY_SEED sets the seed of the first
// case, SC_PROPERTY_CASES the number of cases of each test.

#ifndef SC_TEST_PROPERTY_RANDOM_H
#define SC_TEST_PROPERTY_RANDOM_H

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace sc::test {

/// Draws that are the same with every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// An integer with lower <= i <= upper.
  int64_t between(int64_t lower, int64_t upper) {
    uint64_t range = static_cast<uint64_t>(upper - lower) + 1;
    return lower + static_cast<int64_t>(engine() % range);
  }

  size_t index(size_t size) { return engine() % size; }

  bool chance(int64_t percent) { return between(0, 99) < percent; }

  /// 0 <= x < 1.
  double unit() { return static_cast<double>(engine() >> 11) * 0x1p-53; }

  float real(float lower, float upper) {
    return lower + (upper - lower) * static_cast<float>(unit());
  }

  template <typename T> T pick(const std::vector<T> &values) {
    return values[index(values.size())];
  }

  template <typename T> void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[index(i)]);
  }

private:
  std::mt19937_64 engine;
};

inline uint64_t getFromEnvironment(const char *name, uint64_t fallback) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : fallback;
}

/// Calls check(random) for each case and stops after the first that fails.
/// Builds with sanitizers run fewer.
template <typename Check>
void forEachCase(uint64_t defaultCases, const Check &check) {
  uint64_t first = getFromEnvironment("SC_PROPERTY_SEED", 20260101);
  uint64_t fewer =
      std::max<uint64_t>(1, defaultCases / SC_PROPERTY_CASES_DIVISOR);
  uint64_t cases = getFromEnvironment("SC_PROPERTY_CASES", fewer);
  for (uint64_t seed = first; seed < first + cases; ++seed) {
    SCOPED_TRACE("to repeat: SC_PROPERTY_CASES=1 SC_PROPERTY_SEED=" +
                 std::to_string(seed));
    Random random(seed);
    check(random);
    if (testing::Test::HasFailure())
      return;
  }
}

} // namespace sc::test

#endif // SC_TEST_PROPERTY_RANDOM_H
