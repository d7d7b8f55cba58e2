//===-- MemoryMap.h - buffers over time -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a drawn memory map shows, before it is drawn: rectangles of bytes and
// moments.

#ifndef SC_LIB_REPORT_MEMORYMAP_H
#define SC_LIB_REPORT_MEMORYMAP_H

#include "runtime/format/program_generated.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

/// Bytes from `begin` to before `end`, from moment `first` to `last` inclusive.
struct MapRect {
  std::string name;             // what it belongs to, or the name of the buffer
  std::set<std::string> tables; // that it belongs to, where it is known
  format::BufferClass bufferClass = format::BufferClass::Argument;
  int64_t begin = 0, end = 0;
  int64_t first = 0, last = 0;
  int64_t buffers = 1; // more: several small ones of the class within

  int64_t bytes() const { return end - begin; }
  bool operator==(const MapRect &) const = default;
};

struct MemoryMap {
  std::string title;
  std::vector<std::string> equals;  // titles of maps that are drawn alike
  std::string note;                 // below the drawing, may be empty
  std::string_view moment;          // "program", "step"
  std::vector<std::string> columns; // names of the moments, may be empty
  int64_t moments = 1;
  /// Moments at which large buffers or stacks come or go, from 0 to `moments`;
  /// the drawing gives each piece room. Empty: all moments are alike.
  std::vector<int64_t> cuts;
  int64_t endBytes = 0; // of the highest buffer
  int64_t peakBytes = 0;
  int64_t capacityBytes = 0; // 0: unknown
  bool isCapacityAssumed = false;
  std::vector<MapRect> merged; // small buffers by class; drawn below the rest
  std::vector<MapRect> rects;  // by descending bytes
};

/// The most rectangles of a map that are not merged.
inline constexpr size_t kMaxMapRects = 200;
/// A map is cut into this many bands for merging; what is lower than half a
/// band is merged.
inline constexpr int64_t kMapBands = 128;
/// What is lower than this part of the map has no room for a label, and is
/// joined with neighbours of its class and lifetime.
inline constexpr int64_t kLabelBands = 19;

/// Sorts the rectangles into those to draw, and small ones, merged within their
/// class.
void setRects(MemoryMap &map, std::vector<MapRect> rects);

/// TileSpmem of tasks by descending peaks. Tasks with equal maps share one; at
/// most `maxMaps` different ones.
std::vector<MemoryMap> collectTileMaps(const format::ProgramT &program,
                                       size_t maxMaps);

/// HBM of a device; nothing without buffers.
std::optional<MemoryMap> collectHbmMap(const format::ProgramT &program);

} // namespace sc::report

#endif // SC_LIB_REPORT_MEMORYMAP_H
