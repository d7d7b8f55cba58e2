//===-- Fault.h - why a SparseCore halted -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where and why an instruction failed, and its text in the E0200 form.

#ifndef SC_RUNTIME_MACHINE_FAULT_H
#define SC_RUNTIME_MACHINE_FAULT_H

#include "runtime/format/program_generated.h"

#include "absl/status/status.h"

#include <cstdint>
#include <string>

namespace sc::runtime {

/// The program counter of a fault that no single instruction caused.
inline constexpr int64_t kNoInstruction = -1;

struct Fault {
  std::string what;
  int device = 0;
  int sparseCore = 0; // of the device
  int tile = -1;      // -1: the sequencer
  int program = -1;   // tile program, -1: the sequencer's
  int64_t instruction = kNoInstruction;
};

/// Order in which the faults of one round are reported: by device, SparseCore,
/// the sequencer before its tiles.
bool operator<(const Fault &lhs, const Fault &rhs);

/// Internal, in the published form of E0200, with every place that the file
/// knows.
absl::Status makeFaultStatus(const format::Program &program,
                             const format::Task &task, const Fault &fault);

/// ", <file:line:column>", or nothing for location -1.
std::string formatLocation(const format::Program &program, int32_t location);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_FAULT_H
