//===-- ScalarTest.cpp - control and scalar instructions -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each scalar instruction, loops, and the faults of arithmetic.

#include "MachineTest.h"

using namespace sc;
using namespace sc::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class ScalarTest : public TileFixture {
protected:
  /// Runs `opcode` on values the verifier does not see and expects `result`.
  void expectResult(Opcode opcode, int64_t lhs, int64_t rhs, int64_t expected) {
    Register value = tile.compute(opcode, tile.move(lhs), rhs);
    // 1 where the value is as expected.
    store(tile.compute(Opcode::Equal, value, expected), checks++);
  }

  void expectAllOk() {
    absl::Status status = run(makeIota());
    ASSERT_TRUE(status.ok()) << status;
    for (int i = 0; i < checks; ++i)
      EXPECT_EQ(output[static_cast<size_t>(i)], 1) << "check " << i;
  }

  int checks = 0;
};

TEST_F(ScalarTest, Arithmetic) {
  begin();
  expectResult(Opcode::Add, INT64_MAX - 1, 1, INT64_MAX);
  expectResult(Opcode::Subtract, 3, 5, -2);
  expectResult(Opcode::Multiply, int64_t{1} << 40, -4, -(int64_t{1} << 42));
  expectResult(Opcode::Divide, -7, 2, -3);
  expectResult(Opcode::Remainder, -7, 2, -1);
  expectResult(Opcode::Minimum, -7, 2, -7);
  expectResult(Opcode::Maximum, -7, 2, 2);
  expectResult(Opcode::Equal, 2, 2, 1);
  expectResult(Opcode::NotEqual, 2, 2, 0);
  expectResult(Opcode::Less, -1, 0, 1);
  expectResult(Opcode::Less, 0, 0, 0);
  expectResult(Opcode::LessEqual, 0, 0, 1);
  expectResult(Opcode::And, 12, 10, 8);
  expectResult(Opcode::Or, 12, 10, 14);
  expectAllOk();
}

TEST_F(ScalarTest, LoopsNestAndSkip) {
  begin();
  Register sum = tile.move(0);
  tile.loop(0, 3, 1, [&](Register i) {
    tile.loop(0, tile.move(4), 2, [&](Register j) {
      Register product = tile.compute(Opcode::Multiply, i, j);
      tile.emit(Opcode::Add, {sum, sum, product});
    });
  });
  tile.loop(5, 5, 1, [&](Register) { tile.emit(Opcode::Add, {sum, sum, 40}); });
  tile.when(tile.move(0), [&] { tile.emit(Opcode::Add, {sum, sum, 40}); });
  tile.when(tile.move(-1), [&] { tile.emit(Opcode::Add, {sum, sum, 1}); });
  store(sum, 0);
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0], 7); // i * 2 for i in 0 .. 2, and 1
}

TEST_F(ScalarTest, LoopBoundAndVariableAreCaptured) {
  begin();
  Register upper = tile.move(3), count = tile.move(0);
  tile.loop(0, upper, 1, [&](Register i) {
    tile.emit(Opcode::Move, {upper, 1000});
    tile.emit(Opcode::Move, {i, -1000});
    tile.emit(Opcode::Add, {count, count, 1});
  });
  store(count, 0);
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0], 3);
}

TEST_F(ScalarTest, LoopNearTheLargestIntegerEnds) {
  begin();
  Register count = tile.move(0);
  tile.loop(INT64_MAX - 1, INT64_MAX, INT64_MAX,
            [&](Register) { tile.emit(Opcode::Add, {count, count, 1}); });
  store(count, 0);
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0], 1);
}

TEST_F(ScalarTest, JumpSkipsForward) {
  begin();
  Register value = tile.move(1);
  int64_t jump = tile.emit(Opcode::Jump, {0});
  tile.emit(Opcode::Move, {value, 2});
  tile.setOperand(jump, 0, static_cast<int64_t>(tile.code.instructions.size()));
  store(value, 0);
  ASSERT_TRUE(run(makeIota()).ok());
  EXPECT_EQ(output[0], 1);
}

TEST_F(ScalarTest, LoadReadsWordsOfTheTile) {
  begin();
  Register value = tile.newRegister();
  tile.emit(Opcode::Load, {value, data, tile.move(2)});
  store(tile.compute(Opcode::Equal, value, -9), 0);
  ASSERT_TRUE(run({3, 1, -9}).ok());
  EXPECT_EQ(output[0], 1); // data[1]
}

TEST_F(ScalarTest, LoadPastTheEndIsAFault) {
  begin();
  tile.emit(Opcode::Load, {tile.newRegister(), data, tile.move(kWords)});
  expectFault(run(), "bounds check: access of 4 bytes at offset 256 of buffer "
                     "'data', which has 256 bytes");
}

TEST_F(ScalarTest, LoadIndexOverflowIsAFault) {
  begin();
  tile.emit(Opcode::Load, {tile.newRegister(), data, tile.move(INT64_MAX / 2)});
  expectFault(run(), "load index 4611686018427387903 overflows");
}

TEST_F(ScalarTest, StoreWritesWordsOfTheTile) {
  begin();
  tile.emit(Opcode::Store, {result, 3, tile.move(INT32_MIN)});
  tile.emit(Opcode::Store, {result, tile.move(kWords - 1), INT32_MAX});
  Register value = tile.newRegister();
  tile.emit(Opcode::Load, {value, result, 3});
  tile.emit(Opcode::Store, {result, 0, tile.compute(Opcode::Add, value, 1)});
  absl::Status status = run();
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(output[0], INT32_MIN + 1);
  EXPECT_EQ(output[1], -1); // poison
  EXPECT_EQ(output[3], INT32_MIN);
  EXPECT_EQ(output[kWords - 1], INT32_MAX);
  EXPECT_EQ(machine->getCounters().tileSpmemWriteBytes, kBytes + 3 * 4);
}

