//===-- Program.h - a loaded executable -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading of `.scx` files. Whatever holds an Executable may rely on every rule
// of docs/Format.md: static fields are never checked again.

#ifndef SC_RUNTIME_FORMAT_PROGRAM_H
#define SC_RUNTIME_FORMAT_PROGRAM_H

#include "runtime/format/program_generated.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sc::format {

/// The bytes of a file that passed the verifier. Moving keeps references to
/// the program valid.
class Executable {
public:
  Executable(Executable &&) = default;
  Executable &operator=(Executable &&) = default;
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  /// Verifies `bytes`; fails with InvalidArgument on the first violated rule.
  static absl::StatusOr<Executable> load(std::vector<uint8_t> bytes);

  /// Reads and verifies a file; errors start with its path.
  static absl::StatusOr<Executable> loadFile(const std::string &path);

  const Program &getProgram() const { return *GetProgram(bytes.data()); }

private:
  explicit Executable(std::vector<uint8_t> bytes) : bytes(std::move(bytes)) {}

  std::vector<uint8_t> bytes;
};

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_PROGRAM_H
