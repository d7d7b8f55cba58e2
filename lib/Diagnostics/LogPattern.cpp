//===-- LogPattern.cpp - published messages as patterns -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields must stand where the pattern says; before a literal some characters
// may be skipped, since texts differ between versions.

#include "LogPattern.h"

#include <algorithm>
#include <limits>

namespace sc {

using format::ErrorCode;
using Kind = LogMessageKind;

/// Characters that may stand before a literal, and in a name.
static constexpr size_t kMaxGap = 160;
static constexpr size_t kMaxName = 512;

static constexpr LogPattern kPatterns[] = {
    {Kind::ReplicaCount, ErrorCode::E3001, false,
     "No viable logical replica count {,} max_nz_per_row = {n max_nz_per_row} "
     "{,} max_unique_nz_per_row = {n max_unique_nz_per_row} "
     "{,} feature_width = {n feature_width} "
     "{,} sample_count = {n sample_count} "
     "{,} for vector splitting = {n vector splitting} "
     "{,} for sample dimension splitting = {n sample dimension splitting} "
     "{,} fixed_size_allocation_bytes = {n fixed_size_allocation_bytes} "
     "{,} row_dependent_size_allocation_bytes = "
     "{n row_dependent_size_allocation_bytes} "
     "{,} total_spmem_size_bytes = {n total_spmem_size_bytes}"},
    {Kind::TileAllocation, ErrorCode::E3000, false,
     "current allocation offset upper bound ( {n offset upper bound} "
     "{,} offset upper bound ( {n legitimate offset upper bound} "
     "{,} in memory space {n memory space} "
     "{,} when allocating {n words}"},
    {Kind::HbmTotal, ErrorCode::E1000, false,
     "Ran out of memory in memory space hbm {,} Used {b used} {,} of "
     "{b capacity} {,} hbm capacity by {b excess}"},
    {Kind::HbmTotal, ErrorCode::E1000, true,
     "Used {b used} of {b capacity} hbm. Exceeded hbm capacity by {b excess}"},
    {Kind::HbmParts, ErrorCode::E1000, false,
     "TensorCore Hbm usage {b TensorCore} {,} SparseCore Hbm usage "
     "{b SparseCore} {,} exceeding available bytes: {b available}"},
    {Kind::ProgramAllocation, ErrorCode::E0101, false,
     "Error loading program '{'} {,} Attempting to reserve {b size} "
     "{,} There are {b free} {,} free, {b reserved} {,} reserved, and "
     "{b reservable}"},
    {Kind::ProgramAllocation, ErrorCode::E0101, true,
     "Attempting to reserve {b size} {,} That was not possible. There are "
     "{b free} {,} free, {b reserved} {,} reserved, and {b reservable}"},
    {Kind::BufferAllocation, ErrorCode::E0100, true,
     "Attempting to allocate {b size} {,} That was not possible. There are "
     "{b free} {,} free"},
    {Kind::InputType, ErrorCode::E0102, true,
     "expected parameter {n parameter} of size {n size} ({(} {,} but got "
     "buffer of that size with another type ({(}"},
    {Kind::InputMismatch, ErrorCode::E0102, true,
     "expected parameter {n parameter} of size {n size} ({(} {,} but got "
     "buffer with incompatible size {n given size} ({(}"},
    {Kind::FixedSize, std::nullopt, false,
     "Fixed size allocations ( {n size} {,} do not fit in TileSpmem ( "
     "{n TileSpmem}"},
    {Kind::GatherOperand, std::nullopt, false,
     "Gather operand too large {,} : {n size} {,} TileSpmem has {n TileSpmem}"},
    {Kind::MaxIds, std::nullopt, false,
     "Observed max ids per partition: {n observed} {,} for table: {s} "
     "is greater than the set max ids per partition: {e set}"},
    {Kind::MaxUniqueIds, std::nullopt, false,
     "Observed max unique ids per partition: {n observed} {,} for table: {s} "
     "is greater than the set max unique ids per partition: {e set}"},
};

std::span<const LogPattern> getLogPatterns() { return kPatterns; }

namespace {

/// A step of a pattern: a field, or a literal (type 'l').
struct Part {
  char type;
  std::string text; // dense literal, or name of the field
};

enum class Match { Yes, No };

/// Matches one pattern; a place in the text moves on with each part.
class Matcher {
public:
  Matcher(const LogPattern &pattern, const DenseText &text, size_t position)
      : pattern(pattern), text(text), position(position) {
    message.kind = pattern.kind;
    message.code = pattern.code;
  }

