//===-- SegmentSumTest.cpp - sums of the rows of slots -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// segment_sum with its faults.

#include "ListFixture.h"

using namespace sc;
using namespace sc::test;
using testing::ElementsAre;

namespace {

class SegmentSumTest : public ListFixture {
protected:
  /// Word of the input where the rows begin.
  static constexpr int kRows = 48;

  /// Slots 5, 5, 7 at kIds, indices 1, 0, 3 at kSamples and gains 1, 2, 3 at
  /// kGains, after one unused entry; 4 rows of 2 words at kRows.
  static std::vector<int32_t> makeInput() {
    std::vector<int32_t> input(kWords);
    int32_t slots[] = {-9, 5, 5, 7}, indices[] = {-9, 1, 0, 3};
    for (size_t i = 0; i < 4; ++i) {
      input[kIds + i] = slots[i];
      input[kSamples + i] = indices[i];
      input[kGains + i] = asBits(static_cast<float>(i));
      input[kRows + 2 * i] = asBits(static_cast<float>(1 << i));
      input[kRows + 2 * i + 1] = asBits(static_cast<float>(100 << i));
    }
    return input;
  }

  /// A slot for each row of 2 words of the result from byte `offset` on.
  void sum(Operand offset, Operand first, int rows, Operand rowsOffset,
           int indexList, int gainList, Operand count = 3) {
    tile.emit(Opcode::SegmentSum, {result, offset, first, rows, rowsOffset, ids,
                                   indexList, gainList, 4, count, 8});
  }

  std::vector<float> floats(int begin, int count) {
    std::vector<float> values;
    for (int32_t word : slice(begin, count))
      values.push_back(std::bit_cast<float>(word));
    return values;
  }

  void clearResult() { tile.emit(Opcode::Fill, {result, 0, kWords, 0}); }
};

TEST_F(SegmentSumTest, SumsGainTimesRowOfEachSlot) {
  begin();
  clearResult();
  sum(8, 5, data, kRows * 4, samples, gains);
  ASSERT_TRUE(run(makeInput()).ok());
  // 1 x row 1 + 2 x row 0, nothing, 3 x row 3.
  EXPECT_THAT(floats(0, 10), ElementsAre(0, 0, 4, 400, 0, 0, 24, 2400, 0, 0));
  EXPECT_EQ(machine->getCounters().vectorOperations, 3 + kWords / 8);
}

TEST_F(SegmentSumTest, RowsAreInOrderWithoutIndices) {
  begin();
  clearResult();
  sum(0, 5, data, kRows * 4, -1, gains);
  ASSERT_TRUE(run(makeInput()).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(5, 500, 0, 0, 12, 1200));
}

TEST_F(SegmentSumTest, RowsAreAddedAsTheyAreWithoutGains) {
  begin();
  clearResult();
  sum(0, 4, data, kRows * 4, samples, -1);
  sum(0, 4, data, kRows * 4, -1, -1);
  ASSERT_TRUE(run(makeInput()).ok());
  EXPECT_THAT(floats(0, 8), ElementsAre(0, 0, 6, 600, 0, 0, 12, 1200));
}

TEST_F(SegmentSumTest, ReadsRowsOfSpmem) {
  begin();
  clearResult();
  int shared =
      builder.addBuffer("shared", 16, {.space = format::MemorySpace::Spmem});
  tile.emit(Opcode::Dma, {data, kRows * 4, shared, 0, 64, -1, -1});
  sum(0, 5, shared, 0, samples, gains);
  ASSERT_TRUE(run(makeInput()).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(4, 400, 0, 0, 24, 2400));
  EXPECT_EQ(machine->getCounters().spmemReadBytes, 3 * 8);
}

TEST_F(SegmentSumTest, SlotsBelowTheFirstAreAFault) {
  begin();
  sum(0, 6, data, kRows * 4, samples, gains);
  expectFault(run(makeInput()), "bounds check: slot 5 at entry 0 of a list, "
                                "must be one of 32 from 6 on");
}

TEST_F(SegmentSumTest, SlotsPastTheResultAreAFault) {
  begin();
  // 2 rows of the result.
  sum(kBytes - 16, 5, data, kRows * 4, samples, gains);
  expectFault(run(makeInput()), "bounds check: slot 7 at entry 2 of a list, "
                                "must be one of 2 from 5 on");
}

TEST_F(SegmentSumTest, IndicesPastTheRowsAreAFault) {
  begin();
  // 3 rows from there on.
  sum(0, 5, data, kBytes - 24, samples, gains);
  expectFault(run(makeInput()), "bounds check: index 3 at entry 2 of a list, "
                                "must be below 3");
}

TEST_F(SegmentSumTest, MoreEntriesThanRowsAreAFault) {
  begin();
  sum(0, 5, data, kBytes - 16, -1, gains);
  expectFault(run(makeInput()), "bounds check: access of 24 bytes at offset "
                                "240 of buffer 'data', which has 256 bytes");
}

TEST_F(SegmentSumTest, EntriesPastTheListAreAFault) {
  begin();
  sum(0, 5, data, kRows * 4, samples, gains, tile.move(16));
  expectFault(run(makeInput()), "bounds check: access of 64 bytes at offset 4 "
                                "of buffer 'ids', which has 64 bytes");
}

TEST_F(SegmentSumTest, RowsInTheResultAreAFault) {
  begin();
  tile.emit(Opcode::SegmentSum,
            {data, 128, 5, data, kRows * 4, ids, -1, -1, 4, 3, 8});
  expectFault(run(makeInput()), "segment_sum: the result overlaps words that "
                                "are still to be read");
}

TEST_F(SegmentSumTest, ListsInTheResultAreAFault) {
  begin();
  tile.emit(Opcode::SegmentSum, {data, 0, 5, result, 0, ids, -1, -1, 4, 3, 8});
  expectFault(run(makeInput()), "segment_sum: the result overlaps words that "
                                "are still to be read");
}

TEST_F(SegmentSumTest, RowsOfNoBytesAreAFault) {
  begin();
  tile.emit(Opcode::SegmentSum,
            {result, 0, 5, data, 0, ids, -1, -1, 4, 3, tile.move(0)});
  expectFault(run(makeInput()), "segment_sum: rows of 0 bytes");
}

TEST_F(SegmentSumTest, ALoadThatWasPutOffIsThere) {
  begin();
  // 1280 words are loaded but not copied until something reads them.
  int big = builder.addHbm("big", 1280);
  int rows = builder.addTile("rows", 1280, format::BufferClass::Window);
  clearResult();
  tile.emit(Opcode::Dma, {in, 0, big, 0, kBytes, -1, -1});
  tile.emit(Opcode::Dma, {big, 0, rows, 0, 1280 * 4, -1, -1});
  sum(0, 5, rows, kRows * 4, samples, gains);
  ASSERT_TRUE(run(makeInput()).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(4, 400, 0, 0, 24, 2400));
}

} // namespace
