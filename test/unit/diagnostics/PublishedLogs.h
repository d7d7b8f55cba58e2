//===-- PublishedLogs.h - messages to find in logs ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each published message once, as XLA prints it, with its numbers.

#ifndef SC_TEST_UNIT_DIAGNOSTICS_PUBLISHEDLOGS_H
#define SC_TEST_UNIT_DIAGNOSTICS_PUBLISHEDLOGS_H

#include "lib/Diagnostics/LogReader.h"

namespace sc::test {

struct PublishedLog {
  LogMessageKind kind;
  std::string text;
  std::vector<int64_t> numbers;
  std::vector<std::string> names;
};

inline const std::vector<PublishedLog> &getPublishedLogs() {
  using Kind = LogMessageKind;
  static const std::vector<PublishedLog> logs = {
      {Kind::ReplicaCount,
       "No viable logical replica count for the embedding table with metadata: "
       "max_nz_per_row = 141352, max_unique_nz_per_row = 8, feature_width = 8, "
       "sample_count = 204800 (last tried split factor for vector splitting = "
       "1, last tried split factor for sample dimension splitting = 1, "
       "fixed_size_allocation_bytes = 410880, "
       "row_dependent_size_allocation_bytes = 1696224, total_spmem_size_bytes "
       "= 524288)",
       {141352, 8, 8, 204800, 1, 1, 410880, 1696224, 524288},
       {}},
      {Kind::TileAllocation,
       "'memref.alloca' op current allocation offset upper bound (140704 "
       "words) exceeds the legitimate user allocatable offset upper bound "
       "(131071 words) in memory space 201 when allocating 23440 words.",
       {140704, 131071, 201, 23440},
       {}},
      {Kind::HbmTotal,
       "XLA:TPU compile permanent error. Ran out of memory in memory space "
       "hbm. Used 49.34G of 32.00G hbm. Exceeded hbm capacity by 17.34G.",
       {52978421596, 34359738368, 18618683228},
       {}},
      {Kind::HbmParts,
       "TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, "
       "exceeding available bytes: 95.74G",
       {37387690312, 186938451558, 102800042230},
       {}},
      {Kind::BufferAllocation,
       "Attempting to allocate 8.00M. That was not possible. There are 6.43M "
       "free.; (0x0x1_HBM0)",
       {8388608, 6742344},
       {}},
      {Kind::ProgramAllocation,
       "Error loading program 'jit_embedding_pipeline_step_fn': Attempting to "
       "reserve 29.49G at the bottom of memory. That was not possible. There "
       "are 147.64M free, 0B reserved, and 147.64M reservable.",
       {31664646390, 154811761, 0, 154811761},
       {"jit_embedding_pipeline_step_fn"}},
      {Kind::InputMismatch,
       "expected parameter 2482 of size 5242880 "
       "(bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}) but got buffer with "
       "incompatible size 1638400 (bf16[16,1280,40]{1,2,0:T(8,128)(2,1)})",
       {2482, 5242880, 1638400},
       {"bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}",
        "bf16[16,1280,40]{1,2,0:T(8,128)(2,1)}"}},
      {Kind::InputType,
       "expected parameter 0 of size 24 (f32[2,3]{1,0}) but got buffer of that "
       "size with another type (f32[3,2]{1,0})",
       {0, 24},
       {"f32[2,3]{1,0}", "f32[3,2]{1,0}"}},
      {Kind::FixedSize,
       "Fixed size allocations (614656 bytes) do not fit in TileSpmem (524288 "
       "bytes)",
       {614656, 524288},
       {}},
      {Kind::GatherOperand,
       "Gather operand too large: 819200 bytes per tile, TileSpmem has 524288 "
       "bytes",
       {819200, 524288},
       {}},
      {Kind::MaxIds,
       "Observed max ids per partition: 320 for table: user_table is greater "
       "than the set max ids per partition: 256",
       {320, 256},
       {"user_table"}},
      {Kind::MaxUniqueIds,
       "Observed max unique ids per partition: 33 for table: user_table is "
       "greater than the set max unique ids per partition: 32",
       {33, 32},
       {"user_table"}},
  };
  return logs;
}

inline std::vector<int64_t> getValues(const LogMessage &message) {
  std::vector<int64_t> values;
  for (const LogNumber &number : message.numbers)
    values.push_back(number.value);
  return values;
}

} // namespace sc::test

#endif // SC_TEST_UNIT_DIAGNOSTICS_PUBLISHEDLOGS_H
