//===-- SparseCoreOps.cpp - operations and their rules --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers and type syntax of the sc operations. The label in front of each
// message is the rule in SparseCoreOps.td.

#include "SpecSyntax.h"
#include "dialects/SparseCore/SparseCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Type syntax: samples have the type of ids, gains their length, and the
// result the type of init, so they are not written.
//===----------------------------------------------------------------------===//

static Type getGainsType(Type ids) {
  auto type = dyn_cast<RankedTensorType>(ids);
  if (!type)
    return ids;
  return RankedTensorType::get(type.getShape(),
                               Float32Type::get(ids.getContext()));
}

static ParseResult parseLocalLookupTypes(OpAsmParser &parser, Type &ids,
                                         Type &samples, Type &gains,
                                         Type &table, Type &init,
                                         Type &result) {
  if (parser.parseType(ids) || parser.parseComma() || parser.parseType(table) ||
      parser.parseComma() || parser.parseType(init))
    return failure();
  samples = ids;
  gains = getGainsType(ids);
  result = init;
  return success();
}

static void printLocalLookupTypes(OpAsmPrinter &printer, Operation *, Type ids,
                                  Type, Type, Type table, Type init, Type) {
  printer << ids << ", " << table << ", " << init;
}

static ParseResult parseLookupTypes(OpAsmParser &parser, Type &rowPointers,
                                    Type &ids, Type &samples, Type &gains,
                                    Type &table, Type &init, Type &result) {
  return failure(
      parser.parseType(rowPointers) || parser.parseComma() ||
      parseLocalLookupTypes(parser, ids, samples, gains, table, init, result));
}

static void printLookupTypes(OpAsmPrinter &printer, Operation *op,
                             Type rowPointers, Type ids, Type samples,
                             Type gains, Type table, Type init, Type result) {
  printer << rowPointers << ", ";
  printLocalLookupTypes(printer, op, ids, samples, gains, table, init, result);
}

#include "dialects/SparseCore/SparseCoreInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/SparseCore/SparseCoreOps.cpp.inc"

