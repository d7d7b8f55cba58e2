//===-- RowReader.cpp - table rows on their way to samples ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers a window of rows, makes them f32, and adds them.

#include "RowReader.h"

using namespace mlir;

namespace sc {

using format::ScaleKind;

StoredRows::StoredRows(TableLookupOp op)
    : format(getRowFormat(op.getRowFormatAttr())),
      width(getRowWidth(op.getInit().getType())),
      type(cast<RankedTensorType>(op.getTable().getType()).getElementType()),
      rowElements(getRowWidth(op.getTable().getType())) {}

RowReader::RowReader(TaskBuilder &b, const StoredRows &stored, PlanAttr plan,
                     QuantizationAttr quantization)
    : b(b), stored(stored), plan(plan), quantization(quantization) {}

void RowReader::alloc(StringRef prefix) {
  using tile::BufferClass, tile::Space;
  auto allocOne = [&](StringRef name, BufferClass bufferClass,
                      ArrayRef<int64_t> shape, Type type) {
    return b.alloc((prefix + "." + name).str(), bufferClass, Space::TileSpmem,
                   shape, type);
  };
  Type f32 = b.builder.getF32Type();
  int64_t count = plan.getWindowRows(), slices = plan.getVectorSplits();
  int64_t width = stored.width / slices;
  rows = {allocOne("rows", BufferClass::Window, {count, width}, f32), count,
          plan.getWindowBuffers(), width};
  if (!isNarrow())
    return;
  int64_t gathered =
      format::getGatheredRowBytes(stored.format, stored.width, slices) /
      format::getCodeBytes(stored.format.type);
  codes = {
      allocOne("codes", BufferClass::Window, {count, gathered}, stored.type),
      count, plan.getWindowBuffers(), gathered};
  ScaleKind kind = stored.format.scale;
  if (kind == ScaleKind::Table || kind == ScaleKind::Bucket)
    scale = allocOne("scale", BufferClass::Scratch,
                     {format::getScaleWords(stored.format)}, f32);
}

/// The distance of buckets in f32, as tile.snap computes it, and the lowest.
static std::pair<float, float> getBucketScale(QuantizationAttr quantization) {
  auto low = static_cast<float>(quantization.getMin().getValueAsDouble());
  auto high = static_cast<float>(quantization.getMax().getValueAsDouble());
  auto steps = static_cast<float>(quantization.getBuckets() - 1);
  return {(high - low) / steps, low};
}

void RowReader::loadScale(Value argument) {
  if (!scale)
    return;
  Value zero = b.constant(0), one = b.constant(1);
  if (stored.format.scale == ScaleKind::Table)
    return b.dmaRows(argument, zero, scale, zero, one,
                     format::getScaleWords(stored.format));
  auto [step, low] = getBucketScale(quantization);
  auto fill = [&](float value, Value at) {
    tile::RowFillOp::create(b.builder, b.getLoc(),
                            b.builder.getF32FloatAttr(value), scale, at, one);
  };
  fill(step, zero);
  fill(low, one);
}

static tile::RowTypeAttr getTileType(MLIRContext *context,
                                     format::RowType type) {
  return tile::RowTypeAttr::get(context, static_cast<tile::RowType>(type));
}

void RowReader::widen(Value count, Value slice) {
  Value zero = b.constant(0);
  // A row that has its own scale was gathered whole.
  bool hasOwnScale = stored.format.scale == ScaleKind::Row;
  Value first = hasOwnScale ? b.addScaled(zero, slice, rows.width) : zero;
  Value scales = hasOwnScale ? codes.rows : scale, scalesOffset;
  IntegerAttr scalesStride;
  if (hasOwnScale) {
    scalesOffset =
        b.constant(format::getScaleOffset(stored.format, stored.width));
    scalesStride = b.builder.getI64IntegerAttr(codes.width);
  } else if (scale) {
    scalesOffset = zero;
    scalesStride = b.builder.getI64IntegerAttr(0);
  }
  tile::RowTypeAttr type =
      getTileType(b.builder.getContext(), stored.format.type);
  tile::WidenOp::create(b.builder, b.getLoc(), type, codes.rows, first, scales,
                        scalesOffset, rows.rows, zero, count,
                        b.builder.getI64IntegerAttr(rows.width),
                        b.builder.getI64IntegerAttr(codes.width), scalesStride);
}

void RowReader::accumulate(const EntryLists &entries, Value offset, Value count,
                           const RowSource &source, Value slice,
                           Value activations) {
  bool isWhole = isNarrow() && stored.format.scale == ScaleKind::Row;
  RowSource part = source;
  if (!isWhole)
    part.base = b.addScaled(part.base, slice, rows.width);
  bool isRounded =
      isNarrow() && quantization && stored.format.scale != ScaleKind::Bucket;
  Value zero = b.constant(0);
  IntegerAttr width = b.builder.getI64IntegerAttr(rows.width);
  b.gatherWindows(entries.ids, offset, count, part, isNarrow() ? codes : rows,
                  [&](Value first, Value number) {
                    if (isNarrow())
                      widen(number, slice);
                    if (isRounded)
                      b.snap(rows, number, quantization);
                    Value at = b.addScaled(first, offset, 1);
                    tile::AxpyIndexedOp::create(
                        b.builder, b.getLoc(), rows.rows, zero, entries.samples,
                        at, entries.gains, at, activations, number, width);
                  });
}

} // namespace sc
