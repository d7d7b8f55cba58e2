//===-- Collect.cpp - counts of tasks and steps ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a report that only have to be counted.

#include "ReportData.h"

#include <algorithm>
#include <limits>

namespace sc::report {

using namespace format;

static CodeSize measure(const CodeT &code) {
  return {code.name, static_cast<int64_t>(code.instructions.size())};
}

std::vector<TaskSize> collectTasks(const ProgramT &program) {
  std::vector<TaskSize> sizes;
  for (const auto &task : program.tasks) {
    TaskSize size = {task->name, 0, measure(*task->sequencer), {}};
    for (const auto &code : task->programs)
      size.programs.push_back(measure(*code));
    sizes.push_back(std::move(size));
  }
  for (const auto &step : program.steps)
    if (const LaunchT *launch = step->body.AsLaunch())
      sizes[launch->task].launches += 1;
  return sizes;
}

std::array<StepCount, 6> countSteps(const ProgramT &program) {
  auto count = [&](StepBody kind) {
    int64_t steps = 0;
    for (const auto &step : program.steps)
      steps += step->body.type == kind;
    return steps;
  };
  return {{{"copy", count(StepBody::Copy)},
           {"fill", count(StepBody::Fill)},
           {"constant", count(StepBody::Constant)},
           {"launch", count(StepBody::Launch)},
           {"native_call", count(StepBody::NativeCall)},
           {"left_out", count(StepBody::LeftOut)}}};
}

int64_t countConstantBytes(const ProgramT &program) {
  int64_t bytes = 0;
  for (const auto &step : program.steps)
    if (const ConstantT *constant = step->body.AsConstant())
      bytes += static_cast<int64_t>(constant->data.size());
  return bytes;
}

void addBytes(int64_t &sum, int64_t bytes) {
  if (__builtin_add_overflow(sum, bytes, &sum))
    sum = std::numeric_limits<int64_t>::max();
}

bool isAssumed(const TargetT &target, std::string_view title) {
  return std::ranges::find(target.assumed, title) != target.assumed.end();
}

std::string spellTarget(const TargetT &target) {
  std::string text = target.name;
  char separator = ':';
  for (int32_t chips : target.topology) {
    text += separator + std::to_string(chips);
    separator = 'x';
  }
  return text;
}

std::string getLocation(const ProgramT &program, int32_t index) {
  return index < 0 ? "unknown location" : program.locations[index];
}

} // namespace sc::report
