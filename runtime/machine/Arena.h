//===-- Arena.h - the bytes of one memory -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory from the kernel, in huge pages where it grants them.

#ifndef SC_RUNTIME_MACHINE_ARENA_H
#define SC_RUNTIME_MACHINE_ARENA_H

#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace sc::runtime {

/// Owns zeroed, page-aligned bytes. Moving keeps pointers valid.
class Arena {
public:
  Arena() = default;
  Arena(Arena &&other) noexcept;
  Arena &operator=(Arena &&other) noexcept;
  ~Arena();

  /// Fails with ResourceExhausted, naming `what` and the bytes. Zero bytes are
  /// an arena without memory.
  static absl::StatusOr<Arena> create(int64_t bytes, const std::string &what);

  std::byte *getData() const { return data; }
  int64_t getSize() const { return size; }

private:
  std::byte *data = nullptr;
  int64_t size = 0;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_ARENA_H
