//===-- NativeSegments.h - which arithmetic belongs together ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Segments of a block and an order for all of its operations.

#ifndef SC_LIB_TRANSFORMS_NATIVESEGMENTS_H
#define SC_LIB_TRANSFORMS_NATIVESEGMENTS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace sc {

/// What is put in order as a whole: a segment or any other operation.
struct SegmentUnit {
  llvm::SmallVector<mlir::Operation *> ops; // in the order of the block
  llvm::SmallVector<mlir::Operation *> needs;
  bool isSegment = false;
  bool isOrdered = false;
};

/// Every operation gets a level, so that a value that leaves a segment has a
/// user of a higher level: operations of one shape and level can then be one
/// segment without a cycle. All steps take time in proportion to the operations
/// and their operands. The block must have no dead arithmetic.
class NativeSegments {
public:
  explicit NativeSegments(mlir::Block &block);

  /// All operations but the absorbed ones, in an order in which each is behind
  /// what it needs: the old one, with a segment where its last operation was,
  /// or before its first user.
  llvm::ArrayRef<size_t> getOrder() const { return ordered; }
  const SegmentUnit &getUnit(size_t index) const { return units[index]; }

  /// Broadcasts and constants that only segments read: each takes its own.
  bool isAbsorbed(mlir::Operation *op) const { return absorbed.contains(op); }

private:
  /// An operation that is needed before another one.
  struct Need {
    mlir::Operation *op;
    /// How much higher the level of the other one must be.
    int64_t distance;
  };

  void findAbsorbed();
  void collectNeeds();
  void computeLevels();
  void makeUnits();
  void order(size_t unit);
  void addNeeds(mlir::Operation *op, mlir::Value value,
                llvm::SmallVectorImpl<Need> &needs) const;

  mlir::Block &block;
  llvm::DenseSet<mlir::Operation *> absorbed;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Need>> needsOf;
  llvm::DenseMap<mlir::Operation *, int64_t> levels;
  llvm::DenseMap<mlir::Operation *, size_t> unitOf;
  llvm::SmallVector<SegmentUnit> units;
  llvm::SmallVector<size_t> ordered;
};

} // namespace sc

#endif // SC_LIB_TRANSFORMS_NATIVESEGMENTS_H
