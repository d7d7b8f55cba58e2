//===-- OperandVerifier.cpp - static rules of operands --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values against the rules, and against the program, task and buffers.

#include "runtime/format/CodeVerifier.h"
#include "runtime/format/OperandRules.h"
#include "runtime/format/RowFormat.h"

#include <algorithm>

namespace sc::format {

using namespace detail;

namespace {

class OperandVerifier {
public:
  OperandVerifier(const CodeContext &context, int64_t index)
      : context(context), index(index),
        instruction(context.getInstruction(index)),
        info(getOpcodeInfo(context.getOpcode(index))),
        rules(getRules(context.getOpcode(index))) {}

  absl::Status verify();

private:
  absl::Status verifyOperand(size_t position);
  absl::Status verifyUnused();
  absl::Status verifyRegister(size_t position);
  absl::Status verifyBuffer(size_t position);
  absl::Status verifyLifetime(size_t position, const Buffer &buffer);
  absl::Status verifyValue(size_t position);
  absl::Status verifyFunction(size_t position);
  absl::Status verifyElementwise();
  absl::Status verifyWiden();
  absl::Status verifyPeer(size_t position);
  absl::Status verifyBounds(size_t position, int64_t lower, int64_t upper);
  int64_t getByteLimit(size_t position) const;

  int64_t getValue(size_t position) const {
    return instruction.operands()->Get(position);
  }
  bool isRegister(size_t position) const {
    return instruction.registers() >> position & 1;
  }
  template <typename... Args>
  absl::Status fail(size_t position, const Args &...args) const {
    return makeError(context.describeInstruction(index), ": ",
                     toAbsl(info.operands[position].name), args...);
  }

