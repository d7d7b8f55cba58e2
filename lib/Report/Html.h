//===-- Html.h - the pieces of the HTML report ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function returns complete elements, with all texts escaped.

#ifndef SC_LIB_REPORT_HTML_H
#define SC_LIB_REPORT_HTML_H

#include "MemoryMap.h"
#include "Sections.h"

#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

/// The style sheet: colours for light and dark screens, and for paper.
std::string_view getStyleSheet();

/// Heading, table and notes.
std::string makeHtmlSection(const Section &section);

/// Rules that align the columns of these tables.
std::string makeColumnStyle(const std::vector<Section> &sections);

/// A table of plain cells.
std::string makeHtmlTable(const TextTable &table);

/// An entry of a legend: the colour of that style, and a text.
std::string makeKey(std::string_view style, std::string_view text);

/// Peaks beside what there is.
std::string makeVerdict(const format::ProgramT &program);

/// Drawing and legend, then its buffers as a table that can be opened.
std::string makeHtmlMap(const MemoryMap &map);

} // namespace sc::report

#endif // SC_LIB_REPORT_HTML_H
