//===-- LogReader.cpp - published errors in a log -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where messages begin; LogPattern.cpp reads on from there.

#include "LogReader.h"

#include "LogPattern.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sc {

using format::ErrorCode;

/// Dense characters in which a message that has begun must end.
static constexpr size_t kWindow = size_t{1} << 14;
static constexpr size_t kChunk = size_t{1} << 20;

namespace {

/// What makes a message, or a code, likely to begin at a place.
struct Anchor {
  std::string text;          // dense
  const LogPattern *pattern; // null: a code or a name
  std::optional<ErrorCode> code;
};

/// All anchors, by their first character.
class Anchors {
public:
  Anchors() {
    for (const LogPattern &pattern : getLogPatterns())
      add({getAnchor(pattern), &pattern, pattern.code});
    for (const format::ErrorInfo &error : format::getErrors()) {
      add({std::string(error.code) + ":", nullptr, error.id});
      add({std::string(error.name), nullptr, error.id});
    }
  }

  /// Calls `tryAnchor` with each anchor at `position` until it returns true.
  template <typename Callback>
  bool anyAt(std::string_view text, size_t position, Callback tryAnchor) const {
    std::string_view rest = text.substr(position);
    for (const Anchor &anchor : byFirst[static_cast<unsigned char>(rest[0])])
      if (rest.starts_with(anchor.text) && tryAnchor(anchor))
        return true;
    return false;
  }

private:
  void add(Anchor anchor) {
    auto first = static_cast<unsigned char>(anchor.text[0]);
    byFirst[first].push_back(std::move(anchor));
  }

  std::array<std::vector<Anchor>, 256> byFirst;
};

} // namespace

/// The message of `code` that begins soon after `position`; only the code if
/// another error begins first.
static LogMessage readCoded(const Anchors &anchors, const DenseText &text,
                            size_t position, ErrorCode code) {
  std::optional<LogMessage> message;
  auto tryAnchor = [&](const Anchor &anchor, size_t at) {
    if (anchor.code != code)
      return !anchor.pattern || !anchor.pattern->isWeak;
    if (anchor.pattern)
      message = readLogPattern(*anchor.pattern, text, at);
    return message.has_value();
  };
  size_t end = std::min(text.chars.size(), position + kWindow);
  for (size_t i = position + 1; i < end; ++i)
    if (anchors.anyAt(text.chars, i, [&](const Anchor &anchor) {
          return tryAnchor(anchor, i);
        }))
      break;
  if (!message) {
    message.emplace();
    message->code = code;
  }
  return *message;
}

static std::optional<LogMessage> findIn(const Anchors &anchors,
                                        const DenseText &text, size_t end) {
  std::optional<LogMessage> message;
  for (size_t i = 0; i < end && !message; ++i)
    anchors.anyAt(text.chars, i, [&](const Anchor &anchor) {
      message = anchor.pattern ? readLogPattern(*anchor.pattern, text, i)
                               : readCoded(anchors, text, i, *anchor.code);
      return message.has_value();
    });
  return message;
}

std::optional<LogMessage> findLogMessage(std::string_view log) {
  static const Anchors anchors;
  LogScanner scanner(log);
  DenseText text;
  while (true) {
    scanner.appendTo(text, kChunk);
    // What begins near the end is read with the next piece.
    size_t size = text.chars.size();
    size_t end = scanner.isAtEnd() ? size : size - 2 * kWindow;
    if (std::optional<LogMessage> found = findIn(anchors, text, end))
      return found;
    if (scanner.isAtEnd())
      return std::nullopt;
    text.drop(end);
  }
}

} // namespace sc
