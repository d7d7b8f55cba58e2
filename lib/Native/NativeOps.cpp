//===-- NativeOps.cpp - which operations run as machine code --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations and element types that the scalar translation knows.

#include "sc/Native/Native.h"

#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace sc {

static bool isSupportedElement(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && llvm::is_contained({1, 8, 32, 64}, integer.getWidth());
}

static bool isSupported(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         isSupportedElement(tensor.getElementType());
}

/// Operations that mean nothing for truth values.
static bool needsNumbers(Operation *op) {
  return isa<stablehlo::AbsOp, stablehlo::DivideOp, stablehlo::NegateOp,
             stablehlo::PowerOp, stablehlo::SignOp, stablehlo::SubtractOp>(op);
}

bool isNativeArithmetic(Operation *op) {
  using namespace stablehlo;
  if (!isa<AbsOp, AddOp, AndOp, ClampOp, CompareOp, ConvertOp, DivideOp,
           ExponentialOp, IsFiniteOp, LogOp, LogPlusOneOp, MaximumOp, MinimumOp,
           MultiplyOp, NegateOp, PowerOp, RsqrtOp, SelectOp, SignOp, SqrtOp,
           SubtractOp>(op))
    return false;
  if (!llvm::all_of(op->getOperandTypes(), isSupported) ||
      !llvm::all_of(op->getResultTypes(), isSupported))
    return false;
  return !needsNumbers(op) ||
         !cast<RankedTensorType>(op->getResult(0).getType())
              .getElementType()
              .isInteger(1);
}

bool isNativeOperand(Operation *op) {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue()) &&
           isSupported(constant.getType());
  return isa<stablehlo::BroadcastOp, stablehlo::BroadcastInDimOp>(op) &&
         isSupported(op->getResult(0).getType());
}

} // namespace sc
