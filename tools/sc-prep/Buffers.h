//===-- Buffers.h - writing the buffers of a batch --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays by the names that compiled programs give their inputs.

#ifndef SC_TOOLS_SC_PREP_BUFFERS_H
#define SC_TOOLS_SC_PREP_BUFFERS_H

#include "runtime/format/Types.h"
#include "runtime/host/Results.h"
#include "runtime/host/Spec.h"

#include "absl/status/status.h"

#include <string>

namespace sc::prep {

/// An input of the program, of all devices one after the other.
struct BufferArray {
  std::string name; // "user.row_pointers"
  format::ElementType type = format::ElementType::I32;
  std::span<const std::byte> bytes;
};

/// Four for each stack; views of `results`.
std::vector<BufferArray>
getBufferArrays(const std::vector<host::StackSpec> &stacks,
                const host::Results &results);

/// Writes them; with `numMinibatchesOf` devices also num_minibatches, once for
/// each.
absl::Status writeBuffers(const std::string &path,
                          const std::vector<host::StackSpec> &stacks,
                          const host::Results &results,
                          int64_t numMinibatchesOf);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_BUFFERS_H
