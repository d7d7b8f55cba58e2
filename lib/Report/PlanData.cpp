//===-- PlanData.cpp - what planning decided, for reports -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups the uses of HBM, and compares planned peaks with lifetimes.

#include "PlanData.h"

#include "ReportData.h"
#include "runtime/format/Peaks.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <map>
#include <utility>

namespace sc::report {

using namespace format;

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

std::string_view getRoleName(HbmRole role) {
  static constexpr std::array<std::string_view, kHbmRoles> names = {
      "weights",       "slots",          "inputs",   "other",      "heap",
      "stack_forward", "stack_backward", "exchange", "tensor_core"};
  size_t index = static_cast<size_t>(role);
  return index < names.size() ? names[index] : "?";
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

std::vector<Fit> collectFits(const ProgramT &program) {
  const TargetT &target = *program.target;
  Fit hbm = {"HBM of a device", 0,
             target.usable_hbm_bytes > 0 ? target.usable_hbm_bytes
                                         : target.hbm_bytes,
             isAssumed(target, target.usable_hbm_bytes > 0
                                   ? "usable HBM bytes per device"
                                   : "HBM bytes per device")};
  Fit tile = {"TileSpmem of a tile", 0, target.tile_spmem_bytes,
              isAssumed(target, "TileSpmem bytes per tile")};
  for (const MemoryPeak &peak :
       computeMemoryPeaks(collectPeakBuffers(program))) {
    if (peak.space == MemorySpace::Hbm)
      hbm.peakBytes = peak.bytes;
    if (peak.space == MemorySpace::TileSpmem)
      tile.peakBytes = peak.bytes;
  }
  if (program.plan)
    hbm.peakBytes = program.plan->hbm_peak_bytes;
  return {hbm, tile};
}

} // namespace sc::report
