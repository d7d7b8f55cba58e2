//===-- Summary.cpp - what all batches need together ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of one run have the same devices, so that arrays have one size.

#include "tools/sc-prep/Summary.h"

#include "runtime/host/SuggestLimits.h"

#include <algorithm>
#include <numeric>

namespace sc::prep {

int64_t StackSummary::getMaxIds() const {
  return host::findLargest(statistics.maxIds);
}
int64_t StackSummary::getMaxUniqueIds() const {
  return host::findLargest(statistics.maxUniqueIds);
}
int64_t StackSummary::getRequired() const {
  return host::findLargest(statistics.requiredBufferSizes);
}

Summary::Summary(const std::vector<host::StackSpec> &specs,
                 const host::Topology &topology, bool isMinibatching)
    : topology(topology), isMinibatching(isMinibatching) {
  for (const host::StackSpec &spec : specs) {
    StackSummary stack;
    stack.name = spec.name;
    for (const host::FeatureSpec &feature : spec.features)
      if (!std::ranges::count(stack.tables, feature.table))
        stack.tables.push_back(feature.table);
    stack.maxIdsPerPartition = spec.maxIdsPerPartition;
    stack.maxUniqueIdsPerPartition = spec.maxUniqueIdsPerPartition;
    stacks.push_back(std::move(stack));
  }
}

static void raise(std::vector<int64_t> &to, const std::vector<int64_t> &from) {
  to.resize(std::max(to.size(), from.size()));
  for (size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

static int64_t findBufferNeed(const std::vector<int64_t> &required,
                              int64_t sparseCores, bool isMinibatching) {
  if (!isMinibatching)
    return host::findLargest(required);
  int64_t largest = 0;
  for (auto device = required.begin(); device != required.end();
       device += sparseCores)
    largest = std::max(
        largest, std::accumulate(device, device + sparseCores, int64_t{0}));
  return largest;
}

void Summary::add(const host::Results &results) {
  ++numBatches;
  numMinibatches = std::max(numMinibatches, results.numMinibatches);
  for (size_t i = 0; i < stacks.size(); ++i) {
    const host::Statistics &from = results.stacks[i].statistics;
    StackSummary &stack = stacks[i];
    host::Statistics &to = stack.statistics;
    raise(to.maxIds, from.maxIds);
    raise(to.maxUniqueIds, from.maxUniqueIds);
    raise(to.requiredBufferSizes, from.requiredBufferSizes);
    to.numIds += from.numIds;
    to.numEntries += from.numEntries;
    to.dropped += from.dropped;
    to.droppedIdCount += from.droppedIdCount;
    stack.bufferNeed =
        std::max(stack.bufferNeed,
                 findBufferNeed(from.requiredBufferSizes,
                                topology.sparseCoresPerDevice, isMinibatching));
    stack.entriesPerDevice = results.stacks[i].buffers.entriesPerDevice;
  }
}

int64_t Summary::getNumDropped() const {
  int64_t count = 0;
  for (const StackSummary &stack : stacks)
    count += stack.statistics.dropped.getTotal();
  return count;
}

int64_t Summary::getBufferSize(const StackSummary &stack) const {
  return isMinibatching
             ? stack.entriesPerDevice
             : stack.entriesPerDevice / topology.sparseCoresPerDevice;
}

} // namespace sc::prep
