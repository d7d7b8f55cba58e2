//===-- Launch.h - running a task on all SparseCores ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounds: sequencers run until they block, then the tile programs that they
// launched run; what one round signals is seen in the next. So the result and
// the reported fault do not depend on the number of threads.

#ifndef SC_RUNTIME_MACHINE_LAUNCH_H
#define SC_RUNTIME_MACHINE_LAUNCH_H

#include "runtime/machine/Worker.h"
#include "runtime/support/WorkerPool.h"

namespace sc::runtime {

/// Runs `code` on every SparseCore of its groups. A fault is an Internal error
/// of the E0200 form.
absl::Status runTask(const format::Program &program, const TaskCode &code,
                     const Memory &memory, const MachineOptions &options,
                     WorkerPool &pool, std::vector<Worker> &workers);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_LAUNCH_H
