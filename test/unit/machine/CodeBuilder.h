//===-- CodeBuilder.h - code by hand ----------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the instructions of one program of a task.

#ifndef SC_TEST_UNIT_MACHINE_CODEBUILDER_H
#define SC_TEST_UNIT_MACHINE_CODEBUILDER_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"

#include "gtest/gtest.h"

#include <array>
#include <initializer_list>
#include <string>
#include <utility>

namespace sc::test {

using format::Opcode;

struct Register {
  int index;
};

/// An immediate, an index or a register.
struct Operand {
  Operand(int64_t value) : value(value) {}
  Operand(int value) : value(value) {}
  Operand(Register reg) : value(reg.index), isRegister(true) {}

  int64_t value;
  bool isRegister = false;
};

/// One program of a task.
class CodeBuilder {
public:
  explicit CodeBuilder(std::string name) { code.name = std::move(name); }

  Register newRegister() { return {code.num_registers++}; }

  /// Appends an instruction and returns its index.
  int64_t emit(Opcode opcode, std::initializer_list<Operand> operands,
               int location = -1) {
    std::array<int64_t, format::kMaxOperands> words = {};
    const format::OpcodeInfo &info = format::getOpcodeInfo(opcode);
    EXPECT_EQ(operands.size(), info.operands.size()) << info.mnemonic;
    unsigned registers = 0;
    size_t i = 0;
    for (const Operand &operand : operands) {
      // Destinations are registers by kind, not by a bit.
      bool isValue = info.operands[i].kind == format::OperandKind::Value;
      registers |= unsigned{operand.isRegister && isValue} << i;
      words[i++] = operand.value;
    }
    code.instructions.emplace_back(
        static_cast<uint16_t>(opcode), static_cast<uint16_t>(registers),
        location,
        flatbuffers::span<const int64_t, format::kMaxOperands>(words));
    return static_cast<int64_t>(code.instructions.size()) - 1;
  }

  /// A new register that holds `value`, which the verifier does not see.
  Register move(Operand value) {
    Register result = newRegister();
    emit(Opcode::Move, {result, value});
    return result;
  }

  Register compute(Opcode opcode, Operand lhs, Operand rhs) {
    Register result = newRegister();
    emit(opcode, {result, lhs, rhs});
    return result;
  }

  /// for iv in range(lower, upper, step): body(iv).
  template <typename Body>
  void loop(Operand lower, Operand upper, Operand step, Body body) {
    Register iv = newRegister();
    int64_t begin = emit(Opcode::Loop, {iv, lower, upper, step, 0});
    body(iv);
    int64_t end = emit(Opcode::EndLoop, {begin});
    setOperand(begin, 4, end);
  }

  /// Runs `body` unless `condition` is 0.
  template <typename Body> void when(Operand condition, Body body) {
    int64_t skip = emit(Opcode::SkipIfZero, {condition, 0});
    body();
    setOperand(skip, 1, static_cast<int64_t>(code.instructions.size()));
  }

  void setOperand(int64_t instruction, int operand, int64_t value) {
    code.instructions[static_cast<size_t>(instruction)]
        .mutable_operands()
        ->Mutate(static_cast<uint16_t>(operand), value);
  }

  format::CodeT code;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_CODEBUILDER_H
