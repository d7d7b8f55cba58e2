//===-- HostStacks.cpp - what host preprocessing takes --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a StackedSpec, without its reasons.

#include "sc/Stacking/Stacking.h"

#include "runtime/support/Saturated.h"

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
      host.suggestedBufferSize =
          host::kAlignment * spec.topology.sparseCoresPerDevice;
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