namespace sc {

int64_t getRowPointersPerSparseCore(int64_t groupSparseCores) {
  return std::max<int64_t>(8, groupSparseCores);
}

int64_t countRowPointers(int64_t sparseCores, int64_t groupSparseCores,
                         bool isMinibatched) {
  int64_t minibatches = isMinibatched ? kMaxMinibatches : 1;
  int64_t count = getRowPointersPerSparseCore(groupSparseCores);
  if (llvm::MulOverflow(count, sparseCores, count) ||
      llvm::MulOverflow(count, minibatches, count))
    return std::numeric_limits<int64_t>::max();
  return count;
}

int64_t getRowWidth(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getRank() == 1 ? 1 : tensor.getDimSize(1);
}

int64_t getNumRows(Type type) {
  return cast<RankedTensorType>(type).getDimSize(0);
}

//===----------------------------------------------------------------------===//
// Rules that several operations share
//===----------------------------------------------------------------------===//

namespace {
/// Labels of the rules on the table of a lookup.
struct TableRules {
  StringRef types, hasWidth, initWidth, scale;
};
} // namespace

static LogicalResult verifyF32Table(TableLookupOp op, StringRef rule) {
  auto table = cast<RankedTensorType>(op.getTable().getType());
  auto init = cast<RankedTensorType>(op.getInit().getType());
  if (table.getElementType().isF32() && table.getRank() == init.getRank() &&
      getRowWidth(table) == getRowWidth(init))
    return success();
  return op->emitOpError() << rule << ": table " << table
                           << " must be f32 with the rank and width of init "
                           << init;
}

static LogicalResult verifyNarrowTable(TableLookupOp op,
                                       const TableRules &rules) {
  RowFormatAttr format = op.getRowFormatAttr();
  Type table = op.getTable().getType();
  Type stored = format.getTableType(getNumRows(table));
  if (table != stored)
    return op->emitOpError()
           << rules.types << ": table " << table << " must be " << stored
           << " as " << format << " says";
  auto init = cast<RankedTensorType>(op.getInit().getType());
  int64_t width = format.getWidth(), padded = llvm::alignTo(width, 8);
  if (init.getRank() != 2 ||
      (init.getDimSize(1) != width && init.getDimSize(1) != padded))
    return op->emitOpError()
           << rules.initWidth << ": init " << init
           << " must have rank 2 and the width " << width << " or " << padded;
  return success();
}

static LogicalResult verifyScale(TableLookupOp op, StringRef rule) {
  RowFormatAttr format = op.getRowFormatAttr();
  int64_t expected = format ? format.getScaleOperandWords() : 0;
  int64_t words = op.getScale() ? getNumRows(op.getScale().getType()) : 0;
  if (words == expected)
    return success();
  return op->emitOpError() << rule << ": scale has " << words
                           << " words, the row format needs " << expected;
}

/// Rules on table, init, result, scale and row format of a lookup.
static LogicalResult verifyTable(TableLookupOp op, const TableRules &rules) {
  Type init = op.getInit().getType(), result = op->getResult(0).getType();
  if (init != result)
    return op->emitOpError() << rules.types << ": result " << result
                             << " must have the type of init " << init;
  if (getRowWidth(init) == 0)
    return op->emitOpError() << rules.hasWidth << ": the width is 0";
  if (failed(op.getRowFormatAttr() ? verifyNarrowTable(op, rules)
                                   : verifyF32Table(op, rules.types)))
    return failure();
  return verifyScale(op, rules.scale);
}

static bool isScaledByBuckets(TableLookupOp op) {
  return getRowFormat(op.getRowFormatAttr()).scale == format::ScaleKind::Bucket;
}

static LogicalResult verifySparseCores(Operation *op, StringRef rule,
                                       int64_t sparseCores) {
  if (sparseCores <= 0 || sparseCores > kMaxGroupSize)
    return op->emitOpError() << rule << ": sparse_cores must be in [1, "
                             << kMaxGroupSize << "], got " << sparseCores;
  return success();
}

//===----------------------------------------------------------------------===//
// Lookups and updates with an exchange
//===----------------------------------------------------------------------===//

/// Rules c1 to c3 and c5 of both; `rule` is the mnemonic.
static LogicalResult verifyLists(EmbeddingOp op, StringRef rule) {
  int64_t cores = op.getSparseCores();
  if (failed(verifySparseCores(op, (rule + "_c1").str(), cores)))
    return failure();
  int64_t pointers = getNumRows(op.getRowPointers().getType());
  int64_t expected =
      countRowPointers(cores, op.getGroupSparseCores(), op.isMinibatched());
  if (pointers != expected)
    return op->emitOpError()
           << rule << "_c2: row_pointers has " << pointers << " elements, "
           << cores << " SparseCores per device with "
           << op.getGroupSparseCores() << " in the group need " << expected;
  int64_t length = getNumRows(op.getIds().getType());
  int64_t samples = getNumRows(op.getSamples().getType());
  int64_t gains = getNumRows(op.getGains().getType());
  if (length != samples || length != gains || length % (8 * cores) != 0)
    return op->emitOpError()
           << rule
           << "_c3: ids, samples and gains must have one length that is a "
              "multiple of 8 x sparse_cores = "
           << 8 * cores << ", got " << length << ", " << samples << " and "
           << gains;
  return success();
}

static LogicalResult verifyRowCounts(EmbeddingOp op, StringRef rule) {
  int64_t cores = op.getSparseCores();
  int64_t rows = getNumRows(op.getTable().getType());
  int64_t samples = getNumRows(op.getSampleRows().getType());
  if (rows == 0 || samples == 0 || rows % cores != 0 || samples % cores != 0)
    return op->emitOpError()
           << rule << "_c5: table rows " << rows << " and samples " << samples
           << " must be positive multiples of sparse_cores = " << cores;
  return success();
}

Value SparseDenseMatmulOp::getSampleRows() { return getInit(); }

LogicalResult SparseDenseMatmulOp::verify() {
  StringRef rule = "sparse_dense_matmul";
  if (failed(verifyLists(*this, rule)) ||
      failed(verifyTable(*this,
                         {"sparse_dense_matmul_c4", "sparse_dense_matmul_c6",
                          "sparse_dense_matmul_c7", "sparse_dense_matmul_c8"})))
    return failure();
  QuantizationAttr buckets = getQuantizationAttr();
  if (isScaledByBuckets(*this) &&
      (!buckets || buckets.getBuckets() > kMaxNarrowBuckets))
    return emitOpError() << "sparse_dense_matmul_c9: scale=bucket needs a "
                            "quantization of at most "
                         << kMaxNarrowBuckets << " buckets";
  return verifyRowCounts(*this, rule);
}

//===----------------------------------------------------------------------===//
// sc.sparse_dense_matmul_grad
//===----------------------------------------------------------------------===//

Value SparseDenseMatmulGradOp::getSampleRows() { return getGradients(); }

/// Rules c4 and c6.
static LogicalResult verifyUpdatedTypes(SparseDenseMatmulGradOp op) {
  auto table = cast<RankedTensorType>(op.getTable().getType());
  auto gradients = cast<RankedTensorType>(op.getGradients().getType());
  bool isSame = table.getRank() == gradients.getRank() &&
                getRowWidth(table) == getRowWidth(gradients) &&
                op.getNumResults() == op.getSlots().size() + 1;
  for (Type type : op.getSlots().getTypes())
    isSame &= type == table;
  for (Type type : op.getResultTypes())
    isSame &= type == table;
  if (!isSame)
    return op.emitOpError()
           << "sparse_dense_matmul_grad_c4: table " << table
           << " and gradients " << gradients
           << " must agree in rank and width, slots and results with the "
              "table, in number too";
  if (getRowWidth(table) == 0)
    return op.emitOpError("sparse_dense_matmul_grad_c6: the width is 0");
  return success();
}

/// `type` has `elements` elements of type `element`.
static bool isRowOf(Type type, Type element, int64_t elements) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         tensor.getElementType() == element &&
         tensor.getNumElements() == elements;
}

