//===-- TileRowOps.cpp - rules of streams, lists and rows -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of what tile programs do. The label in front of each message is
// the rule in TileStreamOps.td and TileRowOps.td.

#include "dialects/Tile/Tile.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sc::tile {

/// Elements of a buffer; -1 where that is not known.
static int64_t countElements(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : -1;
}

static bool hasWords(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.getElementType().isInteger(32);
}

static LogicalResult verifyRowSize(Operation *op, StringRef rule,
                                   int64_t rowSize) {
  if (rowSize <= 0)
    return op->emitOpError()
           << rule << ": row_size must be positive, got " << rowSize;
  return success();
}

/// All of `buffers` that are there lie in TileSpmem.
static LogicalResult verifyInTileSpmem(Operation *op, StringRef rule,
                                       ArrayRef<Value> buffers) {
  for (Value buffer : buffers)
    if (buffer && getSpace(buffer.getType()) != Space::TileSpmem)
      return op->emitOpError()
             << rule << ": a buffer must be in tilespmem, got "
             << buffer.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static LogicalResult verifyRowStride(Operation *op, StringRef rule,
                                     int64_t size, int64_t stride) {
  if (size <= 0 || stride < size)
    return op->emitOpError() << rule << ": rows of " << size
                             << " elements cannot be " << stride << " apart";
  return success();
}

LogicalResult GatherRowsOp::verify() {
  return verifyRowStride(*this, "gather_rows_c1", getRowSize(),
                         getSourceStrideOrRowSize());
}

LogicalResult ScatterRowsOp::verify() {
  return verifyRowStride(*this, "scatter_rows_c1", getRowSize(),
                         getDestinationStrideOrRowSize());
}

/// Rule c2 of tile.merge.
static LogicalResult verifyMergeBuffers(MergeOp op) {
  for (Value buffer : {op.getLists(), op.getCursors(), op.getIds(),
                       op.getSlots(), op.getIndices()}) {
    Space space = buffer == op.getLists() ? Space::Hbm : Space::TileSpmem;
    if (getSpace(buffer.getType()) != space || !hasWords(buffer))
      return op.emitOpError()
             << "merge_c2: lists must be i32 in hbm, the others i32 in "
                "tilespmem, got "
             << buffer.getType();
  }
  int64_t lists = op.getNumLists(), words = countElements(op.getCursors());
  if (words % 2 != 0 || words / 2 != lists)
    return op.emitOpError()
           << "merge_c2: cursors needs two words for each of " << lists
           << " lists, got " << op.getCursors().getType();
  return success();
}

LogicalResult MergeOp::verify() {
  int64_t lists = getNumLists(), slots = getListSlots();
  if (lists <= 0 || slots <= 0)
    return emitOpError() << "merge_c1: num_lists and list_slots must be "
                            "positive, got "
                         << lists << " and " << slots;
  if (failed(verifyMergeBuffers(*this)))
    return failure();
  Type type = getIds().getType();
  if (getSlots().getType() != type || getIndices().getType() != type)
    return emitOpError() << "merge_c3: ids, slots and indices must have one "
                            "type, got "
                         << type << ", " << getSlots().getType() << " and "
                         << getIndices().getType();
  if (countElements(getIds()) < lists)
    return emitOpError() << "merge_c3: ids, slots and indices need " << lists
                         << " words, one for each list, got " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// A carry is two words that a tile reaches, and comes with `carried`.
static LogicalResult verifyCarry(Operation *op, StringRef rule, Value carry,
                                 Value carried) {
  if (!carry != !carried)
    return op->emitOpError() << rule << ": carry and carried come together";
  if (!carry)
    return success();
  if (countElements(carry) != 2 || !hasWords(carry) ||
      getSpace(carry.getType()) != Space::TileSpmem)
    return op->emitOpError() << rule << ": carry needs two i32 words in "
                             << "tilespmem, got " << carry.getType();
  return success();
}

LogicalResult RunsOp::verify() {
  return verifyCarry(*this, "runs_c1", getCarry(), getCarried());
}

LogicalResult SelectOp::verify() {
  if (getCarry() && getMode() != SelectMode::Slots)
    return emitOpError() << "select_c1: carry belongs to slots, not to "
                         << stringifySelectMode(getMode());
  return verifyCarry(*this, "select_c1", getCarry(), getCarried());
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

LogicalResult AxpyIndexedOp::verify() {
  return verifyRowSize(*this, "axpy_indexed_c1", getRowSize());
}

LogicalResult SegmentSumOp::verify() {
  if (failed(verifyRowSize(*this, "segment_sum_c1", getRowSize())))
    return failure();
  std::optional<Space> space = getSpace(getRows().getType());
  if (space != Space::TileSpmem && space != Space::Spmem)
    return emitOpError() << "segment_sum_c2: rows must be in tilespmem or "
                            "spmem, got "
                         << getRows().getType();
  return verifyInTileSpmem(*this, "segment_sum_c2",
                           {getSlots(), getIndices(), getGains(), getResult()});
}

static bool isWord(Type type) { return type.isF32() || type.isInteger(32); }

LogicalResult RowFillOp::verify() {
  auto type = dyn_cast<MemRefType>(getDestination().getType());
  bool isNumber = isa<IntegerAttr, FloatAttr>(getValue());
  if (!type || getSpace(type) != Space::TileSpmem || !isNumber ||
      !isWord(cast<TypedAttr>(getValue()).getType()) ||
      !isWord(type.getElementType()))
    return emitOpError() << "row_fill_c1: an f32 or i32 goes to a buffer of "
                            "either in tilespmem, got "
                         << getValue() << " and " << getDestination().getType();
  return success();
}

/// Rule c2 of tile.elementwise.
static LogicalResult verifyFunctionOperands(ElementwiseOp op) {
  if (!op.getB() != !op.getBOffset() || !op.getC() != !op.getCOffset() ||
      (op.getC() && !op.getB()))
    return op.emitOpError()
           << "elementwise_c2: a buffer and its offset come together, b in "
              "front of c";
  int expected = getNumOperands(op.getFunction());
  int operands = 1 + (op.getB() ? 1 : 0) + (op.getC() ? 1 : 0);
  ArrayRef<int64_t> broadcast = op.getBroadcast();
  if (operands != expected || broadcast.size() != static_cast<size_t>(expected))
    return op.emitOpError() << "elementwise_c2: operands of "
                            << stringifyRowFunction(op.getFunction()) << ": "
                            << expected << " needed, " << operands << " there, "
                            << broadcast.size() << " in broadcast";
  for (int64_t kind : broadcast)
    if (kind < 0 || kind > 3)
      return op.emitOpError()
             << "elementwise_c2: entries of broadcast must be in [0, 3], got "
             << kind;
  return success();
}

LogicalResult ElementwiseOp::verify() {
  if (failed(verifyRowSize(*this, "elementwise_c1", getRowSize())) ||
      failed(verifyFunctionOperands(*this)))
    return failure();
  return verifyInTileSpmem(*this, "elementwise_c3",
                           {getA(), getB(), getC(), getResult()});
}

LogicalResult ReduceRowOp::verify() {
  if (failed(verifyRowSize(*this, "reduce_row_c1", getRowSize())))
    return failure();
  if (!canFold(getFunction()))
    return emitOpError() << "reduce_row_c2: "
                         << stringifyRowFunction(getFunction())
                         << " cannot fold a row";
  return verifyInTileSpmem(*this, "reduce_row_c3",
                           {getRows(), getInit(), getResult()});
}

/// The number as f32; infinite where it has none.
static APFloat toF32(APFloat value) {
  bool losesInfo = false;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

LogicalResult SnapOp::verify() {
  constexpr int64_t kMaxBuckets = int64_t(1) << 24;
  if (failed(verifyRowSize(*this, "snap_c1", getRowSize())))
    return failure();
  APFloat low = toF32(getLow()), high = toF32(getHigh());
  if (!low.isFinite() || !high.isFinite() || !(low < high))
    return emitOpError() << "snap_c2: low must be less than high, both finite "
                            "as f32, got "
                         << getLow().convertToDouble() << " and "
                         << getHigh().convertToDouble();
  int64_t buckets = getBuckets();
  if (buckets < 2 || buckets > kMaxBuckets)
    return emitOpError() << "snap_c2: buckets must be in [2, " << kMaxBuckets
                         << "], got " << buckets;
  return success();
}

static bool isInt8(RowType type) {
  return type == RowType::Int8 || type == RowType::Int8Affine;
}

/// The type of the elements that hold codes.
static Type getCodeType(MLIRContext *context, RowType type) {
  switch (type) {
  case RowType::BF16:
    return BFloat16Type::get(context);
  case RowType::Fp8E4M3:
    return Float8E4M3FNType::get(context);
  case RowType::Fp8E5M2:
    return Float8E5M2Type::get(context);
  case RowType::Int8:
  case RowType::Int8Affine:
    return IntegerType::get(context, 8);
  }
  llvm_unreachable("a row type outside its enum");
}

/// Rules c2 and c4 of tile.widen.
static LogicalResult verifyScales(WidenOp op) {
  bool hasScales = op.getScales() != nullptr;
  if (isInt8(op.getType()) && !hasScales)
    return op.emitOpError()
           << "widen_c2: " << stringifyRowType(op.getType()) << " needs scales";
  if (op.getType() == RowType::BF16 && hasScales)
    return op.emitOpError() << "widen_c2: bf16 has no scales";
  if (hasScales != (op.getScalesOffset() != nullptr) ||
      hasScales != op.getScalesStride().has_value())
    return op.emitOpError() << "widen_c4: scales, their offset and "
                               "scales_stride come together";
  return success();
}

/// Rule c3 of tile.widen.
static LogicalResult verifyWidenBuffers(WidenOp op) {
  if (failed(verifyInTileSpmem(
          op, "widen_c3",
          {op.getSource(), op.getScales(), op.getDestination()})))
    return failure();
  Type codes = getCodeType(op.getContext(), op.getType());
  Type source = getElementTypeOrSelf(op.getSource().getType());
  if (source != codes)
    return op.emitOpError()
           << "widen_c3: the source of " << stringifyRowType(op.getType())
           << " must have elements of " << codes << ", got "
           << op.getSource().getType();
  if (!getElementTypeOrSelf(op.getDestination().getType()).isF32())
    return op.emitOpError() << "widen_c3: the destination must be f32, got "
                            << op.getDestination().getType();
  Value scales = op.getScales();
  if (scales && scales != op.getSource() &&
      !getElementTypeOrSelf(scales.getType()).isF32())
    return op.emitOpError()
           << "widen_c3: scales must be f32 or the source, got "
           << scales.getType();
  return success();
}

LogicalResult WidenOp::verify() {
  if (failed(verifyRowSize(*this, "widen_c1", getRowSize())))
    return failure();
  int64_t stride = getSourceStride();
  int64_t scalesStride = getScalesStride().value_or(0);
  if (stride < 0 || scalesStride < 0)
    return emitOpError() << "widen_c1: strides must not be negative, got "
                         << std::min(stride, scalesStride);
  if (failed(verifyScales(*this)))
    return failure();
  return verifyWidenBuffers(*this);
}

} // namespace sc::tile
