//===-- Widen.cpp - f32 rows from narrow ones -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks around the kernel that decodes rows.

#include "runtime/machine/Instructions.h"
#include "runtime/machine/ListAccess.h"

#include "runtime/format/RowFormat.h"
#include "runtime/kernels/RowKernels.h"

#include <algorithm>

namespace sc::runtime {

using format::Instruction;
using format::kWordBytes;
using format::RowType;

namespace {
/// Rows that a widen reads: codes, or the words that scale them.
struct ReadRows {
  Region region;
  int64_t offset = 0;
  int64_t stride = 0;
  int64_t rowBytes = 0;
  int64_t extent = 0; // from the first byte past the last one
};

struct WidenCall {
  RowType type;
  Region destination;
  int64_t offset;
  int64_t count;
  int64_t rowBytes; // of the destination
  bool hasScales;
  ReadRows codes = {};
  ReadRows scales = {};
};
} // namespace

/// `count` rows lie in their buffer. They may overlap: nothing writes them.
static bool checkReadRows(Agent &agent, ReadRows &rows, int64_t count) {
  if (rows.stride < 0 || rows.stride % kWordBytes != 0) {
    agent.fail(
        "widen: stride ", rows.stride, " of ", agent.describe(rows.region),
        " must not be negative, and a multiple of ", kWordBytes, " bytes");
    return false;
  }
  std::optional<int64_t> extent =
      computeExtent(count, rows.stride, rows.rowBytes);
  if (!extent) {
    agent.fail(count, " rows, ", rows.stride, " bytes apart");
    return false;
  }
  rows.extent = *extent;
  return checkWords(agent, rows.region, rows.offset, 0) &&
         agent.checkAccess(rows.region, rows.offset, rows.extent);
}

/// Loads the rows whose buffer, offset and stride are the operands from
/// `operand` on; on failure records a fault.
static bool loadReadRows(Agent &agent, const Instruction &instruction,
                         int operand, int64_t count, ReadRows &rows) {
  rows.region = agent.getRegion(instruction, operand);
  rows.offset = agent.getValue(instruction, operand + 1);
  rows.stride = agent.getValue(instruction, operand + 2);
  return checkReadRows(agent, rows, count);
}

static bool loadCall(Agent &agent, const Instruction &instruction,
                     WidenCall &call) {
  if (!checkDenseRows(agent, call.destination, call.offset, call.count,
                      call.rowBytes))
    return false;
  if (call.rowBytes == 0) {
    agent.fail("widen: rows of 0 bytes");
    return false;
  }
  call.codes.rowBytes =
      call.rowBytes / kWordBytes * format::getCodeBytes(call.type);
  if (!loadReadRows(agent, instruction, 1, call.count, call.codes))
    return false;
  if (!call.hasScales)
    return true;
  call.scales.rowBytes =
      (call.type == RowType::Int8Affine ? 2 : 1) * kWordBytes;
  return loadReadRows(agent, instruction, 4, call.count, call.scales);
}

/// The destination is written row by row, while later rows are still to be
/// read.
static bool checkApart(Agent &agent, const WidenCall &call,
                       const ReadRows &rows) {
  const std::byte *read = rows.region.base + rows.offset;
  const std::byte *written = call.destination.base + call.offset;
  int64_t bytes = call.count * call.rowBytes;
  if (read + rows.extent <= written || written + bytes <= read ||
      rows.extent == 0 || bytes == 0)
    return true;
  agent.fail("widen: the destination overlaps rows of ",
             agent.describe(rows.region), " that are still to be read");
  return false;
}

/// Words that stand for all rows are read once.
static void countRows(Tally &tally, const ReadRows &rows, int64_t count) {
  int64_t read = rows.stride == 0 ? std::min<int64_t>(count, 1) : count;
  tally.countRead(rows.region.space, read * rows.rowBytes);
}

static void countWiden(Agent &agent, const WidenCall &call) {
  Tally &tally = *agent.tally;
  tally.counters.vectorOperations +=
      call.count * countVectors(agent, call.rowBytes / kWordBytes);
  countRows(tally, call.codes, call.count);
  if (call.hasScales)
    countRows(tally, call.scales, call.count);
  tally.countWrite(call.destination.space, call.count * call.rowBytes);
}

Outcome executeWiden(Agent &agent, const Instruction &instruction) {
  WidenCall call{static_cast<RowType>(agent.getRaw(instruction, 0)),
                 agent.getRegion(instruction, 7),
                 agent.getValue(instruction, 8),
                 agent.getValue(instruction, 9),
                 agent.getValue(instruction, 10),
                 agent.getRaw(instruction, 4) >= 0};
  if (!loadCall(agent, instruction, call) ||
      !checkApart(agent, call, call.codes) ||
      (call.hasScales && !checkApart(agent, call, call.scales)))
    return Outcome::Faulted;
  kernels::CodeRows rows{call.codes.region.base + call.codes.offset,
                         call.codes.stride};
  if (call.hasScales) {
    rows.scales = call.scales.region.base + call.scales.offset;
    rows.scalesStride = call.scales.stride;
  }
  kernels::widenRows(call.type, rows,
                     getWords<float>(call.destination, call.offset), call.count,
                     call.rowBytes / kWordBytes);
  countWiden(agent, call);
  return Outcome::Continue;
}

} // namespace sc::runtime
