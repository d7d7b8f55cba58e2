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
#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

/// Bytes from `begin` to before `end`, from moment `first` to `last` inclusive.
struct MapRect {
  std::string name;
  std::string_view className; // "others" for merged buffers
  int64_t begin = 0, end = 0;
  int64_t first = 0, last = 0;
  int64_t buffers = 1;

  int64_t bytes() const { return end - begin; }
};

struct MemoryMap {
  std::string title;
  std::string_view moment;          // "program", "step"
  std::vector<std::string> columns; // names of the moments, may be empty
  int64_t moments = 1;
  int64_t endBytes = 0; // of the highest buffer
  int64_t peakBytes = 0;
  int64_t capacityBytes = 0; // 0: unknown
  bool isCapacityAssumed = false;
  std::vector<MapRect> others; // small buffers, merged; drawn below the rest
  int64_t mergedBuffers = 0;   // how many they are
  std::vector<MapRect> rects;  // by descending bytes
};

/// The most rectangles of a map that are not merged.
inline constexpr size_t kMaxMapRects = 200;
/// A map is cut into this many bands for merging; what is lower than half a
/// band is merged.
inline constexpr int64_t kMapBands = 128;

/// TileSpmem of the tasks with the largest peaks, at most `maxTasks`.
std::vector<MemoryMap> collectTileMaps(const format::ProgramT &program,
                                       size_t maxTasks);

/// HBM of a device; nothing without buffers.
std::optional<MemoryMap> collectHbmMap(const format::ProgramT &program);

} // namespace sc::report

#endif // SC_LIB_REPORT_MEMORYMAP_H
