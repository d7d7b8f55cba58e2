//===-- RunProgram.h - compile, load and run --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole path from text to arrays.

#ifndef SC_TEST_PROPERTY_RUNPROGRAM_H
#define SC_TEST_PROPERTY_RUNPROGRAM_H

#include "CompileText.h"

#include "runtime/format/Program.h"
#include "runtime/machine/Machine.h"

#include <cstring>
#include <string>
#include <vector>

namespace sc::test {

using Bytes = std::vector<std::byte>;

template <typename T> Bytes toBytes(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T> std::vector<T> fromBytes(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty())
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// The loaded executable; nothing after an error, which fails the test.
std::optional<format::Executable>
compileAndLoad(const std::string &text, const std::string &target,
               const SplitPlan *plan = nullptr);

struct RunResult {
  absl::Status status;
  std::vector<Bytes> outputs;
  runtime::Counters counters;
};

/// Runs `runs` times on a new machine and returns the outputs of the last.
RunResult run(const format::Executable &executable,
              const std::vector<Bytes> &inputs,
              const runtime::MachineOptions &options, int runs = 1);

/// Threads, poison and DMA timing: none may change a result.
std::vector<runtime::MachineOptions> getVariants();
std::string describe(const runtime::MachineOptions &options);

/// Runs all variants. They must succeed with the same bits and counters, and
/// touch no more memory than allocated. Returns the first.
RunResult runVariants(const format::Executable &executable,
                      const std::vector<Bytes> &inputs);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_RUNPROGRAM_H
