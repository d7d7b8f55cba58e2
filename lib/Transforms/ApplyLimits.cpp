//===-- ApplyLimits.cpp - limits from a file ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-apply-limits.

#include "sc/Transforms/Passes.h"

#include "FileError.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/EmbeddingCall.h"
#include "sc/Limits/LimitsFile.h"
#include "sc/Target/NearestName.h"

#include <set>

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_APPLYLIMITS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct ApplyLimits : public sc::impl::ApplyLimitsBase<ApplyLimits> {
  using ApplyLimitsBase::ApplyLimitsBase;
  void runOnOperation() override;
};

/// A lookup or update with limits, in whichever form it is.
struct LimitedOp {
  Operation *op = nullptr;
  StringRef table;
  LimitsAttr limits;
};
} // namespace

static std::optional<LimitedOp> matchLimited(Operation *op) {
  if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op))
    return LimitedOp{op, lookup.getTableName(), lookup.getLimits()};
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call || !isAnnotated(call))
    return std::nullopt;
  return LimitedOp{op,
                   op->getAttrOfType<StringAttr>(kTableNameAttrName).getValue(),
                   op->getAttrOfType<LimitsAttr>(kLimitsAttrName)};
}

static LogicalResult apply(const LimitedOp &limited,
                           const TableLimits &limits) {
  int64_t maxIds = limits.maxIds.value_or(limited.limits.getMaxIds());
  int64_t maxUniqueIds =
      limits.maxUniqueIds.value_or(limited.limits.getMaxUniqueIds());
  if (maxUniqueIds > maxIds)
    return limited.op->emitError()
           << "table '" << limited.table << "': max_unique_ids_per_partition "
           << maxUniqueIds << " is greater than max_ids_per_partition "
           << maxIds << " (" << limits.source << ")";
  MLIRContext *context = limited.op->getContext();
  auto attr = LimitsAttr::get(context, maxIds, maxUniqueIds);
  if (auto lookup = dyn_cast<SparseDenseMatmulOp>(limited.op))
    lookup.setLimitsAttr(attr);
  else
    limited.op->setAttr(kLimitsAttrName, attr);
  limited.op->setAttr(kLimitsSourceAttrName,
                      StringAttr::get(context, limits.source));
  mlir::emitRemark(limited.op->getLoc())
      << "table '" << limited.table << "': limits " << maxIds << " and "
      << maxUniqueIds << " of " << limits.source << " in place of "
      << limited.limits.getMaxIds() << " and "
      << limited.limits.getMaxUniqueIds();
  return success();
}

/// The most unused tables that have a warning each, and the most names in it.
static constexpr size_t kMostNamed = 16;

/// "'a', 'b' and 3 more", or "none".
static std::string listTables(const std::set<std::string> &tables) {
  if (tables.empty())
    return "none";
  std::string text;
  size_t count = 0;
  for (const std::string &table : tables) {
    if (count == kMostNamed)
      break;
    text += (count++ == 0 ? "" : ", ") + quoteName(table);
  }
  if (tables.size() > count)
    text += " and " + std::to_string(tables.size() - count) + " more";
  return text;
}

/// Tables of the file that no lookup has: the first few, and how many more.
static void warnOfUnused(ModuleOp module, const LimitsByTable &limits,
                         const std::set<std::string> &tables) {
  std::string known = listTables(tables);
  size_t unused = 0;
  for (const auto &[table, entry] : limits)
    if (!tables.contains(table) && ++unused <= kMostNamed)
      module.emitWarning() << "no lookup uses table " << quoteName(table)
                           << " of " << entry.source << "; the program has "
                           << known;
  if (unused > kMostNamed)
    module.emitWarning() << "no lookup uses " << unused - kMostNamed
                         << " more tables of the limits file";
}

void ApplyLimits::runOnOperation() {
  if (file.empty())
    return;
  ModuleOp module = getOperation();
  std::string error;
  std::optional<LimitsByTable> limits = readLimitsFile(file, error);
  if (!limits) {
    emitFileError(module, file, error);
    return signalPassFailure();
  }
  std::set<std::string> tables;
  bool hasFailed = false;
  module.walk([&](Operation *op) {
    std::optional<LimitedOp> limited = matchLimited(op);
    if (!limited)
      return;
    tables.insert(limited->table.str());
    if (auto members = op->getAttrOfType<ArrayAttr>(kStackedTablesAttrName))
      for (auto name : members.getAsRange<StringAttr>())
        tables.insert(name.str());
    auto entry = limits->find(limited->table.str());
    if (entry != limits->end())
      hasFailed |= failed(apply(*limited, entry->second));
  });
  warnOfUnused(module, *limits, tables);
  if (hasFailed)
    signalPassFailure();
}
