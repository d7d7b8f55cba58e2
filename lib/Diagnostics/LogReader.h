//===-- LogReader.h - published errors in a log -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the first published error in any text and reads its numbers.

#ifndef SC_LIB_DIAGNOSTICS_LOGREADER_H
#define SC_LIB_DIAGNOSTICS_LOGREADER_H

#include "runtime/format/Errors.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

/// The messages that are read. Comments: the numbers and names, in order.
enum class LogMessageKind {
  ReplicaCount,      // those of format::ReplicaCountNumbers
  TileAllocation,    // last word, last legal word, memory space, words
  HbmTotal,          // used, capacity, exceeded by
  HbmParts,          // TensorCore, SparseCore, available
  BufferAllocation,  // size, free
  ProgramAllocation, // size, free, reserved, reservable; program if it is said
  InputMismatch,     // parameter, its size, size given; both types
  InputType,         // parameter, its size; both types
  FixedSize,         // size, TileSpmem
  GatherOperand,     // size, TileSpmem
  MaxIds,            // observed, set; table
  MaxUniqueIds,      // observed, set; table
  CodeOnly,          // a code or name, and no message that belongs to it
};

struct LogNumber {
  std::string name; // "max_nz_per_row"
  int64_t value = 0;
  /// How far a printed size can be from the true one; 0 for exact numbers.
  int64_t error = 0;
  std::string text; // as it stands in the log
};

struct LogMessage {
  LogMessageKind kind = LogMessageKind::CodeOnly;
  std::optional<format::ErrorCode> code;
  std::vector<LogNumber> numbers;
  std::vector<std::string> names;
  /// Why numbers or names are not all there; empty if they are.
  std::string problem;
};

/// The first published error of the log. Time is linear in the log, memory
/// does not depend on it.
std::optional<LogMessage> findLogMessage(std::string_view log);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_LOGREADER_H
