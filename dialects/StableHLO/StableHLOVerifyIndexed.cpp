// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of dot_general, gather and scatter. Rule labels are those of
// StableHLOOps.td.

#include "dialects/StableHLO/ShapeRules.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace sc::stablehlo;

//===----------------------------------------------------------------------===//
// DotGeneralOp
//===----------------------------------------------------------------------===//

LogicalResult DotGeneralOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // dot_general_c5
  if (auto precisions = getPrecisionConfig();
      precisions && !precisions->empty() && precisions->size() != 2)
    return emitOpError() << "has " << precisions->size()
                         << " precisions, expected two";
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  return verifyDotGeneral(
      emitError, getLhs().getType().getShape(), getRhs().getType().getShape(),
      {dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions(),
       dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions()},
      getResult().getType().getShape());
}

//===----------------------------------------------------------------------===//
// What gather and scatter share
//===----------------------------------------------------------------------===//

namespace {
/// A named list of dimensions within a rank.
struct DimsList {
  StringRef name;
  Shape dims;
  int64_t rank;
};
} // namespace

/// gather_c3, scatter_c4
static LogicalResult verifyDimsLists(Operation *op, ArrayRef<DimsList> lists) {
  for (const DimsList &list : lists)
    // gather_c3, scatter_c4
    if (!areUniqueDims(list.dims, list.rank))
      return op->emitOpError()
             << list.name << " are not unique or not within rank " << list.rank;
  return success();
}

static LogicalResult verifyIndexVectorDim(Operation *op, int64_t dim,
                                          int64_t rank) {
  // gather_c1, scatter_c3
  if (dim < 0 || dim > rank)
    return op->emitOpError() << "index_vector_dim " << dim
                             << " is not within indices of rank " << rank;
  return success();
}

/// Rules on the map from the index vector to dimensions.
static LogicalResult verifyIndexMap(Operation *op, Shape map, Shape indices,
                                    int64_t indexVectorDim) {
  int64_t rank = indices.size();
  int64_t size = indexVectorDim == rank ? 1 : indices[indexVectorDim];
  // gather_c5, scatter_c6
  if (static_cast<int64_t>(map.size()) != size)
    return op->emitOpError()
           << "maps " << map.size() << " dimensions for index vectors of size "
           << size;
  return success();
}

/// Rules on paired batching dimensions.
static LogicalResult verifyBatching(Operation *op, Shape operand,
                                    Shape operandDims, Shape indices,
                                    Shape indicesDims, int64_t indexVectorDim) {
  // gather_c6, scatter_c7
  if (operandDims.size() != indicesDims.size())
    return op->emitOpError() << "pairs " << operandDims.size() << " with "
                             << indicesDims.size() << " batching dimensions";
  for (auto [operandDim, indicesDim] :
       llvm::zip_equal(operandDims, indicesDims))
    if (indicesDim == indexVectorDim ||
        operand[operandDim] != indices[indicesDim])
      return op->emitOpError()
             << "pairs batching dimensions " << operandDim << " and "
             << indicesDim << ", which do not match";
  return success();
}

/// `shape` without the dimensions of both lists.
static SmallVector<int64_t> dropDims(Shape shape, Shape first, Shape second) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(first, dim) && !llvm::is_contained(second, dim))
      kept.push_back(shape[dim]);
  return kept;
}

