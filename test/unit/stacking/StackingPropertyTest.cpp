//===-- StackingPropertyTest.cpp - what holds for every spec --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random specs, both rules, all options.

#include "runtime/host/Preprocessor.h"
#include "test/property/Random.h"
#include "test/unit/stacking/StackingTest.h"

#include <set>

namespace sc::test {
namespace {

struct Case {
  EmbeddingSpec spec;
  Topology topology;
  StackOptions options;
};

spec::Table drawTable(Random &random, size_t index) {
  spec::Table table = makeTable("t" + std::to_string(index),
                                random.between(1, 300), random.between(1, 24));
  table.combiner = random.pick<spec::Combiner>(
      {spec::Combiner::Sum, spec::Combiner::Sum, spec::Combiner::Mean});
  if (random.chance(20))
    table.optimizer.type = "adagrad";
  if (random.chance(10))
    table.quantization = spec::Quantization{16, -1, random.real(0, 2)};
  if (random.chance(60))
    table.limits.maxIdsPerPartition = random.between(1, 100);
  if (random.chance(60))
    table.limits.maxUniqueIdsPerPartition = random.between(1, 100);
  return table;
}

/// Some of the tables, which may have any width.
spec::StackGroup drawGroup(Random &random, const EmbeddingSpec &spec) {
  spec::StackGroup group;
  group.name = "group";
  for (const spec::Table &table : spec.tables) {
    if (!random.chance(40))
      continue;
    spec::StackMember member{table.name, std::nullopt};
    if (random.chance(50))
      member.rotation = random.between(-3, 20);
    group.tables.push_back(member);
  }
  random.shuffle(group.tables);
  return group;
}

Case drawCase(Random &random) {
  Case result;
  result.topology = {int64_t(1) << random.between(0, 5),
                     int64_t(1) << random.between(0, 2)};
  const int64_t numCores = result.topology.getNumSparseCores();
  const size_t numTables = static_cast<size_t>(random.between(1, 12));
  EmbeddingSpec &spec = result.spec;
  for (size_t i = 0; i < numTables; ++i)
    spec.tables.push_back(drawTable(random, i));
  const int64_t numFeatures = random.between(1, 16);
  for (int64_t i = 0; i < numFeatures; ++i)
    spec.features.push_back(makeFeature(
        "f" + std::to_string(i), spec.tables[random.index(numTables)].name,
        numCores * random.between(1, 6)));
  if (random.chance(40)) {
    spec::StackGroup group = drawGroup(random, spec);
    if (!group.tables.empty())
      spec.groups.push_back(group);
    spec.areGroupsComplete = random.chance(20);
  }
  StackOptions &options = result.options;
  options.rule = random.chance(50) ? StackRule::Jax : StackRule::TensorFlow;
  options.limits = random.pick<StackLimits>(
      {StackLimits::Sum, StackLimits::Max, StackLimits::Jax});
  options.disableStacking = random.chance(10);
  if (random.chance(60))
    options.activationBytesLimit = random.between(0, 1000);
  if (random.chance(30))
    options.shardBytesLimit = random.between(0, 100000);
  if (random.chance(30))
    options.tablesLimit = random.between(0, 3);
  if (random.chance(30))
    options.rotation = random.between(-5, 40);
  return result;
}

/// Each id has a place of its own in its stack, inside its table's rows.
void expectDistinctPlaces(const Stack &stack, int64_t numCores) {
  std::set<std::pair<int64_t, int64_t>> places;
  for (const spec::StackedTable &table : stack.tables) {
    const int64_t offset = table.rowOffsetInShard * numCores;
    const int64_t rows = table.paddedVocabularySize / numCores;
    for (int64_t id = 0; id < table.table.vocabularySize; ++id) {
      const int64_t column =
          (id + table.shardRotation) % numCores + (id - id % numCores) + offset;
      ASSERT_TRUE(places.emplace(column % numCores, column / numCores).second)
          << table.table.name << " " << id;
      ASSERT_GE(column / numCores, table.rowOffsetInShard);
      ASSERT_LT(column / numCores, table.rowOffsetInShard + rows);
      ASSERT_LT(column, stack.vocabularySize);
    }
  }
}

/// The sums of the members are those of the stack.
void expectTotals(const Stack &stack, int64_t numCores) {
  int64_t rows = 0;
  std::map<int64_t, int64_t> samples; // by offset
  ASSERT_FALSE(stack.tables.empty());
  for (const spec::StackedTable &table : stack.tables) {
    EXPECT_EQ(table.rowOffsetInShard * numCores, rows);
    EXPECT_EQ(table.paddedVocabularySize % (8 * numCores), 0);
    EXPECT_GE(table.paddedVocabularySize, table.table.vocabularySize);
    EXPECT_LT(table.paddedVocabularySize - table.table.vocabularySize,
              8 * numCores);
    EXPECT_EQ(table.paddedEmbeddingDim, stack.embeddingDim);
    EXPECT_GE(table.paddedEmbeddingDim, table.table.embeddingDim);
    rows += table.paddedVocabularySize;
    for (const spec::StackedFeature &use : table.features) {
      EXPECT_EQ(use.colOffset % numCores, 0);
      EXPECT_EQ(use.colOffset, table.rowOffsetInShard * numCores);
      EXPECT_EQ(use.colShift, table.shardRotation);
      EXPECT_EQ(use.feature.table, table.table.name);
      samples[use.rowOffset] = use.feature.getNumSamples();
    }
  }
  EXPECT_EQ(rows, stack.vocabularySize);
  int64_t end = 0;
  for (auto [offset, count] : samples) {
    EXPECT_EQ(offset, end);
    end += count;
  }
  EXPECT_EQ(end, stack.sampleCount);
}

/// Each feature once, and each table that has one.
void expectComplete(const EmbeddingSpec &spec, const StackedSpec &result) {
  std::multiset<std::string> features;
  std::multiset<std::string> tables;
  std::set<std::string> used;
  for (const Stack &stack : result.stacks)
    for (const spec::StackedTable &table : stack.tables) {
      tables.insert(table.table.name);
      for (const spec::StackedFeature &use : table.features)
        features.insert(use.feature.name);
    }
  for (const spec::Feature &feature : spec.features) {
    EXPECT_EQ(features.count(feature.name), 1u) << feature.name;
    EXPECT_EQ(tables.count(feature.table), 1u) << feature.table;
  }
  EXPECT_EQ(features.size(), spec.features.size());
}

void expectHostTakesIt(const StackedSpec &spec) {
  const host::Topology topology = {1, spec.topology.devices,
                                   spec.topology.sparseCoresPerDevice};
  absl::StatusOr<host::Preprocessor> stacks = host::Preprocessor::create(
      makeHostStacks(spec), topology, host::Options());
  EXPECT_TRUE(stacks.ok()) << stacks.status();
  absl::StatusOr<host::Preprocessor> tables = host::Preprocessor::create(
      makeTableStacks(spec), topology, host::Options());
  EXPECT_TRUE(tables.ok()) << tables.status();
}

TEST(StackingProperty, StacksAreConsistent) {
  forEachCase(1000, [](Random &random) {
    const Case problem = drawCase(random);
    const StackedSpec result =
        stack(problem.spec, problem.topology, problem.options);
    const int64_t numCores = problem.topology.getNumSparseCores();
    for (const Stack &stack : result.stacks) {
      SCOPED_TRACE("stack " + stack.name);
      expectTotals(stack, numCores);
      expectDistinctPlaces(stack, numCores);
      EXPECT_FALSE(stack.reasons.empty());
    }
    expectComplete(problem.spec, result);
    expectHostTakesIt(result);
    EXPECT_FALSE(formatEffectiveSpec(result).empty());
  });
}

/// Members of all stacks, without an order.
std::set<std::set<std::string>> getMembers(const StackedSpec &spec) {
  std::set<std::set<std::string>> members;
  for (const Stack &stack : spec.stacks) {
    std::set<std::string> names;
    for (const spec::StackedTable &table : stack.tables)
      names.insert(table.table.name);
    members.insert(names);
  }
  return members;
}

TEST(StackingProperty, OrderOfTables) {
  forEachCase(500, [](Random &random) {
    Case problem = drawCase(random);
    const StackedSpec before =
        stack(problem.spec, problem.topology, problem.options);
    random.shuffle(problem.spec.tables);
    StackedSpec after = stack(problem.spec, problem.topology, problem.options);
    // JAX orders by features, so that of tables is nothing to it.
    if (problem.options.rule == StackRule::Jax &&
        !problem.options.disableStacking && !problem.spec.areGroupsComplete) {
      EXPECT_EQ(before, after);
    }
    // Without limits, the same tables are together in any order.
    StackOptions options;
    options.rule = problem.options.rule;
    options.activationBytesLimit =
        options.rule == StackRule::Jax ? INT64_MAX : 0;
    options.shardBytesLimit = 0;
    after = stack(problem.spec, problem.topology, options);
    random.shuffle(problem.spec.tables);
    random.shuffle(problem.spec.features);
    EXPECT_EQ(getMembers(stack(problem.spec, problem.topology, options)),
              getMembers(after));
  });
}

} // namespace
} // namespace sc::test
