//===-- OptimizerCode.cpp - an optimizer as steps on rows -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the region become virtual rows first, then rows share buffers. What
// depends on no row is computed once.

#include "OptimizerCode.h"

#include "OptimizerFunctions.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "sc/Conversion/Optimizer.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {

namespace {

class Translator {
public:
  explicit Translator(SparseDenseMatmulGradOp op)
      : op(op), width(EmbeddingOp(op.getOperation()).getWidth()) {}
  LogicalResult translate();

  OptimizerCode code;

private:
  void addArguments();
  LogicalResult addOperation(Operation *inner);
  LogicalResult addOther(Operation *inner);
  LogicalResult addConstant(stablehlo::ConstantOp constant);
  LogicalResult addReduce(stablehlo::ReduceOp reduce);
  LogicalResult addClamp(stablehlo::ClampOp clamp);
  LogicalResult addAlias(Operation *inner);
  void addResults(YieldOp yield);

  LogicalResult checkType(Operation *inner, Type type);
  OptimizerBuffer newBuffer(bool isUniform, bool isWide);
  OptimizerBuffer addStep(Location location, tile::RowFunction function,
                          ArrayRef<OptimizerBuffer> operands,
                          bool isWide = false);
  OptimizerBuffer widen(Location location, OptimizerBuffer buffer,
                        bool isUniform);
  void emit(OptimizerStep step);
  OptimizerBuffer get(Value value) const { return buffers.lookup(value); }

