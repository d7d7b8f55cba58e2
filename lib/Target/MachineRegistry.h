//===-- MachineRegistry.h - built-in and loaded machines --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the sources of this folder.

#ifndef SC_LIB_TARGET_MACHINEREGISTRY_H
#define SC_LIB_TARGET_MACHINEREGISTRY_H

#include "sc/Target/Target.h"

namespace sc::detail {

inline constexpr size_t kLongestMachineName = 64;
inline constexpr size_t kMaxLoadedMachines = 64;

std::span<const MachineDescription> getBuiltInMachines();

/// Whether people use the name for a machine that has no SparseCore.
bool isWithoutSparseCore(std::string_view name);

/// A number of a machine file; a value of 0 is not published.
struct LoadedQuantity {
  Quantity MachineDescription::*member = nullptr;
  int64_t value = 0;
  std::string source = "not published";
  bool assumed = false;
};

/// What a machine file says, with strings of its own.
struct LoadedMachine {
  std::string name;
  int topologyAxes = 0;
  std::vector<LoadedQuantity> quantities; // all of them
};

/// Adds the machine, or finds it if the same description was added before. Null
/// with `problem` set if its name is taken or there are too many.
const MachineDescription *registerMachine(const LoadedMachine &machine,
                                          std::string &problem);

} // namespace sc::detail

#endif // SC_LIB_TARGET_MACHINEREGISTRY_H
