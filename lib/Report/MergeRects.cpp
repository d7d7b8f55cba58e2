//===-- MergeRects.cpp - small buffers of a memory map --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is too low to see or to label is merged with others of its class, never
// across classes, so that each keeps its colour.

#include "MemoryMap.h"

#include "TextTable.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace sc::report {

using namespace format;

/// Small buffers that are apart by less than this part of all moments are
/// merged.
static constexpr int64_t kMomentGaps = 16;
/// Up to this many moments are drawn alike.
static constexpr int64_t kMaxEvenMoments = 16;

/// "stack: 14 buffers of 7 tables".
static std::string describeMerged(const MapRect &rect) {
  std::string text = std::string(getClassName(rect.bufferClass)) + ": " +
                     formatCount(rect.buffers, "buffer");
  if (rect.tables.empty())
    return text;
  return text + " of " + formatCount(std::ssize(rect.tables), "table");
}

/// Joins low neighbours of one class and lifetime. What belongs to one table
/// keeps its name.
static std::vector<MapRect> joinLow(std::vector<MapRect> rects,
                                    int64_t lowBytes) {
  std::ranges::sort(rects, {}, [](const MapRect &rect) {
    return std::tuple(rect.bufferClass, rect.first, rect.last, rect.begin);
  });
  std::vector<MapRect> joined;
  bool isLastLow = false;
  for (MapRect &rect : rects) {
    bool isLow = rect.bytes() < lowBytes;
    MapRect *last = joined.empty() ? nullptr : &joined.back();
    if (!last || !isLow || !isLastLow || last->end != rect.begin ||
        last->bufferClass != rect.bufferClass || last->first != rect.first ||
        last->last != rect.last) {
      joined.push_back(std::move(rect));
      isLastLow = isLow;
      continue;
    }
    last->end = rect.end;
    last->buffers += rect.buffers;
    bool isSame = last->name == rect.name && last->tables.size() == 1;
    last->tables.merge(rect.tables);
    if (!isSame)
      last->name = describeMerged(*last);
  }
  return joined;
}

namespace {
/// Small buffers in a band that follow each other closely.
struct Run {
  MapRect rect;
  std::set<size_t> members;
};
} // namespace

static void add(std::vector<Run> &runs, const MapRect &part, size_t index,
                int64_t gap) {
  if (runs.empty() || part.first > runs.back().rect.last + 1 + gap) {
    runs.push_back({part, {index}});
    return;
  }
  MapRect &rect = runs.back().rect;
  rect.begin = std::min(rect.begin, part.begin);
  rect.end = std::max(rect.end, part.end);
  rect.last = std::max(rect.last, part.last);
  runs.back().members.insert(index);
}

/// Runs of all bands, ascending; neighbours of equal lifetime become one.
static void addBand(std::vector<Run> &all, std::vector<Run> runs,
                    int64_t bandBytes) {
  for (Run &run : runs) {
    auto below = std::ranges::find_if(all, [&](const Run &other) {
      return other.rect.bufferClass == run.rect.bufferClass &&
             other.rect.first == run.rect.first &&
             other.rect.last == run.rect.last &&
             (other.rect.end - 1) / bandBytes + 1 >= run.rect.begin / bandBytes;
    });
    if (below == all.end()) {
      all.push_back(std::move(run));
      continue;
    }
    below->rect.end = run.rect.end;
    below->members.merge(run.members);
  }
}

/// Small rectangles, by the class and the bands of the map that they touch.
static std::vector<MapRect> mergeSmall(std::vector<MapRect> small,
                                       int64_t bandBytes, int64_t gap) {
  std::ranges::sort(small, {}, [](const MapRect &rect) {
    return std::tuple(rect.first, rect.begin, rect.end, rect.last);
  });
  std::map<std::pair<BufferClass, int64_t>, std::vector<Run>> bands;
  for (size_t index = 0; index < small.size(); ++index) {
    const MapRect &rect = small[index];
    for (int64_t band = rect.begin / bandBytes;
         band <= (rect.end - 1) / bandBytes; ++band) {
      MapRect part = rect;
      part.begin = std::max(rect.begin, band * bandBytes);
      part.end =
          std::min(rect.end - band * bandBytes, bandBytes) + band * bandBytes;
      add(bands[{rect.bufferClass, band}], part, index, gap);
    }
  }
  std::vector<Run> all;
  for (auto &[key, runs] : bands)
    addBand(all, std::move(runs), bandBytes);
  std::vector<MapRect> merged;
  for (Run &run : all) {
    MapRect rect = run.rect;
    rect.buffers = 0;
    for (size_t index : run.members) {
      rect.buffers += small[index].buffers;
      rect.tables.merge(std::set(small[index].tables));
    }
    if (run.members.size() > 1)
      rect.name = describeMerged(rect);
    merged.push_back(std::move(rect));
  }
  return merged;
}

/// Stacks are short-lived: they must stay visible among many steps.
static std::vector<int64_t> findCuts(const MemoryMap &map) {
  if (!map.columns.empty() || map.moments <= kMaxEvenMoments)
    return {};
  std::set<int64_t> cuts = {0, map.moments};
  auto add = [&](const MapRect &rect) {
    for (int64_t moment : {rect.first, rect.last + 1})
      cuts.insert(std::clamp<int64_t>(moment, 0, map.moments));
  };
  for (const MapRect &rect : map.rects)
    add(rect);
  for (const MapRect &rect : map.merged)
    if (rect.bufferClass == BufferClass::Stack)
      add(rect);
  return {cuts.begin(), cuts.end()};
}

void setRects(MemoryMap &map, std::vector<MapRect> rects) {
  for (const MapRect &rect : rects)
    map.endBytes = std::max(map.endBytes, rect.end);
  rects = joinLow(std::move(rects), map.endBytes / kLabelBands);
  std::ranges::sort(rects, {}, [](const MapRect &rect) {
    return std::tuple(-rect.bytes(), rect.begin, rect.first, rect.name);
  });
  int64_t bandBytes = std::max<int64_t>(1, map.endBytes / kMapBands + 1);
  std::vector<MapRect> small;
  for (MapRect &rect : rects)
    if (map.rects.size() < kMaxMapRects && rect.bytes() >= bandBytes / 2)
      map.rects.push_back(std::move(rect));
    else
      small.push_back(std::move(rect));
  map.merged =
      mergeSmall(std::move(small), bandBytes, map.moments / kMomentGaps);
  map.cuts = findCuts(map);
}

} // namespace sc::report
