//===-- HbmTimeline.h - bytes of HBM by step --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is live in the HBM of a device at each step, and how the stacks of
// lookups add to it.

#ifndef SC_LIB_PLANNING_HBMTIMELINE_H
#define SC_LIB_PLANNING_HBMTIMELINE_H

#include "sc/Planning/Plan.h"

#include <array>
#include <span>

namespace sc {

/// Bytes of prefetched inputs; the program's sums have been checked.
int64_t getHeapBytes(const ProgramProblem &problem);

/// Lookups with a stack, largest first; equal ones in program order.
std::vector<size_t> getStackOrder(std::span<const int64_t> stacks);

class HbmTimeline {
public:
  explicit HbmTimeline(const ProgramProblem &problem);

  /// Steps between which the stack of a lookup is live: a serialized one's only
  /// at its own, the others' while any lookup of the kind runs.
  ProgramPlan::Lifetime getStackLifetime(size_t lookup,
                                         bool isSerialized) const;

  /// The peak for each number of serialized tables, 0 to order.size(). `stacks`
  /// are bytes of a device.
  std::vector<int64_t> computePeaks(std::span<const int64_t> stacks,
                                    std::span<const size_t> order) const;

  /// Bytes beside all stacks at the step of a lookup.
  int64_t getBaseBytes(size_t lookup) const {
    return baseBytes[lookupPoints[lookup]];
  }

private:
  void findPoints(const ProgramProblem &problem);
  void addBase(const ProgramProblem &problem);
  size_t findPoint(int64_t step) const;

  /// Steps of which one has the peak: where something begins to live.
  std::vector<int64_t> points;
  std::vector<int64_t> baseBytes;   // by point
  std::vector<unsigned> classes;    // by point: bit 0 lookups, bit 1 updates
  std::array<int64_t, 4> maxBase{}; // by class; -1 without points
  std::vector<size_t> lookupPoints; // by lookup
  std::vector<unsigned> kinds; // by lookup: 0 lookups, 1 updates, 2 no stack
  std::vector<int64_t> steps;  // by lookup
  std::array<ProgramPlan::Lifetime, 2> windows; // by kind; empty: last < first
};

} // namespace sc

#endif // SC_LIB_PLANNING_HBMTIMELINE_H
