//===-- ElementwiseKernelTest.cpp - functions of the words of rows -------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every row function, every mix of operands, against one word at a time; folds
// of rows; and fills.

#include "KernelTest.h"
#include "RowFunctions.h"

#include "runtime/kernels/RowKernels.h"

using namespace sc;
using namespace sc::test;

namespace {

constexpr int64_t kWords[] = {1, 2, 8, 9, 16, 24, 31, 64, 100, 128};

/// Zeros, ones, infinities, NaNs, denormal and huge numbers, and the ends of
/// the integers, among them those around the limits of float_to_int.
const std::vector<int32_t> &getSpecialWords() {
  static const std::vector<int32_t> words = [] {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    std::vector<int32_t> list = {0,  1,         -1,        2,
                                 -2, INT32_MAX, INT32_MIN, INT32_MIN + 1};
    for (float value : {0.0f, 1.0f, 0.5f, 2.0f, 1e-40f, 3e38f, 1e-38f, 1.5f,
                        2147483520.0f, 2147483648.0f, 2147483904.0f, 3e9f,
                        kInfinity, std::numeric_limits<float>::quiet_NaN()})
      for (float sign : {1.0f, -1.0f})
        list.push_back(toWord(std::copysign(value, sign)));
    return list;
  }();
  return words;
}

class RowFunctionTest : public KernelTest {
protected:
  /// A word that is special, a common f32, or a small or any i32.
  int32_t drawWord() {
    const std::vector<int32_t> &special = getSpecialWords();
    switch (random() % 8) {
    case 0:
      return special[random() % special.size()];
    case 1:
      return draw(3);
    case 2:
      return static_cast<int32_t>(static_cast<uint32_t>(random()));
    default:
      return toWord(static_cast<float>(draw(1 << 20) - (1 << 19)) / 4096.0f);
    }
  }

  std::vector<int32_t> drawWords(int64_t count) {
    std::vector<int32_t> words(static_cast<size_t>(count));
    for (int32_t &word : words)
      word = drawWord();
    return words;
  }

  void checkWords(RowFunction function, const std::vector<int32_t> &actual,
                  const std::vector<int32_t> &expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i)
      ASSERT_TRUE(isSameWord(function, actual[i], expected[i]))
          << "word " << i << ": " << std::hex << actual[i] << " instead of "
          << expected[i];
  }
};

/// Dense copies of an operand for `count` rows of `words` words.
std::vector<int32_t> spread(const std::vector<int32_t> &words,
                            const kernels::RowOperand &operand, int64_t count,
                            int64_t rowWords) {
  std::vector<int32_t> dense;
  for (int64_t row = 0; row < count; ++row)
    for (int64_t i = 0; i < rowWords; ++i) {
      int64_t at = operand.isOneWord ? 0 : i;
      if (!operand.isOneRow)
        at += row * (operand.isOneWord ? 1 : rowWords);
      dense.push_back(words[static_cast<size_t>(at)]);
    }
  return dense;
}

class ElementwiseTest : public RowFunctionTest {
protected:
  /// One call with operands of the kinds in `kinds`, two bits each. Operand
  /// `inPlace`, if dense, is the result's memory.
  void check(const RowFunctionCase &row, int kinds, int64_t count,
             int64_t words, int inPlace) {
    kernels::RowOperands operands;
    std::vector<std::vector<int32_t>> lists(3);
    std::vector<std::vector<int32_t>> dense(3, std::vector<int32_t>());
    std::vector<int32_t> before(static_cast<size_t>(count * words), 5);
    for (int i = 0; i < row.operands; ++i) {
      auto at = static_cast<size_t>(i);
      operands[at].isOneRow = kinds >> (2 * i) & 1;
      operands[at].isOneWord = kinds >> (2 * i) & 2;
      lists[at] =
          drawWords(kernels::countOperandWords(operands[at], count, words));
      operands[at].words = lists[at].data();
      dense[at] = spread(lists[at], operands[at], count, words);
      if (i == inPlace)
        before = lists[at];
    }
    Guarded<int32_t> result(before, random() % 16);
    if (inPlace >= 0)
      operands[static_cast<size_t>(inPlace)].words = result.data();
    std::vector<int32_t> expected;
    for (size_t i = 0; i < static_cast<size_t>(count * words); ++i)
      expected.push_back(computeWord(row.function, dense[0][i],
                                     row.operands > 1 ? dense[1][i] : 0,
                                     row.operands > 2 ? dense[2][i] : 0));
    kernels::elementwise(row.function, operands, result.data(), count, words);
    checkWords(row.function, result.take(count * words), expected);
    EXPECT_TRUE(result.isIntact());
  }
};
SC_FOR_EACH_TARGET(ElementwiseTest);

