//===-- ExchangeTest.cpp - rows between SparseCores ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// all_to_all with its faults.

#include "SequencerFixture.h"

using namespace sc;
using namespace sc::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// An exchange of `slots` rows of one word between the four SparseCores.
class ExchangeTest : public SequencerFixture {
protected:
  void emitExchange(Operand slots, Operand rowBytes, int64_t count,
                    Operand offset = 0) {
    int send = builder.addStack("send", 4 * 8, 2);
    int receive = builder.addStack("receive", 4 * 8, 2);
    for (int peer = 0; count >= 0 && peer < 4; ++peer)
      sequencer.emit(Opcode::Signal, {-1, peer, count + 1});
    sequencer.emit(Opcode::AllToAll,
                   {send, receive, offset, slots, rowBytes, 0, 4});
    for (int peer = 0; peer < 4; ++peer) {
      sequencer.emit(Opcode::Wait, {4 + peer});
      expectFlag(sequencer, 4 + peer, count + 1);
    }
  }
};

TEST_F(ExchangeTest, CountsTravelWithTheRows) {
  emitExchange(8, 4, 3);
  absl::Status status = run(sequencer, {}, 2);
  ASSERT_TRUE(status.ok()) << status;
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.allToAlls, 4);
  EXPECT_EQ(counters.hbmReadBytes, 16 * 12);
  EXPECT_EQ(counters.hbmWriteBytes, 16 * 12);
  EXPECT_EQ(counters.iciBytes, 8 * 12);
  EXPECT_EQ(counters.signals, 32);
}

TEST_F(ExchangeTest, UnsetCountIsAFault) {
  emitExchange(8, 4, -1);
  expectFault(run(sequencer), "all_to_all: count flag 0 is not set; device 0, "
                              "SparseCore 0, sequencer");
}

TEST_F(ExchangeTest, MoreRowsThanSlotsAreAFault) {
  emitExchange(8, 4, 9);
  expectFault(run(sequencer), "all_to_all: 9 rows for SparseCore 0 of the "
                              "group, which has 8 slots");
}

TEST_F(ExchangeTest, RowsPastTheBufferAreAFault) {
  emitExchange(sequencer.move(16), 4, 9);
  expectFault(run(sequencer), "bounds check: access of 36 bytes at offset 128 "
                              "of buffer 'send', which has 128 bytes");
}

TEST_F(ExchangeTest, BlocksBeginAtTheOffset) {
  emitExchange(7, 4, 7, 16);
  absl::Status status = run(sequencer, {}, 2);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(machine->getCounters().hbmReadBytes, 16 * 28);
}

TEST_F(ExchangeTest, BlocksPastTheBufferAreAFault) {
  emitExchange(8, 4, 8, sequencer.move(4));
  expectFault(run(sequencer), "bounds check: access of 32 bytes at offset 100 "
                              "of buffer 'send', which has 128 bytes");
}

TEST_F(ExchangeTest, NegativeOffsetIsAFault) {
  emitExchange(8, 4, 1, sequencer.move(-4));
  expectFault(run(sequencer), "all_to_all: offset -4");
}

TEST_F(ExchangeTest, OffsetThatOverflowsIsAFault) {
  emitExchange(8, 4, 1, sequencer.move(INT64_MAX - 3));
  expectFault(run(sequencer), "all_to_all: 8 slots of 4 bytes");
}

TEST_F(ExchangeTest, SizesThatOverflowAreAFault) {
  emitExchange(sequencer.move(int64_t{1} << 61), 4, 0);
  expectFault(run(sequencer), "all_to_all: 2305843009213693952 slots of 4");
}

TEST_F(ExchangeTest, OverlappingBuffersAreAFault) {
  int stack = builder.addStack("stack", 4 * 8, 2);
  for (int peer = 0; peer < 4; ++peer)
    sequencer.emit(Opcode::Signal, {-1, peer, 2});
  sequencer.emit(Opcode::AllToAll, {stack, stack, 0, 8, 4, 0, 4});
  expectFault(run(sequencer), "source and destination of a transfer overlap");
}

} // namespace
