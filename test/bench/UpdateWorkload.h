//===-- UpdateWorkload.h - updates to measure -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of ids and gradients for a table of 1M rows, shared by the machine
// and its reference twins.

#ifndef SC_TEST_BENCH_UPDATEWORKLOAD_H
#define SC_TEST_BENCH_UPDATEWORKLOAD_H

#include "Workload.h"

namespace sc::bench {

/// Sizes of the measured update, beside those of Workload.h.
inline constexpr int64_t kUpdateWidth = 128;
inline constexpr int64_t kUpdateIdsPerSample = 10;
inline constexpr int64_t kUpdateBatches = 8;
inline constexpr int64_t kSamplesPerCore = kSamples / kSparseCores;
inline constexpr int64_t kRowsPerCore = kTableRows / kSparseCores;

enum class Optimizer { SGD, Adagrad };
enum class Ids { Uniform, Zipf };

/// What sample `sample` of the batch adds to a row; an id that occurs several
/// times in a sample is one entry.
struct UpdateEntry {
  int32_t row;
  int32_t sample;
  float gain;
};

struct UpdateBatch {
  /// Device buffers as docs/Machine.md describes them.
  std::vector<int32_t> rowPointers, embeddingIds, sampleIds;
  std::vector<float> gains;
  std::vector<float> gradients; // of all samples
  /// All entries by row, then sample.
  std::vector<UpdateEntry> sorted;
};

struct UpdateWorkload {
  explicit UpdateWorkload(Ids ids);
  /// The update as JAX prints it.
  std::string getModule(Optimizer optimizer) const;
  int64_t getEntriesPerCore() const { return maxIds * kSparseCores; }

  std::vector<UpdateBatch> batches;
  int64_t maxIds = 0; // of a partition, what the batches need
};

} // namespace sc::bench

#endif // SC_TEST_BENCH_UPDATEWORKLOAD_H
