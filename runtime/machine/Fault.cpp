//===-- Fault.cpp - why a SparseCore halted ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of machine faults.

#include "runtime/machine/Fault.h"

#include "runtime/format/Errors.h"
#include "runtime/format/Opcodes.h"

#include "absl/strings/str_cat.h"

#include <tuple>

namespace sc::runtime {

bool operator<(const Fault &lhs, const Fault &rhs) {
  auto key = [](const Fault &fault) {
    return std::tuple(fault.device, fault.sparseCore, fault.tile);
  };
  return key(lhs) < key(rhs);
}

std::string formatLocation(const format::Program &program, int32_t location) {
  if (location < 0)
    return "";
  return absl::StrCat(
      ", ", program.locations()->Get(static_cast<uint32_t>(location))->str());
}

static std::string formatInstruction(const format::Program &program,
                                     const format::Code &code, int64_t index) {
  if (index == kNoInstruction)
    return "";
  const format::Instruction &instruction =
      *code.instructions()->Get(static_cast<uint32_t>(index));
  std::string mnemonic(
      format::getOpcodeInfo(static_cast<format::Opcode>(instruction.opcode()))
          .mnemonic);
  return absl::StrCat(", instruction #", index, " (", mnemonic, ")",
                      formatLocation(program, instruction.location()));
}

absl::Status makeFaultStatus(const format::Program &program,
                             const format::Task &task, const Fault &fault) {
  const format::Code &code =
      fault.program < 0
          ? *task.sequencer()
          : *task.programs()->Get(static_cast<uint32_t>(fault.program));
  std::string unit =
      fault.tile < 0 ? "sequencer" : absl::StrCat("tile ", fault.tile);
  return absl::InternalError(format::formatError(
      format::ErrorCode::E0200,
      absl::StrCat(fault.what, "; device ", fault.device, ", SparseCore ",
                   fault.sparseCore, ", ", unit, ", task '", task.name()->str(),
                   "', program '", code.name()->str(), "'",
                   formatInstruction(program, code, fault.instruction))));
}

} // namespace sc::runtime
