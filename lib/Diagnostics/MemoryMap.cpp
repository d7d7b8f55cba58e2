//===-- MemoryMap.cpp - who holds a memory when a buffer fails ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live buffers of a placement, and their lines.

#include "sc/Diagnostics/MemoryMap.h"

#include "lib/Diagnostics/Format.h"
#include "runtime/support/Saturated.h"

#include <algorithm>
#include <tuple>

namespace sc {

std::vector<LiveBuffer>
getLiveBuffers(std::span<const PlacementRequest> requests,
               std::span<const int64_t> offsets, int64_t moment,
               std::span<const std::string> classes) {
  std::vector<LiveBuffer> live;
  for (size_t i = 0; i < requests.size() && i < offsets.size(); ++i) {
    const PlacementRequest &request = requests[i];
    if (moment < request.firstUse || moment > request.lastUse)
      continue;
    LiveBuffer buffer = {request.name, offsets[i],
                         addSaturated(offsets[i], request.size), ""};
    if (i < classes.size())
      buffer.bufferClass = classes[i];
    live.push_back(std::move(buffer));
  }
  return live;
}

static std::string formatLine(const LiveBuffer &buffer, int64_t capacity) {
  int64_t bytes = buffer.end - buffer.begin;
  std::string text = buffer.name + ": ";
  if (bytes > 0)
    text += formatHex(buffer.begin) + "-" + formatHex(buffer.end - 1) + " ";
  text += "(" + std::to_string(bytes) + " bytes)";
  if (!buffer.bufferClass.empty())
    text += ", class " + buffer.bufferClass;
  if (buffer.end > capacity)
    text += ", past the end";
  return text + "\n";
}

std::string formatMemoryMap(std::span<const LiveBuffer> buffers,
                            int64_t capacityBytes) {
  std::vector<LiveBuffer> sorted(buffers.begin(), buffers.end());
  std::ranges::sort(sorted, {}, [](const LiveBuffer &buffer) {
    return std::tie(buffer.begin, buffer.end, buffer.name);
  });
  std::string text;
  int64_t needed = 0, end = 0;
  for (const LiveBuffer &buffer : sorted) {
    text += formatLine(buffer, capacityBytes);
    needed = addSaturated(needed, buffer.end - buffer.begin);
    end = std::max(end, buffer.end);
  }
  text += "needed " + std::to_string(needed) + " bytes, capacity " +
          std::to_string(capacityBytes) + " bytes";
  if (needed > capacityBytes)
    return text + ", short by " + std::to_string(needed - capacityBytes) +
           " bytes";
  if (end > capacityBytes)
    return text + ": enough in all, but no gap is large enough";
  return text;
}

} // namespace sc
