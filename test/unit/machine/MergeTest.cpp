//===-- MergeTest.cpp - the next ids of several lists --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// merge with its faults.

#include "ListFixture.h"

using namespace sc;
using namespace sc::test;
using testing::ElementsAre;

namespace {

/// Three lists of four slots from word 8 of `in` on, and cursors at word 0.
class MergeTest : public ListFixture {
protected:
  static constexpr int kCursors = 0, kLists = 8;

  void begin() {
    ListFixture::begin();
    cursors = addView("cursors", kCursors);
    slots = builder.addTile("slots", 16, format::BufferClass::List);
    indices = builder.addTile("indices", 16, format::BufferClass::List);
    merged = builder.addTile("merged", 16, format::BufferClass::List);
  }

  void merge(Operand listsOffset, Operand listSlots, Operand numLists,
             Operand capacity) {
    count = tile.newRegister();
    distinct = tile.newRegister();
    tile.emit(Opcode::Merge,
              {count, distinct, in, listsOffset, listSlots, numLists, cursors,
               merged, slots, indices, capacity});
  }

  void merge(Operand capacity) { merge(kLists * 4, 4, 3, capacity); }

  /// Words of a list of the tile become words of the result.
  void show(int list, int words, int at) {
    tile.emit(Opcode::Dma, {list, 0, result, at * 4, words * 4, -1, -1});
  }

  static std::vector<int32_t> makeInput() {
    std::vector<int32_t> input(kWords, -7);
    std::vector<int32_t> start = {0, 0, 0, 3, 2, 1},
                         lists = {2, 5, 9, -7, 5, 9, -7, -7, 0};
    std::copy(start.begin(), start.end(), input.begin() + kCursors);
    std::copy(lists.begin(), lists.end(), input.begin() + kLists);
    return input;
  }

  int cursors = 0, slots = 0, indices = 0, merged = 0;
  Register count{0}, distinct{0};
};

TEST_F(MergeTest, TakesWholeIdsWhileTheyFit) {
  begin();
  merge(5);
  expectValue(count, 4);
  expectValue(distinct, 3);
  show(merged, 3, 0);
  show(slots, 4, 4);
  show(indices, 4, 8);
  show(cursors, 6, 12);
  merge(5);
  expectValue(count, 2);
  expectValue(distinct, 1);
  show(merged, 1, 20);
  show(slots, 2, 24);
  show(indices, 2, 28);
  merge(5);
  expectValue(count, 0);
  expectValue(distinct, 0);
  absl::Status status = run(makeInput());
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(slice(0, 3), ElementsAre(0, 2, 5));
  EXPECT_THAT(slice(4, 4), ElementsAre(0, 1, 2, 2));
  EXPECT_THAT(slice(8, 4), ElementsAre(8, 0, 1, 4));
  EXPECT_THAT(slice(12, 6), ElementsAre(2, 1, 1, 3, 2, 1));
  EXPECT_THAT(slice(20, 1), ElementsAre(9));
  EXPECT_THAT(slice(24, 2), ElementsAre(0, 0));
  EXPECT_THAT(slice(28, 2), ElementsAre(2, 5));
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.mergedRows, 4);
  EXPECT_EQ(counters.hbmReadBytes, kBytes + 6 * 4);
  EXPECT_EQ(counters.vectorOperations, 2);
}

TEST_F(MergeTest, AListThatDescendsIsAFault) {
  begin();
  merge(16);
  std::vector<int32_t> input = makeInput();
  input[kLists + 5] = 5;
  expectFault(run(input), "merge: list 1 does not ascend: 5 after 5 at slot 1");
}

TEST_F(MergeTest, ANegativeIdIsAFault) {
  begin();
  merge(16);
  std::vector<int32_t> input = makeInput();
  input[kLists + 8] = -2;
  expectFault(run(input), "merge: id -2 at slot 0 of list 2 is negative");
}

TEST_F(MergeTest, CursorsPastTheSlotsAreAFault) {
  begin();
  merge(16);
  std::vector<int32_t> input = makeInput();
  input[kCursors + 3] = 5;
  expectFault(run(input), "merge: cursors of list 0 are 0 and 5 of 4 slots");
}

TEST_F(MergeTest, CursorsThatDescendAreAFault) {
  begin();
  merge(16);
  std::vector<int32_t> input = makeInput();
  input[kCursors + 2] = 2;
  expectFault(run(input), "merge: cursors of list 2 are 2 and 1 of 4 slots");
}

TEST_F(MergeTest, AnIdWithoutRoomIsAFault) {
  begin();
  merge(1);
  merge(1);
  merge(tile.move(1));
  expectFault(run(makeInput()), "merge: id 5 is in more than 1 lists, for "
                                "which there is no room");
}

TEST_F(MergeTest, NoListsAreAFault) {
  begin();
  merge(kLists * 4, 4, tile.move(0), 16);
  expectFault(run(makeInput()), "merge of 0 lists of 4 slots");
}

TEST_F(MergeTest, ElementsThatAWordCannotCountAreAFault) {
  begin();
  merge(kLists * 4, tile.move((int64_t{1} << 31) / 3 + 1), 3, 16);
  expectFault(run(makeInput()), "merge of 3 lists of 715827883 slots");
}

TEST_F(MergeTest, ListsPastTheBufferAreAFault) {
  begin();
  merge(tile.move(kBytes - 44), 4, 3, 16);
  expectFault(run(makeInput()), "bounds check: access of 48 bytes at offset "
                                "212 of buffer 'in', which has 256 bytes");
}

TEST_F(MergeTest, MoreRoomThanTheListsHaveIsAFault) {
  begin();
  merge(tile.move(17));
  expectFault(run(makeInput()), "bounds check: access of 68 bytes at offset 0 "
                                "of buffer 'merged', which has 64 bytes");
}

TEST_F(MergeTest, NegativeRoomIsAFault) {
  begin();
  merge(tile.move(-1));
  expectFault(run(makeInput()), "list of -1 entries");
}

TEST_F(MergeTest, MoreCursorsThanThereAreIsAFault) {
  begin();
  merge(0, 1, tile.move(9), 16);
  expectFault(run(makeInput()), "bounds check: access of 72 bytes at offset 0 "
                                "of buffer 'cursors', which has 64 bytes");
}

TEST_F(MergeTest, ListsThatOverlapAreAFault) {
  begin();
  merged = slots;
  merge(16);
  expectFault(run(makeInput()),
              "merge: buffer 'slots' and buffer 'slots' overlap");
}

} // namespace
