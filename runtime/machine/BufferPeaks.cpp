//===-- BufferPeaks.cpp - the most bytes in use at once ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of live bytes along two clocks: the steps of the host schedule, and the
// programs of each task.

#include "runtime/machine/BufferPeaks.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sc::runtime {

using format::BufferClass;
using format::MemorySpace;

namespace {
struct Amount {
  int64_t allocated = 0;
  int64_t touched = 0;

  void add(const Amount &other) {
    allocated += other.allocated;
    touched += other.touched;
  }
  void takeMaximum(const Amount &other) {
    allocated = std::max(allocated, other.allocated);
    touched = std::max(touched, other.touched);
  }
};

/// Differences between neighbouring times, one entry more than times.
using Timeline = std::vector<Amount>;
using ClassKey = std::pair<MemorySpace, BufferClass>;

class PeakFinder {
public:
  PeakFinder(const format::Program &program, std::span<const int64_t> touched)
      : program(program), touched(touched.begin(), touched.end()) {
    this->touched.resize(program.buffers()->size());
  }

  BufferPeaks run();

private:
  void foldViews();
  void addTileMemories(int32_t task);
  void addSharedMemories();
  template <typename Callback> void forEachOwner(Callback callback);
  Amount getAmount(uint32_t index) const;
  void finishTimelines();

  const format::Program &program;
  std::vector<int64_t> touched;
  std::map<ClassKey, Timeline> classTimelines;
  std::map<MemorySpace, Timeline> spaceTimelines;
  std::map<ClassKey, Amount> classPeaks;
  std::map<MemorySpace, Amount> spacePeaks;
  void addInterval(const format::Buffer &buffer, size_t times, size_t first,
                   size_t last, const Amount &amount);
};
} // namespace

static bool isTileMemory(MemorySpace space) {
  return space == MemorySpace::TileSpmem || space == MemorySpace::Smem;
}

/// What is touched through a view is touched in its parent.
void PeakFinder::foldViews() {
  for (uint32_t index = 0; index < touched.size(); ++index) {
    const format::Buffer &view = *program.buffers()->Get(index);
    if (view.parent() < 0 || touched[index] == 0)
      continue;
    const format::Buffer &parent =
        *program.buffers()->Get(static_cast<uint32_t>(view.parent()));
    int64_t end = view.offset() - parent.offset() + touched[index];
    // Instances that are not the parent's: up to the end of the last one.
    if (view.instances() != parent.instances() ||
        view.stride() != parent.stride())
      end += view.stride() * (view.instances() - 1);
    int64_t &parentEnd = touched[static_cast<size_t>(view.parent())];
    parentEnd = std::max(parentEnd, std::min(end, parent.size()));
  }
}

Amount PeakFinder::getAmount(uint32_t index) const {
  const format::Buffer &buffer = *program.buffers()->Get(index);
  int64_t instances = buffer.instances();
  return {buffer.size() * instances, touched[index] * instances};
}

template <typename Callback> void PeakFinder::forEachOwner(Callback callback) {
  for (uint32_t index = 0; index < touched.size(); ++index) {
    const format::Buffer &buffer = *program.buffers()->Get(index);
    if (buffer.parent() < 0 && buffer.space() != MemorySpace::SyncFlag)
      callback(buffer, getAmount(index));
  }
}

void PeakFinder::addInterval(const format::Buffer &buffer, size_t times,
                             size_t first, size_t last, const Amount &amount) {
  auto addTo = [&](Timeline &timeline) {
    timeline.resize(times + 1);
    timeline[first].add(amount);
    timeline[last + 1].add({-amount.allocated, -amount.touched});
  };
  addTo(classTimelines[{buffer.space(), buffer.buffer_class()}]);
  addTo(spaceTimelines[buffer.space()]);
}

template <typename Key>
static void takePeaks(std::map<Key, Timeline> &timelines,
                      std::map<Key, Amount> &peaks) {
  for (const auto &[key, timeline] : timelines) {
    Amount live;
    for (const Amount &change : timeline) {
      live.add(change);
      peaks[key].takeMaximum(live);
    }
  }
  timelines.clear();
}

void PeakFinder::finishTimelines() {
  takePeaks(classTimelines, classPeaks);
  takePeaks(spaceTimelines, spacePeaks);
}

void PeakFinder::addTileMemories(int32_t task) {
  size_t times = std::max<size_t>(
      1, program.tasks()->Get(static_cast<uint32_t>(task))->programs()->size());
  forEachOwner([&](const format::Buffer &buffer, const Amount &amount) {
    if (buffer.task() == task && isTileMemory(buffer.space()))
      addInterval(buffer, times, static_cast<size_t>(buffer.first_use()),
                  static_cast<size_t>(buffer.last_use()), amount);
  });
  finishTimelines();
}

void PeakFinder::addSharedMemories() {
  std::vector<std::vector<size_t>> launches(program.tasks()->size());
  size_t times = std::max<size_t>(1, program.steps()->size());
  for (uint32_t step = 0; step < program.steps()->size(); ++step)
    if (const format::Launch *launch =
            program.steps()->Get(step)->body_as_Launch())
      launches[static_cast<size_t>(launch->task())].push_back(step);
  forEachOwner([&](const format::Buffer &buffer, const Amount &amount) {
    if (buffer.task() < 0) {
      addInterval(buffer, times, static_cast<size_t>(buffer.first_use()),
                  static_cast<size_t>(buffer.last_use()), amount);
    } else if (!isTileMemory(buffer.space())) {
      for (size_t step : launches[static_cast<size_t>(buffer.task())])
        addInterval(buffer, times, step, step, amount);
    }
  });
  finishTimelines();
}

BufferPeaks PeakFinder::run() {
  foldViews();
  for (uint32_t task = 0; task < program.tasks()->size(); ++task)
    addTileMemories(static_cast<int32_t>(task));
  addSharedMemories();
  BufferPeaks peaks;
  for (const auto &[key, amount] : classPeaks)
    peaks.byClass.push_back(
        {key.first, key.second, amount.allocated, amount.touched});
  for (const auto &[space, amount] : spacePeaks)
    peaks.bySpace.push_back({space, amount.allocated, amount.touched});
  return peaks;
}

BufferPeaks computeBufferPeaks(const format::Program &program,
                               std::span<const int64_t> touched) {
  return PeakFinder(program, touched).run();
}

} // namespace sc::runtime
