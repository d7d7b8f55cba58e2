//===-- HtmlReportTest.cpp - the report as a page -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Escapes, content and size; how it looks is tested in test/tools.

#include "TestProgram.h"
#include "lib/Report/Svg.h"
#include "sc/Report/Report.h"

#include "gmock/gmock.h"

namespace sc {
namespace {

using namespace format;
using report::escapeHtml;
using report::shorten;
using test::addBuffer;
using test::addLeftOut;
using test::makePlannedProgram;
using test::makeProgram;
using testing::HasSubstr;
using testing::Not;

static size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size()))
    ++found;
  return found;
}

TEST(EscapeHtml, markupBecomesText) {
  EXPECT_EQ(escapeHtml("<a b=\"c\" d='e'>&"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST(EscapeHtml, utf8IsKeptAndTheRestReplaced) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escapeHtml("\u00e4\u8868\U0001f600"), "\u00e4\u8868\U0001f600");
  EXPECT_EQ(escapeHtml("a\xff"), "a" + bad);
  EXPECT_EQ(escapeHtml("\xc3<"), bad + "&lt;"); // cut off
  EXPECT_EQ(escapeHtml("\xc0\xbc"), bad + bad); // '<' in overlong form
  EXPECT_EQ(escapeHtml("\xed\xa0\x80"), bad + bad + bad); // surrogate
  EXPECT_EQ(escapeHtml(std::string("\0\x1b\n", 3)), bad + bad + "\n");
}

TEST(Shorten, countsCharacters) {
  EXPECT_EQ(shorten("abc", 3), "abc");
  EXPECT_EQ(shorten("abcd", 3), "ab\u2026");
  EXPECT_EQ(shorten("\u00e4\u00f6\u00fc\u00df", 3), "\u00e4\u00f6\u2026");
  EXPECT_EQ(shorten("abc", 0), "\u2026");
}

TEST(HtmlReport, loadsNothing) {
  std::string html = makeHtmlReport(makePlannedProgram(), 65792);
  EXPECT_THAT(html, testing::StartsWith("<!DOCTYPE html>\n"));
  for (const char *part : {"<script", "http:", "https:", "src=", "url(",
                           "@import", "<link", "javascript:"})
    EXPECT_THAT(html, Not(HasSubstr(part)));
  EXPECT_THAT(html, HasSubstr("default-src 'none'; style-src 'unsafe-inline'"));
}

TEST(HtmlReport, namesAreNeverMarkup) {
  ProgramT program = makePlannedProgram();
  const std::string evil = "\"'><script>alert(1)</script>";
  program.source_name = program.compiler_version = program.target->name = evil;
  program.tasks[0]->name = program.tasks[0]->sequencer->name = evil;
  program.tasks[0]->programs[0]->name = evil;
  for (auto &buffer : program.buffers)
    buffer->name = evil;
  for (auto &lookup : program.lookups)
    lookup->table_name = lookup->limits_source = evil;
  for (auto &use : program.plan->hbm_uses)
    use->table_name = evil;
  program.target->assumed = {evil};
  addLeftOut(program, evil, evil, evil);
  std::string html = makeHtmlReport(program);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("'>")));
  EXPECT_GT(count(html, "&quot;&#39;&gt;&lt;script&gt;"), 20u);
}

TEST(HtmlReport, verdictNamesBothNumbers) {
  ProgramT program = makePlannedProgram();
  EXPECT_THAT(makeHtmlReport(program),
              HasSubstr("<b>HBM of a device \u2713 fits</b>: peak 687104 "
                        "(671.00 KiB) of 102800042229 (95.74 GiB), &lt;0.01%"));
  program.plan->hbm_peak_bytes = 205600084458;
  program.target->assumed = {"usable HBM bytes per device"};
  std::string html = makeHtmlReport(program);
  EXPECT_THAT(html, HasSubstr("\u2715 does not fit</b>: peak 205600084458 "
                              "(191.48 GiB) of 102800042229 (95.74 GiB) "
                              "(assumed), 200.00%"));
  EXPECT_THAT(html, HasSubstr("width:100.000000%"));
  program.target->usable_hbm_bytes = program.target->hbm_bytes = 0;
  EXPECT_THAT(makeHtmlReport(program), HasSubstr("use is not known"));
}

