//===-- MachineOptions.h - how a machine runs -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the machine; none changes the results of a correct program.

#ifndef SC_RUNTIME_MACHINE_MACHINEOPTIONS_H
#define SC_RUNTIME_MACHINE_MACHINEOPTIONS_H

#include <cstdint>

namespace sc::runtime {

/// When an asynchronous transfer takes effect. A program that misses a wait
/// gives different results with the two.
enum class DmaTiming : uint8_t { AtStart, AtWait };

struct MachineOptions {
  /// Worker threads; 0: one for each core.
  int threads = 0;
  /// Fill every memory with NaNs when it is created, and the tile's memories
  /// before each tile program.
  bool poison = false;
  DmaTiming dmaTiming = DmaTiming::AtStart;
  /// Bytes of each device's HBM that others hold; not negative. The program
  /// must fit beside them.
  int64_t reservedHbmBytes = 0;
  /// Load and run machine code of the file, which can do anything that this
  /// process can. Without, its steps are errors.
  bool allowNative = false;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_MACHINEOPTIONS_H
