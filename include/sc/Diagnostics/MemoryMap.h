//===-- MemoryMap.h - who holds a memory when a buffer fails ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The buffers that are live at the moment of a failed allocation, as text.

#ifndef SC_DIAGNOSTICS_MEMORYMAP_H
#define SC_DIAGNOSTICS_MEMORYMAP_H

#include "sc/Planning/BufferPlacement.h"

namespace sc {

/// A buffer and the bytes that it holds, or would hold if memory had no end.
struct LiveBuffer {
  std::string name;
  int64_t begin = 0; // first byte
  int64_t end = 0;   // behind the last byte; not below `begin`
  /// What it is for, "list" or "window"; empty where that is not known.
  std::string bufferClass;
};

/// The requests that are live at `moment`, at `offsets` (one for each request).
/// `classes`: one for each request, or none.
std::vector<LiveBuffer>
getLiveBuffers(std::span<const PlacementRequest> requests,
               std::span<const int64_t> offsets, int64_t moment,
               std::span<const std::string> classes = {});

/// A line for each buffer, ascending by address, then what is needed:
///   stack: 0x0-0x3ff (1024 bytes)
///   list: 0x400-0x83ff (32768 bytes), class list
///   needed 99328 bytes, capacity 65536 bytes, short by 33792 bytes
/// Bytes that two buffers share count for both.
std::string formatMemoryMap(std::span<const LiveBuffer> buffers,
                            int64_t capacityBytes);

} // namespace sc

#endif // SC_DIAGNOSTICS_MEMORYMAP_H
