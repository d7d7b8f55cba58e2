//===-- ApplyLimits.cpp - limits from a file ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-apply-limits.

#include "sc/Transforms/Passes.h"

#include "FileError.h"
#include "dialects/SparseCore/SparseCore.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/LookupAttributes.h"
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
} // namespace

static LogicalResult apply(EmbeddingOp op, const TableLimits &limits) {
  LimitsAttr own = op.getLimits();
  int64_t maxIds = limits.maxIds.value_or(own.getMaxIds());
  int64_t maxUniqueIds = limits.maxUniqueIds.value_or(own.getMaxUniqueIds());
  if (maxUniqueIds > maxIds)
    return op->emitError() << "table '" << op.getTableName()
                           << "': max_unique_ids_per_partition " << maxUniqueIds
                           << " is greater than max_ids_per_partition "
                           << maxIds << " (" << limits.source << ")";
  MLIRContext *context = op->getContext();
  op.setLimitsAttr(LimitsAttr::get(context, maxIds, maxUniqueIds));
  op->setAttr(kLimitsSourceAttrName, StringAttr::get(context, limits.source));
  mlir::emitRemark(op->getLoc())
      << "table '" << op.getTableName() << "': limits " << maxIds << " and "
      << maxUniqueIds << " of " << limits.source << " in place of "
      << own.getMaxIds() << " and " << own.getMaxUniqueIds();
  return success();
}

/// The most unused tables that have a warning each.
static constexpr size_t kMostWarnings = 16;

/// Tables of the file that no lookup has: the first few, and how many more.
static void warnOfUnused(ModuleOp module, const LimitsByTable &limits,
                         const std::set<std::string> &tables) {
  std::string known = listNames(tables);
  size_t unused = 0;
  for (const auto &[table, entry] : limits)
    if (!tables.contains(table) && ++unused <= kMostWarnings)
      module.emitWarning() << "no lookup uses table " << quoteName(table)
                           << " of " << entry.source << "; the program has "
                           << known;
  if (unused > kMostWarnings)
    module.emitWarning() << "no lookup uses " << unused - kMostWarnings
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
  module.walk([&](EmbeddingOp op) {
    tables.insert(op.getTableName().str());
    if (auto members = op->getAttrOfType<ArrayAttr>(kStackedTablesAttrName))
      for (auto name : members.getAsRange<StringAttr>())
        tables.insert(name.str());
    auto entry = limits->find(op.getTableName().str());
    if (entry != limits->end())
      hasFailed |= failed(apply(op, entry->second));
  });
  warnOfUnused(module, *limits, tables);
  if (hasFailed)
    signalPassFailure();
}
