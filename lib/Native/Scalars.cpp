//===-- Scalars.cpp - one element of each operation -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic. Operands are made one by one: compilers differ in the order in
// which they evaluate arguments, and code must not.

#include "Scalars.h"

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstdint>
#include <limits>

using namespace mlir;

namespace sc::native {

Value ScalarBuilder::integer(Type type, int64_t value) {
  return arith::ConstantOp::create(builder, location,
                                   builder.getIntegerAttr(type, value));
}

Value ScalarBuilder::real(Type type, double value) {
  return arith::ConstantOp::create(builder, location,
                                   builder.getFloatAttr(type, value));
}

Value ScalarBuilder::select(Value condition, Value yes, Value no) {
  return arith::SelectOp::create(builder, location, condition, yes, no);
}

Value ScalarBuilder::isNaN(Value value) {
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::UNO,
                               value, value);
}

/// The kind of the tensors that `op` computes with.
static ElementKind getKind(Value tensor) {
  return getElementKind(
      cast<RankedTensorType>(tensor.getType()).getElementType());
}

Value ScalarBuilder::apply(Operation *op, ValueRange operands) {
  using namespace stablehlo;
  if (isa<SelectOp>(op))
    return select(operands[0], operands[1], operands[2]);
  if (isa<ConvertOp>(op))
    return convert(operands[0], getKind(op->getOperand(0)),
                   getKind(op->getResult(0)));
  ElementKind kind = getKind(op->getOperand(0));
  if (isa<CompareOp>(op))
    return applyCompare(op, operands[0], operands[1], kind);
  if (isa<ClampOp>(op)) {
    Value raised = applyMaximum(operands[1], operands[0], kind);
    return applyMinimum(raised, operands[2], kind);
  }
  if (isa<MaximumOp>(op))
    return applyMaximum(operands[0], operands[1], kind);
  if (isa<MinimumOp>(op))
    return applyMinimum(operands[0], operands[1], kind);
  if (isa<SignOp>(op))
    return applySign(operands[0], kind);
  if (isa<ExponentialOp, LogOp, LogPlusOneOp>(op) ||
      (isa<PowerOp>(op) && kind.isFloat()))
    return applyFunction(op, operands, kind);
  return kind.isFloat() ? applyFloat(op, operands, kind)
                        : applyInteger(op, operands, kind);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Value ScalarBuilder::applyFloat(Operation *op, ValueRange operands,
                                ElementKind kind) {
  auto make = [&]<typename OpT>() -> Value {
    return OpT::create(builder, location, operands.front().getType(), operands);
  };
  Type type = operands.front().getType();
  Value exact =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](stablehlo::AddOp) {
            return make.operator()<arith::AddFOp>();
          })
          .Case([&](stablehlo::SubtractOp) {
            return make.operator()<arith::SubFOp>();
          })
          .Case([&](stablehlo::MultiplyOp) {
            return make.operator()<arith::MulFOp>();
          })
          .Case([&](stablehlo::DivideOp) {
            return make.operator()<arith::DivFOp>();
          })
          .Case([&](stablehlo::NegateOp) {
            return make.operator()<arith::NegFOp>();
          })
          .Case(
              [&](stablehlo::AbsOp) { return make.operator()<math::AbsFOp>(); })
          .Case([&](stablehlo::SqrtOp) {
            return make.operator()<math::SqrtOp>();
          })
          .Case([&](stablehlo::RsqrtOp) -> Value {
            Value root = make.operator()<math::SqrtOp>();
            Value one = real(type, 1.0);
            return arith::DivFOp::create(builder, location, one, root);
          })
          .Case([&](stablehlo::IsFiniteOp) -> Value {
            Value size = make.operator()<math::AbsFOp>();
            Value infinity =
                real(type, std::numeric_limits<double>::infinity());
            return arith::CmpFOp::create(
                builder, location, arith::CmpFPredicate::OLT, size, infinity);
          });
  bool isExact =
      isa<stablehlo::NegateOp, stablehlo::AbsOp, stablehlo::IsFiniteOp>(op);
  return isExact ? exact : round(exact, kind);
}

llvm::ArrayRef<LibraryFunction> getLibraryFunctions() {
  static const LibraryFunction functions[] = {
      {"exp", 1}, {"log", 1}, {"log1p", 1}, {"pow", 2}};
  return functions;
}

static StringRef getLibraryName(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](stablehlo::ExponentialOp) { return "exp"; })
      .Case([](stablehlo::LogOp) { return "log"; })
      .Case([](stablehlo::LogPlusOneOp) { return "log1p"; })
      .Case([](stablehlo::PowerOp) { return "pow"; });
}

