// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stablehlo` dialect: registration, inlining, type predicates.

#include "dialects/StableHLO/StableHLO.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace sc::stablehlo;

#include "dialects/StableHLO/StableHLODialect.cpp.inc"

namespace {
/// Everything may be inlined: there is no control flow to respect.
struct StableHLOInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  void handleTerminator(Operation *op, ValueRange replaced) const final {
    for (auto [from, to] : llvm::zip(replaced, op->getOperands()))
      from.replaceAllUsesWith(to);
  }
};
} // namespace

void StableHLODialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/StableHLO/StableHLOOps.cpp.inc"
      >();
  addInterfaces<StableHLOInlinerInterface>();
}

//===----------------------------------------------------------------------===//
// Type predicates
//===----------------------------------------------------------------------===//

/// Element type of a ranked tensor of static shape; else null.
static Type getStaticElementType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? tensor.getElementType() : Type();
}

bool sc::stablehlo::isTensor(Type type) {
  return llvm::isa_and_present<IntegerType, FloatType>(
      getStaticElementType(type));
}

bool sc::stablehlo::isFloatTensor(Type type) {
  return llvm::isa_and_present<FloatType>(getStaticElementType(type));
}

bool sc::stablehlo::isIntTensor(Type type) {
  return llvm::isa_and_present<IntegerType>(getStaticElementType(type));
}

bool sc::stablehlo::isPredTensor(Type type) {
  Type element = getStaticElementType(type);
  return element && element.isSignlessInteger(1);
}

bool sc::stablehlo::isScalarIntTensor(Type type) {
  return isIntTensor(type) && cast<RankedTensorType>(type).getRank() == 0;
}

bool sc::stablehlo::isTuple(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple && llvm::all_of(tuple.getTypes(), [](Type element) {
           return isTensor(element) || isTuple(element);
         });
}
