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
using test::makePlannedProgram;
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

/// An example of the page, by its order.
static std::string readExample(int index) {
  std::ifstream file(SC_DOCS_DIR "/Report.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string page = text.str(), begin = "```text\n";
  size_t from = page.find(begin);
  for (int i = 0; i < index && from != std::string::npos; ++i)
    from = page.find(begin, from + 1);
  size_t to = page.find("```\n", from + 1);
  if (from == std::string::npos || to == std::string::npos)
    return "no example in docs/Report.md";
  from += begin.size();
  return page.substr(from, to - from);
}

TEST(TextReport, wholeReportIsTheExampleOfThePage) {
  EXPECT_EQ(print(makeProgram(), 65792), readExample(0));
}

TEST(TextReport, planIsTheSecondExampleOfThePage) {
  std::string text = print(makePlannedProgram());
  size_t from = text.find("HBM of a device"), to = text.find("\nmemory (");
  ASSERT_LT(from, to);
  EXPECT_EQ(text.substr(from, to - from), readExample(1));
}

TEST(TextReport, leftOutLookupIsStillPlanned) {
  EXPECT_THAT(print(makePlannedProgram()),
              HasSubstr("  user   update, left out  16  64  8  1000"));
}

TEST(TextReport, usesThatDoNotAddUpAreSaid) {
  format::ProgramT program = makePlannedProgram();
  EXPECT_THAT(print(program), Not(HasSubstr("do not add up")));
  program.plan->hbm_peak_bytes += 1;
  EXPECT_THAT(print(program), HasSubstr("do not add up to the planned peak of "
                                        "687105 (671.00 KiB)"));
}

TEST(TextReport, chipsOfTwoDevicesAreSaid) {
  format::ProgramT program = makePlannedProgram();
  EXPECT_THAT(print(program), Not(HasSubstr("a chip is")));
  program.target->name = "v7x";
  EXPECT_THAT(print(program), HasSubstr("GiB); a chip is two devices\n"));
}

TEST(TextReport, oneRowIsNoRows) {
  format::ProgramT program = makePlannedProgram();
  program.lookups[0]->window_rows = 1;
  EXPECT_THAT(print(program), HasSubstr("  2 x 1 row  "));
  EXPECT_THAT(print(program), HasSubstr("  2 x 64 rows  "));
}

TEST(TextReport, columnsOfUpdates) {
  format::ProgramT program = makePlannedProgram();
  program.lookups[1]->optimizer_rows = 1;
  EXPECT_THAT(print(program), HasSubstr("1024            1 row\n"));
  program.lookups.pop_back();
  EXPECT_THAT(print(program), Not(HasSubstr("merged at once")));
}

TEST(TextReport, narrowRows) {
  std::string text = print(test::makeNarrowProgram());
  EXPECT_THAT(text, HasSubstr("TileSpmem peak  row format      row bytes\n"));
  EXPECT_THAT(text, HasSubstr("  int8,scale=row         32\n"));
  EXPECT_THAT(text, HasSubstr("(N max ids, U max unique ids, T tiles, B a "
                              "stored row, g what is gathered of it; bytes)"));
  EXPECT_THAT(text, HasSubstr("forward stack = (2 x B + 4) x U x P x r = (2 x "
                              "32 + 4) x 128 x 16 x 1 = 139264\n"));
  EXPECT_THAT(text, HasSubstr("  weights of narrow tables: 128000 (125.00 "
                              "KiB), as f32 128000 (125.00 KiB)\n"));
  text = print(makePlannedProgram());
  EXPECT_THAT(text, Not(HasSubstr("row format")));
  EXPECT_THAT(text, Not(HasSubstr("narrow")));
}

TEST(TextReport, differenceOfPeaksIsExplained) {
  format::ProgramT program = makePlannedProgram();
  EXPECT_THAT(print(program), Not(HasSubstr("by the lifetimes in the file")));
  program.plan->hbm_peak_bytes += 851968;
  EXPECT_THAT(print(program), HasSubstr("stacks of 1 update that the plan "
                                        "counts and the file leaves out\n"));
}

TEST(TextReport, sizeThatDepartsFromItsFormulaIsSaid) {
  format::ProgramT program = makePlannedProgram();
  program.lookups[0]->scratch_bytes = 999;
  EXPECT_THAT(print(program),
              HasSubstr(" = 1280 by the formula, 999 planned\n"));
}

TEST(TextReport, peaksThatDifferAreSaid) {
  format::ProgramT program = makePlannedProgram();
  EXPECT_EQ(countOccurrences(print(program), "  no\n"), 0u);
  program.plan->peaks[1]->bytes = 129;
  EXPECT_EQ(countOccurrences(print(program), "  no\n"), 1u);
}

TEST(TextReport, assumedNumbersAreListedAndMarked) {
  format::ProgramT program = makePlannedProgram();
  EXPECT_THAT(print(makeProgram()), Not(HasSubstr("assumed")));
  EXPECT_THAT(print(program), HasSubstr("\n  Smem bytes per tile\n"));
  EXPECT_THAT(print(program), Not(HasSubstr("GiB) (assumed)")));
  program.target->assumed = {"usable HBM bytes per device",
                             "HBM bytes per second, per device"};
  std::string text = print(program);
  EXPECT_EQ(countOccurrences(text, "(95.74 GiB) (assumed)"), 2u);
  EXPECT_THAT(text, HasSubstr("the bandwidth of HBM is assumed"));
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
