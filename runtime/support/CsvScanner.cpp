//===-- CsvScanner.cpp - cells of a CSV text ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the text; each cell knows its line and column.

#include "runtime/support/CsvScanner.h"

#include "absl/strings/str_cat.h"

namespace sc::runtime {

static bool isBlank(char c) { return c == ' ' || c == '\t'; }

CsvScanner::CsvScanner(std::string_view text, const std::string &name,
                       std::string &error, CsvBlanks blanks)
    : text(text), name(name), error(error), blanks(blanks) {
  if (text.starts_with("\xEF\xBB\xBF"))
    position = lineStart = 3;
}

void CsvScanner::fail(size_t atLine, size_t column, const std::string &what) {
  error = absl::StrCat(name, ":", atLine, ":", column, ": ", what);
}

void CsvScanner::fail(const CsvCell &cell, const std::string &what) {
  fail(cell.line, cell.column, what);
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
  if (blanks == CsvBlanks::Keep)
    return;
  while (!isAtEnd() && isBlank(text[position]))
    ++position;
}

bool CsvScanner::readQuoted(CsvCell &cell) {
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
  fail(cell, "a quoted cell has no end");
  return false;
}

void CsvScanner::readPlain(CsvCell &cell) {
  size_t end = text.find_first_of(",\r\n", position);
  if (end == std::string_view::npos)
    end = text.size();
  cell.text = text.substr(position, end - position);
  if (blanks == CsvBlanks::Skip)
    cell.text.erase(cell.text.find_last_not_of(" \t") + 1);
  position = end;
}

bool CsvScanner::readCell(CsvCell &cell) {
  skipBlanks();
  cell.line = line;
  cell.column = getColumn();
  if (!isAtEnd() && text[position] == '"')
    return readQuoted(cell);
  readPlain(cell);
  return true;
}

std::vector<CsvCell> CsvScanner::readLine() {
  do
    skipBlanks();
  while (skipLineEnd());
  std::vector<CsvCell> cells;
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

std::string formatCsvCell(std::string_view text, CsvBlanks blanks) {
  const bool endsBlank =
      !text.empty() && (isBlank(text.front()) || isBlank(text.back()));
  if (text.find_first_of(",\"\r\n") == std::string_view::npos &&
      !(endsBlank && blanks == CsvBlanks::Skip))
    return std::string(text);
  std::string cell = "\"";
  for (char c : text)
    cell.append(c == '"' ? 2 : 1, c);
  return cell + "\"";
}

} // namespace sc::runtime
