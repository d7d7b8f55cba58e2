//===-- SortKernelTest.cpp - sort, order and search ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sortEntries, findDescent and computeLowerBound against plain code.

#include "KernelTest.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace sc;
using namespace sc::test;

namespace {

class AscendingTest : public KernelTest {};
SC_FOR_EACH_TARGET(AscendingTest);

const int64_t kCounts[] = {0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 34, 64, 1000};

struct Entries {
  std::vector<int32_t> ids, samples;
  std::vector<float> gains;

  bool operator==(const Entries &) const = default;
};

/// Sorts the numbers of the entries: the last key keeps equal ones in order.
Entries computeSorted(const Entries &entries) {
  std::vector<size_t> order(entries.ids.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) {
    return std::tuple(entries.ids[i], entries.samples[i], i);
  });
  Entries sorted;
  for (size_t i : order) {
    sorted.ids.push_back(entries.ids[i]);
    sorted.samples.push_back(entries.samples[i]);
    sorted.gains.push_back(entries.gains[i]);
  }
  return sorted;
}

class SortTest : public testing::Test {
protected:
  int32_t drawWord(int32_t limit) {
    if (limit == 0) // any word
      return static_cast<int32_t>(random());
    return static_cast<int32_t>(random() % static_cast<uint32_t>(limit));
  }

  Entries drawEntries(int64_t count, int32_t idLimit, int32_t sampleLimit) {
    Entries entries;
    for (int64_t i = 0; i < count; ++i) {
      entries.ids.push_back(drawWord(idLimit));
      entries.samples.push_back(drawWord(sampleLimit));
      entries.gains.push_back(static_cast<float>(i));
    }
    return entries;
  }

  Entries sort(Entries entries) {
    auto count = static_cast<int64_t>(entries.ids.size());
    Guarded<int32_t> ids(entries.ids, 1), samples(entries.samples, 2);
    Guarded<float> gains(entries.gains, 3);
    kernels::sortEntries(ids.data(), samples.data(), gains.data(), count,
                         scratch);
    EXPECT_TRUE(ids.isIntact() && samples.isIntact() && gains.isIntact());
    return {ids.take(count), samples.take(count), gains.take(count)};
  }

  unsigned seed = getSeed();
  std::mt19937 random{seed};
  std::vector<kernels::SortEntry> scratch;
};

TEST_F(SortTest, EqualsAPlainSort) {
  for (int64_t count : kCounts)
    for (int32_t idLimit : {1, 5, 70000, 0})
      for (int32_t sampleLimit : {1, 4, 300, 0}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << " count " << count << " ids "
                     << idLimit << " samples " << sampleLimit);
        Entries entries = drawEntries(count, idLimit, sampleLimit);
        Entries expected = computeSorted(entries);
        EXPECT_EQ(sort(entries), expected);
        // Sorted already, and from the end.
        EXPECT_EQ(sort(expected), expected);
        std::ranges::reverse(entries.ids);
        EXPECT_EQ(sort(entries), computeSorted(entries));
      }
}

TEST_F(SortTest, ExtremesAscendAsNumbers) {
  constexpr int32_t kLeast = INT32_MIN, kMost = INT32_MAX;
  Entries entries{{kMost, 0, -1, kLeast, kMost, kMost},
                  {0, kMost, 5, kMost, kLeast, -1},
                  {0, 1, 2, 3, 4, 5}};
  for (int copies = 0; copies < 4; ++copies) {
    EXPECT_EQ(sort(entries), computeSorted(entries));
    for (auto *list : {&entries.ids, &entries.samples})
      list->insert(list->end(), list->begin(), list->end());
    entries.gains.resize(entries.ids.size(), 9);
  }
}

// The memory of a long sort serves a short one.
TEST_F(SortTest, ScratchOnlyGrows) {
  sort(drawEntries(1000, 0, 0));
  const kernels::SortEntry *memory = scratch.data();
  size_t size = scratch.size();
  Entries entries = drawEntries(100, 0, 0);
  EXPECT_EQ(sort(entries), computeSorted(entries));
  EXPECT_EQ(scratch.data(), memory);
  EXPECT_EQ(scratch.size(), size);
}

TEST_P(AscendingTest, FindsTheFirstDescent) {
  for (int64_t count : kCounts)
    for (int repeat = 0; repeat < 20; ++repeat) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawList(count, repeat % 2 ? 3 : 1000);
      if (repeat % 2 == 0)
        ids.insert(ids.end(), {INT32_MIN, -1, INT32_MAX});
      std::ranges::sort(ids);
      auto size = static_cast<int64_t>(ids.size());
      Guarded<int32_t> sorted(ids, static_cast<size_t>(repeat));
      EXPECT_EQ(kernels::findDescent(sorted.data(), size), -1);
      if (size < 2)
        continue;
      auto place =
          static_cast<size_t>(1 + draw(static_cast<int32_t>(size - 1)));
      if (ids[place - 1] == INT32_MIN)
        continue;
      ids[place] = ids[place - 1] - 1;
      // Others that follow do not matter.
      ids.back() = place + 1 == ids.size() ? ids.back() : INT32_MIN;
      Guarded<int32_t> list(ids, static_cast<size_t>(repeat));
      EXPECT_EQ(kernels::findDescent(list.data(), size),
                static_cast<int64_t>(place));
    }
}

TEST_F(SortTest, LowerBoundCountsWhatIsLess) {
  for (int64_t count : kCounts)
    for (int32_t limit : {1, 3, 500, 0}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawEntries(count, limit, 1).ids;
      std::ranges::sort(ids);
      std::vector<int64_t> values = {
          INT64_MIN, int64_t{INT32_MIN} - 1, INT32_MIN, -1, 0, 1, 2, INT32_MAX,
          INT64_MAX, int64_t{INT32_MAX} + 1};
      for (int64_t i = 0; i < std::min<int64_t>(count, 50); ++i)
        values.push_back(ids[static_cast<size_t>(i)]);
      for (int64_t value : values)
        EXPECT_EQ(
            kernels::computeLowerBound(ids.data(), count, value),
            std::ranges::count_if(ids, [&](int32_t id) { return id < value; }));
    }
}

TEST_F(SortTest, LowerBoundOfAListThatDoesNotAscendIsInRange) {
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::vector<int32_t> ids = drawEntries(33, 0, 1).ids;
    int64_t position = kernels::computeLowerBound(ids.data(), 33, ids[7]);
    EXPECT_GE(position, 0);
    EXPECT_LE(position, 33);
  }
}

} // namespace
