//===-- SpmemTest.cpp - the memory that tiles share ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spmem from one tile program to the next, and from launch to launch.

#include "SequencerFixture.h"

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAreArray;

namespace {

/// Each tile copies 16 words of its SparseCore's input to Spmem, and in the
/// next program those of the tile after it to the output. Two devices of two
/// SparseCores of three tiles.
class SpmemTest : public SequencerFixture {
protected:
  static constexpr int kTiles = 3, kWords = 16 * kTiles;

  void begin() {
    inHost = builder.addInput("input", 4 * kWords);
    outHost = builder.addOutput("output", 4 * kWords);
    in = builder.addHbm("in", kWords, 2);
    out = builder.addHbm("out", kWords, 2);
    shared = builder.addBuffer("shared", kWords,
                               {.space = MemorySpace::Spmem,
                                .bufferClass = BufferClass::Activations,
                                .lastUse = 1});
  }

  /// Byte of the words of the tile that is `step` after this one.
  static Register findWords(CodeBuilder &code, int step) {
    Register id = code.newRegister();
    code.emit(Opcode::TileId, {id});
    code.emit(Opcode::Add, {id, id, step});
    code.emit(Opcode::Remainder, {id, id, kTiles});
    code.emit(Opcode::Multiply, {id, id, 64});
    return id;
  }

  /// Emits both programs, and the sequencer that launches one after the other.
  void emitPrograms(bool isStagedFirst) {
    Register own = findWords(stage, 0);
    stage.emit(Opcode::Dma, {in, own, shared, own, 64, -1, -1});
    own = findWords(take, 0);
    Register next = findWords(take, 1);
    take.emit(Opcode::Dma, {shared, next, out, own, 64, -1, -1});
    sequencer.emit(Opcode::Launch, {isStagedFirst ? 0 : 1});
    sequencer.emit(Opcode::Barrier, {});
    sequencer.emit(Opcode::Launch, {isStagedFirst ? 1 : 0});
    builder.addTask(sequencer, {stage, take});
  }

  std::vector<int32_t> runAndShow(int launches, MachineOptions options) {
    builder.addCopy(inHost, in, 2 * kWords, 2 * kWords);
    for (int launch = 0; launch < launches; ++launch)
      builder.addLaunch();
    builder.addCopy(out, outHost, 2 * kWords, 2 * kWords);
    machine = makeMachine(builder, options);
    auto input = asWords<int32_t>(machine->getInput(0));
    std::iota(input.begin(), input.end(), 0);
    absl::Status status = machine->run();
    EXPECT_TRUE(status.ok()) << status;
    return copyWords<int32_t>(machine->getOutput(0));
  }

  CodeBuilder stage{"stage"}, take{"take"};
  int inHost = 0, outHost = 0, in = 0, out = 0, shared = 0;
};

TEST_F(SpmemTest, TilesReadOneAnothersWordsInTheNextProgram) {
  begin();
  emitPrograms(/*isStagedFirst=*/true);
  std::vector<int32_t> expected;
  for (int core = 0; core < 4; ++core)
    for (int word = 0; word < kWords; ++word)
      expected.push_back(core * kWords + (word + 16) % kWords);
  EXPECT_THAT(runAndShow(1, {.threads = 2, .poison = true}),
              ElementsAreArray(expected));
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.spmemReadBytes, 4 * 4 * kWords);
  EXPECT_EQ(counters.spmemWriteBytes, 4 * 4 * kWords);
  // Of one SparseCore.
  for (const runtime::SpacePeak &peak : counters.spacePeaks)
    if (peak.space == MemorySpace::Spmem) {
      EXPECT_EQ(peak.allocatedBytes, 4 * kWords);
      EXPECT_EQ(peak.touchedBytes, 4 * kWords);
    }
}

// Poison shows a program that reads what an earlier launch left.
TEST_F(SpmemTest, NothingIsLeftFromAnEarlierLaunch) {
  begin();
  emitPrograms(/*isStagedFirst=*/false);
  EXPECT_THAT(runAndShow(2, {.threads = 1, .poison = true}), Each(-1));
}

} // namespace
