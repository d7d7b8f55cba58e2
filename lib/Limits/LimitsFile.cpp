//===-- LimitsFile.cpp - limits of tables from a file ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the format and checks what all formats have in common.

#include "sc/Limits/LimitsFile.h"

#include "lib/Limits/LimitsDetail.h"
#include "sc/Target/NearestName.h"
#include "sc/Target/TextFile.h"

namespace sc {

static constexpr size_t kMostBytes = size_t(64) << 20;

static bool isZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

/// The first byte that says something; nothing in a blank file.
static std::optional<char> findFirstByte(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos)
    return std::nullopt;
  return text[first];
}

std::optional<LimitsByTable> readLimitsFile(const std::string &path,
                                            std::string &error) {
  error.clear();
  std::optional<std::string> text = readTextFile(path, kMostBytes, error);
  if (!text)
    return std::nullopt;
  if (isZip(*text))
    return detail::parseNpzLimits(*text, path, error);
  std::optional<char> first = findFirstByte(*text);
  if (!first || text->find('\0') != std::string::npos) {
    error = path +
            (first ? ": is neither JSON, CSV nor .npz" : ": has only blanks");
    return std::nullopt;
  }
  if (*first == '{' || *first == '[')
    return parseJsonLimits(*text, path, error);
  return parseCsvLimits(*text, path, error);
}

std::string detail::findValueProblem(std::string_view table,
                                     std::string_view key,
                                     std::string_view text,
                                     std::optional<int64_t> value) {
  if (value && *value >= 1 && *value <= kMostIds)
    return "";
  return std::string(key) + " of table " + quoteName(table) + " is " +
         quoteName(text) + ", must be a whole number from 1 to " +
         std::to_string(kMostIds);
}

std::string detail::findPairProblem(std::string_view table,
                                    const TableLimits &limits) {
  if (!limits.maxIds || !limits.maxUniqueIds ||
      *limits.maxUniqueIds <= *limits.maxIds)
    return "";
  return "table " + quoteName(table) + " has " + std::string(kMaxUniqueIdsKey) +
         " = " + std::to_string(*limits.maxUniqueIds) + ", more than " +
         std::string(kMaxIdsKey) + " = " + std::to_string(*limits.maxIds);
}

std::optional<int64_t> *detail::getLimit(TableLimits &limits,
                                         std::string_view key) {
  if (key == kMaxIdsKey)
    return &limits.maxIds;
  return key == kMaxUniqueIdsKey ? &limits.maxUniqueIds : nullptr;
}

} // namespace sc