  SparseDenseMatmulGradOp op;
  int64_t width;
  DenseMap<Value, OptimizerBuffer> buffers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Numbers buffers of each kind from 0; those of rows are virtual at first.
OptimizerBuffer Translator::newBuffer(bool isUniform, bool isWide) {
  int64_t &count =
      isUniform ? (isWide ? code.sizes.uniformRows : code.sizes.uniformWords)
                : (isWide ? code.sizes.rows : code.sizes.words);
  return {isUniform, isWide, static_cast<unsigned>(count++)};
}

void Translator::emit(OptimizerStep step) {
  (step.result.isUniform ? code.uniformSteps : code.rowSteps)
      .push_back(std::move(step));
}

/// A step whose result is uniform if all operands are, and wide if one is.
OptimizerBuffer Translator::addStep(Location location,
                                    tile::RowFunction function,
                                    ArrayRef<OptimizerBuffer> operands,
                                    bool isWide) {
  bool isUniform = true;
  for (const OptimizerBuffer &operand : operands) {
    isUniform &= operand.isUniform;
    isWide |= operand.isWide;
  }
  OptimizerBuffer result = newBuffer(isUniform, isWide);
  emit({location,
        OptimizerStep::Kind::Elementwise,
        function,
        SmallVector<OptimizerBuffer, 3>(operands),
        result,
        {}});
  return result;
}

/// `buffer` as a wide one, uniform only if asked for.
OptimizerBuffer Translator::widen(Location location, OptimizerBuffer buffer,
                                  bool isUniform) {
  if (buffer.isWide && (isUniform || !buffer.isUniform))
    return buffer;
  OptimizerBuffer result =
      newBuffer(buffer.isUniform && isUniform, /*isWide=*/true);
  emit({location,
        OptimizerStep::Kind::Elementwise,
        tile::RowFunction::Copy,
        {buffer},
        result,
        {}});
  return result;
}

/// Gradient, table and slots have a row each; hyperparameters one for all.
void Translator::addArguments() {
  Block &body = op.getOptimizer().front();
  size_t rows = op.getSlots().size() + 2;
  for (BlockArgument argument : body.getArguments()) {
    code.arguments.emplace_back();
    if (argument.use_empty())
      continue;
    size_t index = argument.getArgNumber();
    bool isRow = index < rows;
    bool isWide = isRow || cast<RankedTensorType>(
                               op.getHyperparameters()[index - rows].getType())
                                   .getNumElements() == width;
    buffers[argument] = newBuffer(!isRow, isWide);
    code.arguments.back() = buffers[argument];
  }
}

/// Results that stay as they were, or that are the same for all rows, get rows
/// of their own.
void Translator::addResults(YieldOp yield) {
  for (Value value : yield.getRows())
    code.results.push_back(
        widen(yield.getLoc(), get(value), /*isUniform=*/false));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// A row or one word for it, of numbers that words hold.
LogicalResult Translator::checkType(Operation *inner, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  bool isRight =
      tensor && tensor.hasStaticShape() &&
      (tensor.getNumElements() == 1 || tensor.getNumElements() == width);
  if (!isRight)
    return inner->emitError() << "an optimizer works on rows of " << width
                              << " elements or on single ones, got " << type;
  Type element = tensor.getElementType();
  if (element.isF32() || element.isSignlessInteger(32) ||
      element.isSignlessInteger(1))
    return success();
  return inner->emitError()
         << "an optimizer works on f32, i32 and i1, got " << type;
}

/// Where dimension d of the operand of a transpose or broadcast goes.
static SmallVector<int64_t> getTargets(Operation *op) {
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
    return llvm::to_vector(broadcast.getBroadcastDimensions());
  SmallVector<int64_t> targets;
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    targets.resize(transpose.getPermutation().size());
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      targets[from] = to;
  }
  return targets;
}

/// True where elements stay in their order: dimensions with more than one do.
static bool keepsOrder(Operation *op) {
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  int64_t last = -1;
  for (auto [size, target] : llvm::zip(from.getShape(), getTargets(op))) {
    if (size == 1)
      continue;
    if (target < last)
      return false;
    last = target;
  }
  return true;
}

/// Operations that move no element: the operand stands for the result.
LogicalResult Translator::addAlias(Operation *inner) {
  auto from = cast<RankedTensorType>(inner->getOperand(0).getType());
  auto to = cast<RankedTensorType>(inner->getResult(0).getType());
  bool isKept = from.getNumElements() == to.getNumElements() ||
                from.getNumElements() == 1;
  if (!keepsOrder(inner))
    return inner->emitError("no instruction changes the order of the words of "
                            "a row in an optimizer");
  if (!isKept)
    return inner->emitError() << "no instruction makes " << to << " of " << from
                              << " in an optimizer";
  buffers[inner->getResult(0)] = get(inner->getOperand(0));
  return success();
}

LogicalResult Translator::addConstant(stablehlo::ConstantOp constant) {
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!elements)
    return constant.emitError("no instruction makes this constant");
  OptimizerBuffer result =
      newBuffer(/*isUniform=*/true, /*isWide=*/!elements.isSplat());
  OptimizerStep step{constant.getLoc(),
                     OptimizerStep::Kind::Constant,
                     tile::RowFunction::Copy,
                     {},
                     result,
                     {}};
  auto add = [&](Attribute word) { step.words.push_back(getWord(word)); };
  if (elements.isSplat())
    add(elements.getSplatValue<Attribute>());
  else
    llvm::for_each(elements.getValues<Attribute>(), add);
  buffers[constant.getOutput()] = result;
  emit(std::move(step));
  return success();
}

LogicalResult Translator::addReduce(stablehlo::ReduceOp reduce) {
  std::optional<tile::RowFunction> function = getReduction(reduce);
  if (!function)
    return reduce.emitError("no instruction reduces rows so: one input, folded "
                            "by one operation of add, multiply, maximum, "
                            "minimum or and");
  Value input = reduce.getInputs()[0];
  OptimizerBuffer start = get(reduce.getInitValues()[0]);
  OptimizerBuffer rows = get(input);
  int64_t elements = cast<RankedTensorType>(input.getType()).getNumElements();
  auto output = cast<RankedTensorType>(reduce.getResult(0).getType());
  Value result = reduce.getResult(0);
  if (output.getNumElements() == elements) {
    buffers[result] = addStep(reduce.getLoc(), *function, {start, rows});
    return success();
  }
  if (!start.isUniform)
    return reduce.emitError("no instruction starts each row's reduction at "
                            "another value");
  rows = widen(reduce.getLoc(), rows, /*isUniform=*/true);
  OptimizerBuffer word = newBuffer(rows.isUniform, /*isWide=*/false);
  emit({reduce.getLoc(),
        OptimizerStep::Kind::Reduce,
        *function,
        {rows, start},
        word,
        {}});
  buffers[result] = word;
  return success();
}

/// The smaller of the upper limit and the larger of the lower one.
LogicalResult Translator::addClamp(stablehlo::ClampOp clamp) {
  Type type = clamp.getType();
  OptimizerBuffer raised =
      addStep(clamp.getLoc(), getMaximum(type),
              {get(clamp.getMin()), get(clamp.getOperand())});
  buffers[clamp.getResult()] =
      addStep(clamp.getLoc(), getMinimum(type), {raised, get(clamp.getMax())});
  return success();
}

/// Some operations have an instruction for other types or comparisons.
static LogicalResult describeMissing(Operation *op) {
  InFlightDiagnostic diagnostic =
      op->emitError() << "no instruction stands for '" << op->getName() << "'";
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
    diagnostic << " with "
               << stringifyComparisonType(*compare.getCompareType());
  else if (op->getNumOperands() > 0)
    diagnostic << " of " << op->getOperand(0).getType();
  if (isa<stablehlo::ConvertOp>(op))
    diagnostic << " to " << op->getResult(0).getType();
  return diagnostic << " in an optimizer";
}

LogicalResult Translator::addOther(Operation *inner) {
  std::optional<RowCall> call = getRowCall(inner);
  if (!call)
    return describeMissing(inner);
  SmallVector<OptimizerBuffer> operands;
  for (unsigned operand : call->operands)
    operands.push_back(get(inner->getOperand(operand)));
  buffers[inner->getResult(0)] =
      call->function == tile::RowFunction::Copy
          ? operands[0]
          : addStep(inner->getLoc(), call->function, operands);
  return success();
}

LogicalResult Translator::addOperation(Operation *inner) {
  for (Type type : inner->getOperandTypes())
    if (failed(checkType(inner, type)))
      return failure();
  for (Type type : inner->getResultTypes())
    if (failed(checkType(inner, type)))
      return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(inner)
      .Case([&](YieldOp yield) {
        addResults(yield);
        return success();
      })
      .Case(
          [&](stablehlo::ConstantOp constant) { return addConstant(constant); })
      .Case([&](stablehlo::ReduceOp reduce) { return addReduce(reduce); })
      .Case([&](stablehlo::ClampOp clamp) { return addClamp(clamp); })
      .Case<stablehlo::ReshapeOp, stablehlo::BroadcastOp,
            stablehlo::BroadcastInDimOp, stablehlo::TransposeOp>(
          [&](auto alias) { return addAlias(alias); })
      .Default([&](Operation *other) { return addOther(other); });
}

LogicalResult Translator::translate() {
  addArguments();
  for (Operation &inner : op.getOptimizer().front())
    if (failed(addOperation(&inner)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Sharing of buffers
//===----------------------------------------------------------------------===//

namespace {

/// Gives the virtual buffers of rows, or of words, real ones: a buffer is free
/// again after the last step that reads it. A step may write what it reads.
class BufferPool {
public:
  explicit BufferPool(bool isWide) : isWide(isWide) {}

  /// Notes that step `step` reads `buffer`.
  void use(const OptimizerBuffer &buffer, size_t step) {
    if (isOurs(buffer))
      lastUses[buffer.index] = step;
  }
  /// A real buffer that no virtual one has yet.
  void reserve() { ++count; }
  void define(OptimizerBuffer &buffer) {
    if (!isOurs(buffer))
      return;
    unsigned real = free.empty() ? count++ : free.pop_back_val();
    reals[buffer.index] = real;
    buffer.index = real;
  }
  /// Replaces an operand of step `step`, and frees it if it was its last use.
  void read(OptimizerBuffer &buffer, size_t step) {
    if (!isOurs(buffer))
      return;
    unsigned index = buffer.index;
    buffer.index = reals.lookup(index);
    if (lastUses.lookup(index) == step && freed.insert(index).second)
      free.push_back(buffer.index);
  }
  unsigned getCount() const { return count; }

private:
  bool isOurs(const OptimizerBuffer &buffer) const {
    return !buffer.isUniform && buffer.isWide == isWide;
  }

  bool isWide;
  unsigned count = 0;
  SmallVector<unsigned> free;
  DenseMap<unsigned, size_t> lastUses;
  DenseMap<unsigned, unsigned> reals;
  DenseSet<unsigned> freed;
};

} // namespace

/// Steps whose results nothing reads are dropped.
static void dropUnused(OptimizerCode &code) {
  DenseSet<std::pair<unsigned, unsigned>> used; // kind, index
  auto key = [](const OptimizerBuffer &buffer) {
    return std::pair<unsigned, unsigned>(buffer.isUniform * 2 + buffer.isWide,
                                         buffer.index);
  };
  for (const OptimizerBuffer &result : code.results)
    used.insert(key(result));
  auto drop = [&](SmallVector<OptimizerStep> &steps) {
    SmallVector<OptimizerStep> kept;
    for (OptimizerStep &step : llvm::reverse(steps)) {
      if (!used.contains(key(step.result)))
        continue;
      for (const OptimizerBuffer &operand : step.operands)
        used.insert(key(operand));
      kept.push_back(std::move(step));
    }
    steps.assign(std::make_move_iterator(kept.rbegin()),
                 std::make_move_iterator(kept.rend()));
  };
  drop(code.rowSteps);
  drop(code.uniformSteps);
  for (std::optional<OptimizerBuffer> &argument : code.arguments)
    if (argument && !used.contains(key(*argument)))
      argument.reset();
}

static void shareBuffers(OptimizerCode &code) {
  BufferPool rows(/*isWide=*/true), words(/*isWide=*/false);
  size_t end = code.rowSteps.size();
  auto forBoth = [&](auto &&action) {
    action(rows);
    action(words);
  };
  for (auto [index, step] : llvm::enumerate(code.rowSteps))
    for (const OptimizerBuffer &operand : step.operands)
      forBoth([&](BufferPool &pool) { pool.use(operand, index); });
  for (const OptimizerBuffer &result : code.results)
    rows.use(result, end);
  // The gradients come first, whether they are read or not.
  if (!code.arguments.front())
    rows.reserve();
  for (std::optional<OptimizerBuffer> &argument : code.arguments)
    if (argument)
      rows.define(*argument);
  for (auto [index, step] : llvm::enumerate(code.rowSteps)) {
    for (OptimizerBuffer &operand : step.operands)
      forBoth([&](BufferPool &pool) { pool.read(operand, index); });
    forBoth([&](BufferPool &pool) { pool.define(step.result); });
  }
  for (OptimizerBuffer &result : code.results)
    rows.read(result, end);
  code.sizes.rows = rows.getCount() - 1;
  code.sizes.words = words.getCount();
}

/// Numbers the uniform buffers that are left from 0.
static void compactUniform(OptimizerCode &code) {
  DenseMap<unsigned, unsigned> rows, words;
  auto renumber = [&](OptimizerBuffer &buffer) {
    if (!buffer.isUniform)
      return;
    DenseMap<unsigned, unsigned> &indices = buffer.isWide ? rows : words;
    buffer.index =
        indices.try_emplace(buffer.index, indices.size()).first->second;
  };
  for (std::optional<OptimizerBuffer> &argument : code.arguments)
    if (argument)
      renumber(*argument);
  for (SmallVector<OptimizerStep> *steps : {&code.uniformSteps, &code.rowSteps})
    for (OptimizerStep &step : *steps) {
      llvm::for_each(step.operands, renumber);
      renumber(step.result);
    }
  code.sizes.uniformRows = rows.size();
  code.sizes.uniformWords = words.size();
}

FailureOr<OptimizerCode> translateOptimizer(SparseDenseMatmulGradOp op) {
  Translator translator(op);
  if (failed(translator.translate()))
    return failure();
  dropUnused(translator.code);
  shareBuffers(translator.code);
  compactUniform(translator.code);
  return std::move(translator.code);
}

FailureOr<OptimizerSizes> getOptimizerSizes(SparseDenseMatmulGradOp op) {
  FailureOr<OptimizerCode> code = translateOptimizer(op);
  if (failed(code))
    return failure();
  return code->sizes;
}

bool isRowCoupled(SparseDenseMatmulGradOp op) {
  int64_t width = EmbeddingOp(op.getOperation()).getWidth();
  auto couples = [&](Operation *inner) {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(inner))
      return !isa<SplatElementsAttr>(constant.getValue());
    auto reduce = dyn_cast<stablehlo::ReduceOp>(inner);
    return reduce && width > 1 &&
           cast<RankedTensorType>(reduce.getResult(0).getType())
                   .getNumElements() !=
               cast<RankedTensorType>(reduce.getInputs()[0].getType())
                   .getNumElements();
  };
  return llvm::any_of(op.getOptimizer().front(),
                      [&](Operation &inner) { return couples(&inner); });
}

} // namespace sc
