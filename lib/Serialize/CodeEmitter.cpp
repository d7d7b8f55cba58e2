//===-- CodeEmitter.cpp - tile and sequencer code -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction record for each operation of the tile dialect.

#include "CodeEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sc {

static_assert(int(tile::Fault::TooManyIds) ==
                  int(format::FaultCode::TooManyIds) &&
              int(tile::Fault::TooManyUniqueIds) ==
                  int(format::FaultCode::TooManyUniqueIds) &&
              int(tile::Fault::RowPointersDescend) ==
                  int(format::FaultCode::RowPointersDescend) &&
              int(tile::Fault::RowPointerPastEnd) ==
                  int(format::FaultCode::RowPointerPastEnd));
static_assert(int(tile::SelectMode::Slots) == int(format::SelectMode::Slots) &&
              int(tile::SelectMode::KeepIds) ==
                  int(format::SelectMode::KeepIds) &&
              int(tile::SelectMode::Filter) == int(format::SelectMode::Filter));

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void CodeEmitter::emit(Location location, Opcode opcode,
                       ArrayRef<Scalar> operands) {
  std::array<int64_t, format::kMaxOperands> values = {};
  uint16_t registers = 0;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    values[index] = operand.value;
    registers |= static_cast<uint16_t>(operand.isRegister) << index;
  }
  instructions.emplace_back(
      static_cast<uint16_t>(opcode), registers, context.getLocation(location),
      flatbuffers::span<const int64_t, format::kMaxOperands>(values));
}

void CodeEmitter::emitWithResult(Value result, Opcode opcode,
                                 ArrayRef<Scalar> operands) {
  Scalar target = newRegister();
  SmallVector<Scalar> all = {immediate(target.value)};
  llvm::append_range(all, operands);
  emit(result.getLoc(), opcode, all);
  scalars[result] = target;
}

void CodeEmitter::setOperand(size_t instruction, int operand, int64_t value) {
  instructions[instruction].mutable_operands()->Mutate(operand, value);
}

Scalar CodeEmitter::buffer(Value value) const {
  return immediate(context.buffers.lookup(value));
}

Scalar CodeEmitter::optionalBuffer(Value value) const {
  return value ? buffer(value) : immediate(-1);
}

Scalar CodeEmitter::optional(Value value) const {
  return value ? get(value) : immediate(-1);
}

static int64_t getElementBytes(Value buffer) {
  return tile::getElementBytes(
      cast<MemRefType>(buffer.getType()).getElementType());
}

