//===-- HbmTimeline.cpp - bytes of HBM by step ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only steps where something begins can have the peak. Between them, stacks
// that are not serialized add the same to all steps of their kind.

#include "HbmTimeline.h"

#include <algorithm>

namespace sc {

int64_t getHeapBytes(const ProgramProblem &problem) {
  int64_t inputs = 0;
  for (const HbmResident &resident : problem.residents)
    if (resident.role == HbmRole::Inputs)
      inputs += resident.bytes;
  return (problem.options.parallelIterations - 1) * inputs;
}

std::vector<size_t> getStackOrder(std::span<const int64_t> stacks) {
  std::vector<size_t> order;
  for (size_t i = 0; i < stacks.size(); ++i)
    if (stacks[i] > 0)
      order.push_back(i);
  std::ranges::sort(order, [&](size_t a, size_t b) {
    return stacks[a] != stacks[b] ? stacks[a] > stacks[b] : a < b;
  });
  return order;
}

static constexpr unsigned kNoStack = 2;

static unsigned getStackKind(LookupKind kind) {
  switch (kind) {
  case LookupKind::Lookup:
    return 0;
  case LookupKind::Update:
    return 1;
  case LookupKind::LocalLookup:
    break;
  }
  return kNoStack;
}

HbmTimeline::HbmTimeline(const ProgramProblem &problem)
    : steps(problem.lookupSteps) {
  windows.fill({.first = 0, .last = -1});
  std::array<bool, 2> isUsed{};
  for (size_t i = 0; i < problem.lookups.size(); ++i) {
    LookupKind kind = problem.lookups[i].kind;
    kinds.push_back(getStackKind(kind));
    if (kinds[i] == kNoStack)
      continue;
    ProgramPlan::Lifetime &window = windows[kinds[i]];
    if (!isUsed[kinds[i]])
      window = {steps[i], steps[i]};
    isUsed[kinds[i]] = true;
    window.first = std::min(window.first, steps[i]);
    window.last = std::max(window.last, steps[i]);
  }
  findPoints(problem);
  addBase(problem);
}

void HbmTimeline::findPoints(const ProgramProblem &problem) {
  points = steps;
  for (const HbmResident &resident : problem.residents)
    points.push_back(resident.firstStep);
  if (points.empty())
    points.push_back(0);
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (int64_t step : steps)
    lookupPoints.push_back(findPoint(step));
}

size_t HbmTimeline::findPoint(int64_t step) const {
  return static_cast<size_t>(std::ranges::lower_bound(points, step) -
                             points.begin());
}

void HbmTimeline::addBase(const ProgramProblem &problem) {
  std::vector<int64_t> changes(points.size() + 1, 0);
  for (const HbmResident &resident : problem.residents) {
    changes[findPoint(resident.firstStep)] += resident.bytes;
    auto end = std::ranges::upper_bound(points, resident.lastStep);
    changes[static_cast<size_t>(end - points.begin())] -= resident.bytes;
  }
  int64_t live =
      getHeapBytes(problem) + problem.options.tensorCoreHbmBytes.value_or(0);
  maxBase.fill(-1);
  for (size_t i = 0; i < points.size(); ++i) {
    live += changes[i];
    baseBytes.push_back(live);
    unsigned bits = 0;
    for (unsigned kind : {0u, 1u})
      if (windows[kind].first <= points[i] && points[i] <= windows[kind].last)
        bits |= 1u << kind;
    classes.push_back(bits);
    maxBase[bits] = std::max(maxBase[bits], live);
  }
}

ProgramPlan::Lifetime HbmTimeline::getStackLifetime(size_t lookup,
                                                    bool isSerialized) const {
  if (isSerialized || kinds[lookup] == kNoStack)
    return {steps[lookup], steps[lookup]};
  return windows[kinds[lookup]];
}

std::vector<int64_t>
HbmTimeline::computePeaks(std::span<const int64_t> stacks,
                          std::span<const size_t> order) const {
  std::array<int64_t, 2> together{}; // stacks that are not serialized, by kind
  for (size_t index : order)
    together[kinds[index]] += stacks[index];
  std::array<int64_t, 4> most = maxBase;
  std::vector<int64_t> atPoint = baseBytes;
  auto getPeak = [&] {
    int64_t peak = 0;
    for (unsigned bits = 0; bits < 4; ++bits)
      if (most[bits] >= 0)
        peak = std::max(peak, most[bits] + (bits & 1 ? together[0] : 0) +
                                  (bits & 2 ? together[1] : 0));
    return peak;
  };
  std::vector<int64_t> peaks = {getPeak()};
  for (size_t index : order) {
    size_t point = lookupPoints[index];
    together[kinds[index]] -= stacks[index];
    atPoint[point] += stacks[index];
    int64_t &classMost = most[classes[point]];
    classMost = std::max(classMost, atPoint[point]);
    peaks.push_back(getPeak());
  }
  return peaks;
}

} // namespace sc
