//===-- MemoryUse.cpp - buffers by memory space ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts buffers and their peaks. Views own no bytes and are skipped.

#include "ReportData.h"

#include "runtime/format/Peaks.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <map>

namespace sc::report {

using namespace format;

/// Buffers that are listed by name for each memory space.
static constexpr size_t kMaxBiggest = 8;

static int64_t getBytes(const BufferT &buffer) {
  return buffer.size * buffer.instances;
}

static std::string_view getOwner(MemorySpace space) {
  switch (space) {
  case MemorySpace::TileSpmem:
  case MemorySpace::Smem:
    return "tile";
  case MemorySpace::Spmem:
  case MemorySpace::SyncFlag:
    return "SparseCore";
  case MemorySpace::Hbm:
    return "device";
  case MemorySpace::Host:
    break;
  }
  return "host";
}

static int64_t getCapacity(const TargetT &target, MemorySpace space) {
  switch (space) {
  case MemorySpace::TileSpmem:
    return target.tile_spmem_bytes;
  case MemorySpace::Smem:
    return target.smem_bytes;
  case MemorySpace::Hbm:
    return target.usable_hbm_bytes > 0 ? target.usable_hbm_bytes
                                       : target.hbm_bytes;
  default:
    return 0;
  }
}

static bool isCapacityAssumed(const TargetT &target, MemorySpace space) {
  switch (space) {
  case MemorySpace::TileSpmem:
    return isAssumed(target, "TileSpmem bytes per tile");
  case MemorySpace::Smem:
    return isAssumed(target, "Smem bytes per tile");
  case MemorySpace::Hbm:
    return isAssumed(target, target.usable_hbm_bytes > 0
                                 ? "usable HBM bytes per device"
                                 : "HBM bytes per device");
  default:
    return false;
  }
}

static std::string describeLifetime(const ProgramT &program,
                                    const BufferT &buffer) {
  std::string text;
  if (buffer.task >= 0)
    text = "task " + program.tasks[buffer.task]->name + ", ";
  text += livesInPrograms(buffer.space, buffer.task) ? "programs " : "steps ";
  text += std::to_string(buffer.first_use);
  text += "..";
  text += std::to_string(buffer.last_use);
  return text;
}

static BufferUse describe(const ProgramT &program, const BufferT &buffer) {
  return {
      .name = buffer.name,
      .className = getClassName(buffer.buffer_class),
      .type = formatType(buffer.element_type, buffer.shape),
      .bytes = getBytes(buffer),
      .instances = buffer.instances,
      .begin = buffer.offset,
      .end =
          buffer.offset + (buffer.instances - 1) * buffer.stride + buffer.size,
      .lifetime = describeLifetime(program, buffer),
      .location = getLocation(program, buffer.location),
  };
}

using Buffers = std::vector<PeakBuffer>;

static ClassUse count(std::string_view name, const Buffers &buffers) {
  ClassUse use = {.name = name, .peakBytes = computePeak(buffers)};
  for (const PeakBuffer &buffer : buffers) {
    use.buffers += 1;
    addBytes(use.bytes, buffer.bytes);
  }
  return use;
}

static std::vector<BufferUse> findBiggest(const ProgramT &program,
                                          const Buffers &buffers) {
  std::vector<std::pair<int64_t, size_t>> order; // -bytes, index
  for (size_t i = 0; i < buffers.size(); ++i)
    order.emplace_back(-buffers[i].bytes, buffers[i].index);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), kMaxBiggest));
  std::vector<BufferUse> biggest;
  for (const auto &[bytes, index] : order)
    biggest.push_back(describe(program, *program.buffers[index]));
  return biggest;
}

static SpaceUse collectSpace(const ProgramT &program, MemorySpace space,
                             const Buffers &buffers) {
  SpaceUse use;
  use.space = space;
  use.name = getSpaceName(space);
  use.owner = getOwner(space);
  use.capacityBytes = getCapacity(*program.target, space);
  use.isCapacityAssumed = isCapacityAssumed(*program.target, space);
  use.all = count("all", buffers);
  std::map<BufferClass, Buffers> classes;
  for (const PeakBuffer &buffer : buffers) {
    classes[buffer.bufferClass].push_back(buffer);
    BufferUse described = describe(program, *program.buffers[buffer.index]);
    use.endBytes = std::max(use.endBytes, described.end);
  }
  for (const auto &[bufferClass, members] : classes)
    use.classes.push_back(count(getClassName(bufferClass), members));
  use.biggest = findBiggest(program, buffers);
  return use;
}

std::vector<SpaceUse> collectSpaces(const ProgramT &program) {
  std::map<MemorySpace, Buffers> spaces;
  for (const PeakBuffer &buffer : collectPeakBuffers(program))
    spaces[buffer.space].push_back(buffer);
  std::vector<SpaceUse> uses;
  // From the smallest memory to the largest.
  for (MemorySpace space :
       {MemorySpace::TileSpmem, MemorySpace::Smem, MemorySpace::SyncFlag,
        MemorySpace::Spmem, MemorySpace::Hbm, MemorySpace::Host})
    if (auto found = spaces.find(space); found != spaces.end())
      uses.push_back(collectSpace(program, space, found->second));
  return uses;
}

std::vector<int64_t> getTilePeaks(const ProgramT &program) {
  std::vector<Buffers> buffers(program.tasks.size());
  for (const PeakBuffer &buffer : collectPeakBuffers(program))
    if (buffer.task >= 0 && buffer.space == MemorySpace::TileSpmem)
      buffers[buffer.task].push_back(buffer);
  std::vector<int64_t> bytes;
  for (const Buffers &ofTask : buffers)
    bytes.push_back(computePeak(ofTask));
  return bytes;
}

} // namespace sc::report
