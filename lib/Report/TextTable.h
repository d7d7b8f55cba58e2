//===-- TextTable.h - aligned columns ---------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables for people, and numbers as they read them.

#ifndef SC_LIB_REPORT_TEXTTABLE_H
#define SC_LIB_REPORT_TEXTTABLE_H

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
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

  size_t getColumnCount() const { return alignRight.size(); }
  bool isAlignedRight(size_t column) const { return alignRight[column]; }

  /// The titles, then what was added.
  const std::vector<std::vector<std::string>> &getRows() const { return rows; }

  /// Whether there are titles alone.
  bool isEmpty() const { return rows.size() < 2; }

private:
  std::vector<bool> alignRight;
  std::vector<std::vector<std::string>> rows;
};

/// "128", "65792 (64.25 KiB)".
std::string formatBytes(int64_t bytes);

/// "1 device", "4 devices".
std::string formatCount(int64_t count, std::string_view thing);
std::string formatCount(int64_t count, std::string_view one,
                        std::string_view many);

/// "64.25 KiB", "128 B".
std::string formatShortBytes(int64_t bytes);

/// "12.3 us": three digits.
std::string formatSeconds(double seconds);

/// "12.55%", "<0.01%"; "-" without a whole.
std::string formatPercent(int64_t part, int64_t whole);

} // namespace sc::report

#endif // SC_LIB_REPORT_TEXTTABLE_H
