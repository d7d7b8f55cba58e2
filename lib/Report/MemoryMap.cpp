//===-- MemoryMap.cpp - buffers over time ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns buffers into rectangles, named by the tables that they belong to.

#include "MemoryMap.h"

#include "BufferOwners.h"
#include "PlanData.h"
#include "ReportData.h"
#include "runtime/format/Peaks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace sc::report {

using namespace format;

/// One rectangle if the instances touch, else one for each.
static void addRects(const BufferT &buffer, const BufferOwner &owner,
                     std::vector<MapRect> &rects) {
  if (buffer.size <= 0)
    return;
  std::string name = buffer.name;
  if (!owner.table.empty())
    name = owner.table + " " + std::string(owner.part);
  MapRect rect = {name,
                  {},
                  buffer.buffer_class,
                  buffer.offset,
                  buffer.offset + buffer.size,
                  buffer.first_use,
                  buffer.last_use};
  if (!owner.table.empty())
    rect.tables.insert(owner.table);
  if (buffer.instances > 1 && buffer.stride == buffer.size) {
    rect.end = rect.begin + buffer.size * buffer.instances;
    rects.push_back(rect);
    return;
  }
  for (int32_t i = 0; i < buffer.instances; ++i) {
    if (buffer.instances > 1)
      rect.name = name + " " + std::to_string(i);
    rects.push_back(rect);
    rect.begin += buffer.stride;
    rect.end += buffer.stride;
  }
}

/// The table of the task's lookup, or its own name.
static std::map<int32_t, std::string> nameTasks(const ProgramT &program) {
  std::map<int32_t, std::string> names;
  for (const auto &lookup : program.lookups)
    if (lookup->task >= 0 && !lookup->table_name.empty())
      names.emplace(lookup->task, lookup->table_name);
  for (size_t task = 0; task < program.tasks.size(); ++task)
    names.emplace(static_cast<int32_t>(task), program.tasks[task]->name);
  return names;
}

static MemoryMap makeTileMap(const TaskT &task, const std::string &title,
                             std::vector<MapRect> rects, int64_t peakBytes,
                             const Fit &fit) {
  MemoryMap map;
  map.title = title;
  map.moment = "program";
  for (const auto &code : task.programs)
    map.columns.push_back(code->name);
  map.moments = std::max<int64_t>(1, std::ssize(task.programs));
  map.peakBytes = peakBytes;
  map.capacityBytes = fit.capacityBytes;
  map.isCapacityAssumed = fit.isAssumed;
  setRects(map, std::move(rects));
  return map;
}

static bool isDrawnAlike(const MemoryMap &a, const MemoryMap &b) {
  return a.columns == b.columns && a.peakBytes == b.peakBytes &&
         a.rects == b.rects && a.merged == b.merged;
}

std::vector<MemoryMap> collectTileMaps(const ProgramT &program,
                                       size_t maxMaps) {
  std::vector<int64_t> peaks = getTilePeaks(program);
  std::vector<std::pair<int64_t, int32_t>> order; // -peak, task
  for (size_t task = 0; task < peaks.size(); ++task)
    if (peaks[task] > 0)
      order.emplace_back(-peaks[task], static_cast<int32_t>(task));
  std::ranges::sort(order);
  std::map<int32_t, std::vector<MapRect>> rects;
  for (const auto &buffer : program.buffers)
    if (buffer->parent < 0 && buffer->task >= 0 &&
        buffer->space == MemorySpace::TileSpmem)
      addRects(*buffer, {}, rects[buffer->task]);
  std::map<int32_t, std::string> names = nameTasks(program);
  const Fit fit = collectFits(program)[1];
  std::vector<MemoryMap> maps;
  for (const auto &[peak, task] : order) {
    MemoryMap map = makeTileMap(*program.tasks[task], names[task],
                                std::move(rects[task]), -peak, fit);
    auto like = std::ranges::find_if(
        maps, [&](const MemoryMap &drawn) { return isDrawnAlike(drawn, map); });
    if (like != maps.end())
      like->equals.push_back(map.title);
    else if (maps.size() < maxMaps)
      maps.push_back(std::move(map));
  }
  return maps;
}

std::optional<MemoryMap> collectHbmMap(const ProgramT &program) {
  MemoryMap map;
  map.title = "HBM of a device";
  map.note = explainHbmDifference(program);
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
  std::vector<BufferOwner> owners = findOwners(program);
  std::vector<MapRect> rects;
  for (const PeakBuffer &buffer : buffers)
    addRects(*program.buffers[buffer.index], owners[buffer.index], rects);
  if (rects.empty())
    return std::nullopt;
  setRects(map, std::move(rects));
  return map;
}

} // namespace sc::report
