//===-- PlanData.cpp - what planning decided, for reports -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups the uses of HBM, and compares planned peaks with lifetimes.

#include "PlanData.h"

#include "ReportData.h"
#include "TextTable.h"
#include "runtime/format/Peaks.h"
#include "runtime/format/RowFormat.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace sc::report {

using namespace format;

std::string formatRows(const LookupT &lookup) {
  return formatRowFormat(
      RowFormat{.type = lookup.row_type, .scale = lookup.row_scale});
}

bool isNarrow(const LookupT &lookup) { return lookup.row_type != RowType::F32; }

bool hasNarrowTable(const ProgramT &program) {
  return std::ranges::any_of(
      program.lookups, [](const auto &lookup) { return isNarrow(*lookup); });
}

std::string_view getKindName(LookupKind kind) {
  switch (kind) {
  case LookupKind::Lookup:
    return "lookup";
  case LookupKind::LocalLookup:
    return "local_lookup";
  case LookupKind::Update:
    return "update";
  }
  return "?";
}

std::string formatKind(LookupKind kind) {
  std::string text(getKindName(kind));
  std::ranges::replace(text, '_', ' ');
  return text;
}

void HbmAmount::add(const HbmUseT &use) {
  addBytes(bytes, use.bytes);
  addBytes(paddingBytes, use.padding_bytes);
  if (use.padding_bytes > 0)
    addBytes(paddedBytes, use.bytes);
}

/// A file may hold values outside the enum.
static size_t getRoleIndex(const HbmUseT &use) {
  size_t index = static_cast<size_t>(use.role);
  return index < kHbmRoles ? index : static_cast<size_t>(HbmRole::Other);
}

std::vector<TableUse> collectTables(const PlanT &plan) {
  std::vector<TableUse> tables;
  std::map<std::string, size_t> indices;
  TableUse rest;
  for (const auto &use : plan.hbm_uses) {
    auto [entry, isNew] = indices.emplace(use->table_name, tables.size());
    if (isNew && !use->table_name.empty())
      tables.push_back({use->table_name, {}, {}});
    TableUse &table = use->table_name.empty() ? rest : tables[entry->second];
    addBytes(table.bytesByRole[getRoleIndex(*use)], use->bytes);
    table.all.add(*use);
  }
  if (rest.all.bytes > 0)
    tables.push_back(std::move(rest));
  return tables;
}

std::array<HbmAmount, kHbmRoles> collectRoles(const PlanT &plan) {
  std::array<HbmAmount, kHbmRoles> roles;
  for (const auto &use : plan.hbm_uses)
    roles[getRoleIndex(*use)].add(*use);
  return roles;
}

HbmAmount addUses(const PlanT &plan) {
  HbmAmount all;
  for (const auto &use : plan.hbm_uses)
    all.add(*use);
  return all;
}

/// Tables by name, with the bytes that a row has and would have as f32.
static std::map<std::string, std::pair<int64_t, int64_t>>
collectNarrowRows(const ProgramT &program) {
  constexpr int64_t kMaxWidth = std::numeric_limits<int64_t>::max() / 4;
  std::map<std::string, std::pair<int64_t, int64_t>> rows;
  for (const auto &lookup : program.lookups)
    if (isNarrow(*lookup) && lookup->row_bytes > 0 && lookup->width >= 0 &&
        lookup->width <= kMaxWidth)
      rows[lookup->table_name] = {lookup->row_bytes, lookup->width * 4};
  return rows;
}

NarrowWeights addNarrowWeights(const ProgramT &program) {
  auto rows = collectNarrowRows(program);
  NarrowWeights weights;
  for (const auto &use : program.plan->hbm_uses) {
    auto found = rows.find(use->table_name);
    if (use->role != HbmRole::Weights || found == rows.end())
      continue;
    auto [stored, asF32] = found->second;
    addBytes(weights.bytes, use->bytes);
    int64_t bytes = 0;
    if (__builtin_mul_overflow(use->bytes / stored, asF32, &bytes))
      bytes = std::numeric_limits<int64_t>::max();
    addBytes(weights.f32Bytes, bytes);
  }
  return weights;
}

std::vector<PeakPair> comparePeaks(const ProgramT &program) {
  std::map<std::pair<MemorySpace, BufferClass>, PeakPair> pairs;
  auto getPair = [&](MemorySpace space, BufferClass bufferClass) -> PeakPair & {
    PeakPair &pair = pairs[{space, bufferClass}];
    pair.space = getSpaceName(space);
    pair.className = getClassName(bufferClass);
    return pair;
  };
  for (const ClassPeak &peak : computePeaks(collectPeakBuffers(program)))
    getPair(peak.space, peak.bufferClass).computedBytes = peak.bytes;
  for (const auto &peak : program.plan->peaks)
    getPair(peak->space, peak->buffer_class).plannedBytes = peak->bytes;
  std::vector<PeakPair> sorted;
  for (const auto &[key, pair] : pairs)
    sorted.push_back(pair);
  return sorted;
}