TEST_P(ElementwiseTest, EveryMixOfOperandsEqualsOneWordAtATime) {
  for (const RowFunctionCase &row : getRowFunctions())
    for (int kinds = 0; kinds < 1 << 2 * row.operands; ++kinds)
      for (int64_t words : {1, 8, 31, 128})
        for (int64_t count : {0, 1, 3}) {
          SCOPED_TRACE(testing::Message()
                       << "seed " << seed << " " << row.name << " kinds "
                       << kinds << " words " << words << " count " << count);
          ASSERT_NO_FATAL_FAILURE(check(row, kinds, count, words, -1));
        }
}

TEST_P(ElementwiseTest, TheResultMayBeADenseOperand) {
  for (const RowFunctionCase &row : getRowFunctions())
    for (int kinds = 0; kinds < 1 << 2 * row.operands; ++kinds)
      for (int i = 0; i < row.operands; ++i) {
        if (kinds >> (2 * i) & 3)
          continue;
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << " " << row.name << " kinds " << kinds
                     << " operand " << i);
        ASSERT_NO_FATAL_FAILURE(check(row, kinds, 3, 40, i));
      }
}

TEST_P(ElementwiseTest, EveryLengthEqualsOneWordAtATime) {
  for (const RowFunctionCase &row : getRowFunctions())
    for (int64_t words : kWords) {
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << " " << row.name << " words " << words);
      ASSERT_NO_FATAL_FAILURE(check(row, 0, 1 + draw(5), words, -1));
    }
}

TEST_P(ElementwiseTest, SpecialWordsInEveryPair) {
  const std::vector<int32_t> &special = getSpecialWords();
  auto count = static_cast<int64_t>(special.size());
  // Row r pairs the special word r with every other.
  for (const RowFunctionCase &row : getRowFunctions()) {
    SCOPED_TRACE(row.name);
    kernels::RowOperands operands;
    operands[0] = {special.data(), false, true};
    if (row.operands > 1)
      operands[1] = {special.data(), true, false};
    if (row.operands > 2)
      operands[2] = {special.data(), false, true};
    std::vector<int32_t> result(special.size() * special.size()), expected;
    for (int32_t a : special)
      for (int32_t b : special)
        expected.push_back(computeWord(row.function, a, b, a));
    kernels::elementwise(row.function, operands, result.data(), count, count);
    checkWords(row.function, result, expected);
  }
}

TEST_P(ElementwiseTest, MaximumOfZerosIsPositiveAndMinimumNegative) {
  const int32_t plus = toWord(0.0f), minus = toWord(-0.0f);
  for (auto [a, b] : {std::pair(plus, minus), std::pair(minus, plus)}) {
    kernels::RowOperands operands{kernels::RowOperand{&a}, {&b}, {}};
    int32_t result = 1;
    kernels::elementwise(RowFunction::Maximum, operands, &result, 1, 1);
    EXPECT_EQ(result, plus);
    kernels::elementwise(RowFunction::Minimum, operands, &result, 1, 1);
    EXPECT_EQ(result, minus);
  }
}

class ReduceRowTest : public RowFunctionTest {};
SC_FOR_EACH_TARGET(ReduceRowTest);

TEST_P(ReduceRowTest, FoldsFromTheFirstWordToTheLast) {
  using enum RowFunction;
  for (RowFunction function : {Add, Multiply, Maximum, Minimum, AndInt, AddInt,
                               MultiplyInt, MaximumInt, MinimumInt})
    for (int64_t words : kWords)
      for (int64_t count = 0; count < 11; ++count) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << " function "
                     << static_cast<int>(function) << " words " << words
                     << " count " << count);
        std::vector<int32_t> rows = drawWords(count * words), expected;
        int32_t init = drawWord();
        for (int64_t row = 0; row < count; ++row) {
          int32_t sum = init;
          for (int64_t i = 0; i < words; ++i)
            sum = computeWord(function, sum,
                              rows[static_cast<size_t>(row * words + i)], 0);
          expected.push_back(sum);
        }
        Guarded<int32_t> result(std::vector<int32_t>(expected.size()),
                                random() % 16);
        kernels::reduceRows(function, rows.data(), init, result.data(), count,
                            words);
        ASSERT_NO_FATAL_FAILURE(
            checkWords(function, result.take(count), expected));
        EXPECT_TRUE(result.isIntact());
      }
}

TEST_P(ReduceRowTest, RowsOfNoWordsGiveTheInitialWord) {
  int32_t result[] = {1, 2, 3};
  kernels::reduceRows(RowFunction::AddInt, nullptr, 42, result, 3, 0);
  EXPECT_EQ(std::vector<int32_t>(result, result + 3),
            std::vector<int32_t>(3, 42));
}

TEST(FillTest, WritesTheWordAndNothingElse) {
  for (int32_t word : {0, -1, 7, toWord(-0.0f)})
    for (int64_t count : {0, 1, 7, 8, 15, 16, 17, 1000}) {
      std::vector<int32_t> words(static_cast<size_t>(count), 3);
      Guarded<int32_t> result(words, 5);
      kernels::fillWords(result.data(), count, word);
      EXPECT_EQ(result.take(count),
                std::vector<int32_t>(static_cast<size_t>(count), word));
      EXPECT_TRUE(result.isIntact());
    }
}

} // namespace