  std::optional<LogMessage> run();

private:
  Match matchPart(const std::vector<Part> &parts, size_t index);
  Match matchLiteral(const std::string &literal, size_t gap);
  Match readNumber(const std::string &name, bool endsAtSpace);
  Match readSize(const std::string &name);
  Match readName(size_t end);
  Match stopAt(const std::string &problem);
  std::string readDigits(bool endsAtSpace);
  void addNumber(const std::string &name, std::optional<int64_t> value,
                 int64_t error, const std::string &printed);
  size_t findClosing() const;

  char getChar() const {
    return position < text.chars.size() ? text.chars[position] : '\0';
  }

  const LogPattern &pattern;
  const DenseText &text;
  size_t position;
  LogMessage message;
};

} // namespace

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static std::string makeDense(std::string_view text) {
  std::string dense(text);
  std::erase(dense, ' ');
  return dense;
}

/// The parts of a pattern. "{,}", a gap, becomes part 'g'.
static std::vector<Part> splitPattern(std::string_view text) {
  std::vector<Part> parts;
  while (!text.empty()) {
    size_t open = std::min(text.find('{'), text.size());
    if (std::string literal = makeDense(text.substr(0, open)); !literal.empty())
      parts.push_back({'l', literal});
    text.remove_prefix(open);
    if (text.empty())
      break;
    size_t close = text.find('}');
    char type = text[1] == ',' ? 'g' : text[1];
    std::string_view name = close > 3 ? text.substr(3, close - 3) : "";
    parts.push_back({type, std::string(name)});
    text.remove_prefix(close + 1);
  }
  return parts;
}

static const std::vector<Part> &getParts(const LogPattern &pattern) {
  static const std::vector<std::vector<Part>> parts = [] {
    std::vector<std::vector<Part>> all;
    for (const LogPattern &each : kPatterns)
      all.push_back(splitPattern(each.text));
    return all;
  }();
  return parts[static_cast<size_t>(&pattern - kPatterns)];
}

std::string getAnchor(const LogPattern &pattern) {
  return getParts(pattern).front().text;
}

Match Matcher::stopAt(const std::string &problem) {
  if (message.problem.empty())
    message.problem = problem;
  return Match::No;
}

Match Matcher::matchLiteral(const std::string &literal, size_t gap) {
  std::string_view window = std::string_view(text.chars)
                                .substr(std::min(position, text.chars.size()))
                                .substr(0, gap + literal.size());
  size_t found = window.find(literal);
  if (found == std::string_view::npos)
    return stopAt("the message is cut off or changed before '" + literal + "'");
  position += found + literal.size();
  return Match::Yes;
}

std::string Matcher::readDigits(bool endsAtSpace) {
  size_t begin = position;
  while (isDigit(getChar()) &&
         !(endsAtSpace && position > begin && text.hasSpaceBefore[position]))
    ++position;
  return text.chars.substr(begin, position - begin);
}

/// At most 18 digits, so that sums of two numbers do not overflow.
static std::optional<int64_t> parseDigits(std::string_view digits) {
  if (digits.empty() || digits.size() > 18)
    return std::nullopt;
  int64_t value = 0;
  for (char digit : digits)
    value = value * 10 + (digit - '0');
  return value;
}

/// Digits as a problem shows them.
static std::string shorten(const std::string &digits) {
  return digits.size() > 40 ? digits.substr(0, 40) + "..." : digits;
}

void Matcher::addNumber(const std::string &name, std::optional<int64_t> value,
                        int64_t error, const std::string &printed) {
  if (!value)
    stopAt(name + " is " + shorten(printed) + ", which is too large");
  message.numbers.push_back({name, value.value_or(0), error, printed});
}

Match Matcher::readNumber(const std::string &name, bool endsAtSpace) {
  std::string digits = readDigits(endsAtSpace);
  if (digits.empty())
    return stopAt("no number for '" + name + "'");
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  addNumber(name, parseDigits(digits), 0, digits);
  return Match::Yes;
}

/// "34.82G" to bytes: up to 15 digits before the point, 4 behind it.
Match Matcher::readSize(const std::string &name) {
  if (getChar() == ':')
    ++position;
  std::string whole = readDigits(false), fraction;
  if (whole.empty())
    return stopAt("no size for '" + name + "'");
  if (getChar() == '.' && position + 1 < text.chars.size() &&
      isDigit(text.chars[position + 1])) {
    ++position;
    fraction = readDigits(false);
  }
  std::string printed = whole + (fraction.empty() ? "" : "." + fraction);
  size_t exponent = std::string_view("BKMGTPE").find(getChar());
  if (exponent == std::string_view::npos)
    return stopAt("no unit for '" + name + "'");
  printed += text.chars[position++];
  std::optional<int64_t> scaled = parseDigits(whole + fraction);
  if (fraction.size() > 4 || !scaled) {
    addNumber(name, std::nullopt, 0, printed);
    return Match::Yes;
  }
  __int128 parts = 1;
  for (size_t i = 0; i < fraction.size(); ++i)
    parts *= 10;
  __int128 unit = __int128{1} << (10 * exponent);
  __int128 bytes = (*scaled * unit + parts / 2) / parts;
  bool fits = bytes <= std::numeric_limits<int64_t>::max() / 4;
  int64_t error = exponent == 0 ? 0 : static_cast<int64_t>(unit / parts / 2);
  addNumber(name,
            fits ? std::optional(static_cast<int64_t>(bytes)) : std::nullopt,
            error, printed);
  return Match::Yes;
}

/// The parenthesis that closes one before `position`.
size_t Matcher::findClosing() const {
  int depth = 1;
  for (size_t i = position; i < text.chars.size(); ++i) {
    depth += (text.chars[i] == '(') - (text.chars[i] == ')');
    if (depth == 0)
      return i;
    if (i - position > kMaxName)
      break;
  }
  return std::string::npos;
}

Match Matcher::readName(size_t end) {
  if (end == std::string::npos || end < position || end - position > kMaxName)
    return stopAt("a name of the message does not end");
  message.names.push_back(text.chars.substr(position, end - position));
  position = end;
  return Match::Yes;
}

Match Matcher::matchPart(const std::vector<Part> &parts, size_t index) {
  const Part &part = parts[index];
  bool isAfterGap = index > 0 && parts[index - 1].type == 'g';
  switch (part.type) {
  case 'l':
    return matchLiteral(part.text, isAfterGap ? kMaxGap : 0);
  case 'n':
    return readNumber(part.text, /*endsAtSpace=*/false);
  case 'e':
    return readNumber(part.text, /*endsAtSpace=*/true);
  case 'b':
    return readSize(part.text);
  case '\'':
    return readName(text.chars.find('\'', position));
  case '(':
    return readName(findClosing());
  case 's':
    return readName(text.chars.find(parts[index + 1].text, position));
  default:
    return Match::Yes;
  }
}

std::optional<LogMessage> Matcher::run() {
  const std::vector<Part> &parts = getParts(pattern);
  for (size_t index = 0; index < parts.size(); ++index)
    if (matchPart(parts, index) == Match::No) {
      if (pattern.isWeak)
        return std::nullopt;
      break;
    }
  return message;
}

std::optional<LogMessage> readLogPattern(const LogPattern &pattern,
                                         const DenseText &text,
                                         size_t position) {
  return Matcher(pattern, text, position).run();
}

} // namespace sc
