//===-- CodeEmitter.h - tile and sequencer code -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the instructions of one program region.

#ifndef SC_LIB_SERIALIZE_CODEEMITTER_H
#define SC_LIB_SERIALIZE_CODEEMITTER_H

#include "dialects/Tile/Tile.h"
#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"

namespace sc {

/// A scalar of a program: a register, or an immediate.
struct Scalar {
  bool isRegister = false;
  int64_t value = 0;
};

/// What code refers to outside itself.
struct CodeContext {
  const mlir::DenseMap<mlir::Value, int> &buffers; // Program.buffers
  const llvm::StringMap<int> &programs;            // Task.programs
  llvm::function_ref<int(mlir::Location)> getLocation;
};

class CodeEmitter {
public:
  explicit CodeEmitter(const CodeContext &context) : context(context) {}

  /// Emits the region of a tile.program or tile.sequencer. Fails after an
  /// error at an operation that has no instruction.
  mlir::LogicalResult emit(mlir::Region &region);

  std::vector<format::Instruction> takeInstructions() {
    return std::move(instructions);
  }
  int getNumRegisters() const { return numRegisters; }

private:
  using Opcode = format::Opcode;

  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitStructure(mlir::Operation *op);
  mlir::LogicalResult emitFor(mlir::scf::ForOp op);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  bool emitScalarOp(mlir::Operation *op);
  bool emitSyncOp(mlir::Operation *op);
  bool emitRowOp(mlir::Operation *op);
  mlir::LogicalResult emitCompare(mlir::arith::CmpIOp op);
  // One instruction each, in RowEmitter.cpp but for the first ones.
  void emitRecord(tile::TileIdOp op);
  void emitRecord(tile::SparseCoreIdOp op);
  void emitRecord(tile::LoadOp op);
  void emitRecord(tile::StoreOp op);
  void emitRecord(tile::LoadFlagOp op);
  void emitRecord(tile::SignalOp op);
  void emitRecord(tile::WaitOp op);
  void emitRecord(tile::ClearFlagsOp op);
  void emitRecord(tile::LaunchOp op);
  void emitRecord(tile::BarrierOp op);
  void emitRecord(tile::FaultIfOp op);
  void emitRecord(tile::WaitDmaOp op);
  void emitRecord(tile::AllToAllOp op);
  void emitRecord(tile::DmaOp op);
  void emitRecord(tile::DmaRowsOp op);
  void emitRecord(tile::GatherRowsOp op);
  void emitRecord(tile::ScatterRowsOp op);
  void emitRecord(tile::MergeOp op);
  void emitRecord(tile::RunsOp op);
  void emitRecord(tile::SelectOp op);
  void emitRecord(tile::SortOp op);
  void emitRecord(tile::LowerBoundOp op);
  void emitRecord(tile::AxpyIndexedOp op);
  void emitRecord(tile::SegmentSumOp op);
  void emitRecord(tile::RowFillOp op);
  void emitRecord(tile::ElementwiseOp op);
  void emitRecord(tile::ReduceRowOp op);
  void emitRecord(tile::SnapOp op);
  void emitRecord(tile::WidenOp op);

  /// result = lhs op rhs, folded where both are immediate.
  Scalar emitBinary(mlir::Location location, Opcode opcode, Scalar lhs,
                    Scalar rhs);
  /// An instruction whose first operands are new registers for `results`.
  void emitWithResults(mlir::ValueRange results, Opcode opcode,
                       llvm::ArrayRef<Scalar> operands);
  void emit(mlir::Location location, Opcode opcode,
            llvm::ArrayRef<Scalar> operands);
  void setOperand(size_t instruction, int operand, int64_t value);

  Scalar get(mlir::Value value) const { return scalars.lookup(value); }
  Scalar buffer(mlir::Value value) const;
  /// An optional buffer; -1 where it is absent.
  Scalar optionalBuffer(mlir::Value value) const;
  /// An element index of `buffer` in bytes; 0 where it is absent.
  Scalar bytes(mlir::Value index, mlir::Value buffer);
  /// Bytes of so many elements of `buffer`.
  static Scalar elements(int64_t count, mlir::Value buffer);
  /// An optional scalar; -1, or another value, where it is absent.
  Scalar optional(mlir::Value value, int64_t absent = -1) const;
  static Scalar immediate(int64_t value) { return {false, value}; }
  Scalar newRegister() { return {true, numRegisters++}; }

  const CodeContext &context;
  std::vector<format::Instruction> instructions;
  mlir::DenseMap<mlir::Value, Scalar> scalars;
  int numRegisters = 0;
};

} // namespace sc

#endif // SC_LIB_SERIALIZE_CODEEMITTER_H
