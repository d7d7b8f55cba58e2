//===-- LogScanner.cpp - the text of a log without its looks --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers are recognized by shape, in a bounded number of characters.

#include "LogScanner.h"

#include <algorithm>
#include <utility>

namespace sc {

/// Headers and escape sequences are not longer than this.
static constexpr size_t kMaxHeader = 256;
/// A line has at most this many headers, one behind the other.
static constexpr int kMaxHeaders = 4;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

void DenseText::drop(size_t count) {
  chars.erase(0, count);
  hasSpaceBefore.erase(hasSpaceBefore.begin(),
                       hasSpaceBefore.begin() +
                           static_cast<std::ptrdiff_t>(count));
}

/// Whether `text` begins with `shape`, in which '#' is any digit and 'L' a
/// letter of severity.
static bool hasShape(std::string_view text, std::string_view shape) {
  if (text.size() < shape.size())
    return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    bool matches =
        shape[i] == '#' ? isDigit(text[i])
        : shape[i] == 'L'
            ? std::string_view("DIWEF").find(text[i]) != std::string_view::npos
            : shape[i] == text[i];
    if (!matches)
      return false;
  }
  return true;
}

/// Up to and with "] " on the same line, 0 without it.
static size_t skipPlace(std::string_view line) {
  std::string_view head = line.substr(0, kMaxHeader);
  size_t end = std::min(head.find("] "), head.find('\n'));
  return end == std::string_view::npos || head[end] == '\n' ? 0 : end + 2;
}

/// "2026-01-31 23:59:59.123456: " or with 'T' and a zone.
static size_t skipTime(std::string_view line) {
  if (!hasShape(line, "####-##-##") || line.size() < 19 ||
      !hasShape(line.substr(11), "##:##:##"))
    return 0;
  size_t end = std::min(line.substr(0, kMaxHeader).find(' ', 19),
                        line.substr(0, kMaxHeader).find('\n', 19));
  return end == std::string_view::npos || line[end] == '\n' ? 0 : end + 1;
}

static size_t skipOneHeader(std::string_view line) {
  if (line.empty() || isSpace(line[0]))
    return 0;
  // "E0131 23:59:59.123456 1234 file.cc:12] " and "E file.cc:12] ".
  if (hasShape(line, "L#### ##:##:##") || hasShape(line, "L####_##:##:##") ||
      hasShape(line, "L external/") || hasShape(line, "L xla/") ||
      hasShape(line, "L third_party/"))
    return skipPlace(line);
  if (line.starts_with("> ") || line.starts_with("| "))
    return 2;
  if (line.starts_with("E   "))
    return 4;
  return skipTime(line);
}

size_t getHeaderSize(std::string_view line) {
  size_t size = 0;
  for (int i = 0; i < kMaxHeaders; ++i) {
    size_t more = skipOneHeader(line.substr(size));
    if (more == 0)
      break;
    size += more;
  }
  return size;
}

/// The length of what is no text at the beginning of `rest`.
static size_t getNoiseSize(std::string_view rest) {
  if (isSpace(rest[0]))
    return 1;
  if (rest[0] == '\\' && rest.size() > 1 &&
      (rest[1] == 'n' || rest[1] == 't' || rest[1] == 'r'))
    return 2;
  if (rest[0] != '\x1b')
    return 0;
  if (rest.size() < 2 || rest[1] != '[')
    return 1;
  size_t size = 2;
  while (size < std::min(rest.size(), kMaxHeader) &&
         (isDigit(rest[size]) || rest[size] == ';'))
    ++size;
  return std::min(rest.size(), size + 1);
}

/// Removes noise at the beginning of the rest; false if there is none.
bool LogScanner::skip() {
  bool wasLineStart = std::exchange(isLineStart, false);
  if (wasLineStart) {
    if (size_t size = getHeaderSize(rest)) {
      rest.remove_prefix(size);
      isAfterSpace = true;
      return true;
    }
  }
  size_t size = getNoiseSize(rest);
  if (size == 0)
    return false;
  bool isEscape = rest[0] == '\x1b';
  isLineStart = rest[0] == '\n' || (rest[0] == '\\' && rest[1] == 'n') ||
                (isEscape && wasLineStart);
  isAfterSpace |= !isEscape;
  rest.remove_prefix(size);
  return true;
}

void LogScanner::appendTo(DenseText &text, size_t size) {
  while (!rest.empty() && text.chars.size() < size) {
    if (skip())
      continue;
    text.chars.push_back(rest[0]);
    text.hasSpaceBefore.push_back(isAfterSpace);
    isAfterSpace = false;
    rest.remove_prefix(1);
  }
}

} // namespace sc
