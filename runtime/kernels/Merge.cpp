//===-- Merge.cpp - ids of several ascending lists ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The next id of each list stands in one array. Of few lists a scan finds the
// smallest; many stand in a tree of losers, where each step costs one
// comparison for each level.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <bit>

namespace sc::kernels {

/// Up to so many lists are scanned.
static constexpr int64_t kMaxScanned = 8;
/// Above every id: the list has ended.
static constexpr uint32_t kEnded = UINT32_MAX;

namespace {
/// Reads the lists, and checks that each ascends.
class Merger {
public:
  Merger(const MergeLists &lists, const MergeTarget &target)
      : lists(lists), target(target), ends(lists.cursors + lists.numLists) {}

  /// Takes what fits, with at most kLists lists.
  template <int64_t kLists> MergeResult scan();
  MergeResult mergeByTree(std::vector<uint64_t> &scratch);

private:
  uint32_t readFirst(int64_t list);
  uint32_t readNext(int64_t list, uint32_t previous);
  uint32_t read(int64_t list, int64_t previous);
  void take(int64_t list);
  void dropLast(uint32_t id, int64_t begin);
  template <int64_t kLists> void takeAll(uint32_t id, uint32_t *next);
  bool hasFailed() const { return result.badList >= 0; }

  const MergeLists &lists;
  const MergeTarget &target;
  const int32_t *ends;
  MergeResult result;
};
} // namespace

/// The id at the cursor of `list`, which must be above `previous`.
uint32_t Merger::read(int64_t list, int64_t previous) {
  const int64_t slot = lists.cursors[list];
  if (slot >= ends[list])
    return kEnded;
  const int32_t id = lists.data[list * lists.listSlots + slot];
  if (id > previous)
    return static_cast<uint32_t>(id);
  result.badList = list;
  result.badSlot = slot;
  result.badValue = id;
  result.previous = previous;
  return kEnded;
}

uint32_t Merger::readFirst(int64_t list) {
  const int64_t slot = lists.cursors[list], end = ends[list];
  if (slot < 0 || slot > end || end > lists.listSlots) {
    result.badList = list;
    result.hasBadCursor = true;
    return kEnded;
  }
  const int32_t *ids = lists.data + list * lists.listSlots;
  return read(list, slot > 0 ? std::max(ids[slot - 1], -1) : -1);
}

uint32_t Merger::readNext(int64_t list, uint32_t previous) {
  return read(list, int64_t{previous});
}

/// Takes the slot at the cursor of `list` as an entry of the last id.
void Merger::take(int64_t list) {
  int32_t &cursor = lists.cursors[list];
  target.slots[result.count] = static_cast<int32_t>(result.distinct - 1);
  target.indices[result.count] =
      static_cast<int32_t>(list * lists.listSlots + cursor);
  ++result.count;
  ++cursor;
}

/// Takes all slots of `id`, with room for an entry of each list: an entry that
/// is not there is written too, and then overwritten.
template <int64_t kLists> void Merger::takeAll(uint32_t id, uint32_t *next) {
  const auto slot = static_cast<int32_t>(result.distinct - 1);
  int64_t count = result.count;
  for (int64_t list = 0; list < std::min(kLists, lists.numLists); ++list) {
    const bool isTaken = next[list] == id;
    int32_t &cursor = lists.cursors[list];
    target.slots[count] = slot;
    target.indices[count] =
        static_cast<int32_t>(list * lists.listSlots + cursor);
    count += isTaken;
    cursor += isTaken;
    if (isTaken)
      next[list] = readNext(list, id);
  }
  result.count = count;
}

template <int64_t kLists> MergeResult Merger::scan() {
  uint32_t next[kLists];
  std::fill_n(next, kLists, kEnded);
  for (int64_t list = 0; list < lists.numLists && !hasFailed(); ++list)
    next[list] = readFirst(list);
  while (!hasFailed()) {
    uint32_t id = next[0];
    for (int64_t list = 1; list < kLists; ++list)
      id = std::min(id, next[list]);
    if (id == kEnded)
      break;
    const int64_t room = target.capacity - result.count;
    if (room < lists.numLists && room < std::count(next, next + kLists, id)) {
      result.leftId = id;
      break;
    }
    target.ids[result.distinct++] = static_cast<int32_t>(id);
    if (room >= lists.numLists) {
      takeAll<kLists>(id, next);
      continue;
    }
    for (int64_t list = 0; list < lists.numLists; ++list)
      if (next[list] == id) {
        take(list);
        next[list] = readNext(list, id);
      }
  }
  return result;
}

/// Gives the entries from `begin` on back, which are those of the last id.
void Merger::dropLast(uint32_t id, int64_t begin) {
  for (int64_t entry = begin; entry < result.count; ++entry)
    --lists.cursors[target.indices[entry] / lists.listSlots];
  result.count = begin;
  result.leftId = id;
}

namespace {
/// Keys that are replaced one by one, with the smallest at hand. A key is an
/// id, then its list.
class LoserTree {
public:
  /// `keys` are those of the leaves, followed by as much room again.
  LoserTree(uint64_t *keys, uint64_t *losers, int64_t leaves);

