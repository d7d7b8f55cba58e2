//===-- PlanSections.cpp - what planning decided --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each section that a plan adds.

#include "Sections.h"

#include "PlanData.h"
#include "ReportData.h"
#include "runtime/format/Types.h"

#include <algorithm>

namespace sc::report {

using namespace format;

/// The file does not say how many devices a chip has: all others have one.
static constexpr std::string_view kTwoDeviceMachine = "v7x";

static Section makeLimitSection(const ProgramT &program) {
  Section section = {
      "limits", "limits of a partition and where they come from",
      TextTable({"table", "kind", ">max ids", ">max unique ids", "from"})};
  for (const auto &lookup : program.lookups)
    section.table.add(
        {lookup->table_name, formatKind(lookup->kind),
         formatLimit(lookup->max_ids), formatLimit(lookup->max_unique_ids),
         lookup->limits_source.empty() ? "-" : lookup->limits_source});
  return section;
}

static std::string describeList(const LookupT &lookup) {
  std::string entries = std::to_string(lookup.list_entries);
  if (lookup.row_streaming)
    return "row streaming, C = " + entries;
  if (lookup.kind == LookupKind::LocalLookup)
    return "streamed, C = " + entries;
  return "whole, N = " + entries;
}

/// "2 x 31 rows".
static std::string formatWindows(const LookupT &lookup) {
  return std::to_string(lookup.window_buffers) + " x " +
         formatCount(lookup.window_rows, "row");
}

static bool hasUpdate(const ProgramT &program) {
  return std::ranges::any_of(program.lookups, [](const auto &lookup) {
    return lookup->kind == LookupKind::Update;
  });
}

static TextTable makeTileTable(const ProgramT &program) {
  std::vector<std::string> titles = {
      "table", "kind", ">r",         ">v",         ">s",   ">G",
      ">X",    ">A",   ">G + X + A", ">of a tile", "list", ">windows"};
  bool hasMerges = hasUpdate(program);
  if (hasMerges) {
    titles.push_back(">merged at once");
    titles.push_back(">updated at once");
  }
  TextTable table(std::move(titles));
  for (const auto &lookup : program.lookups) {
    int64_t bytes = 0;
    for (int64_t part : {lookup->gather_operand_bytes, lookup->scratch_bytes,
                         lookup->list_bytes})
      addBytes(bytes, part);
    std::vector<std::string> cells = {
        lookup->table_name,
        formatKind(lookup->kind),
        std::to_string(lookup->replicas),
        std::to_string(lookup->vector_splits),
        std::to_string(lookup->sample_splits),
        std::to_string(lookup->gather_operand_bytes),
        std::to_string(lookup->scratch_bytes),
        std::to_string(lookup->list_bytes),
        formatBytes(bytes),
        formatPercent(bytes, program.target->tile_spmem_bytes),
        describeList(*lookup),
        formatWindows(*lookup)};
    bool isUpdate = lookup->kind == LookupKind::Update;
    if (hasMerges) {
      cells.push_back(isUpdate ? std::to_string(lookup->merge_entries) : "-");
      cells.push_back(isUpdate ? formatCount(lookup->optimizer_rows, "row")
                               : "-");
    }
    table.add(std::move(cells));
  }
  return table;
}

static Section makeTileSection(const ProgramT &program) {
  Section section = {
      "plan",
      "TileSpmem of a tile as planned (r replicas, v vector splits, s sample "
      "splits; G gather operand and X scratch are fixed, A is the list)",
      makeTileTable(program)};
  if (isAssumed(*program.target, "TileSpmem bytes per tile"))
    section.notes.push_back("the TileSpmem of a tile is assumed");
  return section;
}

static std::string describeResult(const Formula &formula) {
  std::string planned = std::to_string(formula.plannedBytes);
  if (formula.agrees())
    return planned;
  std::string byFormula = formula.formulaBytes
                              ? std::to_string(*formula.formulaBytes)
                              : "no 64-bit number";
  return byFormula + " by the formula, " + planned + " planned";
}

static Section makeFormulaSection(const ProgramT &program) {
  std::string letters = "N max ids, U max unique ids, T tiles";
  if (hasNarrowTable(program))
    letters += ", B a stored row, g what is gathered of it";
  Section section = {"formulas",
                     "formulas and their inputs (" + letters + "; bytes)",
                     TextTable({"table", "kind", "formula"})};
  for (const auto &lookup : program.lookups)
    for (const Formula &formula : makeFormulas(*program.target, *lookup))
      section.table.add({lookup->table_name, formatKind(lookup->kind),
                         formula.quantity + " = " + formula.symbols + " = " +
                             formula.inputs + " = " + describeResult(formula)});
  section.notes.push_back(
      "the 256 in X, and what its two row slots are, is assumed");
  return section;
}

static Section makeStackSection(const ProgramT &program) {
  Section section = {
      "stacks", "stacks in HBM of a SparseCore",
      TextTable({"table", "kind", ">P x r", ">forward", ">backward",
                 ">exchange", ">of a device", "region"})};
  for (const auto &lookup : program.lookups) {
    int64_t ofDevice = 0;
    for (int32_t i = 0; i < program.target->sparse_cores_per_device; ++i)
      for (int64_t part :
           {lookup->stack_forward_bytes, lookup->stack_backward_bytes,
            lookup->exchange_bytes})
        addBytes(ofDevice, part);
    section.table.add(
        {lookup->table_name, formatKind(lookup->kind),
         std::to_string(int64_t(lookup->sparse_cores) * lookup->replicas),
         formatBytes(lookup->stack_forward_bytes),
         formatBytes(lookup->stack_backward_bytes),
         formatBytes(lookup->exchange_bytes), formatBytes(ofDevice),
         lookup->serialized ? "shared, serialized" : "own"});
  }
  section.notes.push_back("serialized tables: " +
                          std::to_string(program.plan->serialized_tables));
  section.notes.push_back("that published stack formulas are per SparseCore, "
                          "and that P counts all of them, is assumed");
  return section;
}

/// "-" stands for none or not known: the file does not tell them apart.
static std::string formatPadding(const HbmAmount &amount) {
  if (amount.paddingBytes <= 0)
    return "-";
  return formatShortBytes(amount.paddingBytes) + ", " +
         formatPercent(amount.paddingBytes, amount.paddedBytes);
}

static Fit getHbmFit(const ProgramT &program) {
  return collectFits(program).front();
}

static Section makeTableSection(const ProgramT &program) {
  std::array<HbmAmount, kHbmRoles> roles = collectRoles(*program.plan);
  std::vector<std::string> titles = {"table"};
  for (size_t role = 0; role < kHbmRoles; ++role)
    if (roles[role].bytes > 0)
      titles.push_back(">" + formatRole(static_cast<HbmRole>(role)));
  for (const char *title : {">all", ">of usable", ">padding"})
    titles.push_back(title);
  Section section = {"tables", "tables in HBM of a device at the planned peak",
                     TextTable(std::move(titles))};
  int64_t usable = getHbmFit(program).capacityBytes;
  for (const TableUse &table : collectTables(*program.plan)) {
    std::vector<std::string> cells = {table.name.empty() ? "(no table)"
                                                         : table.name};
    for (size_t role = 0; role < kHbmRoles; ++role)
      if (roles[role].bytes > 0)
        cells.push_back(table.bytesByRole[role] > 0
                            ? formatShortBytes(table.bytesByRole[role])
                            : "-");
    cells.push_back(formatShortBytes(table.all.bytes));
    cells.push_back(formatPercent(table.all.bytes, usable));
    cells.push_back(formatPadding(table.all));
    section.table.add(std::move(cells));
  }
  if (NarrowWeights narrow = addNarrowWeights(program); narrow.bytes > 0)
    section.notes.push_back(
        "weights of narrow tables: " + formatBytes(narrow.bytes) + ", as f32 " +
        formatBytes(narrow.f32Bytes));
  section.notes.push_back("padding: of columns, of rows where a spec states "
                          "them, and its part of what is "
                          "padded; -: none or not known");
  section.notes.push_back(
      "else rows are as the program has them; the JAX library pads them to 8 x "
      "the "
      "number of SparseCores, the XLA documentation to the number of "
      "SparseCores");
  return section;
}

static Section makeUseSection(const ProgramT &program) {
  const PlanT &plan = *program.plan;
  Fit hbm = getHbmFit(program);
  Section section = {"hbm", "HBM of a device at the planned peak",
                     TextTable({"use", ">bytes", ">of usable", ">padding"})};
  std::array<HbmAmount, kHbmRoles> roles = collectRoles(plan);
  for (size_t role = 0; role < kHbmRoles; ++role)
    if (roles[role].bytes > 0)
      section.table.add({formatRole(static_cast<HbmRole>(role)),
                         formatBytes(roles[role].bytes),
                         formatPercent(roles[role].bytes, hbm.capacityBytes),
                         formatPadding(roles[role])});
  HbmAmount all = addUses(plan);
  section.table.add({"all", formatBytes(all.bytes),
                     formatPercent(all.bytes, hbm.capacityBytes),
                     formatPadding(all)});
  if (all.bytes != plan.hbm_peak_bytes)
    section.notes.push_back("the uses do not add up to the planned peak of " +
                            formatBytes(plan.hbm_peak_bytes));
  section.notes.push_back(
      "usable: " + formatCapacity(hbm.capacityBytes, hbm.isAssumed) +
      (program.target->name == kTwoDeviceMachine ? "; a chip is two devices"
                                                 : ""));
  section.notes.push_back("steps whose inputs are in HBM at once: " +
                          std::to_string(plan.parallel_iterations));
  return section;
}

static Section makePeakSection(const ProgramT &program) {
  Section section = {
      "peaks", "planned peaks beside those of the lifetimes in the file",
      TextTable({"space", "class", ">planned", ">lifetimes", "equal"})};
  for (const PeakPair &pair : comparePeaks(program))
    section.table.add({std::string(pair.space), std::string(pair.className),
                       formatBytes(pair.plannedBytes),
                       formatBytes(pair.computedBytes),
                       pair.plannedBytes == pair.computedBytes ? "yes" : "no"});
  if (std::string why = explainHbmDifference(program); !why.empty())
    section.notes.push_back(why);
  return section;
}

static Section makePredictionSection(const ProgramT &program) {
  Section section = {
      "predicted",
      "traffic and time at the limits (predicted by a model; nothing measured)",
      TextTable({"table", "kind", ">HBM bytes", ">of them table rows",
                 ">sent to others", ">time"})};
  for (const auto &lookup : program.lookups)
    section.table.add({lookup->table_name, formatKind(lookup->kind),
                       formatBytes(lookup->hbm_traffic_bytes),
                       formatBytes(lookup->gather_traffic_bytes),
                       formatBytes(lookup->exchange_traffic_bytes),
                       formatSeconds(lookup->seconds)});
  section.notes.push_back("bytes are of one SparseCore; the program takes " +
                          formatSeconds(program.plan->seconds));
  section.notes.push_back("what a window, an exchange and a launch cost is "
                          "assumed");
  if (program.target->hbm_bytes_per_second == 0 ||
      isAssumed(*program.target, "HBM bytes per second, per device"))
    section.notes.push_back("the bandwidth of HBM is assumed");
  return section;
}

std::vector<Section> makePlanSections(const ProgramT &program) {
  if (!program.plan)
    return {};
  return {makeUseSection(program),        makeTableSection(program),
          makeStackSection(program),      makeTileSection(program),
          makeFormulaSection(program),    makeLimitSection(program),
          makePredictionSection(program), makePeakSection(program)};
}

} // namespace sc::report