  const CodeContext &context;
  int64_t index;
  const Instruction &instruction;
  const OpcodeInfo &info;
  const Rules &rules;
};

} // namespace

absl::Status OperandVerifier::verifyBounds(size_t position, int64_t lower,
                                           int64_t upper) {
  int64_t value = getValue(position);
  if (value >= lower && value <= upper)
    return absl::OkStatus();
  if (lower > upper)
    return fail(position, " is ", value, ", but the task has none");
  return fail(position, " is ", value, ", must be between ", lower, " and ",
              upper);
}

absl::Status OperandVerifier::verifyRegister(size_t position) {
  int64_t limit = context.code.num_registers();
  int64_t value = getValue(position);
  if (value >= 0 && value < limit)
    return absl::OkStatus();
  return fail(position, " is register ", value, ", the program has ", limit);
}

absl::Status OperandVerifier::verifyLifetime(size_t position,
                                             const Buffer &buffer) {
  const Program &program = context.program;
  if (isScheduleBuffer(buffer)) {
    bool isLive = context.firstLaunch > context.lastLaunch ||
                  (context.firstLaunch >= buffer.first_use() &&
                   context.lastLaunch <= buffer.last_use());
    if (isLive)
      return absl::OkStatus();
    return fail(position, ": ", describeBuffer(program, getValue(position)),
                " lives from step ", buffer.first_use(), " to ",
                buffer.last_use(), ", the task is launched from step ",
                context.firstLaunch, " to ", context.lastLaunch);
  }
  bool counts = isTileBuffer(buffer) && context.getUnit() == Unit::Tile;
  if (!counts || (context.programIndex >= buffer.first_use() &&
                  context.programIndex <= buffer.last_use()))
    return absl::OkStatus();
  return fail(position, ": ", describeBuffer(program, getValue(position)),
              " lives from program ", buffer.first_use(), " to ",
              buffer.last_use());
}

absl::Status OperandVerifier::verifyBuffer(size_t position) {
  const Program &program = context.program;
  SC_RETURN_IF_ERROR(verifyBounds(position, rules[position].isOptional ? -1 : 0,
                                  int64_t(program.buffers()->size()) - 1));
  if (getValue(position) == -1)
    return absl::OkStatus();
  const Buffer &buffer = *program.buffers()->Get(getValue(position));
  if (buffer.task() >= 0 && buffer.task() != context.taskIndex)
    return fail(position, ": ", describeBuffer(program, getValue(position)),
                " belongs to task ", buffer.task());
  uint8_t spaces = rules[position].spaces;
  if (context.getUnit() == Unit::Sequencer)
    spaces &= ~kTileSpmem;
  if (!(getSpaceBit(buffer.space()) & spaces))
    return fail(position, ": ", describeBuffer(program, getValue(position)),
                " cannot be in ", toAbsl(getSpaceName(buffer.space())));
  return verifyLifetime(position, buffer);
}

/// A tile reaches HBM of a peer, and only its own other memories.
absl::Status OperandVerifier::verifyPeer(size_t position) {
  SC_RETURN_IF_ERROR(verifyBounds(position, -1, context.peers - 1));
  if (getValue(position) == -1)
    return absl::OkStatus();
  for (size_t other = 0; other < position; ++other) {
    if (info.operands[other].name != "destination")
      continue;
    MemorySpace space =
        context.program.buffers()->Get(getValue(other))->space();
    if (space != MemorySpace::Hbm)
      return fail(position, " is ", getValue(position),
                  ", but the destination is in ", toAbsl(getSpaceName(space)),
                  ", must be in hbm");
  }
  return absl::OkStatus();
}

/// The largest value of an operand in bytes: the size of the smallest of its
/// buffers, 0 where all of them are absent. Buffers come before their offset,
/// so they are verified.
int64_t OperandVerifier::getByteLimit(size_t position) const {
  const Rule &rule = rules[position];
  if (rule.buffers == 0)
    return kMaxMemoryBytes;
  int64_t limit = kMaxMemoryBytes;
  bool isAbsent = true;
  for (size_t other = 0; other < position; ++other) {
    if (!(rule.buffers >> other & 1) || getValue(other) < 0)
      continue;
    limit = std::min(limit,
                     context.program.buffers()->Get(getValue(other))->size());
    isAbsent = false;
  }
  return isAbsent ? 0 : limit;
}

absl::Status OperandVerifier::verifyValue(size_t position) {
  int64_t value = getValue(position);
  const Rule &rule = rules[position];
  switch (rule.role) {
  case Role::Any:
    return absl::OkStatus();
  case Role::Step:
    return verifyBounds(position, 1, INT64_MAX);
  case Role::Count:
    return verifyBounds(position, 0, kMaxMemoryBytes);
  case Role::PositiveCount:
    return verifyBounds(position, 1, kMaxMemoryBytes);
  case Role::Buckets:
    return verifyBounds(position, 2, kMaxMemoryBytes);
  case Role::Word:
    return verifyBounds(position, INT32_MIN, INT32_MAX);
  case Role::Peer:
    return verifyPeer(position);
  case Role::Flag:
    return verifyBounds(position, 0, int64_t(context.task.num_flags()) - 1);
  case Role::PeerFlags:
    return verifyBounds(position, 0,
                        int64_t(context.task.num_flags()) - context.peers);
  case Role::DmaFlag:
    return verifyBounds(position, 0, int64_t(context.task.num_dma_flags()) - 1);
  case Role::DmaFlagOrNone:
    return verifyBounds(position, -1,
                        int64_t(context.task.num_dma_flags()) - 1);
  case Role::Bytes:
  case Role::Offset:
    break;
  }
  if (value % kWordBytes != 0)
    return fail(position, " is ", value, ", must be a multiple of ",
                kWordBytes);
  return verifyBounds(position, 0, getByteLimit(position));
}

absl::Status OperandVerifier::verifyFunction(size_t position) {
  SC_RETURN_IF_ERROR(
      verifyBounds(position, 0, int64_t(RowFunction::Count) - 1));
  auto function = static_cast<RowFunction>(getValue(position));
  if (context.getOpcode(index) != Opcode::ReduceRow || isReduction(function))
    return absl::OkStatus();
  return fail(position, " ", toAbsl(getRowFunctionInfo(function).mnemonic),
              " cannot fold a row");
}

/// Absent operands are those that the function does not have.
absl::Status OperandVerifier::verifyElementwise() {
  constexpr size_t firstOperand = 3, broadcast = 11;
  const RowFunctionInfo &function =
      getRowFunctionInfo(static_cast<RowFunction>(getValue(0)));
  for (int operand = 0; operand < 3; ++operand) {
    size_t position = firstOperand + 2 * size_t(operand);
    if ((getValue(position) >= 0) != (operand < function.operands))
      return fail(position, " is ", getValue(position), ", but ",
                  toAbsl(function.mnemonic), " has ", function.operands,
                  function.operands == 1 ? " operand" : " operands");
  }
  return verifyBounds(broadcast, 0, (int64_t(1) << 2 * function.operands) - 1);
}

/// int8 has scales, bf16 has none, FP8 may have them.
absl::Status OperandVerifier::verifyWiden() {
  constexpr size_t typeOperand = 0, scales = 4, scalesStride = 6;
  auto type = static_cast<RowType>(getValue(typeOperand));
  bool hasScales = getValue(scales) >= 0;
  if ((type == RowType::Int8 || type == RowType::Int8Affine) && !hasScales)
    return fail(scales, " is -1, but ", toAbsl(getRowTypeName(type)),
                " needs a scale");
  if (type == RowType::BF16 && hasScales)
    return fail(scales, " is ", getValue(scales), ", but bf16 has no scale");
  bool hasStride = isRegister(scalesStride) || getValue(scalesStride) != 0;
  if (!hasScales && hasStride)
    return fail(scalesStride, " must be 0 where there are no scales");
  return absl::OkStatus();
}

absl::Status OperandVerifier::verifyOperand(size_t position) {
  OperandKind kind = info.operands[position].kind;
  if (isRegister(position) && kind != OperandKind::Value)
    return fail(position, " cannot be a register");
  switch (kind) {
  case OperandKind::Destination:
    return verifyRegister(position);
  case OperandKind::Value:
    return isRegister(position) ? verifyRegister(position)
                                : verifyValue(position);
  case OperandKind::Buffer:
    return verifyBuffer(position);
  case OperandKind::Label:
    return verifyBounds(position, 0, context.getNumInstructions());
  case OperandKind::Program:
    return verifyBounds(position, 0,
                        int64_t(context.task.programs()->size()) - 1);
  case OperandKind::Fault:
    return verifyBounds(position, 0, int64_t(FaultCode::Count) - 1);
  case OperandKind::Immediate:
    return verifyBounds(position, 0, rules[position].largest);
  case OperandKind::Function:
    return verifyFunction(position);
  case OperandKind::RowType:
    return verifyBounds(position, int64_t(RowType::BF16),
                        int64_t(RowType::Int8Affine));
  }
  return absl::OkStatus();
}

absl::Status OperandVerifier::verifyUnused() {
  size_t used = info.operands.size();
  if (instruction.registers() >> used)
    return makeError(context.describeInstruction(index), ": registers ",
                     instruction.registers(), " names unused operands");
  for (size_t position = used; position < kMaxOperands; ++position)
    if (getValue(position) != 0)
      return makeError(context.describeInstruction(index), ": unused operand ",
                       position, " is ", getValue(position), ", must be 0");
  return absl::OkStatus();
}

absl::Status OperandVerifier::verify() {
  SC_RETURN_IF_ERROR(verifyUnused());
  for (size_t position = 0; position < info.operands.size(); ++position)
    SC_RETURN_IF_ERROR(verifyOperand(position));
  if (context.getOpcode(index) == Opcode::Elementwise)
    return verifyElementwise();
  if (context.getOpcode(index) == Opcode::Widen)
    return verifyWiden();
  return absl::OkStatus();
}

absl::Status detail::verifyOperands(const CodeContext &context, int64_t index) {
  return OperandVerifier(context, index).verify();
}

} // namespace sc::format
