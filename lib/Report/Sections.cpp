//===-- Sections.cpp - what runs, and the memory that it takes ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each section that needs no plan.

#include "Sections.h"

#include "PlanData.h"
#include "ReportData.h"

namespace sc::report {

/// With more operations left out than this, they are grouped by reason.
static constexpr size_t kMaxLeftOut = 10;

std::vector<std::pair<std::string, std::string>>
makeHead(const format::ProgramT &program, int64_t fileBytes) {
  const format::TargetT &target = *program.target;
  int64_t sparseCores =
      int64_t(target.devices) * target.sparse_cores_per_device;
  std::vector<std::pair<std::string, std::string>> lines = {
      {"program", program.source_name},
      {"compiler", program.compiler_version},
      {"target", spellTarget(target) + ", " +
                     formatCount(target.devices, "device") + ", " +
                     formatCount(sparseCores, "SparseCore") + " of " +
                     formatCount(target.tiles_per_sparse_core, "tile")}};
  if (fileBytes > 0)
    lines.emplace_back("file bytes", formatBytes(fileBytes));
  return lines;
}

std::string formatLimit(int64_t limit) {
  return limit > 0 ? std::to_string(limit) : "none";
}

static std::string formatTilePeak(const std::vector<int64_t> &tilePeaks,
                                  int32_t task) {
  return task < 0 ? "-" : formatBytes(tilePeaks[task]);
}

static TextTable makeLookupTable(const format::ProgramT &program) {
  std::vector<std::string> titles = {
      "table",        "kind",           ">P",       ">S",
      ">w",           ">rows",          ">max ids", ">max unique ids",
      ">window rows", ">TileSpmem peak"};
  bool hasNarrow = hasNarrowTable(program);
  if (hasNarrow)
    for (const char *title : {"row format", ">row bytes"})
      titles.push_back(title);
  TextTable table(std::move(titles));
  std::vector<int64_t> tilePeaks = getTilePeaks(program);
  for (const auto &lookup : program.lookups) {
    std::vector<std::string> cells = {
        lookup->table_name,
        formatKind(lookup->kind) + (lookup->task < 0 ? ", left out" : ""),
        std::to_string(lookup->sparse_cores),
        std::to_string(lookup->samples),
        std::to_string(lookup->width),
        std::to_string(lookup->table_rows),
        formatLimit(lookup->max_ids),
        formatLimit(lookup->max_unique_ids),
        std::to_string(lookup->window_buffers) + " x " +
            std::to_string(lookup->window_rows),
        formatTilePeak(tilePeaks, lookup->task)};
    if (hasNarrow) {
      cells.push_back(formatRows(*lookup));
      cells.push_back(std::to_string(lookup->row_bytes));
    }
    table.add(std::move(cells));
  }
  return table;
}

Section makeLookupSection(const format::ProgramT &program) {
  return {"lookups",
          "lookups (P SparseCores share the table, S samples and rows per "
          "SparseCore, w words)",
          makeLookupTable(program)};
}

std::string formatCapacity(int64_t bytes, bool isAssumed) {
  if (bytes <= 0)
    return "-";
  return formatBytes(bytes) + (isAssumed ? " (assumed)" : "");
}

Section makeMemorySection(const format::ProgramT &program) {
  Section section = {"memory",
                     "memory (peak: most bytes that are live at one moment)",
                     TextTable({"space", "class", ">buffers", ">bytes",
                                ">peak bytes", ">capacity", ">peak/capacity"})};
  for (const SpaceUse &space : collectSpaces(program)) {
    std::string name = std::string(space.name);
    if (space.owner != space.name)
      name += " per " + std::string(space.owner);
    for (const ClassUse &use : space.classes)
      section.table.add({name, std::string(use.name),
                         std::to_string(use.buffers), formatBytes(use.bytes),
                         formatBytes(use.peakBytes), "", ""});
    section.table.add(
        {name, "all", std::to_string(space.all.buffers),
         formatBytes(space.all.bytes), formatBytes(space.all.peakBytes),
         formatCapacity(space.capacityBytes, space.isCapacityAssumed),
         formatPercent(space.all.peakBytes, space.capacityBytes)});
  }
  return section;
}

/// Half-open, in bytes.
static std::string formatRange(const BufferUse &buffer) {
  std::string range = std::to_string(buffer.begin);
  range += "..";
  range += std::to_string(buffer.end);
  return range;
}

Section makeBiggestSection(const format::ProgramT &program) {
  Section section = {"biggest",
                     "biggest buffers (range: bytes from begin to before end)",
                     TextTable({"space", "buffer", "class", "type", ">bytes",
                                "range", "live"})};
  for (const SpaceUse &space : collectSpaces(program))
    for (const BufferUse &buffer : space.biggest) {
      std::string type = buffer.type;
      if (buffer.instances > 1)
        type = std::to_string(buffer.instances) + " x " + type;
      section.table.add({std::string(space.name), buffer.name,
                         std::string(buffer.className), type,
                         formatBytes(buffer.bytes), formatRange(buffer),
                         buffer.lifetime});
    }
  return section;
}

Section makeTaskSection(const format::ProgramT &program) {
  Section section = {
      "tasks", "tasks",
      TextTable({"task", ">launches", "unit", "program", ">instructions"})};
  for (const TaskSize &task : collectTasks(program)) {
    std::string launches = std::to_string(task.launches);
    section.table.add({task.name, launches, "sequencer", task.sequencer.name,
                       std::to_string(task.sequencer.instructions)});
    for (const CodeSize &code : task.programs)
      section.table.add({task.name, launches, "tile", code.name,
                         std::to_string(code.instructions)});
  }
  return section;
}

Section makeScheduleSection(const format::ProgramT &program) {
  Section section = {"schedule", "host schedule",
                     TextTable({"kind", ">steps"})};
  for (const StepCount &count : countSteps(program))
    if (count.steps > 0)
      section.table.add({std::string(count.name), std::to_string(count.steps)});
  section.table.add({"all", std::to_string(program.steps.size())});
  if (int64_t bytes = countConstantBytes(program); bytes > 0)
    section.notes.push_back("constant bytes in the file: " +
                            formatBytes(bytes));
  return section;
}

static TextTable makeLeftOutEach(const std::vector<LeftOutGroup> &groups) {
  TextTable table({"operation", "location", "reason"});
  for (const LeftOutGroup &group : groups)
    for (const std::string &location : group.locations)
      table.add({group.operation, location, group.reason});
  return table;
}

static TextTable makeLeftOutGroups(const std::vector<LeftOutGroup> &groups) {
  TextTable table({">steps", "operation", "first location", "reason"});
  for (const LeftOutGroup &group : groups)
    table.add({std::to_string(group.steps), group.operation,
               group.locations.front(), group.reason});
  return table;
}

Section makeLeftOutSection(const format::ProgramT &program) {
  std::vector<LeftOutGroup> groups = collectLeftOut(program);
  size_t places = 0;
  for (const LeftOutGroup &group : groups)
    places += group.locations.size();
  return {"left-out",
          "left out (running such a step is an error)",
          places <= kMaxLeftOut ? makeLeftOutEach(groups)
                                : makeLeftOutGroups(groups),
          {},
          "nothing"};
}

std::vector<Section> makeAssumedSections(const format::TargetT &target) {
  if (target.assumed.empty())
    return {};
  Section section = {"assumed",
                     "assumed (no source states these numbers of the machine)",
                     TextTable({"number"})};
  for (const std::string &title : target.assumed)
    section.table.add({title});
  section.notes.push_back("what is derived from them is assumed too");
  return {section};
}

} // namespace sc::report
