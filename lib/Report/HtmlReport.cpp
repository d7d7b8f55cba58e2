//===-- HtmlReport.cpp - the report as a page -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One file without scripts that loads nothing: the page forbids both itself.

#include "sc/Report/Report.h"

#include "Html.h"
#include "Svg.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

namespace sc {

using namespace report;

/// TileSpmem is drawn in this many maps, those with the largest peaks.
static constexpr size_t kMaxTileMaps = 12;

namespace report {
std::string makeHtmlTable(const TextTable &table) {
  std::string html = "<div class=\"scroll\"><table>\n";
  const char *cell = "th";
  for (const auto &row : table.getRows()) {
    html += "<tr>";
    for (const std::string &text : row)
      html += "<" + std::string(cell) + ">" + escapeHtml(text);
    html += "\n";
    cell = "td";
  }
  return html + "</table></div>\n";
}

std::string makeKey(std::string_view style, std::string_view text) {
  return "<span><i class=\"" + escapeHtml(style) + "\"></i>" +
         escapeHtml(text) + "</span> ";
}

/// "lookups (P ...)": heading and what it explains.
static std::string makeHeading(const std::string &title) {
  size_t at = title.find(" (");
  std::string heading = title.substr(0, at);
  heading[0] = static_cast<char>(std::toupper(heading[0]));
  std::string html = "<h2>" + escapeHtml(heading) + "</h2>\n";
  if (at == std::string::npos)
    return html;
  std::string rest = title.substr(at + 2, title.size() - at - 3);
  return html + "<p class=\"soft\">" + escapeHtml(rest) + "</p>\n";
}

std::string makeHtmlSection(const Section &section) {
  std::string html = "<section id=\"" + section.id + "\">\n";
  html += makeHeading(section.title);
  html += section.table.isEmpty() ? "<p>" + section.whenEmpty + "</p>\n"
                                  : makeHtmlTable(section.table);
  for (const std::string &note : section.notes)
    html += "<p class=\"soft\">" + escapeHtml(note) + "</p>\n";
  return html + "</section>\n";
}

std::string makeColumnStyle(const std::vector<Section> &sections) {
  std::string rules;
  for (const Section &section : sections)
    for (size_t i = 0; i < section.table.getColumnCount(); ++i)
      if (section.table.isAlignedRight(i))
        rules += "#" + section.id + " :is(th,td):nth-child(" +
                 std::to_string(i + 1) +
                 ") { text-align: right; white-space: nowrap; }\n";
  return rules;
}
} // namespace report

static std::string makeHead(const format::ProgramT &program,
                            const std::vector<Section> &sections) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
         "'none'; style-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
         escapeHtml(program.source_name) + ": sc report</title>\n<style>" +
         std::string(getStyleSheet()) + makeColumnStyle(sections) +
         "</style></head>\n";
}

static std::string makeTitle(const format::ProgramT &program,
                             int64_t fileBytes) {
  std::string html = "<h1>" + escapeHtml(program.source_name) + "</h1>\n<dl>";
  for (const auto &[name, value] : report::makeHead(program, fileBytes))
    html += "<dt>" + escapeHtml(name) + "<dd>" + escapeHtml(value) + "\n";
  return html + "</dl>\n";
}

static std::string makeMaps(const format::ProgramT &program) {
  std::string html = "<section id=\"maps\">\n<h2>Memory maps</h2>\n";
  if (std::optional<MemoryMap> map = collectHbmMap(program))
    html += makeHtmlMap(*map);
  std::vector<MemoryMap> maps = collectTileMaps(program, kMaxTileMaps);
  html += "<h2>TileSpmem of a tile, table by table</h2>\n";
  size_t drawn = 0;
  for (const MemoryMap &map : maps)
    drawn += 1 + map.equals.size();
  if (drawn < program.tasks.size())
    html += "<p class=\"soft\">" + std::to_string(drawn) + " of " +
            std::to_string(program.tasks.size()) +
            " tasks, those with the largest peaks</p>\n";
  for (const MemoryMap &map : maps)
    html += makeHtmlMap(map);
  return html + "</section>\n";
}

/// What leads to the sections.
static std::string makeNavigation(const std::vector<Section> &sections) {
  std::string html = "<nav><a href=\"#maps\">maps</a>";
  for (const Section &section : sections)
    html += " <a href=\"#" + section.id + "\">" + section.id + "</a>";
  return html + "</nav>\n";
}

static std::vector<Section> collectSections(const format::ProgramT &program) {
  std::vector<Section> sections = {makeLookupSection(program)};
  auto append = [&](std::vector<Section> more) {
    std::ranges::move(more, std::back_inserter(sections));
  };
  append(makePlanSections(program));
  append({makeMemorySection(program), makeTaskSection(program),
          makeScheduleSection(program)});
  append(makeAssumedSections(*program.target));
  append({makeLeftOutSection(program)});
  return sections;
}

std::string makeHtmlReport(const format::ProgramT &program, int64_t fileBytes) {
  std::vector<Section> sections = collectSections(program);
  std::string html = makeHead(program, sections);
  html += "<body>\n" + makeTitle(program, fileBytes);
  html += makeNavigation(sections) + makeVerdict(program);
  html += makeHtmlSection(sections.front()) + makeMaps(program);
  for (size_t i = 1; i < sections.size(); ++i)
    html += makeHtmlSection(sections[i]);
  return html + "</body></html>\n";
}

} // namespace sc
