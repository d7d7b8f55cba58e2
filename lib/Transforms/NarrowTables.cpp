//===-- NarrowTables.cpp - which arguments become narrow tables -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From lookups to arguments of @main, and back to all their uses.

#include "NarrowTables.h"

#include "dialects/Shardy/Shardy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "runtime/quantize/RowScale.h"
#include "sc/Conversion/LookupAttributes.h"
#include "sc/Target/NearestName.h"

#include <set>

using namespace mlir;

namespace sc {

using format::RowFormat;
using format::ScaleKind;

namespace {
class Finder {
public:
  Finder(ModuleOp module, const RowFormats &formats)
      : module(module), formats(formats) {}
  FailureOr<NarrowTables> find();

private:
  void addNames(Operation *op, StringRef table);
  LogicalResult checkUpdate(SparseDenseMatmulGradOp op);
  LogicalResult addLookup(TableLookupOp op);
  FailureOr<NamedRowFormat> getWish(TableLookupOp op);
  LogicalResult checkLookup(TableLookupOp op, const RowFormat &format);
  LogicalResult addToTable(TableLookupOp op, BlockArgument argument,
                           RowFormatAttr format);
  LogicalResult checkUses(const NarrowTable &table, Value value);
  LogicalResult checkNames();

  ModuleOp module;
  const RowFormats &formats;
  NarrowTables tables;
  std::set<std::string> names; // of all tables, and members of stacks
};
} // namespace

static QuantizationAttr getQuantization(TableLookupOp op) {
  auto lookup = dyn_cast<SparseDenseMatmulOp>(op.getOperation());
  return lookup ? lookup.getQuantizationAttr() : QuantizationAttr();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static std::vector<std::string> getMembers(Operation *op) {
  std::vector<std::string> members;
  if (auto names = op->getAttrOfType<ArrayAttr>(kStackedTablesAttrName))
    for (auto name : names.getAsRange<StringAttr>())
      members.push_back(name.str());
  return members;
}

/// What the formats say of the lookup's table, or of those stacked in it.
FailureOr<NamedRowFormat> Finder::getWish(TableLookupOp op) {
  std::string error;
  std::optional<NamedRowFormat> found =
      formats.findStack(op.getTableName().str(), getMembers(op), error);
  if (found)
    return *found;
  op->emitError() << error;
  return failure();
}

/// What the rows of the table become, with the buckets of the lookup.
static quantize::TableFormat makeTableFormat(TableLookupOp op,
                                             const RowFormat &format) {
  quantize::TableFormat table{format, getRowWidth(op.getTable().getType()), 0};
  if (format.scale != ScaleKind::Bucket)
    return table;
  QuantizationAttr buckets = getQuantization(op);
  table.rows.low = static_cast<float>(buckets.getMin().getValueAsDouble());
  table.rows.high = static_cast<float>(buckets.getMax().getValueAsDouble());
  table.buckets = buckets.getBuckets();
  return table;
}

LogicalResult Finder::checkLookup(TableLookupOp op, const RowFormat &format) {
  StringRef name = op.getTableName();
  if (op.getRowFormatAttr())
    return op->emitError() << "table '" << name << "' has a row format already";
  if (format.scale == ScaleKind::Bucket && !getQuantization(op))
    return op->emitError() << "table '" << name
                           << "': scale=bucket needs the quantization_config "
                              "of the lookup, which has none";
  std::string problem = quantize::findProblem(makeTableFormat(op, format));
  if (!problem.empty())
    return op->emitError() << "table '" << name << "': " << problem;
  return success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value getViewOfRows(Operation *op) {
  auto reshape = dyn_cast<stablehlo::ReshapeOp>(op);
  if (!reshape)
    return {};
  auto from = cast<RankedTensorType>(reshape.getOperand().getType());
  auto to = cast<RankedTensorType>(reshape.getType());
  bool hasSameRows = from.getRank() >= 2 && to.getRank() >= 2 &&
                     from.getShape().back() == to.getShape().back();
  return hasSameRows ? reshape.getResult() : Value();
}

/// One step towards the argument of @main; null where there is none.
static Value traceStep(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto manual =
        dyn_cast<sdy::ManualComputationOp>(argument.getOwner()->getParentOp());
    return manual ? manual.getTensors()[argument.getArgNumber()] : Value();
  }
  Operation *op = value.getDefiningOp();
  return getViewOfRows(op) ? op->getOperand(0) : Value();
}

/// The argument of @main that `value` is, seen through manual computations and
/// reshapes that keep rows; null where it is something else.
static BlockArgument findArgument(Value value) {
  while (Value next = traceStep(value))
    value = next;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  auto main = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return main && main.getSymName() == "main" ? argument : BlockArgument();
}

/// True where nothing but lookups reads the rows of `value`.
static bool isOnlyLookedUp(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(user))
      return isOnlyLookedUp(
          manual.getBodyBlock()->getArgument(use.getOperandNumber()));
    if (Value view = getViewOfRows(user))
      return isOnlyLookedUp(view);
    if (auto pad = dyn_cast<stablehlo::PadOp>(user))
      return isOnlyLookedUp(pad);
    auto lookup = dyn_cast<TableLookupOp>(user);
    return lookup && &lookup.getTableMutable() == &use;
  });
}

bool canStoreNarrow(TableLookupOp op) {
  auto type = cast<RankedTensorType>(op.getTable().getType());
  Value table = op.getTable();
  // Rows that were padded here would not be.
  if (op->hasAttr(kLogicalWidthAttrName))
    if (auto pad = table.getDefiningOp<stablehlo::PadOp>())
      table = pad.getOperand();
  BlockArgument argument = findArgument(table);
  return type.getRank() == 2 && argument && isOnlyLookedUp(argument);
}

