//===-- WidenTest.cpp - f32 rows from narrow ones ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen of every row type, with its faults and counters.

#include "ListFixture.h"

#include <cmath>

using namespace sc;
using namespace sc::test;
using format::RowType;
using testing::Each;
using testing::ElementsAre;

namespace {

class WidenTest : public ListFixture {
protected:
  static constexpr int kNone = -1;

  /// Emits a widen to the beginning of the result; offsets and strides in
  /// bytes.
  void widen(RowType type, Operand source, Operand sourceStride, int scales,
             Operand scalesOffset, Operand scalesStride, Operand count,
             Operand words) {
    tile.emit(Opcode::Widen,
              {static_cast<int>(type), data, source, sourceStride, scales,
               scalesOffset, scalesStride, result, 0, count, words});
  }

  /// An input that begins with `bytes`.
  static std::vector<int32_t> makeInput(const std::vector<int> &bytes) {
    std::vector<int32_t> words(kWords);
    auto *codes = reinterpret_cast<uint8_t *>(words.data());
    for (size_t i = 0; i < bytes.size(); ++i)
      codes[i] = static_cast<uint8_t>(bytes[i]);
    return words;
  }

  std::vector<float> floats(int begin, int count) {
    std::vector<float> values;
    for (int32_t word : slice(begin, count))
      values.push_back(std::bit_cast<float>(word));
    return values;
  }
};

TEST_F(WidenTest, Int8WithAScaleBehindEachRow) {
  begin();
  // Rows of 8 codes and a word, 16 bytes apart from byte 4 on.
  widen(RowType::Int8, 4, 16, data, 12, 16, 2, 20);
  std::vector<int32_t> input =
      makeInput({9, 9,   9,   9,                 //
                 1, 255, 127, 129, 128, 0, 0, 0, // row 0
                 0, 0,   0,   0,   9,   9, 9, 9, //
                 2, 3,   4,   5,   6});
  input[3] = asBits(0.5f), input[7] = asBits(-2.0f);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 10), ElementsAre(0.5f, -0.5f, 63.5f, -63.5f, -64.0f, -4,
                                         -6, -8, -10, -12));
}

TEST_F(WidenTest, Int8AffineWithAScaleForAllRows) {
  begin();
  int scale = addView("scale", 16);
  widen(RowType::Int8Affine, 0, 4, scale, 8, 0, tile.move(2), tile.move(12));
  std::vector<int32_t> input = makeInput({128, 129, 127, 9, 0, 255, 1, 9});
  input[18] = asBits(0.5f), input[19] = asBits(-3.0f);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(-3, -2.5f, 124.5f, 61, 60.5f, 61.5f));
}

TEST_F(WidenTest, Bf16IsTheUpperHalf) {
  begin();
  widen(RowType::BF16, 0, 8, kNone, 0, 0, 2, 12);
  std::vector<int32_t> input(kWords);
  input[0] = static_cast<int32_t>(0x3F80C000), input[1] = 0x00007F81;
  input[2] = static_cast<int32_t>(0xFF800001), input[3] = 0x00008000;
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(slice(0, 6), ElementsAre(static_cast<int32_t>(0xC0000000),
                                       0x3F800000, 0x7F810000, 0x00010000,
                                       static_cast<int32_t>(0xFF800000),
                                       static_cast<int32_t>(0x80000000)));
}

