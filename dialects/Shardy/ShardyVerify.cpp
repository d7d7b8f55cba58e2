// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the `sdy` operations. Rule labels are those of ShardyOps.td.

#include "dialects/Shardy/Shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sc::sdy;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Rules over plain values
//===----------------------------------------------------------------------===//

/// Rules sharding_c2 and sharding_c4 for one axis.
static LogicalResult verifyAxis(EmitError emitError, AxisRefAttr axis,
                                MeshAttr mesh) {
  int64_t size = mesh.getAxisSize(axis.getName());
  // sharding_c2
  if (size == 0)
    return emitError() << "sharding uses unknown mesh axis '" << axis.getName()
                       << "'";
  // sharding_c4
  if (!axis.isSubAxis())
    return success();
  int64_t preSize = axis.getSubAxis().getPreSize();
  int64_t subSize = axis.getSubAxis().getSize();
  bool divides = size % preSize == 0 && size / preSize % subSize == 0;
  if (!divides || subSize >= size)
    return emitError() << "sub-axis (" << preSize << ")" << subSize
                       << " does not split mesh axis '" << axis.getName()
                       << "' of size " << size;
  return success();
}

LogicalResult sc::sdy::verifyShardingAxes(EmitError emitError,
                                          TensorShardingAttr sharding,
                                          MeshAttr mesh) {
  SmallVector<AxisRefAttr> used;
  sharding.forEachAxis([&](AxisRefAttr axis) { used.push_back(axis); });
  for (auto [index, axis] : llvm::enumerate(used)) {
    if (failed(verifyAxis(emitError, axis, mesh)))
      return failure();
    // sharding_c3
    for (AxisRefAttr earlier : ArrayRef(used).take_front(index))
      if (axis.overlaps(earlier))
        return emitError() << "sharding uses mesh axis '" << axis.getName()
                           << "' twice";
  }
  return success();
}

LogicalResult sc::sdy::verifyShardingRank(EmitError emitError,
                                          TensorShardingAttr sharding,
                                          Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  // sharding_c5
  if (sharding.getRank() != rank)
    return emitError() << "sharding has " << sharding.getRank()
                       << " dimensions for a value of type " << type;
  return success();
}

/// Product of the sizes of the manual axes of `dim`; rule
/// manual_computation_c7 keeps it at or below the dimension.
static int64_t getManualFactor(DimensionShardingAttr dim, MeshAttr mesh,
                               ManualAxesAttr manualAxes) {
  int64_t factor = 1;
  for (AxisRefAttr axis : dim.getAxes())
    if (manualAxes.contains(axis.getName()))
      factor *= axis.getSize(mesh);
  return factor;
}

std::optional<SmallVector<int64_t>>
sc::sdy::getLocalShape(ArrayRef<int64_t> shape, TensorShardingAttr sharding,
                       MeshAttr mesh, ManualAxesAttr manualAxes) {
  if (shape.size() != sharding.getDimShardings().size())
    return std::nullopt;
  SmallVector<int64_t> local;
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings())) {
    int64_t factor = getManualFactor(dim, mesh, manualAxes);
    if (factor == 0 || size % factor != 0)
      return std::nullopt;
    local.push_back(size / factor);
  }
  return local;
}

//===----------------------------------------------------------------------===//
// ManualComputationOp
//===----------------------------------------------------------------------===//

/// Rules manual_computation_c1 and c11.
static LogicalResult verifyValueCounts(ManualComputationOp op) {
  // manual_computation_c1
  if (op.getInShardings().size() != op.getTensors().size())
    return op.emitOpError()
           << "has " << op.getInShardings().size() << " input shardings for "
           << op.getTensors().size() << " operands";
  if (op.getOutShardings().size() != op.getOutputs().size())
    return op.emitOpError()
           << "has " << op.getOutShardings().size() << " output shardings for "
           << op.getOutputs().size() << " results";
  // manual_computation_c11
  for (Type type :
       llvm::concat<const Type>(SmallVector<Type>(op.getOperandTypes()),
                                SmallVector<Type>(op.getResultTypes())))
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return op.emitOpError() << "has a value of type " << type
                              << ", dynamic shapes are not supported";
  return success();
}

