//===-- AdviceChanges.cpp - programs with one knob turned -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that would exceed 64 bits stay at the largest value, which no plan
// accepts.

#include "AdviceChanges.h"

#include "LookupSizes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace sc {

/// ceil(value * numerator / denominator)
static int64_t scale(int64_t value, int64_t numerator, int64_t denominator) {
  __extension__ typedef __int128 Wide;
  Wide scaled = (Wide(value) * numerator + denominator - 1) / denominator;
  return static_cast<int64_t>(
      std::min<Wide>(scaled, std::numeric_limits<int64_t>::max()));
}

static void scaleBytes(HbmResident &resident, int64_t numerator,
                       int64_t denominator) {
  resident.bytes = scale(resident.bytes, numerator, denominator);
  resident.paddingBytes = scale(resident.paddingBytes, numerator, denominator);
}

static void setUnits(HbmResident &resident, int64_t units) {
  scaleBytes(resident, units, resident.scaling.units);
  resident.scaling.units = units;
}

/// Rows have other bytes than now.
static void setRows(HbmResident &resident, const format::RowFormat &format,
                    int64_t width) {
  HbmScaling &scaling = resident.scaling;
  scaleBytes(resident, format::getRowBytes(format, width),
             format::getRowBytes(scaling.rowFormat, scaling.width));
  scaling.rowFormat = format;
  scaling.width = width;
}

static void limitWidth(HbmResident &resident, int64_t width) {
  if (resident.scaling.width > width)
    setRows(resident, resident.scaling.rowFormat, width);
}

static void scaleChips(HbmResident &resident, int64_t factor) {
  switch (resident.scaling.kind) {
  case HbmScaling::Kind::TableRows:
  case HbmScaling::Kind::Samples:
    return setUnits(resident, ceilDiv(resident.scaling.units, factor));
  case HbmScaling::Kind::SparseCores:
    return scaleBytes(resident, factor, 1);
  case HbmScaling::Kind::Unknown:
  case HbmScaling::Kind::Fixed:
    break;
  }
}

LookupProblem limitIds(LookupProblem problem, int64_t maxIds) {
  if (problem.kind == LookupKind::LocalLookup)
    return problem;
  problem.maxIds = std::min(problem.maxIds, maxIds);
  problem.maxUniqueIds = std::min(problem.maxUniqueIds, problem.maxIds);
  return problem;
}

LookupProblem scaleChips(LookupProblem problem, int64_t factor) {
  problem.samples = ceilDiv(problem.samples, factor);
  // The local form shares its table with nobody.
  if (problem.kind == LookupKind::LocalLookup)
    return problem;
  problem.sparseCores = scale(problem.sparseCores, factor, 1);
  problem.tableRows = ceilDiv(problem.tableRows, factor);
  return problem;
}

ProgramProblem scaleChips(ProgramProblem problem, int64_t factor) {
  problem.devices = scale(problem.devices, factor, 1);
  for (LookupProblem &lookup : problem.lookups)
    lookup = scaleChips(lookup, factor);
  for (HbmResident &resident : problem.residents)
    scaleChips(resident, factor);
  return problem;
}

ProgramProblem limitIds(ProgramProblem problem, int64_t maxIds) {
  for (LookupProblem &lookup : problem.lookups)
    lookup = limitIds(lookup, maxIds);
  return problem;
}

ProgramProblem limitUniqueIds(ProgramProblem problem, int64_t maxUniqueIds) {
  for (LookupProblem &lookup : problem.lookups)
    if (lookup.kind != LookupKind::LocalLookup)
      lookup.maxUniqueIds = std::min(lookup.maxUniqueIds, maxUniqueIds);
  return problem;
}

ProgramProblem limitBatch(ProgramProblem problem, int64_t samples) {
  int64_t largest = getLargest(problem, &LookupProblem::samples, true);
  for (LookupProblem &lookup : problem.lookups)
    lookup.samples = scale(lookup.samples, samples, largest);
  for (HbmResident &resident : problem.residents)
    if (resident.scaling.kind == HbmScaling::Kind::Samples)
      setUnits(resident, scale(resident.scaling.units, samples, largest));
  return problem;
}

ProgramProblem limitWidth(ProgramProblem problem, int64_t width) {
  for (LookupProblem &lookup : problem.lookups)
    lookup.width = std::min(lookup.width, width);
  for (HbmResident &resident : problem.residents)
    limitWidth(resident, width);
  return problem;
}

