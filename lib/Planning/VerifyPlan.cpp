//===-- VerifyPlan.cpp - invariants of a lookup plan ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States what every plan must satisfy, in 128 bits: no sum or product of the
// checks themselves can overflow unnoticed.

#include "sc/Planning/TileSpmemPlan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sc {

__extension__ typedef __int128 Wide;

/// No real count comes near this, and products of four such factors stay within
/// 128 bits.
static constexpr int64_t kMaxFactor = int64_t(1) << 31;

static std::optional<std::string> verifyRanges(const LookupProblem &problem,
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
  if (plan.windowRows > getMaxWindowRows(problem))
    return "a window has " + std::to_string(plan.windowRows) +
           " rows, limit is " + std::to_string(getMaxWindowRows(problem));
  return std::nullopt;
}

static std::optional<std::string> verifySplits(const LookupProblem &problem,
                                               const LookupPlan &plan) {
  if (problem.width % plan.vectorSplits != 0)
    return "vectorSplits does not divide the width";
  Wide covered = Wide(plan.samplesPerTile) * problem.tiles * plan.replicas *
                 plan.sampleSplits;
  if (covered < problem.samples)
    return "tiles do not cover all samples";
  Wide withoutOne = Wide(plan.samplesPerTile - 1) * problem.tiles *
                    plan.replicas * plan.sampleSplits;
  if (withoutOne >= problem.samples)
    return "samplesPerTile is larger than needed";
  return std::nullopt;
}

static std::optional<std::string> verifyList(const LookupProblem &problem,
                                             const LookupPlan &plan) {
  if (Wide(plan.listBytes) != Wide(kListEntryBytes) * plan.listEntries)
    return "listBytes is not 12 bytes for each entry";
  if (!problem.local)
    return plan.listEntries == problem.maxIds
               ? std::nullopt
               : std::optional("the list does not hold a whole partition");
  bool whole = problem.maxIds > 0 && plan.listEntries >= problem.maxIds;
  if (!whole && plan.listEntries % 8 != 0)
    return "list windows do not start at multiples of 32 bytes";
  return std::nullopt;
}

static std::optional<std::string> verifyBytes(const LookupProblem &problem,
                                              const LookupPlan &plan) {
  int64_t width = problem.width / plan.vectorSplits;
  if (Wide(plan.gatherOperandBytes) != Wide(plan.samplesPerTile) * width * 4)
    return "gatherOperandBytes is not samplesPerTile rows";
  Wide slots = Wide(2 * 4) * std::max(kMinSlotWords, width);
  if (Wide(plan.scratchBytes) != slots + kBookkeepingBytes)
    return "scratchBytes is not two row slots and bookkeeping";
  Wide windows = Wide(plan.windowBuffers) * plan.windowRows * width * 4;
  // Windows grow out of the two row slots, or leave part of them unused.
  Wide used = Wide(plan.gatherOperandBytes) + kBookkeepingBytes +
              std::max(slots, windows) + plan.listBytes;
  if (used > problem.tileSpmemBytes)
    return "buffers need " + std::to_string(static_cast<int64_t>(used)) +
           " bytes, TileSpmem has " + std::to_string(problem.tileSpmemBytes);
  return std::nullopt;
}

static std::optional<std::string> verifyStack(const LookupProblem &problem,
                                              const LookupPlan &plan) {
  Wide stack = 0;
  if (!problem.local)
    stack = (Wide(2) * problem.width + 1) * problem.maxUniqueIds * 4;
  Wide logicalReplicas = Wide(problem.sparseCores) * plan.replicas;
  // Divide rather than multiply: the product may exceed 128 bits.
  if (plan.stackBytes % logicalReplicas != 0 ||
      plan.stackBytes / logicalReplicas != stack)
    return "stackBytes is not ids, send and receive of every replica";
  return std::nullopt;
}

std::optional<std::string> verifyPlan(const LookupProblem &problem,
                                      const LookupPlan &plan) {
  if (problem.sparseCores < 1)
    return "the problem has no SparseCores";
  for (auto *check :
       {verifyRanges, verifySplits, verifyList, verifyBytes, verifyStack})
    if (std::optional<std::string> broken = check(problem, plan))
      return broken;
  return std::nullopt;
}

} // namespace sc
