//===-- Kernel.cpp - a function as one loop nest --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All results have one shape, so one loop nest computes them, and values
// between operations stay in registers. Where no operand is broadcast along
// some dimensions only, the nest is one loop over all elements.

#include "Kernel.h"

#include "Scalars.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sc/Native/Native.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace sc::native {

namespace {

/// For each dimension of an operand the loop that it follows; -1: it has one
/// element.
using LoopMap = SmallVector<int64_t>;

/// What an operation reads that no arithmetic computes.
struct Input {
  Attribute constant; // an element; null: an argument
  unsigned argument = 0;
  LoopMap loops;
};

class KernelBuilder {
public:
  KernelBuilder(func::FuncOp source, ModuleOp module)
      : source(source), module(module), builder(module.getBodyRegion()) {}
  LogicalResult build(StringRef name);

private:
  LogicalResult checkBody();
  Input findInput(Value value);
  void collectInputs();
  void setFlat();
  MemRefType getBufferType(Value value);
  AffineMap getMap(const Input &input);
  SmallVector<AffineMap> getMaps(size_t results);
  void makeBody(OpBuilder &nested, Location location, ValueRange elements);

  func::FuncOp source;
  ModuleOp module;
  OpBuilder builder;
  SmallVector<int64_t> shape; // of all results
  bool isFlat = false;        // one loop over all elements
  /// Operands that are not computed here, in the order of their first use; the
  /// arguments among them are the operands of the loop nest.
  llvm::MapVector<Value, Input> inputs;
};

} // namespace

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static LogicalResult fail(Operation *op, const Twine &why) {
  return op->emitError() << "cannot be compiled to native code: " << why;
}

LogicalResult KernelBuilder::checkBody() {
  if (source.isExternal() || !source.getBody().hasOneBlock())
    return fail(source, "the function needs one block");
  Operation *end = source.front().getTerminator();
  if (end->getNumOperands() == 0)
    return fail(source, "the function has no results");
  shape.assign(getTensor(end->getOperand(0)).getShape());
  for (Value result : end->getOperands()) {
    if (getTensor(result).getShape() != ArrayRef(shape))
      return fail(source, "the results have several shapes");
    Operation *op = result.getDefiningOp();
    if (!op || !isNativeArithmetic(op))
      return fail(source, "a result is not computed by arithmetic");
  }
  for (Operation &op : source.front().without_terminator()) {
    bool isArithmetic = isNativeArithmetic(&op);
    if (!isArithmetic && !isNativeOperand(&op))
      return fail(&op, "the operation or its type is not supported");
    if (isArithmetic &&
        getTensor(op.getResult(0)).getShape() != ArrayRef(shape))
      return fail(&op, "its shape differs from that of the results");
  }
  return success();
}

/// Follows broadcasts back from `value` to an argument or a constant.
Input KernelBuilder::findInput(Value value) {
  Input input;
  // A scalar operand of select or clamp is for every element.
  for (int64_t dim = 0; dim < getTensor(value).getRank(); ++dim)
    input.loops.push_back(shape[dim] == 1 ? -1 : dim);
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      input.constant = cast<SplatElementsAttr>(constant.getValue())
                           .getSplatValue<Attribute>();
      return input;
    }
    value = op->getOperand(0);
    LoopMap loops;
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
      for (auto [dim, size] : llvm::zip_equal(
               broadcast.getBroadcastDimensions(), getTensor(value).getShape()))
        loops.push_back(size == 1 ? -1 : input.loops[dim]);
    else
      loops.assign(input.loops.end() - getTensor(value).getRank(),
                   input.loops.end());
    input.loops = std::move(loops);
  }
  input.argument = cast<BlockArgument>(value).getArgNumber();
  return input;
}

static bool isComputed(Value value) {
  Operation *producer = value.getDefiningOp();
  return producer && isNativeArithmetic(producer);
}

void KernelBuilder::collectInputs() {
  for (Operation &op : source.front().without_terminator())
    if (isNativeArithmetic(&op))
      for (Value operand : op.getOperands())
        if (!isComputed(operand) && !inputs.contains(operand))
          inputs.insert({operand, findInput(operand)});
}

/// One loop will do where each argument has the elements of the results in
/// their order, or one.
void KernelBuilder::setFlat() {
  isFlat = llvm::all_of(inputs, [&](const auto &entry) {
    const LoopMap &loops = entry.second.loops;
    bool isWhole = loops.size() == shape.size();
    for (size_t dim = 0; isWhole && dim < shape.size(); ++dim)
      isWhole = shape[dim] == 1 || loops[dim] == static_cast<int64_t>(dim);
    return isWhole || entry.second.constant ||
           llvm::all_of(loops, [](int64_t loop) { return loop == -1; });
  });
}

MemRefType KernelBuilder::getBufferType(Value value) {
  RankedTensorType tensor = getTensor(value);
  ScalarBuilder scalars(builder, module.getLoc());
  Type element =
      scalars.getStorageType(getElementKind(tensor.getElementType()));
  if (!isFlat)
    return MemRefType::get(tensor.getShape(), element);
  if (isa<BlockArgument>(value) && tensor.getNumElements() == 1)
    return MemRefType::get({}, element);
  return MemRefType::get({tensor.getNumElements()}, element);
}

