//===-- Opcodes.cpp - opcodes, fault codes and operand kinds --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the operand lists of Opcodes.def once.

#include "runtime/format/Opcodes.h"

#include <array>

namespace sc::format {

static std::vector<OperandInfo> parseOperands(std::string_view text) {
  std::vector<OperandInfo> operands;
  while (!text.empty()) {
    size_t end = text.find(' ');
    std::string_view item = text.substr(0, end);
    operands.push_back({static_cast<OperandKind>(item[0]), item.substr(2)});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return operands;
}

const OpcodeInfo &getOpcodeInfo(Opcode opcode) {
  static const std::array<OpcodeInfo, size_t(Opcode::Count)> table = {{
#define SC_OPCODE(Name, mnemonic, unit, operands)                              \
  {mnemonic, Unit::unit, parseOperands(operands)},
#include "runtime/format/Opcodes.def"
  }};
  return table[static_cast<size_t>(opcode)];
}

const RowFunctionInfo &getRowFunctionInfo(RowFunction function) {
  static constexpr RowFunctionInfo table[] = {
#define SC_ROW_FUNCTION(Name, mnemonic, operands) {mnemonic, operands},
#include "runtime/format/RowFunctions.def"
  };
  return table[static_cast<size_t>(function)];
}

bool isReduction(RowFunction function) {
  switch (function) {
  case RowFunction::Add:
  case RowFunction::Multiply:
  case RowFunction::Maximum:
  case RowFunction::Minimum:
  case RowFunction::AndInt:
  case RowFunction::AddInt:
  case RowFunction::MultiplyInt:
  case RowFunction::MaximumInt:
  case RowFunction::MinimumInt:
    return true;
  default:
    return false;
  }
}

std::string_view getFaultText(FaultCode code) {
  switch (code) {
  case FaultCode::TooManyIds:
    return "more ids in a partition than max_ids_per_partition";
  case FaultCode::TooManyUniqueIds:
    return "more distinct ids in a partition than "
           "max_unique_ids_per_partition";
  case FaultCode::RowPointersDescend:
    return "row pointers descend: partition start is past its end";
  case FaultCode::RowPointerPastEnd:
    return "row pointer is past the end of the COO buffer";
  case FaultCode::MinibatchesOutOfRange:
    return "num_minibatches is out of range";
  case FaultCode::MinibatchesDisagree:
    return "SparseCores that share a table disagree on num_minibatches";
  case FaultCode::Count:
    break;
  }
  return "unknown fault code";
}

std::string describeFault(FaultCode code, int64_t observed, int64_t limit) {
  std::string number = std::to_string(observed);
  std::string other = std::to_string(limit);
  if (code == FaultCode::MinibatchesOutOfRange)
    return "num_minibatches is " + number + ", must be between 1 and " + other;
  std::string_view between =
      code == FaultCode::MinibatchesDisagree ? " and " : " > ";
  return std::string(getFaultText(code)) + ": " + number +
         std::string(between) + other;
}

} // namespace sc::format
