//===-- MemoryUse.cpp - buffers by memory space ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts buffers and computes peaks from their lifetimes. Views own no bytes
// and are skipped.

#include "ReportData.h"

#include "runtime/format/Types.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sc::report {

using namespace format;

/// Buffers that are listed by name for each memory space.
static constexpr size_t kMaxBiggest = 8;

namespace {
/// The peak of a set of live ranges. Ranges on different timelines never
/// coincide: each task's tile programs count their own moments.
class Peak {
public:
  void add(int64_t timeline, int64_t first, int64_t last, int64_t bytes) {
    changes.emplace_back(timeline, first, bytes);
    changes.emplace_back(timeline, last + 1, -bytes);
  }

  int64_t compute() {
    // At one moment, ends sort before begins. Each timeline ends at 0.
    std::ranges::sort(changes);
    int64_t live = 0, peak = 0;
    for (const auto &[timeline, moment, change] : changes)
      peak = std::max(peak, live += change);
    return peak;
  }

private:
  std::vector<std::tuple<int64_t, int64_t, int64_t>> changes;
};

/// Whether the buffer's lifetime counts the tile programs of its task.
bool livesInPrograms(const BufferT &buffer) {
  return buffer.task >= 0 && (buffer.space == MemorySpace::TileSpmem ||
                              buffer.space == MemorySpace::Smem);
}

int64_t getBytes(const BufferT &buffer) {
  return buffer.size * buffer.instances;
}

/// Adds buffers to peaks; knows when tasks run.
class Lifetimes {
public:
  explicit Lifetimes(const ProgramT &program) : launches(program.tasks.size()) {
    for (size_t i = 0; i < program.steps.size(); ++i)
      if (const LaunchT *launch = program.steps[i]->body.AsLaunch())
        launches[launch->task].push_back(static_cast<int64_t>(i));
  }

  void addTo(Peak &peak, const BufferT &buffer) const {
    int64_t bytes = getBytes(buffer);
    if (buffer.task < 0)
      return peak.add(kSchedule, buffer.first_use, buffer.last_use, bytes);
    if (livesInPrograms(buffer))
      return peak.add(buffer.task, buffer.first_use, buffer.last_use, bytes);
    for (int64_t step : launches[buffer.task])
      peak.add(kSchedule, step, step, bytes);
    if (launches[buffer.task].empty())
      peak.add(buffer.task, 0, 0, bytes);
  }

private:
  static constexpr int64_t kSchedule = -1;
  std::vector<std::vector<int64_t>> launches;
};
} // namespace

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

static std::string describeLifetime(const ProgramT &program,
                                    const BufferT &buffer) {
  std::string range =
      std::to_string(buffer.first_use) + ".." + std::to_string(buffer.last_use);
  if (buffer.task < 0)
    return "steps " + range;
  std::string text = "task " + program.tasks[buffer.task]->name;
  return livesInPrograms(buffer) ? text + ", programs " + range : text;
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

using Buffers = std::vector<const BufferT *>;

static ClassUse count(std::string_view name, const Buffers &buffers,
                      const Lifetimes &lifetimes) {
  ClassUse use = {.name = name};
  Peak peak;
  for (const BufferT *buffer : buffers) {
    use.buffers += 1;
    use.bytes += getBytes(*buffer);
    lifetimes.addTo(peak, *buffer);
  }
  use.peakBytes = peak.compute();
  return use;
}

static std::vector<BufferUse> findBiggest(const ProgramT &program,
                                          Buffers buffers) {
  std::vector<std::pair<int64_t, size_t>> order; // -bytes, index
  for (size_t i = 0; i < buffers.size(); ++i)
    order.emplace_back(-getBytes(*buffers[i]), i);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), kMaxBiggest));
  std::vector<BufferUse> biggest;
  for (const auto &[bytes, index] : order)
    biggest.push_back(describe(program, *buffers[index]));
  return biggest;
}

static SpaceUse collectSpace(const ProgramT &program, MemorySpace space,
                             const Buffers &buffers,
                             const Lifetimes &lifetimes) {
  SpaceUse use;
  use.name = getSpaceName(space);
  use.owner = getOwner(space);
  use.capacityBytes = getCapacity(*program.target, space);
  use.all = count("all", buffers, lifetimes);
  std::map<BufferClass, Buffers> classes;
  for (const BufferT *buffer : buffers) {
    classes[buffer->buffer_class].push_back(buffer);
    use.endBytes = std::max(use.endBytes, describe(program, *buffer).end);
  }
  for (const auto &[bufferClass, members] : classes)
    use.classes.push_back(count(getClassName(bufferClass), members, lifetimes));
  use.biggest = findBiggest(program, buffers);
  return use;
}

std::vector<SpaceUse> collectSpaces(const ProgramT &program) {
  Lifetimes lifetimes(program);
  std::map<MemorySpace, Buffers> spaces;
  for (const auto &buffer : program.buffers)
    if (buffer->parent < 0)
      spaces[buffer->space].push_back(buffer.get());
  std::vector<SpaceUse> uses;
  // From the smallest memory to the largest.
  for (MemorySpace space :
       {MemorySpace::TileSpmem, MemorySpace::Smem, MemorySpace::SyncFlag,
        MemorySpace::Spmem, MemorySpace::Hbm, MemorySpace::Host})
    if (auto found = spaces.find(space); found != spaces.end())
      uses.push_back(collectSpace(program, space, found->second, lifetimes));
  return uses;
}

std::vector<int64_t> getTilePeaks(const ProgramT &program) {
  Lifetimes lifetimes(program);
  std::vector<Peak> peaks(program.tasks.size());
  for (const auto &buffer : program.buffers)
    if (buffer->parent < 0 && buffer->task >= 0 &&
        buffer->space == MemorySpace::TileSpmem)
      lifetimes.addTo(peaks[buffer->task], *buffer);
  std::vector<int64_t> bytes;
  for (Peak &peak : peaks)
    bytes.push_back(peak.compute());
  return bytes;
}

} // namespace sc::report
