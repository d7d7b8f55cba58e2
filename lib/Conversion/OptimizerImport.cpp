//===-- OptimizerImport.cpp - optimizers of updates -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clones functions into the region of an update, calls inlined. Nothing in a
// module bounds what calls of calls add up to, so this file does.

#include "OptimizerImport.h"

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace sc {

using stablehlo::CustomCallOp;

/// Bounds of an optimizer, far above what a row needs.
static constexpr int64_t kMaxOperations = int64_t(1) << 16;
static constexpr size_t kMaxCallDepth = 64;

//===----------------------------------------------------------------------===//
// Types of the function
//===----------------------------------------------------------------------===//

/// Shapes of one row: 1xW; of a rank-1 table 1, or 1x1.
static bool isRow(Type type, RankedTensorType table, Type element) {
  auto row = dyn_cast<RankedTensorType>(type);
  if (!row || row.getElementType() != element)
    return false;
  if (table.getRank() == 2)
    return row.getShape() == ArrayRef<int64_t>({1, table.getDimSize(1)});
  return row.getShape() == ArrayRef<int64_t>({1}) ||
         row.getShape() == ArrayRef<int64_t>({1, 1});
}

static Type getRowType(RankedTensorType table, Type element) {
  if (table.getRank() == 1)
    return RankedTensorType::get({1}, element);
  return RankedTensorType::get({1, table.getDimSize(1)}, element);
}

/// The element types of gradient, table, slots and hyperparameters.
static SmallVector<Type> getElementTypes(const EmbeddingOperands &operands) {
  auto getElement = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementType();
  };
  SmallVector<Type> elements(operands.slots.size() + 2,
                             getElement(operands.table));
  llvm::append_range(elements,
                     llvm::map_range(operands.hyperparameters, getElement));
  return elements;
}

static SmallVector<Type> getFlatResults(func::FuncOp function) {
  ArrayRef<Type> results = function.getResultTypes();
  if (results.size() == 1)
    if (auto tuple = dyn_cast<TupleType>(results.front()))
      return llvm::to_vector(tuple.getTypes());
  return llvm::to_vector(results);
}

static LogicalResult checkTypes(CustomCallOp call, func::FuncOp function,
                                const EmbeddingOperands &operands) {
  auto table = cast<RankedTensorType>(operands.table.getType());
  SmallVector<Type> elements = getElementTypes(operands);
  SmallVector<Type> results = getFlatResults(function);
  size_t numResults = operands.slots.size() + 1;
  Type f32 = table.getElementType();
  auto isRowOf = [&](Type type, Type element) {
    return isRow(type, table, element);
  };
  if (function.getNumArguments() == elements.size() &&
      results.size() == numResults &&
      llvm::all_of(llvm::zip_equal(function.getArgumentTypes(), elements),
                   [&](auto pair) { return std::apply(isRowOf, pair); }) &&
      llvm::all_of(results, [&](Type type) { return isRowOf(type, f32); }))
    return success();
  SmallVector<Type> expected;
  for (Type element : elements)
    expected.push_back(getRowType(table, element));
  SmallVector<Type> expectedResults(numResults, getRowType(table, f32));
  InFlightDiagnostic diagnostic =
      function.emitError()
      << "optimizer @" << function.getName() << " must have type "
      << FunctionType::get(call.getContext(), expected, expectedResults)
      << " (gradient, table, slots, hyperparameters to table, slots), got "
      << function.getFunctionType();
  diagnostic.attachNote(call.getLoc()) << "called here";
  return diagnostic;
}

FailureOr<func::FuncOp>
OptimizerImporter::findOptimizer(CustomCallOp call,
                                 const EmbeddingOperands &operands) {
  ArrayAttr called = call.getCalledComputations();
  if (called.size() != 1) {
    call.emitError() << "@" << call.getCallTargetName()
                     << " needs one optimizer in called_computations, got "
                     << called.size();
    return failure();
  }
  // The verifiers of calls see to it that there is a function.
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      call, cast<FlatSymbolRefAttr>(called[0]));
  if (failed(checkTypes(call, function, operands)))
    return failure();
  return function;
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Checks that `callee` can be inlined at `caller`, and enters it.
LogicalResult OptimizerImporter::enter(Operation *caller, func::FuncOp callee) {
  auto fail = [&](const Twine &reason) {
    InFlightDiagnostic diagnostic =
        caller->emitError() << "@" << callee.getName()
                            << " cannot be part of an optimizer: " << reason;
    diagnostic.attachNote(callee.getLoc()) << "the function is here";
    return diagnostic;
  };
  if (callee.isExternal())
    return fail("it has no body");
  if (!callee.getBody().hasOneBlock())
    return fail("it has several blocks");
  if (llvm::is_contained(callStack, callee))
    return fail("it calls itself");
  if (callStack.size() >= kMaxCallDepth)
    return fail("calls are more than " + Twine(kMaxCallDepth) + " deep");
  callStack.push_back(callee);
  imported.insert(callee);
  return success();
}

FailureOr<SmallVector<Value>>
OptimizerImporter::inlineCall(func::CallOp call, ValueRange operands,
                              OpBuilder &builder) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      callStack.front(), call.getCalleeAttr());
  if (failed(enter(call, callee)))
    return failure();
  FailureOr<SmallVector<Value>> results = inlineBody(callee, operands, builder);
  callStack.pop_back();
  return results;
}

