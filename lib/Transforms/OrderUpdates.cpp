//===-- OrderUpdates.cpp - lookups in front of updates --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-order-updates. Updates cut a block into sections 0, 1, 2, ...
// Every operation gets the section that it moves to.

#include "sc/Transforms/Passes.h"

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_ORDERUPDATES
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct OrderUpdates : public sc::impl::OrderUpdatesBase<OrderUpdates> {
  void runOnOperation() override;
};

/// An operation of the block, or what runs inside of it.
enum class Kind { Other, Lookup, Update };

/// Orders one block. Takes time in proportion to operations and operands.
class BlockOrder {
public:
  explicit BlockOrder(Block &block) : block(block) {}
  void run();

private:
  struct Entry {
    Operation *op;
    Kind kind;
    SmallVector<size_t> needs; // entries that make its operands
    size_t section;            // where it is, then where it moves to
    /// The first section in which all that it needs is there.
    size_t earliest = 0;
  };

  void collect();
  void addNeeds(Entry &entry);
  void computeEarliest();
  void moveUp();
  void apply();

  Block &block;
  SmallVector<Entry> entries;
  DenseMap<Operation *, size_t> indices;
  size_t numSections = 1;
};
} // namespace

/// An operation that holds both is an update.
static Kind findKind(Operation *op) {
  Kind kind = Kind::Other;
  op->walk([&](Operation *inner) {
    if (isa<SparseDenseMatmulGradOp>(inner)) {
      kind = Kind::Update;
      return WalkResult::interrupt();
    }
    if (isa<SparseDenseMatmulOp, SparseDenseMatmulLocalOp>(inner))
      kind = Kind::Lookup;
    return WalkResult::advance();
  });
  return kind;
}

void BlockOrder::addNeeds(Entry &entry) {
  llvm::SetVector<Value> used(entry.op->operand_begin(),
                              entry.op->operand_end());
  getUsedValuesDefinedAbove(entry.op->getRegions(), used);
  for (Value value : used)
    if (auto found = indices.find(value.getDefiningOp());
        found != indices.end())
      entry.needs.push_back(found->second);
}

void BlockOrder::collect() {
  for (Operation &op : block.without_terminator()) {
    Kind kind = findKind(&op);
    entries.push_back({&op, kind, {}, numSections - 1});
    addNeeds(entries.back());
    indices[&op] = entries.size() - 1;
    if (kind == Kind::Update)
      ++numSections;
  }
}

/// An update ends its section: what needs it comes in a later one. An operation
/// whose effects are not known stays, and what needs it comes no earlier.
void BlockOrder::computeEarliest() {
  for (Entry &entry : entries) {
    for (size_t index : entry.needs) {
      const Entry &need = entries[index];
      bool isUpdate = need.kind == Kind::Update;
      entry.earliest = std::max(entry.earliest, need.earliest + isUpdate);
    }
    if (entry.kind == Kind::Update || !isMemoryEffectFree(entry.op))
      entry.earliest = entry.section;
  }
}

/// Lookups go as far up as they can, and what they need goes with them.
void BlockOrder::moveUp() {
  for (Entry &entry : llvm::reverse(entries)) {
    if (entry.kind == Kind::Lookup)
      entry.section = std::min(entry.section, entry.earliest);
    for (size_t index : entry.needs) {
      Entry &need = entries[index];
      if (need.kind != Kind::Update)
        need.section = std::min(need.section, entry.section);
    }
  }
}

/// Inside of a section the old order holds; its update comes last.
void BlockOrder::apply() {
  SmallVector<SmallVector<Operation *>> sections(numSections);
  for (const Entry &entry : entries)
    if (entry.kind != Kind::Update)
      sections[entry.section].push_back(entry.op);
  for (const Entry &entry : entries)
    if (entry.kind == Kind::Update)
      sections[entry.section].push_back(entry.op);
  Operation *end = block.getTerminator();
  for (ArrayRef<Operation *> section : sections)
    for (Operation *op : section)
      op->moveBefore(end);
}

void BlockOrder::run() {
  collect();
  if (numSections == 1)
    return;
  computeEarliest();
  moveUp();
  apply();
}

void OrderUpdates::runOnOperation() {
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    SmallVector<Block *> blocks;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<SparseDenseMatmulGradOp>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (block.mightHaveTerminator())
            blocks.push_back(&block);
      return WalkResult::advance();
    });
    for (Block *block : blocks)
      BlockOrder(*block).run();
  }
}
