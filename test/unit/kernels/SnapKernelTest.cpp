//===-- SnapKernelTest.cpp - words rounded to buckets --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// snapWords against the formula of simulated quantization.

#include "KernelTest.h"

#include "runtime/kernels/RowKernels.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace sc;
using namespace sc::test;

namespace {

class SnapTest : public KernelTest {};
SC_FOR_EACH_TARGET(SnapTest);

kernels::SnapRange makeRange(float low, float high, int buckets) {
  return {low, high, (high - low) / static_cast<float>(buckets - 1)};
}

/// Every operation rounded to f32.
float snap(float x, const kernels::SnapRange &range) {
  if (std::isnan(x))
    return x;
  float clipped = std::fmin(std::fmax(x, range.low), range.high);
  volatile float distance = clipped - range.low;
  volatile float place = distance / range.step;
  volatile float raised = place + 0.5f;
  volatile float product = std::floor(raised) * range.step;
  return product + range.low;
}

TEST_P(SnapTest, HalvesGoUp) {
  // Buckets at -1, 0, 1, 2, 3.
  std::vector<float> words = {-5, -1,    -0.75f, -0.5f, -0.25f, 0, 0.5f,
                              1,  1.49f, 1.5f,   2.5f,  2.75f,  3, 1e30f};
  kernels::snapWords(words.data(), static_cast<int64_t>(words.size()),
                     makeRange(-1, 3, 5));
  EXPECT_EQ(words,
            (std::vector<float>{-1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 3}));
}

TEST_P(SnapTest, InfinitiesAreClippedAndNaNStays) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (int64_t count : {1, 20}) {
    std::vector<float> words(static_cast<size_t>(count), kInfinity);
    kernels::snapWords(words.data(), count, makeRange(0, 15, 256));
    EXPECT_EQ(words, std::vector<float>(words.size(), 15.0f));
    words.assign(words.size(), -kInfinity);
    kernels::snapWords(words.data(), count, makeRange(0, 15, 256));
    EXPECT_EQ(words, std::vector<float>(words.size(), 0.0f));
    words.assign(words.size(), std::numeric_limits<float>::quiet_NaN());
    kernels::snapWords(words.data(), count, makeRange(0, 15, 256));
    for (float word : words)
      EXPECT_TRUE(std::isnan(word));
  }
}

TEST_P(SnapTest, EqualsTheFormulaBitForBit) {
  for (int buckets : {2, 3, 16, 256, 65536})
    for (int64_t count = 0; count <= 200; ++count) {
      float low = static_cast<float>(draw(1000)) / -7.0f;
      auto range = makeRange(
          low, low + 1.0f + static_cast<float>(draw(300)) / 3, buckets);
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << " count " << count << " low " << low
                   << " high " << range.high << " buckets " << buckets);
      std::vector<float> words(static_cast<size_t>(count)), expected;
      for (float &word : words) {
        word = static_cast<float>(draw(1 << 24)) / 65536.0f - 150.0f;
        expected.push_back(snap(word, range));
      }
      Guarded<float> place(words, static_cast<size_t>(count));
      kernels::snapWords(place.data(), count, range);
      EXPECT_EQ(place.take(count), expected);
      EXPECT_TRUE(place.isIntact());
    }
}

} // namespace
