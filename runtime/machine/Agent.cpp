//===-- Agent.cpp - a sequencer or tile that runs code -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction loop and the checks that all instructions share.

#include "runtime/machine/Agent.h"

#include <cstring>

#include "runtime/machine/Instructions.h"

#include <algorithm>
#include <utility>

namespace sc::runtime {

using format::MemorySpace;

void Tally::countRead(MemorySpace space, int64_t bytes) {
  switch (space) {
  case MemorySpace::Hbm:
    counters.hbmReadBytes += bytes;
    break;
  case MemorySpace::Spmem:
    counters.spmemReadBytes += bytes;
    break;
  case MemorySpace::TileSpmem:
    counters.tileSpmemReadBytes += bytes;
    break;
  case MemorySpace::Smem:
    counters.smemReadBytes += bytes;
    break;
  case MemorySpace::Host:
  case MemorySpace::SyncFlag:
    break;
  }
}

void Tally::countWrite(MemorySpace space, int64_t bytes) {
  switch (space) {
  case MemorySpace::Hbm:
    counters.hbmWriteBytes += bytes;
    break;
  case MemorySpace::Spmem:
    counters.spmemWriteBytes += bytes;
    break;
  case MemorySpace::TileSpmem:
    counters.tileSpmemWriteBytes += bytes;
    break;
  case MemorySpace::Smem:
    counters.smemWriteBytes += bytes;
    break;
  case MemorySpace::Host:
  case MemorySpace::SyncFlag:
    break;
  }
}

void Agent::start(const Code &newCode) {
  code = &newCode;
  pc = 0;
  registers.assign(static_cast<size_t>(code->source->num_registers()), 0);
  loops.assign(static_cast<size_t>(code->size), {});
  dmaFlags.assign(static_cast<size_t>(context->code.task->num_dma_flags()), {});
  fault.reset();
  deferred.clear();
}

Outcome Agent::run() {
  const std::span<const Handler> handlers = getHandlers();
  int64_t executed = 0;
  Outcome outcome = Outcome::Ended;
  while (pc < code->size) {
    const format::Instruction &instruction = code->instructions[pc++];
    outcome = handlers[instruction.opcode()](*this, instruction);
    if (outcome != Outcome::Continue)
      break;
    outcome = Outcome::Ended;
    ++executed;
  }
  tally->counters.instructions += executed;
  return outcome;
}

Region Agent::getRegion(const format::Instruction &instruction,
                        int operand) const {
  auto buffer = static_cast<int32_t>(getRaw(instruction, operand));
  if (!regions.empty())
    return regions[static_cast<size_t>(buffer)];
  return context->memory.getRegion(buffer, core->device, core->localIndex);
}

Outcome Agent::failAt(int64_t instruction, std::string what) {
  fault = Fault{std::move(what), core->device, core->localIndex, tile,
                program,         instruction};
  return Outcome::Faulted;
}

bool Agent::checkAccess(const Region &region, int64_t offset, int64_t bytes) {
  if (offset < 0 || bytes < 0 || bytes > region.size ||
      offset > region.size - bytes)
    return failAccess(region, offset, bytes);
  if (bytes == 0)
    return true;
  if (!deferred.empty())
    copyDeferredInto(region);
  int64_t &touched = tally->touched[static_cast<size_t>(region.buffer)];
  touched = std::max(touched, offset + bytes);
  return true;
}

void Agent::defer(const DeferredLoad &load) { deferred.push_back(load); }

const std::byte *Agent::takeDeferred(const Region &region, int64_t offset,
                                     int64_t bytes) {
  std::byte *list = region.base + offset;
  auto found = std::find_if(
      deferred.begin(), deferred.end(), [&](const DeferredLoad &load) {
        return load.destination == list && load.bytes == bytes;
      });
  if (found == deferred.end())
    return list;
  const std::byte *source = found->source;
  deferred.erase(found);
  return source;
}

static void copy(const DeferredLoad &load) {
  std::memcpy(load.destination, load.source, static_cast<size_t>(load.bytes));
}

void Agent::copyDeferredInto(const Region &region) {
  std::erase_if(deferred, [&](const DeferredLoad &load) {
    bool isApart = load.destination + load.bytes <= region.base ||
                   region.base + region.size <= load.destination;
    if (!isApart)
      copy(load);
    return !isApart;
  });
}

void Agent::copyAllDeferred() {
  for (const DeferredLoad &load : deferred)
    copy(load);
  deferred.clear();
}

bool Agent::checkDisjoint(const std::byte *source, int64_t sourceBytes,
                          const std::byte *destination,
                          int64_t destinationBytes) {
  if (source + sourceBytes <= destination ||
      destination + destinationBytes <= source || sourceBytes == 0 ||
      destinationBytes == 0)
    return true;
  fail("source and destination of a transfer overlap");
  return false;
}

std::string Agent::getBufferName(int32_t buffer) const {
  return context->program.buffers()
      ->Get(static_cast<uint32_t>(buffer))
      ->name()
      ->str();
}

std::string Agent::describe(const Region &region) const {
  return absl::StrCat("buffer '", getBufferName(region.buffer), "'");
}

bool Agent::failAccess(const Region &region, int64_t offset, int64_t bytes) {
  std::string space(format::getSpaceName(region.space));
  if (region.size < 0)
    fail(describe(region), " in ", space, " is out of reach");
  else if (bytes < 0)
    fail("access of ", bytes, " bytes to ", describe(region));
  else
    fail("bounds check: access of ", bytes, " bytes at offset ", offset, " of ",
         describe(region), ", which has ", region.size, " bytes");
  return false;
}

std::span<CoreState> Agent::getPeers() const {
  auto size = static_cast<size_t>(context->coresPerGroup);
  CoreState *first = core - core->index;
  return {first, size};
}

std::optional<int64_t> computeExtent(int64_t rows, int64_t stride,
                                     int64_t rowBytes) {
  if (rows <= 0)
    return 0;
  int64_t extent = 0;
  if (__builtin_mul_overflow(rows - 1, stride, &extent) ||
      __builtin_add_overflow(extent, rowBytes, &extent))
    return std::nullopt;
  return extent;
}

} // namespace sc::runtime
