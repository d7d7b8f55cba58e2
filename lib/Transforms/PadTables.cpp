//===-- PadTables.cpp - rows as wide as the machine wants them ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-pad-tables.

#include "sc/Transforms/Passes.h"

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/EmbeddingCall.h"
#include "sc/Planning/TablePadding.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_PADTABLES
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct PadTables : public sc::impl::PadTablesBase<PadTables> {
  void runOnOperation() override;
};
} // namespace

/// The rows of `value` with zeros up to `width` words.
static Value padRows(OpBuilder &builder, Location location, Value value,
                     Value zero, int64_t width) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t high[] = {0, width - type.getDimSize(1)};
  int64_t none[] = {0, 0};
  auto padded =
      RankedTensorType::get({type.getDimSize(0), width}, type.getElementType());
  return stablehlo::PadOp::create(builder, location, padded, value, zero, none,
                                  high, none);
}

/// The first columns of `value`, as many as `type` has.
static Value cutRows(OpBuilder &builder, Location location, Value value,
                     RankedTensorType type) {
  int64_t starts[] = {0, 0}, strides[] = {1, 1};
  return stablehlo::SliceOp::create(builder, location, type, value, starts,
                                    type.getShape(), strides);
}

template <typename LookupOp> static void pad(LookupOp op) {
  auto tableType = cast<RankedTensorType>(op.getTable().getType());
  auto resultType = cast<RankedTensorType>(op.getResult().getType());
  int64_t logical = getRowWidth(tableType);
  int64_t width =
      getPaddedWidth(logical, tableType.getRank() == 1).value_or(logical);
  if (width == logical)
    return;
  Location location = op.getLoc();
  OpBuilder builder(op);
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  Value zero = stablehlo::ConstantOp::create(
      builder, location, DenseElementsAttr::get(scalar, 0.0f));
  Value table = padRows(builder, location, op.getTable(), zero, width);
  Value init = padRows(builder, location, op.getInit(), zero, width);
  op.getTableMutable().assign(table);
  op.getInitMutable().assign(init);
  op.getResult().setType(cast<RankedTensorType>(init.getType()));
  op->setAttr(kLogicalWidthAttrName, builder.getI64IntegerAttr(logical));
  builder.setInsertionPointAfter(op);
  Value result = cutRows(builder, location, op.getResult(), resultType);
  op.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
  int64_t rows = tableType.getDimSize(0);
  mlir::emitRemark(op.getLoc())
      << "table '" << op.getTableName() << "': rows of " << logical
      << " words are padded to " << width << ", "
      << rows * (width - logical) * 4 << " bytes of a device";
}

void PadTables::runOnOperation() {
  getOperation().walk([](Operation *op) {
    if (auto lookup = dyn_cast<SparseDenseMatmulOp>(op))
      pad(lookup);
    if (auto local = dyn_cast<SparseDenseMatmulLocalOp>(op))
      pad(local);
  });
}
