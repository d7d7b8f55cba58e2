//===-- TextTable.h - aligned columns ---------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables for people, and numbers as they read them.

#ifndef SC_LIB_REPORT_TEXTTABLE_H
#define SC_LIB_REPORT_TEXTTABLE_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace sc::report {

/// Rows of cells, printed with columns of equal width, two blanks apart.
class TextTable {
public:
  /// A title that starts with '>' is printed without it, its column aligned to
  /// the right.
  explicit TextTable(std::vector<std::string> titles);

  /// A row with as many cells as there are titles.
  void add(std::vector<std::string> cells);

  /// Prints titles and rows, each indented by two blanks.
  void print(std::ostream &os) const;

private:
  std::vector<bool> alignRight;
  std::vector<std::vector<std::string>> rows;
};

/// "128", "65792 (64.25 KiB)".
std::string formatBytes(int64_t bytes);

/// "12.55%", "<0.01%"; "-" without a whole.
std::string formatPercent(int64_t part, int64_t whole);

} // namespace sc::report

#endif // SC_LIB_REPORT_TEXTTABLE_H
