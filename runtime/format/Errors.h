//===-- Errors.h - the error catalogue --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Codes, names, statuses and texts of published errors, in one table.

#ifndef SC_RUNTIME_FORMAT_ERRORS_H
#define SC_RUNTIME_FORMAT_ERRORS_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sc::format {

enum class ErrorCode {
#define SC_ERROR(code, Name, STATUS, summary) code,
#include "runtime/format/Errors.def"
};

struct ErrorInfo {
  ErrorCode id;
  std::string_view code;    // "E3001"
  std::string_view name;    // "CompileTimeSparseCoreInvalidReplicaCount"
  std::string_view status;  // "INVALID_ARGUMENT"
  std::string_view summary; // one clause, for tables
};

/// The whole table, by code.
std::span<const ErrorInfo> getErrors();
const ErrorInfo &getError(ErrorCode code);
/// The error of that code ("E3001"), or null.
const ErrorInfo *findError(std::string_view code);

/// "https://openxla.org/xla/errors/error_3001".
std::string getErrorLink(const ErrorInfo &error);

/// The published form: "E3001: Name:\n" + message + "\nSee <link> for more
/// details."
std::string formatError(ErrorCode code, std::string_view message);

/// Bytes as these texts print them: "0B", "147.64M", "29.49G"; binary units,
/// two decimals.
std::string formatErrorBytes(int64_t bytes);

// The published messages, without code and link. Sizes are bytes.

/// E0100. `memory` is "0x0x1_HBM0".
std::string describeBufferAllocation(int64_t bytes, int64_t freeBytes,
                                     std::string_view memory);
/// E0101.
std::string describeProgramAllocation(std::string_view program, int64_t bytes,
                                      int64_t freeBytes, int64_t reservedBytes,
                                      int64_t reservableBytes);
/// E0102. `expected` and `actual` are types as XLA prints them.
std::string describeInputMismatch(int64_t parameter, int64_t expectedBytes,
                                  std::string_view expected,
                                  int64_t actualBytes, std::string_view actual);
/// E1000, one total.
std::string describeHbmOom(int64_t usedBytes, int64_t capacityBytes);
/// E1000, where the TensorCore's use is known.
std::string describeHbmOom(int64_t tensorCoreBytes, int64_t sparseCoreBytes,
                           int64_t capacityBytes);
/// E3000. Words; `offset` is where the buffer would begin, `space` 201 for
/// TileSpmem.
std::string describeTileAllocation(int64_t offset, int64_t words,
                                   int64_t capacityWords, int space);
/// The numbers of E3001.
struct ReplicaCountNumbers {
  int64_t maxIds;
  int64_t maxUniqueIds;
  int64_t width;   // words
  int64_t samples; // of one SparseCore
  int64_t vectorSplits;
  int64_t sampleSplits;
  int64_t fixedSizeBytes;
  int64_t rowDependentBytes;
  int64_t tileSpmemBytes;
};
std::string describeReplicaCount(const ReplicaCountNumbers &numbers);
/// No published code.
std::string describeFixedSize(int64_t bytes, int64_t tileSpmemBytes);
std::string describeGatherOperand(int64_t bytes, int64_t tileSpmemBytes);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_ERRORS_H