/// Rules manual_computation_c2 and the second half of c3.
static LogicalResult verifyOneMesh(ManualComputationOp op) {
  SmallVector<TensorShardingAttr> all(op.getInShardingList());
  llvm::append_range(all, op.getOutShardingList());
  // manual_computation_c3
  if (all.empty() && !op.getManualAxes().empty())
    return op.emitOpError() << "has manual axes but no operands and results";
  // manual_computation_c2
  for (TensorShardingAttr sharding : all)
    if (sharding.getMeshOrRef() != all.front().getMeshOrRef())
      return op.emitOpError() << "has shardings over different meshes "
                              << all.front().getMeshOrRef() << " and "
                              << sharding.getMeshOrRef();
  return success();
}

/// Rule manual_computation_c10.
static LogicalResult verifyNesting(ManualComputationOp op) {
  for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
       parent = parent->getParentOfType<ManualComputationOp>())
    for (StringAttr axis : op.getManualAxes().getAxes()) {
      if (!parent.getManualAxes().contains(axis.getValue()))
        continue;
      // manual_computation_c10
      InFlightDiagnostic diag = op.emitOpError()
                                << "has manual axis '" << axis.getValue()
                                << "', which is manual already";
      diag.attachNote(parent.getLoc()) << "in this manual computation";
      return diag;
    }
  return success();
}

LogicalResult ManualComputationOp::verify() {
  if (failed(verifyValueCounts(*this)) || failed(verifyOneMesh(*this)))
    return failure();
  return verifyNesting(*this);
}

namespace {
/// One operand or result, for the checks against its sharding.
struct ManualValue {
  ManualComputationOp op;
  StringRef kind;
  size_t index;
  RankedTensorType type;
  TensorShardingAttr sharding;

  InFlightDiagnostic emitError() const {
    return ManualComputationOp(op).emitOpError()
           << kind << " #" << index << ": ";
  }
};
} // namespace

/// Rules manual_computation_c5 and c6 for one dimension.
static LogicalResult verifyManualAxesOfDim(const ManualValue &value,
                                           size_t dimIndex) {
  ManualComputationOp op = value.op;
  DimensionShardingAttr dim = value.sharding.getDimShardings()[dimIndex];
  StringRef freeAxis;
  for (AxisRefAttr axis : dim.getAxes()) {
    bool isManual = op.getManualAxes().contains(axis.getName());
    // manual_computation_c6
    if (isManual && !freeAxis.empty())
      return value.emitError()
             << "manual axis '" << axis.getName() << "' comes after free axis '"
             << freeAxis << "' in dimension " << dimIndex;
    if (!isManual)
      freeAxis = axis.getName();
  }
  return success();
}

/// Rules manual_computation_c4 to c7 for one operand or result.
static LogicalResult verifyManualValue(const ManualValue &value,
                                       MeshAttr mesh) {
  ManualAxesAttr manualAxes = ManualComputationOp(value.op).getManualAxes();
  auto emitError = [&] { return value.emitError(); };
  // manual_computation_c4
  if (failed(verifyShardingAxes(emitError, value.sharding, mesh)) ||
      failed(verifyShardingRank(emitError, value.sharding, value.type)))
    return failure();
  // manual_computation_c5
  StringRef splitAxis;
  value.sharding.forEachAxis([&](AxisRefAttr axis) {
    if (axis.isSubAxis() && manualAxes.contains(axis.getName()))
      splitAxis = axis.getName();
  });
  if (!splitAxis.empty())
    return emitError() << "manual axis '" << splitAxis << "' is used in part";
  for (size_t dim = 0, rank = value.type.getRank(); dim < rank; ++dim)
    if (failed(verifyManualAxesOfDim(value, dim)))
      return failure();
  // manual_computation_c7
  for (auto [size, dim] : llvm::zip_equal(value.type.getShape(),
                                          value.sharding.getDimShardings())) {
    int64_t factor = getManualFactor(dim, mesh, manualAxes);
    if (size % factor != 0)
      return emitError() << "dimension of size " << size
                         << " is not divisible by the manual axes of size "
                         << factor;
  }
  return success();
}

