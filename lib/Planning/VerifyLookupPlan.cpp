//===-- VerifyLookupPlan.cpp - invariants of a lookup plan ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States what every plan must satisfy, in 128 bits: no sum or product of the
// checks themselves can overflow unnoticed.

#include "sc/Planning/CostModel.h"
#include "sc/Planning/Planner.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sc {

__extension__ typedef __int128 Wide;

using Fault = std::optional<std::string>;

/// No real count comes near this, and products of four such factors stay within
/// 128 bits.
static constexpr int64_t kMaxFactor = int64_t(1) << 31;

static Fault verifyRanges(const LookupProblem &problem, const PlanOptions &,
                          const LookupPlan &plan) {
  const std::array<std::pair<const char *, int64_t>, 9> counts = {{
      {"replicas", plan.replicas},
      {"vectorSplits", plan.vectorSplits},
      {"sampleSplits", plan.sampleSplits},
      {"samplesPerTile", plan.samplesPerTile},
      {"listEntries", plan.listEntries},
      {"windowRows", plan.windowRows},
      {"windowBuffers", plan.windowBuffers},
      {"width", problem.width},
      {"tiles", problem.tiles},
  }};
  for (const auto &[name, count] : counts)
    if (count < 1 || count > kMaxFactor)
      return std::string(name) + " is out of range: " + std::to_string(count);
  return std::nullopt;
}

/// 16 KiB of rows, but from 64 to 256 of them, and half the list at most.
static int64_t getRowLimit(int64_t width, int64_t listEntries) {
  int64_t rows = 4096 / width;
  if (rows < 64)
    rows = 64;
  if (rows > 256)
    rows = 256;
  if (2 * rows > listEntries)
    rows = listEntries / 2;
  return rows < 1 ? 1 : rows;
}

static Fault verifyWindow(const LookupProblem &problem, const PlanOptions &,
                          const LookupPlan &plan) {
  int64_t most =
      getRowLimit(problem.width / plan.vectorSplits, plan.listEntries);
  if (plan.windowRows > most)
    return "a window has " + std::to_string(plan.windowRows) +
           " rows, limit is " + std::to_string(most);
  int64_t buffers = plan.listEntries > 1 ? 2 : 1;
  if (plan.windowBuffers != buffers)
    return "there are " + std::to_string(plan.windowBuffers) +
           " windows instead of " + std::to_string(buffers);
  return std::nullopt;
}

static bool isPowerOfTwo(int64_t value) { return (value & (value - 1)) == 0; }

static Fault verifyOptions(const LookupProblem &problem,
                           const PlanOptions &options, const LookupPlan &plan) {
  bool isSplit = plan.replicas > 1 || plan.vectorSplits > 1 ||
                 plan.sampleSplits > 1 || plan.rowStreaming;
  if (problem.kind == LookupKind::LocalLookup && isSplit)
    return "the local form is split or streams rows";
  if (plan.replicas > options.maxReplicas)
    return "there are " + std::to_string(plan.replicas) +
           " replicas, the bound is " + std::to_string(options.maxReplicas);
  if (!isPowerOfTwo(plan.replicas) || !isPowerOfTwo(plan.sampleSplits))
    return "replicas or sampleSplits is not a power of two";
  if (plan.sampleSplits > 1 && !options.sampleSplitting)
    return "samples are split although that is not allowed";
  if (plan.rowStreaming && !options.rowStreaming)
    return "rows are streamed although that is not allowed";
  if (plan.rowStreaming && problem.kind == LookupKind::Update &&
      problem.isMinibatched)
    return "rows of a minibatched update are streamed";
  return std::nullopt;
}

static Fault verifySplits(const LookupProblem &problem, const PlanOptions &,
                          const LookupPlan &plan) {
  if (problem.width % plan.vectorSplits != 0)
    return "vectorSplits does not divide the width";
  if (plan.vectorSplits > 1 && problem.isRowCoupled)
    return "rows of a coupled optimizer are split";
  if (plan.vectorSplits > 1 &&
      problem.width / plan.vectorSplits < problem.lanes)
    return "a vector split is narrower than the lanes";
  if (plan.vectorSplits > 1 && problem.rowFormat.isNarrow() &&
      problem.width / plan.vectorSplits *
              format::getCodeBytes(problem.rowFormat.type) % 4 !=
          0)
    return "a vector split is not whole words of narrow rows";
  Wide parts = Wide(problem.tiles) * plan.replicas * plan.sampleSplits;
  if (plan.samplesPerTile * parts < problem.samples)
    return "tiles do not cover all samples";
  if ((plan.samplesPerTile - 1) * parts >= problem.samples)
    return "samplesPerTile is larger than needed";
  Wide groups = Wide(plan.replicas) * plan.sampleSplits;
  if (groups > 1 && Wide(problem.tiles) * (groups / 2) >= problem.samples)
    return "more replicas or sample splits than samples of a tile";
  return std::nullopt;
}

