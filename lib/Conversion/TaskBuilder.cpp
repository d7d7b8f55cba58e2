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
                            ArrayRef<std::pair<StringRef, int64_t>> sizes,
                            PlanAttr plan) {
  SmallVector<std::pair<StringRef, int64_t>> numbers(sizes);
  numbers.append({{"replicas", plan.getReplicas()},
                  {"vector_splits", plan.getVectorSplits()},
                  {"sample_splits", plan.getSampleSplits()},
                  {"row_streaming", plan.getRowStreaming()},
                  {"serialized", plan.getSerialized()},
                  {"window_rows", plan.getWindowRows()},
                  {"window_buffers", plan.getWindowBuffers()},
                  {"list_entries", plan.getListEntries()},
                  {"gather_operand_bytes", plan.getGatherOperandBytes()},
                  {"scratch_bytes", plan.getScratchBytes()},
                  {"list_bytes", plan.getListBytes()},
                  {"stack_bytes", plan.getStackBytes()}});
  SmallVector<NamedAttribute> entries = {
      builder.getNamedAttr("table", builder.getStringAttr(tableName))};
  for (auto [name, value] : numbers)
    entries.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  task.setLookupAttr(builder.getDictionaryAttr(entries));
}

void TaskBuilder::setDmaFlags(int64_t flags) {
  task.setDmaFlagsAttr(builder.getI64IntegerAttr(flags));
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

Value TaskBuilder::maximum(Value lhs, Value rhs) {
  return arith::MaxSIOp::create(builder, location, lhs, rhs);
}

Value TaskBuilder::addScaled(Value base, Value index, int64_t scale) {
  return index ? add(base, multiply(index, scale)) : base;
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

void TaskBuilder::forEachSplit(int64_t count, function_ref<void(Value)> body) {
  if (count == 1)
    return body(Value());
  Value zero = constant(0), one = constant(1), end = constant(count);
  loop(zero, end, one, body);
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

void TaskBuilder::dmaSlices(Value source, Value sourceOffset,
                            int64_t sourceStride, Value destination,
                            Value destinationOffset, int64_t destinationStride,
                            Value rows, int64_t rowSize) {
  tile::DmaRowsOp::create(builder, location, source, sourceOffset, destination,
                          destinationOffset, rows, Value(), Value(),
                          builder.getI64IntegerAttr(rowSize),
                          builder.getI64IntegerAttr(sourceStride),
                          builder.getI64IntegerAttr(destinationStride));
}

Partition TaskBuilder::loadPartition(const RowPointers &pointers, Value index,
                                     int64_t capacity) {
  // The partition ends at its pointer and starts at the previous one rounded
  // up to 8; the first starts at 0, which the factor min(index, 1) gives.
  Value zero = constant(0), one = constant(1);
  Value endIndex = pointers.block ? add(index, one) : index;
  Value end = tile::LoadOp::create(builder, location, indexType(),
                                   pointers.buffer, endIndex);
  Value before = pointers.block ? index : maximum(subtract(index, one), zero);
  Value previous = tile::LoadOp::create(builder, location, indexType(),
                                        pointers.buffer, before);
  Value position = addScaled(index, pointers.block, 1);
  Value isLater = minimum(position, one);
  Value start = multiply(multiply(ceilDivide(previous, 8), 8), isLater);
  Value limit = constant(capacity);
  faultIf(isLess(limit, end), tile::Fault::RowPointerPastEnd, end, limit);
  faultIf(isLess(end, start), tile::Fault::RowPointersDescend, start, end);
  return {start, subtract(end, start)};
}

scf::ForOp TaskBuilder::pieces(Value lower, Value upper, int64_t size,
                               function_ref<void(Value, Value)> body) {
  Value step = constant(size);
  return loop(lower, upper, step, [&](Value first) {
    body(first, minimum(subtract(upper, first), step));
  });
}

void TaskBuilder::windows(Value lower, Value upper, const RowWindow &window,
                          function_ref<void(Value, Value)> body) {
  scf::ForOp op = pieces(lower, upper, window.windowRows, body);
  op->setAttr(kWindowsAttrName,
              builder.getI64IntegerAttr(window.windowBuffers));
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

EntryStream TaskBuilder::allocEntries(StringRef prefix,
                                      const EntryLists &source, int64_t entries,
                                      bool isStreamed) {
  using tile::BufferClass, tile::Space;
  EntryStream stream{source, {}, isStreamed ? entries : 0, {}};
  SmallVector<int64_t> shape = {entries};
  if (isStreamed)
    shape = {2, entries};
  auto allocOne = [&](StringRef name, Value of) -> Value {
    if (!of)
      return {};
    return alloc((prefix + "." + name).str(), BufferClass::List,
                 Space::TileSpmem, shape,
                 cast<MemRefType>(of.getType()).getElementType());
  };
  stream.lists.ids = allocOne("ids", source.ids);
  stream.lists.samples = allocOne("samples", source.samples);
  stream.lists.gains = allocOne("gains", source.gains);
  if (isStreamed)
    stream.carry = alloc((prefix + ".carry").str(), BufferClass::Scratch,
                         Space::TileSpmem, {2}, builder.getI32Type());
  return stream;
}

/// Source and list of each of the three that is there.
static SmallVector<std::pair<Value, Value>>
getLists(const EntryStream &stream) {
  SmallVector<std::pair<Value, Value>> lists;
  for (Value EntryLists::*list :
       {&EntryLists::ids, &EntryLists::samples, &EntryLists::gains})
    if (stream.source.*list)
      lists.push_back({stream.source.*list, stream.lists.*list});
  return lists;
}

/// Starts to load the window from entry `at` on into a half of the lists. List
/// i has the DMA flags 2 i and 2 i + 1, one for each half.
void TaskBuilder::loadWindow(const EntryStream &stream,
                             const Partition &partition, Value at, Value half) {
  Value left = subtract(partition.count, at);
  Value count = minimum(left, constant(stream.windowEntries));
  Value from = add(partition.start, at);
  Value to = multiply(half, stream.windowEntries);
  IntegerAttr one = builder.getI64IntegerAttr(1);
  for (auto [index, lists] : llvm::enumerate(getLists(stream))) {
    Value flag = add(half, constant(2 * static_cast<int64_t>(index)));
    tile::DmaRowsOp::create(builder, location, lists.first, from, lists.second,
                            to, count, Value(), flag, one, one, one);
  }
}

void TaskBuilder::streamWindows(const EntryStream &stream,
                                const Partition &partition,
                                function_ref<void(const EntryWindow &)> body) {
  Value zero = constant(0), one = constant(1), two = constant(2);
  Value step = constant(stream.windowEntries);
  loadWindow(stream, partition, zero, zero);
  loop(zero, maximum(partition.count, one), step, [&](Value at) {
    Value index = arith::DivSIOp::create(builder, location, at, step);
    Value half = arith::RemSIOp::create(builder, location, index, two);
    Value next = add(at, step);
    ifTrue(isLess(next, partition.count),
           [&] { loadWindow(stream, partition, next, subtract(one, half)); });
    for (size_t list = 0; list < getLists(stream).size(); ++list) {
      Value flag = add(half, constant(2 * static_cast<int64_t>(list)));
      tile::WaitDmaOp::create(builder, location, flag);
    }
    Value offset = multiply(half, stream.windowEntries);
    Value left = subtract(partition.count, at);
    body({offset, minimum(left, step), at});
  });
}

void TaskBuilder::forEachWindow(const EntryStream &stream,
                                const Partition &partition,
                                function_ref<void(const EntryWindow &)> body) {
  if (stream.windowEntries > 0)
    return streamWindows(stream, partition, body);
  for (auto [source, list] : getLists(stream))
    dma(source, partition.start, list, constant(0), partition.count);
  body({Value(), partition.count, Value()});
}

Value TaskBuilder::select(tile::SelectMode mode, const EntryLists &entries,
                          const EntryWindow &window, Value lower, Value upper,
                          int64_t samples, Value carry) {
  return tile::SelectOp::create(
      builder, location, indexType(), mode, entries.ids, entries.samples,
      entries.gains, window.offset, window.count, lower, upper, carry,
      carry ? window.carried : Value(), samples);
}

void TaskBuilder::gatherWindows(Value ids, Value offset, Value count,
                                const RowSource &source,
                                const RowWindow &window,
                                function_ref<void(Value, Value)> body) {
  Value zero = constant(0);
  IntegerAttr stride;
  if (source.stride != window.width)
    stride = builder.getI64IntegerAttr(source.stride);
  windows(zero, count, window, [&](Value first, Value number) {
    Value at = addScaled(first, offset, 1);
    tile::GatherRowsOp::create(builder, location, source.buffer, source.base,
                               builder.getI64IntegerAttr(source.rows), ids, at,
                               window.rows, zero, number, Value(),
                               builder.getI64IntegerAttr(window.width), stride);
    body(first, number);
  });
}

Value TaskBuilder::lowerBound(Value value, Value list, Value offset,
                              Value count) {
  return tile::LowerBoundOp::create(builder, location, indexType(), value, list,
                                    offset, count);
}

void TaskBuilder::fillZeros(Value buffer, Value count) {
  Value zero = constant(0);
  tile::RowFillOp::create(builder, location, builder.getF32FloatAttr(0), buffer,
                          zero, count);
}

void TaskBuilder::snap(const RowWindow &window, Value count,
                       QuantizationAttr quantization) {
  auto toF64 = [&](FloatAttr number) {
    return builder.getF64FloatAttr(number.getValueAsDouble());
  };
  Value zero = constant(0);
  tile::SnapOp::create(builder, location, window.rows, zero, count,
                       toF64(quantization.getMin()),
                       toF64(quantization.getMax()),
                       builder.getI64IntegerAttr(quantization.getBuckets()),
                       builder.getI64IntegerAttr(window.width));
}

} // namespace sc