/// Inlines the calls in the regions of `op`.
LogicalResult OptimizerImporter::inlineCallsInside(Operation *op) {
  if (op->getNumRegions() == 0)
    return success();
  SmallVector<func::CallOp> calls;
  op->walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    OpBuilder builder(call);
    auto results = inlineCall(call, call.getOperands(), builder);
    if (failed(results))
      return failure();
    call.replaceAllUsesWith(*results);
    call.erase();
  }
  return success();
}

/// Clones the body of the entered `function`; returns what it returns.
FailureOr<SmallVector<Value>>
OptimizerImporter::inlineBody(func::FuncOp function, ValueRange arguments,
                              OpBuilder &builder) {
  Block &body = function.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  auto mapAll = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookup(value); });
  };
  for (Operation &op : body.without_terminator()) {
    op.walk([&](Operation *) { ++numOperations; });
    if (numOperations > kMaxOperations) {
      op.emitError() << "an optimizer has more than " << kMaxOperations
                     << " operations, those of called functions included";
      return failure();
    }
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto results = inlineCall(call, mapAll(call.getOperands()), builder);
      if (failed(results))
        return failure();
      mapping.map(call.getResults(), *results);
      continue;
    }
    if (failed(inlineCallsInside(builder.clone(op, mapping))))
      return failure();
  }
  return mapAll(body.getTerminator()->getOperands());
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// Adds an argument for each of the function's; returns what the body uses, i1
/// for an i32 argument that stands for one.
static SmallVector<Value> addArguments(OpBuilder &builder, Block &block,
                                       func::FuncOp function) {
  SmallVector<Value> values;
  builder.setInsertionPointToStart(&block);
  for (BlockArgument argument : function.getArguments()) {
    auto type = cast<RankedTensorType>(argument.getType());
    Location loc = argument.getLoc();
    if (!type.getElementType().isInteger(1)) {
      values.push_back(block.addArgument(type, loc));
      continue;
    }
    Type wide = type.clone(builder.getI32Type());
    Value word = block.addArgument(wide, loc);
    Value zero = stablehlo::ConstantOp::create(
        builder, loc, cast<ElementsAttr>(builder.getZeroAttr(wide)));
    values.push_back(stablehlo::CompareOp::create(
        builder, loc, type, word, zero, stablehlo::ComparisonDirection::NE,
        stablehlo::ComparisonTypeAttr()));
  }
  return values;
}

/// The rows in `results`, with tuples taken apart.
static SmallVector<Value> getRows(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> results) {
  if (results.size() != 1 || !isa<TupleType>(results.front().getType()))
    return llvm::to_vector(results);
  if (auto tuple = results.front().getDefiningOp<stablehlo::TupleOp>())
    return llvm::to_vector(tuple.getVal());
  SmallVector<Value> rows;
  auto types = cast<TupleType>(results.front().getType()).getTypes();
  for (auto [index, type] : llvm::enumerate(types))
    rows.push_back(stablehlo::GetTupleElementOp::create(
        builder, loc, type, results.front(), static_cast<int32_t>(index)));
  return rows;
}

/// Replaces elements of tuples that the region makes itself.
static void foldTuples(Region &region) {
  region.walk([](stablehlo::GetTupleElementOp element) {
    auto tuple = element.getOperand().getDefiningOp<stablehlo::TupleOp>();
    if (!tuple)
      return;
    element.replaceAllUsesWith(tuple.getVal()[element.getIndex()]);
    element.erase();
  });
  SmallVector<stablehlo::TupleOp> tuples;
  region.walk([&](stablehlo::TupleOp tuple) { tuples.push_back(tuple); });
  for (stablehlo::TupleOp tuple : llvm::reverse(tuples))
    if (tuple->use_empty())
      tuple.erase();
}

LogicalResult OptimizerImporter::importOptimizer(
    CustomCallOp call, const EmbeddingOperands &operands, Region &region) {
  FailureOr<func::FuncOp> function = findOptimizer(call, operands);
  callStack.clear();
  numOperations = 0;
  if (failed(function) || failed(enter(call, *function)))
    return failure();
  Block &block = region.emplaceBlock();
  OpBuilder builder(call.getContext());
  SmallVector<Value> arguments = addArguments(builder, block, *function);
  auto results = inlineBody(*function, arguments, builder);
  if (failed(results))
    return failure();
  Location loc = function->getBody().front().getTerminator()->getLoc();
  YieldOp::create(builder, loc, getRows(builder, loc, *results));
  foldTuples(region);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions that are not needed any more
//===----------------------------------------------------------------------===//

void OptimizerImporter::eraseUnusedFunctions() {
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return; // an operation that is not known may use any of them
  DenseMap<StringAttr, int64_t> counts;
  for (SymbolTable::SymbolUse use : *uses)
    ++counts[use.getSymbolRef().getRootReference()];
  SmallVector<func::FuncOp> worklist(imported.begin(), imported.end());
  while (!worklist.empty()) {
    func::FuncOp function = worklist.pop_back_val();
    // Asked first: the function may be erased.
    if (!imported.contains(function) || !function.isPrivate() ||
        function->getParentOp() != module ||
        counts.lookup(function.getNameAttr()) > 0)
      continue;
    imported.remove(function);
    auto usesInside = SymbolTable::getSymbolUses(function);
    for (SymbolTable::SymbolUse use : *usesInside) {
      StringAttr name = use.getSymbolRef().getRootReference();
      if (--counts[name] > 0)
        continue;
      if (auto callee = module.lookupSymbol<func::FuncOp>(name))
        worklist.push_back(callee);
    }
    function.erase();
  }
}

} // namespace sc
