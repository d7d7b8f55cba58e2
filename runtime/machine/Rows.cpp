//===-- Rows.cpp - row instructions --------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks around the kernels that work on the words of rows.

#include "runtime/machine/Instructions.h"
#include "runtime/machine/ListAccess.h"

#include "runtime/kernels/RowKernels.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sc::runtime {

using format::Instruction;
using format::kWordBytes;
using format::RowFunction;

/// The 32 bits of a value operand, signed.
static bool getWord(Agent &agent, const Instruction &instruction, int operand,
                    int32_t &word) {
  int64_t value = agent.getValue(instruction, operand);
  word = static_cast<int32_t>(value);
  if (word == value)
    return true;
  agent.fail("word ", value, " is not a signed number of 32 bits");
  return false;
}

Outcome executeFill(Agent &agent, const Instruction &instruction) {
  Region destination = agent.getRegion(instruction, 0);
  int64_t offset = agent.getValue(instruction, 1);
  int64_t count = agent.getValue(instruction, 2);
  int32_t word = 0;
  if (!checkWords(agent, destination, offset, count) ||
      !getWord(agent, instruction, 3, word))
    return Outcome::Faulted;
  kernels::fillWords(getWords<int32_t>(destination, offset), count, word);
  agent.tally->counters.vectorOperations += countVectors(agent, count);
  agent.tally->countWrite(destination.space, count * kWordBytes);
  return Outcome::Continue;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

namespace {
/// The operands of an elementwise or a reduce_row.
struct RowCall {
  RowFunction function;
  int64_t count;
  int64_t rowBytes;
  int64_t words;
};
} // namespace

/// `count` rows of `rowBytes` bytes are a number of whole words.
static bool checkShape(Agent &agent, int64_t count, int64_t rowBytes) {
  int64_t bytes = 0;
  if (count >= 0 && rowBytes >= 0 && rowBytes % kWordBytes == 0 &&
      !__builtin_mul_overflow(count, rowBytes, &bytes))
    return true;
  agent.fail(count, " rows of ", rowBytes, " bytes");
  return false;
}

static bool loadCall(Agent &agent, const Instruction &instruction,
                     int countOperand, RowCall &call) {
  call.function = static_cast<RowFunction>(agent.getRaw(instruction, 0));
  call.count = agent.getValue(instruction, countOperand);
  call.rowBytes = agent.getValue(instruction, countOperand + 1);
  call.words = call.rowBytes / kWordBytes;
  return checkShape(agent, call.count, call.rowBytes);
}

/// Words that are read are the ones that are written, or apart from them.
static bool checkOverlap(Agent &agent, const Instruction &instruction,
                         const int32_t *read, int64_t readWords,
                         const int32_t *written, int64_t writtenWords) {
  if ((read == written && readWords == writtenWords) ||
      read + readWords <= written || written + writtenWords <= read ||
      readWords == 0 || writtenWords == 0)
    return true;
  auto opcode = static_cast<format::Opcode>(instruction.opcode());
  agent.fail(std::string(format::getOpcodeInfo(opcode).mnemonic),
             ": the result overlaps words that are still to be read");
  return false;
}

/// Operand `index` of an elementwise; on failure records a fault.
static bool loadRowOperand(Agent &agent, const Instruction &instruction,
                           const RowCall &call, const int32_t *result,
                           int index, kernels::RowOperand &operand) {
  int64_t broadcast = agent.getRaw(instruction, 11) >> (2 * index);
  operand.isOneRow = (broadcast & format::kOneRow) != 0;
  operand.isOneWord = (broadcast & format::kOneWord) != 0;
  Region region = agent.getRegion(instruction, 3 + 2 * index);
  int64_t offset = agent.getValue(instruction, 4 + 2 * index);
  int64_t words =
      call.count == 0
          ? 0
          : kernels::countOperandWords(operand, call.count, call.words);
  if (!checkWords(agent, region, offset, words))
    return false;
  operand.words = getWords<const int32_t>(region, offset);
  agent.tally->countRead(region.space, words * kWordBytes);
  return checkOverlap(agent, instruction, operand.words, words, result,
                      call.count * call.words);
}

Outcome executeElementwise(Agent &agent, const Instruction &instruction) {
  Region result = agent.getRegion(instruction, 1);
  int64_t resultOffset = agent.getValue(instruction, 2);
  RowCall call;
  if (!loadCall(agent, instruction, 9, call) ||
      !checkDenseRows(agent, result, resultOffset, call.count, call.rowBytes))
    return Outcome::Faulted;
  auto *target = getWords<int32_t>(result, resultOffset);
  kernels::RowOperands operands;
  int numOperands = format::getRowFunctionInfo(call.function).operands;
  for (int index = 0; index < numOperands; ++index)
    if (!loadRowOperand(agent, instruction, call, target, index,
                        operands[static_cast<size_t>(index)]))
      return Outcome::Faulted;
  kernels::elementwise(call.function, operands, target, call.count, call.words);
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations +=
      call.count * countVectors(agent, call.words);
  tally.countWrite(result.space, call.count * call.rowBytes);
  return Outcome::Continue;
}

Outcome executeReduceRow(Agent &agent, const Instruction &instruction) {
  Region result = agent.getRegion(instruction, 1);
  Region rows = agent.getRegion(instruction, 3);
  Region init = agent.getRegion(instruction, 5);
  int64_t resultOffset = agent.getValue(instruction, 2);
  int64_t rowsOffset = agent.getValue(instruction, 4);
  int64_t initOffset = agent.getValue(instruction, 6);
  RowCall call;
  if (!loadCall(agent, instruction, 7, call) ||
      !checkWords(agent, result, resultOffset, call.count) ||
      !checkDenseRows(agent, rows, rowsOffset, call.count, call.rowBytes) ||
      !checkWords(agent, init, initOffset, 1))
    return Outcome::Faulted;
  auto *target = getWords<int32_t>(result, resultOffset);
  const auto *source = getWords<const int32_t>(rows, rowsOffset);
  int64_t sourceWords = call.count * call.words;
  if (!checkOverlap(agent, instruction, source, sourceWords, target,
                    call.count))
    return Outcome::Faulted;
  kernels::reduceRows(call.function, source,
                      *getWords<const int32_t>(init, initOffset), target,
                      call.count, call.words);
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations +=
      call.count * countVectors(agent, call.words);
  tally.countRead(rows.space, (sourceWords + 1) * kWordBytes);
  tally.countWrite(result.space, call.count * kWordBytes);
  return Outcome::Continue;
}

//===----------------------------------------------------------------------===//
// Segment sum
//===----------------------------------------------------------------------===//

namespace {
struct SegmentCall {
  Region result;
  int64_t resultOffset;
  int64_t first;
  Region rows;
  int64_t rowsOffset;
  int64_t count;
  int64_t rowBytes;
};
} // namespace

/// The words of an optional list: null where operand `operand` is -1.
template <typename T>
static bool loadList(Agent &agent, const Instruction &instruction, int operand,
                     int64_t count, const T *&words, int64_t &readable) {
  if (agent.getRaw(instruction, operand) < 0)
    return true;
  Region region = agent.getRegion(instruction, operand);
  int64_t offset = agent.getValue(instruction, 8);
  if (!checkWords(agent, region, offset, count))
    return false;
  words = getWords<const T>(region, offset);
  readable = (region.size - offset) / kWordBytes;
  agent.tally->countRead(region.space, count * kWordBytes);
  return true;
}

static bool loadEntries(Agent &agent, const Instruction &instruction,
                        int64_t count, kernels::SegmentEntries &entries) {
  int64_t ignored = 0;
  entries.count = count;
  return loadList(agent, instruction, 5, count, entries.slots, ignored) &&
         loadList(agent, instruction, 6, count, entries.indices,
                  entries.readable) &&
         loadList(agent, instruction, 7, count, entries.gains, ignored);
}

static bool checkSegmentShape(Agent &agent, const SegmentCall &call) {
  if (!checkShape(agent, call.count, call.rowBytes))
    return false;
  if (call.rowBytes == 0) {
    agent.fail("segment_sum: rows of 0 bytes");
    return false;
  }
  // Rows may be in Spmem too: tiles read one another's memory.
  return checkWords(agent, call.result, call.resultOffset, 0) &&
         checkWordRange(agent, call.rows, call.rowsOffset, 0);
}

static Outcome failSegment(Agent &agent, const kernels::SegmentCheck &sum,
                           int64_t first, int64_t resultRows, int64_t rows) {
  if (sum.kind == kernels::SegmentCheck::BadSlot)
    return agent.fail("bounds check: slot ", sum.badValue, " at entry ",
                      sum.badEntry, " of a list, must be one of ", resultRows,
                      " from ", first, " on");
  return agent.fail("bounds check: index ", sum.badValue, " at entry ",
                    sum.badEntry, " of a list, must be below ", rows);
}

/// Neither rows nor lists are in the result, which ends with its buffer.
static bool checkApart(Agent &agent, const Instruction &instruction,
                       const SegmentCall &call,
                       const kernels::SegmentEntries &entries) {
  const auto *result = getWords<int32_t>(call.result, call.resultOffset);
  int64_t words = (call.result.size - call.resultOffset) / kWordBytes;
  auto isApart = [&](const void *list, int64_t listWords) {
    return checkOverlap(agent, instruction, static_cast<const int32_t *>(list),
                        list ? listWords : 0, result, words);
  };
  int64_t rowWords = entries.indices
                         ? (call.rows.size - call.rowsOffset) / kWordBytes
                         : call.count * (call.rowBytes / kWordBytes);
  return isApart(call.rows.base + call.rowsOffset, rowWords) &&
         isApart(entries.slots, call.count) &&
         isApart(entries.indices, call.count) &&
         isApart(entries.gains, call.count);
}

/// With gains the entries are those of a list of the program.
static void countSegmentSum(Agent &agent, const SegmentCall &call,
                            bool hasGains) {
  Tally &tally = *agent.tally;
  if (hasGains)
    tally.counters.ids += call.count;
  int64_t bytes = call.count * call.rowBytes;
  tally.counters.vectorOperations +=
      call.count * countVectors(agent, call.rowBytes / kWordBytes);
  tally.countRead(call.rows.space, bytes);
  tally.countRead(call.result.space, bytes);
  tally.countWrite(call.result.space, bytes);
}

Outcome executeSegmentSum(Agent &agent, const Instruction &instruction) {
  SegmentCall call{
      agent.getRegion(instruction, 0), agent.getValue(instruction, 1),
      agent.getValue(instruction, 2),  agent.getRegion(instruction, 3),
      agent.getValue(instruction, 4),  agent.getValue(instruction, 9),
      agent.getValue(instruction, 10)};
  kernels::SegmentEntries entries;
  if (!checkSegmentShape(agent, call) ||
      !loadEntries(agent, instruction, call.count, entries))
    return Outcome::Faulted;
  if (!entries.indices &&
      !checkWordRange(agent, call.rows, call.rowsOffset,
                      call.count * (call.rowBytes / kWordBytes)))
    return Outcome::Faulted;
  if (!checkApart(agent, instruction, call, entries))
    return Outcome::Faulted;
  agent.copyDeferredInto(call.result);
  agent.copyDeferredInto(call.rows);
  int64_t resultRows = (call.result.size - call.resultOffset) / call.rowBytes;
  int64_t rows = (call.rows.size - call.rowsOffset) / call.rowBytes;
  kernels::SegmentCheck sum = kernels::segmentSum(
      getWords<float>(call.result, call.resultOffset), resultRows, call.first,
      {getWords<const float>(call.rows, call.rowsOffset), rows}, entries,
      call.rowBytes / kWordBytes);
  if (sum.kind != kernels::SegmentCheck::Good)
    return failSegment(agent, sum, call.first, resultRows, rows);
  agent.checkAccess(call.result, call.resultOffset,
                    sum.endSlot * call.rowBytes);
  agent.checkAccess(call.rows, call.rowsOffset, sum.endIndex * call.rowBytes);
  countSegmentSum(agent, call, entries.gains != nullptr);
  return Outcome::Continue;
}

//===----------------------------------------------------------------------===//
// Snap
//===----------------------------------------------------------------------===//

/// Range and buckets of a snap; on failure records a fault.
static bool loadSnapRange(Agent &agent, const Instruction &instruction,
                          kernels::SnapRange &range) {
  int32_t low = 0, high = 0;
  int64_t buckets = agent.getValue(instruction, 6);
  if (!getWord(agent, instruction, 4, low) ||
      !getWord(agent, instruction, 5, high))
    return false;
  range.low = std::bit_cast<float>(low);
  range.high = std::bit_cast<float>(high);
  if (buckets < 2) {
    agent.fail("snap to ", buckets, " buckets, must be at least 2");
    return false;
  }
  range.step = (range.high - range.low) / static_cast<float>(buckets - 1);
  if (range.low < range.high && std::isfinite(range.step) && range.step > 0)
    return true;
  agent.fail("snap from ", range.low, " to ", range.high, " in ", buckets,
             " buckets: the step must be positive and finite");
  return false;
}

Outcome executeSnap(Agent &agent, const Instruction &instruction) {
  Region rows = agent.getRegion(instruction, 0);
  int64_t offset = agent.getValue(instruction, 1);
  int64_t count = agent.getValue(instruction, 2);
  int64_t rowBytes = agent.getValue(instruction, 3);
  kernels::SnapRange range;
  if (!checkDenseRows(agent, rows, offset, count, rowBytes) ||
      !loadSnapRange(agent, instruction, range))
    return Outcome::Faulted;
  int64_t words = rowBytes / kWordBytes;
  kernels::snapWords(getWords<float>(rows, offset), count * words, range);
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations += count * countVectors(agent, words);
  tally.countRead(rows.space, count * rowBytes);
  tally.countWrite(rows.space, count * rowBytes);
  return Outcome::Continue;
}

} // namespace sc::runtime
