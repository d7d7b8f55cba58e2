//===-- Svg.h - text of HTML and SVG ----------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawings as inline SVG; colours come from the classes of the page's style.

#ifndef SC_LIB_REPORT_SVG_H
#define SC_LIB_REPORT_SVG_H

#include <cstddef>
#include <string>
#include <string_view>

namespace sc::report {

/// Text that is safe between tags and in quoted attributes. What is not UTF-8,
/// and control characters, become U+FFFD.
std::string escapeHtml(std::string_view text);

/// At most `characters` of them, the last one "…" if some are missing.
std::string shorten(std::string_view text, size_t characters);

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Shapes in the order in which they are drawn. Texts are escaped here.
class Svg {
public:
  /// `label` is what a screen reader says.
  Svg(double width, double height, std::string_view label);

  /// `tooltip` may have several lines.
  void addRect(const Box &box, std::string_view style,
               std::string_view tooltip);
  /// `anchor`: "start", "middle" or "end".
  void addText(double x, double y, std::string_view text,
               std::string_view style, std::string_view anchor = "start");
  void addLine(double x1, double y1, double x2, double y2,
               std::string_view style);

  std::string finish() const { return content + "</svg>\n"; }

private:
  std::string content;
};

} // namespace sc::report

#endif // SC_LIB_REPORT_SVG_H