Scalar CodeEmitter::bytes(Value index, Value buffer) {
  return emitBinary(index.getLoc(), Opcode::Multiply, get(index),
                    immediate(getElementBytes(buffer)));
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// The value of an operation on immediates; nothing where it would overflow.
static std::optional<int64_t> fold(format::Opcode opcode, int64_t lhs,
                                   int64_t rhs) {
  int64_t result = 0;
  switch (opcode) {
  case format::Opcode::Add:
    return llvm::AddOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case format::Opcode::Subtract:
    return llvm::SubOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case format::Opcode::Multiply:
    return llvm::MulOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case format::Opcode::Minimum:
    return std::min(lhs, rhs);
  case format::Opcode::Maximum:
    return std::max(lhs, rhs);
  default:
    return std::nullopt;
  }
}

Scalar CodeEmitter::emitBinary(Location location, Opcode opcode, Scalar lhs,
                               Scalar rhs) {
  if (!lhs.isRegister && !rhs.isRegister)
    if (std::optional<int64_t> folded = fold(opcode, lhs.value, rhs.value))
      return immediate(*folded);
  bool isNeutral = (opcode == Opcode::Multiply && rhs.value == 1) ||
                   (opcode == Opcode::Add && rhs.value == 0);
  if (!rhs.isRegister && isNeutral)
    return lhs;
  Scalar result = newRegister();
  emit(location, opcode, {immediate(result.value), lhs, rhs});
  return result;
}

bool CodeEmitter::emitScalarOp(Operation *op) {
  std::optional<Opcode> opcode =
      llvm::TypeSwitch<Operation *, std::optional<Opcode>>(op)
          .Case([](arith::AddIOp) { return Opcode::Add; })
          .Case([](arith::SubIOp) { return Opcode::Subtract; })
          .Case([](arith::MulIOp) { return Opcode::Multiply; })
          .Case([](arith::DivSIOp) { return Opcode::Divide; })
          .Case([](arith::RemSIOp) { return Opcode::Remainder; })
          .Case([](arith::MinSIOp) { return Opcode::Minimum; })
          .Case([](arith::MaxSIOp) { return Opcode::Maximum; })
          .Case([](arith::AndIOp) { return Opcode::And; })
          .Case([](arith::OrIOp) { return Opcode::Or; })
          .Default([](Operation *) { return std::nullopt; });
  if (!opcode)
    return false;
  scalars[op->getResult(0)] = emitBinary(
      op->getLoc(), *opcode, get(op->getOperand(0)), get(op->getOperand(1)));
  return true;
}

LogicalResult CodeEmitter::emitCompare(arith::CmpIOp op) {
  Scalar lhs = get(op.getLhs()), rhs = get(op.getRhs());
  auto define = [&](Opcode opcode, Scalar a, Scalar b) {
    emitWithResult(op.getResult(), opcode, {a, b});
    return success();
  };
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return define(Opcode::Equal, lhs, rhs);
  case arith::CmpIPredicate::ne:
    return define(Opcode::NotEqual, lhs, rhs);
  case arith::CmpIPredicate::slt:
    return define(Opcode::Less, lhs, rhs);
  case arith::CmpIPredicate::sle:
    return define(Opcode::LessEqual, lhs, rhs);
  case arith::CmpIPredicate::sgt:
    return define(Opcode::Less, rhs, lhs);
  case arith::CmpIPredicate::sge:
    return define(Opcode::LessEqual, rhs, lhs);
  default:
    return op.emitError("no instruction compares unsigned numbers");
  }
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

LogicalResult CodeEmitter::emitFor(scf::ForOp op) {
  if (op.getNumResults() != 0)
    return op.emitError("no instruction carries values around a loop");
  size_t begin = instructions.size();
  Scalar iv = newRegister();
  scalars[op.getInductionVar()] = iv;
  emit(op.getLoc(), Opcode::Loop,
       {immediate(iv.value), get(op.getLowerBound()), get(op.getUpperBound()),
        get(op.getStep()), immediate(0)});
  if (failed(emitBlock(*op.getBody())))
    return failure();
  setOperand(begin, 4, instructions.size());
  emit(op.getLoc(), Opcode::EndLoop, {immediate(begin)});
  return success();
}

LogicalResult CodeEmitter::emitIf(scf::IfOp op) {
  if (op.getNumResults() != 0)
    return op.emitError("no instruction returns values from a branch");
  size_t branch = instructions.size();
  emit(op.getLoc(), Opcode::SkipIfZero, {get(op.getCondition()), immediate(0)});
  if (failed(emitBlock(*op.thenBlock())))
    return failure();
  if (!op.elseBlock()) {
    setOperand(branch, 1, instructions.size());
    return success();
  }
  size_t jump = instructions.size();
  emit(op.getLoc(), Opcode::Jump, {immediate(0)});
  setOperand(branch, 1, instructions.size());
  if (failed(emitBlock(*op.elseBlock())))
    return failure();
  setOperand(jump, 0, instructions.size());
  return success();
}

LogicalResult CodeEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult CodeEmitter::emit(Region &region) {
  return emitBlock(region.front());
}

//===----------------------------------------------------------------------===//
// Streams, lists and rows
//===----------------------------------------------------------------------===//

void CodeEmitter::emitDma(tile::DmaOp op) {
  emit(op.getLoc(), Opcode::Dma,
       {buffer(op.getSource()), bytes(op.getSourceOffset(), op.getSource()),
        buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        bytes(op.getCount(), op.getSource()), optional(op.getPeer()),
        optional(op.getFlag())});
}

void CodeEmitter::emitDmaRows(tile::DmaRowsOp op) {
  int64_t size = getElementBytes(op.getSource());
  emit(op.getLoc(), Opcode::DmaRows,
       {buffer(op.getSource()), bytes(op.getSourceOffset(), op.getSource()),
        immediate(op.getSourceStride() * size), buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        immediate(op.getDestinationStride() * size), get(op.getRows()),
        immediate(op.getRowSize() * size), optional(op.getPeer()),
        optional(op.getFlag())});
}

void CodeEmitter::emitGatherRows(tile::GatherRowsOp op) {
  int64_t size = getElementBytes(op.getSource());
  int64_t rowBytes = op.getRowSize() * size;
  emit(op.getLoc(), Opcode::GatherRows,
       {buffer(op.getSource()), bytes(op.getSourceOffset(), op.getSource()),
        immediate(op.getSourceStrideOrRowSize() * size),
        immediate(op.getSourceRows()), buffer(op.getIndices()),
        bytes(op.getIndicesOffset(), op.getIndices()), get(op.getCount()),
        buffer(op.getDestination()),
        bytes(op.getDestinationOffset(), op.getDestination()),
        immediate(rowBytes), optional(op.getFlag())});
}

void CodeEmitter::emitRuns(tile::RunsOp op) {
  Scalar ids = buffer(op.getIds());
  Scalar offset = bytes(op.getOffset(), op.getIds());
  emitWithResult(op.getDistinct(), Opcode::Runs,
                 {ids, offset, get(op.getCount()), ids, offset,
                  optionalBuffer(op.getCarry()),
                  op.getCarried() ? get(op.getCarried()) : immediate(0)});
}

void CodeEmitter::emitSelect(tile::SelectOp op) {
  Scalar offset = immediate(0);
  if (op.getOffset())
    offset = bytes(op.getOffset(), op.getIds());
  emitWithResult(op.getKept(), Opcode::Select,
                 {buffer(op.getIds()), buffer(op.getSamples()),
                  buffer(op.getGains()), offset, get(op.getCount()),
                  get(op.getLower()), get(op.getUpper()),
                  immediate(op.getNumSamples()),
                  immediate(static_cast<int64_t>(op.getMode())),
                  optionalBuffer(op.getCarry()),
                  op.getCarried() ? get(op.getCarried()) : immediate(0)});
}

void CodeEmitter::emitAxpyIndexed(tile::AxpyIndexedOp op) {
  int64_t accumulatorRows =
      cast<MemRefType>(op.getAccumulator().getType()).getNumElements() /
      op.getRowSize();
  emit(op.getLoc(), Opcode::AxpyIndexed,
       {buffer(op.getAccumulator()), immediate(0), immediate(accumulatorRows),
        buffer(op.getRows()), bytes(op.getRowsOffset(), op.getRows()),
        buffer(op.getSamples()), bytes(op.getSamplesOffset(), op.getSamples()),
        buffer(op.getGains()), bytes(op.getGainsOffset(), op.getGains()),
        get(op.getCount()),
        immediate(op.getRowSize() * getElementBytes(op.getRows()))});
}

void CodeEmitter::emitAllToAll(tile::AllToAllOp op) {
  auto type = cast<MemRefType>(op.getSend().getType());
  int64_t rows = type.getDimSize(1);
  int64_t rowBytes = type.getDimSize(2) * getElementBytes(op.getSend());
  emit(op.getLoc(), Opcode::AllToAll,
       {buffer(op.getSend()), buffer(op.getReceive()),
        immediate(op.getFirstBlock() * rows * rowBytes), immediate(rows),
        immediate(rowBytes), immediate(op.getCountFlag()),
        immediate(op.getDoneFlag())});
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

LogicalResult CodeEmitter::emitStructure(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(loop); })
      .Case([&](scf::IfOp branch) { return emitIf(branch); })
      .Case([](scf::YieldOp) { return success(); })
      .Case([&](arith::CmpIOp compare) { return emitCompare(compare); })
      .Case([&](arith::ConstantOp constant) -> LogicalResult {
        auto integer = dyn_cast<IntegerAttr>(constant.getValue());
        if (!integer)
          return constant.emitError("scalars of tile programs are integers");
        scalars[constant.getResult()] = immediate(integer.getInt());
        return success();
      })
      .Default([](Operation *op) -> LogicalResult {
        return op->emitError("no instruction for this operation");
      });
}

