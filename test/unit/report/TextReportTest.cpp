//===-- TextReportTest.cpp - the report for people ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole report of a small program, then what depends on its content.

#include "TestProgram.h"
#include "sc/Report/Report.h"

#include "gmock/gmock.h"

#include <fstream>
#include <sstream>

namespace sc {
namespace {

using test::addLeftOut;
using test::makeProgram;
using testing::HasSubstr;
using testing::Not;

static std::string print(const format::ProgramT &program,
                         int64_t fileBytes = 0) {
  std::stringstream text;
  printTextReport(program, text, fileBytes);
  return text.str();
}

static size_t countOccurrences(const std::string &text,
                               const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// The example of the page.
static std::string readExample() {
  std::ifstream file(SC_DOCS_DIR "/Report.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string page = text.str(), begin = "```text\n";
  size_t from = page.find(begin), to = page.find("```\n", from + 1);
  if (from == std::string::npos || to == std::string::npos)
    return "no example in docs/Report.md";
  from += begin.size();
  return page.substr(from, to - from);
}

TEST(TextReport, wholeReportIsTheExampleOfThePage) {
  EXPECT_EQ(print(makeProgram(), 65792), readExample());
}

TEST(TextReport, oneDevice) {
  format::ProgramT program = makeProgram();
  program.target->devices = program.target->sparse_cores_per_device = 1;
  EXPECT_THAT(print(program),
              HasSubstr(", 1 device, 1 SparseCore of 16 tiles"));
}

TEST(TextReport, fileSizeOnlyIfKnown) {
  EXPECT_THAT(print(makeProgram()), Not(HasSubstr("file bytes:")));
}

TEST(TextReport, programWithoutLookups) {
  format::ProgramT program = makeProgram();
  program.lookups.clear();
  EXPECT_THAT(print(program), HasSubstr("w words)\n  none\n"));
}

TEST(TextReport, localFormHasNoLimits) {
  format::ProgramT program = makeProgram();
  program.lookups[0]->max_ids = program.lookups[0]->max_unique_ids = 0;
  EXPECT_EQ(countOccurrences(print(program), " none"), 2u);
}

TEST(TextReport, unpublishedHbmHasNoPercentage) {
  format::ProgramT program = makeProgram();
  program.target->hbm_bytes = program.target->usable_hbm_bytes = 0;
  EXPECT_THAT(print(program), Not(HasSubstr("GiB")));
}

TEST(TextReport, constantsCountTheirBytes) {
  format::ProgramT program = makeProgram();
  format::ConstantT constant;
  constant.data.resize(4096);
  program.steps[0]->body.Set(constant);
  EXPECT_THAT(print(program),
              HasSubstr("constant bytes in the file: 4096 (4.00 KiB)"));
}

TEST(TextReport, eachOperationLeftOutOnce) {
  format::ProgramT program = makeProgram();
  for (int i = 0; i < 10; ++i)
    addLeftOut(program, "stablehlo.dot_general", "dense operation",
               "model.py:" + std::to_string(i) + ":1");
  addLeftOut(program, "stablehlo.dot_general", "dense operation",
             "model.py:3:1");
  std::string text = print(program);
  EXPECT_THAT(text, HasSubstr("operation              location      reason"));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(countOccurrences(text, "model.py:" + std::to_string(i) + ":1"),
              1u);
}

TEST(TextReport, manyOperationsLeftOutAreGrouped) {
  format::ProgramT program = makeProgram();
  for (int i = 0; i < 40; ++i) {
    std::string line = std::to_string(i);
    addLeftOut(program, i % 4 ? "stablehlo.add" : "stablehlo.sort",
               "dense operation", "model.py:" + line);
  }
  std::string text = print(program);
  EXPECT_THAT(text, HasSubstr("     10  stablehlo.sort  model.py:0 "));
  EXPECT_THAT(text, HasSubstr("     30  stablehlo.add   model.py:1 "));
  EXPECT_EQ(countOccurrences(text, "dense operation"), 2u);
}

TEST(TextReport, unknownLocationIsNamed) {
  format::ProgramT program = makeProgram();
  addLeftOut(program, "stablehlo.while", "no loops", "");
  EXPECT_THAT(print(program), HasSubstr("unknown location"));
}

} // namespace
} // namespace sc
