//===-- DiagnosticsPageTest.cpp - docs/Diagnostics.md equals the tables ---===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To update the page, replace the text between the markers with the "Actual" of
// the failing test.

#include "lib/Diagnostics/Explanations.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

namespace sc {
namespace {

std::string readPart(const std::string &what) {
  std::ifstream file(SC_DOCS_DIR "/Diagnostics.md");
  std::ostringstream text;
  text << file.rdbuf();
  std::string page = text.str();
  std::string begin = "<!-- " + what + " begin -->\n";
  size_t from = page.find(begin);
  size_t to = page.find("<!-- " + what + " end -->\n");
  if (from == std::string::npos || to == std::string::npos)
    return "no markers for " + what;
  from += begin.size();
  return page.substr(from, to - from);
}

TEST(DiagnosticsPage, codesEqualTheTable) {
  EXPECT_EQ(readPart("codes"), formatCodesTable());
}

TEST(DiagnosticsPage, sectionsEqualTheExplanations) {
  EXPECT_EQ(readPart("errors"), formatErrorSections());
}

TEST(Explanations, everyReportedErrorHasOne) {
  for (const format::ErrorInfo &error : format::getErrors()) {
    bool isForeign =
        error.summary.find("not reported by") != std::string_view::npos;
    EXPECT_EQ(findExplanation(error.id) == nullptr, isForeign) << error.code;
  }
}

TEST(Explanations, answerHasMeaningTextAndRemedies) {
  std::string text =
      formatExplanation(format::getError(format::ErrorCode::E3000));
  EXPECT_THAT(text,
              testing::StartsWith("E3000: "
                                  "CompileTimeSparseCoreAllocationFailure "
                                  "(RESOURCE_EXHAUSTED)\n"));
  for (const char *part :
       {"Both bounds are inclusive", "when allocating 23440 words.",
        "what to do:\n  - ", "See https://openxla.org/xla/errors/error_3000"})
    EXPECT_THAT(text, testing::HasSubstr(part));
}

TEST(Explanations, listOfCodes) {
  EXPECT_THAT(listCodes(), testing::StartsWith("E0100, E0101, E0102, E0200, "));
  EXPECT_THAT(listCodes(), testing::EndsWith(", E3000, E3001"));
}

} // namespace
} // namespace sc
