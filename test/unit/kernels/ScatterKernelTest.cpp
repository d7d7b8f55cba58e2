//===-- ScatterKernelTest.cpp - rows to an index list --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scatterRows against a plain loop.

#include "KernelTest.h"

using namespace sc;
using namespace sc::test;

namespace {

class ScatterTest : public KernelTest {
protected:
  kernels::CheckedCount scatter(const std::vector<int32_t> &source,
                                const std::vector<int32_t> &indices,
                                int32_t *destination, int64_t stride,
                                int64_t rows, int64_t words) {
    auto count = static_cast<int64_t>(indices.size());
    return kernels::scatterRows(
        reinterpret_cast<const std::byte *>(source.data()),
        {indices.data(), count, count},
        {reinterpret_cast<std::byte *>(destination), 4 * stride, rows},
        4 * words);
  }
};
SC_FOR_EACH_TARGET(ScatterTest);

TEST_P(ScatterTest, EqualsAPlainLoop) {
  constexpr int64_t kRows = 50;
  for (int64_t count : {0, 1, 7, 8, 15, 16, 17, 1000})
    for (int64_t words : {1, 3, 8, 16, 32, 64, 128, 130})
      for (int64_t gap : {0, 5}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count
                                        << " words " << words);
        std::vector<int32_t> source = drawList(count * words, 1000);
        std::vector<int32_t> indices = drawList(count, kRows);
        const int64_t stride = words + gap;
        std::vector<int32_t> expected = drawList(kRows * stride, 1000);
        Guarded<int32_t> destination(expected, static_cast<size_t>(words));
        // Of equal indices the last one counts.
        for (int64_t i = 0; i < count; ++i)
          std::copy_n(source.begin() + i * words, words,
                      expected.begin() +
                          indices[static_cast<size_t>(i)] * stride);
        kernels::CheckedCount result =
            scatter(source, indices, destination.data(), stride, kRows, words);
        EXPECT_EQ(result.badEntry, -1);
        EXPECT_EQ(result.count, count);
        EXPECT_EQ(destination.take(kRows * stride), expected);
        EXPECT_TRUE(destination.isIntact());
      }
}

TEST_P(ScatterTest, StopsAtTheFirstBadIndex) {
  for (int32_t bad : {-1, 4, INT32_MIN, INT32_MAX}) {
    std::vector<int32_t> source = {10, 11, 12, 13};
    Guarded<int32_t> destination({0, 1, 2, 3}, 1);
    kernels::CheckedCount result =
        scatter(source, {2, 1, bad, 0}, destination.data(), 1, 4, 1);
    EXPECT_EQ(result.badEntry, 2);
    EXPECT_EQ(result.badValue, bad);
    EXPECT_EQ(destination.take(4), (std::vector<int32_t>{0, 11, 10, 3}));
    EXPECT_TRUE(destination.isIntact());
  }
}

} // namespace
