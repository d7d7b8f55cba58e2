//===-- DoubleBufferWindows.cpp - load ahead of use -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-double-buffer-windows.

#include "sc/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_DOUBLEBUFFERWINDOWS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {

/// A loop whose body loads a window, up to `gather`, and then uses it.
struct WindowLoop {
  scf::ForOp loop;
  tile::GatherRowsOp gather;
  llvm::SmallSetVector<Value, 4> windows;
  /// The first of two DMA flags, behind those that the task uses already.
  int64_t firstFlag;
};

struct DoubleBufferWindows
    : public sc::impl::DoubleBufferWindowsBase<DoubleBufferWindows> {
  void runOnOperation() override;
};

/// Index arithmetic at one place.
struct IndexBuilder {
  OpBuilder &builder;
  Location location;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, location, value);
  }
  template <typename OpTy> Value create(Value lhs, Value rhs) {
    return OpTy::create(builder, location, lhs, rhs);
  }
};

} // namespace

/// The gather that ends the load of a loop.
static tile::GatherRowsOp findGather(scf::ForOp loop) {
  auto gathers = loop.getBody()->getOps<tile::GatherRowsOp>();
  tile::GatherRowsOp last;
  for (tile::GatherRowsOp gather : gathers)
    last = gather;
  return last;
}

/// The loop, with the windows that its load touches and nobody outside.
static WindowLoop analyze(scf::ForOp loop, int64_t firstFlag) {
  WindowLoop window{loop, findGather(loop), {}, firstFlag};
  if (!window.gather)
    return window;
  for (Operation &op : *loop.getBody()) {
    for (Value operand : op.getOperands()) {
      auto alloc = operand.getDefiningOp<tile::AllocOp>();
      if (alloc && alloc.getBufferClass() == tile::BufferClass::Window &&
          llvm::all_of(operand.getUsers(), [&](Operation *user) {
            return user->getBlock() == loop.getBody();
          }))
        window.windows.insert(operand);
    }
    if (&op == window.gather)
      break;
  }
  return window;
}

/// True where the next operand is the offset of this buffer alone.
static bool hasOffset(OpOperand &buffer) {
  unsigned number = buffer.getOperandNumber();
  return llvm::TypeSwitch<Operation *, bool>(buffer.getOwner())
      .Case<tile::DmaOp, tile::DmaRowsOp, tile::GatherRowsOp,
            tile::ScatterRowsOp, tile::LoadOp, tile::StoreOp,
            tile::LowerBoundOp, tile::RowFillOp, tile::ElementwiseOp,
            tile::ReduceRowOp, tile::SnapOp, tile::WidenOp>(
          [](auto) { return true; })
      .Case<tile::RunsOp, tile::MergeOp>([&](auto) { return number == 0; })
      .Case([&](tile::AxpyIndexedOp op) {
        return number != op.getAccumulatorMutable().getOperandNumber();
      })
      .Case([&](tile::SegmentSumOp op) {
        return number == op.getRowsMutable().getOperandNumber() ||
               number == op.getResultMutable().getOperandNumber();
      })
      .Default([](Operation *) { return false; });
}

using Buffers = llvm::SmallPtrSet<Value, 8>;

static bool isBuffer(Value value) { return isa<MemRefType>(value.getType()); }

/// Adds the buffers that `op` writes; all of them where that is not known.
static void addWritten(Operation *op, Buffers &written) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<tile::DmaOp, tile::DmaRowsOp, tile::GatherRowsOp,
            tile::ScatterRowsOp, tile::RowFillOp, tile::WidenOp>(
          [&](auto op) { written.insert(op.getDestination()); })
      .Case<tile::SegmentSumOp, tile::ElementwiseOp, tile::ReduceRowOp>(
          [&](auto op) { written.insert(op.getResult()); })
      .Case(
          [&](tile::AxpyIndexedOp op) { written.insert(op.getAccumulator()); })
      .Case<tile::LoadOp, tile::LowerBoundOp>([](auto) {})
      .Default([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (isBuffer(operand))
            written.insert(operand);
      });
}

