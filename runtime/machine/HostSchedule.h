//===-- HostSchedule.h - copies and fills between tasks ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the host schedule that move bytes or call native code.

#ifndef SC_RUNTIME_MACHINE_HOSTSCHEDULE_H
#define SC_RUNTIME_MACHINE_HOSTSCHEDULE_H

#include "runtime/machine/Agent.h"
#include "runtime/machine/Memory.h"
#include "runtime/native/NativeLibrary.h"
#include "runtime/support/WorkerPool.h"

namespace sc::runtime {

/// What steps work on.
struct HostContext {
  const format::Program &program;
  const Memory &memory;
  WorkerPool &pool;
  Tally &tally;
};

void runCopy(const HostContext &context, const format::Copy &copy);
void runFill(const HostContext &context, const format::Fill &fill);
void runNativeCall(const HostContext &context, const format::NativeCall &call,
                   const NativeLibrary &library);
void runConstant(const HostContext &context, const format::Constant &constant);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_HOSTSCHEDULE_H
