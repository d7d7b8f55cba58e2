//===-- WriteLimitsTest.cpp - writing limits files ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is read back; what could not be read is not written.

#include "test/unit/limits/LimitsTest.h"

#include <filesystem>
#include <random>
#include <sys/stat.h>

namespace sc {
namespace {

using testing::HasSubstr;

class WriteLimits : public testing::Test {
protected:
  ~WriteLimits() override { std::filesystem::remove_all(folder); }

  std::string getPath(const std::string &name) const {
    return folder + "/" + name;
  }
  std::string readText(const std::string &name) const {
    std::ifstream file(getPath(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// "" or the error, with "F/" for the folder.
  std::string write(const std::string &name, const LimitsByTable &tables) {
    std::string error = "left over";
    bool ok = writeLimitsFile(getPath(name), tables, error);
    EXPECT_EQ(ok, error.empty()) << error;
    if (error.starts_with(folder))
      error.replace(0, folder.size(), "F");
    return error;
  }

  std::string folder = [] {
    std::string name =
        testing::TempDir() + "sc_write_limits_" + std::to_string(getpid());
    std::filesystem::create_directory(name);
    return name;
  }();
  LimitsByTable two = {{"user_table", {2048, 512, ""}},
                       {"item_table", {std::nullopt, 256, ""}}};
};

TEST_F(WriteLimits, json) {
  EXPECT_EQ(write("l.json", two), "");
  EXPECT_EQ(readText("l.json"), R"({
  "tables": {
    "item_table": {
      "max_unique_ids_per_partition": 256
    },
    "user_table": {
      "max_ids_per_partition": 2048,
      "max_unique_ids_per_partition": 512
    }
  }
}
)");
}

TEST_F(WriteLimits, csv) {
  two[" a,\"b\" "] = {7, std::nullopt, ""};
  EXPECT_EQ(write("l.csv", two), "");
  EXPECT_EQ(readText("l.csv"),
            "name,max_ids_per_partition,max_unique_ids_per_partition\n"
            "\" a,\"\"b\"\" \",7,\nitem_table,,256\nuser_table,2048,512\n");
}

TEST_F(WriteLimits, replacesAFile) {
  std::ofstream(getPath("l.csv")) << std::string(1000, 'x');
  EXPECT_EQ(write("l.csv", two), "");
  EXPECT_THAT(readText("l.csv"), testing::EndsWith("user_table,2048,512\n"));
  // No temporary stays, and others may read what the umask lets them.
  auto entries = std::filesystem::directory_iterator(folder);
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
  mode_t mask = umask(0);
  umask(mask);
  struct stat status = {};
  ASSERT_EQ(stat(getPath("l.csv").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST_F(WriteLimits, refusesWhatIsNoLimit) {
  EXPECT_EQ(write("l.json", {{"a", {0, std::nullopt, ""}}}),
            "F/l.json: max_ids_per_partition of table 'a' is '0', must be a "
            "whole number from 1 to 2147483647");
  EXPECT_EQ(write("l.csv", {{"a", {8, int64_t(1) << 31, ""}}}),
            "F/l.csv: max_unique_ids_per_partition of table 'a' is "
            "'2147483648', must be a whole number from 1 to 2147483647");
  EXPECT_EQ(write("l.csv", {{"a", {8, 9, ""}}}),
            "F/l.csv: table 'a' has max_unique_ids_per_partition = 9, more "
            "than max_ids_per_partition = 8");
  EXPECT_EQ(write("l.csv", {{"", {8, 8, ""}}}), "F/l.csv: a table has no name");
  EXPECT_THAT(write("l.csv", {{std::string("a\0b", 3), {8, 8, ""}}}),
              HasSubstr("has a zero byte in its name"));
  EXPECT_EQ(write("l.json", {{"\xFF", {8, 8, ""}}}),
            "F/l.json: a table's name is not UTF-8, as JSON must be; write a "
            ".csv");
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(WriteLimits, refusesPaths) {
  EXPECT_EQ(write("l.txt", two),
            "F/l.txt: a limits file must end in .json or .csv");
  EXPECT_EQ(write("no/l.csv", two),
            "F/no/l.csv: cannot write: No such file or directory");
  std::filesystem::create_directory(getPath("l.csv"));
  EXPECT_EQ(write("l.csv", two),
            "F/l.csv: cannot write: is not a regular file");
}

TEST_F(WriteLimits, isReadBack) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  static constexpr std::string_view kLetters = "ab_ ,\"\\-/'\n\r\t\x01";
  for (int i = 0; i < 100 && !HasFailure(); ++i) {
    LimitsByTable tables;
    for (size_t count = random() % 5; count > 0; --count) {
      std::string name;
      for (size_t length = random() % 6 + 1; length > 0; --length)
        name += kLetters[random() % kLetters.size()];
      TableLimits &limits = tables[name];
      limits = {};
      if (random() % 4 != 0)
        limits.maxIds = random() % INT32_MAX + 1;
      if (random() % 4 != 0)
        limits.maxUniqueIds = random() % limits.maxIds.value_or(INT32_MAX) + 1;
    }
    for (const char *name : {"l.json", "l.csv"}) {
      ASSERT_EQ(write(name, tables), "");
      std::string error;
      std::optional<LimitsByTable> read = readLimitsFile(getPath(name), error);
      ASSERT_TRUE(read) << error << '\n' << readText(name);
      for (auto &[table, limits] : *read)
        limits.source = "";
      ASSERT_EQ(test::describe(read, ""), test::describe(tables, ""))
          << readText(name);
    }
  }
}

} // namespace
} // namespace sc
