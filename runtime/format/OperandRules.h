//===-- OperandRules.h - what an operand may be -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that follow from an operand's kind and name in Opcodes.def. Private to
// the *Verifier.cpp files.

#ifndef SC_RUNTIME_FORMAT_OPERANDRULES_H
#define SC_RUNTIME_FORMAT_OPERANDRULES_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/Types.h"

#include <array>

namespace sc::format::detail {

/// What a static value of an operand must be.
enum class Role : uint8_t {
  Any,
  Bytes,         // multiple of a word, not negative
  Offset,        // Bytes, and within the buffers that it belongs to
  Count,         // not negative
  PositiveCount, // at least 1
  Step,          // positive
  Buckets,       // at least 2
  Word,          // 32 bits, as a signed number
  Peer,          // -1 or a SparseCore of the group
  Flag,          // sync flag
  PeerFlags,     // first of as many sync flags as there are peers
  DmaFlag,       // DMA flag
  DmaFlagOrNone,
};

/// Memory spaces as bits.
enum Spaces : uint8_t { kSmem = 1, kTileSpmem = 2, kSpmem = 4, kHbm = 8 };

struct Rule {
  Role role = Role::Any;   // of a value
  uint8_t spaces = 0;      // of a buffer
  bool isOptional = false; // a buffer that may be -1
  uint16_t buffers = 0;    // of an Offset: operands with its buffers, as bits
  int64_t largest = 0;     // of an immediate; the least is 0
};

using Rules = std::array<Rule, kMaxOperands>;

/// The rules of the operands of `opcode`.
const Rules &getRules(Opcode opcode);

/// The bit of a memory that instructions reach, else 0.
uint8_t getSpaceBit(MemorySpace space);

} // namespace sc::format::detail

#endif // SC_RUNTIME_FORMAT_OPERANDRULES_H
