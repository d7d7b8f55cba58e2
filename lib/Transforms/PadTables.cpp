//===-- PadTables.cpp - rows as wide as the machine wants them ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-pad-tables.

#include "sc/Transforms/Passes.h"

#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/LookupAttributes.h"
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

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// Widens what one operation reads and cuts what it computes.
class Padder {
public:
  Padder(Operation *op, StringRef tableName, int64_t width, int64_t padded)
      : op(op), tableName(tableName), width(width), padded(padded),
        builder(op) {}

  /// Puts zeros behind the `width` words of dimension `dim`.
  void pad(OpOperand &operand, unsigned dim);
  void padRows(OpOperand &operand) { pad(operand, 1); }
  /// Lets `result` have the padded rows, and its users the cut ones.
  void cutRows(OpResult result);
  /// Notes the width; a remark says what padding costs.
  void annotate();
  void annotate(int64_t paddedBytes);

private:
  Operation *op;
  StringRef tableName;
  int64_t width;
  int64_t padded;
  OpBuilder builder;
  Value zero;
};
} // namespace

/// `type` with another size of dimension `dim`.
static RankedTensorType resize(RankedTensorType type, unsigned dim,
                               int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, type.getElementType());
}

void Padder::pad(OpOperand &operand, unsigned dim) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  Location location = op->getLoc();
  builder.setInsertionPoint(op);
  auto scalar = RankedTensorType::get({}, type.getElementType());
  if (!zero || zero.getType() != scalar)
    zero = stablehlo::ConstantOp::create(
        builder, location,
        DenseElementsAttr::get(scalar,
                               builder.getZeroAttr(type.getElementType())));
  SmallVector<int64_t> none(type.getRank(), 0), high = none;
  high[dim] = padded - width;
  operand.set(stablehlo::PadOp::create(builder, location,
                                       resize(type, dim, padded), operand.get(),
                                       zero, none, high, none));
}

void Padder::cutRows(OpResult result) {
  auto type = cast<RankedTensorType>(result.getType());
  int64_t starts[] = {0, 0}, strides[] = {1, 1};
  result.setType(resize(type, 1, padded));
  builder.setInsertionPointAfter(op);
  Value cut = stablehlo::SliceOp::create(builder, op->getLoc(), type, result,
                                         starts, type.getShape(), strides);
  result.replaceAllUsesExcept(cut, cut.getDefiningOp());
}

void Padder::annotate() {
  op->setAttr(kLogicalWidthAttrName, builder.getI64IntegerAttr(width));
}

void Padder::annotate(int64_t paddedBytes) {
  annotate();
  mlir::emitRemark(op->getLoc()) << "table '" << tableName << "': rows of "
                                 << width << " words are padded to " << padded
                                 << ", " << paddedBytes << " bytes of a device";
}

/// Words of the padded row; none where nothing is to be done.
static std::optional<int64_t> getWiderRow(Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  int64_t width = getRowWidth(type);
  std::optional<int64_t> padded = getPaddedWidth(width, type.getRank() == 1);
  return padded == width ? std::nullopt : padded;
}

