//===-- CsvLimits.cpp - limits in CSV -------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RFC 4180: a cell may be in double quotes, which may hold commas, line ends
// and doubled quotes. Blanks around cells and blank lines do not count.

#include "lib/Limits/LimitsDetail.h"
#include "sc/Target/NearestName.h"

#include <array>
#include <charconv>
#include <map>
#include <vector>

namespace sc {

static constexpr std::array<std::string_view, 3> kHeader = {
    "name", detail::kMaxIdsKey, detail::kMaxUniqueIdsKey};
/// A line with more cells is wrong whatever follows.
static constexpr size_t kMostCells = 64;

namespace {

struct Cell {
  std::string text;
  size_t line = 1;
  size_t column = 1;
};

/// Cuts the text into lines of cells.
class CsvScanner {
public:
  CsvScanner(std::string_view text, const std::string &name, std::string &error)
      : text(text), name(name), error(error) {
    if (text.starts_with("\xEF\xBB\xBF"))
      position = lineStart = 3;
  }

  /// The next line that is not blank. Empty at the end, or after an error.
  std::vector<Cell> readLine();
  std::nullopt_t fail(size_t atLine, size_t column, const std::string &what);

private:
  bool readCell(Cell &cell);
  bool readQuoted(Cell &cell);
  void readPlain(Cell &cell);
  /// Passes a line end, which is LF, CRLF or CR; false if there is none.
  bool skipLineEnd();
  void skipBlanks();
  bool isAtEnd() const { return position == text.size(); }
  size_t getColumn() const { return position - lineStart + 1; }

  std::string_view text;
  const std::string &name;
  std::string &error;
  size_t position = 0;
  size_t line = 1;
  size_t lineStart = 0;
};

} // namespace

std::nullopt_t CsvScanner::fail(size_t atLine, size_t column,
                                const std::string &what) {
  error = name + ":" + std::to_string(atLine) + ":" + std::to_string(column) +
          ": " + what;
  return std::nullopt;
}

bool CsvScanner::skipLineEnd() {
  if (isAtEnd() || (text[position] != '\n' && text[position] != '\r'))
    return false;
  position += text.substr(position, 2) == "\r\n" ? 2 : 1;
  ++line;
  lineStart = position;
  return true;
}

void CsvScanner::skipBlanks() {
  while (!isAtEnd() && (text[position] == ' ' || text[position] == '\t'))
    ++position;
}

bool CsvScanner::readQuoted(Cell &cell) {
  for (++position; !isAtEnd();) {
    char c = text[position];
    if (c == '"' && text.substr(position, 2) != "\"\"") {
      ++position;
      skipBlanks();
      if (isAtEnd() || std::string_view(",\r\n").find(text[position]) !=
                           std::string_view::npos)
        return true;
      fail(line, getColumn(), "text after the closing quote of a cell");
      return false;
    }
    size_t before = position;
    if (!skipLineEnd())
      position += c == '"' ? 2 : 1;
    cell.text += c == '"' ? "\"" : text.substr(before, position - before);
  }
  fail(cell.line, cell.column, "a quoted cell has no end");
  return false;
}

void CsvScanner::readPlain(Cell &cell) {
  size_t end = text.find_first_of(",\r\n", position);
  if (end == std::string_view::npos)
    end = text.size();
  cell.text = text.substr(position, end - position);
  cell.text.erase(cell.text.find_last_not_of(" \t") + 1);
  position = end;
}

bool CsvScanner::readCell(Cell &cell) {
  skipBlanks();
  cell.line = line;
  cell.column = getColumn();
  if (!isAtEnd() && text[position] == '"')
    return readQuoted(cell);
  readPlain(cell);
  return true;
}

std::vector<Cell> CsvScanner::readLine() {
  do
    skipBlanks();
  while (skipLineEnd());
  std::vector<Cell> cells;
  if (isAtEnd())
    return cells;
  while (true) {
    if (!readCell(cells.emplace_back()))
      return {};
    if (isAtEnd() || text[position] != ',' || cells.size() == kMostCells)
      return cells;
    ++position;
  }
}

static std::optional<int64_t> parseInteger(std::string_view text) {
  int64_t value = 0;
  const char *end = text.data() + text.size();
  auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || stop != end)
    return std::nullopt;
  return value;
}

static bool isHeader(const std::vector<Cell> &cells) {
  if (cells.size() != kHeader.size())
    return false;
  for (size_t i = 0; i < kHeader.size(); ++i)
    if (cells[i].text != kHeader[i])
      return false;
  return true;
}

static std::string describeHeader() {
  return std::string(kHeader[0]) + "," + std::string(kHeader[1]) + "," +
         std::string(kHeader[2]);
}

/// Reads the limits behind a table's name. False after an error.
static bool readLimits(CsvScanner &scanner, const std::vector<Cell> &cells,
                       TableLimits &limits) {
  const std::string &table = cells.front().text;
  for (size_t i = 1; i < cells.size(); ++i) {
    const Cell &cell = cells[i];
    if (cell.text.empty())
      continue;
    std::optional<int64_t> value = parseInteger(cell.text);
    std::string problem =
        detail::findValueProblem(table, kHeader[i], cell.text, value);
    if (!problem.empty()) {
      scanner.fail(cell.line, cell.column, problem);
      return false;
    }
    *detail::getLimit(limits, kHeader[i]) = value;
  }
  std::string problem = detail::findPairProblem(table, limits);
  if (problem.empty())
    return true;
  scanner.fail(cells.front().line, cells.front().column, problem);
  return false;
}

static std::nullopt_t failAt(CsvScanner &scanner, const Cell &cell,
                             const std::string &what) {
  return scanner.fail(cell.line, cell.column, what);
}

/// Reads a line of the table. False after an error.
static bool readTable(CsvScanner &scanner, const std::vector<Cell> &cells,
                      const std::string &name, LimitsByTable &tables,
                      std::map<std::string_view, size_t> &lines) {
  const Cell &first = cells.front();
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
  CsvScanner scanner(text, name, error);
  std::vector<Cell> cells = scanner.readLine();
  if (!error.empty())
    return std::nullopt;
  if (cells.empty())
    return scanner.fail(1, 1, "there is no header " + describeHeader());
  if (!isHeader(cells))
    return failAt(scanner, cells.front(),
                  "a limits file is JSON that starts with '{', a .npz, or CSV "
                  "with the header " +
                      describeHeader() + "; the first cell here is " +
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
