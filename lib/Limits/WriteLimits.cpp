//===-- WriteLimits.cpp - writing limits files ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only what the readers take is written.

#include "lib/Limits/LimitsDetail.h"
#include "runtime/support/CsvScanner.h"
#include "runtime/support/WriteFile.h"
#include "sc/Target/NearestName.h"

#include <nlohmann/json.hpp>

namespace sc {

using Json = nlohmann::json;

/// "" or why the readers would refuse the table.
static std::string findTableProblem(const std::string &table,
                                    const TableLimits &limits) {
  if (table.empty())
    return "a table has no name";
  if (table.find('\0') != std::string::npos)
    return "table " + quoteName(table) + " has a zero byte in its name";
  for (auto [key, limit] :
       {std::pair(detail::kMaxIdsKey, limits.maxIds),
        std::pair(detail::kMaxUniqueIdsKey, limits.maxUniqueIds)}) {
    if (!limit)
      continue;
    std::string problem =
        detail::findValueProblem(table, key, std::to_string(*limit), limit);
    if (!problem.empty())
      return problem;
  }
  return detail::findPairProblem(table, limits);
}

/// Nothing for names that are not UTF-8.
static std::optional<std::string> printJson(const LimitsByTable &tables) {
  Json list = Json::object();
  for (const auto &[table, limits] : tables) {
    Json entry = Json::object();
    if (limits.maxIds)
      entry[std::string(detail::kMaxIdsKey)] = *limits.maxIds;
    if (limits.maxUniqueIds)
      entry[std::string(detail::kMaxUniqueIdsKey)] = *limits.maxUniqueIds;
    list[table] = entry;
  }
  try {
    return Json({{"tables", list}}).dump(2) + "\n";
  } catch (const Json::exception &) {
    return std::nullopt;
  }
}

static std::string printCsv(const LimitsByTable &tables) {
  auto printLimit = [](const std::optional<int64_t> &limit) {
    return limit ? std::to_string(*limit) : "";
  };
  std::string text = detail::describeCsvHeader() + "\n";
  for (const auto &[table, limits] : tables)
    text += runtime::formatCsvCell(table, runtime::CsvBlanks::Skip) + "," +
            printLimit(limits.maxIds) + "," + printLimit(limits.maxUniqueIds) +
            "\n";
  return text;
}

bool writeLimitsFile(const std::string &path, const LimitsByTable &tables,
                     std::string &error) {
  auto fail = [&](const std::string &text) {
    error = path + ": " + text;
    return false;
  };
  error.clear();
  if (tables.size() > detail::kMostTables)
    return fail("more than " + std::to_string(detail::kMostTables) + " tables");
  for (const auto &[table, limits] : tables)
    if (std::string problem = findTableProblem(table, limits); !problem.empty())
      return fail(problem);
  std::optional<std::string> text;
  if (path.ends_with(".csv"))
    text = printCsv(tables);
  else if (!path.ends_with(".json"))
    return fail("a limits file must end in .json or .csv");
  else if (!(text = printJson(tables)))
    return fail("a table's name is not UTF-8, as JSON must be; write a .csv");
  if (absl::Status status = runtime::writeFile(path, *text); !status.ok()) {
    error = std::string(status.message());
    return false;
  }
  return true;
}

} // namespace sc