LogicalResult Finder::addToTable(TableLookupOp op, BlockArgument argument,
                                 RowFormatAttr format) {
  auto [entry, isNew] = tables.try_emplace(argument.getArgNumber());
  NarrowTable &table = entry->second;
  if (isNew) {
    table = {argument, op.getTableName().str(), format, {}, {}};
    if (format.getFormat().scale == ScaleKind::Bucket)
      table.buckets = getQuantization(op);
  }
  QuantizationAttr buckets =
      table.buckets ? getQuantization(op) : QuantizationAttr();
  if (table.format != format || table.buckets != buckets) {
    InFlightDiagnostic error = op->emitError();
    error << "table '" << op.getTableName() << "' is stored as ";
    if (table.format != format)
      error << format << ", but another lookup needs it as " << table.format;
    else
      error << "the buckets of " << buckets
            << ", but another lookup needs those of " << table.buckets;
    error.attachNote(table.lookups.front()->getLoc()) << "the other lookup";
    return failure();
  }
  table.lookups.push_back(op);
  return success();
}

/// An optimizer's step is often less than that of the codes.
LogicalResult Finder::checkUpdate(SparseDenseMatmulGradOp op) {
  std::string name = op.getTableName().str();
  RowFormat format = formats.find(name);
  if (!format.isNarrow())
    return success();
  return op.emitError() << "table '" << name << "' cannot be stored as "
                        << formatRowFormat(format)
                        << ": it is updated here; name it as f32 in a file of "
                           "formats by table";
}

LogicalResult Finder::addLookup(TableLookupOp op) {
  FailureOr<NamedRowFormat> wish = getWish(op);
  if (failed(wish))
    return failure();
  if (!wish->format.isNarrow())
    return success();
  StringRef name = op.getTableName();
  auto type = cast<RankedTensorType>(op.getTable().getType());
  if (type.getRank() == 1) {
    if (wish->isNamed)
      return op->emitError()
             << "table '" << name
             << "': a row of rank 1 is one word, the least that "
                "a stream moves, and cannot be narrower";
    mlir::emitWarning(op->getLoc())
        << "table '" << name << "' stays f32: its rows are one word";
    return success();
  }
  if (failed(checkLookup(op, wish->format)))
    return failure();
  BlockArgument argument = findArgument(op.getTable());
  if (!argument)
    return op->emitError() << "table '" << name
                           << "' is computed by the program; only a table that "
                              "is an argument of @main can be stored narrow";
  std::string text = formatRowFormat(wish->format);
  auto format = RowFormatAttr::getChecked([&] { return op->emitError(); },
                                          op->getContext(), StringRef(text),
                                          getRowWidth(type));
  return format ? addToTable(op, argument, format) : failure();
}

//===----------------------------------------------------------------------===//
// Other uses
//===----------------------------------------------------------------------===//

static LogicalResult failUse(const NarrowTable &table, Operation *user) {
  InFlightDiagnostic error =
      user->emitError() << "table '" << table.name << "' cannot be stored as "
                        << table.format.getText() << ": it is also used here";
  TableLookupOp lookup = table.lookups.front();
  error.attachNote(lookup->getLoc()) << "looked up here";
  return failure();
}

LogicalResult Finder::checkUses(const NarrowTable &table, Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(user)) {
      Value inner = manual.getBodyBlock()->getArgument(use.getOperandNumber());
      if (failed(checkUses(table, inner)))
        return failure();
      continue;
    }
    if (Value view = getViewOfRows(user)) {
      if (failed(checkUses(table, view)))
        return failure();
      continue;
    }
    auto lookup = dyn_cast<TableLookupOp>(user);
    bool isTable = lookup && &lookup.getTableMutable() == &use &&
                   llvm::is_contained(table.lookups, lookup);
    if (!isTable)
      return failUse(table, user);
  }
  return success();
}

void Finder::addNames(Operation *op, StringRef table) {
  names.insert(table.str());
  for (std::string &member : getMembers(op))
    names.insert(std::move(member));
}

LogicalResult Finder::checkNames() {
  for (const auto &[name, format] : formats.tables) {
    if (names.contains(name))
      continue;
    std::vector<std::string_view> known(names.begin(), names.end());
    return module.emitError()
           << "no lookup uses table " << quoteName(name)
           << " of the row formats" << describeNearest(name, known)
           << " the program has " << listNames(names);
  }
  return success();
}

FailureOr<NarrowTables> Finder::find() {
  SmallVector<SparseDenseMatmulGradOp> updates;
  module.walk([&](SparseDenseMatmulGradOp op) { updates.push_back(op); });
  SmallVector<TableLookupOp> lookups;
  module.walk([&](TableLookupOp op) { lookups.push_back(op); });
  for (SparseDenseMatmulGradOp op : updates)
    addNames(op, op.getTableName());
  for (TableLookupOp op : lookups)
    addNames(op, op.getTableName());
  if (failed(checkNames()))
    return failure();
  bool hasFailed = false;
  for (SparseDenseMatmulGradOp op : updates)
    hasFailed |= failed(checkUpdate(op));
  if (hasFailed)
    return failure();
  for (TableLookupOp op : lookups)
    hasFailed |= failed(addLookup(op));
  if (hasFailed)
    return failure();
  for (const auto &[index, table] : tables)
    hasFailed |= failed(checkUses(table, table.argument));
  if (hasFailed)
    return failure();
  if (tables.empty())
    module.emitWarning() << "no table becomes narrow; the program has "
                         << listNames(names);
  return std::move(tables);
}

FailureOr<NarrowTables> findNarrowTables(ModuleOp module,
                                         const RowFormats &formats) {
  return Finder(module, formats).find();
}

} // namespace sc
