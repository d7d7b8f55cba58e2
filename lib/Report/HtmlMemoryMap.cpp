//===-- HtmlMemoryMap.cpp - drawn memory maps -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rectangles with labels, a legend, and a table of what is drawn.

#include "Html.h"
#include "MapScale.h"
#include "Svg.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <set>

namespace sc::report {

/// Tooltips and titles name at most this many.
static constexpr size_t kMaxTitles = 30;

/// "a, b and 5 more".
template <typename Names> static std::string listNames(const Names &names) {
  std::string text;
  size_t count = 0;
  for (const std::string &name : names) {
    if (++count > kMaxTitles)
      return text + " and " + std::to_string(names.size() - kMaxTitles) +
             " more";
    text += (count > 1 ? ", " : "") + name;
  }
  return text;
}

/// Where a label above its rectangle is tried.
static constexpr int kLabelPlaces = 9;
static constexpr double kLabelStep = 4;

/// An upper bound: characters have one byte or more.
static double getTextWidth(const std::string &text) {
  return kCharacterWidth * static_cast<double>(text.size());
}

static std::string getClass(const MapRect &rect) {
  return std::string(format::getClassName(rect.bufferClass));
}

/// A gap between neighbours, unless nothing would be left.
static Box shrink(Box box) {
  if (box.width > 4) {
    box.x += 0.75;
    box.width -= 1.5;
  }
  if (box.height > 4) {
    box.y += 0.75;
    box.height -= 1.5;
  }
  box.width = std::max(box.width, 1.0);
  box.height = std::max(box.height, 1.0);
  return box;
}

static std::string describe(const MemoryMap &map, const MapRect &rect) {
  std::string text = rect.name;
  text += rect.buffers > 1 ? " within" : " (" + getClass(rect) + ")";
  text += "\n" + formatBytes(rect.bytes()) + " at " +
          std::to_string(rect.begin) + ".." + std::to_string(rect.end);
  text += "\n" + std::string(map.moment) + "s " + std::to_string(rect.first) +
          ".." + std::to_string(rect.last);
  if (rect.buffers > 1 && !rect.tables.empty())
    text += "\n" + listNames(rect.tables);
  return text;
}

static bool overlaps(const Box &a, const Box &b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
         b.y < a.y + a.height;
}

namespace {
/// Draws rectangles, then a label in each or, if it is too low, right above it
/// where nothing else is.
class RectDrawer {
public:
  RectDrawer(Svg &svg, const MapScale &scale, const MemoryMap &map)
      : svg(svg), map(map) {
    for (const MapRect &rect : map.merged)
      drawRect(scale, rect, " merged");
    for (const MapRect &rect : map.rects)
      drawRect(scale, rect, "");
  }

  void drawLabels() {
    for (size_t i = 0; i < map.rects.size(); ++i)
      drawLabel(map.rects[i], boxes[map.merged.size() + i]);
    for (size_t i = 0; i < map.merged.size(); ++i)
      drawLabel(map.merged[i], boxes[i]);
  }

private:
  void drawRect(const MapScale &scale, const MapRect &rect,
                const std::string &style) {
    boxes.push_back(shrink(scale.getBox(rect)));
    svg.addRect(boxes.back(), "b " + getClass(rect) + style,
                describe(map, rect));
  }

  /// By value: `boxes` grows.
  void drawLabel(const MapRect &rect, Box box) {
    if (box.width < 8 + 3 * kCharacterWidth)
      return;
    std::string label = rect.name + "  " + formatShortBytes(rect.bytes());
    if (box.height < kLineHeight)
      return drawLabelAbove(box, label);
    auto characters = static_cast<size_t>((box.width - 8) / kCharacterWidth);
    svg.addText(box.x + 5, box.y + std::min(box.height / 2, 24.0) + 4,
                shorten(label, characters), "l on-" + getClass(rect));
  }

  /// With a line down to its rectangle where another is between them; nothing
  /// where there is no room.
  void drawLabelAbove(Box box, const std::string &label) {
    Box place = {box.x, box.y - kLineHeight - 1, 10 + getTextWidth(label),
                 kLineHeight};
    if (place.x + place.width > kPlot.x + kPlot.width)
      return;
    for (int i = 0; i < kLabelPlaces && !isFree(place); ++i)
      place.y -= kLabelStep;
    if (place.y < kPlot.y || !isFree(place))
      return;
    boxes.push_back(place);
    svg.addText(place.x + 5, place.y + 11, label, "axis");
    double bottom = place.y + place.height;
    if (box.y - bottom < kLabelStep / 2)
      return;
    svg.addLine(place.x + 2, place.y + 3, place.x + 2, box.y, "leader");
    boxes.push_back({place.x + 1, bottom, 2, box.y - bottom});
  }

  bool isFree(const Box &space) const {
    return std::ranges::none_of(
        boxes, [&](const Box &box) { return overlaps(box, space); });
  }

  Svg &svg;
  const MemoryMap &map;
  std::vector<Box> boxes; // merged, rectangles, labels above them
};
} // namespace

static std::string drawMap(const MemoryMap &map) {
  MapScale scale(map);
  Svg svg(kMapWidth, kMapHeight, "memory map of " + map.title);
  drawByteAxis(svg, scale);
  drawMomentAxis(svg, scale, map);
  RectDrawer(svg, scale, map).drawLabels();
  drawCapacity(svg, scale, map);
  svg.addText(kPlot.x, 16, "offset", "axis");
  return svg.finish();
}

static std::string makeLegend(const MemoryMap &map) {
  std::set<std::string> names;
  for (const auto *rects : {&map.rects, &map.merged})
    for (const MapRect &rect : *rects)
      names.insert(getClass(rect));
  std::string legend = "<p class=\"legend\">";
  for (const std::string &name : names)
    legend += makeKey(name, name);
  return legend + "</p>\n";
}

static std::string makeBufferTable(const MemoryMap &map) {
  TextTable table(
      {"buffer", "class", "bytes", "range", std::string(map.moment) + "s"});
  for (const auto *rects : {&map.rects, &map.merged})
    for (const MapRect &rect : *rects)
      table.add(
          {rect.name, getClass(rect), formatBytes(rect.bytes()),
           std::to_string(rect.begin) + ".." + std::to_string(rect.end),
           std::to_string(rect.first) + ".." + std::to_string(rect.last)});
  return "<details><summary>buffers of this map</summary>" +
         makeHtmlTable(table) + "</details>\n";
}

/// "a", "7 x: a, b, ...".
static std::string makeTitle(const MemoryMap &map) {
  if (map.equals.empty())
    return map.title;
  return std::to_string(map.equals.size() + 1) + " x: " + map.title + ", " +
         listNames(map.equals);
}

std::string makeHtmlMap(const MemoryMap &map) {
  std::string caption = escapeHtml(makeTitle(map)) + ": buffers peak at " +
                        escapeHtml(formatBytes(map.peakBytes));
  std::string html =
      "<figure class=\"map\"><figcaption>" + caption + "</figcaption>\n";
  html += makeLegend(map) + drawMap(map);
  if (!map.note.empty())
    html += "<p class=\"soft\">" + escapeHtml(map.note) + "</p>\n";
  return html + makeBufferTable(map) + "</figure>\n";
}

} // namespace sc::report
