//===-- Streams.cpp - transfers between memories -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transfer is checked when it starts, with its scalar operands captured; it
// takes effect then or at its wait.

#include "runtime/machine/Instructions.h"

#include "runtime/kernels/Kernels.h"

namespace sc::runtime {

using format::Instruction;
using format::MemorySpace;

static kernels::CheckedCount moveIndexedRows(const Transfer &transfer) {
  kernels::Indices indices{transfer.indices, transfer.rows,
                           transfer.readableIndices};
  if (transfer.isScatter)
    return kernels::scatterRows(transfer.source, indices,
                                {transfer.destination,
                                 transfer.destinationStride,
                                 transfer.indexedRows},
                                transfer.rowBytes);
  return kernels::gatherRows(
      {transfer.source, transfer.sourceStride, transfer.indexedRows}, indices,
      transfer.destination, transfer.rowBytes);
}

Outcome executeTransfer(Agent &agent, const Transfer &transfer) {
  if (transfer.isStreamed) {
    kernels::streamCopy(transfer.source, transfer.destination,
                        transfer.rows * transfer.rowBytes);
    return Outcome::Continue;
  }
  if (!transfer.indices) {
    kernels::copyRows(transfer.source, transfer.sourceStride,
                      transfer.destination, transfer.destinationStride,
                      transfer.rows, transfer.rowBytes);
    return Outcome::Continue;
  }
  kernels::CheckedCount moved = moveIndexedRows(transfer);
  if (moved.badEntry < 0)
    return Outcome::Continue;
  return agent.failAt(
      transfer.instruction,
      absl::StrCat("bounds check: index ", moved.badValue, " at entry ",
                   moved.badEntry, " of a ",
                   transfer.isScatter ? "destination" : "source", " of ",
                   transfer.indexedRows, " rows"));
}

/// The DMA flag exists; on failure records a fault.
static bool checkDmaFlag(Agent &agent, int64_t flag) {
  auto numFlags = static_cast<int64_t>(agent.dmaFlags.size());
  if (flag >= 0 && flag < numFlags)
    return true;
  agent.fail("DMA flag ", flag, " does not exist, the task has ", numFlags);
  return false;
}

/// Starts a checked transfer on `flag`.
static Outcome startTransfer(Agent &agent, int64_t flag, Transfer &transfer) {
  transfer.instruction = agent.pc - 1;
  if (flag == -1)
    return executeTransfer(agent, transfer);
  if (!checkDmaFlag(agent, flag))
    return Outcome::Faulted;
  DmaFlag &state = agent.dmaFlags[static_cast<size_t>(flag)];
  if (state.isPending)
    return agent.fail("DMA flag ", flag, " is pending already");
  state.isPending = true;
  state.transfer = transfer;
  if (agent.context->options.dmaTiming == DmaTiming::AtStart)
    return executeTransfer(agent, transfer);
  return Outcome::Continue;
}

Outcome executeWaitDma(Agent &agent, const Instruction &instruction) {
  int64_t flag = agent.getValue(instruction, 0);
  if (!checkDmaFlag(agent, flag))
    return Outcome::Faulted;
  DmaFlag &state = agent.dmaFlags[static_cast<size_t>(flag)];
  if (!state.isPending)
    return agent.fail("wait for DMA flag ", flag, ", which is not pending");
  state.isPending = false;
  if (agent.context->options.dmaTiming == DmaTiming::AtWait)
    return executeTransfer(agent, state.transfer);
  return Outcome::Continue;
}

/// The destination of a transfer: the issuer's, or in HBM that of a peer.
/// `device` is where it is.
static bool resolveDestination(Agent &agent, const Instruction &instruction,
                               int operand, int64_t peer, Region &region,
                               int &device) {
  region = agent.getRegion(instruction, operand);
  device = agent.core->device;
  if (region.space == MemorySpace::Hbm)
    agent.copyAllDeferred();
  if (peer == -1)
    return true;
  std::span<CoreState> peers = agent.getPeers();
  if (peer < -1 || peer >= static_cast<int64_t>(peers.size())) {
    agent.fail("peer ", peer, " does not exist, the group has ", peers.size(),
               " SparseCores");
    return false;
  }
  if (region.space != MemorySpace::Hbm) {
    agent.fail("transfer to a peer's ", agent.describe(region),
               ", which is not in hbm");
    return false;
  }
  const CoreState &owner = peers[static_cast<size_t>(peer)];
  device = owner.device;
  region =
      agent.context->memory.getRegion(region.buffer, device, owner.localIndex);
  return true;
}

/// `value` is a multiple of `alignment`; on failure records a fault.
static bool checkAligned(Agent &agent, const char *what, int64_t value,
                         int64_t alignment) {
  if (value % alignment == 0)
    return true;
  agent.fail("alignment: ", what, " ", value, " is not a multiple of ",
             alignment, " bytes");
  return false;
}

/// A linear transfer's end: 32 bytes in HBM, else words.
static bool checkLinearSide(Agent &agent, const char *what,
                            const Region &region, int64_t offset) {
  int64_t alignment = region.space == MemorySpace::Hbm
                          ? format::kLinearDmaAlignment
                          : format::kWordBytes;
  int64_t address = 0;
  if (__builtin_add_overflow(region.address, offset, &address)) {
    agent.fail(what, " ", offset, " overflows");
    return false;
  }
  return checkAligned(agent, what, address, alignment);
}

static void countTransfer(Agent &agent, const Region &source,
                          const Region &destination, int device,
                          int64_t bytes) {
  agent.tally->countRead(source.space, bytes);
  agent.tally->countWrite(destination.space, bytes);
  if (device != agent.core->device)
    agent.tally->counters.iciBytes += bytes;
}

/// A load to the tile that is complete when the next instruction starts may
/// be made when its bytes are needed: the source does not change meanwhile,
/// since a write to HBM makes all such loads first.
static bool isDeferrable(const Region &source, const Region &destination,
                         int64_t bytes, int64_t flag) {
  return flag == -1 && bytes >= Agent::kMinDeferredBytes &&
         source.space == MemorySpace::Hbm &&
         destination.space == MemorySpace::TileSpmem;
}

Outcome executeDma(Agent &agent, const Instruction &instruction) {
  Region source = agent.getRegion(instruction, 0), destination;
  int64_t from = agent.getValue(instruction, 1);
  int64_t to = agent.getValue(instruction, 3);
  int64_t bytes = agent.getValue(instruction, 4);
  int device = 0;
  if (!resolveDestination(agent, instruction, 2, agent.getValue(instruction, 5),
                          destination, device) ||
      !checkLinearSide(agent, "source address", source, from) ||
      !checkLinearSide(agent, "destination address", destination, to) ||
      !checkAligned(agent, "byte count", bytes, format::kWordBytes) ||
      !agent.checkAccess(source, from, bytes) ||
      !agent.checkAccess(destination, to, bytes))
    return Outcome::Faulted;
  Transfer transfer;
  transfer.source = source.base + from;
  transfer.destination = destination.base + to;
  if (!agent.checkDisjoint(transfer.source, bytes, transfer.destination, bytes))
    return Outcome::Faulted;
  transfer.sourceStride = transfer.destinationStride = bytes;
  transfer.rows = 1;
  transfer.rowBytes = bytes;
  ++agent.tally->counters.dmas;
  countTransfer(agent, source, destination, device, bytes);
  int64_t flag = agent.getValue(instruction, 6);
  if (isDeferrable(source, destination, bytes, flag)) {
    agent.defer({transfer.source, transfer.destination, bytes});
    return Outcome::Continue;
  }
  return startTransfer(agent, flag, transfer);
}

/// One side of dma_rows: words, no negative stride or count, within bounds.
/// `extent` receives the bytes from the first to past the last row.
static bool checkRows(Agent &agent, const Region &region, int64_t offset,
                      int64_t stride, int64_t rows, int64_t rowBytes,
                      int64_t &extent) {
  if (!checkAligned(agent, "row offset", offset, format::kWordBytes) ||
      !checkAligned(agent, "row stride", stride, format::kWordBytes) ||
      !checkAligned(agent, "row size", rowBytes, format::kWordBytes))
    return false;
  if (rows < 0 || rowBytes < 0 || stride < 0) {
    agent.fail("transfer of ", rows, " rows of ", rowBytes,
               " bytes with stride ", stride);
    return false;
  }
  std::optional<int64_t> size = computeExtent(rows, stride, rowBytes);
  extent = size.value_or(INT64_MAX);
  return agent.checkAccess(region, offset, extent);
}

Outcome executeDmaRows(Agent &agent, const Instruction &instruction) {
  Region source = agent.getRegion(instruction, 0), destination;
  int64_t from = agent.getValue(instruction, 1);
  int64_t to = agent.getValue(instruction, 4);
  Transfer transfer;
  transfer.sourceStride = agent.getValue(instruction, 2);
  transfer.destinationStride = agent.getValue(instruction, 5);
  transfer.rows = agent.getValue(instruction, 6);
  transfer.rowBytes = agent.getValue(instruction, 7);
  int device = 0;
  int64_t sourceBytes = 0, destinationBytes = 0;
  if (!resolveDestination(agent, instruction, 3, agent.getValue(instruction, 8),
                          destination, device) ||
      !checkRows(agent, source, from, transfer.sourceStride, transfer.rows,
                 transfer.rowBytes, sourceBytes) ||
      !checkRows(agent, destination, to, transfer.destinationStride,
                 transfer.rows, transfer.rowBytes, destinationBytes))
    return Outcome::Faulted;
  // Rows that do not overlap are as many as the destination has room for.
  if (transfer.rows > 1 && transfer.destinationStride < transfer.rowBytes)
    return agent.fail("destination stride ", transfer.destinationStride,
                      " is less than the row size ", transfer.rowBytes);
  transfer.source = source.base + from;
  transfer.destination = destination.base + to;
  if (!agent.checkDisjoint(transfer.source, sourceBytes, transfer.destination,
                           destinationBytes))
    return Outcome::Faulted;
  transfer.isStreamed = isStreamed(destination) &&
                        transfer.sourceStride == transfer.rowBytes &&
                        transfer.destinationStride == transfer.rowBytes;
  ++agent.tally->counters.dmas;
  countTransfer(agent, source, destination, device,
                transfer.rows * transfer.rowBytes);
  return startTransfer(agent, agent.getValue(instruction, 9), transfer);
}

/// `rows` is in HBM, the others in TileSpmem. `what` is "gather from".
static bool checkIndexedSpaces(Agent &agent, const char *what,
                               const Region &rows, const Region &indices,
                               const Region &dense) {
  if (rows.space != MemorySpace::Hbm) {
    agent.fail(what, " ", agent.describe(rows), ", which is not in hbm");
    return false;
  }
  for (const Region *region : {&indices, &dense}) {
    if (region->space == MemorySpace::TileSpmem)
      continue;
    agent.fail(what, " rows with ", agent.describe(*region),
               ", which is not in tilespmem");
    return false;
  }
  return true;
}

namespace {
/// An operand with its offset.
struct Place {
  Region region;
  int64_t offset = 0;

