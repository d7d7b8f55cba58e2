//===-- Code.cpp - code made ready to run --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop ends are found by nesting, so that the interpreter follows no label of a
// loop.

#include "runtime/machine/Code.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::runtime {

using format::Opcode;

static absl::Status matchLoops(Code &code) {
  std::vector<int32_t> open;
  code.partners.assign(static_cast<size_t>(code.size), -1);
  for (int32_t index = 0; index < code.size; ++index) {
    auto opcode = static_cast<Opcode>(code.instructions[index].opcode());
    if (opcode == Opcode::Loop)
      open.push_back(index);
    if (opcode != Opcode::EndLoop)
      continue;
    if (open.empty())
      return absl::InvalidArgumentError(
          absl::StrCat("program '", code.source->name()->str(), "': end_loop #",
                       index, " ends no loop"));
    code.partners[static_cast<size_t>(index)] = open.back();
    code.partners[static_cast<size_t>(open.back())] = index;
    open.pop_back();
  }
  if (open.empty())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("program '", code.source->name()->str(), "': loop #",
                   open.back(), " has no end_loop"));
}

static void collectBuffers(Code &code) {
  for (int64_t index = 0; index < code.size; ++index) {
    const format::Instruction &instruction = code.instructions[index];
    const format::OpcodeInfo &info =
        format::getOpcodeInfo(static_cast<Opcode>(instruction.opcode()));
    for (size_t i = 0; i < info.operands.size(); ++i) {
      auto buffer = static_cast<int32_t>(
          instruction.operands()->Get(static_cast<uint16_t>(i)));
      bool isBuffer = info.operands[i].kind == format::OperandKind::Buffer;
      if (isBuffer && buffer >= 0) // -1: an optional one that is absent
        code.buffers.push_back(buffer);
    }
  }
  std::sort(code.buffers.begin(), code.buffers.end());
  code.buffers.erase(std::unique(code.buffers.begin(), code.buffers.end()),
                     code.buffers.end());
}

absl::StatusOr<Code> prepareCode(const format::Code &source) {
  Code code;
  code.source = &source;
  code.size = source.instructions()->size();
  if (code.size > 0)
    code.instructions = source.instructions()->Get(0);
  SC_RETURN_IF_ERROR(matchLoops(code));
  collectBuffers(code);
  return code;
}

absl::StatusOr<TaskCode> prepareTask(const format::Task &task) {
  TaskCode result;
  result.task = &task;
  SC_ASSIGN_OR_RETURN(result.sequencer, prepareCode(*task.sequencer()));
  for (const format::Code *program : *task.programs()) {
    SC_ASSIGN_OR_RETURN(Code code, prepareCode(*program));
    result.programs.push_back(std::move(code));
  }
  return result;
}

} // namespace sc::runtime