/// Buffers that `op` and the operations inside it touch, and write.
static void addAccesses(Operation *op, Buffers &touched, Buffers &written) {
  op->walk([&](Operation *inner) {
    addWritten(inner, written);
    for (Value operand : inner->getOperands())
      if (isBuffer(operand))
        touched.insert(operand);
  });
}

/// True where the load of the next window may run in front of the uses of this
/// one: but for the windows, neither writes what the other touches.
static bool canLoadAhead(const WindowLoop &window) {
  Buffers loadTouched, loadWritten, useTouched, useWritten;
  bool isLoad = true;
  for (Operation &op : *scf::ForOp(window.loop).getBody()) {
    addAccesses(&op, isLoad ? loadTouched : useTouched,
                isLoad ? loadWritten : useWritten);
    isLoad &= &op != window.gather;
  }
  auto areApart = [&](const Buffers &written, const Buffers &touched) {
    return llvm::none_of(written, [&](Value buffer) {
      return touched.contains(buffer) && !window.windows.contains(buffer);
    });
  };
  return areApart(loadWritten, useTouched) && areApart(useWritten, loadTouched);
}

/// True where the load fills a window of the loop and nothing but the window
/// comes out of it, and each access to a window has an offset to shift.
static bool canTransform(const WindowLoop &window) {
  if (!window.gather ||
      !window.windows.contains(
          tile::GatherRowsOp(window.gather).getDestination()) ||
      scf::ForOp(window.loop).getNumResults() != 0)
    return false;
  // What the load computes goes away with it.
  for (Operation &op : *scf::ForOp(window.loop).getBody()) {
    if (!isMemoryEffectFree(&op) && !op.use_empty())
      return false;
    if (&op == window.gather)
      break;
  }
  for (Value buffer : window.windows)
    if (!llvm::all_of(buffer.getUses(), hasOffset))
      return false;
  return canLoadAhead(window);
}

/// Shifts the accesses of `op` to windows by `half` window sizes: their offsets
/// follow them in the operand list.
static void shiftAccesses(Operation *op, const WindowLoop &window, Value half,
                          OpBuilder &builder) {
  builder.setInsertionPoint(op);
  IndexBuilder index{builder, op->getLoc()};
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Value buffer = op->getOperand(i);
    if (!window.windows.contains(buffer))
      continue;
    int64_t elements = cast<MemRefType>(buffer.getType()).getNumElements();
    Value shift = index.create<arith::MulIOp>(half, index.constant(elements));
    op->setOperand(i + 1,
                   index.create<arith::AddIOp>(op->getOperand(i + 1), shift));
  }
}

/// The DMA flag of a half.
static Value createFlag(const WindowLoop &window, Value half,
                        OpBuilder &builder) {
  if (window.firstFlag == 0)
    return half;
  IndexBuilder index{builder, scf::ForOp(window.loop).getLoc()};
  return index.create<arith::AddIOp>(half, index.constant(window.firstFlag));
}

/// Clones the load of the window that starts at `first` into half `half`.
static void cloneLoad(const WindowLoop &window, Value first, Value half,
                      OpBuilder &builder) {
  IRMapping mapping;
  scf::ForOp loop = window.loop;
  mapping.map(loop.getInductionVar(), first);
  SmallVector<Operation *> clones;
  for (Operation &op : *loop.getBody()) {
    clones.push_back(builder.clone(op, mapping));
    if (&op == window.gather)
      break;
  }
  OpBuilder::InsertionGuard guard(builder);
  for (Operation *clone : clones)
    shiftAccesses(clone, window, half, builder);
  builder.setInsertionPoint(clones.back());
  Value flag = createFlag(window, half, builder);
  cast<tile::GatherRowsOp>(clones.back()).getFlagMutable().assign(flag);
}

