//===-- SegmentSumKernelTest.cpp - sums of the rows of slots -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// segmentSum against a plain loop, bit for bit.

#include "KernelTest.h"

#include "runtime/kernels/RowKernels.h"

#include <cstring>

using namespace sc;
using namespace sc::test;
using kernels::SegmentCheck;

namespace {

constexpr int64_t kWords[] = {1, 3, 8, 9, 16, 24, 32, 33, 64, 100, 128, 136};

class SegmentSumTest : public KernelTest {
protected:
  std::vector<float> drawFloats(int64_t count) {
    std::vector<float> list;
    for (int64_t i = 0; i < count; ++i)
      list.push_back(static_cast<float>(draw(1 << 24)) / 3.0f - 1e6f);
    return list;
  }

  /// Ascending from `first` on, each slot with some entries.
  std::vector<int32_t> drawSlots(int64_t count, int32_t first, int32_t rows) {
    std::vector<int32_t> slots;
    int32_t slot = 0;
    for (int64_t i = 0; i < count; ++i) {
      slots.push_back(first + slot);
      slot = std::min(slot + draw(3), rows - 1);
    }
    return slots;
  }
};
SC_FOR_EACH_TARGET(SegmentSumTest);

/// The sum with every product rounded, whatever the compiler would do.
void addRow(float *sum, const float *gain, const float *row, int64_t words) {
  for (int64_t i = 0; i < words; ++i) {
    volatile float product = gain ? *gain * row[i] : row[i];
    sum[i] += product;
  }
}

struct Lists {
  std::vector<int32_t> slots;
  std::vector<int32_t> indices;
  std::vector<float> gains;
};

/// Entry by entry.
void addPlainly(std::vector<float> &sums, const std::vector<float> &rows,
                const Lists &lists, int64_t first, int64_t words) {
  for (size_t e = 0; e < lists.slots.size(); ++e) {
    int64_t row = lists.indices.empty() ? static_cast<int64_t>(e)
                                        : int64_t{lists.indices[e]};
    addRow(sums.data() + (lists.slots[e] - first) * words,
           lists.gains.empty() ? nullptr : &lists.gains[e],
           rows.data() + row * words, words);
  }
}

kernels::SegmentEntries getEntries(const Lists &lists) {
  auto count = static_cast<int64_t>(lists.slots.size());
  return {lists.slots.data(),
          lists.indices.empty() ? nullptr : lists.indices.data(),
          lists.gains.empty() ? nullptr : lists.gains.data(), count, count};
}

TEST_P(SegmentSumTest, EqualsAPlainLoopBitForBit) {
  constexpr int32_t kSums = 9;
  for (int64_t words : kWords)
    for (int64_t count : {1, 2, 7, 8, 15, 16, 17, 60})
      for (int form = 0; form < 8; ++form) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << " words " << words << " count "
                     << count << " form " << form);
        int32_t first = draw(100);
        Lists lists;
        // Any order of slots, or ascending ones.
        lists.slots =
            form & 4 ? drawList(count, kSums) : drawSlots(count, first, kSums);
        for (int32_t &slot : lists.slots)
          slot += form & 4 ? first : 0;
        if (form & 1)
          lists.indices = drawList(count, static_cast<int32_t>(count));
        if (form & 2)
          lists.gains = drawFloats(count);
        std::vector<float> rows = drawFloats(count * words);
        std::vector<float> sums = drawFloats(kSums * words);
        Guarded<float> result(sums, random() % 16), source(rows, random() % 16);
        addPlainly(sums, rows, lists, first, words);
        SegmentCheck check = kernels::segmentSum(result.data(), kSums, first,
                                                 {source.data(), count},
                                                 getEntries(lists), words);
        ASSERT_EQ(check.kind, SegmentCheck::Good);
        int32_t last =
            *std::max_element(lists.slots.begin(), lists.slots.end());
        EXPECT_EQ(check.endSlot, last - first + 1);
        EXPECT_EQ(check.endIndex, lists.indices.empty()
                                      ? count
                                      : *std::max_element(lists.indices.begin(),
                                                          lists.indices.end()) +
                                            1);
        std::vector<float> actual = result.take(kSums * words);
        EXPECT_EQ(std::memcmp(actual.data(), sums.data(), sums.size() * 4), 0);
        EXPECT_TRUE(result.isIntact());
      }
}

TEST_P(SegmentSumTest, NoEntriesTouchNothing) {
  std::vector<float> sums(8, 1.0f);
  SegmentCheck check =
      kernels::segmentSum(sums.data(), 1, 0, {nullptr, 0}, {}, 8);
  EXPECT_EQ(check.kind, SegmentCheck::Good);
  EXPECT_EQ(check.endSlot, 0);
  EXPECT_EQ(check.endIndex, 0);
  EXPECT_EQ(sums, std::vector<float>(8, 1.0f));
}

TEST_P(SegmentSumTest, FindsTheFirstBadSlot) {
  std::vector<float> sums(16), rows(8 * 5);
  for (int32_t bad : {-1, 4, 7, INT32_MIN, INT32_MAX}) {
    Lists lists{{5, 6, 6, bad, bad}, {0, 1, 2, -1, 4}, {}};
    SegmentCheck check = kernels::segmentSum(
        sums.data(), 2, 5, {rows.data(), 5}, getEntries(lists), 8);
    EXPECT_EQ(check.kind, SegmentCheck::BadSlot);
    EXPECT_EQ(check.badEntry, 3);
    EXPECT_EQ(check.badValue, bad);
  }
}

TEST_P(SegmentSumTest, FirstSlotsFarAwayAreBad) {
  std::vector<float> sums(16), rows(8);
  Lists lists{{INT32_MIN}, {0}, {}};
  for (int64_t first : {INT64_MIN, int64_t{-1}, INT64_MAX})
    EXPECT_EQ(kernels::segmentSum(sums.data(), 2, first, {rows.data(), 1},
                                  getEntries(lists), 8)
                  .kind,
              SegmentCheck::BadSlot);
}

TEST_P(SegmentSumTest, FindsTheFirstBadIndex) {
  std::vector<float> sums(16), rows(8 * 5), gains(5);
  for (int32_t bad : {-1, 5, INT32_MIN, INT32_MAX}) {
    Lists lists{{0, 0, 0, 1, 9}, {0, 1, bad, bad, 0}, gains};
    SegmentCheck check = kernels::segmentSum(
        sums.data(), 2, 0, {rows.data(), 5}, getEntries(lists), 8);
    EXPECT_EQ(check.kind, SegmentCheck::BadIndex);
    EXPECT_EQ(check.badEntry, 2);
    EXPECT_EQ(check.badValue, bad);
  }
}

TEST_P(SegmentSumTest, IndicesBehindTheCountAreAHintOnly) {
  std::vector<float> sums(8), rows(8 * 2, 1.5f);
  int32_t slots[] = {0, 0};
  int32_t indices[] = {0, 1, -1, INT32_MIN, INT32_MAX, 2, 0};
  SegmentCheck check = kernels::segmentSum(sums.data(), 1, 0, {rows.data(), 2},
                                           {slots, indices, nullptr, 2, 7}, 8);
  EXPECT_EQ(check.kind, SegmentCheck::Good);
  EXPECT_EQ(sums, std::vector<float>(8, 3.0f));
}

} // namespace
