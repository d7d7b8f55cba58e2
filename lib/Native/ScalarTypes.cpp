//===-- ScalarTypes.cpp - elements in memory, constants and conversions ---===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every conversion rounds once, to nearest even; to integers it truncates and
// saturates.

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;

namespace sc::native {

ElementKind getElementKind(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<Float16Type>(type))
    return {ElementKind::F16, width};
  if (isa<BFloat16Type>(type))
    return {ElementKind::BF16, width};
  if (isa<Float32Type>(type))
    return {ElementKind::F32, width};
  if (isa<Float64Type>(type))
    return {ElementKind::F64, width};
  if (width == 1)
    return {ElementKind::Bool, width};
  return {type.isUnsignedInteger() ? ElementKind::Unsigned
                                   : ElementKind::Signed,
          width};
}

Type ScalarBuilder::getStorageType(ElementKind kind) {
  if (kind.kind == ElementKind::Bool)
    return builder.getI8Type();
  return kind.isNarrowFloat() ? builder.getI16Type() : getComputeType(kind);
}

Type ScalarBuilder::getComputeType(ElementKind kind) {
  if (!kind.isFloat())
    return builder.getIntegerType(kind.width);
  return kind.kind == ElementKind::F64 ? Type(builder.getF64Type())
                                       : Type(builder.getF32Type());
}

/// A NaN keeps its bits, which the processor's conversion would make quiet:
/// the total order tells signaling ones from quiet ones.
Value ScalarBuilder::loadHalf(Value stored) {
  Type word = builder.getI32Type(), single = builder.getF32Type();
  Value half =
      arith::BitcastOp::create(builder, location, builder.getF16Type(), stored);
  Value wide = arith::ExtFOp::create(builder, location, single, half);
  Value bits = arith::ExtUIOp::create(builder, location, word, stored);
  Value signMask = integer(word, 0x8000), fractionMask = integer(word, 0x3FF);
  Value sign = arith::AndIOp::create(builder, location, bits, signMask);
  Value fraction = arith::AndIOp::create(builder, location, bits, fractionMask);
  Value sixteen = integer(word, 16), thirteen = integer(word, 13);
  Value highSign = arith::ShLIOp::create(builder, location, sign, sixteen);
  Value highFraction =
      arith::ShLIOp::create(builder, location, fraction, thirteen);
  Value exponent = integer(word, 0x7F800000);
  Value signed32 = arith::OrIOp::create(builder, location, highSign, exponent);
  Value nanBits =
      arith::OrIOp::create(builder, location, signed32, highFraction);
  Value nan = arith::BitcastOp::create(builder, location, single, nanBits);
  Value isAnyNaN = isNaN(wide);
  return select(isAnyNaN, nan, wide);
}

Value ScalarBuilder::load(Value stored, ElementKind kind) {
  Type word = builder.getI32Type();
  if (kind.kind == ElementKind::Bool) {
    Value zero = integer(builder.getI8Type(), 0);
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne,
                                 stored, zero);
  }
  if (kind.kind == ElementKind::F16)
    return loadHalf(stored);
  if (kind.kind != ElementKind::BF16)
    return stored;
  Value low = arith::ExtUIOp::create(builder, location, word, stored);
  Value sixteen = integer(word, 16);
  Value bits = arith::ShLIOp::create(builder, location, low, sixteen);
  return arith::BitcastOp::create(builder, location, builder.getF32Type(),
                                  bits);
}

Value ScalarBuilder::store(Value value, ElementKind kind) {
  Type word = builder.getI32Type(), half = builder.getI16Type();
  if (kind.kind == ElementKind::Bool)
    return arith::ExtUIOp::create(builder, location, builder.getI8Type(),
                                  value);
  if (kind.kind == ElementKind::F16) {
    Value narrow =
        arith::TruncFOp::create(builder, location, builder.getF16Type(), value);
    return arith::BitcastOp::create(builder, location, half, narrow);
  }
  if (kind.kind != ElementKind::BF16)
    return value;
  Value bits = arith::BitcastOp::create(builder, location, word, value);
  Value sixteen = integer(word, 16);
  Value high = arith::ShRUIOp::create(builder, location, bits, sixteen);
  return arith::TruncIOp::create(builder, location, half, high);
}

