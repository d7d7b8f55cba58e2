//===-- OperandVerifier.cpp - static rules of operands --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an operand may be follows from its kind and, for immediates and
// buffers, from its name in Opcodes.def.

#include "runtime/format/CodeVerifier.h"

#include <algorithm>
#include <array>

namespace sc::format {

using namespace detail;

namespace {

// What a static value of an operand must be.
enum class Role : uint8_t {
  Any,
  Bytes,     // multiple of a word, not negative
  Offset,    // Bytes, and within the buffer operand that it belongs to
  AllOffset, // Bytes, and within all buffer operands in front of it
  Count,     // not negative
  Step,      // positive
  Peer,      // -1 or a SparseCore of the group
  Flag,      // sync flag
  PeerFlags, // first of as many sync flags as there are peers
  DmaFlag,   // DMA flag
  DmaFlagOrNone,
};

// Memory spaces as bits.
enum Spaces : uint8_t { kSmem = 1, kTileSpmem = 2, kSpmem = 4, kHbm = 8 };

struct Rule {
  Role role = Role::Any;
  uint8_t spaces = 0;
  int8_t buffer = -1; // of an Offset: operand with the buffer
};

using Rules = std::array<Rule, kMaxOperands>;

} // namespace

static Role getFlagRole(Opcode opcode) {
  switch (opcode) {
  case Opcode::Dma:
  case Opcode::DmaRows:
  case Opcode::GatherRows:
    return Role::DmaFlagOrNone;
  case Opcode::WaitDma:
    return Role::DmaFlag;
  default:
    return Role::Flag;
  }
}

static Role getRole(Opcode opcode, std::string_view name) {
  if (name == "flag")
    return getFlagRole(opcode);
  if (name == "count_flag" || name == "done_flag")
    return Role::PeerFlags;
  if (name == "peer")
    return Role::Peer;
  if (name == "step")
    return Role::Step;
  if (name == "offset")
    return Role::AllOffset;
  if (name.ends_with("_offset"))
    return Role::Offset;
  if (name.ends_with("bytes") || name.ends_with("_stride"))
    return Role::Bytes;
  bool isCount = name == "count" || name == "slots" || name == "num_samples" ||
                 name.ends_with("rows");
  return isCount ? Role::Count : Role::Any;
}

static uint8_t getSpaces(Opcode opcode, std::string_view name) {
  switch (opcode) {
  case Opcode::Load:
    return kSmem | kTileSpmem;
  case Opcode::Dma:
  case Opcode::DmaRows:
    return kSmem | kTileSpmem | kSpmem | kHbm;
  case Opcode::GatherRows:
    return name == "source" ? kHbm : kTileSpmem;
  case Opcode::AllToAll:
    return kHbm;
  default:
    return kTileSpmem;
  }
}

/// The operand `x` of `x_offset`.
static int8_t findBuffer(const OpcodeInfo &info, std::string_view offset) {
  std::string_view name =
      offset.substr(0, offset.size() - std::string_view("_offset").size());
  for (size_t index = 0; index < info.operands.size(); ++index)
    if (info.operands[index].name == name)
      return index;
  return -1;
}

static Rules makeRules(Opcode opcode) {
  Rules rules;
  const OpcodeInfo &info = getOpcodeInfo(opcode);
  for (size_t index = 0; index < info.operands.size(); ++index) {
    const OperandInfo &operand = info.operands[index];
    Rule &rule = rules[index];
    if (operand.kind == OperandKind::Buffer)
      rule.spaces = getSpaces(opcode, operand.name);
    if (operand.kind == OperandKind::Value)
      rule.role = getRole(opcode, operand.name);
    if (rule.role == Role::Offset)
      rule.buffer = findBuffer(info, operand.name);
  }
  return rules;
}

static const Rules &getRules(Opcode opcode) {
  static const auto table = [] {
    std::array<Rules, size_t(Opcode::Count)> rules;
    for (size_t index = 0; index < rules.size(); ++index)
      rules[index] = makeRules(static_cast<Opcode>(index));
    return rules;
  }();
  return table[static_cast<size_t>(opcode)];
}

static uint8_t getSpaceBit(MemorySpace space) {
  switch (space) {
  case MemorySpace::Smem:
    return kSmem;
  case MemorySpace::TileSpmem:
    return kTileSpmem;
  case MemorySpace::Spmem:
    return kSpmem;
  case MemorySpace::Hbm:
    return kHbm;
  default:
    return 0;
  }
}

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
  absl::Status verifyImmediate(size_t position);
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
  bool isOptional = info.operands[position].name == "carry";
  SC_RETURN_IF_ERROR(verifyBounds(position, isOptional ? -1 : 0,
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

/// The largest value of an operand in bytes. Buffers come before their offset,
/// so they are verified.
int64_t OperandVerifier::getByteLimit(size_t position) const {
  const Rule &rule = rules[position];
  auto getSize = [&](size_t buffer) {
    return context.program.buffers()->Get(getValue(buffer))->size();
  };
  if (rule.buffer >= 0)
    return getSize(rule.buffer);
  int64_t limit = kMaxMemoryBytes;
  for (size_t other = 0; other < position; ++other)
    if (rule.role == Role::AllOffset &&
        info.operands[other].kind == OperandKind::Buffer)
      limit = std::min(limit, getSize(other));
  return limit;
}

absl::Status OperandVerifier::verifyImmediate(size_t position) {
  int64_t value = getValue(position);
  const Rule &rule = rules[position];
  switch (rule.role) {
  case Role::Any:
    return absl::OkStatus();
  case Role::Step:
    return verifyBounds(position, 1, INT64_MAX);
  case Role::Count:
    return verifyBounds(position, 0, kMaxMemoryBytes);
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
  case Role::AllOffset:
    break;
  }
  if (value % kWordBytes != 0)
    return fail(position, " is ", value, ", must be a multiple of ",
                kWordBytes);
  return verifyBounds(position, 0, getByteLimit(position));
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
                                : verifyImmediate(position);
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
    return verifyBounds(position, 0, int64_t(SelectMode::Filter));
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
  return absl::OkStatus();
}

absl::Status detail::verifyOperands(const CodeContext &context, int64_t index) {
  return OperandVerifier(context, index).verify();
}

} // namespace sc::format
