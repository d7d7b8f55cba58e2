//===-- RowEmitter.cpp - code for streams, lists and rows -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction record for each operation on buffers: operands in the order
// of runtime/format/Opcodes.def.

#include "CodeEmitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {

static_assert(int(tile::SelectMode::Slots) == int(format::SelectMode::Slots) &&
              int(tile::SelectMode::KeepIds) ==
                  int(format::SelectMode::KeepIds) &&
              int(tile::SelectMode::Filter) == int(format::SelectMode::Filter));

#define SC_ROW_FUNCTION(Name, mnemonic, operands)                              \
  static_assert(int(tile::RowFunction::Name) ==                                \
                    int(format::RowFunction::Name) &&                          \
                tile::getNumOperands(tile::RowFunction::Name) == operands);
#include "runtime/format/RowFunctions.def"
static_assert(tile::getMaxEnumValForRowFunction() + 1 ==
              unsigned(format::RowFunction::Count));

static_assert(int(tile::RowType::BF16) == int(format::RowType::BF16) &&
              int(tile::RowType::Fp8E4M3) == int(format::RowType::Fp8E4M3) &&
              int(tile::RowType::Fp8E5M2) == int(format::RowType::Fp8E5M2) &&
              int(tile::RowType::Int8) == int(format::RowType::Int8) &&
              int(tile::RowType::Int8Affine) ==
                  int(format::RowType::Int8Affine));
