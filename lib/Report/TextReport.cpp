//===-- TextReport.cpp - the report for people ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints one section after another; each has a heading and aligned columns.

#include "sc/Report/Report.h"

#include "ReportData.h"
#include "TextTable.h"

#include <ostream>

namespace sc {

using namespace report;

/// With more operations left out than this, they are grouped by reason.
static constexpr size_t kMaxLeftOut = 10;

/// "1 device", "4 devices".
static std::string formatCount(int64_t count, const char *thing) {
  std::string text = std::to_string(count) + " " + thing;
  return count == 1 ? text : text + "s";
}

static void printHead(const format::ProgramT &program, std::ostream &os,
                      int64_t fileBytes) {
  const format::TargetT &target = *program.target;
  int64_t sparseCores =
      int64_t(target.devices) * target.sparse_cores_per_device;
  os << "program:    " << program.source_name << '\n'
     << "compiler:   " << program.compiler_version << '\n'
     << "target:     " << spellTarget(target) << ", "
     << formatCount(target.devices, "device") << ", "
     << formatCount(sparseCores, "SparseCore") << " of "
     << formatCount(target.tiles_per_sparse_core, "tile") << '\n';
  if (fileBytes > 0)
    os << "file bytes: " << formatBytes(fileBytes) << '\n';
}

/// A limit that the local form does not have is 0 in the file.
static std::string formatLimit(int64_t limit) {
  return limit > 0 ? std::to_string(limit) : "none";
}

static void printLookups(const format::ProgramT &program, std::ostream &os) {
  os << "\nlookups (P SparseCores share the table, S samples and rows per "
        "SparseCore, w words)\n";
  if (program.lookups.empty()) {
    os << "  none\n";
    return;
  }
  std::vector<int64_t> tilePeaks = getTilePeaks(program);
  TextTable table({"table", "task", ">P", ">S", ">w", ">rows", ">max ids",
                   ">max unique ids", ">window rows", ">TileSpmem peak"});
  for (const auto &lookup : program.lookups)
    table.add({lookup->table_name, program.tasks[lookup->task]->name,
               std::to_string(lookup->sparse_cores),
               std::to_string(lookup->samples), std::to_string(lookup->width),
               std::to_string(lookup->table_rows), formatLimit(lookup->max_ids),
               formatLimit(lookup->max_unique_ids),
               std::to_string(lookup->window_buffers) + " x " +
                   std::to_string(lookup->window_rows),
               formatBytes(tilePeaks[lookup->task])});
  table.print(os);
}

static void printMemory(const std::vector<SpaceUse> &spaces, std::ostream &os) {
  os << "\nmemory (peak: most bytes that are live at one moment)\n";
  TextTable table({"space", "class", ">buffers", ">bytes", ">peak bytes",
                   ">capacity", ">peak/capacity"});
  for (const SpaceUse &space : spaces) {
    std::string name = std::string(space.name);
    if (space.owner != space.name)
      name += " per " + std::string(space.owner);
    for (const ClassUse &use : space.classes)
      table.add({name, std::string(use.name), std::to_string(use.buffers),
                 formatBytes(use.bytes), formatBytes(use.peakBytes), "", ""});
    table.add({name, "all", std::to_string(space.all.buffers),
               formatBytes(space.all.bytes), formatBytes(space.all.peakBytes),
               space.capacityBytes > 0 ? formatBytes(space.capacityBytes) : "-",
               formatPercent(space.all.peakBytes, space.capacityBytes)});
  }
  table.print(os);
}

/// Half-open, in bytes.
static std::string formatRange(const BufferUse &buffer) {
  std::string range = std::to_string(buffer.begin);
  range += "..";
  range += std::to_string(buffer.end);
  return range;
}

static void printBiggest(const std::vector<SpaceUse> &spaces,
                         std::ostream &os) {
  os << "\nbiggest buffers (range: bytes from begin to before end)\n";
  TextTable table(
      {"space", "buffer", "class", "type", ">bytes", "range", "live"});
  for (const SpaceUse &space : spaces)
    for (const BufferUse &buffer : space.biggest) {
      std::string type = buffer.type;
      if (buffer.instances > 1)
        type = std::to_string(buffer.instances) + " x " + type;
      table.add({std::string(space.name), buffer.name,
                 std::string(buffer.className), type, formatBytes(buffer.bytes),
                 formatRange(buffer), buffer.lifetime});
    }
  table.print(os);
}

static void printTasks(const format::ProgramT &program, std::ostream &os) {
  os << "\ntasks\n";
  if (program.tasks.empty()) {
    os << "  none\n";
    return;
  }
  TextTable table({"task", ">launches", "unit", "program", ">instructions"});
  for (const TaskSize &task : collectTasks(program)) {
    std::string launches = std::to_string(task.launches);
    table.add({task.name, launches, "sequencer", task.sequencer.name,
               std::to_string(task.sequencer.instructions)});
    for (const CodeSize &code : task.programs)
      table.add({task.name, launches, "tile", code.name,
                 std::to_string(code.instructions)});
  }
  table.print(os);
}

static void printSchedule(const format::ProgramT &program, std::ostream &os) {
  os << "\nhost schedule\n";
  TextTable table({"kind", ">steps"});
  for (const StepCount &count : countSteps(program))
    if (count.steps > 0)
      table.add({std::string(count.name), std::to_string(count.steps)});
  table.add({"all", std::to_string(program.steps.size())});
  table.print(os);
  if (int64_t bytes = countConstantBytes(program); bytes > 0)
    os << "  constant bytes in the file: " << formatBytes(bytes) << '\n';
}

static void printLeftOutEach(const std::vector<LeftOutGroup> &groups,
                             std::ostream &os) {
  TextTable table({"operation", "location", "reason"});
  for (const LeftOutGroup &group : groups)
    for (const std::string &location : group.locations)
      table.add({group.operation, location, group.reason});
  table.print(os);
}

static void printLeftOutGroups(const std::vector<LeftOutGroup> &groups,
                               std::ostream &os) {
  TextTable table({">steps", "operation", "first location", "reason"});
  for (const LeftOutGroup &group : groups)
    table.add({std::to_string(group.steps), group.operation,
               group.locations.front(), group.reason});
  table.print(os);
}

static void printLeftOut(const format::ProgramT &program, std::ostream &os) {
  os << "\nleft out (running such a step is an error)\n";
  std::vector<LeftOutGroup> groups = collectLeftOut(program);
  size_t places = 0;
  for (const LeftOutGroup &group : groups)
    places += group.locations.size();
  if (groups.empty())
    os << "  nothing\n";
  else if (places <= kMaxLeftOut)
    printLeftOutEach(groups, os);
  else
    printLeftOutGroups(groups, os);
}

void printTextReport(const format::ProgramT &program, std::ostream &os,
                     int64_t fileBytes) {
  std::vector<SpaceUse> spaces = collectSpaces(program);
  printHead(program, os, fileBytes);
  printLookups(program, os);
  printMemory(spaces, os);
  printBiggest(spaces, os);
  printTasks(program, os);
  printSchedule(program, os);
  printLeftOut(program, os);
}

} // namespace sc