static Type getElementType(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// Rules c7 and c8.
static LogicalResult verifyOptimizerArguments(SparseDenseMatmulGradOp op) {
  int64_t width = getRowWidth(op.getTable().getType());
  SmallVector<Type> elements(op.getSlots().size() + 2,
                             getElementType(op.getTable()));
  for (auto [index, value] : llvm::enumerate(op.getHyperparameters())) {
    int64_t count = cast<RankedTensorType>(value.getType()).getNumElements();
    if (count != 1 && count != width)
      return op.emitOpError()
             << "sparse_dense_matmul_grad_c7: hyperparameter " << index
             << " has " << count << " elements, must have 1 or " << width;
    elements.push_back(getElementType(value));
  }
  Block &body = op.getOptimizer().front();
  if (body.getNumArguments() != elements.size())
    return op.emitOpError() << "sparse_dense_matmul_grad_c8: the optimizer has "
                            << body.getNumArguments()
                            << " arguments, must have " << elements.size();
  for (auto [argument, element] :
       llvm::zip_equal(body.getArguments(), elements))
    if (!isRowOf(argument.getType(), element, width))
      return op.emitOpError()
             << "sparse_dense_matmul_grad_c8: argument "
             << argument.getArgNumber() << " of the optimizer is "
             << argument.getType() << ", must have " << width
             << " elements of type " << element;
  return success();
}

LogicalResult SparseDenseMatmulGradOp::verify() {
  StringRef rule = "sparse_dense_matmul_grad";
  if (failed(verifyLists(*this, rule)) || failed(verifyUpdatedTypes(*this)) ||
      failed(verifyRowCounts(*this, rule)))
    return failure();
  return verifyOptimizerArguments(*this);
}

LogicalResult SparseDenseMatmulGradOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getOptimizer().front().getTerminator());
  int64_t width = getRowWidth(getTable().getType());
  Type f32 = Float32Type::get(getContext());
  bool isRight = yield && yield.getRows().size() == getNumResults() &&
                 llvm::all_of(yield.getRows().getTypes(), [&](Type type) {
                   return isRowOf(type, f32, width);
                 });
  if (isRight)
    return success();
  return emitOpError() << "sparse_dense_matmul_grad_c9: the optimizer must "
                          "yield "
                       << getNumResults() << " f32 rows of " << width
                       << " elements";
}

