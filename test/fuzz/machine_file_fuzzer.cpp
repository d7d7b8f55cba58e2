//===-- machine_file_fuzzer.cpp - arbitrary text as a machine -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes through a file in memory, as loadMachineFile takes a path. All ranges
// are checked before a machine counts against the most that can be loaded.

#include "sc/Target/Target.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace sc;

/// The numbers that later code divides by or takes for a power of two.
static bool isUsable(const MachineDescription &machine) {
  int64_t cores = machine.sparseCoresPerDevice.value;
  return cores > 0 && (cores & (cores - 1)) == 0 &&
         machine.tilesPerSparseCore.value > 0 && machine.f32Lanes.value > 0 &&
         machine.devicesPerChip.value > 0 &&
         machine.tileSpmemBytes.value % 4 == 0 &&
         machine.usableHbmBytes.value >= 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int file = memfd_create("machine", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (file < 0 || ftruncate(file, 0) != 0 ||
      pwrite(file, data, size, 0) != ssize_t(size))
    abort();
  std::string error;
  const MachineDescription *machine = loadMachineFile(path, error);
  if (machine ? !isUsable(*machine) : !error.starts_with(path + ":"))
    abort();
  return 0;
}
