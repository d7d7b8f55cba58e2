//===-- Code.h - code made ready to run -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine derives once from the code of a task.

#ifndef SC_RUNTIME_MACHINE_CODE_H
#define SC_RUNTIME_MACHINE_CODE_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <vector>

namespace sc::runtime {

struct Code {
  const format::Code *source = nullptr;
  const format::Instruction *instructions = nullptr;
  int64_t size = 0;
  /// For a loop its end_loop and the other way round; by instruction.
  std::vector<int32_t> partners;
  /// Buffers that occur, ascending.
  std::vector<int32_t> buffers;
};

struct TaskCode {
  const format::Task *task = nullptr;
  Code sequencer;
  std::vector<Code> programs;
};

/// InvalidArgument if loops and ends do not match.
absl::StatusOr<Code> prepareCode(const format::Code &code);
absl::StatusOr<TaskCode> prepareTask(const format::Task &task);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_CODE_H