TEST_F(WidenTest, Fp8HasAScaleOrNone) {
  begin();
  int scale = addView("scale", 16);
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::Fp8E4M3), data, 0, 4,
                            kNone, 0, 0, result, 0, 1, 16});
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::Fp8E4M3), data, 0, 4,
                            scale, 0, 0, result, 16, 1, 16});
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::Fp8E5M2), data, 4, 4,
                            kNone, 0, 0, result, 32, 1, 16});
  // 448, -1, the least above 0, -NaN; 57344, 1, infinity, -0.
  std::vector<int32_t> input =
      makeInput({0x7E, 0xB8, 0x01, 0xFF, 0x7B, 0x3C, 0x7C, 0x80});
  input[16] = asBits(0.25f);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 3), ElementsAre(448, -1, 0.001953125f));
  EXPECT_EQ(slice(3, 1)[0], static_cast<int32_t>(0xFFC00000));
  EXPECT_THAT(floats(4, 3), ElementsAre(112, -0.25f, 0.00048828125f));
  EXPECT_TRUE(std::isnan(floats(7, 1)[0]));
  EXPECT_THAT(floats(8, 3), ElementsAre(57344, 1, INFINITY));
  EXPECT_EQ(slice(11, 1)[0], static_cast<int32_t>(0x80000000));
}

TEST_F(WidenTest, OverlappingSourceRowsAreReadOnly) {
  begin();
  int scale = addView("scale", 16);
  widen(RowType::Int8, 0, 4, scale, 0, 0, 2, 24);
  std::vector<int32_t> input = makeInput({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  input[16] = asBits(1.0f);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 12), ElementsAre(1, 2, 3, 4, 5, 6, 5, 6, 7, 8, 9, 10));
}

// The last row ends with its codes, not with its stride.
TEST_F(WidenTest, TheLastRowMayEndWithItsBuffer) {
  begin();
  widen(RowType::BF16, 220, 32, kNone, 0, 0, 2, 8);
  ASSERT_TRUE(run(makeInput({})).ok());
  EXPECT_THAT(slice(0, 4), Each(0));
}

TEST_F(WidenTest, NoRowsReadAndWriteNothing) {
  begin();
  tile.emit(Opcode::Fill, {result, 0, kWords, 7});
  widen(RowType::Int8, kBytes, 16, data, kBytes, 16, tile.move(0), 16);
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_THAT(slice(0, kWords), Each(7));
}

// A load of 4096 bytes waits until it is needed.
TEST_F(WidenTest, CodesMayComeFromALoadThatWaits) {
  begin();
  int far = builder.addHbm("far", 1024);
  int window = builder.addTile("window", 1024, BufferClass::Window);
  tile.emit(Opcode::Dma, {data, 0, far, 0, kBytes, -1, -1});
  tile.emit(Opcode::Dma, {far, 0, window, 0, 4096, -1, -1});
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::BF16), window, 0, 4,
                            kNone, 0, 0, result, 0, 1, 8});
  std::vector<int32_t> input = {0x40003F80};
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 2), ElementsAre(1, 2));
}

// Apart from the load of the data and the store of the result.
TEST_F(WidenTest, CountersOfAScaleForEachRow) {
  begin();
  widen(RowType::Int8Affine, 0, 20, data, 12, 20, 3, 40);
  ASSERT_TRUE(run(makeIota()).ok());
  const runtime::Counters &counters = machine->getCounters();
  // Rows of 10 words are 2 vectors.
  EXPECT_EQ(counters.vectorOperations, 6);
  EXPECT_EQ(counters.tileSpmemReadBytes, kBytes + 3 * (10 + 8));
  EXPECT_EQ(counters.tileSpmemWriteBytes, kBytes + 3 * 40);
}

TEST_F(WidenTest, CountersOfAScaleForAllRows) {
  begin();
  widen(RowType::Fp8E5M2, 0, 8, data, 128, 0, 3, 32);
  ASSERT_TRUE(run(makeInput({})).ok());
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.vectorOperations, 3);
  EXPECT_EQ(counters.tileSpmemReadBytes, kBytes + 3 * 8 + 4);
  EXPECT_EQ(counters.tileSpmemWriteBytes, kBytes + 3 * 32);
}

