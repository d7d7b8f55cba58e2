//===-- Instructions.cpp - one handler for each opcode -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dispatch table.

#include "runtime/machine/Instructions.h"

namespace sc::runtime {

static constexpr Handler kHandlers[] = {
#define SC_OPCODE(Name, mnemonic, unit, operands) execute##Name,
#include "runtime/format/Opcodes.def"
};

std::span<const Handler> getHandlers() { return kHandlers; }

} // namespace sc::runtime
