// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of opcodes and control flow.

#include "test/unit/format/VerifierTest.h"

#include "absl/strings/str_cat.h"

namespace sc::test {
namespace {

using format::CodeT;
using format::Opcode;
using format::ProgramT;

/// The error for a tile program 0 of these instructions and four registers.
std::string loadCode(std::vector<format::Instruction> instructions) {
  std::string error = loadChanged([&](ProgramT &p) {
    p.tasks[0]->programs[0]->instructions = instructions;
    p.tasks[0]->programs[0]->num_registers = 4;
  });
  std::string prefix = "task 0 'lookup' program 0 'copy' ";
  if (!error.starts_with(prefix))
    return error;
  return error.substr(prefix.size());
}

format::Instruction loop(int64_t end) {
  return makeInstruction(Opcode::Loop, {0, 0, 2, 1, end});
}
format::Instruction endLoop(int64_t begin) {
  return makeInstruction(Opcode::EndLoop, {begin});
}
format::Instruction jump(int64_t target) {
  return makeInstruction(Opcode::Jump, {target});
}
format::Instruction skip(int64_t target) {
  return makeInstruction(Opcode::SkipIfZero, {0, target});
}
format::Instruction move() { return makeInstruction(Opcode::Move, {0, 0}); }

TEST(CodeVerifierTest, Opcode) {
  EXPECT_EQ(loadCode({makeInstruction(Opcode(99), {})}),
            absl::StrCat("instruction 0: unknown opcode 99, limit is ",
                         int(Opcode::Count) - 1));
  EXPECT_EQ(loadCode({makeInstruction(Opcode::Barrier, {})}),
            "instruction 0 barrier: only a sequencer has this instruction");
  EXPECT_EQ(loadChanged([](ProgramT &p) {
              p.tasks[0]->sequencer->instructions = {
                  makeInstruction(Opcode::TileId, {0})};
            }),
            "task 0 'lookup' sequencer instruction 0 tile_id: only a tile has "
            "this instruction");
}

TEST(CodeVerifierTest, Location) {
  EXPECT_EQ(loadCode({makeInstruction(Opcode::Move, {0, 0}, 0, 2)}),
            "instruction 0 move: location is 2, must be between -1 and 1");
}

TEST(CodeVerifierTest, Registers) {
  EXPECT_REJECTED(p.tasks[0]->programs[1]->num_registers = -1,
                  "task 0 'lookup': num_registers of 'lists' is -1, must be "
                  "between 0 and 65536");
}

TEST(CodeVerifierTest, LoopsNest) {
  EXPECT_EQ(loadCode({loop(3), loop(2), endLoop(1), endLoop(0)}), "");
  EXPECT_EQ(loadCode({loop(1), endLoop(0), loop(3), endLoop(2)}), "");
  EXPECT_EQ(loadCode({loop(2), loop(3), endLoop(0), endLoop(1)}),
            "instruction 2 end_loop: ends the loop at 0, but the innermost "
            "open loop is at 1");
  EXPECT_EQ(loadCode({endLoop(0)}),
            "instruction 0 end_loop: ends the loop at 0, but the innermost "
            "open loop is none");
  EXPECT_EQ(loadCode({loop(1)}), "instruction 0 loop: has no end_loop");
  EXPECT_EQ(loadCode({loop(2), move(), move(), endLoop(0)}),
            "instruction 0 loop: ends at 2, but its end_loop is at 3");
}

TEST(CodeVerifierTest, JumpsGoForward) {
  EXPECT_EQ(loadCode({jump(1)}), "");
  EXPECT_EQ(loadCode({skip(2), move()}), "");
  EXPECT_EQ(loadCode({jump(0)}),
            "instruction 0 jump: target 0 is not after the instruction");
  EXPECT_EQ(loadCode({move(), skip(0)}),
            "instruction 1 skip_if_zero: target 0 is not after the "
            "instruction");
  EXPECT_EQ(loadCode({jump(2)}),
            "instruction 0 jump: target is 2, must be between 0 and 1");
}

TEST(CodeVerifierTest, JumpsStayInTheirLoop) {
  // To the end_loop, and around a whole loop.
  EXPECT_EQ(loadCode({loop(3), skip(3), move(), endLoop(0)}), "");
  EXPECT_EQ(loadCode({jump(4), loop(3), move(), endLoop(1)}), "");
  EXPECT_EQ(loadCode({loop(2), jump(3), endLoop(0)}),
            "instruction 1 jump: target 3 leaves a loop");
  EXPECT_EQ(loadCode({skip(2), loop(3), move(), endLoop(1)}),
            "instruction 0 skip_if_zero: target 2 enters a loop");
  EXPECT_EQ(
      loadCode({loop(2), jump(4), endLoop(0), loop(5), move(), endLoop(3)}),
      "instruction 1 jump: target 4 enters a loop");
}

} // namespace
} // namespace sc::test
