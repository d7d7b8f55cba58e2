//===-- UpdateTwinRows.h - rows of the references of an update --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops are compiled for several instruction sets, and without fused
// multiply-add: each product is rounded before it is added. For UpdateTwin.cpp
// alone.

#ifndef SC_TEST_BENCH_UPDATETWINROWS_H
#define SC_TEST_BENCH_UPDATETWINROWS_H

#include "UpdateTwin.h"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#define SC_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SC_CLONES
#endif

namespace sc::bench {

inline constexpr int64_t kWidth = kUpdateWidth;
/// How many rows ahead of their use gradients, rows of the table, and rows that
/// lie one after another are requested.
inline constexpr int64_t kGradientsAhead = 8;
inline constexpr int64_t kTableAhead = 12;
inline constexpr int64_t kStreamAhead = 8;
static inline void prefetchRow(const float *row) {
  for (int64_t i = 0; i < kWidth; i += 16)
    __builtin_prefetch(row + i);
}

static inline void setRow(float gain, const float *__restrict row,
                          float *__restrict sum) {
  for (int64_t j = 0; j < kWidth; ++j)
    sum[j] = 0.0f + gain * row[j];
}

static inline void addRow(float gain, const float *__restrict row,
                          float *__restrict sum) {
  for (int64_t j = 0; j < kWidth; ++j)
    sum[j] += gain * row[j];
}

/// Copies a row past the caches: it is read again after all others.
static inline void streamRow(const float *row, float *to) {
#if defined(__x86_64__)
  for (int64_t j = 0; j < kWidth; j += 4)
    _mm_stream_ps(to + j, _mm_loadu_ps(row + j));
#else
  std::copy_n(row, kWidth, to);
#endif
}

/// The sum of gain times gradient of each run of equal ids, row after row.
SC_CLONES static inline void sumRuns(const int32_t *ids, const int32_t *samples,
                                     const float *gains, int64_t count,
                                     const float *gradients, float *rows) {
  alignas(64) float sum[kWidth];
  for (int64_t i = 0; i < count;) {
    const int32_t id = ids[i];
    setRow(gains[i], gradients + samples[i] * kWidth, sum);
    if (i + kGradientsAhead < count)
      prefetchRow(gradients + samples[i + kGradientsAhead] * kWidth);
    for (++i; i < count && ids[i] == id; ++i) {
      if (i + kGradientsAhead < count)
        prefetchRow(gradients + samples[i + kGradientsAhead] * kWidth);
      addRow(gains[i], gradients + samples[i] * kWidth, sum);
    }
    streamRow(sum, rows);
    rows += kWidth;
  }
}

static inline void copyRows(const float *rows, int64_t count, float *to) {
  for (int64_t i = 0; i < count * kWidth; i += kWidth) {
    if (i + kStreamAhead * kWidth < count * kWidth)
      prefetchRow(rows + i + kStreamAhead * kWidth);
    streamRow(rows + i, to + i);
  }
}

static inline void updateRow(const float *__restrict gradient,
                             float *__restrict table) {
  for (int64_t j = 0; j < kWidth; ++j)
    table[j] -= gradient[j] * kLearningRate;
}

static inline void updateRow(const float *__restrict gradient,
                             float *__restrict table, float *__restrict slot) {
  for (int64_t j = 0; j < kWidth; ++j) {
    float accumulator = slot[j] + gradient[j] * gradient[j];
    table[j] -= kLearningRate * gradient[j] / std::sqrt(accumulator);
    slot[j] = accumulator;
  }
}

/// Sums the received rows of each merged row, in the order of the entries.
SC_CLONES static inline void combineRows(const Received *entries, int64_t count,
                                         const float *received, float *merged) {
  int32_t previous = -1;
  for (int64_t i = 0; i < count; ++i) {
    const float *row = received + int64_t{entries[i].index} * kWidth;
    float *sum = merged + entries[i].merged * kWidth;
    if (i + kStreamAhead < count)
      prefetchRow(received + int64_t{entries[i + kStreamAhead].index} * kWidth);
    if (entries[i].merged != previous)
      setRow(1.0f, row, sum);
    else
      addRow(1.0f, row, sum);
    previous = entries[i].merged;
  }
}

/// SGD on the rows `ids` of a table.
SC_CLONES static inline void updateRows(const int32_t *ids, int64_t count,
                                        const float *gradients, float *table) {
  for (int64_t i = 0; i < count; ++i) {
    if (i + kTableAhead < count)
      prefetchRow(table + ids[i + kTableAhead] * kWidth);
    updateRow(gradients + i * kWidth, table + ids[i] * kWidth);
  }
}

/// Adagrad on the rows `ids` of a table.
SC_CLONES static inline void updateRows(const int32_t *ids, int64_t count,
                                        const float *gradients, float *table,
                                        float *slot) {
  for (int64_t i = 0; i < count; ++i) {
    if (i + kTableAhead < count) {
      prefetchRow(table + ids[i + kTableAhead] * kWidth);
      prefetchRow(slot + ids[i + kTableAhead] * kWidth);
    }
    updateRow(gradients + i * kWidth, table + ids[i] * kWidth,
              slot + ids[i] * kWidth);
  }
}

} // namespace sc::bench

#endif // SC_TEST_BENCH_UPDATETWINROWS_H
