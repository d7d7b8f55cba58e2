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

#define GET_OP_CLASSES
#include "dialects/SparseCore/SparseCoreOps.cpp.inc"

namespace sc {

int64_t getRowPointersPerSparseCore(int64_t groupSparseCores) {
  return std::max<int64_t>(8, groupSparseCores);
}

int64_t getRowWidth(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getRank() == 1 ? 1 : tensor.getDimSize(1);
}

//===----------------------------------------------------------------------===//
// Rules that several operations share
//===----------------------------------------------------------------------===//

static LogicalResult verifyRowTypes(Operation *op, StringRef sameWidth,
                                    StringRef hasWidth, Type table, Type init,
                                    Type result) {
  auto tableType = cast<RankedTensorType>(table);
  auto initType = cast<RankedTensorType>(init);
  if (tableType.getRank() != initType.getRank() ||
      getRowWidth(table) != getRowWidth(init) || init != result)
    return op->emitOpError()
           << sameWidth << ": table " << table << ", init " << init
           << " and result " << result << " must agree in rank and width";
  if (getRowWidth(table) == 0)
    return op->emitOpError() << hasWidth << ": the width is 0";
  return success();
}

static LogicalResult verifySparseCores(Operation *op, StringRef rule,
                                       int64_t sparseCores) {
  if (sparseCores <= 0 || sparseCores > kMaxGroupSize)
    return op->emitOpError() << rule << ": sparse_cores must be in [1, "
                             << kMaxGroupSize << "], got " << sparseCores;
  return success();
}

static int64_t getRows(Type type) {
  return cast<RankedTensorType>(type).getDimSize(0);
}

//===----------------------------------------------------------------------===//
// sc.sparse_dense_matmul
//===----------------------------------------------------------------------===//

int64_t SparseDenseMatmulOp::getGroupSparseCores() {
  int64_t devices = getGroup() ? getGroup()->getDevices() : 1;
  return devices * static_cast<int64_t>(getSparseCores());
}

int64_t SparseDenseMatmulOp::getWidth() {
  return getRowWidth(getTable().getType());
}

int64_t SparseDenseMatmulOp::getSamplesPerSparseCore() {
  return getRows(getInit().getType()) / static_cast<int64_t>(getSparseCores());
}

int64_t SparseDenseMatmulOp::getTableRowsPerSparseCore() {
  return getRows(getTable().getType()) / static_cast<int64_t>(getSparseCores());
}

static LogicalResult verifyEntries(SparseDenseMatmulOp op, int64_t cores) {
  int64_t length = getRows(op.getIds().getType());
  if (length != getRows(op.getSamples().getType()) ||
      length != getRows(op.getGains().getType()) || length % (8 * cores) != 0)
    return op.emitOpError()
           << "sparse_dense_matmul_c3: ids, samples and gains must have one "
              "length that is a multiple of 8 x sparse_cores = "
           << 8 * cores << ", got " << length << ", "
           << getRows(op.getSamples().getType()) << " and "
           << getRows(op.getGains().getType());
  return success();
}

LogicalResult SparseDenseMatmulOp::verify() {
  int64_t cores = getSparseCores();
  if (failed(verifySparseCores(*this, "sparse_dense_matmul_c1", cores)))
    return failure();
  int64_t pointers = getRows(getRowPointers().getType());
  int64_t expected = cores * getRowPointersPerSparseCore(getGroupSparseCores());
  if (pointers != expected)
    return emitOpError() << "sparse_dense_matmul_c2: row_pointers has "
                         << pointers << " elements, " << cores
                         << " SparseCores per device with "
                         << getGroupSparseCores() << " in the group need "
                         << expected;
  if (failed(verifyEntries(*this, cores)) ||
      failed(verifyRowTypes(*this, "sparse_dense_matmul_c4",
                            "sparse_dense_matmul_c6", getTable().getType(),
                            getInit().getType(), getResult().getType())))
    return failure();
  int64_t rows = getRows(getTable().getType());
  int64_t samples = getRows(getInit().getType());
  if (rows == 0 || samples == 0 || rows % cores != 0 || samples % cores != 0)
    return emitOpError() << "sparse_dense_matmul_c5: table rows " << rows
                         << " and samples " << samples
                         << " must be positive multiples of sparse_cores = "
                         << cores;
  return success();
}

//===----------------------------------------------------------------------===//
// sc.sparse_dense_matmul_local
//===----------------------------------------------------------------------===//

int64_t SparseDenseMatmulLocalOp::getWidth() {
  return getRowWidth(getTable().getType());
}

LogicalResult SparseDenseMatmulLocalOp::verify() {
  int64_t length = getRows(getIds().getType());
  if (length != getRows(getSamples().getType()) ||
      length != getRows(getGains().getType()))
    return emitOpError() << "sparse_dense_matmul_local_c1: ids, samples and "
                            "gains must have one length, got "
                         << length << ", " << getRows(getSamples().getType())
                         << " and " << getRows(getGains().getType());
  if (failed(verifySparseCores(*this, "sparse_dense_matmul_local_c3",
                               getSparseCores())))
    return failure();
  return verifyRowTypes(*this, "sparse_dense_matmul_local_c2",
                        "sparse_dense_matmul_local_c4", getTable().getType(),
                        getInit().getType(), getResult().getType());
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
    rows += getRows(feature);
    if (getRows(feature) % sparseCores != 0)
      return op->emitOpError()
             << rule << "_c3: feature " << index << " has " << getRows(feature)
             << " rows, not a multiple of sparse_cores = " << sparseCores;
    if (getRowWidth(feature) > getRowWidth(stacked))
      return op->emitOpError() << rule << "_c4: feature " << index << " is "
                               << getRowWidth(feature) << " wide, the stack "
                               << getRowWidth(stacked);
  }
  if (rows != getRows(stacked))
    return op->emitOpError() << rule << "_c2: features have " << rows
                             << " rows, the stack " << getRows(stacked);
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
