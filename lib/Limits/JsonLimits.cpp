//===-- JsonLimits.cpp - limits in JSON -----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every error has the place of the key that it is about.

#include "lib/Limits/LimitsDetail.h"
#include "sc/Target/JsonTree.h"
#include "sc/Target/NearestName.h"

namespace sc {

namespace {

/// Reads one document. Methods return false after setting `error`.
class JsonLimitsReader {
public:
  JsonLimitsReader(const std::string &name, std::string &error)
      : name(name), error(error) {}

  bool read(const JsonNode &root, LimitsByTable &tables);

private:
  bool readTable(const JsonNode &node, TableLimits &limits);
  bool checkObject(const JsonNode &node, const std::string &what);
  bool fail(const JsonNode &node, const std::string &text) {
    error = makeJsonError(name, node, text);
    return false;
  }

  const std::string &name;
  std::string &error;
};

} // namespace

bool JsonLimitsReader::checkObject(const JsonNode &node,
                                   const std::string &what) {
  if (node.kind == JsonNode::Kind::Object)
    return true;
  return fail(node, what + " must be an object, got " +
                        std::string(node.describeKind()));
}

bool JsonLimitsReader::readTable(const JsonNode &node, TableLimits &limits) {
  std::string what = "table " + quoteName(node.key);
  if (!checkObject(node, what))
    return false;
  error = findKeyProblem(node, name, what,
                         {detail::kMaxIdsKey, detail::kMaxUniqueIdsKey});
  if (!error.empty())
    return false;
  for (const JsonNode &limit : node.children) {
    if (limit.kind != JsonNode::Kind::Number)
      return fail(limit, limit.key + " of " + what +
                             " must be a whole number, got " +
                             std::string(limit.describeKind()));
    std::string problem = detail::findValueProblem(node.key, limit.key,
                                                   limit.string, limit.integer);
    if (!problem.empty())
      return fail(limit, problem);
    *detail::getLimit(limits, limit.key) = limit.integer;
  }
  std::string problem = detail::findPairProblem(node.key, limits);
  return problem.empty() || fail(node, problem);
}

bool JsonLimitsReader::read(const JsonNode &root, LimitsByTable &tables) {
  if (!checkObject(root, "a limits file"))
    return false;
  error = findKeyProblem(root, name, "the limits file", {"tables"});
  if (!error.empty())
    return false;
  const JsonNode *list = root.find("tables");
  if (!list)
    return fail(root, "the limits file has no 'tables'");
  if (!checkObject(*list, "'tables'"))
    return false;
  for (const JsonNode &node : list->children) {
    if (node.key.empty())
      return fail(node, "a table has no name");
    auto [place, isNew] = tables.emplace(node.key, TableLimits());
    if (!isNew)
      return fail(node, "table " + quoteName(node.key) +
                            " is given twice, first in line " +
                            std::to_string(list->find(node.key)->line));
    place->second.source = name;
    if (!readTable(node, place->second))
      return false;
  }
  return true;
}

std::optional<LimitsByTable> parseJsonLimits(std::string_view text,
                                             const std::string &name,
                                             std::string &error) {
  error.clear();
  std::optional<JsonNode> root = parseJsonTree(text, name, error);
  LimitsByTable tables;
  if (!root || !JsonLimitsReader(name, error).read(*root, tables))
    return std::nullopt;
  return tables;
}

} // namespace sc
