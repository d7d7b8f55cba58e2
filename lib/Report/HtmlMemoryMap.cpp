//===-- HtmlMemoryMap.cpp - drawn memory maps -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time runs to the right, offsets grow upwards.

#include "Html.h"
#include "Svg.h"

#include <algorithm>
#include <bit>
#include <set>

namespace sc::report {

static constexpr double kWidth = 1080, kHeight = 380;
static constexpr Box kPlot = {84, 26, kWidth - 84 - 12, kHeight - 26 - 44};
/// Of the font of labels, to know what fits.
static constexpr double kCharacterWidth = 6.6, kLineHeight = 14;
/// More columns than this are numbered.
static constexpr size_t kMaxNamedColumns = 16;

namespace {
/// Bytes and moments to the coordinates of a plot.
class Scale {
public:
  explicit Scale(const MemoryMap &map)
      : moments(static_cast<double>(map.moments)) {
    int64_t end = std::max<int64_t>(1, map.endBytes);
    // A capacity far above all buffers would press them to the bottom.
    showsCapacity = map.capacityBytes > 0 && map.capacityBytes / 2 <= end;
    bytes = 1.04 * static_cast<double>(
                       showsCapacity ? std::max(end, map.capacityBytes) : end);
  }

  double getX(double moment) const {
    return kPlot.x + kPlot.width * moment / moments;
  }
  double getY(int64_t offset) const {
    return kPlot.y + kPlot.height -
           kPlot.height * static_cast<double>(offset) / bytes;
  }
  Box getBox(const MapRect &rect) const {
    double x = getX(static_cast<double>(rect.first));
    double y = getY(rect.end);
    return {x, y, getX(static_cast<double>(rect.last) + 1) - x,
            getY(rect.begin) - y};
  }
  double getEnd() const { return bytes; }

  bool showsCapacity = false;

private:
  double moments = 1;
  double bytes = 1;
};
} // namespace

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
  if (rect.className == "others")
    text += ": " + formatCount(rect.buffers, "small buffer") + " within";
  else
    text += " (" + std::string(rect.className) + ")";
  text += "\n" + formatBytes(rect.bytes()) + " at " +
          std::to_string(rect.begin) + ".." + std::to_string(rect.end);
  return text + "\n" + std::string(map.moment) + "s " +
         std::to_string(rect.first) + ".." + std::to_string(rect.last);
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
  RectDrawer(Svg &svg, const Scale &scale, const MemoryMap &map)
      : svg(svg), map(map) {
    for (const auto *rects : {&map.others, &map.rects})
      for (const MapRect &rect : *rects) {
        boxes.push_back(shrink(scale.getBox(rect)));
        svg.addRect(boxes.back(), "b " + std::string(rect.className),
                    describe(map, rect));
      }
  }

  void drawLabels() {
    for (size_t i = 0; i < map.rects.size(); ++i)
      drawLabel(map.rects[i], boxes[map.others.size() + i]);
  }

private:
  void drawLabel(const MapRect &rect, const Box &box) {
    if (box.width < 8 + 3 * kCharacterWidth)
      return;
    auto characters = static_cast<size_t>((box.width - 8) / kCharacterWidth);
    std::string label =
        shorten(rect.name + "  " + formatShortBytes(rect.bytes()), characters);
    if (box.height >= kLineHeight)
      return svg.addText(box.x + 5, box.y + std::min(box.height / 2, 24.0) + 4,
                         label, "l on-" + std::string(rect.className));
    Box above = {box.x, box.y - kLineHeight - 1, box.width, kLineHeight};
    if (above.y < kPlot.y || !isFree(above))
      return;
    boxes.push_back(above);
    svg.addText(above.x + 5, above.y + 11, label, "axis");
  }

  bool isFree(const Box &space) const {
    return std::ranges::none_of(
        boxes, [&](const Box &box) { return overlaps(box, space); });
  }

  Svg &svg;
  const MemoryMap &map;
  std::vector<Box> boxes; // others, rectangles, labels above them
};
} // namespace

/// Powers of two, about five of them.
static void drawByteAxis(Svg &svg, const Scale &scale) {
  auto fifth = static_cast<uint64_t>(std::max(scale.getEnd() / 5, 1.0));
  auto step = static_cast<int64_t>(std::bit_ceil(fifth));
  for (int64_t tick = 0; static_cast<double>(tick) <= scale.getEnd();
       tick += step) {
    double y = scale.getY(tick);
    svg.addLine(kPlot.x, y, kPlot.x + kPlot.width, y, "grid");
    svg.addText(kPlot.x - 8, y + 4, formatShortBytes(tick), "axis", "end");
  }
}

