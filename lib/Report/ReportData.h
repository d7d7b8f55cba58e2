//===-- ReportData.h - the content of a report ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What both reports say, as plain data: collected once, then printed.

#ifndef SC_LIB_REPORT_REPORTDATA_H
#define SC_LIB_REPORT_REPORTDATA_H

#include "runtime/format/program_generated.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

/// Buffers of one class in one memory space.
struct ClassUse {
  std::string_view name;
  int64_t buffers = 0;
  int64_t bytes = 0;     // of all instances
  int64_t peakBytes = 0; // most that are live at one moment
};

/// A buffer that owns bytes.
struct BufferUse {
  std::string name;
  std::string_view className;
  std::string type;
  int64_t bytes = 0; // of all instances
  int64_t instances = 1;
  int64_t begin = 0; // in its memory space
  int64_t end = 0;   // of the last instance
  std::string lifetime;
  std::string location;
};

/// One memory space, counted for one tile, SparseCore, device or host.
struct SpaceUse {
  format::MemorySpace space = format::MemorySpace::Hbm;
  std::string_view name;
  std::string_view owner;    // "tile", "SparseCore", "device", "host"
  int64_t capacityBytes = 0; // 0: unknown or unlimited
  bool isCapacityAssumed = false;
  int64_t endBytes = 0; // end of the highest buffer
  ClassUse all;
  std::vector<ClassUse> classes;  // in the order of the enum
  std::vector<BufferUse> biggest; // by descending bytes
};

/// Peak of live bytes in a tile's TileSpmem while each task runs.
std::vector<int64_t> getTilePeaks(const format::ProgramT &program);

/// All memory spaces that hold a buffer.
std::vector<SpaceUse> collectSpaces(const format::ProgramT &program);

/// Operations left out for the same reason.
struct LeftOutGroup {
  std::string operation;
  std::string reason;
  int64_t steps = 0;
  std::vector<std::string> locations; // distinct, in order of the schedule
};

std::vector<LeftOutGroup> collectLeftOut(const format::ProgramT &program);

struct CodeSize {
  std::string name;
  int64_t instructions = 0;
};

struct TaskSize {
  std::string name;
  int64_t launches = 0;
  CodeSize sequencer;
  std::vector<CodeSize> programs;
};

std::vector<TaskSize> collectTasks(const format::ProgramT &program);

/// Steps of one kind, named as in JSON.
struct StepCount {
  std::string_view name;
  int64_t steps = 0;
};

/// Steps by kind, all kinds, in the order of the schema.
std::array<StepCount, 6> countSteps(const format::ProgramT &program);

/// Bytes of constants that the file carries.
int64_t countConstantBytes(const format::ProgramT &program);

/// Adds to a sum of bytes that stays at INT64_MAX once it gets there.
void addBytes(int64_t &sum, int64_t bytes);

/// Whether the machine's number of that title is assumed (docs/Targets.md).
bool isAssumed(const format::TargetT &target, std::string_view title);

/// "v5p:2x2x1".
std::string spellTarget(const format::TargetT &target);

/// The location of that index, "unknown location" for -1.
std::string getLocation(const format::ProgramT &program, int32_t index);

} // namespace sc::report

#endif // SC_LIB_REPORT_REPORTDATA_H