static Fault verifyList(const LookupProblem &problem, const PlanOptions &,
                        const LookupPlan &plan) {
  int64_t entryBytes = kListEntryBytes * (plan.rowStreaming ? 2 : 1);
  if (Wide(plan.listBytes) != Wide(entryBytes) * plan.listEntries)
    return "listBytes is not " + std::to_string(entryBytes) +
           " bytes for each entry";
  if (plan.carryBytes != (plan.rowStreaming ? kCarryBytes : 0))
    return "carryBytes does not go with rowStreaming";
  if (plan.rowStreaming) {
    if (plan.listEntries % 8 != 0 || plan.listEntries > kMaxListWindowEntries)
      return "a streamed window of " + std::to_string(plan.listEntries) +
             " entries";
    if (2 * plan.listEntries > problem.maxIds)
      return "two streamed windows of " + std::to_string(plan.listEntries) +
             " entries hold more than the list of " +
             std::to_string(problem.maxIds);
    return std::nullopt;
  }
  if (problem.kind != LookupKind::LocalLookup)
    return plan.listEntries == problem.maxIds
               ? std::nullopt
               : Fault("the list does not hold a whole partition");
  bool whole = problem.maxIds > 0 && plan.listEntries >= problem.maxIds;
  if (!whole && plan.listEntries % 8 != 0)
    return "list windows do not start at multiples of 32 bytes";
  return std::nullopt;
}

static Fault describeRoom(const LookupProblem &problem, const char *what,
                          Wide used) {
  if (used <= problem.tileSpmemBytes)
    return std::nullopt;
  constexpr Wide most = std::numeric_limits<int64_t>::max();
  return std::string(what) + " need " +
         std::to_string(static_cast<int64_t>(std::min(used, most))) +
         " bytes, TileSpmem has " + std::to_string(problem.tileSpmemBytes);
}

/// Bytes for each row of a window. `combine` widens narrow rows into one more
/// buffer; before, whole ones were sent. An update sums into one window.
static Wide getWindowBytes(const LookupProblem &problem, int64_t vectorSplits,
                           int64_t buffers) {
  int64_t slice = problem.width / vectorSplits * 4;
  if (problem.kind == LookupKind::Update)
    return slice;
  const format::RowFormat &format = problem.rowFormat;
  if (!format.isNarrow())
    return Wide(buffers) * slice;
  Wide combine = Wide(buffers) * format::getGatheredRowBytes(
                                     format, problem.width, vectorSplits) +
                 slice;
  Wide sent = problem.kind == LookupKind::Lookup
                  ? Wide(buffers) * format::getRowBytes(format, problem.width)
                  : 0;
  return std::max(combine, sent);
}

static Fault verifyBytes(const LookupProblem &problem, const PlanOptions &,
                         const LookupPlan &plan) {
  int64_t width = problem.width / plan.vectorSplits;
  if (Wide(plan.gatherOperandBytes) != Wide(plan.samplesPerTile) * width * 4)
    return "gatherOperandBytes is not samplesPerTile rows";
  Wide slots =
      std::max(Wide(2 * 4) * std::max(kMinSlotWords, width),
               getWindowBytes(problem, plan.vectorSplits, /*buffers=*/2));
  if (Wide(plan.scratchBytes) != slots + kBookkeepingBytes)
    return "scratchBytes is not two row slots and bookkeeping";
  Wide windows = plan.windowRows *
                 getWindowBytes(problem, plan.vectorSplits, plan.windowBuffers);
  // Windows grow out of the two row slots, or leave part of them unused.
  return describeRoom(problem, "buffers",
                      Wide(plan.gatherOperandBytes) + kBookkeepingBytes +
                          std::max(slots, windows) + plan.listBytes);
}