TEST_F(ScalarTest, StorePastTheEndIsAFault) {
  begin();
  tile.emit(Opcode::Store, {result, tile.move(-1), 0});
  expectFault(run(), "bounds check: access of 4 bytes at offset -4 of buffer "
                     "'result', which has 256 bytes");
}

TEST_F(ScalarTest, StoreIndexOverflowIsAFault) {
  begin();
  tile.emit(Opcode::Store, {result, tile.move(INT64_MAX / 2), 0});
  expectFault(run(), "store index 4611686018427387903 overflows");
}

TEST_F(ScalarTest, StoreOfMoreThanAWordIsAFault) {
  begin();
  tile.emit(Opcode::Store, {result, 0, tile.move(int64_t{INT32_MAX} + 1)});
  expectFault(run(), "store of 2147483648, which does not fit a word");
}

TEST_F(ScalarTest, StoreOfLessThanAWordIsAFault) {
  begin();
  tile.emit(Opcode::Store, {result, 0, tile.move(int64_t{INT32_MIN} - 1)});
  expectFault(run(), "store of -2147483649, which does not fit a word");
}

TEST_F(ScalarTest, OverflowIsAFault) {
  begin();
  tile.compute(Opcode::Add, tile.move(INT64_MAX), 1);
  expectFault(run(), "overflow: 9223372036854775807 + 1");
}

TEST_F(ScalarTest, OverflowOfADifferenceIsAFault) {
  begin();
  tile.compute(Opcode::Subtract, tile.move(INT64_MIN), 1);
  expectFault(run(), "overflow: -9223372036854775808 - 1");
}

TEST_F(ScalarTest, OverflowOfAProductIsAFault) {
  begin();
  tile.compute(Opcode::Multiply, tile.move(INT64_MIN), -1);
  expectFault(run(), "overflow: -9223372036854775808 * -1");
}

TEST_F(ScalarTest, OverflowOfAQuotientIsAFault) {
  begin();
  tile.compute(Opcode::Divide, tile.move(INT64_MIN), tile.move(-1));
  expectFault(run(), "overflow: -9223372036854775808 / -1");
}

TEST_F(ScalarTest, DivisionByZeroIsAFault) {
  begin();
  tile.compute(Opcode::Divide, 7, tile.move(0));
  expectFault(run(), "division by zero: 7 / 0");
}

TEST_F(ScalarTest, RemainderByZeroIsAFault) {
  begin();
  tile.compute(Opcode::Remainder, 7, tile.move(0));
  expectFault(run(), "division by zero: 7 % 0");
}

TEST_F(ScalarTest, LoopStepOfZeroIsAFault) {
  begin();
  tile.loop(0, 3, tile.move(0), [](Register) {});
  expectFault(run(), "loop step is 0, must be positive");
}

TEST_F(ScalarTest, FaultIfNamesTheNumbersAndTheLocation) {
  begin();
  int location = builder.addLocation("model.mlir:12:3");
  tile.emit(Opcode::FaultIf, {tile.move(0), 0, 1, 2});
  tile.emit(
      Opcode::FaultIf,
      {tile.move(1), static_cast<int>(format::FaultCode::TooManyIds), 320, 256},
      location);
  absl::Status status = run();
  expectFault(status, "more ids in a partition than max_ids_per_partition: "
                      "320 > 256; device 0");
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("(fault_if), model.mlir:12:3\n"));
}

TEST(SparseCoreIdTest, CountsThroughTheGroup) {
  // Groups of one device: every group starts at 0.
  ProgramBuilder builder(2, 2, 2);
  int outHost = builder.addOutput("output", 2 * 2 * 2 * 8);
  int out = builder.addHbm("out", 2 * 8, 2);
  int data = builder.addTile("data", 8);
  int index = builder.addHbm("iota", 16), host = builder.addInput("iota", 16);
  int iota = builder.addTile("iota_tile", 16);
  CodeBuilder tile("tile");
  Register core = tile.newRegister(), id = tile.newRegister();
  tile.emit(Opcode::Dma, {index, 0, iota, 0, 64, -1, -1});
  tile.emit(Opcode::SparseCoreId, {core});
  tile.emit(Opcode::TileId, {id});
  Register word = tile.compute(
      Opcode::Multiply,
      tile.compute(Opcode::Add, tile.compute(Opcode::Multiply, core, 4), id),
      4);
  tile.emit(Opcode::Dma, {iota, word, data, 0, 4, -1, -1});
  tile.emit(Opcode::DmaRows,
            {data, 0, 4, out, tile.compute(Opcode::Multiply, id, 32), 4, 1, 4,
             -1, -1});
  builder.addCopy(host, index, 16);
  CodeBuilder sequencer("main");
  sequencer.emit(Opcode::Launch, {0});
  builder.addTask(sequencer, {tile}, 0, 0, 1);
  builder.addLaunch();
  builder.addCopy(out, outHost, 2 * 2 * 8, 2 * 2 * 8);
  LoadedMachine machine = makeMachine(builder);
  auto input = asWords<int32_t>(machine->getInput(0));
  std::iota(input.begin(), input.end(), 0);
  absl::Status status = machine->run();
  ASSERT_TRUE(status.ok()) << status;
  std::vector<int32_t> words = copyWords<int32_t>(machine->getOutput(0)), ids;
  for (size_t i = 0; i < words.size(); i += 8)
    ids.push_back(words[i]);
  EXPECT_THAT(ids, ElementsAre(0, 1, 4, 5, 0, 1, 4, 5));
}

} // namespace
