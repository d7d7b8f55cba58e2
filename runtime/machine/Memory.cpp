//===-- Memory.cpp - the arenas of a machine -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All devices have one HBM layout and share one mapping, so that the kernel
// sees the whole demand at once and refuses it early.

#include "runtime/machine/Memory.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

namespace sc::runtime {

using format::MemorySpace;

static constexpr int64_t kArenaAlignment = 2 << 20;

static int64_t *getSize(MemorySizes &sizes, MemorySpace space) {
  switch (space) {
  case MemorySpace::Host:
    return &sizes.host;
  case MemorySpace::Hbm:
    return &sizes.hbm;
  case MemorySpace::Spmem:
    return &sizes.spmem;
  case MemorySpace::TileSpmem:
    return &sizes.tileSpmem;
  case MemorySpace::Smem:
    return &sizes.smem;
  case MemorySpace::SyncFlag:
    break;
  }
  return nullptr;
}

MemorySizes computeMemorySizes(const format::Program &program) {
  MemorySizes sizes;
  for (const format::Buffer *buffer : *program.buffers()) {
    int64_t end = buffer->offset() + buffer->size() +
                  buffer->stride() * (buffer->instances() - 1);
    if (int64_t *size = getSize(sizes, buffer->space()))
      *size = std::max(*size, end);
  }
  return sizes;
}

static absl::Status checkCapacity(const format::Target &target,
                                  const char *memory, int64_t needed,
                                  int64_t capacity) {
  if (needed <= capacity)
    return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("program needs ", needed, " bytes of ", memory, ", target '",
                   target.name()->str(), "' has ", capacity));
}

absl::Status checkCapacities(const format::Program &program,
                             const MemorySizes &sizes) {
  const format::Target &target = *program.target();
  SC_RETURN_IF_ERROR(checkCapacity(target, "TileSpmem per tile",
                                   sizes.tileSpmem, target.tile_spmem_bytes()));
  SC_RETURN_IF_ERROR(
      checkCapacity(target, "Smem per tile", sizes.smem, target.smem_bytes()));
  int64_t hbmCapacity = format::getHbmCapacity(target);
  if (hbmCapacity == 0)
    return absl::OkStatus();
  return checkCapacity(target, "HBM per device", sizes.hbm, hbmCapacity);
}

static int64_t alignArena(int64_t bytes) {
  return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
}

/// An arena of `count` parts of `stride` bytes.
static absl::StatusOr<Arena> createParts(int64_t stride, int64_t count,
                                         const char *what, bool isPoisoned) {
  int64_t bytes = 0;
  if (__builtin_mul_overflow(stride, count, &bytes))
    return absl::ResourceExhaustedError(absl::StrCat(
        "the bytes of ", count, " times ", what, " do not fit 64 bits"));
  SC_ASSIGN_OR_RETURN(Arena arena, Arena::create(bytes, what));
  if (isPoisoned && bytes > 0)
    std::memset(arena.getData(), kPoison, static_cast<size_t>(bytes));
  return arena;
}

absl::StatusOr<Memory> Memory::create(const format::Program &program,
                                      bool isPoisoned) {
  Memory memory;
  memory.program = &program;
  memory.sizes = computeMemorySizes(program);
  SC_RETURN_IF_ERROR(checkCapacities(program, memory.sizes));
  const format::Target &target = *program.target();
  int64_t devices = target.devices();
  memory.hbmStride = alignArena(memory.sizes.hbm);
  memory.spmemStride = alignArena(memory.sizes.spmem);
  SC_ASSIGN_OR_RETURN(memory.host, createParts(memory.sizes.host, 1,
                                               "host arrays", isPoisoned));
  SC_ASSIGN_OR_RETURN(
      memory.hbm, createParts(memory.hbmStride, devices, "HBM", isPoisoned));
  SC_ASSIGN_OR_RETURN(memory.spmem,
                      createParts(memory.spmemStride,
                                  devices * target.sparse_cores_per_device(),
                                  "Spmem", isPoisoned));
  return memory;
}

std::byte *Memory::getBuffer(const format::Buffer &buffer, int device) const {
  if (buffer.space() == MemorySpace::Host)
    return host.getData() + buffer.offset();
  return hbm.getData() + hbmStride * device + buffer.offset();
}

Region Memory::getRegion(int32_t index, int device, int core) const {
  const format::Buffer &buffer = *program->buffers()->Get(index);
  Region region{nullptr, -1, buffer.offset(), buffer.space(), index};
  if (buffer.space() == MemorySpace::Hbm) {
    if (buffer.instances() > 1)
      region.address += buffer.stride() * core;
    region.base = hbm.getData() + hbmStride * device + region.address;
    region.size = buffer.size();
  } else if (buffer.space() == MemorySpace::Spmem) {
    int64_t part =
        int64_t{device} * program->target()->sparse_cores_per_device() + core;
    region.base = spmem.getData() + spmemStride * part + region.address;
    region.size = buffer.size();
  }
  return region;
}

void Memory::poisonSpmem() const {
  if (spmem.getSize() > 0)
    std::memset(spmem.getData(), kPoison, static_cast<size_t>(spmem.getSize()));
}

} // namespace sc::runtime
