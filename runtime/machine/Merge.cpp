//===-- Merge.cpp - the next ids of several lists ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks around the merge of lists that other SparseCores sent.

#include "runtime/machine/Instructions.h"
#include "runtime/machine/ListAccess.h"

#include "runtime/kernels/Kernels.h"

namespace sc::runtime {

using format::Instruction;
using format::kWordBytes;
using format::MemorySpace;

/// Indices of elements are words.
static constexpr int64_t kMaxElements = int64_t{1} << 31;

namespace {
/// The operands of a merge.
struct MergeOperands {
  Region lists;
  int64_t listsOffset;
  int64_t listSlots;
  int64_t numLists;
  Region cursors;
  Region ids;
  Region slots;
  Region indices;
  int64_t capacity;
};
} // namespace

/// All lists lie in HBM, with element indices that fit a word.
static bool checkLists(Agent &agent, const MergeOperands &operands) {
  int64_t elements = 0;
  if (operands.lists.space != MemorySpace::Hbm) {
    agent.fail("merge from ", agent.describe(operands.lists),
               ", which is not in hbm");
    return false;
  }
  if (operands.numLists < 1 || operands.listSlots < 1 ||
      __builtin_mul_overflow(operands.numLists, operands.listSlots,
                             &elements) ||
      elements > kMaxElements) {
    agent.fail("merge of ", operands.numLists, " lists of ", operands.listSlots,
               " slots");
    return false;
  }
  return checkWordRange(agent, operands.lists, operands.listsOffset, elements);
}

/// The lists in TileSpmem are large enough and apart from one another.
static bool checkTarget(Agent &agent, const MergeOperands &operands) {
  struct Side {
    const Region *region;
    int64_t count;
  };
  const Side sides[] = {{&operands.cursors, 2 * operands.numLists},
                        {&operands.ids, operands.capacity},
                        {&operands.slots, operands.capacity},
                        {&operands.indices, operands.capacity}};
  for (const Side &side : sides)
    if (!checkWords(agent, *side.region, 0, side.count))
      return false;
  for (const Side &left : sides)
    for (const Side &right : sides) {
      const std::byte *begin = left.region->base, *other = right.region->base;
      if (&left == &right || begin + left.count * kWordBytes <= other ||
          other + right.count * kWordBytes <= begin)
        continue;
      agent.fail("merge: ", agent.describe(*left.region), " and ",
                 agent.describe(*right.region), " overlap");
      return false;
    }
  return true;
}

/// Faults for contents; Continue for a good result.
static Outcome checkResult(Agent &agent, const MergeOperands &operands,
                           const kernels::MergeResult &merged) {
  int64_t list = merged.badList;
  if (list >= 0 && merged.hasBadCursor) {
    const auto *cursors = getWords<int32_t>(operands.cursors, 0);
    return agent.fail("merge: cursors of list ", list, " are ", cursors[list],
                      " and ", cursors[operands.numLists + list], " of ",
                      operands.listSlots, " slots");
  }
  if (list >= 0 && merged.badValue < 0)
    return agent.fail("merge: id ", merged.badValue, " at slot ",
                      merged.badSlot, " of list ", list, " is negative");
  if (list >= 0)
    return agent.fail("merge: list ", list,
                      " does not ascend: ", merged.badValue, " after ",
                      merged.previous, " at slot ", merged.badSlot);
  if (merged.count == 0 && merged.leftId >= 0)
    return agent.fail("merge: id ", merged.leftId, " is in more than ",
                      operands.capacity, " lists, for which there is no room");
  return Outcome::Continue;
}

static void countMerge(Agent &agent, const MergeOperands &operands,
                       const kernels::MergeResult &merged) {
  Tally &tally = *agent.tally;
  tally.counters.mergedRows += merged.distinct;
  tally.counters.vectorOperations += countVectors(agent, merged.count);
  tally.countRead(MemorySpace::Hbm, merged.count * kWordBytes);
  tally.countRead(MemorySpace::TileSpmem, 2 * operands.numLists * kWordBytes);
  tally.countWrite(MemorySpace::TileSpmem,
                   (operands.numLists + 2 * merged.count + merged.distinct) *
                       kWordBytes);
}

Outcome executeMerge(Agent &agent, const Instruction &instruction) {
  MergeOperands operands{
      agent.getRegion(instruction, 2), agent.getValue(instruction, 3),
      agent.getValue(instruction, 4),  agent.getValue(instruction, 5),
      agent.getRegion(instruction, 6), agent.getRegion(instruction, 7),
      agent.getRegion(instruction, 8), agent.getRegion(instruction, 9),
      agent.getValue(instruction, 10)};
  if (!checkLists(agent, operands) || !checkTarget(agent, operands))
    return Outcome::Faulted;
  kernels::MergeResult merged = kernels::merge(
      {getWords<int32_t>(operands.lists, operands.listsOffset),
       operands.numLists, operands.listSlots,
       getWords<int32_t>(operands.cursors, 0)},
      {getWords<int32_t>(operands.ids, 0), getWords<int32_t>(operands.slots, 0),
       getWords<int32_t>(operands.indices, 0), operands.capacity},
      agent.mergeScratch);
  if (checkResult(agent, operands, merged) == Outcome::Faulted)
    return Outcome::Faulted;
  countMerge(agent, operands, merged);
  agent.setResult(instruction, merged.count, 0);
  agent.setResult(instruction, merged.distinct, 1);
  return Outcome::Continue;
}

} // namespace sc::runtime