/// What is merged: enough for one entry of each list, and no more than helps.
static Fault verifyMerge(const LookupProblem &problem, const PlanOptions &,
                         const LookupPlan &plan) {
  if (problem.kind != LookupKind::Update)
    return plan.mergeEntries == 0 && plan.optimizerRows == 0
               ? std::nullopt
               : Fault("a lookup merges or has an optimizer");
  Wide lists = Wide(problem.sparseCores) * plan.replicas;
  constexpr int64_t maxIndex = std::numeric_limits<int32_t>::max();
  if (plan.replicas > 1 &&
      (lists > maxIndex || lists * problem.maxUniqueIds > maxIndex))
    return "an INT32 does not index the rows of all replicas";
  Wide most = std::max<Wide>(65536, lists + 7);
  if (plan.mergeEntries < 8 || plan.mergeEntries % 8 != 0 ||
      plan.mergeEntries < lists || plan.mergeEntries > most)
    return "merges of " + std::to_string(plan.mergeEntries) + " entries";
  if (plan.optimizerRows < 1 || plan.optimizerRows > 64)
    return "the optimizer works on " + std::to_string(plan.optimizerRows) +
           " rows";
  return std::nullopt;
}

/// Everything of the program that merges and updates, one buffer after another.
static Fault verifyApply(const LookupProblem &problem, const PlanOptions &,
                         const LookupPlan &plan) {
  if (problem.kind != LookupKind::Update)
    return std::nullopt;
  const OptimizerSizes &optimizer = problem.optimizer;
  Wide row = Wide(problem.width / plan.vectorSplits) * 4;
  Wide lists = Wide(problem.sparseCores) * plan.replicas;
  Wide inWork =
      plan.optimizerRows * (optimizer.rows * row + Wide(optimizer.words) * 4);
  if (plan.optimizerRows > 1 && inWork > 32768)
    return "rows of the optimizer take more than 32768 bytes";
  Wide scratch = lists * 8 + 8 + Wide(optimizer.uniformWords) * 4 +
                 optimizer.uniformRows * row;
  Wide windows = (Wide(plan.windowBuffers) + 1) * plan.windowRows * row;
  return describeRoom(problem, "activation gradients, merge and optimizer",
                      plan.gatherOperandBytes + scratch + inWork + windows +
                          Wide(plan.mergeEntries) * 12);
}

/// Whether `bytes` is `idBytes` for each replica and distinct id.
static bool isStack(const LookupProblem &problem, const LookupPlan &plan,
                    int64_t bytes, Wide idBytes) {
  Wide logicalReplicas = Wide(problem.sparseCores) * plan.replicas;
  // Divide rather than multiply: the product may exceed 128 bits.
  return bytes % logicalReplicas == 0 &&
         bytes / logicalReplicas == idBytes * problem.maxUniqueIds;
}

static Fault verifyStack(const LookupProblem &problem, const PlanOptions &,
                         const LookupPlan &plan) {
  bool isLookup = problem.kind == LookupKind::Lookup;
  bool isUpdate = problem.kind == LookupKind::Update;
  Wide row = format::getRowBytes(problem.rowFormat, problem.width);
  if (!isStack(problem, plan, plan.stackForwardBytes,
               isLookup ? 2 * row + 4 : 0))
    return "stackForwardBytes is not ids, send and receive of every replica";
  if (!isStack(problem, plan, plan.stackBackwardBytes, isUpdate ? 3 * row : 0))
    return "stackBackwardBytes is not send, receive and merged of every "
           "replica";
  if (!isStack(problem, plan, plan.exchangeBytes, isUpdate ? 2 * 4 : 0))
    return "exchangeBytes is not the ids of every replica";
  return std::nullopt;
}

static Fault verifyCost(const LookupProblem &problem, const PlanOptions &,
                        const LookupPlan &plan) {
  Traffic traffic = predictTraffic(problem, plan);
  if (traffic.listBytes != plan.traffic.listBytes ||
      traffic.gatherBytes != plan.traffic.gatherBytes ||
      traffic.stackBytes != plan.traffic.stackBytes ||
      traffic.sampleBytes != plan.traffic.sampleBytes ||
      traffic.exchangeBytes != plan.traffic.exchangeBytes ||
      traffic.windows != plan.traffic.windows)
    return "traffic is not what the cost model predicts";
  if (plan.seconds != predictSeconds(problem, plan))
    return "seconds are not what the cost model predicts";
  return std::nullopt;
}

std::optional<std::string> verifyPlan(const LookupProblem &problem,
                                      const PlanOptions &options,
                                      const LookupPlan &plan) {
  if (problem.sparseCores < 1 || problem.lanes < 1)
    return "the problem has no SparseCores or lanes";
  for (auto *check :
       {verifyRanges, verifySplits, verifyOptions, verifyWindow, verifyList,
        verifyBytes, verifyMerge, verifyApply, verifyStack, verifyCost})
    if (Fault fault = check(problem, options, plan))
      return fault;
  return std::nullopt;
}

} // namespace sc
