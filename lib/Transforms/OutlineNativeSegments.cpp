//===-- OutlineNativeSegments.cpp - arithmetic as native functions --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-outline-native-segments.

#include "sc/Transforms/Passes.h"

#include "NativeSegments.h"
#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "sc/Native/Native.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_OUTLINENATIVESEGMENTS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {

struct OutlineNativeSegments
    : public sc::impl::OutlineNativeSegmentsBase<OutlineNativeSegments> {
  void runOnOperation() override;
};

/// Outlines the segments of one block.
class BlockOutliner {
public:
  BlockOutliner(Block &block, SymbolTable &symbols, int64_t &numSegments)
      : block(block), symbols(symbols), numSegments(numSegments) {}
  void run();

private:
  void outline(const SegmentUnit &unit);

  Block &block;
  SymbolTable &symbols;
  int64_t &numSegments; // of all blocks
};

} // namespace

/// Operations of `unit` whose values others read.
static SmallVector<Value> findResults(const SegmentUnit &unit,
                                      const DenseSet<Operation *> &members) {
  SmallVector<Value> results;
  for (Operation *op : unit.ops)
    if (llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return !members.contains(user); }))
      results.push_back(op->getResult(0));
  return results;
}

namespace {
/// What a segment reads: values from outside, and the broadcasts and constants
/// through which it reads them, in an order in which they can be copied.
struct SegmentInputs {
  llvm::SetVector<Value> arguments;
  llvm::SetVector<Operation *> copied;

  void add(Value value, const DenseSet<Operation *> &members);
};
} // namespace

void SegmentInputs::add(Value value, const DenseSet<Operation *> &members) {
  SmallVector<Operation *> chain;
  while (Operation *producer = value.getDefiningOp()) {
    if (chain.empty() && members.contains(producer))
      return;
    if (!isNativeOperand(producer) || copied.contains(producer))
      break;
    chain.push_back(producer);
    if (producer->getNumOperands() == 0)
      break;
    value = producer->getOperand(0);
  }
  copied.insert(chain.rbegin(), chain.rend());
  Operation *producer = value.getDefiningOp();
  if (!producer || !copied.contains(producer))
    arguments.insert(value);
}

/// A function of the segment's operations in the module, and its call at the
/// end of the block.
void BlockOutliner::outline(const SegmentUnit &unit) {
  DenseSet<Operation *> members(unit.ops.begin(), unit.ops.end());
  SegmentInputs inputs;
  for (Operation *op : unit.ops)
    for (Value operand : op->getOperands())
      inputs.add(operand, members);
  SmallVector<Value> results = findResults(unit, members);
  Location location = unit.ops.back()->getLoc();
  ArrayRef<Value> arguments = inputs.arguments.getArrayRef();
  OpBuilder builder(location.getContext());
  auto function = func::FuncOp::create(
      location, ("native" + Twine(numSegments++)).str(),
      builder.getFunctionType(ValueRange(arguments).getTypes(),
                              ValueRange(results).getTypes()));
  function.setPrivate();
  symbols.insert(function);
  Block *body = function.addEntryBlock();
  IRMapping mapping;
  mapping.map(arguments, body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Operation *op : inputs.copied)
    builder.clone(*op, mapping);
  for (Operation *op : unit.ops)
    builder.clone(*op, mapping);
  SmallVector<Value> returned;
  for (Value result : results)
    returned.push_back(mapping.lookup(result));
  func::ReturnOp::create(builder, location, returned);
  builder.setInsertionPointToEnd(&block);
  auto call = NativeCallOp::create(
      builder, location, ValueRange(results).getTypes(),
      FlatSymbolRefAttr::get(function.getSymNameAttr()), arguments);
  for (auto [result, value] : llvm::zip_equal(results, call.getResults()))
    result.replaceAllUsesWith(value);
}

/// Erases arithmetic that nothing needs; returns whether any is left.
static bool eraseDead(Block &block) {
  bool isLeft = false;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isNativeArithmetic(&op)) {
      if (op.use_empty())
        op.erase();
      else
        isLeft = true;
    }
  return isLeft;
}

void BlockOutliner::run() {
  if (!eraseDead(block))
    return;
  NativeSegments segments(block);
  SmallVector<Operation *> replaced;
  for (size_t index : segments.getOrder()) {
    const SegmentUnit &unit = segments.getUnit(index);
    if (unit.isSegment) {
      outline(unit);
      llvm::append_range(replaced, unit.ops);
    } else {
      unit.ops.front()->moveBefore(&block, block.end());
    }
  }
  // Uses come behind what they use, in both.
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (segments.isAbsorbed(&op))
      op.erase();
}

void OutlineNativeSegments::runOnOperation() {
  auto main = getOperation().lookupSymbol<func::FuncOp>("main");
  if (!main || !main.getBody().hasOneBlock())
    return;
  SmallVector<Block *> blocks = {&main.front()};
  main.walk<WalkOrder::PreOrder>([&](sdy::ManualComputationOp op) {
    blocks.push_back(op.getBodyBlock());
  });
  SymbolTable symbols(getOperation());
  int64_t numSegments = 0;
  for (Block *block : blocks)
    BlockOutliner(*block, symbols, numSegments).run();
}
