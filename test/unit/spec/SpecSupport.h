//===-- SpecSupport.h - specs without locations, plainly stacked -*- C++
//-*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of what is written and read back.

#ifndef SC_TEST_UNIT_SPEC_SPECSUPPORT_H
#define SC_TEST_UNIT_SPEC_SPECSUPPORT_H

#include "sc/Spec/StackedSpec.h"

namespace sc::test {

inline spec::EmbeddingSpec dropLocations(spec::EmbeddingSpec spec) {
  for (spec::Table &table : spec.tables)
    table.location.clear();
  for (spec::Feature &feature : spec.features)
    feature.location.clear();
  for (spec::StackGroup &group : spec.groups)
    group.location.clear();
  if (spec.config)
    spec.config->location.clear();
  return spec;
}

/// Stacks the groups just as they are given, rotations and limits included, for
/// one device; every table is in one group.
inline spec::StackedSpec stackPlainly(const spec::EmbeddingSpec &spec) {
  const int64_t numCores = *spec.numSparseCores;
  auto roundUp = [](int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
  };
  spec::StackedSpec stacked;
  stacked.topology = {1, numCores};
  for (const spec::StackGroup &group : spec.groups) {
    spec::Stack &stack = stacked.stacks.emplace_back();
    stack.name = group.name;
    stack.maxIdsPerPartition = group.limits.maxIdsPerPartition.value_or(0);
    stack.maxUniqueIdsPerPartition =
        group.limits.maxUniqueIdsPerPartition.value_or(0);
    for (const spec::StackMember &member : group.tables) {
      spec::StackedTable &table = stack.tables.emplace_back();
      table.table = *spec.findTable(member.table);
      table.paddedVocabularySize =
          roundUp(table.table.vocabularySize, 8 * numCores);
      table.paddedEmbeddingDim = roundUp(table.table.embeddingDim, 8);
      table.rowOffsetInShard = stack.vocabularySize / numCores;
      table.shardRotation = member.rotation.value_or(0);
      stack.embeddingDim = table.paddedEmbeddingDim;
      stack.vocabularySize += table.paddedVocabularySize;
    }
    for (const spec::Feature &feature : spec.features)
      for (spec::StackedTable &table : stack.tables)
        if (table.table.name == feature.table) {
          table.features.push_back({feature, stack.sampleCount,
                                    table.rowOffsetInShard * numCores,
                                    table.shardRotation});
          stack.sampleCount += feature.getNumSamples();
        }
  }
  return stacked;
}

} // namespace sc::test

#endif // SC_TEST_UNIT_SPEC_SPECSUPPORT_H
