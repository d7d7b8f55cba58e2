//===-- StreamTest.cpp - transfers between memories ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dma, dma_rows, gather_rows, DMA flags and their faults.

#include "MachineTest.h"

using namespace sc;
using namespace sc::test;

namespace {

class StreamTest : public TileFixture {};

TEST_F(StreamTest, DmaCopiesBytes) {
  begin();
  tile.emit(Opcode::Dma, {in, 32, result, 4, tile.move(8), -1, -1});
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0], -1); // poison
  EXPECT_EQ(output[1], 8);
  EXPECT_EQ(output[2], 9);
  EXPECT_EQ(output[3], -1);
}

TEST_F(StreamTest, DmaRowsCopiesStridedRows) {
  begin();
  tile.emit(Opcode::DmaRows, {in, 4, 32, result, 0, 8, 3, 8, -1, -1});
  ASSERT_TRUE(run(makeIota()).ok());
  std::vector<int32_t> expected = {1, 2, 9, 10, 17, 18, -1};
  EXPECT_THAT(std::vector<int32_t>(output.begin(), output.begin() + 7),
              testing::ElementsAreArray(expected));
}

TEST_F(StreamTest, DmaRowsRepeatsARowWithStrideZero) {
  begin();
  tile.emit(Opcode::DmaRows, {in, 8, 0, result, 0, 4, 3, 4, -1, -1});
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0] + output[1] + output[2], 6);
}

TEST_F(StreamTest, GatherRowsFollowsTheIndices) {
  begin();
  // Rows of 2 words, 16 bytes apart, from word 1 on.
  tile.emit(Opcode::GatherRows, {in, 4, 16, 10, data, 0, 4, result, 8, 8, -1});
  std::vector<int32_t> input = makeIota();
  input[0] = 3, input[1] = 0, input[2] = 9, input[3] = 3;
  ASSERT_TRUE(run(input).ok());
  EXPECT_EQ(output[1], -1);
  EXPECT_EQ(output[2], 13);
  EXPECT_EQ(output[3], 14);
  EXPECT_EQ(output[4], 0); // word 1 was overwritten by an index
  EXPECT_EQ(output[6], 37);
  EXPECT_EQ(output[8], 13);
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.rowsGathered, 4);
  EXPECT_EQ(counters.gathers, 1);
  EXPECT_EQ(counters.dmas, 2);
  EXPECT_EQ(counters.hbmReadBytes, 256 + 32);
  EXPECT_EQ(counters.hbmWriteBytes, 256);
  EXPECT_EQ(counters.tileSpmemReadBytes, 16 + 256);
  EXPECT_EQ(counters.tileSpmemWriteBytes, 256 + 32);
}

TEST_F(StreamTest, GatherIndexOutOfRangeIsAFault) {
  begin();
  tile.emit(Opcode::GatherRows, {in, 0, 8, 10, data, 0, 2, result, 0, 8, -1});
  expectFault(run({9, 10}),
              "bounds check: index 10 at entry 1 of a source of 10 rows");
}

TEST_F(StreamTest, GatherNegativeIndexIsAFault) {
  begin();
  tile.emit(Opcode::GatherRows, {in, 0, 8, 10, data, 0, 2, result, 0, 8, -1});
  expectFault(run({-1}), "bounds check: index -1 at entry 0");
}

TEST_F(StreamTest, GatherSourceRowsPastTheBufferAreAFault) {
  begin();
  tile.emit(Opcode::GatherRows,
            {in, 0, 8, tile.move(33), data, 0, 0, result, 0, 8, -1});
  expectFault(run(), "bounds check: access of 264 bytes at offset 0 of buffer "
                     "'in', which has 256 bytes");
}

TEST_F(StreamTest, LinearHbmAddressMustBeAligned) {
  begin();
  tile.emit(Opcode::Dma, {in, tile.move(16), result, 0, 4, -1, -1});
  expectFault(run(), "alignment: source address");
}

TEST_F(StreamTest, LinearHbmDestinationMustBeAligned) {
  begin();
  tile.emit(Opcode::Dma, {data, 0, out, tile.move(4), 4, -1, -1});
  expectFault(run(), "is not a multiple of 32 bytes");
}

TEST_F(StreamTest, TileAddressMustBeAligned) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, tile.move(2), 4, -1, -1});
  expectFault(run(), "alignment: destination address");
}

TEST_F(StreamTest, ByteCountMustBeWords) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, tile.move(6), -1, -1});
  expectFault(run(), "alignment: byte count 6 is not a multiple of 4 bytes");
}

TEST_F(StreamTest, RowOffsetMustBeWords) {
  begin();
  tile.emit(Opcode::DmaRows, {in, tile.move(2), 8, result, 0, 8, 1, 8, -1, -1});
  expectFault(run(), "alignment: row offset 2 is not a multiple of 4 bytes");
}

TEST_F(StreamTest, RowStrideMustBeWords) {
  begin();
  tile.emit(Opcode::DmaRows, {in, 0, tile.move(6), result, 0, 8, 1, 8, -1, -1});
  expectFault(run(), "alignment: row stride 6 is not a multiple of 4 bytes");
}

TEST_F(StreamTest, RowSizeMustBeWords) {
  begin();
  tile.emit(Opcode::DmaRows, {in, 0, 8, result, 0, 8, 1, tile.move(6), -1, -1});
  expectFault(run(), "alignment: row size 6 is not a multiple of 4 bytes");
}

