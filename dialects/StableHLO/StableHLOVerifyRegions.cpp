// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the regions of reduce, scatter and while, and of reduce and
// while themselves. Rule labels are those of StableHLOOps.td.

#include "dialects/StableHLO/ShapeRules.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace sc::stablehlo;

/// The types for a message.
static std::string formatTypes(TypeRange types) {
  if (types.empty())
    return "no values";
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(types, stream,
                        [&](Type type) { stream << "'" << type << "'"; });
  return text;
}

/// Fails unless the arguments of `region` have `types`.
static LogicalResult verifyArguments(Operation *op, Region &region,
                                     StringRef name, TypeRange types) {
  if (!llvm::equal(region.getArgumentTypes(), types))
    return op->emitOpError()
           << name << " takes " << formatTypes(region.getArgumentTypes())
           << ", expected " << formatTypes(types);
  return success();
}

/// Fails unless `region` ends in a return of `types`.
static LogicalResult verifyReturn(Operation *op, Region &region, StringRef name,
                                  TypeRange types) {
  auto terminator = dyn_cast<ReturnOp>(region.front().back());
  if (!terminator)
    return op->emitOpError() << name << " must end in 'stablehlo.return'";
  if (!llvm::equal(terminator.getOperandTypes(), types))
    return op->emitOpError()
           << name << " returns " << formatTypes(terminator.getOperandTypes())
           << ", expected " << formatTypes(types);
  return success();
}

/// Scalar tensor types of the element types of `tensors`.
static SmallVector<Type> getScalarTypes(TypeRange tensors) {
  return llvm::map_to_vector(tensors, [](Type tensor) -> Type {
    return RankedTensorType::get(
        {}, cast<RankedTensorType>(tensor).getElementType());
  });
}

/// Fails unless `region` takes `types` twice and returns them once.
static LogicalResult verifyCombiner(Operation *op, Region &region,
                                    ArrayRef<Type> types) {
  SmallVector<Type> twice(types);
  llvm::append_range(twice, types);
  if (failed(verifyArguments(op, region, "body", twice)))
    return failure();
  return verifyReturn(op, region, "body", types);
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

/// reduce_c1, reduce_c2, reduce_c4
static LogicalResult verifyReduceOperands(ReduceOp op) {
  size_t count = op.getInputs().size();
  // reduce_c1
  if (count == 0 || op->getNumOperands() != 2 * count ||
      op->getNumResults() != count)
    return op.emitOpError() << "needs as many initial values and results as "
                               "inputs, at least one";
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs(), op.getInitValues())) {
    auto inputType = cast<RankedTensorType>(input.getType());
    auto firstType = cast<RankedTensorType>(op.getInputs()[0].getType());
    // reduce_c2
    if (inputType.getShape() != firstType.getShape())
      return op.emitOpError() << "inputs have different shapes";
    // reduce_c4
    if (init.getType() != RankedTensorType::get({}, inputType.getElementType()))
      return op.emitOpError()
             << "initial value of type " << init.getType()
             << " is no scalar for an input of type " << inputType;
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyReduceOperands(*this)))
    return failure();
  auto emitError = [&] { return emitOpError(); };
  for (auto [input, result] : llvm::zip_equal(getInputs(), getResults())) {
    auto inputType = cast<RankedTensorType>(input.getType());
    auto resultType = cast<RankedTensorType>(result.getType());
    if (failed(verifyReduce(emitError, inputType.getShape(), getDimensions(),
                            resultType.getShape())))
      return failure();
    // reduce_c5
    if (inputType.getElementType() != resultType.getElementType())
      return emitOpError() << "result of type " << resultType
                           << " has not the element type of the input";
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  // reduce_c6
  return verifyCombiner(*this, getBody(),
                        getScalarTypes(getInitValues().getTypes()));
}

LogicalResult ScatterOp::verifyRegions() {
  // scatter_c10
  return verifyCombiner(*this, getUpdateComputation(),
                        getScalarTypes(getInputs().getTypes()));
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::verify() {
  // while_c1
  if (getOperandTypes() != getResultTypes())
    return emitOpError() << "results have types " << getResultTypes()
                         << " but operands have types " << getOperandTypes();
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  // while_c2
  if (failed(
          verifyArguments(*this, getCond(), "condition", getOperandTypes())) ||
      failed(verifyArguments(*this, getBody(), "body", getOperandTypes())))
    return failure();
  // while_c3
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyReturn(*this, getCond(), "condition", pred)))
    return failure();
  // while_c4
  return verifyReturn(*this, getBody(), "body", getOperandTypes());
}
