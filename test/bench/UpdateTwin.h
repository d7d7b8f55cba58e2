//===-- UpdateTwin.h - plain C++ references of an update --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine is measured against, in the same process.

#ifndef SC_TEST_BENCH_UPDATETWIN_H
#define SC_TEST_BENCH_UPDATETWIN_H

#include "UpdateWorkload.h"

#include <memory>

namespace sc::bench {

inline constexpr float kLearningRate = 0.01f;
inline constexpr float kInitialSlot = 0.125f;

/// The table and the slot that an update changes.
struct UpdateState {
  explicit UpdateState(Optimizer optimizer);

  Optimizer optimizer;
  HugeArray table;
  std::unique_ptr<HugeArray> slot; // null for SGD
};

/// Seconds that the parts of an update took.
struct UpdateBreakdown {
  double request = 0;  // distinct ids of each partition to their owner
  double sum = 0;      // gain times gradient into the send buffer
  double exchange = 0; // send to receive
  double merge = 0;    // received ids by ascending id
  double combine = 0;  // received rows by ascending source
  double optimize = 0; // table and slot

  double getTotal() const {
    return request + sum + exchange + merge + combine + optimize;
  }
};

/// A received row, and the merged row that it is part of.
struct Received {
  int32_t merged;
  int32_t index;
};

/// The scheme of docs/Machine.md as plain loops on one thread, without tiles:
/// each entry and row is touched once in each step, table and slot in place.
class UpdateTwin {
public:
  UpdateTwin(Optimizer optimizer, int64_t maxIds);
  void run(const UpdateBatch &batch);
  UpdateState &getState() { return state; }
  const UpdateBreakdown &getBreakdown() const { return breakdown; }

private:
  void request(int64_t source);
  void sum(int64_t source);
  void exchange(int64_t source);
  void apply(int64_t owner);
  int64_t mergePiece(int64_t owner, int64_t *cursors);
  int64_t getStart(int64_t source, int64_t owner) const;
  int64_t getEnd(int64_t source, int64_t owner) const;

  const UpdateBatch *batch = nullptr; // of the current run
  UpdateState state;                  // sharded
  int64_t maxIds;
  std::vector<int32_t> receivedIds; // [owner][source][maxIds]
  std::vector<int64_t> counts;      // [owner][source]
  HugeArray send, receive;          // [SparseCore][peer][maxIds][width]
  HugeArray merged;                 // [owner][source * maxIds][width]
  std::vector<int32_t> mergedIds;   // of a piece
  std::vector<Received> entries;    // of a piece
  UpdateBreakdown breakdown;
};

/// The same result without the scheme: for each row that occurs, its gradients
/// are summed and the optimizer runs, in place. The table is not sharded.
void runFusedUpdate(const UpdateBatch &batch, UpdateState &state);

} // namespace sc::bench

#endif // SC_TEST_BENCH_UPDATETWIN_H
