//===-- TaskBuilder.h - makes tasks of the tile dialect ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thin layer over OpBuilder in the words of tile programs.

#ifndef SC_LIB_CONVERSION_TASKBUILDER_H
#define SC_LIB_CONVERSION_TASKBUILDER_H

#include "dialects/SparseCore/SparseCore.h"
#include "dialects/Tile/Tile.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace sc {

/// Devices in groups of equal size, see tile.task.
struct DeviceGroups {
  llvm::SmallVector<int64_t> devices;
  int64_t devicesPerGroup = 1;
};

/// A buffer that a task takes from the host schedule.
struct TaskArgument {
  mlir::Type elementType;
  int64_t elements; // of one SparseCore's slice, or of the whole
  bool isPerSparseCore;
};

/// Start and length of one partition of a CSR list, from its row pointers.
struct Partition {
  mlir::Value start;
  mlir::Value count;
};

/// Rows of w words that flow through a tile, window by window.
struct RowWindow {
  mlir::Value rows;
  int64_t windowRows;
  int64_t windowBuffers;
  int64_t width;
};

/// Entries of a lookup in TileSpmem: three lists of one length.
struct EntryLists {
  mlir::Value ids;
  mlir::Value samples;
  mlir::Value gains;
};

class TaskBuilder {
public:
  /// Starts a task of that name at the end of `module`, renamed if taken.
  TaskBuilder(mlir::ModuleOp module, mlir::Location location,
              llvm::StringRef name, int64_t sparseCores,
              const DeviceGroups &groups,
              llvm::ArrayRef<TaskArgument> arguments, int64_t flags);

  tile::TaskOp getTask() { return task; }
  /// Says what the task does, for reports: table name and sizes.
  void setLookup(llvm::StringRef tableName,
                 llvm::ArrayRef<std::pair<llvm::StringRef, int64_t>> sizes);
  mlir::Value getArgument(unsigned index) {
    return task.getBody().getArgument(index);
  }
  mlir::Location getLoc() { return location; }
  mlir::Type indexType() { return builder.getIndexType(); }

  /// A buffer of the task.
  mlir::Value alloc(llvm::StringRef name, tile::BufferClass bufferClass,
                    tile::Space space, llvm::ArrayRef<int64_t> shape,
                    mlir::Type elementType);

  /// Fills the sequencer or a new tile program.
  void sequencer(llvm::function_ref<void()> body);
  void program(llvm::StringRef name, llvm::function_ref<void()> body);

  // Scalars.
  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value subtract(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, int64_t rhs);
  mlir::Value minimum(mlir::Value lhs, mlir::Value rhs);
  /// ceil(value / divisor) of a value that is not negative.
  mlir::Value ceilDivide(mlir::Value value, int64_t divisor);
  mlir::Value isLess(mlir::Value lhs, mlir::Value rhs);

  // Control.
  mlir::scf::ForOp loop(mlir::Value lower, mlir::Value upper, mlir::Value step,
                        llvm::function_ref<void(mlir::Value)> body);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> body);
  void faultIf(mlir::Value condition, tile::Fault fault, mlir::Value observed,
               mlir::Value limit);

  // Streams.
  void dma(mlir::Value source, mlir::Value sourceOffset,
           mlir::Value destination, mlir::Value destinationOffset,
           mlir::Value count);
  void dmaRows(mlir::Value source, mlir::Value sourceOffset,
               mlir::Value destination, mlir::Value destinationOffset,
               mlir::Value rows, int64_t rowSize,
               mlir::Value peer = mlir::Value());

  /// Partition `index` of a list whose row pointers lie in Smem, with the
  /// faults of design: pointers that descend, or pass `capacity` entries.
  Partition loadPartition(mlir::Value rowPointers, mlir::Value index,
                          int64_t capacity);

  /// A loop over [lower, upper) in windows; `body` gets the first row and the
  /// number of rows of a window. Marked for sc-double-buffer-windows.
  void windows(mlir::Value lower, mlir::Value upper, const RowWindow &window,
               llvm::function_ref<void(mlir::Value, mlir::Value)> body);

  /// Keeps the entries of samples [lower, upper); returns how many.
  mlir::Value select(tile::SelectMode mode, const EntryLists &entries,
                     mlir::Value count, mlir::Value lower, mlir::Value upper,
                     int64_t samples);

  /// Adds the scaled rows of the first `count` entries to `activations`. Their
  /// ids index the `sourceRows` rows that start at element `base` of `source`.
  void accumulate(const EntryLists &entries, mlir::Value count,
                  mlir::Value source, mlir::Value base, int64_t sourceRows,
                  const RowWindow &window, mlir::Value activations);

  mlir::OpBuilder builder;

private:
  mlir::Location location;
  tile::TaskOp task;
};

/// Name of the attribute on loops over windows of rows: the number of window
/// buffers that planning found room for.
inline constexpr llvm::StringLiteral kWindowsAttrName = "tile.windows";

/// The task of a lookup with exchange, steps F1 to F4. Arguments: row
/// pointers, ids, samples, gains, table, init, result.
tile::TaskOp buildLookupTask(SparseDenseMatmulOp op, mlir::ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles);

/// The task of a local lookup. Arguments: table, ids, samples, gains, init,
/// result.
tile::TaskOp buildLocalLookupTask(SparseDenseMatmulLocalOp op,
                                  mlir::ModuleOp module,
                                  const DeviceGroups &groups, int64_t tiles);

} // namespace sc

#endif // SC_LIB_CONVERSION_TASKBUILDER_H
