//===-- JsonFields.cpp - values of one JSON object ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the kind and the range of each value.

#include "lib/Spec/JsonFields.h"

#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/numbers.h"

#include <cmath>
#include <set>

namespace sc::spec::detail {

bool JsonFields::fail(const JsonNode &node, const std::string &text) {
  error = makeJsonError(name, node, text);
  return false;
}

bool JsonFields::failKind(const JsonNode &node, const std::string &what,
                          const std::string &expected) {
  return fail(node, what + " must be " + expected + ", got " +
                        std::string(node.describeKind()));
}

bool JsonFields::failUnknown(const JsonNode &node, const std::string &kind,
                             const std::string &value, const std::string &what,
                             const std::vector<std::string_view> &known) {
  return fail(node, "unknown " + kind + " " + quoteName(value) + " of " + what +
                        describeNearest(value, known) +
                        " known: " + joinNames(known));
}

std::string JsonFields::getPlace(const JsonNode &node) const {
  return name + ":" + std::to_string(node.line) + ":" +
         std::to_string(node.column);
}

std::string JsonFields::nameMember(const JsonNode &member,
                                   const std::string &what) {
  return quoteName(member.key) + " in " + what;
}

bool JsonFields::checkObject(const JsonNode &node, const std::string &what,
                             const std::vector<std::string_view> &keys) {
  if (node.kind != JsonNode::Kind::Object)
    return failKind(node, what, "an object");
  error = findKeyProblem(node, name, what, keys);
  return error.empty();
}

bool JsonFields::checkDictionary(const JsonNode &node,
                                 const std::string &what) {
  if (node.kind != JsonNode::Kind::Object)
    return failKind(node, what, "an object");
  std::set<std::string_view> seen;
  for (const JsonNode &child : node.children) {
    std::string problem = findNameProblem("key of " + what, child.key);
    if (!problem.empty())
      return fail(child, problem);
    if (!seen.insert(child.key).second)
      return fail(child, nameMember(child, what) +
                             " is given twice, first in line " +
                             std::to_string(node.find(child.key)->line));
  }
  return true;
}

const JsonNode *JsonFields::findRequired(const JsonNode &node, const char *key,
                                         const std::string &what) {
  const JsonNode *found = node.find(key);
  if (!found)
    fail(node, what + " has no " + key);
  return found;
}

bool JsonFields::readInteger(const JsonNode &node, const std::string &what,
                             int64_t least, int64_t &value) {
  if (node.kind != JsonNode::Kind::Number)
    return failKind(node, what, "a whole number");
  if (!node.integer || *node.integer < least || *node.integer > kMostSize)
    return fail(node, what + " is " + quoteName(node.string) +
                          ", must be a whole number from " +
                          std::to_string(least) + " to " +
                          std::to_string(kMostSize));
  value = *node.integer;
  return true;
}

bool JsonFields::readSize(const JsonNode &node, const std::string &what,
                          int64_t &value) {
  return readInteger(node, what, 1, value);
}

bool JsonFields::readFloat(const JsonNode &node, const std::string &what,
                           float &value) {
  if (node.kind != JsonNode::Kind::Number)
    return failKind(node, what, "a number");
  if (!absl::SimpleAtof(node.string, &value) || !std::isfinite(value))
    return fail(node, what + " is " + quoteName(node.string) +
                          ", must be a finite number of 32 bits");
  return true;
}

bool JsonFields::readBool(const JsonNode &node, const std::string &what,
                          bool &value) {
  if (node.kind != JsonNode::Kind::Boolean)
    return failKind(node, what, "true or false");
  value = node.boolean;
  return true;
}

bool JsonFields::readString(const JsonNode &node, const std::string &what,
                            std::string &value) {
  if (node.kind != JsonNode::Kind::String)
    return failKind(node, what, "a string");
  value = node.string;
  return true;
}

bool JsonFields::readName(const JsonNode &node, const std::string &what,
                          std::string &value) {
  if (!readString(node, what, value))
    return false;
  std::string problem = findNameProblem(what, value);
  return problem.empty() || fail(node, problem);
}

bool JsonFields::readOptional(const JsonNode &node, const char *key,
                              const std::string &what,
                              std::optional<int64_t> &value) {
  const JsonNode *member = node.find(key);
  return !member ||
         readSize(*member, member->key + " of " + what, value.emplace());
}

bool JsonFields::readOptional(const JsonNode &node, const char *key,
                              const std::string &what, int64_t &value) {
  const JsonNode *member = node.find(key);
  return !member || readSize(*member, member->key + " of " + what, value);
}

bool JsonFields::readOptional(const JsonNode &node, const char *key,
                              const std::string &what, bool &value) {
  const JsonNode *member = node.find(key);
  return !member || readBool(*member, member->key + " of " + what, value);
}

} // namespace sc::spec::detail
