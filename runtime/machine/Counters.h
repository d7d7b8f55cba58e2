//===-- Counters.h - what a run counts --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact integers, the same for any number of worker threads. Each is defined in
// Counters.def and docs/Counters.md.

#ifndef SC_RUNTIME_MACHINE_COUNTERS_H
#define SC_RUNTIME_MACHINE_COUNTERS_H

#include "runtime/format/Types.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

namespace sc::runtime {

/// Version of the JSON form.
inline constexpr int kCountersVersion = 2;

/// The most bytes that the buffers of one class in one memory held at once.
struct BufferPeak {
  format::MemorySpace space;
  format::BufferClass bufferClass;
  /// From the lifetimes in the file alone.
  int64_t allocatedBytes = 0;
  /// What the run accessed; never more than allocated.
  int64_t touchedBytes = 0;
};

/// The peak over all classes of one memory together.
struct SpacePeak {
  format::MemorySpace space;
  int64_t allocatedBytes = 0;
  int64_t touchedBytes = 0;
};

struct Counters {
#define SC_COUNTER(field, name, unit, definition) int64_t field = 0;
#include "runtime/machine/Counters.def"

  /// Memories and classes with at least one buffer, in the order of their ids.
  std::vector<BufferPeak> peaks;
  std::vector<SpacePeak> spacePeaks;

  /// Adds the integers of `other`; peaks stay.
  void add(const Counters &other);
};

struct CounterInfo {
  const char *name;
  const char *unit;
  const char *definition;
  int64_t Counters::*field;
};

/// All integer counters, in the order in which they are printed.
std::span<const CounterInfo> getCounterInfos();

/// One line for each counter and peak, aligned.
void printCountersText(const Counters &counters, std::ostream &os);

/// {"version": 1, "counters": {name: n}, "peaks": [...], "space_peaks": [...]}.
nlohmann::json countersToJson(const Counters &counters);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_COUNTERS_H
