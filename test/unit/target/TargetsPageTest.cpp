//===-- TargetsPageTest.cpp - docs/Targets.md equals the data -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page's tables are what printTargets prints. To update them, replace the
// text between the markers with the "Actual" of the failing test.

#include "sc/Target/Target.h"

#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

namespace sc {
namespace {

static std::string readPart(const std::string &path, const std::string &begin,
                            const std::string &end) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  std::string page = text.str();
  size_t from = page.find(begin), to = page.find(end);
  if (from == std::string::npos || to == std::string::npos)
    return "no markers in " + path;
  from += begin.size();
  return page.substr(from, to - from);
}

TEST(TargetsPage, tablesEqualTheData) {
  std::stringstream printed;
  printTargets(printed);
  EXPECT_EQ(readPart(SC_DOCS_DIR "/Targets.md", "<!-- printTargets begin -->\n",
                     "<!-- printTargets end -->\n"),
            printed.str());
}

} // namespace
} // namespace sc