AffineMap KernelBuilder::getMap(const Input &input) {
  unsigned loops = isFlat ? 1 : shape.size();
  SmallVector<AffineExpr> results;
  bool isScalar =
      getTensor(source.getArgument(input.argument)).getNumElements() == 1;
  if (isFlat) {
    if (!isScalar)
      results.push_back(builder.getAffineDimExpr(0));
  } else {
    for (int64_t loop : input.loops)
      results.push_back(loop < 0 ? builder.getAffineConstantExpr(0)
                                 : builder.getAffineDimExpr(loop));
  }
  return AffineMap::get(loops, 0, results, builder.getContext());
}

SmallVector<AffineMap> KernelBuilder::getMaps(size_t results) {
  SmallVector<AffineMap> maps;
  for (const auto &[operand, input] : inputs)
    if (!input.constant)
      maps.push_back(getMap(input));
  maps.append(results, builder.getMultiDimIdentityMap(
                           isFlat ? 1 : static_cast<unsigned>(shape.size())));
  return maps;
}

/// The computation of one element of each result.
void KernelBuilder::makeBody(OpBuilder &nested, Location location,
                             ValueRange elements) {
  ScalarBuilder scalars(nested, location);
  DenseMap<Value, Value> scalarOf;
  size_t next = 0;
  for (const auto &[operand, input] : inputs) {
    ElementKind kind = getElementKind(getTensor(operand).getElementType());
    scalarOf[operand] = input.constant ? scalars.constant(input.constant, kind)
                                       : scalars.load(elements[next++], kind);
  }
  for (Operation &op : source.front().without_terminator()) {
    if (!isNativeArithmetic(&op))
      continue;
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(scalarOf.lookup(operand));
    scalarOf[op.getResult(0)] = scalars.apply(&op, operands);
  }
  SmallVector<Value> stored;
  for (Value result : source.front().getTerminator()->getOperands())
    stored.push_back(
        scalars.store(scalarOf.lookup(result),
                      getElementKind(getTensor(result).getElementType())));
  linalg::YieldOp::create(nested, location, stored);
}

LogicalResult KernelBuilder::build(StringRef name) {
  if (failed(checkBody()))
    return failure();
  collectInputs();
  setFlat();
  Location location = module.getLoc();
  SmallVector<Type> types;
  for (BlockArgument argument : source.getArguments())
    types.push_back(getBufferType(argument));
  ValueRange results = source.front().getTerminator()->getOperands();
  for (Value result : results)
    types.push_back(getBufferType(result));
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = func::FuncOp::create(builder, location, name,
                                     builder.getFunctionType(types, {}));
  for (unsigned i = 0; i < types.size(); ++i)
    kernel.setArgAttr(i, "llvm.noalias", builder.getUnitAttr());
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  auto makeTensor = [&](Value buffer, bool isWritable) -> Value {
    Type tensor = memref::getTensorTypeFromMemRefType(buffer.getType());
    return bufferization::ToTensorOp::create(builder, location, tensor, buffer,
                                             /*restrict=*/true, isWritable);
  };
  SmallVector<Value> tensors, inputTensors, outputTensors;
  for (BlockArgument buffer : kernel.getArguments())
    tensors.push_back(
        makeTensor(buffer, buffer.getArgNumber() >= source.getNumArguments()));
  for (const auto &[operand, input] : inputs)
    if (!input.constant)
      inputTensors.push_back(tensors[input.argument]);
  llvm::append_range(outputTensors,
                     ArrayRef(tensors).drop_front(source.getNumArguments()));
  SmallVector<utils::IteratorType> iterators(isFlat ? 1 : shape.size(),
                                             utils::IteratorType::parallel);
  auto nest = linalg::GenericOp::create(
      builder, location, ValueRange(outputTensors).getTypes(), inputTensors,
      outputTensors, getMaps(results.size()), iterators,
      [&](OpBuilder &nested, Location where, ValueRange elements) {
        makeBody(nested, where, elements);
      });
  for (auto [tensor, buffer] : llvm::zip_equal(
           nest.getResults(),
           kernel.getArguments().drop_front(source.getNumArguments())))
    bufferization::MaterializeInDestinationOp::create(
        builder, location, Type(), tensor, buffer, /*restrict=*/true,
        /*writable=*/true);
  func::ReturnOp::create(builder, location);
  return success();
}

void declareLibrary(ModuleOp module) {
  OpBuilder builder(module.getBodyRegion());
  Type number = builder.getF64Type();
  for (const LibraryFunction &function : getLibraryFunctions()) {
    SmallVector<Type> arguments(function.arguments, number);
    auto declaration =
        func::FuncOp::create(builder, module.getLoc(), function.name,
                             builder.getFunctionType(arguments, number));
    declaration.setPrivate();
  }
}

LogicalResult buildKernel(func::FuncOp source, ModuleOp module,
                          StringRef name) {
  return KernelBuilder(source, module).build(name);
}

} // namespace sc::native
