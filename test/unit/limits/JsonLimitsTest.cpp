//===-- JsonLimitsTest.cpp - limits in JSON -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read, and one message with its place for each way to get it wrong.

#include "test/unit/limits/LimitsTest.h"

namespace sc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

static std::string parse(std::string_view text) {
  std::string error = "left over";
  std::optional<LimitsByTable> tables = parseJsonLimits(text, "l.json", error);
  return test::describe(tables, error);
}

/// A file with one table 'a' of that body.
static std::string parseTable(const std::string &body) {
  return parse("{\"tables\": {\"a\": " + body + "}}");
}

TEST(JsonLimits, bothLimitsOfEachTable) {
  EXPECT_EQ(parse(R"({"tables": {
    "user": {"max_ids_per_partition": 2048,
             "max_unique_ids_per_partition": 512},
    "item": {"max_unique_ids_per_partition": 7, "max_ids_per_partition": 7}}})"),
            "item:7/7@l.json user:2048/512@l.json");
}

TEST(JsonLimits, whatIsNotGivenIsUnset) {
  EXPECT_EQ(parseTable(R"({"max_ids_per_partition": 8})"), "a:8/-@l.json");
  EXPECT_EQ(parseTable(R"({"max_unique_ids_per_partition": 8})"),
            "a:-/8@l.json");
  EXPECT_EQ(parseTable("{}"), "a:-/-@l.json");
  EXPECT_EQ(parse(R"({"tables": {}})"), "");
}

TEST(JsonLimits, byteOrderMarkIsPassed) {
  EXPECT_EQ(parse("\xEF\xBB\xBF{\"tables\": {\"a\": {}}}"), "a:-/-@l.json");
  EXPECT_THAT(parse("\xEF\xBB\xBF{\"table\": 1}"),
              StartsWith("error: l.json:1:2: unknown key 'table'"));
}

TEST(JsonLimits, namesAreAnyText) {
  EXPECT_EQ(parse(R"({"tables": {"caf\u00e9 \"x\", y": {}}})"),
            "caf\xC3\xA9 \"x\", y:-/-@l.json");
}

TEST(JsonLimits, boundsOfAValue) {
  EXPECT_EQ(parseTable(R"({"max_ids_per_partition": 2147483647})"),
            "a:2147483647/-@l.json");
  EXPECT_EQ(parseTable(R"({"max_ids_per_partition": 1})"), "a:1/-@l.json");
  for (const char *value :
       {"0", "-1", "2147483648", "9223372036854775808", "18446744073709551616",
        "-9223372036854775809", "1.5", "8.0", "1e3"}) {
    EXPECT_THAT(
        parseTable("{\"max_ids_per_partition\": " + std::string(value) + "}"),
        HasSubstr("'" + std::string(value) +
                  "', must be a whole number from 1 to 2147483647"));
  }
}

TEST(JsonLimits, valueErrorsNameTheTableAndThePlace) {
  EXPECT_EQ(parse("{\"tables\": {\n  \"user\": {\n"
                  "    \"max_ids_per_partition\": -3}}}"),
            "error: l.json:3:5: max_ids_per_partition of table 'user' is '-3', "
            "must be a whole number from 1 to 2147483647");
  EXPECT_EQ(parseTable(R"({"max_ids_per_partition": "8"})"),
            "error: l.json:1:19: max_ids_per_partition of table 'a' must be a "
            "whole number, got a string");
  EXPECT_THAT(parseTable(R"({"max_ids_per_partition": null})"),
              HasSubstr("got null"));
}

TEST(JsonLimits, moreUniqueIdsThanIds) {
  EXPECT_EQ(parse("{\"tables\": {\n\"user\": {\"max_ids_per_partition\": 8, "
                  "\"max_unique_ids_per_partition\": 9}}}"),
            "error: l.json:2:1: table 'user' has max_unique_ids_per_partition "
            "= 9, more than max_ids_per_partition = 8");
}