Value ScalarBuilder::constant(Attribute element, ElementKind kind) {
  Type type = getComputeType(kind);
  if (auto number = dyn_cast<IntegerAttr>(element))
    return arith::ConstantOp::create(
        builder, location, builder.getIntegerAttr(type, number.getValue()));
  APFloat number = cast<FloatAttr>(element).getValue();
  bool losesInfo = false;
  number.convert(cast<FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return arith::ConstantOp::create(builder, location,
                                   builder.getFloatAttr(type, number));
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Adds just below half a unit of the upper 16 bits, half for an odd one, and
/// cuts. A NaN is made quiet instead, which could carry into the exponent.
Value ScalarBuilder::roundToBFloat(Value value) {
  Type word = builder.getI32Type();
  Value bits = arith::BitcastOp::create(builder, location, word, value);
  Value sixteen = integer(word, 16), one = integer(word, 1);
  Value high = arith::ShRUIOp::create(builder, location, bits, sixteen);
  Value odd = arith::AndIOp::create(builder, location, high, one);
  Value belowHalf = integer(word, 0x7FFF);
  Value bias = arith::AddIOp::create(builder, location, odd, belowHalf);
  Value rounded = arith::AddIOp::create(builder, location, bits, bias);
  Value quiet = integer(word, 0x400000);
  Value nan = arith::OrIOp::create(builder, location, bits, quiet);
  Value isAnyNaN = isNaN(value);
  Value chosen = select(isAnyNaN, nan, rounded);
  Value mask = integer(word, -0x10000);
  Value cut = arith::AndIOp::create(builder, location, chosen, mask);
  return arith::BitcastOp::create(builder, location, value.getType(), cut);
}

Value ScalarBuilder::round(Value value, ElementKind kind) {
  if (kind.kind == ElementKind::BF16)
    return roundToBFloat(value);
  if (kind.kind != ElementKind::F16)
    return value;
  Value half =
      arith::TruncFOp::create(builder, location, builder.getF16Type(), value);
  return arith::ExtFOp::create(builder, location, value.getType(), half);
}

Value ScalarBuilder::widen(Value value) {
  if (value.getType().isF64())
    return value;
  return arith::ExtFOp::create(builder, location, builder.getF64Type(), value);
}

/// To f16 and bf16 by way of the f32 that is odd where it is not exact: the
/// second rounding then gives what one alone would.
Value ScalarBuilder::narrow(Value value, ElementKind kind) {
  if (kind.kind == ElementKind::F64)
    return value;
  Type single = builder.getF32Type(), word = builder.getI32Type();
  Value nearest = arith::TruncFOp::create(builder, location, single, value);
  if (!kind.isNarrowFloat())
    return nearest;
  Value exact = widen(nearest);
  Value isInexact = arith::CmpFOp::create(
      builder, location, arith::CmpFPredicate::ONE, exact, value);
  Value exactSize = math::AbsFOp::create(builder, location, exact);
  Value size = math::AbsFOp::create(builder, location, value);
  Value isAway = arith::CmpFOp::create(
      builder, location, arith::CmpFPredicate::OGT, exactSize, size);
  Value bits = arith::BitcastOp::create(builder, location, word, nearest);
  Value one = integer(word, 1);
  Value below = arith::SubIOp::create(builder, location, bits, one);
  Value towardZero = select(isAway, below, bits);
  Value odd = arith::OrIOp::create(builder, location, towardZero, one);
  Value chosen = select(isInexact, odd, bits);
  Value single32 = arith::BitcastOp::create(builder, location, single, chosen);
  return round(single32, kind);
}

//===----------------------------------------------------------------------===//
// stablehlo.convert
//===----------------------------------------------------------------------===//

Value ScalarBuilder::convert(Value value, ElementKind from, ElementKind to) {
  if (to.kind == ElementKind::Bool) {
    if (from.kind == ElementKind::Bool)
      return value;
    if (from.isFloat()) {
      Value zero = real(value.getType(), 0.0);
      return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::UNE,
                                   value, zero);
    }
    Value zero = integer(value.getType(), 0);
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne,
                                 value, zero);
  }
  if (from.isFloat() && to.isFloat()) {
    if (from.kind == ElementKind::F64)
      return narrow(value, to);
    return to.kind == ElementKind::F64 ? widen(value) : round(value, to);
  }
  if (from.isFloat())
    return convertToInteger(value, to);
  return to.isFloat() ? convertToFloat(value, from, to)
                      : resize(value, from, to);
}

