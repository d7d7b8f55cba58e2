//===-- LogScanner.h - the text of a log without its looks ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logs wrap lines anywhere and put headers before them. Without white space and
// headers a message is one piece, wherever it was cut.

#ifndef SC_LIB_DIAGNOSTICS_LOGSCANNER_H
#define SC_LIB_DIAGNOSTICS_LOGSCANNER_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

/// Text without white space, and where there was some.
struct DenseText {
  std::string chars;
  std::vector<bool> hasSpaceBefore; // one for each character

  /// Removes the first `count` characters.
  void drop(size_t count);
};

/// Reads a log piece by piece, in constant memory. Drops white space, escape
/// sequences of terminals, "\n" in quoted text, and headers of lines: severity
/// or time with what follows them, quotation marks, pytest's "E   ".
class LogScanner {
public:
  explicit LogScanner(std::string_view log) : rest(log) {}

  bool isAtEnd() const { return rest.empty(); }

  /// Appends until `text` has `size` characters or the log ends.
  void appendTo(DenseText &text, size_t size);

private:
  bool skip();

  std::string_view rest;
  bool isLineStart = true;
  bool isAfterSpace = true;
};

/// The number of characters of the header that `line` begins with.
size_t getHeaderSize(std::string_view line);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_LOGSCANNER_H
