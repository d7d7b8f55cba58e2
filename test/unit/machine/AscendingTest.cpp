//===-- AscendingTest.cpp - lists in order -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sort, lower_bound and the check of the order in runs, with their faults.

#include "ListFixture.h"

using namespace sc;
using namespace sc::test;
using testing::ElementsAre;

namespace {

class AscendingTest : public ListFixture {
protected:
  void runs(int64_t offset, Operand count, int carry, Operand carried) {
    tile.emit(Opcode::Runs, {tile.newRegister(), data, offset, count, data,
                             offset, carry, carried, 1});
  }

  Register lowerBound(int buffer, Operand offset, Operand count,
                      Operand value) {
    Register position = tile.newRegister();
    tile.emit(Opcode::LowerBound, {position, buffer, offset, count, value});
    return position;
  }
};

TEST_F(AscendingTest, SortOrdersByIdAndSample) {
  begin();
  tile.emit(Opcode::Sort, {ids, samples, gains, 4, 5});
  showData();
  ASSERT_TRUE(run(makeLists()).ok());
  // The first entry is not part of it.
  EXPECT_THAT(slice(kIds, 6), ElementsAre(7, 4, 4, 4, 7, 9));
  EXPECT_THAT(slice(kSamples, 6), ElementsAre(0, 1, 2, 3, 5, 2));
  EXPECT_THAT(slice(kGains, 6), ElementsAre(asBits(0), asBits(4), asBits(5),
                                            asBits(3), asBits(1), asBits(2)));
  EXPECT_EQ(machine->getCounters().vectorOperations, 1);
}

TEST_F(AscendingTest, SortPastAListIsAFault) {
  begin();
  tile.emit(Opcode::Sort, {ids, samples, gains, 60, tile.move(2)});
  expectFault(run(), "bounds check: access of 8 bytes at offset 60 of buffer "
                     "'ids', which has 64 bytes");
}

TEST_F(AscendingTest, SortOfNegativeCountIsAFault) {
  begin();
  tile.emit(Opcode::Sort, {ids, samples, gains, 0, tile.move(-1)});
  expectFault(run(), "list of -1 entries");
}

TEST_F(AscendingTest, SortOfAListByItselfIsAFault) {
  begin();
  tile.emit(Opcode::Sort, {ids, ids, gains, 0, 2});
  expectFault(run(), "sort: buffer 'ids' and buffer 'ids' overlap");
}

TEST_F(AscendingTest, SortOfListsThatMeetIsNone) {
  begin();
  // The views are 16 words apart.
  tile.emit(Opcode::Sort, {ids, samples, gains, 0, 16});
  EXPECT_TRUE(run(makeLists()).ok());
}

TEST_F(AscendingTest, LowerBoundSearchesBothMemories) {
  begin();
  for (int buffer : {data, in}) {
    expectValue(lowerBound(buffer, 0, 6, 4), 2);
    expectValue(lowerBound(buffer, 0, 6, tile.move(5)), 4);
    expectValue(lowerBound(buffer, 4, 5, 9), 4);
    expectValue(lowerBound(buffer, 0, 6, int64_t{1} << 40), 6);
    expectValue(lowerBound(buffer, 0, 6, -(int64_t{1} << 40)), 0);
    expectValue(lowerBound(buffer, 256, 0, 4), 0);
  }
  absl::Status status = run({1, 3, 4, 4, 7, 9});
  ASSERT_TRUE(status.ok()) << status;
  // 3 bits of 6 and of 5, 0 of 0, in each memory; the load, and what `run`
  // stores.
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.hbmReadBytes, kBytes + 5 * 3 * 4);
  EXPECT_EQ(counters.tileSpmemReadBytes, kBytes + 5 * 3 * 4);
}

TEST_F(AscendingTest, LowerBoundPastTheListIsAFault) {
  begin();
  lowerBound(in, 4, tile.move(kWords), 0);
  expectFault(run(), "bounds check: access of 256 bytes at offset 4 of buffer "
                     "'in', which has 256 bytes");
}

TEST_F(AscendingTest, LowerBoundOffsetMustBeWords) {
  begin();
  lowerBound(in, tile.move(2), 1, 0);
  expectFault(run(), "alignment: list offset 2 is not a multiple of 4 bytes");
}

TEST_F(AscendingTest, LowerBoundOfNegativeCountIsAFault) {
  begin();
  lowerBound(in, 0, tile.move(-3), 0);
  expectFault(run(), "list of -3 entries");
}

TEST_F(AscendingTest, RunsMayCheckTheOrder) {
  begin();
  int carry = builder.addTile("carry", 2, format::BufferClass::Scratch);
  runs(0, 3, carry, 0);
  runs(12, 0, carry, 1);
  runs(12, 2, carry, 1);
  // Without a carry a list begins.
  runs(20, 1, carry, 0);
  runs(20, 1, -1, 0);
  absl::Status status = run({2, 2, 5, 5, 9, 1});
  EXPECT_TRUE(status.ok()) << status;
}

TEST_F(AscendingTest, IdsThatDescendAreAFault) {
  begin();
  runs(0, 5, -1, 0);
  expectFault(run({2, 2, 5, 4, 9}),
              "ids of a partition do not ascend: 4 after 5 at entry 3");
}

TEST_F(AscendingTest, IdsThatDescendFromWindowToWindowAreAFault) {
  begin();
  int carry = builder.addTile("carry", 2, format::BufferClass::Scratch);
  runs(0, 3, carry, 0);
  runs(12, 2, carry, 1);
  expectFault(run({2, 2, 5, 4, 9}),
              "ids of a partition do not ascend: 4 after 5 at entry 0");
}

TEST_F(AscendingTest, WithoutTheCheckIdsMayDescend) {
  begin();
  Register distinct = tile.newRegister();
  tile.emit(Opcode::Runs, {distinct, data, 0, 5, data, 0, -1, 0, 0});
  expectValue(distinct, 4);
  absl::Status status = run({2, 2, 5, 4, 9});
  EXPECT_TRUE(status.ok()) << status;
}

} // namespace
