// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of operands, by kind and by name.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::CodeT;
using format::Opcode;
using format::ProgramT;

/// The error after operand `operand` of instruction `index` of the sample's
/// code (0 and 1: tile programs, 2: sequencer) became `value`.
std::string loadOperand(int code, int index, int operand, int64_t value) {
  std::string error = loadChanged([&](ProgramT &p) {
    CodeT &changed =
        code == 2 ? *p.tasks[0]->sequencer : *p.tasks[0]->programs[code];
    changed.instructions[index].mutable_operands()->Mutate(operand, value);
  });
  size_t start = error.find("instruction ");
  return start == std::string::npos ? error : error.substr(start + 12);
}

std::string loadRegisters(int code, int index, uint16_t registers) {
  return loadChanged([&](ProgramT &p) {
    p.tasks[0]->programs[code]->instructions[index].mutate_registers(registers);
  });
}

TEST(OperandVerifierTest, Registers) {
  EXPECT_EQ(loadOperand(0, 0, 0, 2),
            "0 tile_id: result is register 2, the program has 2");
  EXPECT_EQ(loadOperand(0, 1, 1, -1),
            "1 equal: lhs is register -1, the program has 2");
  EXPECT_EQ(loadRegisters(0, 1, 0b011),
            "task 0 'lookup' program 0 'copy' instruction 1 equal: result "
            "cannot be a register");
}

TEST(OperandVerifierTest, Unused) {
  EXPECT_EQ(loadOperand(0, 1, 3, 5),
            "1 equal: unused operand 3 is 5, must be 0");
  EXPECT_EQ(loadRegisters(0, 1, 0b1010),
            "task 0 'lookup' program 0 'copy' instruction 1 equal: registers "
            "10 names unused operands");
}

TEST(OperandVerifierTest, Buffers) {
  EXPECT_EQ(loadOperand(0, 3, 0, 10),
            "3 dma: source is 10, must be between 0 and 9");
  EXPECT_EQ(loadOperand(0, 3, 0, kX),
            "3 dma: source: buffer 0 'x' cannot be in host");
  EXPECT_EQ(loadOperand(1, 0, 1, kStack),
            "0 runs: ids: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(1, 2, 0, kList),
            "2 gather_rows: source: buffer 6 'list' cannot be in tilespmem");
  EXPECT_EQ(loadOperand(1, 9, 1, kStack),
            "9 load: buffer: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(2, 1, 0, kPointers),
            "1 all_to_all: send: buffer 7 'pointers' cannot be in smem");
}

TEST(OperandVerifierTest, BufferOfAnotherTask) {
  EXPECT_EQ(loadChanged([](ProgramT &p) {
              p.tasks.push_back(std::make_unique<format::TaskT>());
              p.tasks[1]->sequencer = std::make_unique<CodeT>();
              p.tasks[1]->devices_per_group = 1;
              p.tasks[1]->groups = {0};
              p.buffers[kStack]->task = 1;
            }),
            "task 0 'lookup' sequencer instruction 1 all_to_all: send: buffer "
            "8 'stack' belongs to task 1");
}

TEST(OperandVerifierTest, ASequencerDoesNotLoad) {
  EXPECT_EQ(loadChanged([](ProgramT &p) {
              p.tasks[0]->sequencer->instructions = {
                  makeInstruction(Opcode::Load, {0, kWindow, 0})};
            }),
            "task 0 'lookup' sequencer instruction 0 load: only a tile has "
            "this instruction");
}

TEST(OperandVerifierTest, Lifetimes) {
  EXPECT_EQ(loadOperand(0, 3, 2, kList),
            "3 dma: destination: buffer 6 'list' lives from program 1 to 1");
  EXPECT_REJECTED((p.buffers[kYs]->last_use = 2,
                   p.steps[kCopyOut]->body.Set(format::LeftOutT())),
                  "task 0 'lookup' program 0 'copy' instruction 5 dma: "
                  "destination: buffer 3 'ys' lives from step 0 to 2, the "
                  "task is launched from step 3 to 3");
}

TEST(OperandVerifierTest, Steps) {
  EXPECT_EQ(loadOperand(2, 3, 3, 0),
            "3 loop: step is 0, must be between 1 and 9223372036854775807");
}

TEST(OperandVerifierTest, Programs) {
  EXPECT_EQ(loadOperand(2, 4, 0, 2),
            "4 launch: program is 2, must be between 0 and 1");
}

