//===-- StackGroups.cpp - which tables share a stack ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First fit over all stacks of a key, found in a tree of what is left.

#include "sc/Stacking/StackGroups.h"

#include "runtime/support/Saturated.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace sc::spec {

using absl::StrCat;

static constexpr size_t kMaxRefusals = 8;

/// Activation bytes, shard bytes, rows, tables: needed, or left.
using Room = std::array<int64_t, 4>;

static bool fits(const Room &need, const Room &left) {
  for (size_t i = 0; i < need.size(); ++i)
    if (need[i] > left[i])
      return false;
  return true;
}

static Room getNeed(const TableLoad &table) {
  return {table.activationBytes, table.shardBytes, table.rows, 1};
}

/// Negative where a stack has more than its bound.
static Room getLeft(const TableGroup &group, const StackBounds &bounds) {
  auto getRest = [](std::optional<int64_t> most, int64_t total,
                    bool isExclusive) {
    return most ? *most - isExclusive - total : kMaxInt64;
  };
  const TableLoad &total = group.total;
  const bool exclusive = bounds.isExclusive;
  return {
      getRest(bounds.activationBytes, total.activationBytes, exclusive),
      getRest(bounds.shardBytes, total.shardBytes, exclusive),
      getRest(bounds.rows, total.rows, exclusive),
      getRest(bounds.tables, static_cast<int64_t>(group.tables.size()), false)};
}

static std::string describeRefusal(const TableLoad &table,
                                   const TableGroup &group,
                                   const StackBounds &bounds) {
  const Room left = getLeft(group, bounds);
  const char *would = bounds.isExclusive ? "would reach " : "would exceed ";
  auto describe = [&](auto &&...reason) {
    return StrCat("'", table.name, "' not in this stack: ", reason...);
  };
  if (left[3] < 1)
    return describe("it has the most tables, ", bounds.tables.value_or(0));
  if (left[0] < table.activationBytes)
    return describe("activations ", table.activationBytes, " B more ", would,
                    bounds.activationBytes.value_or(0), " B");
  if (left[1] < table.shardBytes)
    return describe("table of a device ", table.shardBytes, " B more ", would,
                    bounds.shardBytes.value_or(0), " B");
  return describe("rows ", table.rows, " more ", would,
                  bounds.rows.value_or(0));
}

namespace {

/// What is left in each of some stacks, and the most of it in each half,
/// quarter and so on, so that the first with room is found without trying all.
class RoomTree {
public:
  explicit RoomTree(size_t maxStacks)
      : leaves(std::bit_ceil(maxStacks)), nodes(2 * leaves, Room{}) {}

  void set(size_t stack, const Room &left) {
    size_t node = leaves + stack;
    nodes[node] = left;
    while (node /= 2)
      for (size_t i = 0; i < left.size(); ++i)
        nodes[node][i] = std::max(nodes[2 * node][i], nodes[2 * node + 1][i]);
  }

  /// The first stack with `need` left, or `end`.
  size_t findFirst(const Room &need, size_t end) const {
    return std::min(findBelow(1, need), end);
  }

private:
  /// That of the leaves below `node`, or as large as no index.
  size_t findBelow(size_t node, const Room &need) const {
    if (!fits(need, nodes[node]))
      return SIZE_MAX;
    if (node >= leaves)
      return node - leaves;
    size_t found = findBelow(2 * node, need);
    return found != SIZE_MAX ? found : findBelow(2 * node + 1, need);
  }

  size_t leaves;
  std::vector<Room> nodes; // below n are 2 n and 2 n + 1; no stack, no room
};

/// The stacks of one key.
class KeyStacks {
public:
  KeyStacks(std::span<const TableLoad> tables, const StackBounds &bounds,
            size_t numTables)
      : tables(tables), bounds(bounds), rooms(numTables) {}

  void place(size_t index);

  /// The stacks, with their refusals.
  std::vector<TableGroup> take();

private:
  void refuse(const TableLoad &table, size_t end);
  void add(TableGroup &group, size_t index);

  std::span<const TableLoad> tables;
  const StackBounds &bounds;
  RoomTree rooms;
  std::vector<TableGroup> groups;
  std::set<size_t> explaining; // stacks with few refusals so far
};

} // namespace

/// Stacks before `end` have no room for `table`.
void KeyStacks::refuse(const TableLoad &table, size_t end) {
  for (auto it = explaining.begin(); it != explaining.end() && *it < end;) {
    TableGroup &group = groups[*it];
    group.refusals.push_back(describeRefusal(table, group, bounds));
    it = group.refusals.size() < kMaxRefusals ? std::next(it)
                                              : explaining.erase(it);
  }
}

void KeyStacks::add(TableGroup &group, size_t index) {
  const TableLoad &table = tables[index];
  TableLoad &total = group.total;
  total.activationBytes =
      addSaturated(total.activationBytes, table.activationBytes);
  total.shardBytes = addSaturated(total.shardBytes, table.shardBytes);
  total.rows = addSaturated(total.rows, table.rows);
  group.tables.push_back(index);
}

void KeyStacks::place(size_t index) {
  const TableLoad &table = tables[index];
  const size_t stack = rooms.findFirst(getNeed(table), groups.size());
  refuse(table, stack);
  if (stack == groups.size()) {
    groups.push_back({{}, {"", table.key, 0, 0, 0}, {}});
    explaining.insert(stack);
  }
  add(groups[stack], index);
  rooms.set(stack, getLeft(groups[stack], bounds));
}

std::vector<TableGroup> KeyStacks::take() {
  // Tables of later stacks came after this one was opened, and found no room.
  size_t numRefused = 0;
  for (size_t i = groups.size(); i-- > 0;) {
    if (numRefused > kMaxRefusals)
      groups[i].refusals.push_back(
          StrCat("nor ", numRefused - kMaxRefusals, " more tables"));
    numRefused += groups[i].tables.size();
  }
  return std::move(groups);
}

std::vector<TableGroup> groupTables(std::span<const TableLoad> tables,
                                    const StackBounds &bounds) {
  std::unordered_map<std::string, size_t> keys; // tables of each
  for (const TableLoad &table : tables)
    ++keys[table.key];
  std::vector<KeyStacks> stacks; // by first use
  std::unordered_map<std::string, size_t> indices;
  for (size_t i = 0; i < tables.size(); ++i) {
    const std::string &key = tables[i].key;
    auto [found, isNew] = indices.try_emplace(key, stacks.size());
    if (isNew)
      stacks.emplace_back(tables, bounds, keys[key]);
    stacks[found->second].place(i);
  }
  std::vector<TableGroup> groups;
  for (KeyStacks &key : stacks) {
    std::vector<TableGroup> taken = key.take();
    std::move(taken.begin(), taken.end(), std::back_inserter(groups));
  }
  return groups;
}

} // namespace sc::spec