//===----------------------------------------------------------------------===//
// Narrow tables
//===----------------------------------------------------------------------===//

format::RowFormat getAdvisedRowFormat() {
  return {.type = format::RowType::Int8, .scale = format::ScaleKind::Table};
}

/// A stream moves no less than one word.
static bool canNarrow(const LookupProblem &lookup) {
  return lookup.canStoreNarrow && lookup.width > 1 &&
         format::getCodeBytes(lookup.rowFormat.type) > 1;
}

bool canNarrowTables(const ProgramProblem &problem) {
  // The flag is for all tables: one that cannot be narrow is an error, unless
  // its rows are one word.
  auto isRefused = [](const LookupProblem &lookup) {
    return lookup.kind == LookupKind::Update ||
           (lookup.width > 1 && !lookup.canStoreNarrow);
  };
  return std::ranges::none_of(problem.lookups, isRefused) &&
         std::ranges::any_of(problem.lookups, canNarrow);
}

namespace {
/// Narrows what lies in HBM of a table with rows of `width` words.
class TableNarrower {
public:
  TableNarrower(std::string table, int64_t width)
      : table(std::move(table)), width(width) {}

  void run(std::vector<HbmResident> &residents) const {
    // Narrow rows come padded: there is no copy of them as they came.
    std::erase_if(residents, [&](const HbmResident &resident) {
      return hasRows(resident) && resident.role == HbmRole::Other &&
             resident.scaling.width < width;
    });
    std::vector<HbmResident> scales;
    for (HbmResident &resident : residents) {
      if (!hasRows(resident))
        continue;
      setRows(resident, getAdvisedRowFormat(), resident.scaling.width);
      if (resident.role == HbmRole::Weights)
        scales.push_back(makeScale(resident));
    }
    residents.insert(residents.end(), scales.begin(), scales.end());
  }

private:
  /// Of the table itself: rows of samples are as wide, but stay f32.
  bool hasRows(const HbmResident &resident) const {
    const HbmScaling &scaling = resident.scaling;
    return scaling.table == table && scaling.width > 0 &&
           scaling.kind != HbmScaling::Kind::Samples;
  }

  HbmResident makeScale(const HbmResident &weights) const {
    HbmResident scale;
    scale.name = weights.name + ".scale";
    scale.bytes = 4 * format::getScaleWords(getAdvisedRowFormat());
    scale.firstStep = weights.firstStep;
    scale.lastStep = weights.lastStep;
    scale.scaling.kind = HbmScaling::Kind::Fixed;
    return scale;
  }

  std::string table;
  int64_t width;
};
} // namespace

ProgramProblem narrowTables(ProgramProblem problem) {
  std::map<std::string, int64_t> widths;
  for (LookupProblem &lookup : problem.lookups) {
    if (!canNarrow(lookup))
      continue;
    widths.emplace(lookup.table, lookup.width);
    lookup.rowFormat = getAdvisedRowFormat();
  }
  for (const auto &[table, width] : widths)
    TableNarrower(table, width).run(problem.residents);
  return problem;
}

ProgramProblem replaceLookup(ProgramProblem problem, size_t index,
                             const LookupProblem &lookup) {
  LookupProblem old = problem.lookups[index];
  problem.lookups[index] = lookup;
  for (HbmResident &resident : problem.residents) {
    const HbmScaling &scaling = resident.scaling;
    if (scaling.table != old.table)
      continue;
    limitWidth(resident, lookup.width);
    if (scaling.kind == HbmScaling::Kind::Samples &&
        scaling.units == old.samples)
      setUnits(resident, lookup.samples);
  }
  return problem;
}

int64_t getLargest(const ProgramProblem &problem, int64_t LookupProblem::*size,
                   bool withLocal) {
  int64_t largest = 0;
  for (const LookupProblem &lookup : problem.lookups)
    if (withLocal || lookup.kind != LookupKind::LocalLookup)
      largest = std::max(largest, lookup.*size);
  return largest;
}

int64_t getUnscaledBytes(const ProgramProblem &problem) {
  int64_t bytes = 0; // the program's sums have been checked
  for (const HbmResident &resident : problem.residents)
    if (resident.scaling.kind == HbmScaling::Kind::Unknown)
      bytes += resident.bytes;
  return bytes;
}

ProgramProblem dropUnscaled(ProgramProblem problem) {
  std::erase_if(problem.residents, [](const HbmResident &resident) {
    return resident.scaling.kind == HbmScaling::Kind::Unknown;
  });
  return problem;
}

} // namespace sc
