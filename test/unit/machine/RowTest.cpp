//===-- RowTest.cpp - functions of the words of rows ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fill, elementwise, reduce_row and snap with their faults; the page of the
// instructions defines every row function.

#include "ListFixture.h"

#include <fstream>
#include <sstream>

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAre;

namespace {

class RowTest : public ListFixture {
protected:
  static constexpr int kDense = 0;
  static constexpr int kRow = format::kOneRow;
  static constexpr int kWord = format::kOneWord;

  static int getCode(format::RowFunction function) {
    return static_cast<int>(function);
  }

  /// result word `word` on = function of the words of `data` from word a and
  /// b on, for 2 rows of 3 words.
  void apply(format::RowFunction function, int word, int a, int b,
             int broadcast) {
    tile.emit(Opcode::Elementwise,
              {getCode(function), result, word * 4, data, a * 4, data, b * 4,
               -1, 0, 2, 12, broadcast});
  }

  void clearResult() { tile.emit(Opcode::Fill, {result, 0, kWords, 0}); }

  static std::vector<int32_t> makeFloats() {
    std::vector<int32_t> words(kWords);
    for (int i = 0; i < kWords; ++i)
      words[static_cast<size_t>(i)] = asBits(static_cast<float>(i));
    return words;
  }

  std::vector<float> floats(int begin, int count) {
    std::vector<float> values;
    for (int32_t word : slice(begin, count))
      values.push_back(std::bit_cast<float>(word));
    return values;
  }
};

TEST_F(RowTest, FillWritesWords) {
  begin();
  clearResult();
  tile.emit(Opcode::Fill, {result, 8, tile.move(3), tile.move(-7)});
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(slice(0, 6), ElementsAre(0, 0, -7, -7, -7, 0));
  EXPECT_THAT(slice(6, kWords - 6), Each(0));
}

TEST_F(RowTest, FillPastTheBufferIsAFault) {
  begin();
  tile.emit(Opcode::Fill, {result, 8, tile.move(kWords - 1), 0});
  expectFault(run(), "bounds check: access of 252 bytes at offset 8 of buffer "
                     "'result', which has 256 bytes");
}

TEST_F(RowTest, FillWithMoreThanAWordIsAFault) {
  begin();
  tile.emit(Opcode::Fill, {result, 0, 1, tile.move(int64_t{1} << 31)});
  expectFault(run(), "word 2147483648 is not a signed number of 32 bits");
}

TEST_F(RowTest, ElementwiseTakesEveryKindOfOperand) {
  begin();
  clearResult();
  apply(format::RowFunction::Subtract, 0, 10, 20, kDense);
  apply(format::RowFunction::Subtract, 6, 10, 20, kRow);
  apply(format::RowFunction::Subtract, 12, 10, 20, kWord << 2);
  apply(format::RowFunction::Subtract, 18, 10, 20, (kRow | kWord) << 2);
  ASSERT_TRUE(run(makeFloats()).ok());
  EXPECT_THAT(floats(0, 6), Each(-10.0f));
  EXPECT_THAT(floats(6, 6), ElementsAre(-10, -10, -10, -13, -13, -13));
  EXPECT_THAT(floats(12, 6), ElementsAre(-10, -9, -8, -8, -7, -6));
  EXPECT_THAT(floats(18, 6), ElementsAre(-10, -9, -8, -7, -6, -5));
  // 4 calls of 2 rows, and the fill: 8 words are a vector.
  EXPECT_EQ(machine->getCounters().vectorOperations, 8 + kWords / 8);
}

TEST_F(RowTest, SelectTakesThreeOperands) {
  begin();
  // Truth values at word 0.
  tile.emit(Opcode::Elementwise,
            {getCode(format::RowFunction::Select), result, 0, data, 0, data,
             8 * 4, data, 16 * 4, 1, 16, 0});
  std::vector<int32_t> input = makeIota();
  input[0] = 1, input[1] = 0, input[2] = 0, input[3] = 1;
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(slice(0, 4), ElementsAre(8, 17, 18, 11));
}

TEST_F(RowTest, TheResultMayBeAnOperand) {
  begin();
  tile.emit(Opcode::Elementwise, {getCode(format::RowFunction::AddInt), data, 0,
                                  data, 0, data, 0, -1, 0, 2, 12, 0});
  showData();
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_THAT(slice(0, 8), ElementsAre(0, 2, 4, 6, 8, 10, 6, 7));
}

TEST_F(RowTest, AResultOverOtherOperandWordsIsAFault) {
  begin();
  tile.emit(Opcode::Elementwise, {getCode(format::RowFunction::AddInt), data, 4,
                                  data, 0, data, 128, -1, 0, 2, 12, 0});
  expectFault(run(), "elementwise: the result overlaps words that are still to "
                     "be read");
}

TEST_F(RowTest, AResultOverAnOperandOfOneRowIsAFault) {
  begin();
  tile.emit(Opcode::Elementwise, {getCode(format::RowFunction::AddInt), data, 0,
                                  data, 128, data, 0, -1, 0, 2, 12, kRow << 2});
  expectFault(run(), "elementwise: the result overlaps words that are still to "
                     "be read");
}

TEST_F(RowTest, AnOperandPastTheBufferIsAFault) {
  begin();
  apply(format::RowFunction::Add, 0, 0, kWords - 5, kDense);
  expectFault(run(), "bounds check: access of 24 bytes at offset 236 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(RowTest, ElementwiseRowsOfHalfAWordAreAFault) {
  begin();
  tile.emit(Opcode::Elementwise, {getCode(format::RowFunction::Copy), result, 0,
                                  data, 0, -1, 0, -1, 0, 1, tile.move(6), 0});
  expectFault(run(), "1 rows of 6 bytes");
}

TEST_F(RowTest, HugeShapesAreAFault) {
  begin();
  tile.emit(Opcode::Elementwise,
            {getCode(format::RowFunction::Copy), result, 0, data, 0, -1, 0, -1,
             0, tile.move(INT64_MAX), tile.move(INT64_MAX - 3), kWord});
  expectFault(run(), "9223372036854775807 rows of 9223372036854775804 bytes");
}

TEST_F(RowTest, NoRowsReadAndWriteNothing) {
  begin();
  clearResult();
  tile.emit(Opcode::Elementwise,
            {getCode(format::RowFunction::Copy), result, kBytes, data, kBytes,
             -1, 0, -1, 0, tile.move(0), 12, kRow});
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_THAT(slice(0, kWords), Each(0));
}

TEST_F(RowTest, ReduceRowFoldsEachRow) {
  begin();
  clearResult();
  // 2 rows of 3 words from word 8, init at word 5.
  tile.emit(Opcode::ReduceRow, {getCode(format::RowFunction::Add), result, 4,
                                data, 8 * 4, data, 5 * 4, 2, 12});
  tile.emit(Opcode::ReduceRow, {getCode(format::RowFunction::Maximum), result,
                                12, data, 8 * 4, data, 9 * 4, 2, 12});
  ASSERT_TRUE(run(makeFloats()).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(0, 32, 41, 10, 13, 0));
  EXPECT_EQ(machine->getCounters().vectorOperations, 4 + kWords / 8);
}

TEST_F(RowTest, AReductionIntoItsRowsIsAFault) {
  begin();
  tile.emit(Opcode::ReduceRow, {getCode(format::RowFunction::Add), data, 0,
                                data, 0, data, 128, 2, 12});
  expectFault(run(), "reduce_row: the result overlaps words that are still to "
                     "be read");
}

TEST_F(RowTest, ReducedRowsPastTheBufferAreAFault) {
  begin();
  tile.emit(Opcode::ReduceRow, {getCode(format::RowFunction::Add), result, 0,
                                data, 4, data, 0, tile.move(16), 16});
  expectFault(run(), "bounds check: access of 256 bytes at offset 4 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(RowTest, SnapRoundsToBuckets) {
  begin();
  // 2 rows of 2 words; buckets at 0, 4, 8.
  tile.emit(Opcode::Snap, {data, 4, 2, 8, asBits(0.0f), asBits(8.0f), 3});
  showData();
  std::vector<int32_t> input(kWords);
  float words[] = {9, 1.9f, 2, -3, 100, 9};
  for (size_t i = 0; i < 6; ++i)
    input[i] = asBits(words[i]);
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(floats(0, 6), ElementsAre(9, 0, 4, 0, 8, 9));
}

TEST_F(RowTest, SnapToOneBucketIsAFault) {
  begin();
  tile.emit(Opcode::Snap,
            {data, 0, 1, 8, asBits(0.0f), asBits(8.0f), tile.move(1)});
  expectFault(run(), "snap to 1 buckets, must be at least 2");
}

TEST_F(RowTest, SnapOfAnEmptyRangeIsAFault) {
  begin();
  tile.emit(Opcode::Snap,
            {data, 0, 1, 8, asBits(2.0f), tile.move(asBits(2.0f)), 16});
  expectFault(run(),
              "snap from 2 to 2 in 16 buckets: the step must be positive "
              "and finite");
}

TEST_F(RowTest, SnapWithAnInfiniteStepIsAFault) {
  begin();
  tile.emit(Opcode::Snap, {data, 0, 1, 8, tile.move(asBits(-3e38f)),
                           tile.move(asBits(3e38f)), 2});
  expectFault(run(), "snap from -3e+38 to 3e+38 in 2 buckets: the step must be "
                     "positive and finite");
}

TEST(RowFunctionDocsTest, InstructionsPageDefinesEveryFunction) {
  std::ifstream file(std::string(SC_DOCS_DIR) + "/Instructions.md");
  std::ostringstream page;
  page << file.rdbuf();
  std::string text = page.str();
  size_t begin = text.find("**Row functions.**");
  ASSERT_NE(begin, std::string::npos);
  text = text.substr(begin);
  for (int i = 0; i < static_cast<int>(format::RowFunction::Count); ++i) {
    auto function = static_cast<format::RowFunction>(i);
    std::string name(format::getRowFunctionInfo(function).mnemonic);
    EXPECT_THAT(text, testing::HasSubstr("`" + name + "`"));
  }
}

} // namespace
