//===-- OptimizerCode.h - an optimizer as steps on rows ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the optimizer region of an update becomes: steps that each compute one
// buffer from others, for a block of rows. Decided before any code is made.

#ifndef SC_LIB_CONVERSION_OPTIMIZERCODE_H
#define SC_LIB_CONVERSION_OPTIMIZERCODE_H

#include "dialects/SparseCore/SparseCore.h"
#include "dialects/Tile/Tile.h"
#include "sc/Planning/Problem.h"

namespace sc {

/// A buffer of the optimizer, numbered in its kind. A uniform one is the same
/// for all rows; a wide one has the words of a row, another one word. Number 0
/// of the wide ones that are not uniform is where the gradients were summed.
struct OptimizerBuffer {
  bool isUniform = false;
  bool isWide = false;
  unsigned index = 0;
};

/// One instruction: an elementwise function, a reduction of wide rows, or a
/// constant.
struct OptimizerStep {
  enum class Kind { Elementwise, Reduce, Constant };

  mlir::Location location;
  Kind kind = Kind::Elementwise;
  tile::RowFunction function = tile::RowFunction::Copy;
  /// Of a reduction: the rows and where it starts.
  llvm::SmallVector<OptimizerBuffer, 3> operands;
  OptimizerBuffer result;
  /// Words of a constant: one, or those of a row.
  llvm::SmallVector<mlir::TypedAttr> words;
};

struct OptimizerCode {
  /// By argument of the region; none where nothing reads it.
  llvm::SmallVector<std::optional<OptimizerBuffer>> arguments;
  llvm::SmallVector<OptimizerStep> uniformSteps; // once
  llvm::SmallVector<OptimizerStep> rowSteps;     // for each block of rows
  /// New rows of the table and the slots; none is uniform.
  llvm::SmallVector<OptimizerBuffer> results;
  OptimizerSizes sizes;
};

/// Translates the region of `op`. Fails after an error at an operation that no
/// instruction stands for.
mlir::FailureOr<OptimizerCode> translateOptimizer(SparseDenseMatmulGradOp op);

} // namespace sc

#endif // SC_LIB_CONVERSION_OPTIMIZERCODE_H