/// Operations on lists, rows and memories of other units.
bool CodeEmitter::emitTransferOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::RunsOp op) { return emitRuns(op), true; })
      .Case([&](tile::DmaOp dma) { return emitDma(dma), true; })
      .Case([&](tile::DmaRowsOp dma) { return emitDmaRows(dma), true; })
      .Case([&](tile::GatherRowsOp op) { return emitGatherRows(op), true; })
      .Case([&](tile::SelectOp op) { return emitSelect(op), true; })
      .Case([&](tile::AxpyIndexedOp op) { return emitAxpyIndexed(op), true; })
      .Case([&](tile::AllToAllOp op) { return emitAllToAll(op), true; })
      .Default([](Operation *) { return false; });
}

LogicalResult CodeEmitter::emitOp(Operation *op) {
  Location loc = op->getLoc();
  if (emitScalarOp(op))
    return success();
  bool isEmitted =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](tile::TileIdOp id) {
            return emitWithResult(id, Opcode::TileId, {}), true;
          })
          .Case([&](tile::SparseCoreIdOp id) {
            return emitWithResult(id, Opcode::SparseCoreId, {}), true;
          })
          .Case([&](tile::LoadOp load) {
            emitWithResult(load, Opcode::Load,
                           {buffer(load.getBuffer()), get(load.getIndex())});
            return true;
          })
          .Case([&](tile::LoadFlagOp load) {
            emitWithResult(load, Opcode::LoadFlag, {get(load.getFlag())});
            return true;
          })
          .Case([&](tile::SignalOp signal) {
            emit(loc, Opcode::Signal,
                 {optional(signal.getPeer()), get(signal.getFlag()),
                  get(signal.getValue())});
            return true;
          })
          .Case([&](tile::WaitOp wait) {
            return emit(loc, Opcode::Wait, {get(wait.getFlag())}), true;
          })
          .Case([&](tile::LaunchOp launch) {
            int program = context.programs.lookup(launch.getProgram());
            return emit(loc, Opcode::Launch, {immediate(program)}), true;
          })
          .Case([&](tile::BarrierOp) {
            return emit(loc, Opcode::Barrier, {}), true;
          })
          .Case([&](tile::FaultIfOp fault) {
            emit(loc, Opcode::FaultIf,
                 {get(fault.getCondition()),
                  immediate(static_cast<int64_t>(fault.getFault())),
                  get(fault.getObserved()), get(fault.getLimit())});
            return true;
          })
          .Case([&](tile::WaitDmaOp wait) {
            return emit(loc, Opcode::WaitDma, {get(wait.getFlag())}), true;
          })
          .Default([](Operation *) { return false; });
  return isEmitted || emitTransferOp(op) ? success() : emitStructure(op);
}

} // namespace sc
