//===-- OptimizerProgram.cpp - an optimizer in a tile program -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction for each step of the code. New rows are scattered when all of
// them are known, so that no step reads a new one.

#include "OptimizerProgram.h"

#include "runtime/format/Opcodes.h"

using namespace mlir;

namespace sc {

OptimizerProgram::OptimizerProgram(TaskBuilder &b, const OptimizerCode &code,
                                   const OptimizerRows &rows,
                                   int64_t sliceWidth, int64_t blockRows)
    : b(b), code(code), rows(rows), sliceWidth(sliceWidth),
      blockRows(blockRows) {
  allocBuffers(code.sizes);
}

void OptimizerProgram::allocBuffers(const OptimizerSizes &sizes) {
  using tile::BufferClass;
  Type f32 = b.builder.getF32Type();
  auto alloc = [&](StringRef name, BufferClass bufferClass, int64_t index,
                   ArrayRef<int64_t> shape) {
    return b.alloc((name + Twine(index)).str(), bufferClass,
                   tile::Space::TileSpmem, shape, f32);
  };
  rowBuffers.push_back(rows.gradients);
  for (int64_t i = 0; i < sizes.rows; ++i)
    rowBuffers.push_back(alloc("optimizer.row", BufferClass::Window, i,
                               {blockRows, sliceWidth}));
  for (int64_t i = 0; i < sizes.words; ++i)
    wordBuffers.push_back(
        alloc("optimizer.word", BufferClass::Scratch, i, {blockRows}));
  for (int64_t i = 0; i < sizes.uniformRows; ++i)
    uniformRows.push_back(
        alloc("optimizer.uniform_row", BufferClass::Scratch, i, {sliceWidth}));
  for (int64_t i = 0; i < sizes.uniformWords; ++i)
    uniformWords.push_back(
        alloc("optimizer.uniform_word", BufferClass::Scratch, i, {1}));
}

Value OptimizerProgram::get(const OptimizerBuffer &buffer) const {
  if (buffer.isUniform)
    return (buffer.isWide ? uniformRows : uniformWords)[buffer.index];
  return (buffer.isWide ? rowBuffers : wordBuffers)[buffer.index];
}

Value OptimizerProgram::getOffset(const OptimizerBuffer &buffer) {
  bool isGradient = !buffer.isUniform && buffer.isWide && buffer.index == 0;
  return isGradient ? gradientOffset : b.constant(0);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void OptimizerProgram::emitConstant(const OptimizerStep &step) {
  Value one = b.constant(1);
  for (auto [index, word] : llvm::enumerate(step.words)) {
    Value at = b.constant(index);
    tile::RowFillOp::create(b.builder, step.location, word, get(step.result),
                            at, one);
  }
}

/// How an operand lies, for a result of wide rows or of words.
static int64_t getBroadcast(const OptimizerBuffer &operand, bool isWide) {
  return (operand.isUniform ? format::kOneRow : 0) |
         (isWide && !operand.isWide ? format::kOneWord : 0);
}

void OptimizerProgram::emitElementwise(const OptimizerStep &step, Value count) {
  Value operands[3], offsets[3];
  SmallVector<int64_t> broadcast;
  for (auto [index, operand] : llvm::enumerate(step.operands)) {
    operands[index] = get(operand);
    offsets[index] = getOffset(operand);
    broadcast.push_back(getBroadcast(operand, step.result.isWide));
  }
  Value to = getOffset(step.result);
  tile::ElementwiseOp::create(
      b.builder, step.location, step.function, operands[0], offsets[0],
      operands[1], offsets[1], operands[2], offsets[2], get(step.result), to,
      count, step.result.isWide ? sliceWidth : 1, broadcast);
}

void OptimizerProgram::emitReduce(const OptimizerStep &step, Value count) {
  Value zero = b.constant(0);
  Value from = getOffset(step.operands[0]);
  tile::ReduceRowOp::create(b.builder, step.location, step.function,
                            get(step.operands[0]), from, get(step.operands[1]),
                            zero, get(step.result), zero, count, sliceWidth);
}

void OptimizerProgram::emit(const OptimizerStep &step, Value count) {
  switch (step.kind) {
  case OptimizerStep::Kind::Constant:
    return emitConstant(step);
  case OptimizerStep::Kind::Elementwise:
    return emitElementwise(step, count);
  case OptimizerStep::Kind::Reduce:
    return emitReduce(step, count);
  }
}

void OptimizerProgram::begin(Value column) {
  Value zero = b.constant(0), one = b.constant(1);
  size_t first = code.arguments.size() - rows.hyperparameters.size();
  for (auto [index, parameter] : llvm::enumerate(rows.hyperparameters)) {
    const std::optional<OptimizerBuffer> &buffer =
        code.arguments[first + index];
    if (!buffer)
      continue;
    bool isWide = buffer->isWide;
    b.dmaRows(parameter, isWide ? column : zero, get(*buffer), zero, one,
              isWide ? sliceWidth : 1);
  }
  for (const OptimizerStep &step : code.uniformSteps)
    emit(step, one);
}

//===----------------------------------------------------------------------===//
// Blocks of rows
//===----------------------------------------------------------------------===//

static IntegerAttr getStride(TaskBuilder &b, const RowSource &table,
                             int64_t sliceWidth) {
  return table.stride == sliceWidth ? IntegerAttr()
                                    : b.builder.getI64IntegerAttr(table.stride);
}

void OptimizerProgram::gather(const RowSource &table, Value at, Value count,
                              Value column, Value to) {
  Value zero = b.constant(0);
  tile::GatherRowsOp::create(b.builder, b.getLoc(), table.buffer, column,
                             b.builder.getI64IntegerAttr(table.rows), rows.ids,
                             at, to, zero, count, Value(),
                             b.builder.getI64IntegerAttr(sliceWidth),
                             getStride(b, table, sliceWidth));
}

void OptimizerProgram::scatter(const OptimizerBuffer &from,
                               const RowSource &table, Value at, Value count,
                               Value column) {
  Value offset = getOffset(from);
  tile::ScatterRowsOp::create(
      b.builder, b.getLoc(), get(from), offset, rows.ids, at, table.buffer,
      column, b.builder.getI64IntegerAttr(table.rows), count, Value(),
      b.builder.getI64IntegerAttr(sliceWidth), getStride(b, table, sliceWidth));
}

/// The rows of `count` ids from `first` on in the list.
void OptimizerProgram::updateBlock(Value first, Value count, Value column) {
  for (auto [index, table] : llvm::enumerate(rows.tables))
    if (const auto &buffer = code.arguments[index + 1])
      gather(table, first, count, column, get(*buffer));
  for (const OptimizerStep &step : code.rowSteps)
    emit(step, count);
  for (auto [result, table] : llvm::zip_equal(code.results, rows.tables))
    scatter(result, table, first, count, column);
}

void OptimizerProgram::update(Value first, Value count, Value column) {
  b.pieces(b.constant(0), count, blockRows, [&](Value at, Value number) {
    gradientOffset = b.multiply(at, sliceWidth);
    updateBlock(b.add(first, at), number, column);
  });
  gradientOffset = Value();
}

} // namespace sc
