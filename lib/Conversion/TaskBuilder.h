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

/// Row pointers of a SparseCore in Smem. With minibatches, word 0 is the
/// pointer in front of them, and `block` says where they are in the whole: its
/// pointers are the (block R)-th and following, R being their number.
struct RowPointers {
  mlir::Value buffer;
  mlir::Value block; // null: no minibatches
};

/// Rows, or slices of rows, that flow through a tile, window by window.
struct RowWindow {
  mlir::Value rows;
  int64_t windowRows;
  int64_t windowBuffers;
  int64_t width;
};

/// Rows in HBM that ids index: the first starts at element `base`.
struct RowSource {
  mlir::Value buffer;
  mlir::Value base;
  int64_t rows;
  int64_t stride;
};

/// Entries of a lookup: three lists of one length; or ids alone, then the
/// others are null.
struct EntryLists {
  mlir::Value ids;
  mlir::Value samples;
  mlir::Value gains;
};

/// How entries come to a tile.
struct EntryStream {
  EntryLists source; // in HBM
  /// In TileSpmem: room for whole partitions, or for two windows.
  EntryLists lists;
  /// Entries of a window; 0: a partition is loaded whole.
  int64_t windowEntries = 0;
  /// With windows: what passes from one to the next, see tile.runs.
  mlir::Value carry;
};

/// Entries of a partition that are in a tile's lists.
struct EntryWindow {
  mlir::Value offset; // in the lists; null: 0
  mlir::Value count;
  mlir::Value carried; // entries of the partition in front; null: no windows
};

class TaskBuilder {
public:
  /// Starts a task of that name at the end of `module`, renamed if taken.
  TaskBuilder(mlir::ModuleOp module, mlir::Location location,
              llvm::StringRef name, int64_t sparseCores,
              const DeviceGroups &groups,
              llvm::ArrayRef<TaskArgument> arguments, int64_t flags);

  tile::TaskOp getTask() { return task; }
  /// Says what the task does, for reports: table name, sizes and plan.
  void setLookup(llvm::StringRef tableName,
                 llvm::ArrayRef<std::pair<llvm::StringRef, int64_t>> sizes,
                 PlanAttr plan);
  /// Number of flags for asynchronous transfers of a tile.
  void setDmaFlags(int64_t flags);
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
  mlir::Value maximum(mlir::Value lhs, mlir::Value rhs);
  /// base + index * scale, where a null index is 0.
  mlir::Value addScaled(mlir::Value base, mlir::Value index, int64_t scale);
  /// ceil(value / divisor) of a value that is not negative.
  mlir::Value ceilDivide(mlir::Value value, int64_t divisor);
  mlir::Value isLess(mlir::Value lhs, mlir::Value rhs);

  // Control.
  mlir::scf::ForOp loop(mlir::Value lower, mlir::Value upper, mlir::Value step,
                        llvm::function_ref<void(mlir::Value)> body);
  /// body(i) for i = 0 .. count - 1; with one of them body(null), no loop.
  void forEachSplit(int64_t count, llvm::function_ref<void(mlir::Value)> body);
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
  /// The same with rows that are `sourceStride` and `destinationStride` apart.
  void dmaSlices(mlir::Value source, mlir::Value sourceOffset,
                 int64_t sourceStride, mlir::Value destination,
                 mlir::Value destinationOffset, int64_t destinationStride,
                 mlir::Value rows, int64_t rowSize);

  /// Partition `index` of a list, with the faults of design: pointers that
  /// descend, or pass `capacity` entries.
  Partition loadPartition(const RowPointers &pointers, mlir::Value index,
                          int64_t capacity);

  /// A loop over [lower, upper) in pieces of `size`, the last of which may be
  /// smaller; `body` gets where a piece begins and how large it is.
  mlir::scf::ForOp
  pieces(mlir::Value lower, mlir::Value upper, int64_t size,
         llvm::function_ref<void(mlir::Value, mlir::Value)> body);

  /// Pieces that are windows of rows, marked for sc-double-buffer-windows.
  void windows(mlir::Value lower, mlir::Value upper, const RowWindow &window,
               llvm::function_ref<void(mlir::Value, mlir::Value)> body);

  /// The lists of an EntryStream: room for `entries` entries, or for two
  /// windows of as many, of ids alone or of all three. Named `prefix`.ids and
  /// so on, with a carry for windows.
  EntryStream allocEntries(llvm::StringRef prefix, const EntryLists &source,
                           int64_t entries, bool isStreamed);

  /// DMA flags that an EntryStream in windows uses: two for each list.
  static constexpr int64_t kListDmaFlags = 6;

  /// Loads a partition whole, or window by window, the next one while `body`
  /// uses the last; then there is at least one window, if an empty one.
  void forEachWindow(const EntryStream &stream, const Partition &partition,
                     llvm::function_ref<void(const EntryWindow &)> body);

  /// Keeps the entries of samples [lower, upper); returns how many.
  mlir::Value select(tile::SelectMode mode, const EntryLists &entries,
                     const EntryWindow &window, mlir::Value lower,
                     mlir::Value upper, int64_t samples,
                     mlir::Value carry = mlir::Value());

  /// Gathers the rows of `count` ids from `offset` on (null: 0), window by
  /// window, and calls body(first, number) for each.
  void gatherWindows(mlir::Value ids, mlir::Value offset, mlir::Value count,
                     const RowSource &source, const RowWindow &window,
                     llvm::function_ref<void(mlir::Value, mlir::Value)> body);

  /// How many of the `count` ascending elements of `list` from `offset` on are
  /// less than `value`.
  mlir::Value lowerBound(mlir::Value value, mlir::Value list,
                         mlir::Value offset, mlir::Value count);

  /// Sets `count` f32 words from the start of `buffer` on to 0.
  void fillZeros(mlir::Value buffer, mlir::Value count);

  /// Rounds the `count` rows of a window to buckets.
  void snap(const RowWindow &window, mlir::Value count,
            QuantizationAttr quantization);

  mlir::OpBuilder builder;

private:
  void loadWindow(const EntryStream &stream, const Partition &partition,
                  mlir::Value at, mlir::Value half);
  void streamWindows(const EntryStream &stream, const Partition &partition,
                     llvm::function_ref<void(const EntryWindow &)> body);

  mlir::Location location;
  tile::TaskOp task;
};

/// Name of the attribute on loops over windows of rows: the number of window
/// buffers that planning found room for.
inline constexpr llvm::StringLiteral kWindowsAttrName = "tile.windows";

/// The task of a lookup with exchange, steps F1 to F4. Arguments: row
/// pointers, ids, samples, gains, table, init, the number of minibatches where
/// there are some, the scale where the table has one, result.
tile::TaskOp buildLookupTask(SparseDenseMatmulOp op, mlir::ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles);

/// The task of an update, steps B1 to B5. Arguments: row pointers, ids,
/// samples, gains, gradients, table, slots, hyperparameters, the number of
/// minibatches where there are some. Table and slots are updated in place; with
/// minibatches the lists are sorted in place. The optimizer has instructions,
/// see Optimizer.h.
tile::TaskOp buildUpdateTask(SparseDenseMatmulGradOp op, mlir::ModuleOp module,
                             const DeviceGroups &groups, int64_t tiles);

/// The task of a local lookup. Arguments: table, ids, samples, gains, init, the
/// scale where the table has one, result.
tile::TaskOp buildLocalLookupTask(SparseDenseMatmulLocalOp op,
                                  mlir::ModuleOp module,
                                  const DeviceGroups &groups, int64_t tiles);

} // namespace sc

#endif // SC_LIB_CONVERSION_TASKBUILDER_H