TEST(JsonLimits, unknownKeysNameTheNearest) {
  EXPECT_EQ(parseTable(R"({"max_id_per_partition": 8})"),
            "error: l.json:1:19: unknown key 'max_id_per_partition' of table "
            "'a'; did you mean 'max_ids_per_partition'? known: "
            "max_ids_per_partition, max_unique_ids_per_partition");
  EXPECT_EQ(parse(R"({"tabels": {}})"),
            "error: l.json:1:2: unknown key 'tabels' of the limits file; did "
            "you mean 'tables'? known: tables");
  EXPECT_THAT(parse(R"({"version": 1, "tables": {}})"),
              HasSubstr("unknown key 'version' of the limits file; known:"));
}

TEST(JsonLimits, nothingMayBeGivenTwice) {
  EXPECT_EQ(parse("{\"tables\": {\"user\": {},\n \"user\": {}}}"),
            "error: l.json:2:2: table 'user' is given twice, first in line 1");
  EXPECT_EQ(parse("{\"tables\": {},\n\"tables\": {}}"),
            "error: l.json:2:1: 'tables' of the limits file is given twice, "
            "first in line 1");
  EXPECT_THAT(parseTable("{\"max_ids_per_partition\": 8,"
                         "\"max_ids_per_partition\": 8}"),
              HasSubstr("'max_ids_per_partition' of table 'a' is given twice"));
}

TEST(JsonLimits, wrongShapes) {
  EXPECT_EQ(parse("{}"), "error: l.json:1:1: the limits file has no 'tables'");
  EXPECT_EQ(parse("[]"), "error: l.json:1:1: a limits file must be an object, "
                         "got an array");
  EXPECT_EQ(parse("{\"tables\": []}"),
            "error: l.json:1:2: 'tables' must be an object, got an array");
  EXPECT_EQ(parseTable("8"),
            "error: l.json:1:13: table 'a' must be an object, got a number");
  EXPECT_EQ(parse(R"({"tables": {"": {}}})"),
            "error: l.json:1:13: a table has no name");
}

TEST(JsonLimits, syntaxErrorsHaveTheirPlace) {
  EXPECT_THAT(parse("{\"tables\":\n  {\"a\" 5}}"),
              StartsWith("error: l.json:2:8: syntax error"));
  EXPECT_THAT(parse("{\"tables\": {}"), StartsWith("error: l.json:1:14: "));
  EXPECT_THAT(parse("{\"tables\": {}}}"), StartsWith("error: l.json:1:15: "));
  EXPECT_THAT(parse(""), StartsWith("error: l.json:1:1: "));
  EXPECT_THAT(
      parse("{\"tables\": {\"a\": {\"max_ids_per_partition\": 1e999}}}"),
      StartsWith("error: l.json:1:"));
}

TEST(JsonLimits, messagesStayPrintableAndShort) {
  std::string error = parse("{\"\xFF\x01" + std::string(100000, 'q'));
  EXPECT_LT(error.size(), 400u);
  EXPECT_EQ(error.find('\xFF'), std::string::npos);
  error = parse("{\"" + std::string(100000, 'q') + "\": 1}");
  EXPECT_LT(error.size(), 400u);
}

TEST(JsonLimits, hostileNesting) {
  EXPECT_THAT(parse(std::string(10'000'000, '[')),
              HasSubstr("nested more than 32 levels deep"));
  std::string objects;
  for (int i = 0; i < 100000; ++i)
    objects += "{\"tables\":";
  EXPECT_THAT(parse(objects), HasSubstr("nested more than 32 levels deep"));
}

TEST(JsonLimits, hostileCounts) {
  std::string text = "[0";
  for (int i = 0; i < 1'000'000; ++i)
    text += ",0";
  EXPECT_THAT(parse(text + "]"), HasSubstr("more than 1000000 values"));
}

} // namespace
} // namespace sc