static void drawNamedColumns(Svg &svg, const Scale &scale,
                             const MemoryMap &map) {
  double bottom = kPlot.y + kPlot.height;
  for (size_t i = 0; i < map.columns.size(); ++i) {
    double begin = scale.getX(static_cast<double>(i));
    double width = scale.getX(static_cast<double>(i) + 1) - begin;
    if (i > 0)
      svg.addLine(begin, kPlot.y, begin, bottom, "grid");
    auto characters = static_cast<size_t>((width - 4) / kCharacterWidth);
    svg.addText(begin + width / 2, bottom + 18,
                shorten(map.columns[i], characters), "axis", "middle");
  }
}

static void drawNumberedColumns(Svg &svg, const Scale &scale,
                                const MemoryMap &map) {
  double bottom = kPlot.y + kPlot.height;
  int64_t step = (map.moments + kMaxNamedColumns - 1) /
                 static_cast<int64_t>(kMaxNamedColumns);
  for (int64_t moment = 0; moment < map.moments; moment += step)
    svg.addText(scale.getX(static_cast<double>(moment) + 0.5), bottom + 18,
                std::to_string(moment), "axis", "middle");
}

static void drawCapacity(Svg &svg, const Scale &scale, const MemoryMap &map) {
  if (map.capacityBytes <= 0)
    return;
  std::string text = "capacity " + formatShortBytes(map.capacityBytes) +
                     (map.isCapacityAssumed ? " (assumed)" : "");
  double right = kPlot.x + kPlot.width;
  if (!scale.showsCapacity)
    return svg.addText(right, 16, text + ", above this axis", "axis", "end");
  double y = scale.getY(map.capacityBytes);
  svg.addLine(kPlot.x, y, right, y, "capacity");
  svg.addText(right, 16, "dashed: " + text, "axis", "end");
}

static std::string drawMap(const MemoryMap &map) {
  Scale scale(map);
  Svg svg(kWidth, kHeight, "memory map of " + map.title);
  drawByteAxis(svg, scale);
  if (!map.columns.empty() && map.columns.size() <= kMaxNamedColumns)
    drawNamedColumns(svg, scale, map);
  else
    drawNumberedColumns(svg, scale, map);
  RectDrawer(svg, scale, map).drawLabels();
  drawCapacity(svg, scale, map);
  svg.addText(kPlot.x, 16, "offset", "axis");
  svg.addText(kPlot.x + kPlot.width / 2, kHeight - 6, map.moment, "axis",
              "middle");
  return svg.finish();
}

static std::string makeLegend(const MemoryMap &map) {
  std::set<std::string_view> names;
  for (const MapRect &rect : map.rects)
    names.insert(rect.className);
  std::string legend = "<p class=\"legend\">";
  for (std::string_view name : names)
    legend += "<span><i class=\"" + escapeHtml(name) + "\"></i>" +
              escapeHtml(name) + "</span> ";
  if (map.mergedBuffers > 0)
    legend += "<span><i class=\"others\"></i>others: " +
              formatCount(map.mergedBuffers, "small buffer") + "</span> ";
  return legend + "</p>\n";
}

static std::string makeBufferTable(const MemoryMap &map) {
  TextTable table(
      {"buffer", "class", "bytes", "range", std::string(map.moment) + "s"});
  for (const MapRect &rect : map.rects)
    table.add({rect.name, std::string(rect.className),
               formatBytes(rect.bytes()),
               std::to_string(rect.begin) + ".." + std::to_string(rect.end),
               std::to_string(rect.first) + ".." + std::to_string(rect.last)});
  return "<details><summary>buffers of this map</summary>" +
         makeHtmlTable(table) + "</details>\n";
}

std::string makeHtmlMap(const MemoryMap &map) {
  std::string caption = escapeHtml(map.title) + ": buffers peak at " +
                        escapeHtml(formatBytes(map.peakBytes));
  return "<figure class=\"map\"><figcaption>" + caption + "</figcaption>\n" +
         makeLegend(map) + drawMap(map) + makeBufferTable(map) + "</figure>\n";
}

} // namespace sc::report
