//===-- VerifyProgramPlan.cpp - invariants of a program plan --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derives lifetimes, serialization, peak and time again, step by step, and
// checks the HBM map.

#include "sc/Planning/BufferPlacement.h"
#include "sc/Planning/CostModel.h"
#include "sc/Planning/Planner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace sc {

using Fault = std::optional<std::string>;

static std::string describeLookup(const ProgramProblem &problem, size_t i) {
  return "lookup " + std::to_string(i) + " of table '" +
         problem.lookups[i].table + "': ";
}

static Fault verifyLookups(const ProgramProblem &problem,
                           const ProgramPlan &plan) {
  size_t count = problem.lookups.size();
  if (plan.lookups.size() != count || plan.stackLifetimes.size() != count ||
      plan.residentOffsets.size() != problem.residents.size())
    return "the plan has another number of lookups or HBM buffers";
  for (size_t i = 0; i < count; ++i)
    if (Fault fault =
            verifyPlan(problem.lookups[i], problem.options, plan.lookups[i]))
      return describeLookup(problem, i) + *fault;
  return std::nullopt;
}

static int64_t getDeviceStack(const ProgramProblem &problem,
                              const ProgramPlan &plan, size_t i) {
  return plan.lookups[i].stackBytes() * problem.lookups[i].sparseCoresPerDevice;
}

static Fault verifySerialization(const ProgramProblem &problem,
                                 const ProgramPlan &plan) {
  std::set<size_t> serialized(plan.serializationOrder.begin(),
                              plan.serializationOrder.end());
  auto number = static_cast<int64_t>(serialized.size());
  if (plan.serializedTables != number ||
      serialized.size() != plan.serializationOrder.size())
    return "serializationOrder does not have serializedTables lookups";
  int64_t tables = 0;
  for (size_t i = 0; i < plan.lookups.size(); ++i) {
    int64_t bytes = getDeviceStack(problem, plan, i);
    tables += bytes > 0;
    if (plan.lookups[i].isSerialized != serialized.contains(i) ||
        (bytes == 0 && serialized.contains(i)))
      return describeLookup(problem, i) + "isSerialized is wrong";
    for (size_t other : serialized)
      if (!serialized.contains(i) &&
          (bytes > getDeviceStack(problem, plan, other) ||
           (bytes == getDeviceStack(problem, plan, other) && i < other)))
        return describeLookup(problem, i) + "not among the largest stacks";
  }
  if (std::optional<int64_t> wanted = problem.options.numSerializedTables;
      wanted && number != std::min(*wanted, tables))
    return std::to_string(number) + " tables are serialized instead of " +
           std::to_string(*wanted);
  for (size_t n = 1; n < plan.serializationOrder.size(); ++n)
    if (getDeviceStack(problem, plan, plan.serializationOrder[n - 1]) <
        getDeviceStack(problem, plan, plan.serializationOrder[n]))
      return "serializationOrder does not begin with the largest stack";
  return std::nullopt;
}

static Fault verifyLifetimes(const ProgramProblem &problem,
                             const ProgramPlan &plan) {
  for (size_t i = 0; i < plan.lookups.size(); ++i) {
    LookupKind kind = problem.lookups[i].kind;
    int64_t first = problem.lookupSteps[i], last = first;
    bool isAlone =
        plan.lookups[i].isSerialized || kind == LookupKind::LocalLookup;
    for (size_t j = 0; j < plan.lookups.size() && !isAlone; ++j) {
      if (problem.lookups[j].kind != kind)
        continue;
      first = std::min(first, problem.lookupSteps[j]);
      last = std::max(last, problem.lookupSteps[j]);
    }
    if (plan.stackLifetimes[i].first != first ||
        plan.stackLifetimes[i].last != last)
      return describeLookup(problem, i) + "the stack is not live from step " +
             std::to_string(first) + " to step " + std::to_string(last);
  }
  return std::nullopt;
}

/// Bytes of a device for each buffer of a stack, from the plan's classes.
static std::vector<std::pair<std::string, int64_t>>
getStackBuffers(const LookupProblem &problem, const LookupPlan &plan) {
  int64_t cores = problem.sparseCoresPerDevice;
  int64_t rows = plan.stackBackwardBytes / 3 * cores;
  int64_t ids = plan.exchangeBytes / 2 * cores;
  if (problem.kind == LookupKind::Update)
    return {{"send", rows},
            {"receive", rows},
            {"merged", rows},
            {"received_ids", ids},
            {"merged_ids", ids}};
  if (problem.kind == LookupKind::LocalLookup)
    return {};
  int64_t row = format::getRowBytes(problem.rowFormat, problem.width);
  ids = plan.stackForwardBytes / (2 * row + 4) * 4 * cores;
  rows = ids / 4 * row;
  return {{"ids", ids}, {"send", rows}, {"receive", rows}};
}

