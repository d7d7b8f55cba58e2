//===-- LogPattern.h - published messages as patterns -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shape of each message, and its match with dense text.

#ifndef SC_LIB_DIAGNOSTICS_LOGPATTERN_H
#define SC_LIB_DIAGNOSTICS_LOGPATTERN_H

#include "LogReader.h"
#include "LogScanner.h"

#include <span>

namespace sc {

struct LogPattern {
  LogMessageKind kind;
  std::optional<format::ErrorCode> code;
  /// Ordinary words, without which there is no message: a text that begins
  /// alike and goes on differently is none.
  bool isWeak;
  /// Literal text and fields. White space is ignored.
  ///   {n name}  a whole number
  ///   {e name}  a whole number that ends at white space
  ///   {b name}  a size, "34.82G"
  ///   {'}       text up to a quotation mark
  ///   {(}       text up to the parenthesis that closes it
  ///   {s}       text up to the literal that follows
  std::string_view text;
};

std::span<const LogPattern> getLogPatterns();

/// The literal that the pattern begins with, dense.
std::string getAnchor(const LogPattern &pattern);

/// Reads the message at `position`, where the pattern's anchor stands. Nothing
/// if the pattern is weak and the text goes on differently.
std::optional<LogMessage> readLogPattern(const LogPattern &pattern,
                                         const DenseText &text,
                                         size_t position);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_LOGPATTERN_H
