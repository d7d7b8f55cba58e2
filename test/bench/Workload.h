//===-- Workload.h - one lookup to measure ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table, a batch of ids and its device buffers, shared by the machine and its
// reference twins.

#ifndef SC_TEST_BENCH_WORKLOAD_H
#define SC_TEST_BENCH_WORKLOAD_H

#include <cstdint>
#include <string>
#include <vector>

namespace sc::bench {

/// Sizes of the measured lookup: one device of 4 SparseCores of 16 tiles.
inline constexpr int64_t kSparseCores = 4;
inline constexpr int64_t kTiles = 16;
inline constexpr int64_t kTableRows = 1 << 20;
inline constexpr int64_t kSamples = 16384;
inline constexpr int64_t kIdsPerSample = 30;
inline constexpr int64_t kMaxIds = 31744; // of a partition

struct Workload {
  /// Another batch of ids for each seed.
  Workload(int64_t width, uint64_t seed);

  int64_t width;
  /// Ids of the samples, for an embedding bag.
  std::vector<int32_t> ids;
  /// Device buffers as docs/Machine.md describes them.
  std::vector<int32_t> rowPointers, embeddingIds, sampleIds;
  std::vector<float> gains;
  int64_t entriesPerSparseCore = 0; // of the COO buffer

  /// The lookup as JAX prints it.
  std::string getModule() const;
};

/// The value of word `column` of row `row` of the table: one of 16, which 4
/// bits of mantissa hold.
inline float getTableValue(int64_t row, int64_t column) {
  return static_cast<float>((row * 7 + column * 3) % 16) * 0.25f;
}

/// Fills a table that is sharded over the SparseCores, shard after shard.
void fillShardedTable(float *table, int64_t width);

/// A float array with huge pages, zeroed.
class HugeArray {
public:
  explicit HugeArray(int64_t count);
  ~HugeArray();
  HugeArray(const HugeArray &) = delete;
  HugeArray &operator=(const HugeArray &) = delete;
  float *data() { return values; }

private:
  float *values;
  int64_t bytes;
};

} // namespace sc::bench

#endif // SC_TEST_BENCH_WORKLOAD_H
