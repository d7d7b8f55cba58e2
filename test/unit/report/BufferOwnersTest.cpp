//===-- BufferOwnersTest.cpp - the tables that buffers belong to ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners by the code of a lookup, and slots by their shape.

#include "lib/Report/BufferOwners.h"
#include "TestProgram.h"
#include "runtime/format/Opcodes.h"

#include "gtest/gtest.h"

#include <initializer_list>
#include <memory>

namespace sc::report {
namespace {

using namespace format;
using test::addBuffer;
using test::makePlannedProgram;

static void addInstruction(ProgramT &program, Opcode opcode,
                           std::initializer_list<int64_t> operands) {
  Instruction instruction;
  instruction.mutate_opcode(static_cast<uint16_t>(opcode));
  size_t index = 0;
  for (int64_t operand : operands)
    instruction.mutable_operands()->Mutate(index++, operand);
  program.tasks[0]->programs[1]->instructions.push_back(instruction);
}

/// table_shard, buffer 1, is gathered from; ids are read; `out` is written
/// through its view; slots have the shape of the table.
static ProgramT makeOwnedProgram(int64_t slotBytes) {
  ProgramT program = makePlannedProgram();
  for (auto &code : program.tasks[0]->programs)
    code->instructions.clear();
  program.tasks[0]->sequencer->instructions.clear();
  addBuffer(program, "ids", MemorySpace::Hbm, BufferClass::Argument, 100);
  addBuffer(program, "slots", MemorySpace::Hbm, BufferClass::Argument, 32000);
  addInstruction(program, Opcode::GatherRows, {1, 0, 0, 0, 5, 0, 0, 6});
  addInstruction(program, Opcode::Dma, {8, 0, 5, 0});
  addInstruction(program, Opcode::Dma, {7, 0, 3, 0});
  auto use = std::make_unique<HbmUseT>();
  use->role = HbmRole::Slots;
  use->table_name = "user";
  use->bytes = slotBytes;
  program.plan->hbm_uses.push_back(std::move(use));
  return program;
}

static std::string getOwner(const ProgramT &program, size_t buffer) {
  BufferOwner owner = findOwners(program)[buffer];
  return owner.table.empty() ? "" : owner.table + " " + std::string(owner.part);
}

TEST(BufferOwners, codeNamesThem) {
  ProgramT program = makeOwnedProgram(0);
  EXPECT_EQ(getOwner(program, 1), "user weights");
  EXPECT_EQ(getOwner(program, 2), "user activations"); // not its view
  EXPECT_EQ(getOwner(program, 3), "");
  EXPECT_EQ(getOwner(program, 4), "user stack");
  EXPECT_EQ(getOwner(program, 5), ""); // in a tile
  EXPECT_EQ(getOwner(program, 8), "user inputs");
  EXPECT_EQ(getOwner(program, 9), "");
}

TEST(BufferOwners, slotsNeedTheBytesOfThePlan) {
  EXPECT_EQ(getOwner(makeOwnedProgram(128000), 9), "user slots");
  EXPECT_EQ(getOwner(makeOwnedProgram(256000), 9), "");
  ProgramT program = makeOwnedProgram(128000);
  program.plan.reset();
  EXPECT_EQ(getOwner(program, 9), "");
}

TEST(BufferOwners, whatTwoTablesReadBelongsToNeither) {
  ProgramT program = makeOwnedProgram(128000);
  program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
  program.lookups[1]->task = 1;
  program.lookups[1]->table_name = "item";
  EXPECT_EQ(getOwner(program, 1), "");
  EXPECT_EQ(getOwner(program, 8), "");
  EXPECT_EQ(getOwner(program, 9), "");
}

} // namespace
} // namespace sc::report