  uint64_t getWinner() const { return winner; }
  void replaceWinner(uint64_t key);

private:
  uint64_t *losers; // by inner node; the children of i are 2i and 2i + 1
  int64_t leaves;   // a power of two
  uint64_t winner;
};
} // namespace

static uint64_t makeKey(uint32_t id, int64_t list) {
  return uint64_t{id} << 32 | static_cast<uint64_t>(list);
}

static uint32_t getId(uint64_t key) { return static_cast<uint32_t>(key >> 32); }

static int64_t getList(uint64_t key) {
  return static_cast<int64_t>(key & UINT32_MAX);
}

LoserTree::LoserTree(uint64_t *keys, uint64_t *losers, int64_t leaves)
    : losers(losers), leaves(leaves) {
  for (int64_t node = leaves - 1; node > 0; --node) {
    const uint64_t left = keys[2 * node], right = keys[2 * node + 1];
    keys[node] = std::min(left, right);
    losers[node] = std::max(left, right);
  }
  winner = keys[1];
}

void LoserTree::replaceWinner(uint64_t key) {
  for (int64_t node = (leaves + getList(winner)) / 2; node > 0; node /= 2) {
    const uint64_t other = losers[node];
    losers[node] = std::max(key, other);
    key = std::min(key, other);
  }
  winner = key;
}

MergeResult Merger::mergeByTree(std::vector<uint64_t> &scratch) {
  const auto leaves = static_cast<int64_t>(
      std::bit_ceil(static_cast<uint64_t>(lists.numLists)));
  scratch.resize(std::max(scratch.size(), static_cast<size_t>(3 * leaves)));
  uint64_t *keys = scratch.data(), *losers = keys + 2 * leaves;
  for (int64_t list = 0; list < leaves && !hasFailed(); ++list)
    keys[leaves + list] =
        makeKey(list < lists.numLists ? readFirst(list) : kEnded, list);
  if (hasFailed())
    return result;
  LoserTree tree(keys, losers, leaves);
  int64_t lastId = -1, begin = 0;
  while (!hasFailed()) {
    const uint64_t key = tree.getWinner();
    const uint32_t id = getId(key);
    if (id == kEnded)
      break;
    if (id != lastId) {
      if (result.count == target.capacity) {
        result.leftId = id;
        break;
      }
      target.ids[result.distinct++] = static_cast<int32_t>(id);
      lastId = id;
      begin = result.count;
    } else if (result.count == target.capacity) {
      dropLast(id, begin);
      --result.distinct;
      break;
    }
    const int64_t list = getList(key);
    take(list);
    tree.replaceWinner(makeKey(readNext(list, id), list));
  }
  return result;
}

MergeResult merge(const MergeLists &lists, const MergeTarget &target,
                  std::vector<uint64_t> &scratch) {
  Merger merger(lists, target);
  if (lists.numLists <= 1)
    return merger.scan<1>();
  if (lists.numLists <= 2)
    return merger.scan<2>();
  if (lists.numLists <= 4)
    return merger.scan<4>();
  if (lists.numLists <= kMaxScanned)
    return merger.scan<kMaxScanned>();
  return merger.mergeByTree(scratch);
}

} // namespace sc::kernels
