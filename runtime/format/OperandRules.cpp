//===-- OperandRules.cpp - what an operand may be -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table, filled once from the names in Opcodes.def.

#include "runtime/format/OperandRules.h"

namespace sc::format {

using namespace detail;

static Role getFlagRole(Opcode opcode) {
  switch (opcode) {
  case Opcode::Dma:
  case Opcode::DmaRows:
  case Opcode::GatherRows:
  case Opcode::ScatterRows:
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
  if (name == "buckets")
    return Role::Buckets;
  if (name == "word" || name == "low" || name == "high")
    return Role::Word;
  if (name == "num_lists" || name == "list_slots")
    return Role::PositiveCount;
  if (name.ends_with("offset"))
    return Role::Offset;
  if (name.ends_with("bytes") || name.ends_with("_stride"))
    return Role::Bytes;
  bool isCount = name == "count" || name == "slots" || name == "num_samples" ||
                 name == "capacity" || name == "first" ||
                 name.ends_with("rows");
  // The bounds of a select are values, as are those of a fault.
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
  case Opcode::ScatterRows:
    return name == "destination" ? kHbm : kTileSpmem;
  case Opcode::Merge:
    return name == "lists" ? kHbm : kTileSpmem;
  case Opcode::LowerBound:
    return kTileSpmem | kHbm;
  case Opcode::SegmentSum:
    return name == "rows" ? kTileSpmem | kSpmem : kTileSpmem;
  case Opcode::AllToAll:
    return kHbm;
  default:
    return kTileSpmem;
  }
}

/// Elementwise has as many operands as its function, widen scales where its
/// type needs them; see their verifiers.
static bool isOptional(Opcode opcode, std::string_view name) {
  if (opcode == Opcode::SegmentSum)
    return name == "indices" || name == "gains";
  if (opcode == Opcode::Elementwise)
    return name == "b" || name == "c";
  if (opcode == Opcode::Widen)
    return name == "scales";
  return name == "carry";
}

static int64_t getLargestImmediate(std::string_view name) {
  if (name == "ascending")
    return 1;
  if (name == "broadcast")
    return (int64_t(1) << 6) - 1; // two bits for each of three operands
  return static_cast<int64_t>(SelectMode::Filter);
}

/// Whether the offset `name` is one into the buffer operand `buffer`: `x` of
/// `x_offset`, every buffer in front of `offset`, and the lists of entries.
static bool isOffsetOf(std::string_view name, std::string_view buffer) {
  if (name == "offset")
    return true;
  if (name == "entries_offset")
    return buffer == "slots" || buffer == "indices" || buffer == "gains";
  return name.substr(0, name.size() - std::string_view("_offset").size()) ==
         buffer;
}

/// The buffers in front of operand `position` that it is an offset into.
static uint16_t collectBuffers(const OpcodeInfo &info, size_t position) {
  uint16_t buffers = 0;
  for (size_t other = 0; other < position; ++other)
    if (info.operands[other].kind == OperandKind::Buffer &&
        isOffsetOf(info.operands[position].name, info.operands[other].name))
      buffers |= 1u << other;
  return buffers;
}

static Rule makeRule(Opcode opcode, size_t position) {
  const OpcodeInfo &info = getOpcodeInfo(opcode);
  const OperandInfo &operand = info.operands[position];
  Rule rule;
  if (operand.kind == OperandKind::Buffer) {
    rule.spaces = getSpaces(opcode, operand.name);
    rule.isOptional = isOptional(opcode, operand.name);
  } else if (operand.kind == OperandKind::Value) {
    rule.role = getRole(opcode, operand.name);
    if (rule.role == Role::Offset)
      rule.buffers = collectBuffers(info, position);
  } else if (operand.kind == OperandKind::Immediate) {
    rule.largest = getLargestImmediate(operand.name);
  }
  return rule;
}

const Rules &detail::getRules(Opcode opcode) {
  static const auto table = [] {
    std::array<Rules, size_t(Opcode::Count)> all;
    for (size_t index = 0; index < all.size(); ++index) {
      auto each = static_cast<Opcode>(index);
      size_t operands = getOpcodeInfo(each).operands.size();
      for (size_t position = 0; position < operands; ++position)
        all[index][position] = makeRule(each, position);
    }
    return all;
  }();
  return table[static_cast<size_t>(opcode)];
}

uint8_t detail::getSpaceBit(MemorySpace space) {
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

} // namespace sc::format
