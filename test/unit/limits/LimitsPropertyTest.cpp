//===-- LimitsPropertyTest.cpp - random limits files ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is read back; damaged files give limits or an error that
// names the file.

#include "test/property/Damage.h"
#include "test/unit/limits/LimitsTest.h"

#include <random>

namespace sc {
namespace {

using Parser = std::optional<LimitsByTable> (*)(std::string_view,
                                                const std::string &,
                                                std::string &);

static LimitsByTable pickLimits(std::mt19937_64 &random) {
  static constexpr std::string_view kLetters = "ab_ ,\"-/0'\n";
  LimitsByTable tables;
  for (size_t count = random() % 5; count > 0; --count) {
    std::string name = "t";
    for (size_t length = random() % 6; length > 0; --length)
      name += kLetters[random() % kLetters.size()];
    TableLimits &limits = tables[name + "."];
    limits = TableLimits();
    if (random() % 4 != 0)
      limits.maxIds = (random() % INT32_MAX) + 1;
    if (random() % 4 != 0)
      limits.maxUniqueIds = random() % limits.maxIds.value_or(INT32_MAX) + 1;
  }
  return tables;
}

static std::string doubleQuotes(const std::string &text, const char *escaped) {
  std::string result = "\"";
  for (char c : text)
    if (c == '"')
      result += escaped;
    else if (c == '\n' && escaped[0] == '\\')
      result += "\\n";
    else
      result += c;
  return result + "\"";
}

static std::string printCsv(const LimitsByTable &tables) {
  auto print = [](const std::optional<int64_t> &limit) {
    return limit ? std::to_string(*limit) : "";
  };
  std::string text =
      "name,max_ids_per_partition,max_unique_ids_per_partition\n";
  for (const auto &[name, limits] : tables)
    text += doubleQuotes(name, "\"\"") + "," + print(limits.maxIds) + "," +
            print(limits.maxUniqueIds) + "\n";
  return text;
}

static std::string printJson(const LimitsByTable &tables) {
  std::string text;
  for (const auto &[name, limits] : tables) {
    std::string body;
    if (limits.maxIds)
      body = "\"max_ids_per_partition\": " + std::to_string(*limits.maxIds);
    if (limits.maxUniqueIds)
      body +=
          (body.empty() ? "" : ", ") + ("\"max_unique_ids_per_partition\": " +
                                        std::to_string(*limits.maxUniqueIds));
    text += (text.empty() ? "" : ",\n") + doubleQuotes(name, "\\\"") + ": {" +
            body + "}";
  }
  return "{\"tables\": {" + text + "}}\n";
}

static void checkReadsBack(const LimitsByTable &tables, const std::string &text,
                           Parser parse) {
  std::string error;
  std::optional<LimitsByTable> read = parse(text, "file", error);
  ASSERT_TRUE(read) << error << '\n' << text;
  ASSERT_EQ(read->size(), tables.size()) << text;
  for (const auto &[name, limits] : tables) {
    auto found = read->find(name);
    ASSERT_NE(found, read->end()) << name;
    EXPECT_EQ(found->second.maxIds, limits.maxIds) << text;
    EXPECT_EQ(found->second.maxUniqueIds, limits.maxUniqueIds) << text;
  }
}

static void checkDamaged(const std::string &text, Parser parse) {
  std::string error;
  std::optional<LimitsByTable> read = parse(text, "file", error);
  EXPECT_EQ(read.has_value(), error.empty()) << error << '\n' << text;
  if (!read) {
    EXPECT_TRUE(error.starts_with("file:")) << error;
    return;
  }
  for (const auto &[name, limits] : *read) {
    int64_t maxIds = limits.maxIds.value_or(INT32_MAX);
    int64_t maxUniqueIds = limits.maxUniqueIds.value_or(1);
    EXPECT_TRUE(maxUniqueIds >= 1 && maxUniqueIds <= maxIds &&
                maxIds <= INT32_MAX)
        << name << '\n'
        << text;
  }
}

TEST(LimitsProperty, filesAreReadBackAndDamageIsFound) {
  uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 10000 && !testing::Test::HasFailure(); ++i) {
    LimitsByTable tables = pickLimits(random);
    std::string csv = printCsv(tables), json = printJson(tables);
    checkReadsBack(tables, csv, parseCsvLimits);
    checkReadsBack(tables, json, parseJsonLimits);
    checkDamaged(test::damage(csv, random), parseCsvLimits);
    checkDamaged(test::damage(json, random), parseJsonLimits);
  }
}

} // namespace
} // namespace sc
