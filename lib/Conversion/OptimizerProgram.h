//===-- OptimizerProgram.h - an optimizer in a tile program -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Step B5 of docs/Machine.md: one step of the optimizer on rows of the table
// and its slots, block by block.

#ifndef SC_LIB_CONVERSION_OPTIMIZERPROGRAM_H
#define SC_LIB_CONVERSION_OPTIMIZERPROGRAM_H

#include "OptimizerCode.h"
#include "TaskBuilder.h"

namespace sc {

/// What an update works on.
struct OptimizerRows {
  mlir::Value gradients; // a window of sums, which is overwritten
  mlir::Value ids;       // of the merged rows, a list
  /// Table and slots.
  llvm::SmallVector<RowSource> tables;
  llvm::SmallVector<mlir::Value> hyperparameters;
};

class OptimizerProgram {
public:
  /// `sliceWidth` words of a row are worked on, `blockRows` rows at once.
  OptimizerProgram(TaskBuilder &b, const OptimizerCode &code,
                   const OptimizerRows &rows, int64_t sliceWidth,
                   int64_t blockRows);

  /// Loads hyperparameters of the slice that starts at word `column` of a row,
  /// and computes what is the same for all rows.
  void begin(mlir::Value column);

  /// Updates the rows of the first `count` gradients, whose ids are in the list
  /// from `first` on.
  void update(mlir::Value first, mlir::Value count, mlir::Value column);

private:
  void allocBuffers(const OptimizerSizes &sizes);
  void updateBlock(mlir::Value first, mlir::Value count, mlir::Value column);
  void emit(const OptimizerStep &step, mlir::Value rows);
  void emitConstant(const OptimizerStep &step);
  void emitElementwise(const OptimizerStep &step, mlir::Value rows);
  void emitReduce(const OptimizerStep &step, mlir::Value rows);
  void gather(const RowSource &table, mlir::Value at, mlir::Value count,
              mlir::Value column, mlir::Value to);
  void scatter(const OptimizerBuffer &from, const RowSource &table,
               mlir::Value at, mlir::Value count, mlir::Value column);
  mlir::Value get(const OptimizerBuffer &buffer) const;
  /// Where the rows of the block begin in a buffer.
  mlir::Value getOffset(const OptimizerBuffer &buffer);

  TaskBuilder &b;
  const OptimizerCode &code;
  const OptimizerRows &rows;
  int64_t sliceWidth, blockRows;
  mlir::Value gradientOffset; // of the block; null outside of blocks
  llvm::SmallVector<mlir::Value> rowBuffers, wordBuffers, uniformRows,
      uniformWords;
};

} // namespace sc

#endif // SC_LIB_CONVERSION_OPTIMIZERPROGRAM_H
