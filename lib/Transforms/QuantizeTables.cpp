//===-- QuantizeTables.cpp - tables are stored narrow ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-quantize-tables: NarrowTables.h decides, here types change.

#include "sc/Transforms/Passes.h"

#include "FileError.h"
#include "NarrowTables.h"
#include "dialects/Shardy/Shardy.h"
#include "mlir/IR/Builders.h"
#include "sc/Planning/TablePadding.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_QUANTIZETABLES
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct QuantizeTables : public sc::impl::QuantizeTablesBase<QuantizeTables> {
  using QuantizeTablesBase::QuantizeTablesBase;
  void runOnOperation() override;
};

/// Stores the tables of one @main narrow.
class Narrower {
public:
  explicit Narrower(func::FuncOp main)
      : main(main), builder(main.getContext()) {}
  void run(const NarrowTable &table);
  /// Lets the type of @main be that of its arguments.
  void updateType();

private:
  void setType(Value value, RowFormatAttr format);
  BlockArgument addScale(const NarrowTable &table);
  Value getLocalScale(Value scale, Operation *user);

  func::FuncOp main;
  Builder builder;
  DenseMap<std::pair<Operation *, Value>, Value> localScales;
};
} // namespace

/// The argument, and what manual computations and reshapes make of it, are
/// stored rows.
void Narrower::setType(Value value, RowFormatAttr format) {
  SmallVector<Value> views; // as long as types agree
  for (OpOperand &use : value.getUses()) {
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(use.getOwner()))
      views.push_back(
          manual.getBodyBlock()->getArgument(use.getOperandNumber()));
    if (Value view = getViewOfRows(use.getOwner()))
      views.push_back(view);
  }
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType stored = format.getTableType(/*rows=*/1);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = stored.getDimSize(1);
  value.setType(RankedTensorType::get(shape, stored.getElementType()));
  for (Value view : views)
    setType(view, format);
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static std::string getInputName(BlockArgument argument) {
  if (auto named = dyn_cast<NameLoc>(argument.getLoc()))
    return named.getName().str();
  return "arg" + std::to_string(argument.getArgNumber());
}

/// Of rank 1 and the same on all devices, over the mesh of `like`.
static sdy::TensorShardingAttr makeReplicated(sdy::TensorShardingAttr like) {
  MLIRContext *context = like.getContext();
  auto dim = sdy::DimensionShardingAttr::get(context, {}, /*isClosed=*/true,
                                             std::nullopt);
  return sdy::TensorShardingAttr::get(context, like.getMeshOrRef(), {dim}, {},
                                      {});
}

BlockArgument Narrower::addScale(const NarrowTable &table) {
  int64_t words = table.format.getScaleOperandWords();
  if (words == 0)
    return {};
  auto type = RankedTensorType::get({words}, builder.getF32Type());
  NamedAttrList attrs;
  unsigned index = table.argument.getArgNumber();
  if (auto sharding =
          main.getArgAttrOfType<sdy::TensorShardingAttr>(index, "sdy.sharding"))
    attrs.append("sdy.sharding", makeReplicated(sharding));
  std::string name = getInputName(table.argument) + ".scale";
  unsigned position = main.getNumArguments();
  (void)main.insertArgument(
      position, type, attrs.getDictionary(main.getContext()),
      NameLoc::get(builder.getStringAttr(name), table.argument.getLoc()));
  return main.getArgument(position);
}

/// `scale` as an operation sees it that is inside of manual computations.
Value Narrower::getLocalScale(Value scale, Operation *user) {
  auto manual = user->getParentOfType<sdy::ManualComputationOp>();
  if (!manual)
    return scale;
  Value outer = getLocalScale(scale, manual);
  Value &local = localScales[{manual, outer}];
  if (local)
    return local;
  SmallVector<sdy::TensorShardingAttr> shardings(
      manual.getInShardingList().begin(), manual.getInShardingList().end());
  shardings.push_back(makeReplicated(shardings.front()));
  manual.getTensorsMutable().append(outer);
  manual.setInShardingsAttr(
      sdy::TensorShardingPerValueAttr::get(main.getContext(), shardings));
  local = manual.getBodyBlock()->addArgument(scale.getType(), scale.getLoc());
  return local;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Says what is saved.
static void reportRows(const NarrowTable &table) {
  format::RowFormat format = table.format.getFormat();
  int64_t width = table.format.getWidth();
  int64_t bytes = format::getRowBytes(format, width);
  int64_t wideBytes = 4 * *getPaddedWidth(width);
  Location location = TableLookupOp(table.lookups.front())->getLoc();
  InFlightDiagnostic note = bytes < wideBytes ? mlir::emitRemark(location)
                                              : mlir::emitWarning(location);
  note << "table '" << table.name << "': rows of " << width
       << " values are stored as " << table.format.getText() << ", " << bytes
       << " bytes each in place of " << wideBytes;
  if (bytes >= wideBytes)
    note << ": nothing is saved, as no row is shorter than 32 bytes";
}

void Narrower::run(const NarrowTable &table) {
  setType(table.argument, table.format);
  BlockArgument scale = addScale(table);
  for (TableLookupOp lookup : table.lookups) {
    lookup.setRowFormatAttr(table.format);
    if (scale)
      lookup.getScaleMutable().assign(getLocalScale(scale, lookup));
  }
  reportRows(table);
}

void Narrower::updateType() {
  FunctionType type = main.getFunctionType();
  main.setFunctionType(FunctionType::get(
      main.getContext(), main.getBody().getArgumentTypes(), type.getResults()));
}

void QuantizeTables::runOnOperation() {
  if (tables.empty())
    return;
  ModuleOp module = getOperation();
  std::string error;
  std::optional<RowFormats> formats = readRowFormats(tables, error);
  if (!formats) {
    emitFileError(module, tables, error);
    return signalPassFailure();
  }
  FailureOr<NarrowTables> found = findNarrowTables(module, *formats);
  if (failed(found))
    return signalPassFailure();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return;
  Narrower narrower(main);
  for (const auto &[index, table] : *found)
    narrower.run(table);
  narrower.updateType();
}
