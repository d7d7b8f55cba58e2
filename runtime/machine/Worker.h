//===-- Worker.h - a thread's tile ------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a worker thread owns.

#ifndef SC_RUNTIME_MACHINE_WORKER_H
#define SC_RUNTIME_MACHINE_WORKER_H

#include "runtime/machine/Agent.h"

namespace sc::runtime {

/// A thread's tile: its memories, lent to one tile program after another so
/// that they stay in the thread's cache, and its counts.
struct Worker {
  Arena tileSpmem;
  Arena smem;
  Tally tally;
  std::vector<Region> regions;
  Agent tile;

  /// Runs one program of the tile that `tile` is set to; the fault, if any,
  /// is in `tile`.
  Outcome runProgram(const TaskContext &context, const CoreState &core,
                     int32_t program);
};

/// One worker for each of the pool's, with tile memories of `sizes`.
absl::StatusOr<std::vector<Worker>>
createWorkers(const format::Program &program, const MemorySizes &sizes,
              int numWorkers);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_WORKER_H
