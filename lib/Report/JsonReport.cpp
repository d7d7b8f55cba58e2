//===-- JsonReport.cpp - the report for programs --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schema is docs/Report.md: members keep their order and their meaning
// within one version.

#include "sc/Report/Report.h"

#include "JsonPlan.h"
#include "PlanData.h"
#include "ReportData.h"

namespace sc {

using namespace report;
static Json makeProgram(const format::ProgramT &program, int64_t fileBytes) {
  return {{"source", program.source_name},
          {"compiler_version", program.compiler_version},
          {"format_version", program.format_version},
          {"file_bytes", orNull(fileBytes)}};
}

static Json makeTarget(const format::TargetT &target) {
  return {{"name", target.name},
          {"topology", target.topology},
          {"spelling", spellTarget(target)},
          {"devices", target.devices},
          {"sparse_cores_per_device", target.sparse_cores_per_device},
          {"tiles_per_sparse_core", target.tiles_per_sparse_core},
          {"assumed", target.assumed}};
}

/// Left out operations have no task.
static Json makeLookup(const format::ProgramT &program,
                       const format::LookupT &lookup,
                       const std::vector<int64_t> &tilePeaks) {
  bool isLeftOut = lookup.task < 0;
  return {{"table", lookup.table_name},
          {"kind", getKindName(lookup.kind)},
          {"task", isLeftOut ? Json() : Json(program.tasks[lookup.task]->name)},
          {"location", getLocation(program, lookup.location)},
          {"sparse_cores", lookup.sparse_cores},
          {"samples", lookup.samples},
          {"width", lookup.width},
          {"row_format", formatRows(lookup)},
          {"row_bytes", orNull(lookup.row_bytes)},
          {"table_rows", lookup.table_rows},
          {"max_ids", orNull(lookup.max_ids)},
          {"max_unique_ids", orNull(lookup.max_unique_ids)},
          {"limits_source",
           lookup.limits_source.empty() ? Json() : Json(lookup.limits_source)},
          {"window_rows", lookup.window_rows},
          {"window_buffers", lookup.window_buffers},
          {"tile_spmem_peak_bytes",
           isLeftOut ? Json() : Json(tilePeaks[lookup.task])}};
}

static Json makeLookups(const format::ProgramT &program) {
  std::vector<int64_t> tilePeaks = getTilePeaks(program);
  Json lookups = Json::array();
  for (const auto &lookup : program.lookups) {
    lookups.push_back(makeLookup(program, *lookup, tilePeaks));
    lookups.back()["plan"] =
        program.plan ? makeLookupPlan(*program.target, *lookup) : Json();
  }
  return lookups;
}

static Json makeClass(const ClassUse &use) {
  return {{"class", use.name},
          {"buffers", use.buffers},
          {"bytes", use.bytes},
          {"peak_bytes", use.peakBytes}};
}

static Json makeBuffer(const BufferUse &buffer) {
  return {{"name", buffer.name},
          {"class", buffer.className},
          {"type", buffer.type},
          {"bytes", buffer.bytes},
          {"instances", buffer.instances},
          {"begin", buffer.begin},
          {"end", buffer.end},
          {"live", buffer.lifetime},
          {"location", buffer.location}};
}

static Json makeSpace(const SpaceUse &space) {
  Json json = {{"space", space.name},
               {"per", space.owner},
               {"buffers", space.all.buffers},
               {"bytes", space.all.bytes},
               {"peak_bytes", space.all.peakBytes},
               {"end_bytes", space.endBytes},
               {"capacity_bytes", orNull(space.capacityBytes)},
               {"capacity_assumed", space.isCapacityAssumed},
               {"classes", Json::array()},
               {"biggest", Json::array()}};
  for (const ClassUse &use : space.classes)
    json["classes"].push_back(makeClass(use));
  for (const BufferUse &buffer : space.biggest)
    json["biggest"].push_back(makeBuffer(buffer));
  return json;
}

static Json makeMemory(const format::ProgramT &program) {
  Json memory = Json::array();
  for (const SpaceUse &space : collectSpaces(program))
    memory.push_back(makeSpace(space));
  return memory;
}

static Json makeCode(const CodeSize &code) {
  return {{"name", code.name}, {"instructions", code.instructions}};
}

static Json makeTasks(const format::ProgramT &program) {
  Json tasks = Json::array();
  for (const TaskSize &task : collectTasks(program)) {
    Json programs = Json::array();
    for (const CodeSize &code : task.programs)
      programs.push_back(makeCode(code));
    tasks.push_back({{"name", task.name},
                     {"launches", task.launches},
                     {"sequencer", makeCode(task.sequencer)},
                     {"programs", std::move(programs)}});
  }
  return tasks;
}

static Json makeSchedule(const format::ProgramT &program) {
  Json kinds = Json::object();
  for (const StepCount &count : countSteps(program))
    kinds[std::string(count.name)] = count.steps;
  return {{"steps", program.steps.size()},
          {"by_kind", std::move(kinds)},
          {"constant_bytes", countConstantBytes(program)}};
}

static Json makeLeftOut(const format::ProgramT &program) {
  Json leftOut = Json::array();
  for (const LeftOutGroup &group : collectLeftOut(program))
    leftOut.push_back({{"operation", group.operation},
                       {"reason", group.reason},
                       {"steps", group.steps},
                       {"locations", group.locations}});
  return leftOut;
}

std::string makeJsonReport(const format::ProgramT &program, int64_t fileBytes) {
  Json report = {{"version", kReportVersion},
                 {"program", makeProgram(program, fileBytes)},
                 {"target", makeTarget(*program.target)},
                 {"lookups", makeLookups(program)},
                 {"plan", program.plan ? makePlan(program) : Json()},
                 {"memory", makeMemory(program)},
                 {"tasks", makeTasks(program)},
                 {"schedule", makeSchedule(program)},
                 {"left_out", makeLeftOut(program)}};
  // Names come from the user's module and need not be UTF-8.
  return report.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace sc
