//===-- JsonTree.h - JSON with the place of each value ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For JSON files that people write: errors say where, and keys that occur twice
// are kept, so that they can be refused.

#ifndef SC_TARGET_JSONTREE_H
#define SC_TARGET_JSONTREE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

struct JsonNode {
  enum class Kind { Null, Boolean, Number, String, Array, Object };

  Kind kind = Kind::Null;
  std::string key;    // of a member of an object
  size_t line = 1;    // of the key or, without one, of the value
  size_t column = 1;  // in bytes, from 1
  std::string string; // of a string; of a number as the file spells it
  /// Set for whole numbers of 64 bits that are written without a point.
  std::optional<int64_t> integer;
  bool boolean = false;
  std::vector<JsonNode> children; // in the order of the file

  /// The member of that key, or null.
  const JsonNode *find(std::string_view name) const;
  /// "a number", "an object": for messages.
  std::string_view describeKind() const;
};

/// Parses a whole document. On failure returns nothing and sets `error` to
/// "name:line:column: text". Refuses deep nesting and more than a million
/// values, so that a hostile file costs little.
std::optional<JsonNode> parseJsonTree(std::string_view text,
                                      const std::string &name,
                                      std::string &error);

/// "name:line:column: text", the place being that of `node`.
std::string makeJsonError(const std::string &name, const JsonNode &node,
                          const std::string &text);

/// Why the keys of the object `node`, which messages call `what`, are not a
/// subset of `known` without repetition; empty if they are.
std::string findKeyProblem(const JsonNode &node, const std::string &name,
                           const std::string &what,
                           const std::vector<std::string_view> &known);

} // namespace sc

#endif // SC_TARGET_JSONTREE_H
