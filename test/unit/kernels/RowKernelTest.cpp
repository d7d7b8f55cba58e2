//===-- RowKernelTest.cpp - gathers and sums of rows ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gatherRows and axpyIndexed against plain loops.

#include "KernelTest.h"

#include <cstring>

using namespace sc;
using namespace sc::test;

namespace {

class GatherTest : public KernelTest {};
SC_FOR_EACH_TARGET(GatherTest);
class AxpyTest : public KernelTest {};
SC_FOR_EACH_TARGET(AxpyTest);

constexpr int64_t kWords[] = {1, 2, 3, 7, 8, 9, 16, 24, 32, 33, 64, 100, 128};

TEST_P(GatherTest, EqualsAPlainLoop) {
  constexpr int64_t kRows = 37;
  for (int64_t words : kWords)
    for (int64_t count = 0; count <= 200; count += words > 32 ? 13 : 1) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " words " << words
                                      << " count " << count);
      int64_t stride = words + draw(3);
      std::vector<int32_t> table = drawList(kRows * stride, 1 << 30);
      std::vector<int32_t> indices = drawList(count, kRows), expected;
      for (int32_t index : indices)
        expected.insert(expected.end(), table.begin() + index * stride,
                        table.begin() + index * stride + words);
      Guarded<int32_t> source(table, static_cast<size_t>(count));
      Guarded<int32_t> result(std::vector<int32_t>(expected.size()),
                              static_cast<size_t>(count * 5));
      kernels::CheckedCount gathered = kernels::gatherRows(
          {reinterpret_cast<const std::byte *>(source.data()), stride * 4,
           kRows},
          {indices.data(), count, count},
          reinterpret_cast<std::byte *>(result.data()), words * 4);
      ASSERT_EQ(gathered.badEntry, -1);
      EXPECT_EQ(gathered.count, count);
      EXPECT_EQ(result.take(count * words), expected);
      EXPECT_TRUE(result.isIntact());
    }
}

TEST_P(GatherTest, FindsTheFirstBadIndex) {
  std::vector<int32_t> table(8 * 10), result(8 * 100);
  for (int64_t count = 1; count <= 100; ++count)
    for (int32_t bad : {-1, 10, INT32_MIN, INT32_MAX}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      std::vector<int32_t> indices = drawList(count, 10);
      int64_t first = draw(static_cast<int32_t>(count));
      indices[static_cast<size_t>(first)] = bad;
      indices.back() = first == count - 1 ? bad : -7;
      kernels::CheckedCount gathered = kernels::gatherRows(
          {reinterpret_cast<const std::byte *>(table.data()), 32, 10},
          {indices.data(), count, count},
          reinterpret_cast<std::byte *>(result.data()), 32);
      EXPECT_EQ(gathered.badEntry, first);
      EXPECT_EQ(gathered.badValue, bad);
    }
}

TEST_P(GatherTest, IndicesBehindTheCountAreAHintOnly) {
  std::vector<int32_t> table(8 * 10, 5), result(8 * 3);
  std::vector<int32_t> indices = {1, 9, 0};
  // What follows the list may be anything, also no index at all.
  indices.insert(indices.end(), {-1, INT32_MIN, INT32_MAX, 10, 3});
  kernels::CheckedCount gathered = kernels::gatherRows(
      {reinterpret_cast<const std::byte *>(table.data()), 32, 10},
      {indices.data(), 3, 8}, reinterpret_cast<std::byte *>(result.data()), 32);
  EXPECT_EQ(gathered.badEntry, -1);
  EXPECT_EQ(result, std::vector<int32_t>(8 * 3, 5));
}

/// The sum with every product rounded, whatever the compiler would do.
void addRow(float *sum, float gain, const float *row, int64_t words) {
  for (int64_t i = 0; i < words; ++i) {
    volatile float product = gain * row[i];
    sum[i] += product;
  }
}

TEST_P(AxpyTest, EqualsAPlainLoopBitForBit) {
  constexpr int64_t kSamples = 11;
  auto drawFloat = [&] {
    return static_cast<float>(draw(1 << 24)) / 3.0f - 1e6f;
  };
  for (int64_t words : kWords)
    for (int64_t count = 0; count <= 200; count += words > 8 ? 17 : 1) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " words " << words
                                      << " count " << count);
      std::vector<int32_t> samples = drawList(count, kSamples);
      std::vector<float> gains, rows, sums;
      for (int64_t i = 0; i < count; ++i)
        gains.push_back(drawFloat());
      for (int64_t i = 0; i < count * words; ++i)
        rows.push_back(drawFloat());
      for (int64_t i = 0; i < kSamples * words; ++i)
        sums.push_back(drawFloat());
      auto place = static_cast<size_t>(count);
      Guarded<float> accumulator(sums, place), source(rows, place + 3);
      for (int64_t i = 0; i < count; ++i)
        addRow(sums.data() + samples[i] * words, gains[i],
               rows.data() + i * words, words);
      kernels::CheckedCount added =
          kernels::axpyIndexed(accumulator.data(), kSamples, source.data(),
                               samples.data(), gains.data(), count, words);
      ASSERT_EQ(added.badEntry, -1);
      std::vector<float> result = accumulator.take(kSamples * words);
      EXPECT_EQ(
          std::memcmp(result.data(), sums.data(), sums.size() * sizeof(float)),
          0);
      EXPECT_TRUE(accumulator.isIntact());
    }
}

TEST_P(AxpyTest, FindsTheFirstBadSample) {
  std::vector<float> sums(16), rows(32), gains(4);
  for (int32_t bad : {-1, 2, INT32_MIN, INT32_MAX}) {
    int32_t samples[] = {0, 1, bad, -1};
    kernels::CheckedCount added = kernels::axpyIndexed(
        sums.data(), 2, rows.data(), samples, gains.data(), 4, 8);
    EXPECT_EQ(added.badEntry, 2);
    EXPECT_EQ(added.badValue, bad);
  }
}

} // namespace
