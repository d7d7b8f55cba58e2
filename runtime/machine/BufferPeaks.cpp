//===-- BufferPeaks.cpp - the most bytes in use at once ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks of what is allocated and of what a run touched of it.

#include "runtime/machine/BufferPeaks.h"

#include "runtime/format/Peaks.h"

#include <algorithm>

namespace sc::runtime {

using format::MemorySpace;
using format::PeakBuffer;

/// What is touched through a view is touched in its parent.
static void foldViews(const format::Program &program,
                      std::vector<int64_t> &touched) {
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

/// Sync flags are counted by number, not by bytes.
static std::vector<PeakBuffer> collectBuffers(const format::Program &program) {
  std::vector<PeakBuffer> buffers = format::collectPeakBuffers(program);
  std::erase_if(buffers, [](const PeakBuffer &buffer) {
    return buffer.space == MemorySpace::SyncFlag;
  });
  return buffers;
}

/// The same lifetimes with the bytes that a run touched.
static std::vector<PeakBuffer>
collectTouched(const format::Program &program, std::vector<PeakBuffer> buffers,
               std::span<const int64_t> touched) {
  for (PeakBuffer &buffer : buffers)
    buffer.bytes =
        touched[buffer.index] * program.buffers()
                                    ->Get(static_cast<uint32_t>(buffer.index))
                                    ->instances();
  return buffers;
}

BufferPeaks computeBufferPeaks(const format::Program &program,
                               std::span<const int64_t> touched) {
  std::vector<int64_t> ends(touched.begin(), touched.end());
  ends.resize(program.buffers()->size());
  foldViews(program, ends);
  std::vector<PeakBuffer> buffers = collectBuffers(program);
  std::vector<PeakBuffer> used = collectTouched(program, buffers, ends);
  std::vector<format::ClassPeak> classes = format::computePeaks(buffers);
  std::vector<format::ClassPeak> usedClasses = format::computePeaks(used);
  std::vector<format::MemoryPeak> spaces = format::computeMemoryPeaks(buffers);
  std::vector<format::MemoryPeak> usedSpaces = format::computeMemoryPeaks(used);
  BufferPeaks peaks;
  // Both have the same entries: they depend on spaces and classes alone.
  for (size_t i = 0; i < classes.size(); ++i)
    peaks.byClass.push_back({classes[i].space, classes[i].bufferClass,
                             classes[i].bytes, usedClasses[i].bytes});
  for (size_t i = 0; i < spaces.size(); ++i)
    peaks.bySpace.push_back(
        {spaces[i].space, spaces[i].bytes, usedSpaces[i].bytes});
  return peaks;
}

} // namespace sc::runtime
