//===-- UpdateTwin.cpp - plain C++ references of an update ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheme of the machine step by step, and a fused loop.

#include "UpdateTwin.h"

#include "Timer.h"
#include "UpdateTwinRows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace sc::bench {

/// Merged rows that are in work at once, so that they are in a cache when the
/// optimizer reads them.
static constexpr int64_t kPieceRows = 64;

UpdateState::UpdateState(Optimizer optimizer)
    : optimizer(optimizer), table(kTableRows * kWidth) {
  if (optimizer == Optimizer::SGD)
    return;
  slot = std::make_unique<HugeArray>(kTableRows * kWidth);
  std::fill_n(slot->data(), kTableRows * kWidth, kInitialSlot);
}

/// One step of the optimizer on the rows `ids` of a part of the table that
/// starts at row `first`.
static void updateRows(UpdateState &state, int64_t first, const int32_t *ids,
                       int64_t count, const float *gradients) {
  float *table = state.table.data() + first * kWidth;
  if (state.optimizer == Optimizer::SGD)
    updateRows(ids, count, gradients, table);
  else
    updateRows(ids, count, gradients, table,
               state.slot->data() + first * kWidth);
}

//===----------------------------------------------------------------------===//
// The scheme
//===----------------------------------------------------------------------===//

UpdateTwin::UpdateTwin(Optimizer optimizer, int64_t maxIds)
    : state(optimizer), maxIds(maxIds),
      receivedIds(kSparseCores * kSparseCores * maxIds),
      counts(kSparseCores * kSparseCores),
      send(kSparseCores * kSparseCores * maxIds * kWidth),
      receive(kSparseCores * kSparseCores * maxIds * kWidth),
      merged(kSparseCores * kSparseCores * maxIds * kWidth),
      mergedIds(kPieceRows), entries(kPieceRows * kSparseCores) {
  fillShardedTable(state.table.data(), kWidth);
}

int64_t UpdateTwin::getStart(int64_t source, int64_t owner) const {
  if (owner == 0)
    return 0;
  return (batch->rowPointers[source * 8 + owner - 1] + 7) / 8 * 8;
}

int64_t UpdateTwin::getEnd(int64_t source, int64_t owner) const {
  return batch->rowPointers[source * 8 + owner];
}

void UpdateTwin::request(int64_t source) {
  Timer timer(breakdown.request);
  const int32_t *ids = &batch->embeddingIds[source * maxIds * kSparseCores];
  for (int64_t owner = 0; owner < kSparseCores; ++owner) {
    int64_t block = owner * kSparseCores + source;
    int32_t *distinct = &receivedIds[block * maxIds];
    int64_t number = 0;
    int32_t previous = -1;
    for (int64_t i = getStart(source, owner); i < getEnd(source, owner); ++i) {
      distinct[number] = ids[i];
      number += ids[i] != previous;
      previous = ids[i];
    }
    counts[block] = number;
  }
}

void UpdateTwin::sum(int64_t source) {
  Timer timer(breakdown.sum);
  const float *gradients = &batch->gradients[source * kSamplesPerCore * kWidth];
  for (int64_t owner = 0; owner < kSparseCores; ++owner) {
    int64_t start = getStart(source, owner);
    int64_t at = source * maxIds * kSparseCores + start;
    sumRuns(&batch->embeddingIds[at], &batch->sampleIds[at], &batch->gains[at],
            getEnd(source, owner) - start, gradients,
            send.data() + (source * kSparseCores + owner) * maxIds * kWidth);
  }
}

void UpdateTwin::exchange(int64_t source) {
  Timer timer(breakdown.exchange);
  for (int64_t owner = 0; owner < kSparseCores; ++owner) {
    int64_t from = source * kSparseCores + owner;
    int64_t to = owner * kSparseCores + source;
    copyRows(send.data() + from * maxIds * kWidth, counts[to],
             receive.data() + to * maxIds * kWidth);
  }
}

