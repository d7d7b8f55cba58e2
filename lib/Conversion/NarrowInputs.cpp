//===-- NarrowInputs.cpp - arguments that are narrow tables ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the operands of lookups back to arguments of @main.

#include "NarrowInputs.h"

#include "TableSharding.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/NarrowAttributes.h"

using namespace mlir;

namespace sc {

/// The argument of `main` that `value` is; null where it is none.
static BlockArgument findArgument(Value value, func::FuncOp main) {
  auto argument = dyn_cast<BlockArgument>(traceTable(value, false));
  bool isOfMain =
      argument && argument.getOwner()->getParentOp() == main.getOperation();
  return isOfMain ? argument : BlockArgument();
}

/// A view that cuts rows hides them.
static bool hasRowsOf(BlockArgument argument, TableLookupOp op) {
  auto table = cast<RankedTensorType>(op.getTable().getType());
  auto input = cast<RankedTensorType>(argument.getType());
  return input.getRank() >= 2 &&
         input.getShape().back() == table.getShape().back();
}

static NamedAttrList describe(TableLookupOp op, BlockArgument scale) {
  NamedAttrList attrs;
  attrs.append(kRowFormatAttrName, op.getRowFormatAttr());
  if (scale)
    attrs.append(
        kScaleInputAttrName,
        Builder(op.getContext()).getI64IntegerAttr(scale.getArgNumber()));
  auto lookup = dyn_cast<SparseDenseMatmulOp>(op.getOperation());
  bool isBucket =
      getRowFormat(op.getRowFormatAttr()).scale == format::ScaleKind::Bucket;
  if (lookup && isBucket)
    attrs.append(kBucketsAttrName, lookup.getQuantizationAttr());
  return attrs;
}

namespace {
class InputFinder {
public:
  explicit InputFinder(func::FuncOp main) : main(main) {}
  LogicalResult add(TableLookupOp op);
  NarrowInputs take() { return std::move(inputs); }

private:
  func::FuncOp main;
  NarrowInputs inputs;
  std::map<unsigned, Operation *> readers;    // the first lookup of each
  std::map<unsigned, unsigned> tablesByScale; // both are arguments
};
} // namespace

static LogicalResult failWith(TableLookupOp op, Operation *other,
                              const Twine &problem) {
  InFlightDiagnostic error = op->emitError() << "table '" << op.getTableName()
                                             << "' " << problem;
  error.attachNote(other->getLoc()) << "the other lookup";
  return failure();
}

LogicalResult InputFinder::add(TableLookupOp op) {
  BlockArgument table = findArgument(op.getTable(), main);
  if (!op.getRowFormatAttr() || !table || !hasRowsOf(table, op))
    return success();
  BlockArgument scale =
      op.getScale() ? findArgument(op.getScale(), main) : BlockArgument();
  // A scale that the program computes comes with rows that are narrow already.
  if (op.getScale() && !scale)
    return success();
  unsigned index = table.getArgNumber();
  NamedAttrList attrs = describe(op, scale);
  auto [entry, isNew] = inputs.try_emplace(index, attrs);
  if (isNew)
    readers[index] = op;
  else if (entry->second.getDictionary(op.getContext()) !=
           attrs.getDictionary(op.getContext()))
    return failWith(op, readers[index],
                    "is an argument that another lookup reads as other rows");
  if (!scale)
    return success();
  auto [owner, isFirst] =
      tablesByScale.try_emplace(scale.getArgNumber(), index);
  if (owner->second == index)
    return success();
  return failWith(op, readers[owner->second], "has the scale of another table");
}

FailureOr<NarrowInputs> findNarrowInputs(func::FuncOp main) {
  InputFinder finder(main);
  WalkResult result = main.walk([&](TableLookupOp op) {
    return failed(finder.add(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return finder.take();
}

} // namespace sc
