//===-- SynchronizationTest.cpp - flags, launches, deadlocks -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// signal, wait, clear_flags, launch, barrier, deadlocks, and that faults do not
// depend on the number of threads.

#include "SequencerFixture.h"

using namespace sc;
using namespace sc::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

using SynchronizationTest = SequencerFixture;

TEST_F(SynchronizationTest, SignalsReachPeersAndKeepTheirValue) {
  // Every SparseCore signals the next one of the group and waits for its own.
  Register id = sequencer.newRegister();
  sequencer.emit(Opcode::SparseCoreId, {id});
  Register next = sequencer.compute(Opcode::Remainder,
                                    sequencer.compute(Opcode::Add, id, 1), 4);
  sequencer.emit(Opcode::Signal,
                 {next, 3, sequencer.compute(Opcode::Add, id, 10)});
  sequencer.emit(Opcode::Wait, {3});
  sequencer.emit(Opcode::Wait, {3}); // a wait does not clear
  Register value = sequencer.newRegister(), previous = sequencer.newRegister();
  sequencer.emit(Opcode::LoadFlag, {value, 3});
  sequencer.emit(Opcode::Remainder,
                 {previous, sequencer.compute(Opcode::Add, id, 3), 4});
  sequencer.emit(
      Opcode::FaultIf,
      {sequencer.compute(Opcode::NotEqual, value,
                         sequencer.compute(Opcode::Add, previous, 10)),
       0, value, previous});
  absl::Status status = run(sequencer);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(machine->getCounters().signals, 4);
}

TEST_F(SynchronizationTest, TilesSignalTheirSequencer) {
  CodeBuilder tile("tile");
  Register id = tile.newRegister();
  tile.emit(Opcode::TileId, {id});
  tile.emit(Opcode::Signal, {-1, id, tile.compute(Opcode::Add, id, 5)});
  sequencer.emit(Opcode::Launch, {0});
  for (int flag = 0; flag < 3; ++flag) {
    sequencer.emit(Opcode::Wait, {flag});
    expectFlag(sequencer, flag, 5 + flag);
  }
  absl::Status status = run(sequencer, {tile});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(machine->getCounters().tilePrograms, 12);
}

TEST_F(SynchronizationTest, ProgramsOfATileRunInLaunchOrder) {
  CodeBuilder first("first"), second("second");
  int data = builder.addBuffer("data", 8, {.lastUse = 1});
  int host = builder.addOutput("output", 2 * 2 * 3 * 8);
  int hbm = builder.addHbm("hbm", 2 * 3 * 8);
  int stack = builder.addStack("stack", 3 * 8, 2);
  (void)data;
  Register row = first.newRegister();
  first.emit(Opcode::TileId, {row});
  first.emit(Opcode::Multiply, {row, row, 32});
  // Each SparseCore has its own half of the buffer that the device shares.
  auto addHalf = [](CodeBuilder &code, Register tileRow) {
    Register place = code.newRegister();
    code.emit(Opcode::SparseCoreId, {place});
    code.emit(Opcode::Multiply, {place, place, 3 * 32});
    code.emit(Opcode::Add, {place, place, tileRow});
    return place;
  };
  first.emit(Opcode::Dma, {hbm, addHalf(first, row), stack, row, 32, -1, -1});
  row = second.newRegister();
  second.emit(Opcode::TileId, {row});
  second.emit(Opcode::Multiply, {row, row, 32});
  second.emit(Opcode::Dma, {stack, row, hbm, addHalf(second, row), 32, -1, -1});
  for (int program : {0, 1})
    sequencer.emit(Opcode::Launch, {program});
  format::FillT fill;
  fill.destination = hbm;
  fill.sizes = {48};
  fill.strides = {1};
  fill.value = {1, 0, 0, 0};
  builder.addStep(fill);
  builder.addTask(sequencer, {first, second}, kFlags, 1, 1);
  builder.addLaunch();
  builder.addCopy(hbm, host, 48, 48);
  machine = makeMachine(builder, {.threads = 2, .poison = true});
  absl::Status status = machine->run();
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(copyWords<int32_t>(machine->getOutput(0)), testing::Each(1));
}

