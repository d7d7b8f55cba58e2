//===-- SpecFile.cpp - specs from files -----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the format and hands over to its reader.

#include "sc/Spec/SpecFile.h"

#include "lib/Spec/SpecDetail.h"
#include "sc/Target/TextFile.h"

#include <algorithm>
#include <filesystem>

namespace sc::spec {

/// Of a file; a spec of ten thousand tables has about 4 MB.
static constexpr size_t kMostBytes = size_t(16) << 20;

static std::string_view skipBlanks(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  size_t first = text.find_first_not_of(" \t\r\n");
  return text.substr(std::min(first, text.size()));
}

static bool isText(std::string_view contents) {
  return std::ranges::all_of(contents, [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r';
  });
}

SpecFormat detectFormat(std::string_view contents) {
  // A binary file starts with a line feed, the key of its first field, and its
  // next byte may be '{', the length.
  if (contents.starts_with('\n') && detail::isBinaryProto(contents))
    return SpecFormat::BinaryProto;
  if (skipBlanks(contents).starts_with('{'))
    return SpecFormat::Json;
  return isText(contents) ? SpecFormat::TextProto : SpecFormat::BinaryProto;
}

std::optional<SpecFormat> getFormatOfName(std::string_view path) {
  std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".json")
    return SpecFormat::Json;
  if (extension == ".textproto" || extension == ".txtpb" ||
      extension == ".pbtxt")
    return SpecFormat::TextProto;
  if (extension == ".pb" || extension == ".binpb")
    return SpecFormat::BinaryProto;
  return std::nullopt;
}

absl::StatusOr<EmbeddingSpec> readSpecFile(const std::string &path) {
  std::string error;
  std::optional<std::string> contents = readTextFile(path, kMostBytes, error);
  if (!contents)
    return absl::InvalidArgumentError(error);
  std::optional<SpecFormat> format = getFormatOfName(path);
  return parseSpec(*contents, format ? *format : detectFormat(*contents), path);
}

absl::StatusOr<EmbeddingSpec> parseSpec(std::string_view contents,
                                        SpecFormat format,
                                        const std::string &name) {
  switch (format) {
  case SpecFormat::Json:
    return detail::parseJsonSpec(contents, name);
  case SpecFormat::TextProto:
    return detail::parseTextProto(contents, name);
  case SpecFormat::BinaryProto:
    return detail::parseBinaryProto(contents, name);
  }
  return absl::InvalidArgumentError(name + ": unknown format");
}

} // namespace sc::spec
