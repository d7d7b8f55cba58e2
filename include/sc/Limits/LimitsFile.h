//===-- LimitsFile.h - limits of tables from a file -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads limits in JSON, CSV and the FDO npz and CSV of jax-tpu-embedding, and
// writes the first two; docs/Limits.md defines all. No MLIR.

#ifndef SC_LIMITS_LIMITSFILE_H
#define SC_LIMITS_LIMITSFILE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sc {

/// Unset: the file does not say, the program's limit stays.
struct TableLimits {
  std::optional<int64_t> maxIds;
  std::optional<int64_t> maxUniqueIds;
  std::string source; // "limits.json", "limits.csv:3": for reports

  bool operator==(const TableLimits &) const = default;
};

/// By table name.
using LimitsByTable = std::map<std::string, TableLimits, std::less<>>;

/// Reads the file; the format is told by its contents, not by its name. On
/// failure returns nothing and sets `error` to a message that begins with
/// "path:line:column: " or "path: ".
std::optional<LimitsByTable> readLimitsFile(const std::string &path,
                                            std::string &error);

/// Writes limits as JSON or CSV, by the ending of `path`. readLimitsFile gives
/// the same. A file that exists is replaced when the new one is complete. On
/// failure returns false and sets `error` to a message that begins with
/// "path: ".
bool writeLimitsFile(const std::string &path, const LimitsByTable &tables,
                     std::string &error);

/// Parts of it, for tests: `name` stands for the path in messages.
std::optional<LimitsByTable> parseJsonLimits(std::string_view text,
                                             const std::string &name,
                                             std::string &error);
std::optional<LimitsByTable> parseCsvLimits(std::string_view text,
                                            const std::string &name,
                                            std::string &error);

} // namespace sc

#endif // SC_LIMITS_LIMITSFILE_H