TEST_F(SynchronizationTest, BarrierWithoutLaunchGoesOn) {
  sequencer.emit(Opcode::Barrier, {});
  EXPECT_TRUE(run(sequencer).ok());
  EXPECT_EQ(machine->getCounters().instructions, 4);
}

TEST_F(SynchronizationTest, FlagsStartAtZeroInEachLaunch) {
  expectFlag(sequencer, 1, 0);
  sequencer.emit(Opcode::Signal, {-1, 1, 7});
  expectFlag(sequencer, 1, 7);
  builder.addLaunch();
  absl::Status status = run(sequencer);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(machine->getCounters().launches, 2);
}

TEST_F(SynchronizationTest, ClearedFlagsMayBeSetAgain) {
  for (int flag : {1, 2, 3, 4})
    sequencer.emit(Opcode::Signal, {-1, flag, 7});
  sequencer.emit(Opcode::ClearFlags, {2, sequencer.move(2)});
  sequencer.emit(Opcode::ClearFlags, {sequencer.move(kFlags), 0});
  expectFlag(sequencer, 1, 7);
  expectFlag(sequencer, 2, 0);
  expectFlag(sequencer, 3, 0);
  expectFlag(sequencer, 4, 7);
  sequencer.emit(Opcode::Signal, {-1, 2, 9});
  expectFlag(sequencer, 2, 9);
  absl::Status status = run(sequencer);
  EXPECT_TRUE(status.ok()) << status;
}

// A peer's signal of the same half-round comes after the clear, for any number
// of threads.
TEST_F(SynchronizationTest, ClearsComeBeforeSignalsOfPeers) {
  Register id = sequencer.newRegister();
  sequencer.emit(Opcode::SparseCoreId, {id});
  Register next = sequencer.compute(Opcode::Remainder,
                                    sequencer.compute(Opcode::Add, id, 1), 4);
  for (int round = 0; round < 3; ++round) {
    sequencer.emit(Opcode::ClearFlags, {3, 1});
    sequencer.emit(Opcode::Signal, {next, 3, 5 + round});
    sequencer.emit(Opcode::Wait, {3});
    expectFlag(sequencer, 3, 5 + round);
  }
  absl::Status status = run(sequencer, {}, 3);
  EXPECT_TRUE(status.ok()) << status;
}

TEST_F(SynchronizationTest, ClearOfFlagsThatDoNotExistIsAFault) {
  sequencer.emit(Opcode::ClearFlags, {7, sequencer.move(2)});
  expectFault(run(sequencer),
              "clear of 2 sync flags from 7 on, the task has 8");
}

TEST_F(SynchronizationTest, ClearOfNegativeCountIsAFault) {
  sequencer.emit(Opcode::ClearFlags, {1, sequencer.move(-1)});
  expectFault(run(sequencer),
              "clear of -1 sync flags from 1 on, the task has 8");
}

TEST_F(SynchronizationTest, OwnSignalOnASetFlagIsAFault) {
  sequencer.emit(Opcode::Signal, {-1, 1, 1});
  sequencer.emit(Opcode::Signal, {-1, 1, 2});
  expectFault(run(sequencer),
              "sync flag 1 of SparseCore 0 of the group is set already, to 1; "
              "device 0, SparseCore 0, sequencer, task 'lookup', program "
              "'main', instruction #1 (signal)");
}

TEST_F(SynchronizationTest, SecondSignalOfPeersIsTheLaterOnesFault) {
  sequencer.emit(Opcode::Signal, {0, 1, 1});
  for (int threads : {1, 3}) {
    ProgramBuilder other(2, 2, 3);
    other.addTask(sequencer, {}, kFlags);
    other.addLaunch();
    LoadedMachine loaded = makeMachine(other, {.threads = threads});
    expectFault(loaded->run(), "is set already, to 1; device 0, SparseCore 1, "
                               "sequencer");
  }
}

