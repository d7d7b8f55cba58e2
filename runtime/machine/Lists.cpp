//===-- Lists.cpp - list and row instructions ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks around the kernels that work on lists and rows in TileSpmem.

#include "runtime/machine/Instructions.h"
#include "runtime/machine/ListAccess.h"

#include "runtime/kernels/Kernels.h"

#include <bit>

namespace sc::runtime {

using format::Instruction;
using format::kWordBytes;
using format::MemorySpace;

static constexpr int64_t kMaxSample = INT32_MAX;

/// The words that a scan of a list reads, see Agent::takeDeferred; checked
/// afterwards by checkWords.
template <typename T>
static const T *takeWords(Agent &agent, const Region &region, int64_t offset,
                          int64_t count) {
  int64_t bytes = 0;
  if (agent.deferred.empty() ||
      __builtin_mul_overflow(count, kWordBytes, &bytes))
    return getWords<T>(region, offset);
  return reinterpret_cast<const T *>(agent.takeDeferred(region, offset, bytes));
}

/// Bytes of a carry: the last id and the number of runs.
static constexpr int64_t kCarryBytes = 2 * kWordBytes;

/// Reads the carry of a list of `count` more entries: operand `operand` names
/// its buffer, or none, the next says whether it counts. On failure records a
/// fault.
static bool loadCarry(Agent &agent, const Instruction &instruction, int operand,
                      int64_t count, kernels::Carry &carry) {
  if (agent.getRaw(instruction, operand) < 0)
    return true;
  Region region = agent.getRegion(instruction, operand);
  if (!checkWords(agent, region, 0, 2))
    return false;
  if (agent.getValue(instruction, operand + 1) == 0)
    return true;
  const auto *words = getWords<int32_t>(region, 0);
  carry = {words[0], words[1]};
  agent.tally->countRead(region.space, kCarryBytes);
  if (carry.runs >= 0 && count <= INT32_MAX - carry.runs)
    return true;
  agent.fail("carry of ", carry.runs, " runs before ", count, " entries");
  return false;
}

static void storeCarry(Agent &agent, const Instruction &instruction,
                       int operand, const kernels::Carry &carry) {
  if (agent.getRaw(instruction, operand) < 0)
    return;
  Region region = agent.getRegion(instruction, operand);
  auto *words = getWords<int32_t>(region, 0);
  words[0] = carry.lastId;
  words[1] = carry.runs;
  agent.tally->countWrite(region.space, kCarryBytes);
}

/// No id is less than the one in front of it, also across windows.
static bool checkAscends(Agent &agent, const int32_t *ids, int64_t count,
                         const kernels::Carry &carry) {
  if (count == 0)
    return true;
  int64_t entry = kernels::findDescent(ids, count);
  bool isFirst = carry.runs > 0 && ids[0] < carry.lastId;
  if (entry < 0 && !isFirst)
    return true;
  entry = isFirst ? 0 : entry;
  agent.fail("ids of a partition do not ascend: ", ids[entry], " after ",
             isFirst ? carry.lastId : ids[entry - 1], " at entry ", entry);
  return false;
}

Outcome executeRuns(Agent &agent, const Instruction &instruction) {
  Region ids = agent.getRegion(instruction, 1);
  Region result = agent.getRegion(instruction, 4);
  int64_t idsOffset = agent.getValue(instruction, 2);
  int64_t count = agent.getValue(instruction, 3);
  int64_t resultOffset = agent.getValue(instruction, 5);
  kernels::Carry carry;
  if (!checkWords(agent, ids, idsOffset, count) ||
      !checkWords(agent, result, resultOffset, 0) ||
      !loadCarry(agent, instruction, 6, count, carry))
    return Outcome::Faulted;
  const auto *first = getWords<int32_t>(ids, idsOffset);
  const auto *target = getWords<int32_t>(result, resultOffset);
  if (target > first && target < first + count)
    return agent.fail("runs: the result overwrites ids that are still to be "
                      "read");
  if (agent.getRaw(instruction, 8) != 0 &&
      !checkAscends(agent, first, count, carry))
    return Outcome::Faulted;
  int64_t capacity = (result.size - resultOffset) / kWordBytes;
  int64_t distinct = kernels::runs(
      first, count, getWords<int32_t>(result, resultOffset), capacity, carry);
  if (!checkWords(agent, result, resultOffset, distinct))
    return Outcome::Faulted;
  Tally &tally = *agent.tally;
  tally.counters.distinctRows += distinct;
  tally.counters.vectorOperations += countVectors(agent, count);
  tally.countRead(ids.space, count * kWordBytes);
  tally.countWrite(result.space, distinct * kWordBytes);
  storeCarry(agent, instruction, 6, carry);
  agent.setResult(instruction, distinct);
  return Outcome::Continue;
}

static Outcome failSample(Agent &agent, const kernels::CheckedCount &result,
                          int64_t limit) {
  return agent.fail("bounds check: sample ", result.badValue, " at entry ",
                    result.badEntry, " of a list, must be below ", limit);
}

static kernels::SelectRange getSelectRange(const Agent &agent,
                                           const Instruction &instruction) {
  auto mode = static_cast<format::SelectMode>(agent.getRaw(instruction, 9));
  return {agent.getValue(instruction, 6), agent.getValue(instruction, 7),
          agent.getValue(instruction, 8), mode != format::SelectMode::Slots,
          mode == format::SelectMode::KeepIds};
}

Outcome executeSelect(Agent &agent, const Instruction &instruction) {
  Region ids = agent.getRegion(instruction, 1);
  Region samples = agent.getRegion(instruction, 2);
  Region gains = agent.getRegion(instruction, 3);
  int64_t offset = agent.getValue(instruction, 4);
  int64_t count = agent.getValue(instruction, 5);
  kernels::SelectRange range = getSelectRange(agent, instruction);
  if (range.lower < 0 || range.lower > kMaxSample || range.numSamples < 0 ||
      range.numSamples > kMaxSample)
    return agent.fail("select of samples from ", range.lower, " to ",
                      range.upper, " of ", range.numSamples);
  kernels::Entries entries{takeWords<int32_t>(agent, ids, offset, count),
                           takeWords<int32_t>(agent, samples, offset, count),
                           takeWords<float>(agent, gains, offset, count)};
  kernels::Carry carry;
  if (!checkWords(agent, ids, offset, count) ||
      !checkWords(agent, samples, offset, count) ||
      !checkWords(agent, gains, offset, count) ||
      !loadCarry(agent, instruction, 10, count, carry))
    return Outcome::Faulted;
  kernels::CheckedCount kept =
      kernels::select(entries, getWords<int32_t>(ids, offset),
                      getWords<int32_t>(samples, offset),
                      getWords<float>(gains, offset), count, range, carry);
  if (kept.badEntry >= 0)
    return failSample(agent, kept, range.numSamples);
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations += countVectors(agent, count);
  tally.countRead(MemorySpace::TileSpmem, 3 * count * kWordBytes);
  tally.countWrite(MemorySpace::TileSpmem, 3 * kept.count * kWordBytes);
  storeCarry(agent, instruction, 10, carry);
  agent.setResult(instruction, kept.count);
  return Outcome::Continue;
}

/// The same range of two lists shares no bytes.
static bool checkApart(Agent &agent, const Region &lhs, const Region &rhs,
                       int64_t offset, int64_t bytes) {
  const std::byte *left = lhs.base + offset, *right = rhs.base + offset;
  if (left + bytes <= right || right + bytes <= left)
    return true;
  agent.fail("sort: ", agent.describe(lhs), " and ", agent.describe(rhs),
             " overlap");
  return false;
}

Outcome executeSort(Agent &agent, const Instruction &instruction) {
  Region ids = agent.getRegion(instruction, 0);
  Region samples = agent.getRegion(instruction, 1);
  Region gains = agent.getRegion(instruction, 2);
  int64_t offset = agent.getValue(instruction, 3);
  int64_t count = agent.getValue(instruction, 4);
  if (!checkWords(agent, ids, offset, count) ||
      !checkWords(agent, samples, offset, count) ||
      !checkWords(agent, gains, offset, count))
    return Outcome::Faulted;
  int64_t bytes = count * kWordBytes;
  if (!checkApart(agent, ids, samples, offset, bytes) ||
      !checkApart(agent, ids, gains, offset, bytes) ||
      !checkApart(agent, samples, gains, offset, bytes))
    return Outcome::Faulted;
  kernels::sortEntries(
      getWords<int32_t>(ids, offset), getWords<int32_t>(samples, offset),
      getWords<float>(gains, offset), count, agent.sortScratch);
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations += countVectors(agent, count);
  tally.countRead(MemorySpace::TileSpmem, 3 * bytes);
  tally.countWrite(MemorySpace::TileSpmem, 3 * bytes);
  return Outcome::Continue;
}

Outcome executeLowerBound(Agent &agent, const Instruction &instruction) {
  Region ids = agent.getRegion(instruction, 1);
  int64_t offset = agent.getValue(instruction, 2);
  int64_t count = agent.getValue(instruction, 3);
  int64_t value = agent.getValue(instruction, 4);
  if (ids.space != MemorySpace::TileSpmem && ids.space != MemorySpace::Hbm)
    return agent.fail("list in ", agent.describe(ids),
                      ", which is not in tilespmem or hbm");
  if (!checkWordRange(agent, ids, offset, count))
    return Outcome::Faulted;
  int64_t position = 0;
  if (count > 0)
    position = kernels::computeLowerBound(getWords<int32_t>(ids, offset), count,
                                          value);
  agent.tally->countRead(
      ids.space, std::bit_width(static_cast<uint64_t>(count)) * kWordBytes);
  ++agent.tally->counters.scalarOperations;
  agent.setResult(instruction, position);
  return Outcome::Continue;
}

static void countAxpy(Agent &agent, int64_t count, int64_t rowBytes) {
  Tally &tally = *agent.tally;
  tally.counters.ids += count;
  tally.counters.vectorOperations +=
      count * countVectors(agent, rowBytes / kWordBytes);
  tally.countRead(MemorySpace::TileSpmem,
                  count * (2 * rowBytes + 2 * kWordBytes));
  tally.countWrite(MemorySpace::TileSpmem, count * rowBytes);
}

Outcome executeAxpyIndexed(Agent &agent, const Instruction &instruction) {
  Region accumulator = agent.getRegion(instruction, 0);
  Region rows = agent.getRegion(instruction, 3);
  Region samples = agent.getRegion(instruction, 5);
  Region gains = agent.getRegion(instruction, 7);
  int64_t accumulatorOffset = agent.getValue(instruction, 1);
  int64_t accumulatorRows = agent.getValue(instruction, 2);
  int64_t rowsOffset = agent.getValue(instruction, 4);
  int64_t samplesOffset = agent.getValue(instruction, 6);
  int64_t gainsOffset = agent.getValue(instruction, 8);
  int64_t count = agent.getValue(instruction, 9);
  int64_t rowBytes = agent.getValue(instruction, 10);
  if (!checkDenseRows(agent, accumulator, accumulatorOffset, accumulatorRows,
                      rowBytes) ||
      !checkDenseRows(agent, rows, rowsOffset, count, rowBytes) ||
      !checkWords(agent, samples, samplesOffset, count) ||
      !checkWords(agent, gains, gainsOffset, count))
    return Outcome::Faulted;
  kernels::CheckedCount added = kernels::axpyIndexed(
      getWords<float>(accumulator, accumulatorOffset), accumulatorRows,
      getWords<float>(rows, rowsOffset),
      getWords<int32_t>(samples, samplesOffset),
      getWords<float>(gains, gainsOffset), count, rowBytes / kWordBytes);
  if (added.badEntry >= 0)
    return failSample(agent, added, accumulatorRows);
  countAxpy(agent, count, rowBytes);
  return Outcome::Continue;
}

} // namespace sc::runtime
