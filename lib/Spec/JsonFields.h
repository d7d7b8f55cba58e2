//===-- JsonFields.h - values of one JSON object ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the kind and the range of each value; messages say where and of what.

#ifndef SC_LIB_SPEC_JSONFIELDS_H
#define SC_LIB_SPEC_JSONFIELDS_H

#include "sc/Target/JsonTree.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sc::spec::detail {

/// Methods return false or null after setting `error`. `what` is what messages
/// call the value, or the object that has it as a member.
class JsonFields {
public:
  JsonFields(const std::string &name, std::string &error)
      : name(name), error(error) {}

protected:
  /// An object that has no keys but `keys`, each at most once.
  bool checkObject(const JsonNode &node, const std::string &what,
                   const std::vector<std::string_view> &keys);

  bool readInteger(const JsonNode &node, const std::string &what, int64_t least,
                   int64_t &value);
  /// A whole number of at least 1.
  bool readSize(const JsonNode &node, const std::string &what, int64_t &value);
  bool readFloat(const JsonNode &node, const std::string &what, float &value);
  bool readBool(const JsonNode &node, const std::string &what, bool &value);
  bool readString(const JsonNode &node, const std::string &what,
                  std::string &value);
  /// A string that findNameProblem has nothing against.
  bool readName(const JsonNode &node, const std::string &what,
                std::string &value);

  template <typename T>
  using Read = bool (JsonFields::*)(const JsonNode &, const std::string &, T &);

  const JsonNode *findRequired(const JsonNode &node, const char *key,
                               const std::string &what);
  template <typename T>
  bool readRequired(const JsonNode &node, const char *key,
                    const std::string &what, T &value, Read<T> read) {
    const JsonNode *member = findRequired(node, key, what);
    return member && (this->*read)(*member, member->key + " of " + what, value);
  }

  /// Leave the value as it is if there is no such key.
  bool readOptional(const JsonNode &node, const char *key,
                    const std::string &what, std::optional<int64_t> &value);
  bool readOptional(const JsonNode &node, const char *key,
                    const std::string &what, int64_t &value);
  bool readOptional(const JsonNode &node, const char *key,
                    const std::string &what, bool &value);

  template <typename T>
  bool readDictionary(const JsonNode &node, const char *key,
                      const std::string &what, std::map<std::string, T> &values,
                      Read<T> read) {
    const JsonNode *list = node.find(key);
    if (!list)
      return true;
    std::string whole = std::string(key) + " of " + what;
    if (!checkDictionary(*list, whole))
      return false;
    for (const JsonNode &member : list->children)
      if (!(this->*read)(member, nameMember(member, whole), values[member.key]))
        return false;
    return true;
  }

  bool fail(const JsonNode &node, const std::string &text);
  /// "`what` must be `expected`, got a string".
  bool failKind(const JsonNode &node, const std::string &what,
                const std::string &expected);
  /// "unknown combiner 'x' of table 'a'; did you mean 'y'? known: …".
  bool failUnknown(const JsonNode &node, const std::string &kind,
                   const std::string &value, const std::string &what,
                   const std::vector<std::string_view> &known);
  /// "spec.json:3:5".
  std::string getPlace(const JsonNode &node) const;

private:
  bool checkDictionary(const JsonNode &node, const std::string &what);
  static std::string nameMember(const JsonNode &member,
                                const std::string &what);

  const std::string &name;
  std::string &error;
};

} // namespace sc::spec::detail

#endif // SC_LIB_SPEC_JSONFIELDS_H
