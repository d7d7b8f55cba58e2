//===-- HostStacks.cpp - what host preprocessing takes --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a StackedSpec, without its reasons.

#include "sc/Stacking/Stacking.h"

#include "sc/Spec/Saturated.h"

#include <algorithm>

namespace sc::spec {

static host::FeatureSpec makeHostFeature(const StackedTable &table,
                                         const StackedFeature &feature) {
  return {feature.feature.name, table.table.name,  table.table.vocabularySize,
          table.table.combiner, feature.rowOffset, feature.colOffset,
          feature.colShift};
}

std::vector<host::StackSpec> makeHostStacks(const StackedSpec &spec) {
  std::vector<host::StackSpec> stacks;
  for (const Stack &stack : spec.stacks) {
    host::StackSpec &host = stacks.emplace_back();
    host.name = stack.name;
    host.maxIdsPerPartition = stack.maxIdsPerPartition;
    host.maxUniqueIdsPerPartition = stack.maxUniqueIdsPerPartition;
    host.suggestedBufferSize = stack.suggestedBufferSize;
    for (const StackedTable &table : stack.tables)
      for (const StackedFeature &feature : table.features)
        host.features.push_back(makeHostFeature(table, feature));
  }
  return stacks;
}

/// Entries of a device for a batch as the input shapes have it, however its
/// ids are spread over the partitions; cut to 32 bits.
static int64_t computeTableBuffer(const StackedTable &table,
                                  const Topology &topology) {
  const int64_t numCores = topology.getNumSparseCores();
  int64_t ids = multiplySaturated(7, numCores); // of padding
  for (const StackedFeature &use : table.features)
    ids = addSaturated(
        ids,
        multiplySaturated(divideUp(use.feature.getNumSamples(), numCores),
                          std::max<int64_t>(use.feature.getIdsPerSample(), 1)));
  const int64_t unit = 8 * topology.sparseCoresPerDevice;
  const int64_t most = (kMaxInt32 - 1) / unit * unit;
  return std::min(
      roundUpSaturated(multiplySaturated(ids, topology.sparseCoresPerDevice),
                       unit),
      most);
}

std::vector<host::StackSpec> makeTableStacks(const StackedSpec &spec) {
  std::vector<host::StackSpec> stacks;
  for (const Stack &stack : spec.stacks) {
    for (const StackedTable &table : stack.tables) {
      if (table.features.empty())
        continue;
      host::StackSpec &host = stacks.emplace_back();
      host.name = table.table.name;
      host.maxIdsPerPartition = kMaxInt32;
      host.maxUniqueIdsPerPartition = kMaxInt32;
      host.suggestedBufferSize = computeTableBuffer(table, spec.topology);
      int64_t rowOffset = 0;
      for (const StackedFeature &use : table.features) {
        host.features.push_back(makeHostFeature(table, use));
        host.features.back().rowOffset = rowOffset;
        host.features.back().colOffset = 0;
        rowOffset += use.feature.getNumSamples();
      }
    }
  }
  return stacks;
}

} // namespace sc::spec
