//===-- UpdateTask.h - an update on the machine -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps B1 to B5 of docs/Machine.md: sort minibatched lists, request, sum the
// gradients of each distinct id, exchange the sums, merge and apply them.

#ifndef SC_LIB_CONVERSION_UPDATETASK_H
#define SC_LIB_CONVERSION_UPDATETASK_H

#include "ExchangeTask.h"
#include "OptimizerProgram.h"

namespace sc {

class UpdateTask : ExchangeTask {
public:
  UpdateTask(SparseDenseMatmulGradOp op, mlir::ModuleOp module,
             const DeviceGroups &groups, int64_t tiles, OptimizerCode code);
  tile::TaskOp build();

private:
  void allocStack();
  void buildSort();

  // B2
  struct Pass;
  struct SlotShare;
  struct KeptEntries;
  void buildStage();
  void buildSum();
  Pass loadPass();
  void sumPartition(const EntryStream &stream, const RowPointers &pointers,
                    const Pass &pass, mlir::Value partition);
  void sumEntries(const EntryStream &stream, const EntryWindow &window,
                  const Pass &pass, const SlotShare &mine);
  void sumAll(const EntryStream &stream, const KeptEntries &kept,
              const Pass &pass, const SlotShare &mine);
  void addToSums(const EntryStream &stream, const KeptEntries &kept,
                 const Pass &pass, const SlotShare &mine);
  void clearSums(const Pass &pass, const SlotShare &mine);
  void sumSlots(const EntryStream &stream, const KeptEntries &kept,
                mlir::Value first, mlir::Value number);
  void moveSums(const Pass &pass, mlir::Value block, mlir::Value first,
                mlir::Value number, bool isStore);

  // B4 and B5
  void buildApply();
  void findLists(mlir::Value tile);
  void mergeLists(OptimizerProgram &optimizer);
  void mergeSlice(OptimizerProgram &optimizer, mlir::Value to,
                  mlir::Value entries, mlir::Value distinct,
                  mlir::Value column);
  void addReceived(mlir::Value first, mlir::Value last, mlir::Value slot,
                   mlir::Value column);
  mlir::Value getColumn(mlir::Value slice);
  mlir::Value loadTotal(int64_t index);
  void storeTotal(int64_t index, mlir::Value value);

  void launchPasses();

  bool isStreamed() const { return plan.getRowStreaming(); }
  /// Sums of a slot come from several windows or passes.
  bool accumulates() const {
    return isStreamed() || plan.getSampleSplits() > 1;
  }
  int64_t getPasses() const {
    return plan.getVectorSplits() * plan.getReplicas() * plan.getSampleSplits();
  }
  int64_t getPassSamples() const {
    return sizes.tiles * plan.getSamplesPerTile();
  }

  // Flags of the class: ids of each block of this SparseCore, plus one; index
  // of the pass, plus one.
  int64_t getSentFlag() const { return getOwnFlag(); }
  int64_t getPassFlag() const { return getOwnFlag() + sizes.blocks; }

  /// Arguments behind the four lists.
  enum : unsigned { GradientsArgument = 4, TableArgument, FirstSlotArgument };

  SparseDenseMatmulGradOp update;
  OptimizerCode code;
  mlir::Value send, receive, merged, receivedIds, mergedIds; // stack in HBM
  mlir::Value gradients;                                     // in Spmem
  RowWindow sums;
  // Of the program `apply`.
  mlir::Value cursors, totals, ids, slots, indices;
  RowWindow received;
};

/// Where a pass is: index of its slice, replica and sample split, null where
/// there is one.
struct UpdateTask::Pass {
  mlir::Value slice;
  mlir::Value replica;
  mlir::Value sampleSplit;
  mlir::Value column; // of the slice
  mlir::Value lower;  // samples
  mlir::Value upper;
};

/// The slots of a block that a tile sums.
struct UpdateTask::SlotShare {
  mlir::Value block;
  mlir::Value lower;
  mlir::Value upper;
};

/// Entries that are in the pass, in the lists of a stream.
struct UpdateTask::KeptEntries {
  mlir::Value offset;
  mlir::Value count;
};

} // namespace sc

#endif // SC_LIB_CONVERSION_UPDATETASK_H
