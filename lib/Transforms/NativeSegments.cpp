//===-- NativeSegments.cpp - which arithmetic belongs together ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs of operations, their levels, segments and their order.

#include "NativeSegments.h"

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"
#include "sc/Conversion/UpdatedOperands.h"
#include "sc/Native/Native.h"

#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;

namespace sc {

static ArrayRef<int64_t> getShape(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType()).getShape();
}

/// Operations that only move data: they may go where their users need them.
/// All others keep their order.
static bool isMovable(Operation *op) {
  using namespace stablehlo;
  return isNativeArithmetic(op) || isNativeOperand(op) ||
         isa<ConcatenateOp, ConstantOp, GetTupleElementOp, PadOp, ReshapeOp,
             SliceOp, TransposeOp, TupleOp, StackGradientsOp,
             UnstackActivationsOp, sdy::ShardingConstraintOp>(op);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

void NativeSegments::findAbsorbed() {
  for (Operation &op : llvm::reverse(block)) {
    bool isForSegments =
        isNativeOperand(&op) && !op.use_empty() &&
        llvm::all_of(op.getUsers(), [&](Operation *user) {
          return user->getBlock() == &block &&
                 (isNativeArithmetic(user) || isAbsorbed(user));
        });
    if (isForSegments)
      absorbed.insert(&op);
  }
}

/// The value behind broadcasts that arithmetic can hold; null: a constant.
static Value getSource(Value value) {
  Operation *producer = value.getDefiningOp();
  while (producer && isNativeOperand(producer)) {
    if (producer->getNumOperands() == 0)
      return Value();
    value = producer->getOperand(0);
    producer = value.getDefiningOp();
  }
  return value;
}

/// What `op` needs for its operand `value`.
void NativeSegments::addNeeds(Operation *op, Value value,
                              SmallVectorImpl<Need> &needs) const {
  bool isArithmetic = isNativeArithmetic(op);
  Value source = isArithmetic ? getSource(value) : value;
  Operation *producer = source ? source.getDefiningOp() : nullptr;
  if (!producer || producer->getBlock() != &block)
    return;
  bool isFromArithmetic = isNativeArithmetic(producer);
  bool canJoin = isArithmetic && isFromArithmetic && source == value &&
                 getShape(op) == getShape(producer);
  bool isOutside = !isArithmetic && !isFromArithmetic;
  needs.push_back({producer, canJoin || isOutside ? 0 : 1});
}

namespace {
/// Who reads a value before an operation that may update it in place.
class Readers {
public:
  void add(Operation *op);
  /// Those of values that `op` may update in place, but those taken before.
  SmallVector<Operation *> take(Operation *op);

private:
  /// A reshape is another name of its operand.
  Value getRoot(Value value) const {
    Value root = roots.lookup(value);
    return root ? root : value;
  }

  DenseMap<Value, Value> roots;
  DenseMap<Value, SmallVector<Operation *>> readers;
};
} // namespace

void Readers::add(Operation *op) {
  if (isa<stablehlo::ReshapeOp, sdy::ShardingConstraintOp>(op))
    roots[op->getResult(0)] = getRoot(op->getOperand(0));
  if (isNativeArithmetic(op))
    for (Value operand : op->getOperands())
      if (Value source = getSource(operand))
        readers[getRoot(source)].push_back(op);
}

/// Values whose buffers `op` may write.
static SmallVector<Value> getUpdated(Operation *op) {
  if (isMovable(op) ||
      isa<SparseDenseMatmulOp, SparseDenseMatmulLocalOp, NativeCallOp>(op))
    return {};
  auto update = dyn_cast<SparseDenseMatmulGradOp>(op);
  if (!update)
    return SmallVector<Value>(op->getOperands());
  SmallVector<Value> updated;
  for (OpOperand *operand : getUpdatedOperands(update))
    updated.push_back(operand->get());
  return updated;
}

SmallVector<Operation *> Readers::take(Operation *op) {
  SmallVector<Operation *> taken;
  for (Value operand : getUpdated(op))
    if (auto found = readers.find(getRoot(operand)); found != readers.end()) {
      llvm::append_range(taken, found->second);
      readers.erase(found);
    }
  return taken;
}

void NativeSegments::collectNeeds() {
  Readers readers;
  for (Operation &op : block) {
    if (isAbsorbed(&op))
      continue;
    SmallVector<Need> &needs = needsOf[&op];
    for (Value operand : op.getOperands())
      addNeeds(&op, operand, needs);
    readers.add(&op);
    for (Operation *reader : readers.take(&op))
      needs.push_back({reader, 1});
    if (op.getNumRegions() == 0 || op.hasTrait<OpTrait::IsIsolatedFromAbove>())
      continue;
    op.walk([&](Operation *inner) {
      if (inner != &op)
        for (Value operand : inner->getOperands())
          addNeeds(&op, operand, needs);
    });
  }
}

/// First the lowest levels; then arithmetic goes up as far as its users allow,
/// to join those that come late.
void NativeSegments::computeLevels() {
  int64_t lastFixed = 0;
  for (Operation &op : block) {
    if (isAbsorbed(&op))
      continue;
    // What arguments feed is as far up as what data movement in front feeds.
    int64_t level = isNativeArithmetic(&op) ? 1
                    : isMovable(&op)        ? 0
                                            : lastFixed;
    for (const Need &need : needsOf[&op])
      level = std::max(level, levels.lookup(need.op) + need.distance);
    levels[&op] = level;
    if (!isMovable(&op))
      lastFixed = level;
  }
  DenseMap<Operation *, int64_t> highest;
  for (Operation &op : llvm::reverse(block)) {
    if (isAbsorbed(&op))
      continue;
    int64_t &level = levels[&op];
    if (auto limit = highest.find(&op);
        limit != highest.end() && isNativeArithmetic(&op))
      level = limit->second;
    for (const Need &need : needsOf[&op]) {
      int64_t limit = level - need.distance;
      auto [entry, isNew] = highest.try_emplace(need.op, limit);
      if (!isNew)
        entry->second = std::min(entry->second, limit);
    }
  }
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void NativeSegments::makeUnits() {
  llvm::EquivalenceClasses<Operation *> segments;
  for (Operation &op : block) {
    if (!isNativeArithmetic(&op))
      continue;
    segments.insert(&op);
    for (const Need &need : needsOf[&op])
      if (need.distance == 0 && levels[need.op] == levels[&op])
        segments.unionSets(need.op, &op);
  }
  DenseMap<Operation *, size_t> segmentUnits;
  for (Operation &op : block) {
    if (isAbsorbed(&op))
      continue;
    size_t index = units.size();
    bool isArithmetic = isNativeArithmetic(&op);
    if (isArithmetic)
      index =
          segmentUnits.try_emplace(segments.getLeaderValue(&op), units.size())
              .first->second;
    if (index == units.size())
      units.emplace_back();
    SegmentUnit &unit = units[index];
    unit.isSegment = isArithmetic;
    unit.ops.push_back(&op);
    unitOf[&op] = index;
    for (const Need &need : needsOf[&op])
      unit.needs.push_back(need.op);
  }
}

/// Puts a unit behind all that it needs.
void NativeSegments::order(size_t first) {
  SmallVector<std::pair<size_t, size_t>> path = {{first, 0}};
  while (!path.empty()) {
    auto &[index, next] = path.back();
    SegmentUnit &unit = units[index];
    if (!unit.isOrdered && next < unit.needs.size()) {
      size_t needed = unitOf.lookup(unit.needs[next++]);
      if (needed != index && !units[needed].isOrdered)
        path.push_back({needed, 0});
      continue;
    }
    if (!unit.isOrdered)
      ordered.push_back(index);
    unit.isOrdered = true;
    path.pop_back();
  }
}

NativeSegments::NativeSegments(Block &block) : block(block) {
  findAbsorbed();
  collectNeeds();
  computeLevels();
  makeUnits();
  for (Operation &op : block) {
    if (isAbsorbed(&op))
      continue;
    size_t unit = unitOf.lookup(&op);
    if (units[unit].ops.back() == &op)
      order(unit);
  }
}

} // namespace sc