/// Shape of rank `batch + window` with the window at `windowDims`.
static SmallVector<int64_t> interleaveDims(Shape batch, Shape window,
                                           Shape windowDims) {
  SmallVector<int64_t> shape;
  for (int64_t dim = 0, rank = batch.size() + window.size(); dim < rank;
       ++dim) {
    Shape &source = llvm::is_contained(windowDims, dim) ? window : batch;
    shape.push_back(source.front());
    source = source.drop_front();
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

/// gather_c2, gather_c4
static LogicalResult verifyGatherSlices(GatherOp op, Shape operand) {
  GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  Shape sizes = op.getSliceSizes();
  // gather_c2
  if (sizes.size() != operand.size())
    return op.emitOpError() << "has " << sizes.size() << " slice sizes for "
                            << operand.size() << " dimensions";
  for (auto [size, limit] : llvm::zip_equal(sizes, operand))
    if (size < 0 || size > limit)
      return op.emitOpError() << "slice size " << size
                              << " does not fit a dimension of size " << limit;
  // gather_c4
  SmallVector<int64_t> dropped(dims.getCollapsedSliceDims());
  llvm::append_range(dropped, dims.getOperandBatchingDims());
  if (!areUniqueDims(dropped, operand.size()))
    return op.emitOpError()
           << "collapsed and batching dimensions are not disjoint";
  for (int64_t dim : dropped)
    if (sizes[dim] > 1)
      return op.emitOpError()
             << "drops dimension " << dim << " of slice size " << sizes[dim];
  return success();
}

/// gather_c7
static LogicalResult verifyGatherResult(GatherOp op, Shape indices,
                                        Shape result) {
  GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  SmallVector<int64_t> batch =
      dropDims(indices, {dims.getIndexVectorDim()}, {});
  SmallVector<int64_t> window =
      dropDims(op.getSliceSizes(), dims.getCollapsedSliceDims(),
               dims.getOperandBatchingDims());
  // gather_c7
  if (dims.getOffsetDims().size() != window.size() ||
      result.size() != batch.size() + window.size())
    return op.emitOpError()
           << "result of rank " << result.size() << " with "
           << dims.getOffsetDims().size() << " offset dimensions is not "
           << batch.size() << " batch and " << window.size()
           << " slice dimensions";
  return verifyResultShape([&] { return op.emitOpError(); }, result,
                           interleaveDims(batch, window, dims.getOffsetDims()));
}

LogicalResult GatherOp::verify() {
  GatherDimensionNumbersAttr dims = getDimensionNumbers();
  Shape operand = getOperand().getType().getShape();
  Shape indices = getStartIndices().getType().getShape();
  Shape result = getResult().getType().getShape();
  int64_t rank = operand.size(), indicesRank = indices.size();
  int64_t resultRank = result.size();
  // gather_c8
  if (getOperand().getType().getElementType() !=
      getResult().getType().getElementType())
    return emitOpError() << "result has not the element type of the operand";
  if (failed(
          verifyIndexVectorDim(*this, dims.getIndexVectorDim(), indicesRank)) ||
      failed(verifyDimsLists(
          *this,
          {{"offset_dims", dims.getOffsetDims(), resultRank},
           {"collapsed_slice_dims", dims.getCollapsedSliceDims(), rank},
           {"operand_batching_dims", dims.getOperandBatchingDims(), rank},
           {"start_indices_batching_dims", dims.getStartIndicesBatchingDims(),
            indicesRank},
           {"start_index_map", dims.getStartIndexMap(), rank}})) ||
      failed(verifyGatherSlices(*this, operand)) ||
      failed(verifyIndexMap(*this, dims.getStartIndexMap(), indices,
                            dims.getIndexVectorDim())) ||
      failed(verifyBatching(*this, operand, dims.getOperandBatchingDims(),
                            indices, dims.getStartIndicesBatchingDims(),
                            dims.getIndexVectorDim())))
    return failure();
  return verifyGatherResult(*this, indices, result);
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

/// scatter_c1, scatter_c2, scatter_c9
static LogicalResult verifyScatterValues(ScatterOp op) {
  size_t count = op.getInputs().size();
  // scatter_c1
  if (count == 0 || op->getNumOperands() != 2 * count + 1 ||
      op->getNumResults() != count)
    return op.emitOpError() << "needs as many updates and results as inputs, "
                               "at least one";
  // scatter_c2
  auto haveOneShape = [](TypeRange types) {
    return llvm::all_equal(llvm::map_range(types, [](Type type) {
      return cast<RankedTensorType>(type).getShape();
    }));
  };
  if (!haveOneShape(op.getInputs().getTypes()))
    return op.emitOpError() << "inputs have different shapes";
  if (!haveOneShape(op.getUpdates().getTypes()))
    return op.emitOpError() << "updates have different shapes";
  // scatter_c9
  if (op.getInputs().getTypes() != op->getResultTypes())
    return op.emitOpError() << "results have not the types of the inputs";
  return success();
}

/// scatter_c5
static LogicalResult verifyScatterWindow(ScatterOp op, Shape input) {
  ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  SmallVector<int64_t> dropped(dims.getInsertedWindowDims());
  llvm::append_range(dropped, dims.getInputBatchingDims());
  // scatter_c5
  if (!areUniqueDims(dropped, input.size()))
    return op.emitOpError()
           << "inserted and batching dimensions are not disjoint";
  size_t windowRank = dims.getUpdateWindowDims().size();
  if (windowRank + dropped.size() != input.size())
    return op.emitOpError() << windowRank << " window and " << dropped.size()
                            << " inserted or batching dimensions do not make "
                            << "inputs of rank " << input.size();
  return success();
}

/// scatter_c8
static LogicalResult verifyScatterUpdates(ScatterOp op, Shape input,
                                          Shape indices, Shape updates) {
  ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  SmallVector<int64_t> scattered =
      dropDims(indices, {dims.getIndexVectorDim()}, {});
  SmallVector<int64_t> window = dropDims(input, dims.getInsertedWindowDims(),
                                         dims.getInputBatchingDims());
  Shape windowDims = dims.getUpdateWindowDims();
  // scatter_c8
  if (dropDims(updates, windowDims, {}) != scattered)
    return op.emitOpError()
           << "updates of shape " << formatShape(updates)
           << " have not the scatter dimensions " << formatShape(scattered);
  SmallVector<int64_t> sorted(windowDims);
  llvm::sort(sorted);
  for (auto [dim, limit] : llvm::zip_equal(sorted, window))
    if (updates[dim] > limit)
      return op.emitOpError() << "window of size " << updates[dim]
                              << " is larger than the input's " << limit;
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyScatterValues(*this)))
    return failure();
  ScatterDimensionNumbersAttr dims = getScatterDimensionNumbers();
  auto shapeOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  };
  Shape input = shapeOf(getInputs().front());
  Shape updates = shapeOf(getUpdates().front());
  Shape indices = getScatterIndices().getType().getShape();
  int64_t rank = input.size(), indicesRank = indices.size();
  int64_t updatesRank = updates.size();
  if (failed(
          verifyIndexVectorDim(*this, dims.getIndexVectorDim(), indicesRank)) ||
      failed(verifyDimsLists(
          *this,
          {{"update_window_dims", dims.getUpdateWindowDims(), updatesRank},
           {"inserted_window_dims", dims.getInsertedWindowDims(), rank},
           {"input_batching_dims", dims.getInputBatchingDims(), rank},
           {"scatter_indices_batching_dims",
            dims.getScatterIndicesBatchingDims(), indicesRank},
           {"scatter_dims_to_operand_dims", dims.getScatterDimsToOperandDims(),
            rank}})) ||
      failed(verifyScatterWindow(*this, input)) ||
      failed(verifyIndexMap(*this, dims.getScatterDimsToOperandDims(), indices,
                            dims.getIndexVectorDim())) ||
      failed(verifyBatching(*this, input, dims.getInputBatchingDims(), indices,
                            dims.getScatterIndicesBatchingDims(),
                            dims.getIndexVectorDim())))
    return failure();
  return verifyScatterUpdates(*this, input, indices, updates);
}
