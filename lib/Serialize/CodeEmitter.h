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
  bool emitTransferOp(mlir::Operation *op);
  mlir::LogicalResult emitCompare(mlir::arith::CmpIOp op);
  void emitDma(tile::DmaOp op);
  void emitDmaRows(tile::DmaRowsOp op);
  void emitGatherRows(tile::GatherRowsOp op);
  void emitRuns(tile::RunsOp op);
  void emitSelect(tile::SelectOp op);
  void emitAxpyIndexed(tile::AxpyIndexedOp op);
  void emitAllToAll(tile::AllToAllOp op);

  /// result = lhs op rhs, folded where both are immediate.
  Scalar emitBinary(mlir::Location location, Opcode opcode, Scalar lhs,
                    Scalar rhs);
  /// An instruction whose first operand is a new register for `result`.
  void emitWithResult(mlir::Value result, Opcode opcode,
                      llvm::ArrayRef<Scalar> operands);
  void emit(mlir::Location location, Opcode opcode,
            llvm::ArrayRef<Scalar> operands);
  void setOperand(size_t instruction, int operand, int64_t value);

  Scalar get(mlir::Value value) const { return scalars.lookup(value); }
  Scalar buffer(mlir::Value value) const;
  /// An optional buffer; -1 where it is absent.
  Scalar optionalBuffer(mlir::Value value) const;
  /// An element index of `buffer` in bytes.
  Scalar bytes(mlir::Value index, mlir::Value buffer);
  /// An optional scalar; -1 where it is absent.
  Scalar optional(mlir::Value value) const;
  static Scalar immediate(int64_t value) { return {false, value}; }
  Scalar newRegister() { return {true, numRegisters++}; }

  const CodeContext &context;
  std::vector<format::Instruction> instructions;
  mlir::DenseMap<mlir::Value, Scalar> scalars;
  int numRegisters = 0;
};

} // namespace sc

#endif // SC_LIB_SERIALIZE_CODEEMITTER_H
