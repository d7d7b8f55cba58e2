//===-- LimitsFileTest.cpp - limits from files ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format is told by the contents; the examples of docs/Limits.md are read.

#include "test/unit/limits/LimitsTest.h"

#include <sstream>

namespace sc {
namespace {

using test::readAs;
using testing::HasSubstr;

static const char *const kCsv =
    "name,max_ids_per_partition,max_unique_ids_per_partition\na,8,4\n";

TEST(LimitsFile, formatIsToldByContents) {
  EXPECT_EQ(readAs(R"( {"tables": {"a": {"max_ids_per_partition": 8}}})"),
            "a:8/-@FILE");
  EXPECT_EQ(readAs(std::string("\xEF\xBB\xBF") + kCsv), "a:8/4@FILE:2");
  EXPECT_EQ(readAs(std::string("\xEF\xBB\xBF\n {\"tables\": {}}")), "");
}

TEST(LimitsFile, filesThatSayNothing) {
  EXPECT_EQ(readAs(""), "error: FILE: is empty");
  EXPECT_EQ(readAs(" \n\t\r\n"), "error: FILE: has only blanks");
  EXPECT_EQ(readAs("\xEF\xBB\xBF"), "error: FILE: has only blanks");
}

TEST(LimitsFile, foreignFiles) {
  EXPECT_EQ(readAs(std::string("\x7F\x45LF\0\1\2", 7)),
            "error: FILE: is neither JSON, CSV nor .npz");
  EXPECT_THAT(readAs("module @jit_f {"),
              HasSubstr("FILE:1:1: a limits file is "
                        "JSON that starts with '{'"));
}

static std::string readError(const std::string &path) {
  std::string error;
  EXPECT_FALSE(readLimitsFile(path, error));
  return error;
}

TEST(LimitsFile, pathsThatAreNoFile) {
  std::string folder = testing::TempDir();
  EXPECT_EQ(readError(folder), folder + ": is a directory");
  EXPECT_EQ(readError("no/such/file"),
            "no/such/file: cannot be opened: No such file or directory");
  EXPECT_THAT(readError(""), HasSubstr("cannot be opened"));
}

TEST(LimitsFile, hugeFilesAreGivenUp) {
  test::TempFile file("{");
  ASSERT_EQ(truncate(file.path.c_str(), off_t(1) << 30), 0);
  EXPECT_EQ(readError(file.path),
            file.path +
                ": has more than 67108864 bytes, the limit for such a file");
  EXPECT_THAT(readError("/dev/zero"), HasSubstr("more than 67108864 bytes"));
}

/// The example of that language in docs/Limits.md.
static std::string readExample(const std::string &language) {
  std::ifstream file(SC_DOCS_DIR "/Limits.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string page = text.str();
  std::string mark = "```" + language + "\n";
  size_t begin = page.find(mark);
  if (begin == std::string::npos)
    return "";
  begin += mark.size();
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(LimitsFile, examplesOfThePage) {
  EXPECT_EQ(readAs(readExample("json")),
            "item_table:-/256@FILE user_table:2048/512@FILE");
  EXPECT_EQ(readAs(readExample("csv")),
            "item_table:-/256@FILE:3 user_table:2048/512@FILE:2");
  EXPECT_EQ(readAs(readExample("fdo")),
            "item_table:-/256@FILE user_table:2048/512@FILE");
}

} // namespace
} // namespace sc
