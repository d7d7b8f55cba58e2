//===-- MergeKernelTest.cpp - ids of several lists -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// merge against a plain map of ids, in one call and in many.

#include "KernelTest.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace sc;
using namespace sc::test;

namespace {

/// Lists in one array, with cursors; `slots` past the ends hold a value that
/// would be noticed.
struct Lists {
  int64_t numLists, listSlots;
  std::vector<int32_t> data, cursors;

  Lists(int64_t numLists, int64_t listSlots)
      : numLists(numLists), listSlots(listSlots),
        data(static_cast<size_t>(numLists * listSlots), -7),
        cursors(static_cast<size_t>(2 * numLists)) {}

  void set(int64_t list, const std::set<int32_t> &ids) {
    std::copy(ids.begin(), ids.end(), data.begin() + list * listSlots);
    cursors[static_cast<size_t>(numLists + list)] =
        static_cast<int32_t>(ids.size());
  }
};

/// What a merge has taken so far: for each id its element indices, in order.
using Merged = std::vector<std::pair<int32_t, std::vector<int32_t>>>;

Merged computeMerged(const Lists &lists) {
  std::map<int32_t, std::vector<int32_t>> byId;
  for (int64_t list = 0; list < lists.numLists; ++list) {
    auto end = lists.cursors[static_cast<size_t>(lists.numLists + list)];
    for (int64_t slot = 0; slot < end; ++slot) {
      int64_t index = list * lists.listSlots + slot;
      byId[lists.data[static_cast<size_t>(index)]].push_back(
          static_cast<int32_t>(index));
    }
  }
  return {byId.begin(), byId.end()};
}

class MergeTest : public testing::Test {
protected:
  int32_t draw(int32_t limit) {
    return static_cast<int32_t>(random() % static_cast<uint32_t>(limit));
  }

  Lists drawLists(int64_t numLists, int64_t listSlots, int32_t idLimit) {
    Lists lists(numLists, listSlots);
    for (int64_t list = 0; list < numLists; ++list) {
      std::set<int32_t> ids;
      int32_t size = draw(static_cast<int32_t>(listSlots + 1));
      for (int32_t i = 0; i < size; ++i)
        ids.insert(draw(idLimit));
      if (draw(8) == 0 && ids.size() < static_cast<size_t>(listSlots))
        ids.insert(INT32_MAX);
      lists.set(list, ids);
    }
    return lists;
  }

  kernels::MergeResult merge(Lists &lists, int64_t capacity) {
    std::vector<int32_t> room(static_cast<size_t>(capacity), -5);
    Guarded<int32_t> ids(room, 1), slots(room, 2), indices(room, 3);
    kernels::MergeResult result = kernels::merge(
        {lists.data.data(), lists.numLists, lists.listSlots,
         lists.cursors.data()},
        {ids.data(), slots.data(), indices.data(), capacity}, scratch);
    EXPECT_TRUE(ids.isIntact() && slots.isIntact() && indices.isIntact());
    append(result, ids.take(capacity), slots.take(capacity),
           indices.take(capacity));
    return result;
  }

  void append(const kernels::MergeResult &result,
              const std::vector<int32_t> &ids,
              const std::vector<int32_t> &slots,
              const std::vector<int32_t> &indices) {
    size_t first = merged.size();
    for (int64_t i = 0; i < result.distinct; ++i)
      merged.push_back({ids[static_cast<size_t>(i)], {}});
    for (int64_t e = 0; e < result.count; ++e) {
      auto entry = static_cast<size_t>(e);
      ASSERT_GE(slots[entry], 0);
      ASSERT_LT(slots[entry], result.distinct);
      merged[first + static_cast<size_t>(slots[entry])].second.push_back(
          indices[entry]);
      if (e > 0) {
        EXPECT_LE(slots[entry - 1], slots[entry]);
      }
    }
  }

  unsigned seed = getSeed();
  std::mt19937 random{seed};
  std::vector<uint64_t> scratch;
  Merged merged;
};

const int64_t kLists[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100};

TEST_F(MergeTest, OneCallTakesAll) {
  for (int64_t numLists : kLists)
    for (int64_t listSlots : {1, 7, 8, 15, 16, 17, 100})
      for (int32_t idLimit : {1, 20, 1000000}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " lists "
                                        << numLists << " of " << listSlots);
        merged.clear();
        Lists lists = drawLists(numLists, listSlots, idLimit);
        Lists before = lists;
        kernels::MergeResult result = merge(lists, numLists * listSlots);
        EXPECT_EQ(result.badList, -1);
        EXPECT_EQ(result.leftId, -1);
        EXPECT_EQ(merged, computeMerged(before));
        for (size_t list = 0; list < static_cast<size_t>(numLists); ++list)
          EXPECT_EQ(lists.cursors[list],
                    before.cursors[static_cast<size_t>(numLists) + list]);
      }
}