/// Takes the next ids of all lists, ascending; returns how many entries.
int64_t UpdateTwin::mergePiece(int64_t owner, int64_t *cursors) {
  Timer timer(breakdown.merge);
  const int32_t *lists = &receivedIds[owner * kSparseCores * maxIds];
  const int64_t *ends = &counts[owner * kSparseCores];
  constexpr int32_t kNone = std::numeric_limits<int32_t>::max();
  int32_t heads[kSparseCores];
  auto load = [&](int64_t source) {
    heads[source] = cursors[source] < ends[source]
                        ? lists[source * maxIds + cursors[source]]
                        : kNone;
  };
  for (int64_t source = 0; source < kSparseCores; ++source)
    load(source);
  int64_t number = 0;
  mergedIds.clear();
  while (static_cast<int64_t>(mergedIds.size()) < kPieceRows) {
    int32_t least = *std::min_element(heads, heads + kSparseCores);
    if (least == kNone)
      break;
    for (int64_t source = 0; source < kSparseCores; ++source)
      if (heads[source] == least) {
        entries[number++] = {
            static_cast<int32_t>(mergedIds.size()),
            static_cast<int32_t>(source * maxIds + cursors[source])};
        ++cursors[source];
        load(source);
      }
    mergedIds.push_back(least);
  }
  return number;
}

void UpdateTwin::apply(int64_t owner) {
  int64_t cursors[kSparseCores] = {};
  int64_t block = owner * kSparseCores * maxIds;
  float *rows = merged.data() + block * kWidth;
  while (int64_t number = mergePiece(owner, cursors)) {
    {
      Timer timer(breakdown.combine);
      combineRows(entries.data(), number, receive.data() + block * kWidth,
                  rows);
    }
    Timer timer(breakdown.optimize);
    auto distinct = static_cast<int64_t>(mergedIds.size());
    updateRows(state, owner * kRowsPerCore, mergedIds.data(), distinct, rows);
    rows += distinct * kWidth;
  }
}

void UpdateTwin::run(const UpdateBatch &next) {
  batch = &next;
  breakdown = UpdateBreakdown();
  for (int64_t core = 0; core < kSparseCores; ++core)
    request(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    sum(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    exchange(core);
  for (int64_t core = 0; core < kSparseCores; ++core)
    apply(core);
}

//===----------------------------------------------------------------------===//
// The fused loop
//===----------------------------------------------------------------------===//

static inline void prefetchEntry(const UpdateEntry *entries, int64_t count,
                                 int64_t i, const float *gradients,
                                 const float *table, const float *slot) {
  if (i >= count)
    return;
  prefetchRow(gradients + entries[i].sample * kWidth);
  prefetchRow(table + entries[i].row * kWidth);
  if (slot)
    prefetchRow(slot + entries[i].row * kWidth);
}

/// SGD if `slot` is null, else Adagrad.
SC_CLONES static void updateFused(const UpdateEntry *entries, int64_t count,
                                  const float *gradients, float *table,
                                  float *slot) {
  alignas(64) float sum[kWidth];
  for (int64_t i = 0; i < count;) {
    const int64_t row = entries[i].row;
    setRow(entries[i].gain, gradients + entries[i].sample * kWidth, sum);
    prefetchEntry(entries, count, i + kTableAhead, gradients, table, slot);
    for (++i; i < count && entries[i].row == row; ++i) {
      prefetchEntry(entries, count, i + kTableAhead, gradients, table, slot);
      addRow(entries[i].gain, gradients + entries[i].sample * kWidth, sum);
    }
    if (slot)
      updateRow(sum, table + row * kWidth, slot + row * kWidth);
    else
      updateRow(sum, table + row * kWidth);
  }
}

void runFusedUpdate(const UpdateBatch &batch, UpdateState &state) {
  updateFused(batch.sorted.data(), static_cast<int64_t>(batch.sorted.size()),
              batch.gradients.data(), state.table.data(),
              state.slot ? state.slot->data() : nullptr);
}

} // namespace sc::bench