/// First half of rule manual_computation_c3.
static LogicalResult verifyManualAxesExist(ManualComputationOp op,
                                           MeshAttr mesh) {
  for (StringAttr axis : op.getManualAxes().getAxes())
    // manual_computation_c3
    if (!mesh.hasAxis(axis.getValue()))
      return op.emitOpError()
             << "has unknown manual axis '" << axis.getValue() << "'";
  return success();
}

/// Calls `check` on every operand and result until one fails.
static LogicalResult
forEachManualValue(ManualComputationOp op,
                   function_ref<LogicalResult(const ManualValue &)> check) {
  for (auto [index, operand] : llvm::enumerate(op.getTensors()))
    if (failed(check({op, "operand", index,
                      cast<RankedTensorType>(operand.getType()),
                      op.getInShardings()[index]})))
      return failure();
  for (auto [index, result] : llvm::enumerate(op.getOutputs()))
    if (failed(check({op, "result", index,
                      cast<RankedTensorType>(result.getType()),
                      op.getOutShardings()[index]})))
      return failure();
  return success();
}

/// Rules manual_computation_c8 and c9: types in the body against local types.
static LogicalResult verifyLocalTypes(ManualComputationOp op, MeshAttr mesh,
                                      TypeRange arguments, TypeRange returned) {
  return forEachManualValue(op, [&](const ManualValue &value) {
    auto shape = getLocalShape(value.type.getShape(), value.sharding, mesh,
                               op.getManualAxes());
    assert(shape && "rule manual_computation_c7 holds");
    Type expected = value.type.clone(*shape);
    bool isOperand = value.kind == "operand";
    Type actual = (isOperand ? arguments : returned)[value.index];
    // manual_computation_c8, manual_computation_c9
    if (actual != expected)
      return LogicalResult(value.emitError() << "body has local type " << actual
                                             << ", expected " << expected);
    return success();
  });
}

/// Counts of rules manual_computation_c8 and c9.
LogicalResult ManualComputationOp::verifyRegions() {
  Block &block = getBody().front();
  // manual_computation_c8
  if (block.getNumArguments() != getTensors().size())
    return emitOpError() << "has " << getTensors().size() << " operands but "
                         << block.getNumArguments() << " body arguments";
  // manual_computation_c9
  auto terminator = dyn_cast<ReturnOp>(block.back());
  if (!terminator)
    return emitOpError() << "body must end in 'sdy.return'";
  if (terminator.getResults().size() != getOutputs().size())
    return emitOpError() << "has " << getOutputs().size()
                         << " results but its body returns "
                         << terminator.getResults().size();
  return success();
}

LogicalResult
ManualComputationOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  (void)symbolTable;
  if (getInShardings().empty() && getOutShardings().empty())
    return success();
  MeshAttr mesh = getMesh();
  // sharding_c1
  if (!mesh)
    return emitOpError() << "names unknown mesh "
                         << (getInShardings().empty() ? getOutShardings()
                                                      : getInShardings())[0]
                                .getMeshOrRef();
  if (failed(verifyManualAxesExist(*this, mesh)))
    return failure();
  if (failed(forEachManualValue(*this, [&](const ManualValue &value) {
        return verifyManualValue(value, mesh);
      })))
    return failure();
  return verifyLocalTypes(*this, mesh, getBody().getArgumentTypes(),
                          getBody().front().getTerminator()->getOperandTypes());
}

//===----------------------------------------------------------------------===//
// ShardingConstraintOp
//===----------------------------------------------------------------------===//

LogicalResult
ShardingConstraintOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  (void)symbolTable;
  auto emitError = [&] { return emitOpError(); };
  MeshAttr mesh = getSharding().getMesh(*this);
  // sharding_c1
  if (!mesh)
    return emitOpError() << "names unknown mesh "
                         << getSharding().getMeshOrRef();
  // sharding_constraint_c1
  if (failed(verifyShardingAxes(emitError, getSharding(), mesh)))
    return failure();
  return verifyShardingRank(emitError, getSharding(), getInput().getType());
}
