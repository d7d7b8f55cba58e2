//===-- XlaFlags.h - flags as XLA spells them -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes over the SparseCore flags of an existing launch script; docs/Limits.md
// lists them. No MLIR.

#ifndef SC_PIPELINES_XLAFLAGS_H
#define SC_PIPELINES_XLAFLAGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

struct XlaFlags {
  std::optional<std::string> maxIdsFile;      // xla_sparse_core_max_ids_file
  std::optional<int64_t> numSerializedTables; // 0 or more
  std::optional<int64_t> parallelIterations;  // 1 or more
  bool estimateMaxIds = false;
  bool disablePipelining = false;
  /// Debug flags that are on, without dashes: "xla_sc_detect_nan" or
  /// "xla_sc_assert_level=bounds". In the order of their last mention.
  std::vector<std::string> debugFlags;
  /// A line for each flag that was taken but changes nothing, with the reason.
  std::vector<std::string> noted;
};

/// Reads flags "--name=value" that blanks separate. Dashes may be left out; 'x'
/// and "x" quote all or part of a flag; a boolean without a value is true; of a
/// flag given twice the last counts. On failure returns false, sets `error` and
/// leaves `flags` as they are.
bool parseXlaFlags(std::string_view text, XlaFlags &flags, std::string &error);

} // namespace sc

#endif // SC_PIPELINES_XLAFLAGS_H