TEST_F(WidenTest, CodesPastTheBufferAreAFault) {
  begin();
  // The last row begins at byte 248 and has 10 codes.
  widen(RowType::Int8, 8, tile.move(120), data, 0, 0, 3, 40);
  expectFault(run(), "bounds check: access of 250 bytes at offset 8 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(WidenTest, ScalesPastTheBufferAreAFault) {
  begin();
  widen(RowType::Int8Affine, 0, 0, data, tile.move(252), 0, 1, 4);
  expectFault(run(), "bounds check: access of 8 bytes at offset 252 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(WidenTest, RowsPastTheResultAreAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, 0, 0, tile.move(3), 128);
  expectFault(run(), "bounds check: access of 384 bytes at offset 0 of buffer "
                     "'result', which has 256 bytes");
}

TEST_F(WidenTest, ANegativeCountIsAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, 0, 0, tile.move(-1), 8);
  expectFault(run(), "-1 rows of 8 bytes");
}

TEST_F(WidenTest, RowsWithoutWordsAreAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, 0, 0, tile.move(INT64_MAX), tile.move(0));
  expectFault(run(), "widen: rows of 0 bytes");
}

TEST_F(WidenTest, RowsOfHalfAWordAreAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, 0, 0, 1, tile.move(6));
  expectFault(run(), "1 rows of 6 bytes");
}

TEST_F(WidenTest, AnOffsetWithinAWordIsAFault) {
  begin();
  widen(RowType::Int8, tile.move(2), 0, data, 0, 0, 1, 8);
  expectFault(run(), "alignment: list offset 2 is not a multiple of 4 bytes");
}

TEST_F(WidenTest, AScaleWithinAWordIsAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, tile.move(6), 0, 1, 8);
  expectFault(run(), "alignment: list offset 6 is not a multiple of 4 bytes");
}

TEST_F(WidenTest, ANegativeOffsetIsAFault) {
  begin();
  widen(RowType::Int8, tile.move(-4), 0, data, 0, 0, 1, 8);
  expectFault(run(), "bounds check: access of 0 bytes at offset -4 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(WidenTest, AStrideWithinAWordIsAFault) {
  begin();
  widen(RowType::Int8, 0, tile.move(6), data, 0, 0, 1, 8);
  expectFault(run(), "widen: stride 6 of buffer 'data' must not be negative, "
                     "and a multiple of 4 bytes");
}

TEST_F(WidenTest, ANegativeStrideOfScalesIsAFault) {
  begin();
  widen(RowType::Int8, 0, 0, data, 0, tile.move(-4), 1, 8);
  expectFault(run(), "widen: stride -4 of buffer 'data' must not be negative, "
                     "and a multiple of 4 bytes");
}

TEST_F(WidenTest, AHugeStrideIsAFault) {
  begin();
  widen(RowType::Int8, 0, tile.move(INT64_MAX - 3), data, 0, 0, 3, 8);
  expectFault(run(), "3 rows, 9223372036854775804 bytes apart");
}

TEST_F(WidenTest, ADestinationOverItsCodesIsAFault) {
  begin();
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::BF16), data, 60, 4, kNone,
                            0, 0, data, 48, 2, 8});
  expectFault(run(), "widen: the destination overlaps rows of buffer 'data' "
                     "that are still to be read");
}

TEST_F(WidenTest, ADestinationOverItsScalesIsAFault) {
  begin();
  int scale = addView("scale", 16);
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::Int8), data, 0, 4, scale,
                            0, 0, data, 52, 2, 8});
  expectFault(run(), "widen: the destination overlaps rows of buffer 'scale' "
                     "that are still to be read");
}

TEST_F(WidenTest, ADestinationNextToItsRowsIsNone) {
  begin();
  tile.emit(Opcode::Widen, {static_cast<int>(RowType::Int8), data, 0, 4, data,
                            8, 0, data, 12, 2, 8});
  showData();
  std::vector<int32_t> input = makeInput({1, 2, 9, 9, 3, 4});
  input[2] = asBits(2.0f);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(3, 4), ElementsAre(2, 4, 6, 8));
}

} // namespace
