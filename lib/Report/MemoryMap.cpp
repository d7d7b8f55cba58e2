//===-- MemoryMap.cpp - buffers over time ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns buffers into rectangles, and merges those that are too small to see.

#include "MemoryMap.h"

#include "PlanData.h"
#include "ReportData.h"
#include "runtime/format/Peaks.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace sc::report {

using namespace format;

/// One rectangle if the instances touch, else one for each.
static void addRects(const BufferT &buffer, std::vector<MapRect> &rects) {
  MapRect rect = {buffer.name,      getClassName(buffer.buffer_class),
                  buffer.offset,    buffer.offset + buffer.size,
                  buffer.first_use, buffer.last_use};
  if (buffer.size <= 0)
    return;
  if (buffer.instances > 1 && buffer.stride == buffer.size) {
    rect.end = rect.begin + buffer.size * buffer.instances;
    rects.push_back(rect);
    return;
  }
  for (int32_t i = 0; i < buffer.instances; ++i) {
    if (buffer.instances > 1)
      rect.name = buffer.name + " " + std::to_string(i);
    rects.push_back(rect);
    rect.begin += buffer.stride;
    rect.end += buffer.stride;
  }
}

/// Small buffers, by the bands of the map that they touch.
static std::vector<MapRect> mergeSmall(const std::vector<MapRect> &small,
                                       int64_t bandBytes) {
  std::map<int64_t, MapRect> bands;
  for (const MapRect &rect : small)
    for (int64_t band = rect.begin / bandBytes;
         band <= (rect.end - 1) / bandBytes; ++band) {
      int64_t begin = std::max(rect.begin, band * bandBytes);
      int64_t end =
          std::min(rect.end - band * bandBytes, bandBytes) + band * bandBytes;
      auto [entry, isNew] =
          bands.emplace(band, MapRect{"others", "others", begin, end,
                                      rect.first, rect.last, 0});
      MapRect &merged = entry->second;
      merged.begin = std::min(merged.begin, begin);
      merged.end = std::max(merged.end, end);
      merged.first = std::min(merged.first, rect.first);
      merged.last = std::max(merged.last, rect.last);
      merged.buffers += 1;
    }
  std::vector<MapRect> rects;
  for (auto &[band, rect] : bands)
    rects.push_back(std::move(rect));
  return rects;
}

/// Keeps what can be seen and merges the rest.
static void setRects(MemoryMap &map, std::vector<MapRect> rects) {
  std::vector<std::pair<int64_t, size_t>> order; // -bytes, index
  for (size_t i = 0; i < rects.size(); ++i) {
    order.emplace_back(-rects[i].bytes(), i);
    map.endBytes = std::max(map.endBytes, rects[i].end);
  }
  std::ranges::sort(order);
  int64_t bandBytes = std::max<int64_t>(1, map.endBytes / kMapBands + 1);
  std::vector<MapRect> small;
  for (const auto &[bytes, index] : order)
    if (map.rects.size() < kMaxMapRects && -bytes >= bandBytes / 2)
      map.rects.push_back(std::move(rects[index]));
    else
      small.push_back(std::move(rects[index]));
  map.mergedBuffers = static_cast<int64_t>(small.size());
  map.others = mergeSmall(small, bandBytes);
}

static MemoryMap makeTileMap(const ProgramT &program, int32_t task,
                             int64_t peakBytes) {
  const TaskT &owner = *program.tasks[task];
  MemoryMap map;
  map.title = owner.name;
  map.moment = "program";
  for (const auto &code : owner.programs)
    map.columns.push_back(code->name);
  map.moments = std::max<int64_t>(1, std::ssize(owner.programs));
  map.peakBytes = peakBytes;
  const Fit fit = collectFits(program)[1];
  map.capacityBytes = fit.capacityBytes;
  map.isCapacityAssumed = fit.isAssumed;
  std::vector<MapRect> rects;
  for (const auto &buffer : program.buffers)
    if (buffer->parent < 0 && buffer->task == task &&
        buffer->space == MemorySpace::TileSpmem)
      addRects(*buffer, rects);
  setRects(map, std::move(rects));
  return map;
}

std::vector<MemoryMap> collectTileMaps(const ProgramT &program,
                                       size_t maxTasks) {
  std::vector<int64_t> peaks = getTilePeaks(program);
  std::vector<std::pair<int64_t, int32_t>> order; // -peak, task
  for (size_t task = 0; task < peaks.size(); ++task)
    if (peaks[task] > 0)
      order.emplace_back(-peaks[task], static_cast<int32_t>(task));
  std::ranges::sort(order);
  order.resize(std::min(order.size(), maxTasks));
  std::vector<MemoryMap> maps;
  for (const auto &[peak, task] : order)
    maps.push_back(makeTileMap(program, task, -peak));
  return maps;
}

std::optional<MemoryMap> collectHbmMap(const ProgramT &program) {
  MemoryMap map;
  map.title = "HBM of a device";
  map.moment = "step";
  map.moments = std::max<int64_t>(1, std::ssize(program.steps));
  const Fit fit = collectFits(program).front();
  map.capacityBytes = fit.capacityBytes;
  map.isCapacityAssumed = fit.isAssumed;
  std::vector<PeakBuffer> buffers = collectPeakBuffers(program);
  std::erase_if(buffers, [](const PeakBuffer &buffer) {
    return buffer.space != MemorySpace::Hbm;
  });
  map.peakBytes = computePeak(buffers);
  std::vector<MapRect> rects;
  for (const PeakBuffer &buffer : buffers)
    addRects(*program.buffers[buffer.index], rects);
  if (rects.empty())
    return std::nullopt;
  setRects(map, std::move(rects));
  return map;
}

} // namespace sc::report