/// The most that a tile holds in a task: its own buffers, and its share of what
/// all tiles hold together.
static int64_t getTilePeak(const ProgramT &program) {
  std::map<int32_t, std::vector<PeakBuffer>> tasks;
  for (const PeakBuffer &buffer : collectPeakBuffers(program))
    if (livesInPrograms(buffer.space, buffer.task))
      tasks[buffer.task].push_back(buffer);
  int64_t tiles = std::max(1, program.target->tiles_per_sparse_core);
  int64_t most = 0;
  for (const auto &[task, buffers] : tasks) {
    int64_t bytes = 0;
    for (const MemoryPeak &peak : computeMemoryPeaks(buffers)) {
      if (peak.space == MemorySpace::TileSpmem)
        addBytes(bytes, peak.bytes);
      if (peak.space == MemorySpace::Spmem)
        addBytes(bytes, peak.bytes / tiles + (peak.bytes % tiles != 0));
    }
    most = std::max(most, bytes);
  }
  return most;
}

std::vector<Fit> collectFits(const ProgramT &program) {
  const TargetT &target = *program.target;
  Fit hbm = {"HBM of a device", 0,
             target.usable_hbm_bytes > 0 ? target.usable_hbm_bytes
                                         : target.hbm_bytes,
             isAssumed(target, target.usable_hbm_bytes > 0
                                   ? "usable HBM bytes per device"
                                   : "HBM bytes per device")};
  Fit tile = {"TileSpmem of a tile", getTilePeak(program),
              target.tile_spmem_bytes,
              isAssumed(target, "TileSpmem bytes per tile")};
  for (const MemoryPeak &peak : computeMemoryPeaks(collectPeakBuffers(program)))
    if (peak.space == MemorySpace::Hbm)
      hbm.peakBytes = peak.bytes;
  if (program.plan)
    hbm.peakBytes = program.plan->hbm_peak_bytes;
  return {hbm, tile};
}

static int64_t getRoleBytes(const PlanT &plan, HbmRole role) {
  return collectRoles(plan)[static_cast<size_t>(role)].bytes;
}

/// What is planned but has no buffer in the file, each as a clause.
static std::vector<std::string> listPlannedOnly(const ProgramT &program) {
  int64_t updates = 0, lookups = 0;
  for (const auto &lookup : program.lookups)
    if (lookup->task < 0)
      ++(lookup->kind == LookupKind::Update ? updates : lookups);
  std::vector<std::string> clauses;
  for (const auto &[count, thing] :
       {std::pair(lookups, "lookup"), std::pair(updates, "update")})
    if (count > 0)
      clauses.push_back("stacks of " + formatCount(count, thing) +
                        " that the plan counts and the file leaves out");
  for (HbmRole role : {HbmRole::Heap, HbmRole::TensorCore})
    if (int64_t bytes = getRoleBytes(*program.plan, role); bytes > 0)
      clauses.push_back(formatRole(role) + ", " + formatBytes(bytes) +
                        ", for which the file has no buffers");
  return clauses;
}

std::string explainHbmDifference(const ProgramT &program) {
  int64_t computed = 0;
  for (const MemoryPeak &peak : computeMemoryPeaks(collectPeakBuffers(program)))
    if (peak.space == MemorySpace::Hbm)
      computed = peak.bytes;
  if (!program.plan || program.plan->hbm_peak_bytes == computed)
    return "";
  std::string text = "planned peak of HBM " +
                     formatBytes(program.plan->hbm_peak_bytes) +
                     ", by the lifetimes in the file " + formatBytes(computed);
  std::string separator = ": ";
  for (const std::string &clause : listPlannedOnly(program))
    text += std::exchange(separator, "; ") + clause;
  return text;
}

static int64_t countNeededBytes(const LookupT &lookup) {
  int64_t bytes = 0;
  for (int64_t part :
       {lookup.gather_operand_bytes, lookup.scratch_bytes, lookup.list_bytes})
    addBytes(bytes, part);
  return bytes;
}

std::optional<TileNeed> findTileNeed(const ProgramT &program) {
  if (!program.plan || program.lookups.empty())
    return std::nullopt;
  TileNeed most;
  for (const auto &lookup : program.lookups) {
    int64_t needed = countNeededBytes(*lookup);
    if (!most.lookup || needed > most.neededBytes)
      most = {lookup.get(), needed, 0};
  }
  const Fit tile = collectFits(program)[1];
  most.windowBytes = std::max<int64_t>(0, tile.peakBytes - most.neededBytes);
  return most;
}

} // namespace sc::report