/// In front of the loop: load the first window, if there is one.
static void createPrologue(const WindowLoop &window, OpBuilder &builder) {
  scf::ForOp loop = window.loop;
  Location location = loop.getLoc();
  Value isEntered =
      arith::CmpIOp::create(builder, location, arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto first = scf::IfOp::create(builder, location, isEntered, false);
  OpBuilder body = first.getThenBodyBuilder();
  Value zero = arith::ConstantIndexOp::create(body, location, 0);
  cloneLoad(window, loop.getLowerBound(), zero, body);
}

/// At the start of the body: load the next window, and wait for this one.
/// Returns the half that this one is in.
static Value createAdvance(const WindowLoop &window, OpBuilder &builder) {
  scf::ForOp loop = window.loop;
  IndexBuilder index{builder, loop.getLoc()};
  Value two = index.constant(2);
  Value done =
      index.create<arith::SubIOp>(loop.getInductionVar(), loop.getLowerBound());
  Value count = index.create<arith::DivSIOp>(done, loop.getStep());
  Value half = index.create<arith::RemSIOp>(count, two);
  Value next =
      index.create<arith::AddIOp>(loop.getInductionVar(), loop.getStep());
  Value hasNext =
      arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::slt,
                            next, loop.getUpperBound());
  auto advance = scf::IfOp::create(builder, loop.getLoc(), hasNext, false);
  OpBuilder body = advance.getThenBodyBuilder();
  IndexBuilder inner{body, loop.getLoc()};
  Value other = inner.create<arith::SubIOp>(inner.constant(1), half);
  cloneLoad(window, next, other, body);
  Value flag = createFlag(window, half, builder);
  tile::WaitDmaOp::create(builder, loop.getLoc(), flag);
  return half;
}

static void doubleTypes(const WindowLoop &window) {
  for (Value buffer : window.windows) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<int64_t> shape = {2};
    llvm::append_range(shape, type.getShape());
    buffer.setType(MemRefType::get(shape, type.getElementType(),
                                   type.getLayout(), type.getMemorySpace()));
  }
}

static void transform(const WindowLoop &window) {
  scf::ForOp loop = window.loop;
  Block *body = loop.getBody();
  SmallVector<Operation *> loads, uses;
  bool isLoad = true;
  for (Operation &op : body->without_terminator()) {
    bool isScalar = isMemoryEffectFree(&op);
    if (!isScalar)
      (isLoad ? loads : uses).push_back(&op);
    isLoad &= &op != window.gather;
  }
  OpBuilder builder(loop);
  createPrologue(window, builder);
  // New operations go in front of the old ones, which cloneLoad still reads:
  // they are made in a scratch block first.
  Block *scratch = new Block();
  builder.setInsertionPointToStart(scratch);
  Value half = createAdvance(window, builder);
  body->getOperations().splice(body->begin(), scratch->getOperations());
  delete scratch;
  for (Operation *op : uses)
    shiftAccesses(op, window, half, builder);
  for (Operation *op : llvm::reverse(loads))
    op->erase();
  doubleTypes(window);
  loop->removeAttr("tile.windows");
}

void DoubleBufferWindows::runOnOperation() {
  tile::TaskOp task = getOperation();
  SmallVector<scf::ForOp> loops;
  task.walk([&](scf::ForOp loop) {
    auto buffers = loop->getAttrOfType<IntegerAttr>("tile.windows");
    if (buffers && buffers.getInt() >= 2)
      loops.push_back(loop);
  });
  // No two of the loops run at once, so they share their flags.
  int64_t firstFlag = task.getDmaFlags();
  for (scf::ForOp loop : loops) {
    WindowLoop window = analyze(loop, firstFlag);
    if (!canTransform(window))
      continue;
    transform(window);
    task.setDmaFlagsAttr(OpBuilder(task).getI64IntegerAttr(firstFlag + 2));
  }
}