  std::byte *getBytes() const { return region.base + offset; }
};
} // namespace

/// The buffer operand `operand`, which is followed by its offset.
static Place getPlace(const Agent &agent, const Instruction &instruction,
                      int operand) {
  return {agent.getRegion(instruction, operand),
          agent.getValue(instruction, operand + 1)};
}

/// Checks all three sides and fills in what both directions share: `rows` with
/// its stride is indexed, the other one dense.
static bool checkIndexedRows(Agent &agent, const Place &rows, int64_t stride,
                             const Place &indices, const Place &dense,
                             Transfer &transfer) {
  int64_t extent = 0;
  if (!checkRows(agent, rows.region, rows.offset, stride, transfer.indexedRows,
                 transfer.rowBytes, extent) ||
      !checkRows(agent, indices.region, indices.offset, format::kWordBytes,
                 transfer.rows, format::kWordBytes, extent) ||
      !checkRows(agent, dense.region, dense.offset, transfer.rowBytes,
                 transfer.rows, transfer.rowBytes, extent))
    return false;
  transfer.indices = reinterpret_cast<const int32_t *>(indices.getBytes());
  transfer.readableIndices =
      (indices.region.size - indices.offset) / format::kWordBytes;
  agent.tally->countRead(indices.region.space,
                         transfer.rows * format::kWordBytes);
  return true;
}

Outcome executeGatherRows(Agent &agent, const Instruction &instruction) {
  Place source = getPlace(agent, instruction, 0);
  Place indices = getPlace(agent, instruction, 4);
  Place destination = getPlace(agent, instruction, 7);
  Transfer transfer;
  transfer.sourceStride = agent.getValue(instruction, 2);
  transfer.indexedRows = agent.getValue(instruction, 3);
  transfer.rows = agent.getValue(instruction, 6);
  transfer.rowBytes = agent.getValue(instruction, 9);
  if (!checkIndexedSpaces(agent, "gather from", source.region, indices.region,
                          destination.region) ||
      !checkIndexedRows(agent, source, transfer.sourceStride, indices,
                        destination, transfer))
    return Outcome::Faulted;
  transfer.source = source.getBytes();
  transfer.destination = destination.getBytes();
  Counters &counters = agent.tally->counters;
  ++counters.gathers;
  counters.rowsGathered += transfer.rows;
  countTransfer(agent, source.region, destination.region, agent.core->device,
                transfer.rows * transfer.rowBytes);
  return startTransfer(agent, agent.getValue(instruction, 10), transfer);
}

Outcome executeScatterRows(Agent &agent, const Instruction &instruction) {
  Place source = getPlace(agent, instruction, 0);
  Place indices = getPlace(agent, instruction, 2);
  Place destination = getPlace(agent, instruction, 5);
  Transfer transfer;
  transfer.isScatter = true;
  transfer.rows = agent.getValue(instruction, 4);
  transfer.destinationStride = agent.getValue(instruction, 7);
  transfer.indexedRows = agent.getValue(instruction, 8);
  transfer.rowBytes = agent.getValue(instruction, 9);
  if (!checkIndexedSpaces(agent, "scatter to", destination.region,
                          indices.region, source.region) ||
      !checkIndexedRows(agent, destination, transfer.destinationStride, indices,
                        source, transfer))
    return Outcome::Faulted;
  // Rows that overlap would depend on how the copy is made.
  if (transfer.indexedRows > 1 &&
      transfer.destinationStride < transfer.rowBytes)
    return agent.fail("destination stride ", transfer.destinationStride,
                      " is less than the row size ", transfer.rowBytes);
  agent.copyAllDeferred();
  transfer.source = source.getBytes();
  transfer.destination = destination.getBytes();
  Counters &counters = agent.tally->counters;
  ++counters.scatters;
  counters.rowsScattered += transfer.rows;
  countTransfer(agent, source.region, destination.region, agent.core->device,
                transfer.rows * transfer.rowBytes);
  return startTransfer(agent, agent.getValue(instruction, 10), transfer);
}

} // namespace sc::runtime
