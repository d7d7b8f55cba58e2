//===-- UpdateSizes.h - sizes of merge and optimizer ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last program of an update, `apply`, merges what a tile received and runs
// the optimizer: its buffers in TileSpmem, by docs/Planning.md.

#ifndef SC_LIB_PLANNING_UPDATESIZES_H
#define SC_LIB_PLANNING_UPDATESIZES_H

#include "CheckedMath.h"
#include "sc/Planning/Plan.h"

namespace sc {

/// Merged lists have a multiple of this many entries.
inline constexpr int64_t kMergeAlign = 8;

/// Entries that are merged at once, where the number of lists asks for no more.
inline constexpr int64_t kWantedMergeEntries = 1024;
inline constexpr int64_t kMaxMergeEntries = 65536;

/// Rows that the optimizer works on at once, and bytes of its buffers for them.
inline constexpr int64_t kMaxOptimizerRows = 64;
inline constexpr int64_t kOptimizerBytes = 32768;

/// Bytes of a tile in `apply`, in its two parts.
struct ApplyBytes {
  int64_t merge = 0;     // cursors, lists, windows of rows
  int64_t optimizer = 0; // rows, words and hyperparameters
};

/// What `apply` takes with the sizes of `plan`.
ApplyBytes countApplyBytes(const LookupProblem &problem, const LookupPlan &plan,
                           CheckedMath &math);

/// What it takes at least: C' entries for the lists, one row in work, windows
/// of one row.
ApplyBytes countLeastApplyBytes(const LookupProblem &problem, LookupPlan plan,
                                CheckedMath &math);

/// Chooses mergeEntries and optimizerRows, and lowers windowRows to what fits
/// beside them. False where not even the least fits.
bool sizeApply(const LookupProblem &problem, LookupPlan &plan);

} // namespace sc

#endif // SC_LIB_PLANNING_UPDATESIZES_H
