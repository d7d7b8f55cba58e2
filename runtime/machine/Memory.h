//===-- Memory.h - the arenas of a machine ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where buffers are: host, HBM of each device, Spmem of each SparseCore. Tiles'
// memories belong to the worker threads, which lend them to one tile program
// after another.

#ifndef SC_RUNTIME_MACHINE_MEMORY_H
#define SC_RUNTIME_MACHINE_MEMORY_H

#include "runtime/machine/Arena.h"

#include "runtime/format/Types.h"

namespace sc::runtime {

/// What poisoned bytes hold: a NaN in each float format, -1 in each integer.
inline constexpr int kPoison = 0xFF;

/// Bytes that the buffers of a program need in each memory.
struct MemorySizes {
  int64_t host = 0;
  int64_t hbm = 0;       // of a device
  int64_t spmem = 0;     // of a SparseCore
  int64_t tileSpmem = 0; // of a tile
  int64_t smem = 0;      // of a tile
};

/// From buffers alone: the largest end in each memory.
MemorySizes computeMemorySizes(const format::Program &program);

/// ResourceExhausted where `sizes` exceed the target's memories.
absl::Status checkCapacities(const format::Program &program,
                             const MemorySizes &sizes);

/// One instance of a buffer, as an instruction sees it.
struct Region {
  std::byte *base = nullptr;
  int64_t size = -1;   // -1: out of the issuer's reach
  int64_t address = 0; // of `base` in its memory
  format::MemorySpace space = format::MemorySpace::Host;
  int32_t buffer = -1;
};

/// Whether a transfer to `destination` goes past the caches: buffers in HBM
/// that no cache holds until they are read again.
inline bool isStreamed(const Region &destination) {
  constexpr int64_t kCachedBytes = int64_t{4} << 20;
  return destination.space == format::MemorySpace::Hbm &&
         destination.size > kCachedBytes;
}

class Memory {
public:
  /// Checks the capacities, then allocates.
  static absl::StatusOr<Memory> create(const format::Program &program,
                                       bool isPoisoned);

  const MemorySizes &getSizes() const { return sizes; }

  /// First byte of a Host or HBM buffer's first instance; `device` is ignored
  /// for Host.
  std::byte *getBuffer(const format::Buffer &buffer, int device) const;

  /// The instance in HBM or Spmem that SparseCore `core` of `device` reaches;
  /// out of reach if it is elsewhere.
  Region getRegion(int32_t buffer, int device, int core) const;

  /// Before a launch: Spmem keeps nothing from an earlier one.
  void poisonSpmem() const;

private:
  const format::Program *program = nullptr;
  MemorySizes sizes;
  int64_t hbmStride = 0;
  int64_t spmemStride = 0;
  Arena host;
  Arena hbm;
  Arena spmem;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_MEMORY_H
