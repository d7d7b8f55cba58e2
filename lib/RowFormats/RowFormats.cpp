//===-- RowFormats.cpp - which tables are stored narrow -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A format, or a JSON file of formats by table. Errors of the file have the
// place of the key that they are about.

#include "sc/RowFormats/RowFormats.h"

#include "sc/Target/JsonTree.h"
#include "sc/Target/NearestName.h"
#include "sc/Target/TextFile.h"

#include "absl/status/statusor.h"

namespace sc {

static constexpr size_t kMostBytes = size_t(64) << 20;
static constexpr std::string_view kOthers = "*";

format::RowFormat RowFormats::find(const std::string &table) const {
  if (auto found = tables.find(table); found != tables.end())
    return found->second;
  return others.value_or(format::RowFormat());
}

std::optional<NamedRowFormat>
RowFormats::findStack(const std::string &table,
                      const std::vector<std::string> &members,
                      std::string &error) const {
  if (tables.contains(table) || members.empty())
    return NamedRowFormat{find(table), tables.contains(table)};
  const std::string &first = members.front();
  NamedRowFormat found{find(first)};
  for (const std::string &member : members) {
    found.isNamed |= tables.contains(member);
    if (find(member) == found.format)
      continue;
    error = "tables " + quoteName(first) + " (" +
            formatRowFormat(found.format) + ") and " + quoteName(member) +
            " (" + formatRowFormat(find(member)) + ") are stacked in " +
            quoteName(table) +
            ", which has one row format: give them the same one, or name the "
            "stack";
    return std::nullopt;
  }
  return found;
}

static std::string describeEntry(const JsonNode &node) {
  if (node.key == kOthers)
    return "the format of all other tables";
  return "the format of table " + quoteName(node.key);
}

/// Whether `formats` has an entry of that key already.
static bool hasEntry(const RowFormats &formats, const std::string &key) {
  return key == kOthers ? formats.others.has_value()
                        : formats.tables.contains(key);
}

/// What is wrong with an entry, which is not added then; "" if nothing is.
static std::string addEntry(const JsonNode &root, const JsonNode &node,
                            RowFormats &formats) {
  if (node.key.empty())
    return "a table has no name";
  if (hasEntry(formats, node.key))
    return describeEntry(node) + " is given twice, first in line " +
           std::to_string(root.find(node.key)->line);
  if (node.kind != JsonNode::Kind::String)
    return describeEntry(node) + " must be a text like \"int8,scale=row\", " +
           "got " + std::string(node.describeKind());
  absl::StatusOr<format::RowFormat> format =
      format::parseRowFormat(node.string);
  if (!format.ok())
    return describeEntry(node) + ": " + std::string(format.status().message());
  if (node.key == kOthers)
    formats.others = *format;
  else
    formats.tables.emplace(node.key, *format);
  return "";
}

std::optional<RowFormats> parseRowFormats(std::string_view text,
                                          const std::string &name,
                                          std::string &error) {
  std::optional<JsonNode> root = parseJsonTree(text, name, error);
  if (!root)
    return std::nullopt;
  auto fail = [&](const JsonNode &node, const std::string &what) {
    error = makeJsonError(name, node, what);
    return std::nullopt;
  };
  if (root->kind != JsonNode::Kind::Object)
    return fail(*root, "a file of row formats must be an object, got " +
                           std::string(root->describeKind()));
  if (root->children.empty())
    return fail(*root, "a file of row formats must name a table, or all "
                       "others as \"*\"");
  RowFormats formats;
  for (const JsonNode &node : root->children)
    if (std::string problem = addEntry(*root, node, formats); !problem.empty())
      return fail(node, problem);
  return formats;
}

std::optional<RowFormats> readRowFormats(const std::string &argument,
                                         std::string &error) {
  error.clear();
  if (argument.ends_with(".json")) {
    std::optional<std::string> text = readTextFile(argument, kMostBytes, error);
    return text ? parseRowFormats(*text, argument, error) : std::nullopt;
  }
  absl::StatusOr<format::RowFormat> format = format::parseRowFormat(argument);
  if (format.ok())
    return RowFormats{*format, {}};
  error = std::string(format.status().message()) +
          "; a file of formats by table ends with .json";
  return std::nullopt;
}

} // namespace sc
