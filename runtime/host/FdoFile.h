//===-- FdoFile.h - statistics in jax-tpu-embedding's files -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The .npz of its file client for feedback-directed optimization (FDO).

#ifndef SC_RUNTIME_HOST_FDOFILE_H
#define SC_RUNTIME_HOST_FDOFILE_H

#include "runtime/host/SuggestLimits.h"

#include <map>
#include <string>

namespace sc::host {

/// Collects the statistics of batches, a row for each.
class FdoRecorder {
public:
  /// Fails if the sizes differ from those of the stack's batches before, or a
  /// count exceeds 32 bits.
  absl::Status record(const std::string &stack, const Statistics &statistics);

  /// Writes <stack>_max_ids, _max_unique_ids, _required_buffer_size and
  /// _id_drop_counters, each int32 [batch][count].
  absl::Status write(const std::string &path) const;

private:
  struct Rows {
    int64_t width = 0;
    std::vector<int32_t> values;
  };
  std::map<std::string, Rows> arrays;
};

/// "fdo_stats_<process>_<nanoseconds>.npz", which the client's loader looks
/// for; it takes the newest of each process.
std::string makeFdoFileName(int64_t process, int64_t nanoseconds);

/// The largest counts of each stack in a file of this form, in int32 or int64
/// and of any shape. Other arrays are errors.
absl::StatusOr<std::map<std::string, ObservedLimits>>
readFdoFile(const std::string &path);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_FDOFILE_H
