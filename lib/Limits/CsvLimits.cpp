//===-- CsvLimits.cpp - limits in CSV -------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each table. Blanks around cells do not count.

#include "lib/Limits/LimitsDetail.h"
#include "runtime/host/FdoCsv.h"
#include "runtime/support/CsvScanner.h"
#include "sc/Target/NearestName.h"

#include <array>
#include <charconv>
#include <map>
#include <vector>

namespace sc {

using runtime::CsvCell;
using runtime::CsvScanner;

static constexpr std::array<std::string_view, 3> kHeader = {
    "name", detail::kMaxIdsKey, detail::kMaxUniqueIdsKey};
static std::optional<int64_t> parseInteger(std::string_view text) {
  int64_t value = 0;
  const char *end = text.data() + text.size();
  auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || stop != end)
    return std::nullopt;
  return value;
}

static bool isHeader(const std::vector<CsvCell> &cells) {
  if (cells.size() != kHeader.size())
    return false;
  for (size_t i = 0; i < kHeader.size(); ++i)
    if (cells[i].text != kHeader[i])
      return false;
  return true;
}

std::string detail::describeCsvHeader() {
  return std::string(kHeader[0]) + "," + std::string(kHeader[1]) + "," +
         std::string(kHeader[2]);
}

/// Reads the limits behind a table's name. False after an error.
static bool readLimits(CsvScanner &scanner, const std::vector<CsvCell> &cells,
                       TableLimits &limits) {
  const std::string &table = cells.front().text;
  for (size_t i = 1; i < cells.size(); ++i) {
    const CsvCell &cell = cells[i];
    if (cell.text.empty())
      continue;
    std::optional<int64_t> value = parseInteger(cell.text);
    std::string problem =
        detail::findValueProblem(table, kHeader[i], cell.text, value);
    if (!problem.empty()) {
      scanner.fail(cell, problem);
      return false;
    }
    *detail::getLimit(limits, kHeader[i]) = value;
  }
  std::string problem = detail::findPairProblem(table, limits);
  if (problem.empty())
    return true;
  scanner.fail(cells.front(), problem);
  return false;
}

static std::nullopt_t failAt(CsvScanner &scanner, const CsvCell &cell,
                             const std::string &what) {
  scanner.fail(cell, what);
  return std::nullopt;
}

/// Reads a line of the table. False after an error.
static bool readTable(CsvScanner &scanner, const std::vector<CsvCell> &cells,
                      const std::string &name, LimitsByTable &tables,
                      std::map<std::string_view, size_t> &lines) {
  const CsvCell &first = cells.front();
  std::string problem;
  if (cells.size() != kHeader.size())
    problem = "a line must have 3 cells, this one has " +
              std::to_string(cells.size());
  else if (first.text.empty())
    problem = "a table has no name";
  else if (auto known = lines.find(first.text); known != lines.end())
    problem = "table " + quoteName(first.text) +
              " is given twice, first in line " + std::to_string(known->second);
  else if (tables.size() == detail::kMostTables)
    problem = "more than " + std::to_string(detail::kMostTables) + " tables";
  if (!problem.empty()) {
    failAt(scanner, first, problem);
    return false;
  }
  auto place = tables.emplace(first.text, TableLimits()).first;
  lines.emplace(place->first, first.line);
  place->second.source = name + ":" + std::to_string(first.line);
  return readLimits(scanner, cells, place->second);
}

std::optional<LimitsByTable> parseCsvLimits(std::string_view text,
                                            const std::string &name,
                                            std::string &error) {
  error.clear();
  if (host::isFdoCsv(text))
    return detail::parseFdoCsvLimits(text, name, error);
  CsvScanner scanner(text, name, error);
  std::vector<CsvCell> cells = scanner.readLine();
  if (!error.empty())
    return std::nullopt;
  if (cells.empty())
    return failAt(scanner, CsvCell(),
                  "there is no header " + detail::describeCsvHeader());
  if (!isHeader(cells))
    return failAt(scanner, cells.front(),
                  "a limits file is JSON that starts with '{', a .npz, or CSV "
                  "with the header " +
                      detail::describeCsvHeader() + " or " +
                      detail::kFdoHeader + "; the first cell here is " +
                      quoteName(cells.front().text));
  LimitsByTable tables;
  std::map<std::string_view, size_t> lines; // of the names in `tables`
  while (!(cells = scanner.readLine()).empty())
    if (!readTable(scanner, cells, name, tables, lines))
      return std::nullopt;
  if (!error.empty())
    return std::nullopt;
  return tables;
}

} // namespace sc
