//===-- xla_flags_fuzzer.cpp - arbitrary text as XLA flags ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is refused has a reason and leaves the flags as they were.

#include "sc/Pipelines/XlaFlags.h"

#include <cstdlib>

using namespace sc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  XlaFlags flags;
  flags.numSerializedTables = 7;
  flags.debugFlags = {"before"};
  std::string error;
  if (parseXlaFlags(text, flags, error)) {
    if (flags.numSerializedTables.value_or(0) < 0 ||
        flags.parallelIterations.value_or(1) < 1)
      abort();
    return 0;
  }
  if (error.empty() || flags.numSerializedTables != 7 || flags.maxIdsFile ||
      flags.parallelIterations || flags.debugFlags.size() != 1)
    abort();
  return 0;
}