/// Functions that are computed in f64 by the C library, whatever the type.
Value ScalarBuilder::applyFunction(Operation *op, ValueRange operands,
                                   ElementKind kind) {
  SmallVector<Value> wide;
  for (Value operand : operands)
    wide.push_back(widen(operand));
  auto call = func::CallOp::create(builder, location, getLibraryName(op),
                                   builder.getF64Type(), wide);
  return narrow(call.getResult(0), kind);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value ScalarBuilder::applyInteger(Operation *op, ValueRange operands,
                                  ElementKind kind) {
  using namespace stablehlo;
  Type type = operands[0].getType();
  auto make = [&]<typename OpT>() -> Value {
    return OpT::create(builder, location, operands[0], operands[1]);
  };
  bool isBool = kind.kind == ElementKind::Bool;
  if (isa<AbsOp, NegateOp>(op)) {
    Value zero = integer(type, 0);
    Value negative =
        arith::SubIOp::create(builder, location, zero, operands[0]);
    if (isa<NegateOp>(op))
      return negative;
    if (!kind.isSigned())
      return operands[0];
    Value isNegative = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::slt, operands[0], zero);
    return select(isNegative, negative, operands[0]);
  }
  if (isa<DivideOp>(op))
    return applyDivide(operands[0], operands[1], kind);
  if (isa<PowerOp>(op))
    return applyPower(operands[0], operands[1], kind);
  if (isa<SubtractOp>(op))
    return make.operator()<arith::SubIOp>();
  if (isa<AndOp>(op) || (isBool && isa<MultiplyOp>(op)))
    return make.operator()<arith::AndIOp>();
  if (isBool)
    return make.operator()<arith::OrIOp>();
  if (isa<MultiplyOp>(op))
    return make.operator()<arith::MulIOp>();
  return make.operator()<arith::AddIOp>();
}

/// By zero: all ones. The most negative number by -1: itself.
Value ScalarBuilder::applyDivide(Value lhs, Value rhs, ElementKind kind) {
  Type type = lhs.getType();
  Value zero = integer(type, 0), ones = integer(type, -1);
  Value one = integer(type, 1);
  Value isZero = arith::CmpIOp::create(builder, location,
                                       arith::CmpIPredicate::eq, rhs, zero);
  if (!kind.isSigned()) {
    Value divisor = select(isZero, one, rhs);
    Value quotient = arith::DivUIOp::create(builder, location, lhs, divisor);
    return select(isZero, ones, quotient);
  }
  // By -1 the quotient is the negative, which wraps and never traps.
  Value isMinusOne = arith::CmpIOp::create(builder, location,
                                           arith::CmpIPredicate::eq, rhs, ones);
  Value isSpecial = arith::OrIOp::create(builder, location, isZero, isMinusOne);
  Value divisor = select(isSpecial, one, rhs);
  Value quotient = arith::DivSIOp::create(builder, location, lhs, divisor);
  Value negative = arith::SubIOp::create(builder, location, zero, lhs);
  Value signedQuotient = select(isMinusOne, negative, quotient);
  return select(isZero, ones, signedQuotient);
}

/// Square and multiply. A negative exponent: 0, but for the bases 1 and -1.
Value ScalarBuilder::applyPower(Value base, Value exponent, ElementKind kind) {
  Type type = base.getType();
  Value zero = integer(type, 0), one = integer(type, 1);
  Value ones = integer(type, -1);
  Value begin = integer(builder.getIndexType(), 0);
  Value end = integer(builder.getIndexType(), kind.width);
  Value step = integer(builder.getIndexType(), 1);
  auto loop = scf::ForOp::create(builder, location, begin, end, step,
                                 ValueRange{one, base, exponent});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value product = loop.getRegionIterArgs()[0];
    Value factor = loop.getRegionIterArgs()[1];
    Value bits = loop.getRegionIterArgs()[2];
    Value isOdd =
        arith::TruncIOp::create(builder, location, builder.getI1Type(), bits);
    Value next = arith::MulIOp::create(builder, location, product, factor);
    Value kept = select(isOdd, next, product);
    Value square = arith::MulIOp::create(builder, location, factor, factor);
    Value rest = arith::ShRUIOp::create(builder, location, bits, one);
    scf::YieldOp::create(builder, location, ValueRange{kept, square, rest});
  }
  Value power = loop.getResult(0);
  if (!kind.isSigned())
    return power;
  // (-1)^e depends on the lowest bit of e alone, so `power` has it.
  Value isOne = arith::CmpIOp::create(builder, location,
                                      arith::CmpIPredicate::eq, base, one);
  Value isMinusOne = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::eq, base, ones);
  Value isUnit = arith::OrIOp::create(builder, location, isOne, isMinusOne);
  Value isNegative = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::slt, exponent, zero);
  Value small = select(isUnit, power, zero);
  return select(isNegative, small, power);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// NaN where one of them is; -0 is less than +0.