TEST(OperandVerifierTest, Faults) {
  EXPECT_EQ(loadOperand(1, 5, 1, 6),
            "5 fault_if: code is 6, must be between 0 and 5");
}

TEST(OperandVerifierTest, Modes) {
  EXPECT_EQ(loadOperand(1, 1, 9, 2), "");
  EXPECT_EQ(loadOperand(1, 1, 9, 3),
            "1 select: mode is 3, must be between 0 and 2");
}

TEST(OperandVerifierTest, TheCheckOfTheOrderIsOnOrOff) {
  EXPECT_EQ(loadOperand(1, 0, 8, 1), "");
  EXPECT_EQ(loadOperand(1, 0, 8, 2),
            "0 runs: ascending is 2, must be between 0 and 1");
}

TEST(OperandVerifierTest, Flags) {
  EXPECT_EQ(loadOperand(2, 2, 0, 8),
            "2 wait: flag is 8, must be between 0 and 7");
  EXPECT_EQ(loadOperand(0, 4, 0, 2),
            "4 wait_dma: flag is 2, must be between 0 and 1");
  EXPECT_EQ(loadOperand(0, 3, 6, -2),
            "3 dma: flag is -2, must be between -1 and 1");
  // One for each peer, so the last first flag is 4.
  EXPECT_EQ(loadOperand(2, 1, 6, 5),
            "1 all_to_all: done_flag is 5, must be between 0 and 4");
  EXPECT_EQ(loadChanged([](ProgramT &p) {
              p.tasks[0]->num_flags = 0;
              p.tasks[0]->sequencer->instructions.clear();
            }),
            "task 0 'lookup' program 1 'lists' instruction 8 signal: flag is "
            "0, but the task has none");
}

TEST(OperandVerifierTest, Peers) {
  EXPECT_EQ(loadOperand(1, 4, 8, 4),
            "4 dma_rows: peer is 4, must be between -1 and 3");
  EXPECT_EQ(loadOperand(1, 8, 0, -2),
            "8 signal: peer is -2, must be between -1 and 3");
  EXPECT_EQ(loadOperand(0, 3, 5, 1),
            "3 dma: peer is 1, but the destination is in tilespmem, must be "
            "in hbm");
}

TEST(OperandVerifierTest, OffsetsAndSizes) {
  EXPECT_EQ(loadOperand(0, 3, 1, 68),
            "3 dma: source_offset is 68, must be between 0 and 64");
  EXPECT_EQ(loadOperand(0, 3, 3, -4),
            "3 dma: destination_offset is -4, must be between 0 and 64");
  EXPECT_EQ(loadOperand(0, 3, 4, 6),
            "3 dma: bytes is 6, must be a multiple of 4");
  EXPECT_EQ(loadOperand(1, 4, 2, -4),
            "4 dma_rows: source_stride is -4, must be between 0 and "
            "70368744177664");
  EXPECT_EQ(loadOperand(1, 3, 9, -1),
            "3 axpy_indexed: count is -1, must be between 0 and "
            "70368744177664");
}

TEST(OperandVerifierTest, AnOffsetIsWithinEveryBuffer) {
  EXPECT_EQ(loadOperand(1, 1, 4, 68),
            "1 select: offset is 68, must be between 0 and 64");
  EXPECT_EQ(loadOperand(1, 1, 4, 18),
            "1 select: offset is 18, must be a multiple of 4");
  EXPECT_EQ(loadOperand(2, 1, 2, 256), "");
  EXPECT_EQ(loadOperand(2, 1, 2, 260),
            "1 all_to_all: offset is 260, must be between 0 and 256");
  // The offset of the sample is within the 256 bytes of the stack, but not
  // within the 32 bytes of the table.
  for (int operand : {0, 1})
    EXPECT_EQ(loadOperand(2, 1, operand, kTable),
              "1 all_to_all: offset is 64, must be between 0 and 32");
}

TEST(OperandVerifierTest, ACarryIsOptional) {
  EXPECT_EQ(loadOperand(1, 0, 6, -1), "");
  EXPECT_EQ(loadOperand(1, 0, 6, -2),
            "0 runs: carry is -2, must be between -1 and 9");
  EXPECT_EQ(loadOperand(1, 1, 10, kStack),
            "1 select: carry: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(1, 1, 10, kWindow),
            "1 select: carry: buffer 5 'window' lives from program 0 to 0");
  // No other buffer is.
  EXPECT_EQ(loadOperand(1, 0, 1, -1),
            "0 runs: ids is -1, must be between 0 and 9");
}

} // namespace
} // namespace sc::test
