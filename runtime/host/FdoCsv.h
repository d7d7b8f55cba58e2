//===-- FdoCsv.h - the CSV of jax-tpu-embedding's statistics ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header "key,values", then a row for each batch and statistic of a stack:
// "<stack>_max_ids,3 1 4", counts parted by blanks.

#ifndef SC_RUNTIME_HOST_FDOCSV_H
#define SC_RUNTIME_HOST_FDOCSV_H

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sc::host {

struct FdoCsvRow {
  std::string key;
  std::vector<int64_t> counts; // at least one, none below 0
  std::string keyPlace;        // "path:line:column"
  std::string countsPlace;
};

/// Calls `visit` for each row, in order, until it fails.
absl::Status
readFdoCsv(std::string_view text, const std::string &path,
           absl::FunctionRef<absl::Status(const FdoCsvRow &)> visit);

/// Whether the first line that is not blank is the header.
bool isFdoCsv(std::string_view text);

std::string formatFdoCsvHeader();
/// With its line end, as csv.writer ends lines.
std::string formatFdoCsvRow(std::string_view key,
                            std::span<const int64_t> counts);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_FDOCSV_H
