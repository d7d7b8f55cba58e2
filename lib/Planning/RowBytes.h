//===-- RowBytes.h - bytes of a row on its way ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each step of a lookup moves of a row, for rows of f32 and narrow ones.

#ifndef SC_LIB_PLANNING_ROWBYTES_H
#define SC_LIB_PLANNING_ROWBYTES_H

#include "CheckedMath.h"
#include "sc/Planning/Problem.h"

namespace sc {

/// Sizes that exceed 64 bits are the largest value.
struct RowBytes {
  int64_t stored = 0;   // B: in the table, in send and receive
  int64_t sent = 0;     // F2 at once: a slice of f32, or a narrow row whole
  int64_t gathered = 0; // g: for one slice, F4 and local form
  int64_t widened = 0;  // bytes of a narrow slice as f32; 0: nothing is widened
};

/// Narrow rows whose size exceeds 64 bits are recorded.
RowBytes countRowBytes(const LookupProblem &problem, int64_t vectorSplits,
                       CheckedMath &math);

/// How often F2 goes over the distinct ids: narrow rows are sent whole.
int64_t getSendPasses(const LookupProblem &problem, int64_t vectorSplits);

/// TileSpmem for each row of the windows: the larger of the programs that send
/// and that add. An update has one window.
int64_t countWindowBytes(const LookupProblem &problem, int64_t vectorSplits,
                         CheckedMath &math);

/// Whether each of so many slices of a narrow row begins with a word: streams
/// move words, and tiles widen from words on.
bool canSplitRows(const LookupProblem &problem, int64_t vectorSplits);

} // namespace sc

#endif // SC_LIB_PLANNING_ROWBYTES_H
