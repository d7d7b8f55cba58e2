//===-- Twins.h - plain C++ references --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine is measured against, in the same process.

#ifndef SC_TEST_BENCH_TWINS_H
#define SC_TEST_BENCH_TWINS_H

#include "Workload.h"

namespace sc::bench {

/// Seconds that the parts of a lookup took.
struct Breakdown {
  double request = 0;  // list of ids, distinct ids, sending them
  double gather = 0;   // rows to the send buffer
  double exchange = 0; // send to receive
  double lists = 0;    // entry lists to the tiles
  double select = 0;   // scan of the lists by every tile
  double combine = 0;  // rows to the tiles, and the sums
};

/// The same copies and the same scans by every tile as the machine makes, as
/// plain loops and memcpy on one thread.
class SchemeTwin {
public:
  SchemeTwin(int64_t width, const float *shardedTable);
  void run(const Workload &workload);
  const float *getResult() { return result.data(); }
  const Breakdown &getBreakdown() const { return breakdown; }

private:
  void request(int64_t source);
  void gather(int64_t owner);
  void exchange(int64_t owner);
  void combine(int64_t source);
  void combineTile(int64_t source, int64_t tile);
  int64_t select(int64_t count, int32_t lower, int32_t upper);
  int64_t getStart(int64_t source, int64_t owner) const;
  int64_t getCount(int64_t source, int64_t owner) const;

  const Workload *workload = nullptr; // of the current run
  int64_t width;
  const float *table;
  int64_t windowRows;             // as planning chooses them for the machine
  std::vector<int32_t> requested; // [owner][source][kMaxIds]
  std::vector<int64_t> counts;    // [owner][source]
  HugeArray send, receive, result;
  std::vector<int32_t> listIds, listSamples;
  std::vector<float> listGains, activations, window;
  Breakdown breakdown;
};

/// An embedding bag: for each sample the sum of its rows, with prefetching.
/// `table` is not sharded: row by row.
void runEmbeddingBag(const Workload &workload, const float *table,
                     float *result);

/// The same of int8 rows with one scale: each is widened, then added.
void runInt8Bag(const Workload &workload, const int8_t *table, float scale,
                float *result);

} // namespace sc::bench

#endif // SC_TEST_BENCH_TWINS_H
