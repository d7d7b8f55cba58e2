//===-- CostModel.cpp - predicted traffic and time ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each part of the schemes of docs/Planning.md. Counts that
// exceed 64 bits stay at the largest value.

#include "sc/Planning/CostModel.h"

#include "LookupSizes.h"
#include "RowBytes.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace sc {

static int64_t multiply(std::initializer_list<int64_t> factors) {
  int64_t product = 1;
  for (int64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

static int64_t add(std::initializer_list<int64_t> terms) {
  int64_t sum = 0;
  for (int64_t term : terms)
    if (__builtin_add_overflow(sum, term, &sum))
      return std::numeric_limits<int64_t>::max();
  return sum;
}

/// Sizes that exceed 64 bits stay at the largest value.
static RowBytes countRow(const LookupProblem &problem, const LookupPlan &plan) {
  CheckedMath unchecked;
  return countRowBytes(problem, plan.vectorSplits, unchecked);
}

namespace {
/// Counts that several parts share.
struct Counts {
  Counts(const LookupProblem &problem, const LookupPlan &plan)
      : passes(multiply({plan.replicas, plan.vectorSplits, plan.sampleSplits})),
        parts(multiply({problem.tiles, plan.replicas, plan.sampleSplits})),
        logicalReplicas(multiply({problem.sparseCores, plan.replicas})),
        uniqueIds(multiply({logicalReplicas, problem.maxUniqueIds})),
        row(countRow(problem, plan)),
        uniqueBytes(multiply({uniqueIds, row.stored})),
        entries(multiply({problem.sparseCores, problem.maxIds})),
        listWindows(ceilDiv(problem.maxIds, plan.listEntries)) {}

  int64_t passes;          // over the samples
  int64_t parts;           // of the samples
  int64_t logicalReplicas; // R
  int64_t uniqueIds;       // U of every source and replica
  RowBytes row;            // on its way
  int64_t uniqueBytes;     // rows of those ids
  int64_t entries;         // N of every partition
  int64_t listWindows;     // of one list
};
} // namespace

static int64_t getRowWindows(const LookupPlan &plan, int64_t rows) {
  return ceilDiv(rows, plan.windowRows);
}

/// F1 reads the ids. Several replicas each read samples and gains too, to
/// select, after the ids were read once to count those of the whole partition.
static int64_t getRequestBytes(const LookupPlan &plan, const Counts &counts) {
  int64_t ids = multiply({counts.entries, 4});
  if (plan.replicas == 1)
    return ids;
  return add({ids, multiply({plan.replicas, counts.entries, kListEntryBytes})});
}

static int64_t getRequestWindows(const LookupProblem &problem,
                                 const LookupPlan &plan, const Counts &counts) {
  int64_t reads = plan.replicas == 1 ? 1 : plan.replicas + 1;
  return multiply(
      {reads, ceilDiv(problem.sparseCores, problem.tiles), counts.listWindows});
}

/// F4, B2: every tile loads every list in each pass.
static int64_t getPassBytes(const LookupProblem &problem,
                            const Counts &counts) {
  return multiply(
      {counts.passes, problem.tiles, counts.entries, kListEntryBytes});
}

/// F4, B2: a window of the list, and at least one of rows for what is kept of
/// it. Entries are evenly spread over tiles, replicas and sample splits.
static int64_t getPassWindows(const LookupProblem &problem,
                              const LookupPlan &plan, const Counts &counts) {
  int64_t kept =
      ceilDiv(std::min(plan.listEntries, problem.maxIds), counts.parts);
  return multiply({counts.passes, problem.sparseCores, counts.listWindows,
                   1 + getRowWindows(plan, kept)});
}

/// A tile's share of U rows of every source, replica and vector split; narrow
/// rows are not split when they are sent.
static int64_t getSourceWindows(const LookupProblem &problem,
                                const LookupPlan &plan, const Counts &counts) {
  int64_t share = ceilDiv(problem.maxUniqueIds, problem.tiles);
  return multiply({counts.logicalReplicas,
                   getSendPasses(problem, plan.vectorSplits),
                   getRowWindows(plan, share)});
}

/// Ids one way, rows the other, of all other SparseCores.
static int64_t getExchangeBytes(const LookupProblem &problem,
                                const LookupPlan &plan, const Counts &counts) {
  return multiply({plan.replicas, problem.sparseCores - 1, problem.maxUniqueIds,
                   add({counts.row.stored, 4})});
}

static Traffic predictLookup(const LookupProblem &problem,
                             const LookupPlan &plan) {
  Counts counts(problem, plan);
  Traffic traffic;
  traffic.listBytes =
      add({getRequestBytes(plan, counts), getPassBytes(problem, counts)});
  traffic.gatherBytes = counts.uniqueBytes;
  traffic.stackBytes =
      add({multiply({2, counts.uniqueIds, 4}), // ids: write, read
           multiply({3, counts.uniqueBytes}),  // send: both; receive: write
           multiply({plan.vectorSplits, counts.entries,
                     counts.row.gathered})}); // receive: read
  traffic.sampleBytes = multiply({2, problem.samples, problem.width, 4});
  traffic.exchangeBytes = getExchangeBytes(problem, plan, counts);
  traffic.windows = add({getRequestWindows(problem, plan, counts),
                         getSourceWindows(problem, plan, counts),
                         getPassWindows(problem, plan, counts)});
  return traffic;
}

/// A list of unknown length counts as one window.
static Traffic predictLocal(const LookupProblem &problem,
                            const LookupPlan &plan) {
  int64_t entries = problem.maxIds > 0 ? problem.maxIds : plan.listEntries;
  int64_t kept = ceilDiv(std::min(plan.listEntries, entries), problem.tiles);
  Traffic traffic;
  traffic.listBytes = multiply({problem.tiles, entries, kListEntryBytes});
  traffic.gatherBytes = multiply({entries, countRow(problem, plan).gathered});
  traffic.sampleBytes = multiply({2, problem.samples, problem.width, 4});
  traffic.windows = multiply(
      {ceilDiv(entries, plan.listEntries), 1 + getRowWindows(plan, kept)});
  return traffic;
}

/// B4: merges of a tile's share of the received rows. Each takes all but the
/// entries of an id that does not fit any more.
static int64_t getMerges(const LookupProblem &problem, const LookupPlan &plan,
                         const Counts &counts) {
  int64_t share = ceilDiv(problem.maxUniqueIds, problem.tiles);
  return ceilDiv(multiply({counts.logicalReplicas, share}),
                 plan.mergeEntries - counts.logicalReplicas + 1);
}

/// B5: no more rows change than the table has.
static int64_t getChangedRows(const LookupProblem &problem,
                              const Counts &counts) {
  return std::min(counts.uniqueIds, problem.tableRows);
}

static Traffic predictUpdate(const LookupProblem &problem,
                             const LookupPlan &plan) {
  Counts counts(problem, plan);
  int64_t changedRows = getChangedRows(problem, counts);
  int64_t sorted = multiply({2, counts.entries, kListEntryBytes}); // B1
  Traffic traffic;
  traffic.listBytes =
      add({problem.isMinibatched ? sorted : 0, getRequestBytes(plan, counts),
           getPassBytes(problem, counts)});
  int64_t arrays = add({1, problem.slots});
  traffic.gatherBytes = multiply({2, arrays, changedRows, problem.width, 4});
  // Send: a sum of each sample split, read again by the next one, and by B3;
  // receive and merged: write, read.
  int64_t rowPasses = add({multiply({2, plan.sampleSplits}), 4});
  traffic.stackBytes = add({multiply({4, counts.uniqueIds, 4}),
                            multiply({rowPasses, counts.uniqueBytes})});
  traffic.sampleBytes = multiply({problem.samples, problem.width, 4});
  traffic.exchangeBytes = getExchangeBytes(problem, plan, counts);
  traffic.windows = add(
      {getRequestWindows(problem, plan, counts),
       getPassWindows(problem, plan, counts),
       getSourceWindows(problem, plan, counts), // B4
       multiply({plan.vectorSplits, getMerges(problem, plan, counts)}),
       multiply({plan.vectorSplits, ceilDiv(ceilDiv(changedRows, problem.tiles),
                                            plan.optimizerRows)})});
  return traffic;
}

Traffic predictTraffic(const LookupProblem &problem, const LookupPlan &plan) {
  switch (problem.kind) {
  case LookupKind::Lookup:
    return predictLookup(problem, plan);
  case LookupKind::LocalLookup:
    return predictLocal(problem, plan);
  case LookupKind::Update:
    return predictUpdate(problem, plan);
  }
  return {};
}

double predictSeconds(const LookupProblem &problem, const LookupPlan &plan) {
  Traffic traffic = predictTraffic(problem, plan);
  int64_t bandwidth = problem.hbmBytesPerSecond > 0 ? problem.hbmBytesPerSecond
                                                    : kDefaultHbmBytesPerSecond;
  double hbmBytes = double(traffic.listBytes) + double(traffic.gatherBytes) +
                    double(traffic.stackBytes) + double(traffic.sampleBytes);
  return hbmBytes * double(problem.sparseCoresPerDevice) / double(bandwidth) +
         double(traffic.exchangeBytes) / kExchangeBytesPerSecond +
         double(traffic.windows) * kWindowSeconds;
}

} // namespace sc