Value ScalarBuilder::applyMaximum(Value lhs, Value rhs, ElementKind kind) {
  if (kind.isFloat())
    return arith::MaximumFOp::create(builder, location, lhs, rhs);
  if (kind.isSigned())
    return arith::MaxSIOp::create(builder, location, lhs, rhs);
  return arith::MaxUIOp::create(builder, location, lhs, rhs);
}

Value ScalarBuilder::applyMinimum(Value lhs, Value rhs, ElementKind kind) {
  if (kind.isFloat())
    return arith::MinimumFOp::create(builder, location, lhs, rhs);
  if (kind.isSigned())
    return arith::MinSIOp::create(builder, location, lhs, rhs);
  return arith::MinUIOp::create(builder, location, lhs, rhs);
}

Value ScalarBuilder::applySign(Value value, ElementKind kind) {
  Type type = value.getType();
  if (kind.isFloat()) {
    Value zero = real(type, 0.0);
    // Unordered: NaN stays.
    Value isKept = arith::CmpFOp::create(
        builder, location, arith::CmpFPredicate::UEQ, value, zero);
    Value one = real(type, 1.0);
    Value unit = math::CopySignOp::create(builder, location, one, value);
    return select(isKept, value, unit);
  }
  Value zero = integer(type, 0), one = integer(type, 1);
  Value isZero = arith::CmpIOp::create(builder, location,
                                       arith::CmpIPredicate::eq, value, zero);
  Value unit = one;
  if (kind.isSigned()) {
    Value ones = integer(type, -1);
    Value isNegative = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::slt, value, zero);
    unit = select(isNegative, ones, one);
  }
  return select(isZero, zero, unit);
}

/// Integers in the order -NaN, -inf, ..., -0, +0, ..., inf, NaN.
Value ScalarBuilder::makeTotalOrderKey(Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  Type type = builder.getIntegerType(width);
  Value bits = arith::BitcastOp::create(builder, location, type, value);
  Value zero = integer(type, 0);
  Value magnitude = integer(type, width == 32 ? int64_t(INT32_MAX) : INT64_MAX);
  Value flipped = arith::XOrIOp::create(builder, location, bits, magnitude);
  Value isNegative = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::slt, bits, zero);
  return select(isNegative, flipped, bits);
}

static arith::CmpFPredicate
getFloatPredicate(stablehlo::ComparisonDirection direction) {
  using stablehlo::ComparisonDirection;
  switch (direction) {
  case ComparisonDirection::EQ:
    return arith::CmpFPredicate::OEQ;
  case ComparisonDirection::NE:
    return arith::CmpFPredicate::UNE;
  case ComparisonDirection::GE:
    return arith::CmpFPredicate::OGE;
  case ComparisonDirection::GT:
    return arith::CmpFPredicate::OGT;
  case ComparisonDirection::LE:
    return arith::CmpFPredicate::OLE;
  case ComparisonDirection::LT:
    return arith::CmpFPredicate::OLT;
  }
  llvm_unreachable("all directions are handled");
}

static arith::CmpIPredicate
getIntegerPredicate(stablehlo::ComparisonDirection direction, bool isSigned) {
  using arith::CmpIPredicate;
  using stablehlo::ComparisonDirection;
  switch (direction) {
  case ComparisonDirection::EQ:
    return CmpIPredicate::eq;
  case ComparisonDirection::NE:
    return CmpIPredicate::ne;
  case ComparisonDirection::GE:
    return isSigned ? CmpIPredicate::sge : CmpIPredicate::uge;
  case ComparisonDirection::GT:
    return isSigned ? CmpIPredicate::sgt : CmpIPredicate::ugt;
  case ComparisonDirection::LE:
    return isSigned ? CmpIPredicate::sle : CmpIPredicate::ule;
  case ComparisonDirection::LT:
    return isSigned ? CmpIPredicate::slt : CmpIPredicate::ult;
  }
  llvm_unreachable("all directions are handled");
}

Value ScalarBuilder::applyCompare(Operation *op, Value lhs, Value rhs,
                                  ElementKind kind) {
  auto compare = cast<stablehlo::CompareOp>(op);
  stablehlo::ComparisonDirection direction = compare.getComparisonDirection();
  bool isTotalOrder =
      compare.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  if (kind.isFloat() && !isTotalOrder)
    return arith::CmpFOp::create(builder, location,
                                 getFloatPredicate(direction), lhs, rhs);
  if (kind.isFloat()) {
    lhs = makeTotalOrderKey(lhs);
    rhs = makeTotalOrderKey(rhs);
  }
  return arith::CmpIOp::create(
      builder, location,
      getIntegerPredicate(direction, kind.isFloat() || kind.isSigned()), lhs,
      rhs);
}

} // namespace sc::native
