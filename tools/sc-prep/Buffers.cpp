//===-- Buffers.cpp - writing the buffers of a batch ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is copied on the way to the file.

#include "tools/sc-prep/Buffers.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/support/Npz.h"

namespace sc::prep {

using format::ElementType;

std::vector<BufferArray>
getBufferArrays(const std::vector<host::StackSpec> &stacks,
                const host::Results &results) {
  std::vector<BufferArray> arrays;
  for (size_t i = 0; i < stacks.size(); ++i) {
    const host::Buffers &buffers = results.stacks[i].buffers;
    auto add = [&](const char *suffix, ElementType type, auto values) {
      arrays.push_back({stacks[i].name + suffix, type, std::as_bytes(values)});
    };
    add(".row_pointers", ElementType::I32, buffers.rowPointers);
    add(".embedding_ids", ElementType::I32, buffers.embeddingIds);
    add(".sample_ids", ElementType::I32, buffers.sampleIds);
    add(".gains", ElementType::F32, buffers.gains);
  }
  return arrays;
}

absl::Status writeBuffers(const std::string &path,
                          const std::vector<host::StackSpec> &stacks,
                          const host::Results &results,
                          int64_t numMinibatchesOf) {
  SC_ASSIGN_OR_RETURN(runtime::NpzWriter writer,
                      runtime::NpzWriter::create(path));
  for (const BufferArray &array : getBufferArrays(stacks, results)) {
    // Both types have four bytes.
    const int64_t shape[] = {static_cast<int64_t>(array.bytes.size() / 4)};
    SC_RETURN_IF_ERROR(writer.add(array.name, array.type, shape, array.bytes));
  }
  const std::vector<int32_t> numMinibatches(
      static_cast<size_t>(numMinibatchesOf),
      static_cast<int32_t>(results.numMinibatches));
  const int64_t shape[] = {numMinibatchesOf};
  if (numMinibatchesOf > 0)
    SC_RETURN_IF_ERROR(writer.add("num_minibatches", ElementType::I32, shape,
                                  std::as_bytes(std::span(numMinibatches))));
  return writer.finish();
}

} // namespace sc::prep
