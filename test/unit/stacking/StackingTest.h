//===-- StackingTest.h - small specs ----------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the unit tests of stacking share.

#ifndef SC_TEST_UNIT_STACKING_STACKINGTEST_H
#define SC_TEST_UNIT_STACKING_STACKINGTEST_H

#include "sc/Stacking/Stacking.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sc::test {

using spec::EmbeddingSpec;
using spec::Stack;
using spec::StackedSpec;
using spec::StackLimits;
using spec::StackOptions;
using spec::StackRule;
using spec::Topology;

inline spec::Table makeTable(const std::string &name, int64_t rows = 64,
                             int64_t dim = 8) {
  spec::Table table;
  table.name = name;
  table.vocabularySize = rows;
  table.embeddingDim = dim;
  return table;
}

inline spec::Feature makeFeature(const std::string &name,
                                 const std::string &table,
                                 int64_t samples = 16) {
  spec::Feature feature;
  feature.name = name;
  feature.table = table;
  feature.inputShape = {samples};
  return feature;
}

/// A spec with the feature "f" + name for each table.
inline EmbeddingSpec makeSpec(std::vector<spec::Table> tables,
                              int64_t samples = 16) {
  EmbeddingSpec spec;
  for (const spec::Table &table : tables)
    spec.features.push_back(makeFeature("f" + table.name, table.name, samples));
  spec.tables = std::move(tables);
  return spec;
}

/// With limits, and a buffer size where there is one.
inline spec::Table makeLimited(const std::string &name,
                               std::optional<int64_t> ids,
                               std::optional<int64_t> uniqueIds,
                               std::optional<int64_t> buffer = std::nullopt) {
  spec::Table table = makeTable(name);
  table.limits = {ids, uniqueIds, buffer};
  return table;
}

inline spec::StackGroup makeGroup(const std::string &name,
                                  std::vector<spec::StackMember> tables) {
  spec::StackGroup group;
  group.name = name;
  group.tables = std::move(tables);
  return group;
}

inline StackedSpec stack(const EmbeddingSpec &spec,
                         const Topology &topology = {2, 4},
                         const StackOptions &options = {}) {
  absl::StatusOr<StackedSpec> result =
      spec::stackTables(spec, topology, options);
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? *std::move(result) : StackedSpec();
}

inline std::string stackError(const EmbeddingSpec &spec,
                              const Topology &topology = {2, 4},
                              const StackOptions &options = {}) {
  absl::StatusOr<StackedSpec> result =
      spec::stackTables(spec, topology, options);
  EXPECT_FALSE(result.ok());
  EXPECT_TRUE(absl::IsInvalidArgument(result.status()));
  return std::string(result.status().message());
}

/// "a@0+0 b@8+4 | c@0+0": tables with row offset in the shard and rotation.
inline std::string describeTables(const StackedSpec &spec) {
  std::string text;
  for (const Stack &stack : spec.stacks) {
    text += text.empty() ? "" : " | ";
    for (const spec::StackedTable &table : stack.tables)
      text += (&table == &stack.tables[0] ? "" : " ") + table.table.name + "@" +
              std::to_string(table.rowOffsetInShard) + "+" +
              std::to_string(table.shardRotation);
  }
  return text;
}

inline std::vector<std::string> getNames(const StackedSpec &spec) {
  std::vector<std::string> names;
  for (const Stack &stack : spec.stacks)
    names.push_back(stack.name);
  return names;
}

} // namespace sc::test

#endif // SC_TEST_UNIT_STACKING_STACKINGTEST_H
