//===-- BufferOwners.h - the tables that buffers belong to ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An executable names the table of a lookup; which buffers are its weights and
// inputs follows from the code that reads them.

#ifndef SC_LIB_REPORT_BUFFEROWNERS_H
#define SC_LIB_REPORT_BUFFEROWNERS_H

#include "runtime/format/program_generated.h"

#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

struct BufferOwner {
  std::string table;     // empty: none, not known, or several
  std::string_view part; // "weights", "slots", "inputs", "activations", "stack"
};

/// One for each buffer. Slots are those whose shape only one table has and
/// whose bytes are those of its slots in the plan.
std::vector<BufferOwner> findOwners(const format::ProgramT &program);

} // namespace sc::report

#endif // SC_LIB_REPORT_BUFFEROWNERS_H
