//===-- Twins.cpp - plain C++ references ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheme of docs/Machine.md without a machine, and an embedding bag.

#include "Twins.h"

#include "Timer.h"

#include <algorithm>
#include <cstring>

namespace sc::bench {

SchemeTwin::SchemeTwin(int64_t width, const float *shardedTable)
    : width(width), table(shardedTable),
      windowRows(std::clamp<int64_t>(4096 / width, 64, 256)),
      requested(kSparseCores * kSparseCores * kMaxIds),
      counts(kSparseCores * kSparseCores),
      send(kSparseCores * kSparseCores * kMaxIds * width),
      receive(kSparseCores * kSparseCores * kMaxIds * width),
      result(kSamples * width), listIds(kMaxIds), listSamples(kMaxIds),
      listGains(kMaxIds), activations(kSamples / kSparseCores / kTiles * width),
      window(windowRows * width) {}

int64_t SchemeTwin::getStart(int64_t source, int64_t owner) const {
  if (owner == 0)
    return 0;
  return (workload->rowPointers[source * 8 + owner - 1] + 7) / 8 * 8;
}

int64_t SchemeTwin::getCount(int64_t source, int64_t owner) const {
  return workload->rowPointers[source * 8 + owner] - getStart(source, owner);
}

void SchemeTwin::request(int64_t source) {
  Timer timer(breakdown.request);
  for (int64_t owner = 0; owner < kSparseCores; ++owner) {
    int64_t start =
        source * workload->entriesPerSparseCore + getStart(source, owner);
    int64_t count = getCount(source, owner);
    std::memcpy(listIds.data(), &workload->embeddingIds[start], count * 4);
    int64_t distinct = 0;
    int32_t previous = -1;
    for (int64_t i = 0; i < count; ++i)
      if (listIds[i] != previous)
        listIds[distinct++] = previous = listIds[i];
    int64_t slot = owner * kSparseCores + source;
    std::memcpy(&requested[slot * kMaxIds], listIds.data(), distinct * 4);
    counts[slot] = distinct;
  }
}

void SchemeTwin::gather(int64_t owner) {
  Timer timer(breakdown.gather);
  int64_t w = width;
  const float *shard = table + owner * (kTableRows / kSparseCores) * w;
  for (int64_t source = 0; source < kSparseCores; ++source) {
    int64_t slot = owner * kSparseCores + source;
    const int32_t *ids = &requested[slot * kMaxIds];
    for (int64_t at = 0; at < counts[slot]; at += windowRows) {
      int64_t rows = std::min(windowRows, counts[slot] - at);
      for (int64_t i = 0; i < rows; ++i) {
        if (at + i + 8 < counts[slot])
          __builtin_prefetch(shard + int64_t(ids[at + i + 8]) * w);
        std::memcpy(&window[i * w], shard + int64_t(ids[at + i]) * w, w * 4);
      }
      std::memcpy(send.data() + (slot * kMaxIds + at) * w, window.data(),
                  rows * w * 4);
    }
  }
}

void SchemeTwin::exchange(int64_t owner) {
  Timer timer(breakdown.exchange);
  int64_t w = width;
  for (int64_t source = 0; source < kSparseCores; ++source) {
    int64_t from = owner * kSparseCores + source;
    int64_t to = source * kSparseCores + owner;
    std::memcpy(receive.data() + to * kMaxIds * w,
                send.data() + from * kMaxIds * w, counts[from] * w * 4);
  }
}

int64_t SchemeTwin::select(int64_t count, int32_t lower, int32_t upper) {
  Timer timer(breakdown.select);
  int64_t kept = 0;
  int32_t slot = -1, previous = -1;
  for (int64_t i = 0; i < count; ++i) {
    int32_t id = listIds[i], sample = listSamples[i];
    slot += id != previous;
    previous = id;
    if (sample < lower || sample >= upper)
      continue;
    listIds[kept] = slot;
    listSamples[kept] = sample - lower;
    listGains[kept++] = listGains[i];
  }
  return kept;
}

void SchemeTwin::combineTile(int64_t source, int64_t tile) {
  int64_t w = width, perTile = kSamples / kSparseCores / kTiles;
  std::fill(activations.begin(), activations.end(), 0.0f);
  for (int64_t owner = 0; owner < kSparseCores; ++owner) {
    int64_t start =
        source * workload->entriesPerSparseCore + getStart(source, owner);
    int64_t count = getCount(source, owner);
    {
      Timer timer(breakdown.lists);
      std::memcpy(listIds.data(), &workload->embeddingIds[start], count * 4);
      std::memcpy(listSamples.data(), &workload->sampleIds[start], count * 4);
      std::memcpy(listGains.data(), &workload->gains[start], count * 4);
    }
    int64_t kept = select(count, tile * perTile, (tile + 1) * perTile);
    Timer timer(breakdown.combine);
    const float *rows =
        receive.data() + (source * kSparseCores + owner) * kMaxIds * w;
    for (int64_t at = 0; at < kept; at += windowRows) {
      int64_t number = std::min(windowRows, kept - at);
      for (int64_t i = 0; i < number; ++i) {
        if (at + i + 8 < kept)
          __builtin_prefetch(rows + int64_t(listIds[at + i + 8]) * w);
        std::memcpy(&window[i * w], rows + int64_t(listIds[at + i]) * w, w * 4);
      }
      for (int64_t i = 0; i < number; ++i) {
        float *sum = &activations[listSamples[at + i] * w];
        for (int64_t j = 0; j < w; ++j)
          sum[j] += listGains[at + i] * window[i * w + j];
      }
    }
  }
  int64_t first = source * (kSamples / kSparseCores) + tile * perTile;
  std::memcpy(result.data() + first * w, activations.data(), perTile * w * 4);
}

void SchemeTwin::combine(int64_t source) {
  for (int64_t tile = 0; tile < kTiles; ++tile)
    combineTile(source, tile);
}

void SchemeTwin::run(const Workload &batch) {
  workload = &batch;
  breakdown = Breakdown();
  for (int64_t core = 0; core < kSparseCores; ++core)
    request(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    gather(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    exchange(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    combine(core);
}

void runEmbeddingBag(const Workload &workload, const float *table,
                     float *result) {
  constexpr int64_t kAhead = 8;
  int64_t w = workload.width, total = kSamples * kIdsPerSample;
  for (int64_t sample = 0; sample < kSamples; ++sample) {
    float *sum = result + sample * w;
    std::fill(sum, sum + w, 0.0f);
    for (int64_t i = 0; i < kIdsPerSample; ++i) {
      int64_t position = sample * kIdsPerSample + i;
      if (position + kAhead < total) {
        const float *next =
            table + int64_t(workload.ids[position + kAhead]) * w;
        for (int64_t j = 0; j < w; j += 16)
          __builtin_prefetch(next + j);
      }
      const float *row = table + int64_t(workload.ids[position]) * w;
      for (int64_t j = 0; j < w; ++j)
        sum[j] += 0.5f * row[j];
    }
  }
}

void runInt8Bag(const Workload &workload, const int8_t *table, float scale,
                float *result) {
  constexpr int64_t kAhead = 8;
  int64_t w = workload.width, total = kSamples * kIdsPerSample;
  std::vector<float> row(w);
  for (int64_t sample = 0; sample < kSamples; ++sample) {
    float *sum = result + sample * w;
    std::fill(sum, sum + w, 0.0f);
    for (int64_t i = 0; i < kIdsPerSample; ++i) {
      int64_t position = sample * kIdsPerSample + i;
      if (position + kAhead < total) {
        const int8_t *next =
            table + int64_t(workload.ids[position + kAhead]) * w;
        for (int64_t j = 0; j < w; j += 64)
          __builtin_prefetch(next + j);
      }
      const int8_t *codes = table + int64_t(workload.ids[position]) * w;
      for (int64_t j = 0; j < w; ++j)
        row[j] = static_cast<float>(codes[j]) * scale;
      for (int64_t j = 0; j < w; ++j)
        sum[j] += 0.5f * row[j];
    }
  }
}

} // namespace sc::bench