TEST(HtmlReport, sectionsOfThePlan) {
  std::string html = makeHtmlReport(makePlannedProgram());
  for (const char *id :
       {"verdict", "lookups", "maps", "hbm", "tables", "stacks", "plan",
        "formulas", "limits", "predicted", "peaks", "memory", "tasks",
        "schedule", "assumed", "left-out"})
    EXPECT_EQ(count(html, "id=\"" + std::string(id) + "\""), 1u) << id;
  EXPECT_THAT(html, HasSubstr("predicted by a model; nothing measured"));
  std::string without = makeHtmlReport(makeProgram());
  EXPECT_THAT(without, Not(HasSubstr("id=\"plan\"")));
  EXPECT_THAT(without, HasSubstr("id=\"maps\""));
}

TEST(HtmlReport, mapsDrawEachBuffer) {
  std::string html = makeHtmlReport(makeProgram());
  EXPECT_EQ(count(html, "<svg"), 2u);
  EXPECT_EQ(count(html, "<rect class=\"b "), 6u);
  EXPECT_THAT(html, HasSubstr("<title>send_window (window)\n4096 (4.00 KiB) at "
                              "3072..7168\nprograms 0..0</title>"));
  EXPECT_THAT(html, HasSubstr("capacity 512.00 KiB, above this axis"));
}

TEST(HtmlReport, tileBarTellsNeedFromWindows) {
  std::string html = makeHtmlReport(makePlannedProgram());
  EXPECT_THAT(html, HasSubstr("<i class=\"activations\"></i>G gather operand "
                              "128 B</span>"));
  EXPECT_THAT(html, HasSubstr("X scratch 1.25 KiB</span>"));
  EXPECT_THAT(html, HasSubstr("A list 3.00 KiB</span>"));
  EXPECT_THAT(html, HasSubstr("more windows of rows 2.62 KiB</span>"));
  EXPECT_THAT(html, HasSubstr("table &#39;user&#39; needs most: G + X + A = "
                              "4480 (4.38 KiB), 0.85% of a tile"));
  EXPECT_THAT(makeHtmlReport(makeProgram()), Not(HasSubstr("needs most")));
}

TEST(HtmlReport, mapSaysWhyThePlanHasMore) {
  ProgramT program = makePlannedProgram();
  EXPECT_EQ(count(makeHtmlReport(program), "the file leaves out"), 0u);
  program.plan->hbm_peak_bytes += 1;
  EXPECT_EQ(count(makeHtmlReport(program), "the file leaves out"), 2u);
}

TEST(HtmlReport, equalMapsAreDrawnOnce) {
  ProgramT program = makePlannedProgram();
  program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
  for (size_t buffer : {5, 6, 7}) {
    program.buffers.push_back(
        std::make_unique<BufferT>(*program.buffers[buffer]));
    program.buffers.back()->task = 1;
  }
  std::string html = makeHtmlReport(program);
  EXPECT_EQ(count(html, "<svg"), 2u);
  EXPECT_THAT(html, HasSubstr("2 x: user, lookup_user: buffers peak at 7168"));
}

TEST(HtmlReport, capacityIsDrawnWhereItIsNear) {
  ProgramT program = makeProgram();
  program.target->tile_spmem_bytes = 8000;
  std::string html = makeHtmlReport(program);
  EXPECT_EQ(count(html, "<line class=\"capacity\""), 1u);
  EXPECT_THAT(html, HasSubstr("dashed: capacity 7.81 KiB"));
}

TEST(HtmlReport, manyLookupsStaySmall) {
  ProgramT program = makePlannedProgram();
  for (int i = 0; i < 999; ++i) {
    auto task = static_cast<int32_t>(program.tasks.size());
    program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
    program.lookups.push_back(std::make_unique<LookupT>(*program.lookups[0]));
    program.lookups.back()->task = task;
    program.lookups.back()->table_name = "table_" + std::to_string(i);
    for (int buffer = 0; buffer < 10; ++buffer)
      addBuffer(program, "b", MemorySpace::TileSpmem, BufferClass::List, 1000)
          .task = task;
    for (int buffer = 0; buffer < 5; ++buffer)
      addBuffer(program, "b", MemorySpace::Hbm, BufferClass::Stack, 4000);
    for (int use = 0; use < 4; ++use) {
      program.plan->hbm_uses.push_back(
          std::make_unique<HbmUseT>(*program.plan->hbm_uses[0]));
      program.plan->hbm_uses.back()->table_name =
          program.lookups.back()->table_name;
    }
  }
  std::string html = makeHtmlReport(program);
  EXPECT_LT(html.size(), 5'000'000u);
  EXPECT_THAT(html, HasSubstr("999 x: table_0, table_1, "));
  EXPECT_THAT(html, HasSubstr("<td>table_998<"));
}

} // namespace
} // namespace sc
