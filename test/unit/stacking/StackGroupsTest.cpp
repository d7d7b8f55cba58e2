//===-- StackGroupsTest.cpp - which tables share a stack ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First fit, by numbers alone.

#include "sc/Stacking/StackGroups.h"

#include "test/property/Random.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <limits>

namespace sc::spec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Groups = std::vector<std::vector<size_t>>;

Groups getTables(const std::vector<TableGroup> &groups) {
  Groups tables;
  for (const TableGroup &group : groups)
    tables.push_back(group.tables);
  return tables;
}

std::vector<TableLoad> makeLoads(const std::vector<int64_t> &bytes) {
  std::vector<TableLoad> loads;
  for (int64_t value : bytes)
    loads.push_back({std::string(1, char('a' + loads.size())), "k", value,
                     value / 2, value / 4});
  return loads;
}

StackBounds makeBounds(int64_t activationBytes) {
  StackBounds bounds;
  bounds.activationBytes = activationBytes;
  return bounds;
}

TEST(StackGroups, EarlierStacksAreFilledUp) {
  // c fits the first stack again, after b opened the second.
  EXPECT_EQ(getTables(groupTables(makeLoads({60, 80, 40}), makeBounds(100))),
            (Groups{{0, 2}, {1}}));
  EXPECT_EQ(
      getTables(groupTables(makeLoads({60, 80, 41, 20}), makeBounds(100))),
      (Groups{{0, 3}, {1}, {2}}));
}

TEST(StackGroups, BoundsAreInclusiveOrExclusive) {
  StackBounds bounds = makeBounds(100);
  EXPECT_EQ(groupTables(makeLoads({60, 40}), bounds).size(), 1u);
  EXPECT_EQ(groupTables(makeLoads({60, 41}), bounds).size(), 2u);
  bounds.isExclusive = true;
  EXPECT_EQ(groupTables(makeLoads({60, 39}), bounds).size(), 1u);
  EXPECT_EQ(groupTables(makeLoads({60, 40}), bounds).size(), 2u);
}

TEST(StackGroups, EachBoundRefuses) {
  auto refuse = [](const StackBounds &bounds) {
    std::vector<TableGroup> groups = groupTables(makeLoads({80, 40}), bounds);
    EXPECT_EQ(groups.size(), 2u);
    EXPECT_THAT(groups[1].refusals, IsEmpty());
    return groups[0].refusals.empty() ? "" : groups[0].refusals[0];
  };
  EXPECT_EQ(refuse(makeBounds(119)), "'b' not in this stack: activations 40 B "
                                     "more would exceed 119 B");
  StackBounds bounds;
  bounds.isExclusive = true;
  bounds.shardBytes = 60;
  EXPECT_EQ(refuse(bounds), "'b' not in this stack: table of a device 20 B "
                            "more would reach 60 B");
  bounds.shardBytes = std::nullopt;
  bounds.rows = 30;
  EXPECT_EQ(refuse(bounds),
            "'b' not in this stack: rows 10 more would reach 30");
  bounds.rows = std::nullopt;
  bounds.tables = 1;
  EXPECT_EQ(refuse(bounds), "'b' not in this stack: it has the most tables, 1");
  bounds.tables = 2;
  EXPECT_EQ(groupTables(makeLoads({80, 40}), bounds).size(), 1u);
}

TEST(StackGroups, KeysComeByFirstUse) {
  std::vector<TableLoad> loads = makeLoads({1, 1, 1, 1, 90, 90});
  loads[1].key = loads[4].key = "other";
  loads[3].key = "third";
  // The second stack of "k" comes before the first of "other".
  loads[2].activationBytes = 100;
  EXPECT_EQ(getTables(groupTables(loads, makeBounds(100))),
            (Groups{{0, 5}, {2}, {1, 4}, {3}}));
  EXPECT_THAT(groupTables({}, makeBounds(100)), IsEmpty());
}

