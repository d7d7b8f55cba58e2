//===-- JsonTreeTest.cpp - JSON with the place of each value --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds, values and places; limits of depth and size.

#include "sc/Target/JsonTree.h"

#include "gmock/gmock.h"

namespace sc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

static JsonNode parse(std::string_view text) {
  std::string error;
  std::optional<JsonNode> root = parseJsonTree(text, "f", error);
  EXPECT_TRUE(root) << error;
  return root.value_or(JsonNode());
}

static std::string parseError(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parseJsonTree(text, "f", error)) << text;
  return error;
}

static std::string getPlace(const JsonNode &node) {
  return std::to_string(node.line) + ":" + std::to_string(node.column);
}

TEST(JsonTree, placesOfKeysAndElements) {
  JsonNode root = parse("{\n  \"a\" : 12 ,\n\"b\":[1,22 , {\"c\" :null}],"
                        "\"d\":true}");
  ASSERT_EQ(root.children.size(), 3u);
  EXPECT_EQ(getPlace(root), "1:1");
  EXPECT_EQ(getPlace(root.children[0]), "2:3");
  const JsonNode &list = root.children[1];
  EXPECT_EQ(getPlace(list), "3:1");
  ASSERT_EQ(list.children.size(), 3u);
  EXPECT_EQ(getPlace(list.children[0]), "3:6");
  EXPECT_EQ(getPlace(list.children[1]), "3:8");
  EXPECT_EQ(getPlace(list.children[2]), "3:13");
  EXPECT_EQ(getPlace(list.children[2].children[0]), "3:14");
  EXPECT_EQ(getPlace(root.children[2]), "3:26");
}

TEST(JsonTree, stringsMayHoldMarks) {
  JsonNode root = parse(R"({"a,:]}": "x\"}\n", "b": [[], {}, -1], "c": 1})");
  EXPECT_EQ(root.children[0].string, "x\"}\n");
  EXPECT_EQ(getPlace(root.children[1]), "1:21");
  EXPECT_EQ(getPlace(root.children[1].children[2]), "1:35");
  EXPECT_EQ(getPlace(root.children[2]), "1:40");
}

TEST(JsonTree, kinds) {
  JsonNode root = parse(R"([null, false, true, 1, "s", [], {}])");
  const char *kinds[] = {"null",     "a boolean", "a boolean", "a number",
                         "a string", "an array",  "an object"};
  ASSERT_EQ(root.children.size(), 7u);
  for (size_t i = 0; i < 7; ++i)
    EXPECT_EQ(root.children[i].describeKind(), kinds[i]);
  EXPECT_FALSE(root.children[1].boolean);
  EXPECT_TRUE(root.children[2].boolean);
}

TEST(JsonTree, wholeNumbersOf64Bits) {
  JsonNode root = parse("[9223372036854775807, -9223372036854775808, 0,"
                        "9223372036854775808, 1.0, 2e1,"
                        "100000000000000000000]");
  const auto &numbers = root.children;
  EXPECT_EQ(numbers[0].integer, INT64_MAX);
  EXPECT_EQ(numbers[1].integer, INT64_MIN);
  EXPECT_EQ(numbers[2].integer, 0);
  const char *spellings[] = {"9223372036854775808", "1.0", "2e1",
                             "100000000000000000000"};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(numbers[i + 3].integer, std::nullopt);
    EXPECT_EQ(numbers[i + 3].string, spellings[i]);
  }
}

TEST(JsonTree, findsMembers) {
  JsonNode root = parse(R"({"a": 1, "b": 2, "a": 3})");
  EXPECT_EQ(root.find("b")->integer, 2);
  EXPECT_EQ(root.find("a")->integer, 1);
  EXPECT_EQ(root.find("c"), nullptr);
  EXPECT_EQ(root.children.size(), 3u);
}

TEST(JsonTree, syntaxErrors) {
  EXPECT_THAT(parseError("{\"a\":\n  1,}"), StartsWith("f:2:5: syntax error"));
  EXPECT_THAT(parseError("1 2"), StartsWith("f:1:3: "));
  EXPECT_THAT(parseError("[1\n\n"), StartsWith("f:3:1: "));
  EXPECT_THAT(parseError("\xEF\xBB\xBF[}"), StartsWith("f:1:2: "));
  EXPECT_THAT(parseError("\xEF\xBB"), StartsWith("f:1:"));
  EXPECT_THAT(parseError("\"\xC3\""), StartsWith("f:1:3: "));
}

TEST(JsonTree, keyProblems) {
  auto find = [](std::string_view text) {
    return findKeyProblem(parse(text), "f", "the list", {"name", "size"});
  };
  EXPECT_EQ(find(R"({"size": 1, "name": 2})"), "");
  EXPECT_EQ(find(R"({"size": 1, "nane": 2})"),
            "f:1:13: unknown key 'nane' of the list; did you mean 'name'? "
            "known: name, size");
  EXPECT_EQ(find("{\"size\": 1,\n\"size\": 2}"),
            "f:2:1: 'size' of the list is given twice, first in line 1");
}

TEST(JsonTree, depth) {
  EXPECT_EQ(parse(std::string(32, '[') + std::string(32, ']')).children.size(),
            1u);
  EXPECT_THAT(parseError(std::string(33, '[') + std::string(33, ']')),
              HasSubstr("f:1:33: nested more than 32 levels deep"));
}

} // namespace
} // namespace sc
