//===-- Peaks.cpp - the most bytes that are live at once ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each buffer adds its bytes at its first moment and takes them back after its
// last; a sorted walk over these changes finds the peak.

#include "runtime/format/Peaks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace sc::format {

namespace {
__extension__ typedef __int128 Wide;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

/// Bytes that appear, or disappear where negative. Sorted, the ends of a moment
/// come before its begins. Timelines never coincide.
struct Change {
  int64_t timeline;
  int64_t moment;
  int64_t bytes;

  auto operator<=>(const Change &) const = default;
};
} // namespace

bool livesInPrograms(MemorySpace space, int32_t task) {
  return task >= 0 &&
         (space == MemorySpace::TileSpmem || space == MemorySpace::Spmem ||
          space == MemorySpace::Smem);
}

static int64_t getOwnedBytes(int64_t size, int32_t instances) {
  return static_cast<int64_t>(
      std::clamp<Wide>(Wide(size) * instances, 0, kMax));
}

std::vector<PeakBuffer> collectPeakBuffers(const Program &program) {
  std::vector<PeakBuffer> owners;
  size_t index = 0;
  for (const Buffer *buffer : *program.buffers()) {
    if (buffer->parent() < 0)
      owners.push_back({buffer->space(), buffer->buffer_class(),
                        getOwnedBytes(buffer->size(), buffer->instances()),
                        buffer->task(), buffer->first_use(), buffer->last_use(),
                        index});
    ++index;
  }
  return owners;
}

std::vector<PeakBuffer> collectPeakBuffers(const ProgramT &program) {
  std::vector<PeakBuffer> owners;
  size_t index = 0;
  for (const auto &buffer : program.buffers) {
    if (buffer->parent < 0)
      owners.push_back({buffer->space, buffer->buffer_class,
                        getOwnedBytes(buffer->size, buffer->instances),
                        buffer->task, buffer->first_use, buffer->last_use,
                        index});
    ++index;
  }
  return owners;
}

int64_t computePeak(std::span<const PeakBuffer> buffers) {
  constexpr int64_t schedule = -1;
  std::vector<Change> changes;
  for (const PeakBuffer &buffer : buffers) {
    int64_t timeline =
        livesInPrograms(buffer.space, buffer.task) ? buffer.task : schedule;
    changes.push_back({timeline, buffer.firstUse, buffer.bytes});
    changes.push_back({timeline, int64_t(buffer.lastUse) + 1, -buffer.bytes});
  }
  std::ranges::sort(changes);
  // Each timeline ends at 0, so that the next one starts there.
  Wide live = 0, peak = 0;
  for (const Change &change : changes)
    peak = std::max(peak, live += change.bytes);
  return static_cast<int64_t>(std::min<Wide>(peak, kMax));
}

std::vector<ClassPeak> computePeaks(std::span<const PeakBuffer> buffers) {
  std::map<std::pair<MemorySpace, BufferClass>, std::vector<PeakBuffer>> groups;
  for (const PeakBuffer &buffer : buffers)
    groups[{buffer.space, buffer.bufferClass}].push_back(buffer);
  std::vector<ClassPeak> peaks;
  for (const auto &[key, members] : groups)
    peaks.push_back({key.first, key.second, computePeak(members)});
  return peaks;
}

std::vector<MemoryPeak>
computeMemoryPeaks(std::span<const PeakBuffer> buffers) {
  std::map<MemorySpace, std::vector<PeakBuffer>> groups;
  for (const PeakBuffer &buffer : buffers)
    groups[buffer.space].push_back(buffer);
  std::vector<MemoryPeak> peaks;
  for (const auto &[space, members] : groups)
    peaks.push_back({space, computePeak(members)});
  return peaks;
}

} // namespace sc::format
