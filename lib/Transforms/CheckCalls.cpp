//===-- CheckCalls.cpp - what calls add up to -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-check-calls. A few functions that call one another twice each
// stand for any number of operations; so they are counted before they are
// inlined.

#include "sc/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_CHECKCALLS
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {

/// Far above what programs have: whole models are some thousand operations.
constexpr int64_t kMaxOperations = int64_t(1) << 20;
constexpr int64_t kMaxDepth = 1024;

/// A function with the calls in it inlined.
struct Inlined {
  int64_t operations = 0;
  int64_t depth = 0; // of calls
};

/// Counts functions, callees first. Calls of a function that is being counted
/// are recursion, which is not inlined.
class CallCounter {
public:
  explicit CallCounter(ModuleOp module) : symbols(module) {}
  LogicalResult count(func::FuncOp root);

private:
  struct Frame {
    func::FuncOp function;
    SmallVector<func::CallOp> calls;
    size_t next = 0;
    Inlined total;
  };

  void push(func::FuncOp function);
  func::FuncOp findCallee(func::CallOp call);
  LogicalResult add(Frame &frame, func::CallOp call, const Inlined &callee);

  SymbolTable symbols;
  SmallVector<Frame> stack;
  DenseMap<Operation *, Inlined> counted;
  DenseSet<Operation *> started;
};

struct CheckCalls : public sc::impl::CheckCallsBase<CheckCalls> {
  void runOnOperation() override;
};

} // namespace

void CallCounter::push(func::FuncOp function) {
  Frame frame{function, {}, 0, {}};
  function.walk([&](Operation *op) {
    ++frame.total.operations;
    if (auto call = dyn_cast<func::CallOp>(op))
      frame.calls.push_back(call);
  });
  started.insert(function);
  stack.push_back(std::move(frame));
}

func::FuncOp CallCounter::findCallee(func::CallOp call) {
  return symbols.lookup<func::FuncOp>(call.getCallee());
}

LogicalResult CallCounter::add(Frame &frame, func::CallOp call,
                               const Inlined &callee) {
  frame.total.operations += callee.operations;
  frame.total.depth = std::max(frame.total.depth, callee.depth + 1);
  if (frame.total.operations > kMaxOperations)
    return call.emitError()
           << "calls inlined, @" << frame.function.getName()
           << " has more than " << kMaxOperations << " operations";
  if (frame.total.depth > kMaxDepth)
    return call.emitError()
           << "calls are nested more than " << kMaxDepth << " deep";
  return success();
}

LogicalResult CallCounter::count(func::FuncOp root) {
  if (!started.contains(root))
    push(root);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.calls.size()) {
      counted[frame.function] = frame.total;
      stack.pop_back();
      continue;
    }
    func::CallOp call = frame.calls[frame.next];
    func::FuncOp callee = findCallee(call);
    if (callee && !started.contains(callee)) {
      push(callee); // `frame` may have moved
      continue;
    }
    ++frame.next;
    auto found = counted.find(callee);
    if (callee && found != counted.end() &&
        failed(add(frame, call, found->second)))
      return failure();
  }
  return success();
}

void CheckCalls::runOnOperation() {
  CallCounter counter(getOperation());
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (failed(counter.count(function)))
      return signalPassFailure();
}
