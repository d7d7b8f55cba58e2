//===-- TaskBuilder.cpp - makes tasks of the tile dialect -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars, control and streams of tile programs.

#include "TaskBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace sc {

static MemRefType getBufferType(ArrayRef<int64_t> shape, Type elementType,
                                tile::Space space) {
  auto attr = tile::SpaceAttr::get(elementType.getContext(), space);
  return MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(), attr);
}

TaskBuilder::TaskBuilder(ModuleOp module, Location location, StringRef name,
                         int64_t sparseCores, const DeviceGroups &groups,
                         ArrayRef<TaskArgument> arguments, int64_t flags)
    : builder(OpBuilder::atBlockEnd(module.getBody())), location(location) {
  SmallVector<bool> perSparseCore;
  for (const TaskArgument &argument : arguments)
    perSparseCore.push_back(argument.isPerSparseCore);
  task = tile::TaskOp::create(
      builder, location, builder.getStringAttr(name),
      builder.getI64IntegerAttr(sparseCores),
      builder.getI64IntegerAttr(groups.devicesPerGroup),
      builder.getDenseI64ArrayAttr(groups.devices),
      builder.getI64IntegerAttr(flags), builder.getI64IntegerAttr(0),
      builder.getDenseBoolArrayAttr(perSparseCore), DictionaryAttr());
  Block &body = task.getBody().emplaceBlock();
  for (const TaskArgument &argument : arguments)
    body.addArgument(getBufferType({argument.elements}, argument.elementType,
                                   tile::Space::Hbm),
                     location);
  SymbolTable symbols(module);
  task->remove();
  symbols.insert(task, module.getBody()->end());
  builder.setInsertionPointToEnd(&body);
}

void TaskBuilder::setLookup(StringRef tableName,
                            ArrayRef<std::pair<StringRef, int64_t>> sizes) {
  SmallVector<NamedAttribute> entries = {
      builder.getNamedAttr("table", builder.getStringAttr(tableName))};
  for (auto [name, value] : sizes)
    entries.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  task.setLookupAttr(builder.getDictionaryAttr(entries));
}

Value TaskBuilder::alloc(StringRef name, tile::BufferClass bufferClass,
                         tile::Space space, ArrayRef<int64_t> shape,
                         Type elementType) {
  return tile::AllocOp::create(
      builder, location, getBufferType(shape, elementType, space), name,
      bufferClass, IntegerAttr(), IntegerAttr(), IntegerAttr());
}

void TaskBuilder::sequencer(function_ref<void()> body) {
  auto op = tile::SequencerOp::create(builder, location);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  body();
}

void TaskBuilder::program(StringRef name, function_ref<void()> body) {
  auto op = tile::ProgramOp::create(builder, location, name);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  body();
}

//===----------------------------------------------------------------------===//
// Scalars and control
//===----------------------------------------------------------------------===//

Value TaskBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, location, value);
}

Value TaskBuilder::add(Value lhs, Value rhs) {
  return arith::AddIOp::create(builder, location, lhs, rhs);
}

Value TaskBuilder::subtract(Value lhs, Value rhs) {
  return arith::SubIOp::create(builder, location, lhs, rhs);
}

Value TaskBuilder::multiply(Value lhs, Value rhs) {
  return arith::MulIOp::create(builder, location, lhs, rhs);
}

Value TaskBuilder::multiply(Value lhs, int64_t rhs) {
  return rhs == 1 ? lhs : multiply(lhs, constant(rhs));
}

Value TaskBuilder::minimum(Value lhs, Value rhs) {
  return arith::MinSIOp::create(builder, location, lhs, rhs);
}

Value TaskBuilder::ceilDivide(Value value, int64_t divisor) {
  // Operands are made one by one: the order in which a call evaluates its
  // arguments depends on the compiler, and the IR must not.
  Value by = constant(divisor);
  Value sum = add(value, constant(divisor - 1));
  return arith::DivSIOp::create(builder, location, sum, by);
}

Value TaskBuilder::isLess(Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::slt,
                               lhs, rhs);
}

scf::ForOp TaskBuilder::loop(Value lower, Value upper, Value step,
                             function_ref<void(Value)> body) {
  auto op = scf::ForOp::create(builder, location, lower, upper, step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.getBody());
  body(op.getInductionVar());
  return op;
}

void TaskBuilder::ifTrue(Value condition, function_ref<void()> body) {
  auto op = scf::IfOp::create(builder, location, condition,
                              /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  body();
}

void TaskBuilder::faultIf(Value condition, tile::Fault fault, Value observed,
                          Value limit) {
  tile::FaultIfOp::create(builder, location, condition, fault, observed, limit);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void TaskBuilder::dma(Value source, Value sourceOffset, Value destination,
                      Value destinationOffset, Value count) {
  tile::DmaOp::create(builder, location, source, sourceOffset, destination,
                      destinationOffset, count, Value(), Value());
}

void TaskBuilder::dmaRows(Value source, Value sourceOffset, Value destination,
                          Value destinationOffset, Value rows, int64_t rowSize,
                          Value peer) {
  IntegerAttr size = builder.getI64IntegerAttr(rowSize);
  tile::DmaRowsOp::create(builder, location, source, sourceOffset, destination,
                          destinationOffset, rows, peer, Value(), size, size,
                          size);
}

Partition TaskBuilder::loadPartition(Value rowPointers, Value index,
                                     int64_t capacity) {
  // The partition ends at its pointer and starts at the previous one rounded
  // up to 8; the first starts at 0, which the factor min(index, 1) gives.
  Value zero = constant(0), one = constant(1);
  Value end =
      tile::LoadOp::create(builder, location, indexType(), rowPointers, index);
  Value before =
      arith::MaxSIOp::create(builder, location, subtract(index, one), zero);
  Value previous =
      tile::LoadOp::create(builder, location, indexType(), rowPointers, before);
  Value isLater = minimum(index, one);
  Value start = multiply(multiply(ceilDivide(previous, 8), 8), isLater);
  Value limit = constant(capacity);
  faultIf(isLess(limit, end), tile::Fault::RowPointerPastEnd, end, limit);
  faultIf(isLess(end, start), tile::Fault::RowPointersDescend, start, end);
  return {start, subtract(end, start)};
}

void TaskBuilder::windows(Value lower, Value upper, const RowWindow &window,
                          function_ref<void(Value, Value)> body) {
  Value step = constant(window.windowRows);
  scf::ForOp op = loop(lower, upper, step, [&](Value first) {
    body(first, minimum(subtract(upper, first), step));
  });
  op->setAttr(kWindowsAttrName,
              builder.getI64IntegerAttr(window.windowBuffers));
}

Value TaskBuilder::select(tile::SelectMode mode, const EntryLists &entries,
                          Value count, Value lower, Value upper,
                          int64_t samples) {
  return tile::SelectOp::create(builder, location, indexType(), mode,
                                entries.ids, entries.samples, entries.gains,
                                count, lower, upper, samples);
}

void TaskBuilder::accumulate(const EntryLists &entries, Value count,
                             Value source, Value base, int64_t sourceRows,
                             const RowWindow &window, Value activations) {
  Value zero = constant(0);
  IntegerAttr width = builder.getI64IntegerAttr(window.width);
  windows(zero, count, window, [&](Value first, Value number) {
    tile::GatherRowsOp::create(
        builder, location, source, base, builder.getI64IntegerAttr(sourceRows),
        entries.ids, first, window.rows, zero, number, Value(), width);
    tile::AxpyIndexedOp::create(builder, location, window.rows, zero,
                                entries.samples, first, entries.gains, first,
                                activations, number, width);
  });
}

} // namespace sc
