//===-- ExchangeTask.h - what lookups and updates share ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both ask the owners of rows for distinct ids, in parts of the samples, and
// minibatch by minibatch where the host made some. Where the plan does not
// split, there is no loop, and the index is null.

#ifndef SC_LIB_CONVERSION_EXCHANGETASK_H
#define SC_LIB_CONVERSION_EXCHANGETASK_H

#include "TaskBuilder.h"

namespace sc {

/// Sizes of a lookup or an update by the letters of docs/Machine.md.
struct ExchangeSizes {
  int64_t sparseCores; // P
  int64_t tiles;       // T
  int64_t samples;     // S
  int64_t width;       // w
  int64_t maxIds;      // N
  int64_t maxUnique;   // U
  int64_t tableRows;
  int64_t rowPointers; // of one SparseCore and minibatch
  /// Entries that row pointers may reach: of one SparseCore's slice of the COO
  /// buffer, or of the whole buffer with minibatches.
  int64_t capacity;
  int64_t sliceWidth;     // w / v
  int64_t replicaSamples; // s * T * c
  int64_t blocks;         // R = P * r
};

/// Samples of a tile in one pass, and the slice of their rows.
struct Chunk {
  mlir::Value slice;
  mlir::Value replica;
  mlir::Value lower;
  mlir::Value upper;
};

class ExchangeTask {
protected:
  /// The first arguments of the task.
  enum Argument : unsigned {
    PointersArgument,
    IdsArgument,
    SamplesArgument,
    GainsArgument
  };

  /// `name` is that of the task, `rest` its arguments behind the four lists.
  /// `flags` sync flags belong to the derived class.
  ExchangeTask(EmbeddingOp op, mlir::ModuleOp module, llvm::StringRef name,
               const DeviceGroups &groups, int64_t tiles,
               llvm::ArrayRef<TaskArgument> rest, int64_t flags);

  // Sync flags. Block k P + p is that of replica k and SparseCore p.

  /// Of block b: how many ids have come, plus one.
  int64_t getCountFlag() const { return 0; }
  /// Of block b: its rows are here.
  int64_t getRowsFlag() const { return sizes.blocks; }
  /// The derived class's own.
  int64_t getOwnFlag() const { return 2 * sizes.blocks; }

  /// A buffer of a tile.
  mlir::Value allocTile(const llvm::Twine &name, tile::BufferClass bufferClass,
                        llvm::ArrayRef<int64_t> shape, mlir::Type type);
  /// A window of rows of `width` elements; f32 slices where nothing is said.
  RowWindow allocRows(llvm::StringRef name, mlir::Type type, int64_t width);
  RowWindow allocRows(llvm::StringRef name) {
    return allocRows(name, f32, sizes.sliceWidth);
  }
  RowPointers allocPointers(llvm::StringRef name);
  EntryStream allocEntries(llvm::StringRef prefix, bool idsAlone = false);

  // Within a tile program.
  mlir::Value getTile();
  mlir::Value getSparseCore();
  mlir::Value loadFlag(mlir::Value flag);
  mlir::Value loadFlag(int64_t flag) { return loadFlag(b.constant(flag)); }
  /// Loads the row pointers of this SparseCore, and of this minibatch.
  void loadPointers(RowPointers &pointers);
  /// Index of the minibatch.
  mlir::Value loadMinibatch();
  /// The equal share of tile `tile` of `count` things: from .first to .second.
  std::pair<mlir::Value, mlir::Value> getShare(mlir::Value tile,
                                               mlir::Value count);
  /// Tile t has the samples of chunk (k s + i) T + t in pass i over replica k.
  /// Behind the last sample chunks are empty.
  Chunk getChunk(mlir::Value tile, mlir::Value slice, mlir::Value replica,
                 mlir::Value pass);
  /// Keeps the entries of a replica, whose samples count from its first;
  /// returns how many. Without replicas these are all entries.
  mlir::Value keepReplica(const EntryStream &stream, const EntryWindow &window,
                          mlir::Value replica);
  /// loadPartition with the task's capacity.
  Partition getPartition(const RowPointers &pointers, mlir::Value index) {
    return b.loadPartition(pointers, index, sizes.capacity);
  }

  /// The program `count` where there are minibatches: comes first.
  void buildCount();
  /// F1: the program `request` writes distinct ids to `received` of their
  /// owners. With `ownFlag` the own SparseCore hears their number too, on flag
  /// ownFlag + block, and ids must ascend.
  void buildRequest(mlir::Value received,
                    std::optional<int64_t> ownFlag = std::nullopt);
  /// F3: for each replica, rows of `send` to `receive` of their owners.
  void exchange(mlir::Value send, mlir::Value receive, int64_t countFlag);

  /// `body` makes the steps of one minibatch.
  void buildSequencer(llvm::function_ref<void()> body);
  void launch(llvm::StringRef program, llvm::ArrayRef<int64_t> awaits = {});
  void signalOwn(int64_t flag, mlir::Value value);
  void clearFlags(int64_t first, int64_t count);

  /// Sizes and plan for reports, and DMA flags.
  void finish();

  EmbeddingOp op;
  PlanAttr plan;
  ExchangeSizes sizes;
  TaskBuilder b;
  mlir::Type i32, f32;
  unsigned minibatchesArgument = 0; // 0: no minibatches

private:
  void buildMinibatchLoop(llvm::function_ref<void()> body);
  void meetPeers();
  int64_t numOwnFlags;

  mlir::Value loadDistinct(const EntryStream &stream);
  struct DistinctIds;
  void findDistinct(const EntryStream &stream, const Partition &part,
                    mlir::Value replica, bool mustAscend,
                    llvm::function_ref<void(const DistinctIds &)> use);
  struct Request;
  void sendIds(const Request &request, const Partition &part, mlir::Value owner,
               mlir::Value replica);
  void requestPartition(const Request &request, const Partition &part,
                        mlir::Value owner);

  // Flags of minibatches, behind the others.
  int64_t getMinibatchFlag() const { return getOwnFlag() + numOwnFlags; }
  int64_t getAgreeFlag() const { return getMinibatchFlag() + 1; }
  int64_t getReadyFlag() const { return getAgreeFlag() + sizes.sparseCores; }
};

} // namespace sc

#endif // SC_LIB_CONVERSION_EXCHANGETASK_H