//===----------------------------------------------------------------------===//
// sc.sparse_dense_matmul_local
//===----------------------------------------------------------------------===//

int64_t SparseDenseMatmulLocalOp::getWidth() {
  return getRowWidth(getInit().getType());
}

LogicalResult SparseDenseMatmulLocalOp::verify() {
  int64_t length = getNumRows(getIds().getType());
  if (length != getNumRows(getSamples().getType()) ||
      length != getNumRows(getGains().getType()))
    return emitOpError() << "sparse_dense_matmul_local_c1: ids, samples and "
                            "gains must have one length, got "
                         << length << ", " << getNumRows(getSamples().getType())
                         << " and " << getNumRows(getGains().getType());
  if (failed(verifySparseCores(*this, "sparse_dense_matmul_local_c3",
                               getSparseCores())))
    return failure();
  if (isScaledByBuckets(*this))
    return emitOpError("sparse_dense_matmul_local_c7: scale=bucket is for "
                       "lookups with a quantization");
  return verifyTable(
      *this, {"sparse_dense_matmul_local_c2", "sparse_dense_matmul_local_c4",
              "sparse_dense_matmul_local_c5", "sparse_dense_matmul_local_c6"});
}

//===----------------------------------------------------------------------===//
// sc.unstack_activations and sc.stack_gradients
//===----------------------------------------------------------------------===//

/// Rules c1 to c4 of both; `rule` is the mnemonic.
static LogicalResult verifyStack(Operation *op, StringRef rule,
                                 int64_t sparseCores, Type stacked,
                                 TypeRange features) {
  if (failed(verifySparseCores(op, (rule + "_c1").str(), sparseCores)))
    return failure();
  int64_t rows = 0;
  for (auto [index, feature] : llvm::enumerate(features)) {
    rows += getNumRows(feature);
    if (getNumRows(feature) % sparseCores != 0)
      return op->emitOpError()
             << rule << "_c3: feature " << index << " has "
             << getNumRows(feature)
             << " rows, not a multiple of sparse_cores = " << sparseCores;
    if (getRowWidth(feature) > getRowWidth(stacked))
      return op->emitOpError() << rule << "_c4: feature " << index << " is "
                               << getRowWidth(feature) << " wide, the stack "
                               << getRowWidth(stacked);
  }
  if (rows != getNumRows(stacked))
    return op->emitOpError() << rule << "_c2: features have " << rows
                             << " rows, the stack " << getNumRows(stacked);
  return success();
}

LogicalResult UnstackActivationsOp::verify() {
  return verifyStack(*this, "unstack_activations", getSparseCores(),
                     getStacked().getType(), getFeatures().getTypes());
}

LogicalResult StackGradientsOp::verify() {
  return verifyStack(*this, "stack_gradients", getSparseCores(),
                     getStacked().getType(), getFeatures().getTypes());
}

//===----------------------------------------------------------------------===//
// sc.native_call
//===----------------------------------------------------------------------===//

LogicalResult NativeCallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "native_call_c1: " << getCalleeAttr()
                         << " is not a function";
  if (callee.getArgumentTypes() != getOperandTypes() ||
      callee.getResultTypes() != getResultTypes())
    return emitOpError() << "native_call_c2: the function has type "
                         << callee.getFunctionType();
  return success();
}

} // namespace sc
