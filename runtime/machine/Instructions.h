//===-- Instructions.h - one handler for each opcode ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction set as functions; docs/Instructions.md says what they do.

#ifndef SC_RUNTIME_MACHINE_INSTRUCTIONS_H
#define SC_RUNTIME_MACHINE_INSTRUCTIONS_H

#include "runtime/machine/Agent.h"

#include <span>

namespace sc::runtime {

using Handler = Outcome (*)(Agent &, const format::Instruction &);

/// By opcode.
std::span<const Handler> getHandlers();

#define SC_OPCODE(Name, mnemonic, unit, operands)                              \
  Outcome execute##Name(Agent &agent, const format::Instruction &instruction);
#include "runtime/format/Opcodes.def"

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_INSTRUCTIONS_H