TEST_F(StreamTest, NegativeRowsAreAFault) {
  begin();
  tile.emit(Opcode::DmaRows,
            {in, 0, 8, result, 0, 8, tile.move(-1), 8, -1, -1});
  expectFault(run(), "transfer of -1 rows of 8 bytes with stride 8");
}

TEST_F(StreamTest, OverlappingDestinationRowsAreAFault) {
  begin();
  tile.emit(Opcode::DmaRows, {in, 0, 8, result, 0, tile.move(0), 2, 8, -1, -1});
  expectFault(run(), "destination stride 0 is less than the row size 8");
}

TEST_F(StreamTest, HugeStrideDoesNotWrapAround) {
  begin();
  tile.emit(Opcode::DmaRows,
            {in, 0, tile.move(int64_t{1} << 62), result, 0, 8, 5, 8, -1, -1});
  expectFault(run(), "bounds check: access of 9223372036854775807 bytes");
}

TEST_F(StreamTest, NegativeOffsetIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {in, tile.move(-32), result, 0, 4, -1, -1});
  expectFault(run(), "bounds check: access of 4 bytes at offset -32");
}

TEST_F(StreamTest, AddressOverflowIsAFault) {
  begin();
  // `out` is not the first buffer in HBM, so the sum leaves 64 bits.
  tile.emit(Opcode::Dma, {out, tile.move(INT64_MAX), result, 0, 4, -1, -1});
  expectFault(run(), "source address 9223372036854775807 overflows");
}

TEST_F(StreamTest, NegativeByteCountIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, tile.move(-4), -1, -1});
  expectFault(run(), "access of -4 bytes to buffer 'in'");
}

TEST_F(StreamTest, TransferOntoItselfIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {data, 0, data, 4, 8, -1, -1});
  expectFault(run(), "source and destination of a transfer overlap");
}

TEST_F(StreamTest, PeerThatDoesNotExistIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {data, 0, out, 0, 4, tile.move(1), -1});
  expectFault(run(), "peer 1 does not exist, the group has 1 SparseCores");
}

TEST_F(StreamTest, PeerReachesHbmOnly) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, 4, tile.move(0), -1});
  expectFault(run(), "transfer to a peer's buffer 'result', which is not in "
                     "hbm");
}

TEST_F(StreamTest, WaitWithoutTransferIsAFault) {
  begin();
  tile.emit(Opcode::WaitDma, {1});
  expectFault(run(), "wait for DMA flag 1, which is not pending");
}

TEST_F(StreamTest, SecondTransferOnAPendingFlagIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, 4, -1, 0});
  tile.emit(Opcode::Dma, {in, 0, result, 0, 4, -1, 0});
  expectFault(run(), "DMA flag 0 is pending already");
}

TEST_F(StreamTest, ExitWithAPendingFlagIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, 4, -1, 1});
  expectFault(run(), "unexpected semaphore value at exit: DMA flag 1 is "
                     "pending");
}

TEST_F(StreamTest, DmaFlagThatDoesNotExistIsAFault) {
  begin();
  tile.emit(Opcode::Dma, {in, 0, result, 0, 4, -1, tile.move(2)});
  expectFault(run(), "DMA flag 2 does not exist, the task has 2");
}

/// What a copy that is read before its wait gives.
class MissingWaitTest : public TileFixture,
                        public testing::WithParamInterface<DmaTiming> {
protected:
  int32_t readEarly(bool waits) {
    begin();
    Register offset = tile.move(32);
    tile.emit(Opcode::Dma, {in, offset, data, 0, 4, -1, 0});
    // Operands are captured at the start.
    tile.emit(Opcode::Move, {offset, 64});
    if (waits)
      tile.emit(Opcode::WaitDma, {0});
    tile.emit(Opcode::Dma, {data, 0, result, 0, 4, -1, -1});
    if (!waits)
      tile.emit(Opcode::WaitDma, {0});
    EXPECT_TRUE(
        run(makeIota(), {.threads = 1, .poison = true, .dmaTiming = GetParam()})
            .ok());
    return output[0];
  }
};

TEST_P(MissingWaitTest, WithTheWaitTheTimingDoesNotMatter) {
  EXPECT_EQ(readEarly(true), 8);
}

TEST_P(MissingWaitTest, WithoutTheWaitItDoes) {
  EXPECT_EQ(readEarly(false), GetParam() == DmaTiming::AtStart ? 8 : 0);
}

INSTANTIATE_TEST_SUITE_P(Timings, MissingWaitTest,
                         testing::Values(DmaTiming::AtStart,
                                         DmaTiming::AtWait));

TEST_F(StreamTest, AtWaitAGatherFaultNamesTheGather) {
  begin();
  int64_t gather = tile.emit(Opcode::GatherRows,
                             {in, 0, 8, 10, data, 0, 1, result, 0, 8, 0});
  tile.emit(Opcode::WaitDma, {0});
  absl::Status status =
      run({77}, {.threads = 1, .dmaTiming = DmaTiming::AtWait});
  expectFault(status, "bounds check: index 77");
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("instruction #" + std::to_string(gather) +
                                 " (gather_rows)"));
}

} // namespace