static_assert(tile::getMaxEnumValForRowType() ==
              unsigned(format::RowType::MAX));

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void CodeEmitter::emitRecord(tile::DmaOp op) {
  emit(op.getLoc(), Opcode::Dma,
       {buffer(op.getSource()), bytes(op.getSourceOffset(), op.getSource()),
        buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        bytes(op.getCount(), op.getSource()), optional(op.getPeer()),
        optional(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::DmaRowsOp op) {
  Value source = op.getSource();
  emit(op.getLoc(), Opcode::DmaRows,
       {buffer(source), bytes(op.getSourceOffset(), source),
        elements(op.getSourceStride(), source), buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        elements(op.getDestinationStride(), source), get(op.getRows()),
        elements(op.getRowSize(), source), optional(op.getPeer()),
        optional(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::GatherRowsOp op) {
  Value source = op.getSource();
  emit(op.getLoc(), Opcode::GatherRows,
       {buffer(source), bytes(op.getSourceOffset(), source),
        elements(op.getSourceStrideOrRowSize(), source),
        immediate(op.getSourceRows()), buffer(op.getIndices()),
        bytes(op.getIndicesOffset(), op.getIndices()), get(op.getCount()),
        buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        elements(op.getRowSize(), source), optional(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::ScatterRowsOp op) {
  Value source = op.getSource(), destination = op.getDestination();
  emit(op.getLoc(), Opcode::ScatterRows,
       {buffer(source), bytes(op.getSourceOffset(), source),
        buffer(op.getIndices()), bytes(op.getIndicesOffset(), op.getIndices()),
        get(op.getCount()), buffer(destination),
        bytes(op.getDestinationOffset(), destination),
        elements(op.getDestinationStrideOrRowSize(), destination),
        immediate(op.getDestinationRows()),
        elements(op.getRowSize(), destination), optional(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::MergeOp op) {
  auto ids = cast<MemRefType>(op.getIds().getType());
  emitWithResults(
      op->getResults(), Opcode::Merge,
      {buffer(op.getLists()), bytes(op.getListsOffset(), op.getLists()),
       immediate(op.getListSlots()), immediate(op.getNumLists()),
       buffer(op.getCursors()), buffer(op.getIds()), buffer(op.getSlots()),
       buffer(op.getIndices()), immediate(ids.getNumElements())});
}

void CodeEmitter::emitRecord(tile::AllToAllOp op) {
  auto type = cast<MemRefType>(op.getSend().getType());
  int64_t rows = type.getDimSize(1);
  Scalar rowBytes = elements(type.getDimSize(2), op.getSend());
  emit(op.getLoc(), Opcode::AllToAll,
       {buffer(op.getSend()), buffer(op.getReceive()),
        immediate(op.getFirstBlock() * rows * rowBytes.value), immediate(rows),
        rowBytes, immediate(op.getCountFlag()), immediate(op.getDoneFlag())});
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void CodeEmitter::emitRecord(tile::RunsOp op) {
  Scalar ids = buffer(op.getIds());
  Scalar offset = bytes(op.getOffset(), op.getIds());
  emitWithResults(op->getResults(), Opcode::Runs,
                  {ids, offset, get(op.getCount()), ids, offset,
                   optionalBuffer(op.getCarry()), optional(op.getCarried(), 0),
                   immediate(op.getAscending())});
}

void CodeEmitter::emitRecord(tile::SelectOp op) {
  emitWithResults(
      op->getResults(), Opcode::Select,
      {buffer(op.getIds()), buffer(op.getSamples()), buffer(op.getGains()),
       bytes(op.getOffset(), op.getIds()), get(op.getCount()),
       get(op.getLower()), get(op.getUpper()), immediate(op.getNumSamples()),
       immediate(static_cast<int64_t>(op.getMode())),
       optionalBuffer(op.getCarry()), optional(op.getCarried(), 0)});
}

void CodeEmitter::emitRecord(tile::SortOp op) {
  emit(op.getLoc(), Opcode::Sort,
       {buffer(op.getIds()), buffer(op.getSamples()), buffer(op.getGains()),
        bytes(op.getOffset(), op.getIds()), get(op.getCount())});
}

void CodeEmitter::emitRecord(tile::LowerBoundOp op) {
  emitWithResults(op->getResults(), Opcode::LowerBound,
                  {buffer(op.getIds()), bytes(op.getOffset(), op.getIds()),
                   get(op.getCount()), get(op.getValue())});
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void CodeEmitter::emitRecord(tile::AxpyIndexedOp op) {
  int64_t accumulatorRows =
      cast<MemRefType>(op.getAccumulator().getType()).getNumElements() /
      op.getRowSize();
  emit(op.getLoc(), Opcode::AxpyIndexed,
       {buffer(op.getAccumulator()), immediate(0), immediate(accumulatorRows),
        buffer(op.getRows()), bytes(op.getRowsOffset(), op.getRows()),
        buffer(op.getSamples()), bytes(op.getSamplesOffset(), op.getSamples()),
        buffer(op.getGains()), bytes(op.getGainsOffset(), op.getGains()),
        get(op.getCount()), elements(op.getRowSize(), op.getRows())});
}

void CodeEmitter::emitRecord(tile::SegmentSumOp op) {
  Value result = op.getResult();
  emit(op.getLoc(), Opcode::SegmentSum,
       {buffer(result), bytes(op.getResultOffset(), result), get(op.getFirst()),
        buffer(op.getRows()), bytes(op.getRowsOffset(), op.getRows()),
        buffer(op.getSlots()), optionalBuffer(op.getIndices()),
        optionalBuffer(op.getGains()),
        bytes(op.getEntriesOffset(), op.getSlots()), get(op.getCount()),
        elements(op.getRowSize(), op.getRows())});
}

/// The bits of a 32-bit number, as an i32.
static int64_t getWord(const APInt &bits) {
  return bits.trunc(32).getSExtValue();
}

/// The bits of a number as f32.
static int64_t getF32Word(APFloat value) {
  bool losesInfo = false;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return getWord(value.bitcastToAPInt());
}

void CodeEmitter::emitRecord(tile::RowFillOp op) {
  auto number = dyn_cast<FloatAttr>(op.getValue());
  int64_t word = number ? getF32Word(number.getValue())
                        : getWord(cast<IntegerAttr>(op.getValue()).getValue());
  emit(op.getLoc(), Opcode::Fill,
       {buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        get(op.getCount()), immediate(word)});
}

/// The two bits of each operand, which tile.elementwise has as a number.
static int64_t getBroadcastMask(ArrayRef<int64_t> broadcast) {
  static_assert(format::kOneRow == 1 && format::kOneWord == 2);
  int64_t mask = 0;
  for (auto [index, bits] : llvm::enumerate(broadcast))
    mask |= bits << (2 * index);
  return mask;
}

void CodeEmitter::emitRecord(tile::ElementwiseOp op) {
  Value result = op.getResult();
  emit(op.getLoc(), Opcode::Elementwise,
       {immediate(static_cast<int64_t>(op.getFunction())), buffer(result),
        bytes(op.getResultOffset(), result), buffer(op.getA()),
        bytes(op.getAOffset(), op.getA()), optionalBuffer(op.getB()),
        bytes(op.getBOffset(), op.getB()), optionalBuffer(op.getC()),
        bytes(op.getCOffset(), op.getC()), get(op.getCount()),
        elements(op.getRowSize(), result),
        immediate(getBroadcastMask(op.getBroadcast()))});
}

void CodeEmitter::emitRecord(tile::ReduceRowOp op) {
  emit(op.getLoc(), Opcode::ReduceRow,
       {immediate(static_cast<int64_t>(op.getFunction())),
        buffer(op.getResult()), bytes(op.getResultOffset(), op.getResult()),
        buffer(op.getRows()), bytes(op.getRowsOffset(), op.getRows()),
        buffer(op.getInit()), bytes(op.getInitOffset(), op.getInit()),
        get(op.getCount()), elements(op.getRowSize(), op.getRows())});
}

void CodeEmitter::emitRecord(tile::SnapOp op) {
  emit(op.getLoc(), Opcode::Snap,
       {buffer(op.getRows()), bytes(op.getRowsOffset(), op.getRows()),
        get(op.getCount()), elements(op.getRowSize(), op.getRows()),
        immediate(getF32Word(op.getLow())), immediate(getF32Word(op.getHigh())),
        immediate(op.getBuckets())});
}

void CodeEmitter::emitRecord(tile::WidenOp op) {
  Value source = op.getSource(), scales = op.getScales();
  Value destination = op.getDestination();
  Scalar sourceOffset = bytes(op.getSourceOffset(), source);
  Scalar scalesOffset = bytes(op.getScalesOffset(), scales);
  Scalar scalesStride =
      scales ? elements(*op.getScalesStride(), scales) : immediate(0);
  Scalar destinationOffset = bytes(op.getDestinationOffset(), destination);
  emit(op.getLoc(), Opcode::Widen,
       {immediate(static_cast<int64_t>(op.getType())), buffer(source),
        sourceOffset, elements(op.getSourceStride(), source),
        optionalBuffer(scales), scalesOffset, scalesStride, buffer(destination),
        destinationOffset, get(op.getCount()),
        elements(op.getRowSize(), destination)});
}

bool CodeEmitter::emitRowOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile::DmaOp, tile::DmaRowsOp, tile::GatherRowsOp,
            tile::ScatterRowsOp, tile::MergeOp, tile::AllToAllOp, tile::RunsOp,
            tile::SelectOp, tile::SortOp, tile::LowerBoundOp,
            tile::AxpyIndexedOp, tile::SegmentSumOp, tile::RowFillOp,
            tile::ElementwiseOp, tile::ReduceRowOp, tile::SnapOp,
            tile::WidenOp>([&](auto step) { return emitRecord(step), true; })
      .Default([](Operation *) { return false; });
}

} // namespace sc
