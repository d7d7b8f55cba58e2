//===-- CsvScanner.h - cells of a CSV text ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RFC 4180: a cell may be in double quotes, which may hold commas, line ends
// and doubled quotes. Line ends are LF, CRLF or CR; blank lines do not count.

#ifndef SC_RUNTIME_SUPPORT_CSVSCANNER_H
#define SC_RUNTIME_SUPPORT_CSVSCANNER_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sc::runtime {

struct CsvCell {
  std::string text;
  size_t line = 1;
  size_t column = 1; // in bytes
};

/// Blanks around cells: left out, or kept as in Python's csv module.
enum class CsvBlanks { Skip, Keep };

/// Cuts a text into lines of cells. After a failure `error` is a message that
/// begins with "name:line:column: ".
class CsvScanner {
public:
  CsvScanner(std::string_view text, const std::string &name, std::string &error,
             CsvBlanks blanks = CsvBlanks::Skip);

  /// The next line that is not blank. Empty at the end, or after an error. Of
  /// a line with more than `kMostCells` the rest is the next line.
  std::vector<CsvCell> readLine();
  /// Sets `error` to `what` at the place of `cell`.
  void fail(const CsvCell &cell, const std::string &what);
  void fail(size_t atLine, size_t column, const std::string &what);

  /// A line with more cells is wrong whatever follows.
  static constexpr size_t kMostCells = 64;

private:
  bool readCell(CsvCell &cell);
  bool readQuoted(CsvCell &cell);
  void readPlain(CsvCell &cell);
  /// Passes a line end; false if there is none.
  bool skipLineEnd();
  void skipBlanks();
  bool isAtEnd() const { return position == text.size(); }
  size_t getColumn() const { return position - lineStart + 1; }

  std::string_view text;
  const std::string &name;
  std::string &error;
  CsvBlanks blanks;
  size_t position = 0;
  size_t line = 1;
  size_t lineStart = 0;
};

/// A cell in quotes only where it must be: with Keep as Python's csv.writer
/// prints it; with Skip also one that begins or ends with a blank.
std::string formatCsvCell(std::string_view text,
                          CsvBlanks blanks = CsvBlanks::Keep);

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_CSVSCANNER_H
