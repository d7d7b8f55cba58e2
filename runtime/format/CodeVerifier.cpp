//===-- CodeVerifier.cpp - static rules of programs -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opcodes, units and control flow: jumps go forward and stay in their loop, so
// every program ends.

#include "runtime/format/CodeVerifier.h"

namespace sc::format {

using namespace detail;

static constexpr int64_t kMaxRegisters = 1 << 16;
static constexpr int64_t kMaxInstructions = 1 << 24;

std::string detail::CodeContext::describeInstruction(int64_t index) const {
  std::string text = describeTask(program, taskIndex);
  if (programIndex < 0)
    absl::StrAppend(&text, " sequencer");
  else
    absl::StrAppend(&text, " ",
                    describe("program", programIndex, *code.name()));
  absl::StrAppend(&text, " instruction ", index);
  if (getInstruction(index).opcode() < uint16_t(Opcode::Count))
    absl::StrAppend(&text, " ",
                    toAbsl(getOpcodeInfo(getOpcode(index)).mnemonic));
  return text;
}

static absl::Status verifyOpcode(const CodeContext &context, int64_t index) {
  uint16_t opcode = context.getInstruction(index).opcode();
  if (opcode >= uint16_t(Opcode::Count))
    return makeError(context.describeInstruction(index), ": unknown opcode ",
                     opcode, ", limit is ", int(Opcode::Count) - 1);
  Unit unit = getOpcodeInfo(context.getOpcode(index)).unit;
  if (unit != Unit::Both && unit != context.getUnit())
    return makeError(context.describeInstruction(index), ": only a ",
                     unit == Unit::Tile ? "tile" : "sequencer",
                     " has this instruction");
  int32_t location = context.getInstruction(index).location();
  if (location < -1 || location >= int64_t(context.program.locations()->size()))
    return verifyLocation(context.program, context.describeInstruction(index),
                          location);
  return absl::OkStatus();
}

/// The begin of the innermost loop around each instruction, -1 for none. A
/// loop instruction is outside of its loop, the end_loop inside.
static absl::StatusOr<std::vector<int64_t>>
collectLoops(const CodeContext &context) {
  std::vector<int64_t> enclosing(context.getNumInstructions() + 1, -1);
  std::vector<int64_t> open;
  for (int64_t index = 0; index < context.getNumInstructions(); ++index) {
    enclosing[index] = open.empty() ? -1 : open.back();
    const auto &operands = *context.getInstruction(index).operands();
    Opcode opcode = context.getOpcode(index);
    if (opcode == Opcode::Loop)
      open.push_back(index);
    if (opcode != Opcode::EndLoop)
      continue;
    int64_t begin = operands[0];
    if (open.empty() || open.back() != begin)
      return makeError(
          context.describeInstruction(index), ": ends the loop at ", begin,
          ", but the innermost open loop is ",
          open.empty() ? "none" : absl::StrCat("at ", open.back()));
    int64_t end = (*context.getInstruction(begin).operands())[4];
    if (end != index)
      return makeError(context.describeInstruction(begin), ": ends at ", end,
                       ", but its end_loop is at ", index);
    open.pop_back();
  }
  if (!open.empty())
    return makeError(context.describeInstruction(open.back()),
                     ": has no end_loop");
  return enclosing;
}

static absl::Status verifyJump(const CodeContext &context, int64_t index,
                               int64_t target,
                               const std::vector<int64_t> &enclosing) {
  if (target <= index)
    return makeError(context.describeInstruction(index), ": target ", target,
                     " is not after the instruction");
  if (enclosing[target] != enclosing[index])
    return makeError(context.describeInstruction(index), ": target ", target,
                     enclosing[target] > enclosing[index] ? " enters"
                                                          : " leaves",
                     " a loop");
  return absl::OkStatus();
}

static absl::Status verifyControl(const CodeContext &context) {
  SC_ASSIGN_OR_RETURN(std::vector<int64_t> enclosing, collectLoops(context));
  for (int64_t index = 0; index < context.getNumInstructions(); ++index) {
    const auto &operands = *context.getInstruction(index).operands();
    Opcode opcode = context.getOpcode(index);
    if (opcode == Opcode::Jump)
      SC_RETURN_IF_ERROR(verifyJump(context, index, operands[0], enclosing));
    if (opcode == Opcode::SkipIfZero)
      SC_RETURN_IF_ERROR(verifyJump(context, index, operands[1], enclosing));
  }
  return absl::OkStatus();
}

static absl::Status verifyCode(const CodeContext &context) {
  int64_t numRegisters = context.code.num_registers();
  if (numRegisters < 0 || numRegisters > kMaxRegisters)
    return verifyRange(
        absl::StrCat(describeTask(context.program, context.taskIndex),
                     ": num_registers of '", escapeText(*context.code.name()),
                     "'"),
        numRegisters, 0, kMaxRegisters);
  for (int64_t index = 0; index < context.getNumInstructions(); ++index) {
    SC_RETURN_IF_ERROR(verifyOpcode(context, index));
    SC_RETURN_IF_ERROR(verifyOperands(context, index));
  }
  return verifyControl(context);
}

/// The sequencer is program -1.
static absl::Status verifyTaskCode(const Program &program, int64_t taskIndex,
                                   const std::vector<int32_t> &launches,
                                   int64_t &numInstructions) {
  const Task &task = *program.tasks()->Get(taskIndex);
  int64_t peers = int64_t(task.devices_per_group()) *
                  program.target()->sparse_cores_per_device();
  for (int64_t index = -1; index < int64_t(task.programs()->size()); ++index) {
    const Code &code =
        index < 0 ? *task.sequencer() : *task.programs()->Get(index);
    numInstructions += code.instructions()->size();
    SC_RETURN_IF_ERROR(verifyRange("number of instructions", numInstructions, 0,
                                   kMaxInstructions));
    int32_t first = launches.empty() ? 1 : launches.front();
    int32_t last = launches.empty() ? 0 : launches.back();
    SC_RETURN_IF_ERROR(verifyCode(
        {program, task, taskIndex, code, index, peers, first, last}));
  }
  return absl::OkStatus();
}

absl::Status verifyCodes(const Program &program) {
  std::vector<std::vector<int32_t>> launches = collectLaunches(program);
  int64_t numInstructions = 0;
  for (size_t task = 0; task < program.tasks()->size(); ++task)
    SC_RETURN_IF_ERROR(
        verifyTaskCode(program, task, launches[task], numInstructions));
  return absl::OkStatus();
}

} // namespace sc::format