TEST(StackGroups, RefusalsAreCut) {
  std::vector<int64_t> bytes(12, 100);
  std::vector<TableGroup> groups =
      groupTables(makeLoads(bytes), makeBounds(100));
  ASSERT_EQ(groups.size(), 12u);
  ASSERT_EQ(groups[0].refusals.size(), 9u);
  EXPECT_EQ(groups[0].refusals[8], "nor 3 more tables");
  EXPECT_EQ(groups[3].refusals.size(), 8u); // of the tables e to l
  EXPECT_EQ(groups[11].refusals.size(), 0u);
}

TEST(StackGroups, HugeTablesAreAlone) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  std::vector<TableGroup> groups =
      groupTables(makeLoads({kMax, kMax, 1}), makeBounds(kMax - 1));
  EXPECT_EQ(getTables(groups), (Groups{{0}, {1}, {2}}));
  groups = groupTables(makeLoads({kMax, kMax}), {});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].total.activationBytes, kMax); // and no overflow
}

/// Tries each stack in turn.
Groups groupSlowly(const std::vector<TableLoad> &tables,
                   const StackBounds &bounds) {
  auto isOver = [&](std::optional<int64_t> bound, int64_t total) {
    return bound && (bounds.isExclusive ? total >= *bound : total > *bound);
  };
  std::vector<std::string> keys;
  std::vector<Groups> groups;
  for (size_t i = 0; i < tables.size(); ++i) {
    size_t key = static_cast<size_t>(std::ranges::find(keys, tables[i].key) -
                                     keys.begin());
    if (key == keys.size()) {
      keys.push_back(tables[i].key);
      groups.emplace_back();
    }
    auto hasRoom = [&](const std::vector<size_t> &group) {
      TableLoad total = tables[i];
      for (size_t member : group) {
        total.activationBytes += tables[member].activationBytes;
        total.shardBytes += tables[member].shardBytes;
        total.rows += tables[member].rows;
      }
      return !isOver(bounds.activationBytes, total.activationBytes) &&
             !isOver(bounds.shardBytes, total.shardBytes) &&
             !isOver(bounds.rows, total.rows) &&
             !(bounds.tables &&
               static_cast<int64_t>(group.size()) >= *bounds.tables);
    };
    auto found = std::ranges::find_if(groups[key], hasRoom);
    if (found == groups[key].end())
      groups[key].push_back({i});
    else
      found->push_back(i);
  }
  Groups all;
  for (const Groups &ofKey : groups)
    all.insert(all.end(), ofKey.begin(), ofKey.end());
  return all;
}

TEST(StackGroups, EqualToTheSlowOnes) {
  test::forEachCase(1000, [](test::Random &random) {
    std::vector<TableLoad> tables;
    const int64_t numTables = random.between(0, 40);
    for (int64_t i = 0; i < numTables; ++i)
      tables.push_back({"t" + std::to_string(i),
                        random.chance(70) ? "k" : "other",
                        random.between(0, 60), random.between(0, 60),
                        random.between(0, 60)});
    StackBounds bounds;
    bounds.isExclusive = random.chance(50);
    auto draw = [&](std::optional<int64_t> &bound) {
      if (random.chance(50))
        bound = random.between(1, 200);
    };
    draw(bounds.activationBytes);
    draw(bounds.shardBytes);
    draw(bounds.rows);
    if (random.chance(30))
      bounds.tables = random.between(1, 5);
    EXPECT_EQ(getTables(groupTables(tables, bounds)),
              groupSlowly(tables, bounds));
  });
}

TEST(StackGroups, ManyTables) {
  // Each alone, which trying all stacks would take too long for.
  std::vector<TableLoad> tables(50'000, {"t", "k", 60, 0, 0});
  tables.push_back({"t", "k", 40, 0, 0});
  std::vector<TableGroup> groups = groupTables(tables, makeBounds(100));
  ASSERT_EQ(groups.size(), 50'000u);
  EXPECT_THAT(groups[0].tables, ElementsAre(0, 50'000));
  EXPECT_EQ(groups[0].refusals.back(), "nor 49991 more tables");
}

} // namespace
} // namespace sc::spec
