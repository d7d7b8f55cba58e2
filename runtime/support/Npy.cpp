//===-- Npy.cpp - headers of .npy arrays ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser for the one form of Python literal that numpy writes.

#include "runtime/support/Npy.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstring>

namespace sc::runtime {

using format::ElementType;

static constexpr char kMagic[] = "\x93NUMPY";
static constexpr size_t kMagicBytes = sizeof(kMagic) - 1;
// A plain dtype needs about a hundred bytes; numpy refuses more than 10000.
static constexpr int64_t kMaxHeaderBytes = 1 << 16;
static constexpr size_t kMaxRank = 32;
static constexpr size_t kNumpyAlignment = 64;

static absl::Status makeError(const auto &...args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

std::string NpyHeader::formatType() const {
  if (dtype)
    return format::formatType(dtype->type, shape);
  return absl::StrCat("dtype '", absl::CEscape(descr), "' [",
                      absl::StrJoin(shape, "x"), "]");
}

static int64_t readLittleEndian(std::span<const std::byte> bytes) {
  int64_t value = 0;
  for (size_t index = bytes.size(); index > 0; --index)
    value = value << 8 | std::to_integer<int64_t>(bytes[index - 1]);
  return value;
}

absl::StatusOr<NpyPreamble> parseNpyPreamble(std::span<const std::byte> bytes) {
  if (bytes.size() < NpyPreamble::kMinBytes)
    return makeError("truncated: ", bytes.size(),
                     " bytes are too few for a .npy header");
  if (std::memcmp(bytes.data(), kMagic, kMagicBytes) != 0)
    return makeError("not a .npy array: the magic bytes are missing");
  int major = std::to_integer<int>(bytes[kMagicBytes]);
  int minor = std::to_integer<int>(bytes[kMagicBytes + 1]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError(".npy version ", major, ".", minor,
                     " is not supported, only 1.0, 2.0 and 3.0");
  NpyPreamble preamble;
  preamble.bytes = major == 1 ? NpyPreamble::kMinBytes : NpyPreamble::kMaxBytes;
  if (int64_t(bytes.size()) < preamble.bytes)
    return makeError("truncated: ", bytes.size(),
                     " bytes are too few for a .npy header");
  size_t start = kMagicBytes + 2;
  preamble.headerBytes =
      readLittleEndian(bytes.subspan(start, preamble.bytes - start));
  if (preamble.headerBytes > kMaxHeaderBytes)
    return makeError(".npy header has ", preamble.headerBytes,
                     " bytes, limit is ", kMaxHeaderBytes);
  return preamble;
}

namespace {

// Recursive descent over {'descr': '<f4', 'fortran_order': False,
// 'shape': (3, 4), }.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}
  absl::StatusOr<NpyHeader> parse();

private:
  absl::Status parseEntry(NpyHeader &header);
  absl::Status parseValue(std::string_view key, NpyHeader &header);
  absl::StatusOr<std::string_view> parseString();
  absl::StatusOr<bool> parseBool();
  absl::Status parseShape(std::vector<int64_t> &shape);
  absl::StatusOr<int64_t> parseDimension();

  void skipBlanks();
  bool consume(std::string_view token);
  absl::Status expect(std::string_view token);
  absl::Status fail(std::string_view what) const;

  std::string_view text;
  size_t position = 0;
  bool hasDescr = false;
  bool hasOrder = false;
  bool hasShape = false;
};

} // namespace

static absl::string_view toAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

absl::Status HeaderParser::fail(std::string_view what) const {
  return makeError("malformed .npy header: ", toAbsl(what), " at byte ",
                   position);
}

void HeaderParser::skipBlanks() {
  while (position < text.size() &&
         (text[position] == ' ' || text[position] == '\n'))
    ++position;
}

bool HeaderParser::consume(std::string_view token) {
  skipBlanks();
  if (text.substr(position, token.size()) != token)
    return false;
  position += token.size();
  return true;
}

absl::Status HeaderParser::expect(std::string_view token) {
  if (consume(token))
    return absl::OkStatus();
  return fail("expected '" + std::string(token) + "'");
}

absl::StatusOr<std::string_view> HeaderParser::parseString() {
  char delimiter = consume("'") ? '\'' : consume("\"") ? '"' : '\0';
  if (!delimiter)
    return fail("expected a string");
  size_t end = text.find(delimiter, position);
  if (end == std::string_view::npos)
    return fail("string without an end");
  std::string_view result = text.substr(position, end - position);
  if (result.find('\\') != std::string_view::npos)
    return fail("string with an escape");
  position = end + 1;
  return result;
}

absl::StatusOr<bool> HeaderParser::parseBool() {
  if (consume("True"))
    return true;
  if (consume("False"))
    return false;
  return fail("expected True or False");
}

absl::StatusOr<int64_t> HeaderParser::parseDimension() {
  skipBlanks();
  if (position < text.size() && text[position] == '-')
    return fail("negative dimension");
  size_t end = position;
  while (end < text.size() && absl::ascii_isdigit(text[end]))
    ++end;
  int64_t value = 0;
  if (end == position)
    return fail("expected a dimension");
  if (!absl::SimpleAtoi(toAbsl(text.substr(position, end - position)), &value))
    return fail("dimension that does not fit 64 bits");
  position = end;
  return value;
}

absl::Status HeaderParser::parseShape(std::vector<int64_t> &shape) {
  SC_RETURN_IF_ERROR(expect("("));
  while (!consume(")")) {
    if (shape.size() == kMaxRank)
      return fail("more than 32 dimensions");
    SC_ASSIGN_OR_RETURN(int64_t size, parseDimension());
    shape.push_back(size);
    if (consume(","))
      continue;
    // Python reads (3) as a number.
    if (shape.size() == 1)
      return fail("expected ','");
    SC_RETURN_IF_ERROR(expect(")"));
    break;
  }
  if (!countElements(shape) || !countBytes(ElementType::F64, shape))
    return fail("shape whose size does not fit 64 bits");
  return absl::OkStatus();
}

absl::Status HeaderParser::parseValue(std::string_view key, NpyHeader &header) {
  if (key == "descr" && !std::exchange(hasDescr, true)) {
    if (consume("["))
      return fail("structured dtypes are not supported");
    SC_ASSIGN_OR_RETURN(std::string_view descr, parseString());
    header.descr = std::string(descr);
    header.dtype = parseNumpyType(descr);
    return absl::OkStatus();
  }
  if (key == "fortran_order" && !std::exchange(hasOrder, true)) {
    SC_ASSIGN_OR_RETURN(header.isFortranOrder, parseBool());
    return absl::OkStatus();
  }
  if (key == "shape" && !std::exchange(hasShape, true))
    return parseShape(header.shape);
  return fail("unknown or repeated key '" + absl::CEscape(toAbsl(key)) + "'");
}

absl::Status HeaderParser::parseEntry(NpyHeader &header) {
  SC_ASSIGN_OR_RETURN(std::string_view key, parseString());
  SC_RETURN_IF_ERROR(expect(":"));
  return parseValue(key, header);
}

absl::StatusOr<NpyHeader> HeaderParser::parse() {
  NpyHeader header;
  SC_RETURN_IF_ERROR(expect("{"));
  while (!consume("}")) {
    SC_RETURN_IF_ERROR(parseEntry(header));
    if (consume(","))
      continue;
    SC_RETURN_IF_ERROR(expect("}"));
    break;
  }
  skipBlanks();
  if (position != text.size())
    return fail("text after the end");
  if (!hasDescr || !hasOrder || !hasShape)
    return fail("one of descr, fortran_order and shape is missing");
  return header;
}

absl::StatusOr<NpyHeader> parseNpyHeader(std::string_view text) {
  return HeaderParser(text).parse();
}

std::string makeNpyHeader(ElementType type, std::span<const int64_t> shape) {
  std::string literal = absl::StrCat("{'descr': '", toAbsl(getNumpyType(type)),
                                     "', 'fortran_order': False, 'shape': (",
                                     absl::StrJoin(shape, ", "),
                                     shape.size() == 1 ? ",), }" : "), }");
  size_t used = NpyPreamble::kMinBytes + literal.size() + 1;
  literal.append((kNumpyAlignment - used % kNumpyAlignment) % kNumpyAlignment,
                 ' ');
  literal.push_back('\n');
  std::string header(kMagic, kMagicBytes);
  header += {'\x01', '\x00'};
  header += static_cast<char>(literal.size() & 0xFF);
  header += static_cast<char>(literal.size() >> 8);
  return header + literal;
}

} // namespace sc::runtime
