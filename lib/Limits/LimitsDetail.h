//===-- LimitsDetail.h - shared by the readers of limits --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two limits by name, the rules for their values, and the readers of FDO
// files.

#ifndef SC_LIB_LIMITS_LIMITSDETAIL_H
#define SC_LIB_LIMITS_LIMITSDETAIL_H

#include "sc/Limits/LimitsFile.h"

namespace sc::detail {

inline constexpr std::string_view kMaxIdsKey = "max_ids_per_partition";
inline constexpr std::string_view kMaxUniqueIdsKey =
    "max_unique_ids_per_partition";
/// As the program's attributes hold them.
inline constexpr int64_t kMostIds = INT32_MAX;
inline constexpr size_t kMostTables = 1'000'000;
/// In messages: the first line of the FDO CSV.
inline constexpr const char *kFdoHeader = "key,values";

/// What is wrong with `text`, a limit of `table` whose value is `value` if it
/// is a whole number of 64 bits; empty if nothing is.
std::string findValueProblem(std::string_view table, std::string_view key,
                             std::string_view text,
                             std::optional<int64_t> value);

/// What is wrong with the two limits of `table` together; empty if nothing is.
std::string findPairProblem(std::string_view table, const TableLimits &limits);

/// The limit that `key` names, or null.
std::optional<int64_t> *getLimit(TableLimits &limits, std::string_view key);

/// The first line of a limits file in CSV.
std::string describeCsvHeader();

/// What the name of an array in FDO files says.
struct FdoName {
  std::string_view table;
  std::string_view key; // "" for a statistic that is no limit
};

/// Nothing for a name without a table or a known ending.
std::optional<FdoName> splitFdoName(std::string_view array);

/// "a table's name with _max_ids, ...": what splitFdoName takes.
std::string describeFdoNames();

std::optional<LimitsByTable> parseNpzLimits(std::string_view bytes,
                                            const std::string &name,
                                            std::string &error);
std::optional<LimitsByTable> parseFdoCsvLimits(std::string_view text,
                                               const std::string &name,
                                               std::string &error);

} // namespace sc::detail

#endif // SC_LIB_LIMITS_LIMITSDETAIL_H