static int64_t countPaddedBytes(Value table, int64_t padded) {
  return getNumRows(table.getType()) * (padded - getRowWidth(table.getType())) *
         4;
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

/// Narrow rows are padded where they are stored: they widen to what init has.
static void padLookup(TableLookupOp op) {
  std::optional<int64_t> padded = getWiderRow(op.getInit());
  if (!padded)
    return;
  Padder padder(op, op.getTableName(), getRowWidth(op.getInit().getType()),
                *padded);
  bool isNarrow = op.getRowFormatAttr() != nullptr;
  int64_t bytes = isNarrow ? 0 : countPaddedBytes(op.getTable(), *padded);
  if (!isNarrow)
    padder.padRows(op.getTableMutable());
  padder.padRows(op.getInitMutable());
  padder.cutRows(op->getResult(0));
  isNarrow ? padder.annotate() : padder.annotate(bytes);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

namespace {
/// Lets an optimizer work on wider rows.
class OptimizerWidener {
public:
  OptimizerWidener(int64_t width, int64_t padded)
      : width(width), padded(padded) {}
  LogicalResult widen(Block &body, StringRef tableName);

private:
  /// The type of wider rows; null where `type` is none of rows.
  RankedTensorType getWider(Type type) const;
  bool canWiden(Operation *op) const;
  void widen(Operation *op) const;

  int64_t width;
  int64_t padded;
};
} // namespace

/// The dimension that holds the words of a row; none where `type` has another
/// number of words.
static std::optional<unsigned> findRowDim(Type value, int64_t width) {
  auto type = dyn_cast<RankedTensorType>(value);
  if (!type || !type.hasStaticShape() || type.getRank() == 0 ||
      type.getNumElements() != width)
    return std::nullopt;
  for (unsigned dim = type.getRank(); dim-- > 0;)
    if (type.getDimSize(dim) == width)
      return dim;
  return std::nullopt;
}

RankedTensorType OptimizerWidener::getWider(Type type) const {
  std::optional<unsigned> dim = findRowDim(type, width);
  return dim ? resize(cast<RankedTensorType>(type), *dim, padded)
             : RankedTensorType();
}

/// True where the first words of what `op` computes from wider rows are what
/// they were.
bool OptimizerWidener::canWiden(Operation *op) const {
  using namespace stablehlo;
  if (isa<YieldOp>(op) || op->hasTrait<OpTrait::Elementwise>() ||
      isa<ClampOp, CompareOp, ConvertOp, IsFiniteOp, SelectOp>(op))
    return true;
  if (auto constant = dyn_cast<ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  if (!isa<BroadcastOp, BroadcastInDimOp, ReshapeOp>(op))
    return false;
  std::optional<unsigned> from = findRowDim(op->getOperand(0).getType(), width);
  std::optional<unsigned> to = findRowDim(op->getResult(0).getType(), width);
  if (isa<ReshapeOp>(op))
    return from && to;
  // One number for all words, or the words of a row as they are.
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
    return to && (!from || broadcast.getBroadcastDimensions()[*from] == *to);
  int64_t added = cast<BroadcastOp>(op).getBroadcastSizes().size();
  return to && (!from || *from + added == *to);
}

void OptimizerWidener::widen(Operation *op) const {
  for (Value result : op->getResults())
    if (RankedTensorType wider = getWider(result.getType()))
      result.setType(wider);
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto splat = cast<SplatElementsAttr>(constant.getValue());
    constant.setValueAttr(
        splat.resizeSplat(cast<ShapedType>(constant.getType())));
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastOp>(op)) {
    auto from = cast<RankedTensorType>(broadcast.getOperand().getType());
    auto to = cast<RankedTensorType>(broadcast.getType());
    broadcast.setBroadcastSizes(to.getShape().drop_back(from.getRank()));
  }
}

/// All operations are looked at before one is changed.
LogicalResult OptimizerWidener::widen(Block &body, StringRef tableName) {
  SmallVector<Operation *> ops;
  for (Operation &op : body) {
    auto isRow = [&](Type type) { return bool(getWider(type)); };
    if (llvm::none_of(op.getOperandTypes(), isRow) &&
        llvm::none_of(op.getResultTypes(), isRow))
      continue;
    if (!canWiden(&op))
      return op.emitError() << "table '" << tableName << "': rows of " << width
                            << " words must be padded to " << padded
                            << ", but this operation of the optimizer moves or "
                               "counts words of a row; give "
                               "the table a width that is a multiple of 8";
    ops.push_back(&op);
  }
  for (BlockArgument argument : body.getArguments()) {
    RankedTensorType wider = getWider(argument.getType());
    if (!wider)
      return mlir::emitError(argument.getLoc())
             << "table '" << tableName << "': argument "
             << argument.getArgNumber()
             << " of the optimizer has no dimension of " << width
             << " words that can be padded to " << padded;
    argument.setType(wider);
  }
  for (Operation *op : ops)
    widen(op);
  return success();
}

/// Hyperparameters are one number, or have a row that can be padded.
static LogicalResult checkHyperparameters(SparseDenseMatmulGradOp op,
                                          int64_t width, int64_t padded) {
  for (auto [index, value] : llvm::enumerate(op.getHyperparameters())) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getNumElements() > 1 && !findRowDim(type, width))
      return op.emitError()
             << "table '" << op.getTableName() << "': hyperparameter " << index
             << " of type " << type << " has no dimension of " << width
             << " words that can be padded to " << padded;
  }
  return success();
}

static LogicalResult padUpdate(SparseDenseMatmulGradOp op) {
  std::optional<int64_t> padded = getWiderRow(op.getTable());
  if (!padded)
    return success();
  int64_t width = op.getWidth();
  int64_t bytes = countPaddedBytes(op.getTable(), *padded);
  if (failed(checkHyperparameters(op, width, *padded)) ||
      failed(OptimizerWidener(width, *padded)
                 .widen(op.getOptimizer().front(), op.getTableName())))
    return failure();
  Padder padder(op, op.getTableName(), width, *padded);
  padder.padRows(op.getGradientsMutable());
  padder.padRows(op.getTableMutable());
  for (OpOperand &slot : op.getSlotsMutable())
    padder.padRows(slot);
  // One number stays one.
  for (OpOperand &value : op.getHyperparametersMutable()) {
    auto type = cast<RankedTensorType>(value.get().getType());
    if (type.getNumElements() > 1)
      padder.pad(value, *findRowDim(type, width));
  }
  for (OpResult result : op->getResults())
    padder.cutRows(result);
  padder.annotate(bytes);
  return success();
}

void PadTables::runOnOperation() {
  bool hasFailed = false;
  getOperation().walk([&](Operation *op) {
    if (auto lookup = dyn_cast<TableLookupOp>(op))
      padLookup(lookup);
    if (auto update = dyn_cast<SparseDenseMatmulGradOp>(op))
      hasFailed |= failed(padUpdate(update));
  });
  if (hasFailed)
    signalPassFailure();
}
