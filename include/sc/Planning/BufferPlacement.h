//===-- BufferPlacement.h - offsets of buffers in a memory ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offline placement: buffers that are never live together may share bytes.

#ifndef SC_PLANNING_BUFFERPLACEMENT_H
#define SC_PLANNING_BUFFERPLACEMENT_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sc {

/// Offsets of buffers in HBM, so that linear transfers are aligned and vectors
/// do not cross cache lines. Assumed: no wider transfer exists.
inline constexpr int64_t kHbmAlignment = 64;

/// A buffer to place; live from `firstUse` to `lastUse`, both inclusive.
struct PlacementRequest {
  std::string name;
  int64_t size = 0;      // bytes; 0 is legal and takes no room
  int64_t alignment = 4; // bytes; any positive number
  int64_t firstUse = 0;
  int64_t lastUse = 0;
};

struct Placement {
  std::vector<int64_t> offsets; // one for each request, in request order
  int64_t peak = 0;             // end of the highest buffer
};

/// The buffer for which no place was found.
struct PlacementFailure {
  enum class Reason { InvalidRequest, OverCapacity };

  Reason reason = Reason::OverCapacity;
  size_t request = 0; // index of the buffer
  std::string name;
  int64_t size = 0;
  /// The lowest offset at which it would be free of conflicts.
  int64_t offset = 0;
  /// Where its lifetime is fullest: that moment, and the bytes of the other
  /// buffers live then. If these and `size` fit, gaps are what is missing.
  int64_t moment = 0;
  int64_t liveBytes = 0;
  int64_t capacity = 0;
  /// Where all buffers would be if memory had no end, in request order; empty
  /// for an invalid request.
  std::vector<int64_t> offsets;
  std::string message;
};

using PlacementResult = std::variant<Placement, PlacementFailure>;

/// Places all buffers below `capacity`. The same requests give the same
/// offsets. Buffers that are all live together, with sizes that are multiples
/// of their alignments, are packed without gaps. Quadratic in the number of
/// buffers, with a small constant.
PlacementResult placeBuffers(std::span<const PlacementRequest> requests,
                             int64_t capacity);

/// The largest sum of sizes that are live together: no placement has a lower
/// peak.
int64_t getMaxLiveBytes(std::span<const PlacementRequest> requests);

/// Checks a placement independently of how it was found. Returns the first
/// fault: a buffer out of range or misaligned, two that overlap, a wrong peak.
std::optional<std::string>
verifyPlacement(std::span<const PlacementRequest> requests,
                const Placement &placement, int64_t capacity);

} // namespace sc

#endif // SC_PLANNING_BUFFERPLACEMENT_H