/// Integer to integer: the low bits, or the same number.
Value ScalarBuilder::resize(Value value, ElementKind from, ElementKind to) {
  Type type = getComputeType(to);
  if (from.width == to.width)
    return value;
  if (from.width > to.width)
    return arith::TruncIOp::create(builder, location, type, value);
  if (from.isSigned())
    return arith::ExtSIOp::create(builder, location, type, value);
  return arith::ExtUIOp::create(builder, location, type, value);
}

/// Toward zero; what is too small or too large gives the nearest, NaN gives 0.
Value ScalarBuilder::convertToInteger(Value value, ElementKind to) {
  Type type = getComputeType(to);
  unsigned bits = to.isSigned() ? to.width - 1 : to.width;
  Value cut =
      to.isSigned()
          ? Value(arith::FPToSIOp::create(builder, location, type, value))
          : Value(arith::FPToUIOp::create(builder, location, type, value));
  Value low = real(value.getType(), to.isSigned() ? -std::ldexp(1.0, bits) : 0);
  Value high = real(value.getType(), std::ldexp(1.0, bits));
  APInt lowest = to.isSigned() ? APInt::getSignedMinValue(to.width)
                               : APInt::getZero(to.width);
  APInt highest = to.isSigned() ? APInt::getSignedMaxValue(to.width)
                                : APInt::getMaxValue(to.width);
  Value least = arith::ConstantOp::create(builder, location,
                                          builder.getIntegerAttr(type, lowest));
  Value most = arith::ConstantOp::create(builder, location,
                                         builder.getIntegerAttr(type, highest));
  Value isLow = arith::CmpFOp::create(builder, location,
                                      arith::CmpFPredicate::OLE, value, low);
  Value isHigh = arith::CmpFOp::create(builder, location,
                                       arith::CmpFPredicate::OGE, value, high);
  Value isAnyNaN = isNaN(value);
  Value zero = integer(type, 0);
  Value raised = select(isLow, least, cut);
  Value limited = select(isHigh, most, raised);
  return select(isAnyNaN, zero, limited);
}

/// Rounds once. To f16 and bf16 by way of f64, which holds 32 bits exactly; of
/// longer numbers the low 11 bits are replaced by one that says whether they
/// are 0, far below what the result keeps.
Value ScalarBuilder::convertToFloat(Value value, ElementKind from,
                                    ElementKind to) {
  auto make = [&](Type type, Value number) -> Value {
    if (from.isSigned())
      return arith::SIToFPOp::create(builder, location, type, number);
    return arith::UIToFPOp::create(builder, location, type, number);
  };
  if (!to.isNarrowFloat())
    return make(getComputeType(to), value);
  if (from.width == 64) {
    Type type = value.getType();
    Value lowMask = integer(type, 0x7FF), highMask = integer(type, ~0x7FF);
    Value zero = integer(type, 0), sticky = integer(type, 0x800);
    Value low = arith::AndIOp::create(builder, location, value, lowMask);
    Value high = arith::AndIOp::create(builder, location, value, highMask);
    Value isCut = arith::CmpIOp::create(builder, location,
                                        arith::CmpIPredicate::ne, low, zero);
    Value bit = select(isCut, sticky, zero);
    Value shortened = arith::OrIOp::create(builder, location, high, bit);
    // -2^53 .. 2^53 is exact as it is; unsigned, one comparison does.
    Value limit = integer(type, int64_t(1) << 53);
    Value shifted =
        from.isSigned()
            ? Value(arith::AddIOp::create(builder, location, value, limit))
            : value;
    Value range = from.isSigned() ? integer(type, int64_t(1) << 54) : limit;
    Value isShort = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::ule, shifted, range);
    value = select(isShort, value, shortened);
  }
  Value wide = make(builder.getF64Type(), value);
  return narrow(wide, to);
}

} // namespace sc::native
