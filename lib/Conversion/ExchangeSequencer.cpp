//===-- ExchangeSequencer.cpp - sequencers of lookups and updates ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges, and the loop over minibatches. A SparseCore starts a minibatch
// when all peers have ended the one before: stacks and flags are used again.

#include "ExchangeTask.h"

using namespace mlir;

namespace sc {

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void ExchangeTask::launch(StringRef program, ArrayRef<int64_t> awaits) {
  tile::LaunchOp::create(b.builder, b.getLoc(), program,
                         awaits.empty()
                             ? DenseI64ArrayAttr()
                             : b.builder.getDenseI64ArrayAttr(awaits));
}

void ExchangeTask::exchange(Value send, Value receive, int64_t countFlag) {
  auto getInteger = [&](int64_t value) {
    return b.builder.getI64IntegerAttr(value);
  };
  for (int64_t first = 0; first < sizes.blocks; first += sizes.sparseCores)
    tile::AllToAllOp::create(b.builder, b.getLoc(), send, receive,
                             getInteger(first), getInteger(countFlag + first),
                             getInteger(getRowsFlag() + first),
                             DenseI64ArrayAttr());
}

void ExchangeTask::signalOwn(int64_t flag, Value value) {
  Value target = b.constant(flag);
  tile::SignalOp::create(b.builder, b.getLoc(), target, value, Value());
}

void ExchangeTask::clearFlags(int64_t first, int64_t count) {
  Value begin = b.constant(first), number = b.constant(count);
  tile::ClearFlagsOp::create(b.builder, b.getLoc(), begin, number);
}

//===----------------------------------------------------------------------===//
// Minibatches
//===----------------------------------------------------------------------===//

/// Tile 0 reads the number of minibatches, checks it and tells all peers.
void ExchangeTask::buildCount() {
  if (!op.isMinibatched())
    return;
  Value number = b.alloc("count.num_minibatches", tile::BufferClass::Scratch,
                         tile::Space::TileSpmem, {1}, i32);
  b.program("count", [&] {
    Value zero = b.constant(0), one = b.constant(1);
    Value isFirst = arith::CmpIOp::create(
        b.builder, b.getLoc(), arith::CmpIPredicate::eq, getTile(), zero);
    b.ifTrue(isFirst, [&] {
      b.dmaRows(b.getArgument(minibatchesArgument), zero, number, zero, one, 1);
      Value count = tile::LoadOp::create(b.builder, b.getLoc(), b.indexType(),
                                         number, zero);
      Value most = b.constant(kMaxMinibatches);
      b.faultIf(b.isLess(count, one), tile::Fault::MinibatchesOutOfRange, count,
                most);
      b.faultIf(b.isLess(most, count), tile::Fault::MinibatchesOutOfRange,
                count, most);
      Value me = getSparseCore();
      Value flag = b.add(me, b.constant(getAgreeFlag()));
      Value value = b.add(count, one);
      b.loop(zero, b.constant(sizes.sparseCores), one, [&](Value peer) {
        tile::SignalOp::create(b.builder, b.getLoc(), flag, value, peer);
      });
    });
  });
}

/// Waits until all peers are here, and clears the flags that say so: no peer
/// can set them again before it has rows of this SparseCore.
void ExchangeTask::meetPeers() {
  Value one = b.constant(1), first = b.constant(getReadyFlag());
  Value count = b.constant(sizes.sparseCores);
  Value flag = b.add(getSparseCore(), first);
  b.loop(b.constant(0), count, one, [&](Value peer) {
    tile::SignalOp::create(b.builder, b.getLoc(), flag, one, peer);
  });
  b.loop(first, b.add(first, count), one, [&](Value ready) {
    tile::WaitOp::create(b.builder, b.getLoc(), ready);
  });
  clearFlags(getReadyFlag(), sizes.sparseCores);
}

/// The number of minibatches, on which all peers agree.
static Value readAgreed(TaskBuilder &b, Value flag) {
  tile::WaitOp::create(b.builder, b.getLoc(), flag);
  Value value =
      tile::LoadFlagOp::create(b.builder, b.getLoc(), b.indexType(), flag);
  return b.subtract(value, b.constant(1));
}

void ExchangeTask::buildMinibatchLoop(function_ref<void()> body) {
  launch("count");
  Value zero = b.constant(0), one = b.constant(1);
  Value first = b.constant(getAgreeFlag());
  Value count = b.constant(sizes.sparseCores);
  Value mine = readAgreed(b, b.add(getSparseCore(), first));
  b.loop(first, b.add(first, count), one, [&](Value flag) {
    Value other = readAgreed(b, flag);
    Value differs = arith::CmpIOp::create(
        b.builder, b.getLoc(), arith::CmpIPredicate::ne, mine, other);
    b.faultIf(differs, tile::Fault::MinibatchesDisagree, mine, other);
  });
  b.loop(zero, mine, one, [&](Value minibatch) {
    meetPeers();
    signalOwn(getMinibatchFlag(), b.add(minibatch, one));
    body();
    clearFlags(0, getMinibatchFlag() + 1);
  });
}

void ExchangeTask::buildSequencer(function_ref<void()> body) {
  b.sequencer([&] { op.isMinibatched() ? buildMinibatchLoop(body) : body(); });
}

} // namespace sc
