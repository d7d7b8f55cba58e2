// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sdy` dialect: registration, inlining, discardable shardings.

#include "dialects/Shardy/Shardy.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace sc::sdy;

#include "dialects/Shardy/ShardyDialect.cpp.inc"

namespace {
/// Everything may be inlined: there is no control flow to respect.
struct SdyInlinerInterface : public DialectInlinerInterface {
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

void SdyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/Shardy/ShardyOps.cpp.inc"
      >();
  addInterfaces<SdyInlinerInterface>();
}

/// Checks `sharding` for one value of `type`; rules sharding_c1 to c5.
static LogicalResult verifySharding(Operation *op, TensorShardingAttr sharding,
                                    Type type) {
  auto emitError = [&] { return op->emitError(); };
  MeshAttr mesh = sharding.getMesh(op);
  // sharding_c1
  if (!mesh)
    return emitError() << "'" << kShardingAttrName << "' names unknown mesh "
                       << sharding.getMeshOrRef();
  if (failed(verifyShardingAxes(emitError, sharding, mesh)))
    return failure();
  // A maximal mesh puts the whole value on one device, whatever its rank.
  if (mesh.getAxes().empty() && sharding.getRank() == 0)
    return success();
  return verifyShardingRank(emitError, sharding, type);
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  if (attr.getName() != kShardingAttrName)
    return success();
  auto perValue = dyn_cast<TensorShardingPerValueAttr>(attr.getValue());
  // sharding_op_c1
  if (!perValue)
    return op->emitError() << "'" << kShardingAttrName
                           << "' on an operation must be "
                              "'#sdy.sharding_per_value'";
  // sharding_op_c2: a tuple has one sharding per leaf, so it is not counted.
  bool hasTuple = llvm::any_of(op->getResultTypes(), llvm::IsaPred<TupleType>);
  if (hasTuple || op->getNumResults() == 0)
    return success();
  if (perValue.size() != op->getNumResults())
    return op->emitError() << "'" << kShardingAttrName << "' has "
                           << perValue.size() << " shardings for "
                           << op->getNumResults() << " results";
  for (auto [sharding, type] :
       llvm::zip_equal(perValue.getShardings(), op->getResultTypes()))
    if (failed(verifySharding(op, sharding, type)))
      return failure();
  return success();
}

/// Checks the sharding of a function argument or result.
static LogicalResult verifyFunctionAttr(Operation *op, ArrayRef<Type> types,
                                        unsigned index, NamedAttribute attr) {
  if (attr.getName() != kShardingAttrName)
    return success();
  auto sharding = dyn_cast<TensorShardingAttr>(attr.getValue());
  // sharding_function_c1
  if (!sharding)
    return op->emitError() << "'" << kShardingAttrName
                           << "' on an argument or result must be "
                              "'#sdy.sharding'";
  if (index >= types.size())
    return success();
  return verifySharding(op, sharding, types[index]);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argIndex,
                                                   NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return verifyFunctionAttr(
      op, function ? function.getArgumentTypes() : ArrayRef<Type>(), argIndex,
      attr);
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                      unsigned resultIndex,
                                                      NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return verifyFunctionAttr(
      op, function ? function.getResultTypes() : ArrayRef<Type>(), resultIndex,
      attr);
}
