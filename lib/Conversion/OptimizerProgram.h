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
  mlir::Value merged; // summed gradients in HBM, w words apart
  mlir::Value ids;    // their rows of the table, a list in TileSpmem
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

  /// Updates the rows of `count` merged gradients from row `first` on, whose
  /// ids the list begins with.
  void update(mlir::Value first, mlir::Value count, mlir::Value column);

private:
  void allocBuffers(const OptimizerSizes &sizes);
  void updateBlock(mlir::Value first, mlir::Value at, mlir::Value count,
                   mlir::Value column);
  void emit(const OptimizerStep &step, mlir::Value rows);
  void emitConstant(const OptimizerStep &step);
  void emitElementwise(const OptimizerStep &step, mlir::Value rows);
  void emitReduce(const OptimizerStep &step, mlir::Value rows);
  void gather(const RowSource &table, mlir::Value at, mlir::Value count,
              mlir::Value column, mlir::Value to);
  void scatter(mlir::Value from, const RowSource &table, mlir::Value at,
               mlir::Value count, mlir::Value column);
  mlir::Value get(const OptimizerBuffer &buffer) const;

  TaskBuilder &b;
  const OptimizerCode &code;
  const OptimizerRows &rows;
  int64_t sliceWidth, blockRows;
  llvm::SmallVector<mlir::Value> rowBuffers, wordBuffers, uniformRows,
      uniformWords;
};

} // namespace sc

#endif // SC_LIB_CONVERSION_OPTIMIZERPROGRAM_H