static Fault verifyStackBuffers(const ProgramProblem &problem,
                                const ProgramPlan &plan) {
  size_t next = 0;
  for (size_t i = 0; i < plan.lookups.size(); ++i)
    for (const auto &[name, bytes] :
         getStackBuffers(problem.lookups[i], plan.lookups[i])) {
      if (next == plan.stackBuffers.size())
        return describeLookup(problem, i) + "the map has no stack buffer '" +
               name + "'";
      const StackBuffer &buffer = plan.stackBuffers[next++];
      if (buffer.lookup != i || buffer.name != name || buffer.bytes != bytes)
        return describeLookup(problem, i) + "stack buffer '" + name + "' has " +
               std::to_string(bytes) + " bytes, the map has '" + buffer.name +
               "' of " + std::to_string(buffer.bytes);
    }
  if (next != plan.stackBuffers.size())
    return "the map has stack buffers of no lookup";
  return std::nullopt;
}

static std::vector<PlacementRequest> getRequests(const ProgramProblem &problem,
                                                 const ProgramPlan &plan) {
  std::vector<PlacementRequest> requests;
  for (const HbmResident &resident : problem.residents)
    requests.push_back({resident.name, resident.bytes, 64, resident.firstStep,
                        resident.lastStep});
  for (const StackBuffer &buffer : plan.stackBuffers)
    requests.push_back(
        {problem.lookups[buffer.lookup].table + "." + buffer.name, buffer.bytes,
         64, plan.stackLifetimes[buffer.lookup].first,
         plan.stackLifetimes[buffer.lookup].last});
  return requests;
}

static int64_t getLiveBytes(const std::vector<PlacementRequest> &requests,
                            int64_t step) {
  int64_t bytes = 0;
  for (const PlacementRequest &request : requests)
    if (request.firstUse <= step && step <= request.lastUse)
      bytes += request.size;
  return bytes;
}

static Fault verifyPeak(const ProgramProblem &problem,
                        const ProgramPlan &plan) {
  int64_t inputs = 0;
  for (const HbmResident &resident : problem.residents)
    inputs += resident.role == HbmRole::Inputs ? resident.bytes : 0;
  if (plan.heapBytes != (problem.options.parallelIterations - 1) * inputs)
    return "heapBytes is not the inputs of the other iterations";
  int64_t always =
      plan.heapBytes + problem.options.tensorCoreHbmBytes.value_or(0);
  std::vector<PlacementRequest> requests = getRequests(problem, plan);
  if (plan.hbmPeakBytes != getMaxLiveBytes(requests) + always)
    return "hbmPeakBytes is not the most that is live at once";
  if (plan.hbmPeakBytes != getLiveBytes(requests, plan.peakStep) + always)
    return "peakStep does not have the peak";
  int64_t uses = 0;
  for (const HbmUse &use : plan.peakUses)
    uses += use.bytes;
  if (uses != plan.hbmPeakBytes)
    return "peakUses add up to " + std::to_string(uses) + " bytes, not " +
           std::to_string(plan.hbmPeakBytes);
  return std::nullopt;
}

static Fault verifyMap(const ProgramProblem &problem, const ProgramPlan &plan) {
  std::vector<PlacementRequest> requests = getRequests(problem, plan);
  Placement placement;
  placement.offsets = plan.residentOffsets;
  for (const StackBuffer &buffer : plan.stackBuffers)
    placement.offsets.push_back(buffer.offset);
  for (size_t i = 0; i < requests.size(); ++i)
    if (requests[i].size > 0)
      placement.peak =
          std::max(placement.peak, placement.offsets[i] + requests[i].size);
  int64_t capacity = problem.usableHbmBytes > 0
                         ? problem.usableHbmBytes
                         : std::numeric_limits<int64_t>::max();
  return verifyPlacement(requests, placement,
                         capacity - plan.heapBytes -
                             problem.options.tensorCoreHbmBytes.value_or(0));
}

static Fault verifySeconds(const ProgramProblem &problem,
                           const ProgramPlan &plan) {
  double seconds = 0;
  std::map<LookupKind, int64_t> together;
  for (size_t i = 0; i < plan.lookups.size(); ++i) {
    const LookupPlan &lookup = plan.lookups[i];
    seconds += lookup.seconds;
    int64_t &most = together[problem.lookups[i].kind];
    if (lookup.isSerialized)
      seconds += double(lookup.replicas) * kLookupSeconds;
    else
      most = std::max(most, lookup.replicas);
  }
  for (const auto &[kind, replicas] : together)
    seconds += double(replicas) * kLookupSeconds;
  if (std::abs(seconds - plan.seconds) > 1e-9 * seconds)
    return "seconds are not those of the lookups and their launches";
  return std::nullopt;
}

std::optional<std::string> verifyPlan(const ProgramProblem &problem,
                                      const ProgramPlan &plan) {
  for (auto *check : {verifyLookups, verifySerialization, verifyLifetimes,
                      verifyStackBuffers, verifyPeak, verifyMap, verifySeconds})
    if (Fault fault = check(problem, plan))
      return fault;
  return std::nullopt;
}

} // namespace sc
