//===-- OptimizerFunctions.cpp - StableHLO as functions of words ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By operation and element type. Truth values are the words 0 and 1, so that
// their sum is a maximum and their product an and.

#include "OptimizerFunctions.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {

using stablehlo::ComparisonDirection;
using stablehlo::ComparisonType;
using tile::RowFunction;

namespace {
enum class WordKind { Float, Integer, Truth };
} // namespace

static WordKind getWordKind(Type tensor) {
  Type element = cast<RankedTensorType>(tensor).getElementType();
  if (element.isF32())
    return WordKind::Float;
  return element.isInteger(1) ? WordKind::Truth : WordKind::Integer;
}

RowFunction getMaximum(Type tensor) {
  return getWordKind(tensor) == WordKind::Float ? RowFunction::Maximum
                                                : RowFunction::MaximumInt;
}

RowFunction getMinimum(Type tensor) {
  return getWordKind(tensor) == WordKind::Float ? RowFunction::Minimum
                                                : RowFunction::MinimumInt;
}

TypedAttr getWord(Attribute element) {
  auto integer = dyn_cast<IntegerAttr>(element);
  if (!integer)
    return cast<FloatAttr>(element);
  Builder builder(element.getContext());
  bool isTruth = integer.getType().isInteger(1);
  return builder.getI32IntegerAttr(
      static_cast<int32_t>(isTruth ? !integer.getValue().isZero()
                                   : integer.getValue().getSExtValue()));
}

/// Operations on two operands by the kind of their words.
static std::optional<RowFunction> getBinary(Operation *op, WordKind kind) {
  auto choose = [&](RowFunction ofFloats, std::optional<RowFunction> ofIntegers,
                    std::optional<RowFunction> ofTruths) {
    return kind == WordKind::Float     ? std::optional(ofFloats)
           : kind == WordKind::Integer ? ofIntegers
                                       : ofTruths;
  };
  using F = RowFunction;
  std::nullopt_t none = std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<RowFunction>>(op)
      .Case([&](stablehlo::AddOp) {
        return choose(F::Add, F::AddInt, F::MaximumInt);
      })
      .Case([&](stablehlo::SubtractOp) {
        return choose(F::Subtract, F::SubtractInt, none);
      })
      .Case([&](stablehlo::MultiplyOp) {
        return choose(F::Multiply, F::MultiplyInt, F::AndInt);
      })
      .Case([&](stablehlo::DivideOp) { return choose(F::Divide, none, none); })
      .Case([&](stablehlo::PowerOp) { return choose(F::Power, none, none); })
      .Case([&](stablehlo::MaximumOp) {
        return choose(F::Maximum, F::MaximumInt, F::MaximumInt);
      })
      .Case([&](stablehlo::MinimumOp) {
        return choose(F::Minimum, F::MinimumInt, F::MinimumInt);
      })
      .Case([&](stablehlo::AndOp) -> std::optional<RowFunction> {
        if (kind == WordKind::Float)
          return none;
        return F::AndInt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Operations on one f32.
static std::optional<RowFunction> getUnary(Operation *op) {
  using F = RowFunction;
  return llvm::TypeSwitch<Operation *, std::optional<RowFunction>>(op)
      .Case([](stablehlo::NegateOp) { return F::Negate; })
      .Case([](stablehlo::AbsOp) { return F::Abs; })
      .Case([](stablehlo::SignOp) { return F::Sign; })
      .Case([](stablehlo::SqrtOp) { return F::Sqrt; })
      .Case([](stablehlo::RsqrtOp) { return F::Rsqrt; })
      .Case([](stablehlo::ExponentialOp) { return F::Exponential; })
      .Case([](stablehlo::LogOp) { return F::Log; })
      .Case([](stablehlo::LogPlusOneOp) { return F::LogPlusOne; })
      .Case([](stablehlo::IsFiniteOp) { return F::IsFinite; })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<RowCall> getCompare(stablehlo::CompareOp op) {
  using F = RowFunction;
  ComparisonType type = op.getCompareType().value_or(ComparisonType::NOTYPE);
  if (type == ComparisonType::TOTALORDER)
    return std::nullopt;
  bool isFloat = getWordKind(op.getLhs().getType()) == WordKind::Float;
  switch (op.getComparisonDirection()) {
  case ComparisonDirection::EQ:
    return RowCall{isFloat ? F::Equal : F::EqualInt, {0, 1}};
  case ComparisonDirection::NE:
    return RowCall{isFloat ? F::NotEqual : F::NotEqualInt, {0, 1}};
  case ComparisonDirection::LT:
    return RowCall{isFloat ? F::Less : F::LessInt, {0, 1}};
  case ComparisonDirection::LE:
    return RowCall{isFloat ? F::LessEqual : F::LessEqualInt, {0, 1}};
  case ComparisonDirection::GT:
    return RowCall{isFloat ? F::Less : F::LessInt, {1, 0}};
  case ComparisonDirection::GE:
    return RowCall{isFloat ? F::LessEqual : F::LessEqualInt, {1, 0}};
  }
  llvm_unreachable("all directions are handled");
}

/// Conversions to i1 would need a constant to compare with; optimizers compare
/// themselves.
static std::optional<RowCall> getConvert(stablehlo::ConvertOp op) {
  WordKind from = getWordKind(op.getOperand().getType());
  WordKind to = getWordKind(op.getType());
  if (from == to || (from == WordKind::Truth && to == WordKind::Integer))
    return RowCall{RowFunction::Copy, {0}};
  if (to == WordKind::Float)
    return RowCall{RowFunction::IntToFloat, {0}};
  if (from == WordKind::Float && to == WordKind::Integer)
    return RowCall{RowFunction::FloatToInt, {0}};
  return std::nullopt;
}

std::optional<RowCall> getRowCall(Operation *op) {
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
    return getCompare(compare);
  if (auto convert = dyn_cast<stablehlo::ConvertOp>(op))
    return getConvert(convert);
  if (isa<stablehlo::SelectOp>(op))
    return RowCall{RowFunction::Select, {0, 1, 2}};
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return std::nullopt;
  WordKind kind = getWordKind(op->getOperand(0).getType());
  if (std::optional<RowFunction> function = getBinary(op, kind))
    return RowCall{*function, {0, 1}};
  std::optional<RowFunction> function = getUnary(op);
  if (function && kind == WordKind::Float)
    return RowCall{*function, {0}};
  return std::nullopt;
}

std::optional<RowFunction> getReduction(stablehlo::ReduceOp op) {
  if (op.getInputs().size() != 1)
    return std::nullopt;
  Block &body = op.getBody().front();
  Operation &fold = body.front();
  bool isOne = body.getOperations().size() == 2 && fold.getNumOperands() == 2 &&
               fold.getNumResults() == 1 &&
               body.getTerminator()->getOperand(0) == fold.getResult(0) &&
               llvm::is_contained(fold.getOperands(), body.getArgument(0)) &&
               llvm::is_contained(fold.getOperands(), body.getArgument(1));
  if (!isOne ||
      isa<stablehlo::SubtractOp, stablehlo::DivideOp, stablehlo::PowerOp>(fold))
    return std::nullopt;
  return getBinary(&fold, getWordKind(op.getInputs()[0].getType()));
}

} // namespace sc
