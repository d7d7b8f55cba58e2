//===-- Peaks.h - the most bytes that are live at once ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks from the lifetimes in an executable. The loader, the machine and the
// reports share this one computation.

#ifndef SC_RUNTIME_FORMAT_PEAKS_H
#define SC_RUNTIME_FORMAT_PEAKS_H

#include "runtime/format/program_generated.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sc::format {

/// What a peak depends on. Views own no bytes and have no entry.
struct PeakBuffer {
  MemorySpace space = MemorySpace::Hbm;
  BufferClass bufferClass = BufferClass::Argument;
  int64_t bytes = 0; // of all instances; not negative
  int32_t task = -1;
  // Both inclusive: programs of the task, or steps of the schedule.
  int32_t firstUse = 0;
  int32_t lastUse = 0;
  size_t index = 0; // into Program.buffers
};

/// Most bytes of a class in a memory space. Like all peaks, INT64_MAX stands
/// for what does not fit 64 bits.
struct ClassPeak {
  MemorySpace space = MemorySpace::Hbm;
  BufferClass bufferClass = BufferClass::Argument;
  int64_t bytes = 0;

  bool operator==(const ClassPeak &) const = default;
};

/// Most bytes of all classes together. It may be less than the sum of their
/// peaks, which need not fall on one moment.
struct MemoryPeak {
  MemorySpace space = MemorySpace::Hbm;
  int64_t bytes = 0;

  bool operator==(const MemoryPeak &) const = default;
};

/// Whether a buffer of `space` that belongs to a task counts the programs of
/// the task instead of the steps of the schedule: it is a tile's or, in Spmem,
/// a SparseCore's own, and tasks run one after another.
bool livesInPrograms(MemorySpace space, int32_t task);

/// All buffers that own bytes, in the order of the file.
std::vector<PeakBuffer> collectPeakBuffers(const Program &program);
std::vector<PeakBuffer> collectPeakBuffers(const ProgramT &program);

/// One entry for each pair of space and class that occurs, ascending.
std::vector<ClassPeak> computePeaks(std::span<const PeakBuffer> buffers);

/// One entry for each space that occurs, ascending.
std::vector<MemoryPeak> computeMemoryPeaks(std::span<const PeakBuffer> buffers);

/// The peak of all of `buffers` together, whatever their space and class.
int64_t computePeak(std::span<const PeakBuffer> buffers);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_PEAKS_H
