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

/// The buffers of the body that hold windows: all uses lie in the body.
static WindowLoop analyze(scf::ForOp loop, int64_t firstFlag) {
  WindowLoop window{loop, {}, {}, firstFlag};
  for (Operation &op : *loop.getBody()) {
    for (Value operand : op.getOperands()) {
      auto alloc = operand.getDefiningOp<tile::AllocOp>();
      if (alloc && alloc.getBufferClass() == tile::BufferClass::Window &&
          llvm::all_of(operand.getUsers(), [&](Operation *user) {
            return user->getBlock() == loop.getBody();
          }))
        window.windows.insert(operand);
    }
    if (auto gather = dyn_cast<tile::GatherRowsOp>(op))
      window.gather = gather;
  }
  return window;
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
    for (Operation *user : buffer.getUsers()) {
      auto axpy = dyn_cast<tile::AxpyIndexedOp>(user);
      if (isa<tile::SelectOp>(user) ||
          (axpy && axpy.getAccumulator() == buffer))
        return false;
    }
  return true;
}

/// Shifts the accesses of `op` to windows by `half` window sizes: an offset
/// follows its buffer in the operand list of every tile operation.
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
