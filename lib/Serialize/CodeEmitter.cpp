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
                  int(format::FaultCode::RowPointerPastEnd) &&
              int(tile::Fault::MinibatchesOutOfRange) ==
                  int(format::FaultCode::MinibatchesOutOfRange) &&
              int(tile::Fault::MinibatchesDisagree) ==
                  int(format::FaultCode::MinibatchesDisagree) &&
              tile::getMaxEnumValForFault() + 1 ==
                  unsigned(format::FaultCode::Count));

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

void CodeEmitter::emitWithResults(ValueRange results, Opcode opcode,
                                  ArrayRef<Scalar> operands) {
  SmallVector<Scalar> all;
  for (Value result : results) {
    Scalar target = newRegister();
    all.push_back(immediate(target.value));
    scalars[result] = target;
  }
  llvm::append_range(all, operands);
  emit(results.front().getLoc(), opcode, all);
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

Scalar CodeEmitter::optional(Value value, int64_t absent) const {
  return value ? get(value) : immediate(absent);
}

Scalar CodeEmitter::elements(int64_t count, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = 0;
  if (llvm::MulOverflow(count, tile::getElementBytes(type.getElementType()),
                        bytes))
    bytes = std::numeric_limits<int64_t>::max(); // refused by the loader
  return immediate(bytes);
}

Scalar CodeEmitter::bytes(Value index, Value buffer) {
  if (!index)
    return immediate(0);
  return emitBinary(index.getLoc(), Opcode::Multiply, get(index),
                    elements(1, buffer));
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
    emitWithResults(op->getResults(), opcode, {a, b});
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
// Synchronization, and memory of a tile
//===----------------------------------------------------------------------===//

void CodeEmitter::emitRecord(tile::TileIdOp op) {
  emitWithResults(op->getResults(), Opcode::TileId, {});
}

void CodeEmitter::emitRecord(tile::SparseCoreIdOp op) {
  emitWithResults(op->getResults(), Opcode::SparseCoreId, {});
}

void CodeEmitter::emitRecord(tile::LoadOp op) {
  emitWithResults(op->getResults(), Opcode::Load,
                  {buffer(op.getBuffer()), get(op.getIndex())});
}

void CodeEmitter::emitRecord(tile::StoreOp op) {
  emit(op.getLoc(), Opcode::Store,
       {buffer(op.getBuffer()), get(op.getIndex()), get(op.getValue())});
}

void CodeEmitter::emitRecord(tile::LoadFlagOp op) {
  emitWithResults(op->getResults(), Opcode::LoadFlag, {get(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::SignalOp op) {
  emit(op.getLoc(), Opcode::Signal,
       {optional(op.getPeer()), get(op.getFlag()), get(op.getValue())});
}

void CodeEmitter::emitRecord(tile::WaitOp op) {
  emit(op.getLoc(), Opcode::Wait, {get(op.getFlag())});
}

void CodeEmitter::emitRecord(tile::ClearFlagsOp op) {
  emit(op.getLoc(), Opcode::ClearFlags,
       {get(op.getFlag()), get(op.getCount())});
}

void CodeEmitter::emitRecord(tile::LaunchOp op) {
  emit(op.getLoc(), Opcode::Launch,
       {immediate(context.programs.lookup(op.getProgram()))});
}

void CodeEmitter::emitRecord(tile::BarrierOp op) {
  emit(op.getLoc(), Opcode::Barrier, {});
}

void CodeEmitter::emitRecord(tile::FaultIfOp op) {
  emit(op.getLoc(), Opcode::FaultIf,
       {get(op.getCondition()), immediate(static_cast<int64_t>(op.getFault())),
        get(op.getObserved()), get(op.getLimit())});
}

void CodeEmitter::emitRecord(tile::WaitDmaOp op) {
  emit(op.getLoc(), Opcode::WaitDma, {get(op.getFlag())});
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

/// Operations that take no buffer of rows.
bool CodeEmitter::emitSyncOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile::TileIdOp, tile::SparseCoreIdOp, tile::LoadOp, tile::StoreOp,
            tile::LoadFlagOp, tile::SignalOp, tile::WaitOp, tile::ClearFlagsOp,
            tile::LaunchOp, tile::BarrierOp, tile::FaultIfOp, tile::WaitDmaOp>(
          [&](auto step) { return emitRecord(step), true; })
      .Default([](Operation *) { return false; });
}

LogicalResult CodeEmitter::emitOp(Operation *op) {
  if (emitScalarOp(op) || emitSyncOp(op) || emitRowOp(op))
    return success();
  return emitStructure(op);
}

} // namespace sc