// Calls with little room take as much as fits, and together everything.
TEST_F(MergeTest, CallsGoOnFromTheCursors) {
  for (int64_t numLists : kLists)
    for (int64_t spare : {0, 1, 5, 40})
      for (int32_t idLimit : {3, 40, 1000}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " lists "
                                        << numLists << " spare " << spare);
        merged.clear();
        Lists lists = drawLists(numLists, 30, idLimit);
        Merged expected = computeMerged(lists);
        int64_t capacity = numLists + spare, leftId = 0;
        while (leftId >= 0) {
          kernels::MergeResult result = merge(lists, capacity);
          ASSERT_EQ(result.badList, -1);
          leftId = result.leftId;
          ASSERT_TRUE(result.count > 0 || leftId < 0);
          if (leftId < 0)
            break;
          // The next id would not have fitted.
          auto &[id, entries] = expected[merged.size()];
          EXPECT_EQ(leftId, id);
          EXPECT_GT(result.count + static_cast<int64_t>(entries.size()),
                    capacity);
        }
        EXPECT_EQ(merged, expected);
      }
}

TEST_F(MergeTest, AnIdWithoutRoomIsLeftAndNothingMoves) {
  for (int64_t numLists : {4, 8, 12}) {
    Lists lists(numLists, 2);
    for (int64_t list = 0; list < numLists; ++list)
      lists.set(list, {5});
    kernels::MergeResult result = merge(lists, numLists - 1);
    EXPECT_EQ(result.count, 0);
    EXPECT_EQ(result.distinct, 0);
    EXPECT_EQ(result.leftId, 5);
    for (size_t list = 0; list < static_cast<size_t>(numLists); ++list)
      EXPECT_EQ(lists.cursors[list], 0);
  }
}

TEST_F(MergeTest, CursorsCutTheLists) {
  for (int64_t numLists : {3, 20}) {
    merged.clear();
    Lists lists(numLists, 4);
    for (int64_t list = 0; list < numLists; ++list) {
      lists.set(list, {1, 2, 3});
      lists.cursors[static_cast<size_t>(list)] = 1;
      lists.cursors[static_cast<size_t>(numLists + list)] = 2;
    }
    EXPECT_EQ(merge(lists, 100).distinct, 1);
    ASSERT_EQ(merged.size(), 1u);
    EXPECT_EQ(merged[0].first, 2);
    EXPECT_EQ(merged[0].second.size(), static_cast<size_t>(numLists));
  }
}

/// The last list of `numLists`, which is read at the start or later.
void setLast(Lists &lists, std::vector<int32_t> ids) {
  int64_t last = lists.numLists - 1;
  std::copy(ids.begin(), ids.end(),
            lists.data.begin() + last * lists.listSlots);
  lists.cursors[static_cast<size_t>(lists.numLists + last)] =
      static_cast<int32_t>(ids.size());
}

TEST_F(MergeTest, FindsListsThatDoNotAscend) {
  for (int64_t numLists : {1, 2, 5, 8, 9, 33})
    for (int32_t bad : {4, 3, -1, INT32_MIN}) {
      SCOPED_TRACE(testing::Message() << numLists << " lists, id " << bad);
      Lists lists(numLists, 4);
      setLast(lists, {2, 4, bad});
      kernels::MergeResult result = merge(lists, 100);
      EXPECT_EQ(result.badList, numLists - 1);
      EXPECT_FALSE(result.hasBadCursor);
      EXPECT_EQ(result.badSlot, 2);
      EXPECT_EQ(result.badValue, bad);
      EXPECT_EQ(result.previous, 4);
      // Also across calls: slot 1 was taken by one before.
      setLast(lists, {2, 4, bad});
      lists.cursors[static_cast<size_t>(numLists - 1)] = 2;
      result = merge(lists, 100);
      EXPECT_EQ(result.badList, numLists - 1);
      EXPECT_EQ(result.previous, 4);
    }
}

TEST_F(MergeTest, AFirstIdBelowZeroIsBad) {
  for (int64_t numLists : {1, 9}) {
    Lists lists(numLists, 4);
    setLast(lists, {-3, 4});
    kernels::MergeResult result = merge(lists, 100);
    EXPECT_EQ(result.badList, numLists - 1);
    EXPECT_EQ(result.badValue, -3);
    EXPECT_EQ(result.previous, -1);
  }
}

TEST_F(MergeTest, FindsBadCursors) {
  for (int64_t numLists : {2, 9})
    for (auto [cursor, end] : {std::pair{-1, 2}, {3, 2}, {0, 5}, {0, -1}}) {
      Lists lists(numLists, 4);
      lists.cursors[1] = cursor;
      lists.cursors[static_cast<size_t>(numLists + 1)] = end;
      kernels::MergeResult result = merge(lists, 100);
      EXPECT_EQ(result.badList, 1);
      EXPECT_TRUE(result.hasBadCursor);
    }
}

TEST_F(MergeTest, ManyLists) {
  constexpr int64_t kMany = 100000;
  Lists lists = drawLists(kMany, 2, 1 << 20);
  Merged expected = computeMerged(lists);
  int64_t leftId = 0;
  for (int calls = 0; leftId >= 0; ++calls) {
    ASSERT_LT(calls, 10);
    leftId = merge(lists, kMany).leftId;
  }
  EXPECT_EQ(merged, expected);
}

} // namespace
