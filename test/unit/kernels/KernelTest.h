//===-- KernelTest.h - random lists and places ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel tests share: every property runs for lengths 0 .. 200, for
// pointers at any word of a vector and for each instruction set of this machine
// that the kernels are compiled for; the seed is printed on failure.

#ifndef SC_TEST_UNIT_KERNELS_KERNELTEST_H
#define SC_TEST_UNIT_KERNELS_KERNELTEST_H

#include "runtime/kernels/Kernels.h"

#include "hwy/targets.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace sc::test {

/// SC_TEST_SEED, or a fixed one.
inline unsigned getSeed() {
  const char *seed = std::getenv("SC_TEST_SEED");
  return seed ? static_cast<unsigned>(std::atoi(seed)) : 20240229u;
}

/// The parameter is a Highway target, the only one in use during the test.
class KernelTest : public testing::TestWithParam<int64_t> {
protected:
  KernelTest() : seed(getSeed()), random(seed) {
    hwy::SetSupportedTargetsForTest(GetParam());
  }
  ~KernelTest() override { hwy::SetSupportedTargetsForTest(0); }

  int32_t draw(int32_t limit) {
    return static_cast<int32_t>(random() % static_cast<uint32_t>(limit));
  }

  std::vector<int32_t> drawList(int64_t count, int32_t limit) {
    std::vector<int32_t> list(static_cast<size_t>(count));
    for (int32_t &value : list)
      value = draw(limit);
    return list;
  }

  unsigned seed;
  std::mt19937 random;
};

inline std::vector<int64_t> getTargets() {
  std::vector<int64_t> targets;
  for (int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1)
    targets.push_back(rest & -rest);
  return targets;
}

inline std::string
getTargetName(const testing::TestParamInfo<int64_t> &target) {
  return hwy::TargetName(target.param);
}

/// Runs the tests of `Fixture` on every target.
#define SC_FOR_EACH_TARGET(Fixture)                                            \
  INSTANTIATE_TEST_SUITE_P(Targets, Fixture, testing::ValuesIn(getTargets()),  \
                           getTargetName)

/// A copy of `values` at word `misalignment` of a vector, with words around it
/// that must stay as they are.
template <typename T> class Guarded {
public:
  Guarded(const std::vector<T> &values, size_t misalignment)
      : words(values.size() + 2 * kGuard),
        first(kGuard + misalignment % kGuard), count(values.size()) {
    words.resize(words.size() + kGuard, T{kMark});
    std::fill(words.begin(), words.end(), T{kMark});
    std::copy(values.begin(), values.end(),
              words.begin() + static_cast<std::ptrdiff_t>(first));
  }

  T *data() { return words.data() + first; }

  std::vector<T> take(int64_t n) { return {data(), data() + n}; }

  bool isIntact() const {
    for (size_t i = 0; i < words.size(); ++i)
      if ((i < first || i >= first + count) && words[i] != T{kMark})
        return false;
    return true;
  }

private:
  static constexpr size_t kGuard = 32;
  static constexpr int kMark = 77;
  std::vector<T> words;
  size_t first, count;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_KERNELS_KERNELTEST_H
