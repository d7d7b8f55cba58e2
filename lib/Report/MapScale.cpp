//===-- MapScale.cpp - axes of a drawn memory map -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time runs to the right, offsets grow upwards.

#include "MapScale.h"

#include "TextTable.h"

#include <algorithm>
#include <bit>
#include <string>

namespace sc::report {

/// More columns than this are numbered.
static constexpr size_t kMaxNamedColumns = 16;
/// Room that a number takes below the plot.
static constexpr double kNumberWidth = 44;

MapScale::MapScale(const MemoryMap &map) : cuts(map.cuts) {
  int64_t end = std::max<int64_t>(1, map.endBytes);
  // A capacity far above all buffers would press them to the bottom.
  hasCapacity = map.capacityBytes > 0 && map.capacityBytes / 2 <= end;
  bytes = 1.04 * static_cast<double>(
                     hasCapacity ? std::max(end, map.capacityBytes) : end);
  if (cuts.empty())
    cuts = {0, map.moments};
  double share = cuts.size() > 2 ? 1.0 / 3 : 1.0;
  auto pieces = static_cast<double>(cuts.size() - 1);
  for (size_t i = 0; i < cuts.size(); ++i) {
    double even = static_cast<double>(i) / pieces;
    double exact =
        static_cast<double>(cuts[i]) / static_cast<double>(map.moments);
    places.push_back(kPlot.x +
                     kPlot.width * (share * exact + (1 - share) * even));
  }
}

double MapScale::getX(int64_t moment) const {
  moment = std::clamp(moment, cuts.front(), cuts.back());
  size_t piece = 1;
  while (cuts[piece] < moment)
    ++piece;
  double part = static_cast<double>(moment - cuts[piece - 1]) /
                static_cast<double>(cuts[piece] - cuts[piece - 1]);
  return places[piece - 1] + part * (places[piece] - places[piece - 1]);
}

double MapScale::getY(int64_t offset) const {
  return kPlot.y + kPlot.height -
         kPlot.height * static_cast<double>(offset) / bytes;
}

Box MapScale::getBox(const MapRect &rect) const {
  double x = getX(rect.first), y = getY(rect.end);
  return {x, y, getX(rect.last + 1) - x, getY(rect.begin) - y};
}

/// Powers of two, about five of them.
void drawByteAxis(Svg &svg, const MapScale &scale) {
  auto fifth = static_cast<uint64_t>(std::max(scale.getEndBytes() / 5, 1.0));
  auto step = static_cast<int64_t>(std::bit_ceil(fifth));
  for (int64_t tick = 0; static_cast<double>(tick) <= scale.getEndBytes();
       tick += step) {
    double y = scale.getY(tick);
    svg.addLine(kPlot.x, y, kPlot.x + kPlot.width, y, "grid");
    svg.addText(kPlot.x - 8, y + 4, formatShortBytes(tick), "axis", "end");
  }
}

static void drawNamedColumns(Svg &svg, const MapScale &scale,
                             const MemoryMap &map) {
  double bottom = kPlot.y + kPlot.height;
  for (size_t i = 0; i < map.columns.size(); ++i) {
    double begin = scale.getX(static_cast<int64_t>(i));
    double width = scale.getX(static_cast<int64_t>(i) + 1) - begin;
    if (i > 0)
      svg.addLine(begin, kPlot.y, begin, bottom, "grid");
    auto characters = static_cast<size_t>((width - 4) / kCharacterWidth);
    svg.addText(begin + width / 2, bottom + 18,
                shorten(map.columns[i], characters), "axis", "middle");
  }
}

/// Numbers as many as there is room for; a piece begins with one.
static void drawNumberedColumns(Svg &svg, const MapScale &scale) {
  const std::vector<int64_t> &cuts = scale.getCuts();
  double bottom = kPlot.y + kPlot.height, free = 0;
  for (size_t piece = 1; piece < cuts.size(); ++piece) {
    int64_t begin = cuts[piece - 1], moments = cuts[piece] - begin;
    double width = scale.getX(cuts[piece]) - scale.getX(begin);
    if (piece > 1)
      svg.addLine(scale.getX(begin), kPlot.y, scale.getX(begin), bottom,
                  "grid");
    auto count = std::max<int64_t>(1, static_cast<int64_t>(width / 60));
    int64_t step = moments / count + (moments % count != 0);
    for (int64_t moment = begin; moment < cuts[piece]; moment += step) {
      double x = (scale.getX(moment) + scale.getX(moment + 1)) / 2;
      if (x < free || scale.getX(cuts[piece]) - x < kNumberWidth / 4)
        continue;
      svg.addText(x, bottom + 18, std::to_string(moment), "axis", "middle");
      free = x + kNumberWidth;
    }
  }
}

void drawMomentAxis(Svg &svg, const MapScale &scale, const MemoryMap &map) {
  if (!map.columns.empty() && map.columns.size() <= kMaxNamedColumns)
    drawNamedColumns(svg, scale, map);
  else
    drawNumberedColumns(svg, scale);
  std::string title(map.moment);
  if (scale.getCuts().size() > 2)
    title += " (stretched where large buffers or stacks come and go)";
  svg.addText(kPlot.x + kPlot.width / 2, kMapHeight - 6, title, "axis",
              "middle");
}

void drawCapacity(Svg &svg, const MapScale &scale, const MemoryMap &map) {
  if (map.capacityBytes <= 0)
    return;
  std::string text = "capacity " + formatShortBytes(map.capacityBytes) +
                     (map.isCapacityAssumed ? " (assumed)" : "");
  double right = kPlot.x + kPlot.width;
  if (!scale.showsCapacity())
    return svg.addText(right, 16, text + ", above this axis", "axis", "end");
  double y = scale.getY(map.capacityBytes);
  svg.addLine(kPlot.x, y, right, y, "capacity");
  svg.addText(right, 16, "dashed: " + text, "axis", "end");
}

} // namespace sc::report