TEST_F(SynchronizationTest, TileSignalOnASetFlagIsAFault) {
  CodeBuilder tile("tile");
  tile.emit(Opcode::Signal, {-1, 2, 1});
  sequencer.emit(Opcode::Launch, {0});
  expectFault(run(sequencer, {tile}, 3),
              "sync flag 2 of SparseCore 0 of the group is set already, to 1; "
              "device 0, SparseCore 0, tile 1, task 'lookup', program 'tile', "
              "instruction #0 (signal)");
}

TEST_F(SynchronizationTest, SignalOfZeroIsAFault) {
  sequencer.emit(Opcode::Signal, {-1, 1, sequencer.move(0)});
  expectFault(run(sequencer), "signal of value 0, must be positive");
}

TEST_F(SynchronizationTest, SignalToNobodyIsAFault) {
  sequencer.emit(Opcode::Signal, {sequencer.move(4), 1, 1});
  expectFault(run(sequencer), "peer 4 does not exist, the group has 4");
}

TEST_F(SynchronizationTest, FlagThatDoesNotExistIsAFault) {
  sequencer.emit(Opcode::Wait, {sequencer.move(8)});
  expectFault(run(sequencer), "sync flag 8 does not exist, the task has 8");
}

TEST_F(SynchronizationTest, DeadlockNamesWhoWaitsForWhat) {
  Register id = sequencer.newRegister();
  sequencer.emit(Opcode::SparseCoreId, {id});
  sequencer.when(id, [&] {
    sequencer.emit(Opcode::Wait, {sequencer.compute(Opcode::Add, id, 2)});
  });
  for (int threads : {1, 2}) {
    ProgramBuilder other(2, 2, 3);
    other.addTask(sequencer, {}, kFlags);
    other.addLaunch();
    LoadedMachine loaded = makeMachine(other, {.threads = threads});
    expectFault(loaded->run(),
                "deadlock: 3 SparseCores wait: device 0 SparseCore 1 for flag "
                "3 at instruction #3, device 1 SparseCore 0 for flag 4 at "
                "instruction #3, device 1 SparseCore 1 for flag 5 at "
                "instruction #3; device 0, SparseCore 1, sequencer");
  }
}

TEST_F(SynchronizationTest, LongDeadlocksAreCut) {
  sequencer.emit(Opcode::Wait, {0});
  ProgramBuilder other(4, 2, 1);
  other.addTask(sequencer, {}, kFlags);
  other.addLaunch();
  expectFault(makeMachine(other)->run(), " and 4 more; device 0");
}

TEST_F(SynchronizationTest, LowestFaultIsReportedForAnyThreads) {
  // Tile 2 of SparseCore 1 of each device and tile 1 of SparseCore 1 fault.
  CodeBuilder tile("tile");
  Register core = tile.newRegister(), id = tile.newRegister();
  tile.emit(Opcode::SparseCoreId, {core});
  tile.emit(Opcode::TileId, {id});
  Register isFaulty =
      tile.compute(Opcode::And, tile.compute(Opcode::Remainder, core, 2),
                   tile.compute(Opcode::Less, 0, id));
  tile.emit(Opcode::FaultIf, {isFaulty, 0, core, id});
  sequencer.emit(Opcode::Launch, {0});
  for (int threads : {1, 2, 7}) {
    ProgramBuilder other(2, 2, 3);
    other.addTask(sequencer, {tile}, kFlags);
    other.addLaunch();
    LoadedMachine loaded = makeMachine(other, {.threads = threads});
    for (int repeat = 0; repeat < 20; ++repeat)
      expectFault(loaded->run(), "max_ids_per_partition: 1 > 1; device 0, "
                                 "SparseCore 1, tile 1,");
  }
}

} // namespace
