//===-- ScatterTest.cpp - rows to an index list --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scatter_rows with its DMA flag and its faults.

#include "MachineTest.h"

using namespace sc;
using namespace sc::test;
using testing::ElementsAre;

namespace {

/// Scatters to `in`, which becomes the result at the end.
class ScatterTest : public TileFixture {
protected:
  /// Rows of `data` from byte `offset` on, by the indices in its first words.
  int64_t scatter(Operand count, Operand offset, Operand to, Operand stride,
                  Operand rows, Operand rowBytes, Operand flag = -1) {
    return tile.emit(Opcode::ScatterRows, {data, offset, data, 0, count, in, to,
                                           stride, rows, rowBytes, flag});
  }

  absl::Status runAndShow(std::vector<int32_t> input,
                          MachineOptions options = {.threads = 1,
                                                    .poison = true}) {
    tile.emit(Opcode::Dma, {in, 0, result, 0, kBytes, -1, -1});
    return run(std::move(input), options);
  }

  /// 0, 1, 2 ... after the indices.
  static std::vector<int32_t> makeInput(std::vector<int32_t> indices) {
    std::vector<int32_t> input = makeIota();
    std::copy(indices.begin(), indices.end(), input.begin());
    return input;
  }
};

TEST_F(ScatterTest, FollowsTheIndicesInOrder) {
  begin();
  // Rows of 2 words, 16 bytes apart, from word 1 on.
  scatter(3, 32, 4, 16, 10, 8);
  ASSERT_TRUE(runAndShow(makeInput({3, 9, 3})).ok());
  std::vector<int32_t> expected = makeInput({3, 9, 3});
  expected[13] = 12, expected[14] = 13; // row 0, then row 2
  expected[37] = 10, expected[38] = 11;
  EXPECT_EQ(output, expected);
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.rowsScattered, 3);
  EXPECT_EQ(counters.scatters, 1);
  EXPECT_EQ(counters.hbmWriteBytes, 24 + kBytes);
  EXPECT_EQ(counters.tileSpmemReadBytes, 24 + 12 + kBytes);
}

// A load that was put off reads what was there before.
TEST_F(ScatterTest, AnEarlierLoadIsNotChanged) {
  constexpr int kLarge = 1024;
  begin();
  int table = builder.addHbm("table", kLarge);
  int list = builder.addTile("list", kLarge, format::BufferClass::List);
  tile.emit(Opcode::Dma, {table, 0, list, 0, kLarge * 4, -1, -1});
  tile.emit(Opcode::ScatterRows,
            {data, 8, data, 0, 1, table, 0, 4, kLarge, 4, -1});
  tile.emit(Opcode::Dma, {list, 0, result, 0, kBytes, -1, -1});
  format::FillT fill;
  fill.destination = table;
  fill.sizes = {kLarge};
  fill.strides = {1};
  fill.value = {7, 0, 0, 0};
  builder.addStep(fill);
  ASSERT_TRUE(run({5, 0, 99}).ok());
  EXPECT_THAT(output, testing::Each(7));
}

class TimingTest : public ScatterTest,
                   public testing::WithParamInterface<DmaTiming> {};

TEST_P(TimingTest, TakesEffectByTheWait) {
  begin();
  scatter(1, 32, 0, 4, 10, 4, 0);
  tile.emit(Opcode::WaitDma, {0});
  ASSERT_TRUE(
      runAndShow(makeInput({6}), {.threads = 1, .dmaTiming = GetParam()}).ok());
  EXPECT_EQ(output[6], 8);
}

TEST_P(TimingTest, WithoutTheWaitTheTimingShows) {
  begin();
  scatter(1, 32, 0, 4, 10, 4, 0);
  tile.emit(Opcode::Dma, {in, 0, result, 0, kBytes, -1, -1});
  tile.emit(Opcode::WaitDma, {0});
  ASSERT_TRUE(
      run(makeInput({6}), {.threads = 1, .dmaTiming = GetParam()}).ok());
  EXPECT_EQ(output[6], GetParam() == DmaTiming::AtStart ? 8 : 6);
}

INSTANTIATE_TEST_SUITE_P(Timings, TimingTest,
                         testing::Values(DmaTiming::AtStart,
                                         DmaTiming::AtWait));

TEST_F(ScatterTest, AtWaitAFaultNamesTheScatter) {
  begin();
  int64_t at = scatter(1, 32, 0, 4, 10, 4, 0);
  tile.emit(Opcode::WaitDma, {0});
  absl::Status status = runAndShow(
      makeInput({77}), {.threads = 1, .dmaTiming = DmaTiming::AtWait});
  expectFault(status, "bounds check: index 77 at entry 0 of a destination of "
                      "10 rows");
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("instruction #" + std::to_string(at) +
                                 " (scatter_rows)"));
}

TEST_F(ScatterTest, NegativeIndexIsAFault) {
  begin();
  scatter(2, 32, 0, 4, 10, 4);
  expectFault(runAndShow(makeInput({1, -1})),
              "bounds check: index -1 at entry 1 of a destination of 10 rows");
}

TEST_F(ScatterTest, DestinationRowsPastTheBufferAreAFault) {
  begin();
  scatter(0, 0, 0, 8, tile.move(33), 8);
  expectFault(run(), "bounds check: access of 264 bytes at offset 0 of buffer "
                     "'in', which has 256 bytes");
}

TEST_F(ScatterTest, RowsThatOverlapAreAFault) {
  begin();
  scatter(1, 0, 0, 4, 2, 8);
  expectFault(run(), "destination stride 4 is less than the row size 8");
}

TEST_F(ScatterTest, SourceRowsPastTheBufferAreAFault) {
  begin();
  scatter(2, tile.move(kBytes - 8), 0, 8, 2, 8);
  expectFault(run(), "bounds check: access of 16 bytes at offset 248 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(ScatterTest, RowSizeMustBeWords) {
  begin();
  scatter(1, 0, 0, 8, 2, tile.move(6));
  expectFault(run(), "alignment: row size 6 is not a multiple of 4 bytes");
}

TEST_F(ScatterTest, NegativeCountIsAFault) {
  begin();
  scatter(tile.move(-2), 0, 0, 8, 2, 8);
  expectFault(run(), "transfer of -2 rows of 4 bytes with stride 4");
}

TEST_F(ScatterTest, AFlagThatIsPendingIsAFault) {
  begin();
  scatter(1, 32, 0, 4, 10, 4, 1);
  scatter(1, 32, 0, 4, 10, 4, 1);
  expectFault(run(makeInput({1})), "DMA flag 1 is pending already");
}

} // namespace
