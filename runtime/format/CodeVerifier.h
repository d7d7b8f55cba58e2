//===-- CodeVerifier.h - static rules of instructions -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to CodeVerifier.cpp, which checks control flow, and
// OperandVerifier.cpp, which checks operands.

#ifndef SC_RUNTIME_FORMAT_CODEVERIFIER_H
#define SC_RUNTIME_FORMAT_CODEVERIFIER_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/VerifierDetail.h"

namespace sc::format::detail {

/// One program of a task.
struct CodeContext {
  const Program &program;
  const Task &task;
  int64_t taskIndex;
  const Code &code;
  int64_t programIndex; // -1: the sequencer
  /// SparseCores of a group.
  int64_t peers;
  /// Steps that launch the task, first and last; first > last: none.
  int32_t firstLaunch;
  int32_t lastLaunch;

  Unit getUnit() const {
    return programIndex < 0 ? Unit::Sequencer : Unit::Tile;
  }
  int64_t getNumInstructions() const { return code.instructions()->size(); }
  const Instruction &getInstruction(int64_t index) const {
    return *code.instructions()->Get(index);
  }
  Opcode getOpcode(int64_t index) const {
    return static_cast<Opcode>(getInstruction(index).opcode());
  }
  /// "task 0 'a' program 1 'b' instruction 7 add".
  std::string describeInstruction(int64_t index) const;
};

/// The operands of one instruction, whose opcode is known; labels only as far
/// as their range.
absl::Status verifyOperands(const CodeContext &context, int64_t index);

} // namespace sc::format::detail

#endif // SC_RUNTIME_FORMAT_CODEVERIFIER_H
