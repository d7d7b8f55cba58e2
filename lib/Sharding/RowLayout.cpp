//===-- RowLayout.cpp - which row of which array a table row is -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement and its inverse, and what must hold for both.

#include "RowLayout.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

namespace sc::spec {

static RowPlace computePlace(int64_t id, int64_t numSparseCores,
                             int64_t rowOffset, int64_t rotation) {
  int64_t block = id / numSparseCores;
  int64_t sparseCore = id - block * numSparseCores + rotation;
  if (sparseCore >= numSparseCores)
    sparseCore -= numSparseCores;
  return {sparseCore, block + rowOffset};
}

RowPlace PlacedTable::getPlace(int64_t id, int64_t numSparseCores) const {
  return computePlace(id, numSparseCores, rowOffset, rotation);
}

std::pair<const PlacedTable *, int64_t> ArrayLayout::findId(int64_t row) const {
  int64_t sparseCore = row / rowsPerShard;
  int64_t rowOfShard = row - sparseCore * rowsPerShard;
  auto next = std::upper_bound(tables.begin(), tables.end(), rowOfShard,
                               [](int64_t wanted, const PlacedTable &table) {
                                 return wanted < table.rowOffset;
                               });
  if (next == tables.begin())
    return {nullptr, 0};
  const PlacedTable &table = *std::prev(next);
  int64_t lane = sparseCore - table.rotation;
  if (lane < 0)
    lane += numSparseCores;
  int64_t id = (rowOfShard - table.rowOffset) * numSparseCores + lane;
  if (id >= table.numRows)
    return {nullptr, 0};
  return {&table, id};
}

std::map<std::string_view, RowLayout::Entry> RowLayout::findTables() const {
  std::map<std::string_view, Entry> entries;
  for (const ArrayLayout &array : arrays)
    for (const PlacedTable &table : array.tables)
      entries[table.name] = {&array, &table};
  return entries;
}

static PlacedTable placeTable(const StackedTable &stacked,
                              int64_t numSparseCores) {
  PlacedTable table;
  table.name = stacked.table.name;
  table.numRows = stacked.table.vocabularySize;
  table.dim = stacked.table.embeddingDim;
  table.paddedRows = stacked.paddedVocabularySize;
  table.rowOffset = stacked.rowOffsetInShard;
  table.rotation = getRotation(stacked.shardRotation, numSparseCores);
  return table;
}

RowPlace getRowPlace(const StackedTable &table, int64_t numSparseCores,
                     int64_t id) {
  return computePlace(id, numSparseCores, table.rowOffsetInShard,
                      getRotation(table.shardRotation, numSparseCores));
}

template <typename... Args> static absl::Status fail(const Args &...args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

static absl::StatusOr<int64_t> countSparseCores(const Topology &topology) {
  int64_t count = 0;
  if (topology.devices <= 0 || topology.sparseCoresPerDevice <= 0 ||
      __builtin_mul_overflow(topology.devices, topology.sparseCoresPerDevice,
                             &count))
    return fail("topology of ", topology.devices, " devices with ",
                topology.sparseCoresPerDevice,
                " SparseCores each: both must be at least 1, and their product "
                "must fit 64 bits");
  return count;
}

static absl::Status checkStack(const Stack &stack, int64_t numSparseCores) {
  if (stack.embeddingDim <= 0 || stack.vocabularySize <= 0 ||
      stack.vocabularySize % numSparseCores != 0)
    return fail("stack ", quoteName(stack.name), ": ", stack.vocabularySize,
                " rows of ", stack.embeddingDim, " columns do not divide over ",
                numSparseCores,
                " SparseCores; the rows must be a multiple of their number");
  return absl::OkStatus();
}

static absl::Status checkTable(const Stack &stack, const StackedTable &stacked,
                               int64_t numSparseCores) {
  const Table &table = stacked.table;
  const std::string where = absl::StrCat("table ", quoteName(table.name), ": ");
  if (table.vocabularySize <= 0 || table.embeddingDim <= 0)
    return fail(where, table.vocabularySize, " rows of ", table.embeddingDim,
                " columns; both must be at least 1");
  if (table.embeddingDim > stack.embeddingDim)
    return fail(where, "has ", table.embeddingDim, " columns, but its stack ",
                quoteName(stack.name), " only ", stack.embeddingDim);
  if (stacked.paddedVocabularySize < table.vocabularySize ||
      stacked.paddedVocabularySize % numSparseCores != 0)
    return fail(where, "the padded vocabulary size ",
                stacked.paddedVocabularySize, " must be a multiple of ",
                numSparseCores, " SparseCores and at least ",
                table.vocabularySize, " rows");
  int64_t rowsPerShard = stack.vocabularySize / numSparseCores;
  if (stacked.rowOffsetInShard < 0 ||
      stacked.paddedVocabularySize / numSparseCores >
          rowsPerShard - stacked.rowOffsetInShard)
    return fail(where, stacked.paddedVocabularySize / numSparseCores,
                " rows of each SparseCore from row ", stacked.rowOffsetInShard,
                " on exceed the ", rowsPerShard, " of stack ",
                quoteName(stack.name));
  return absl::OkStatus();
}

/// Lookups go where the features say, so rows must lie there.
static absl::Status checkFeatures(const StackedTable &stacked,
                                  int64_t numSparseCores) {
  for (const StackedFeature &feature : stacked.features) {
    int64_t offset = 0;
    if (!__builtin_mul_overflow(stacked.rowOffsetInShard, numSparseCores,
                                &offset) &&
        feature.colOffset == offset &&
        getRotation(feature.colShift, numSparseCores) ==
            getRotation(stacked.shardRotation, numSparseCores))
      continue;
    return fail("feature ", quoteName(feature.feature.name), ": col_offset ",
                feature.colOffset, " and col_shift ", feature.colShift,
                " do not fit table ", quoteName(stacked.table.name),
                ", which has row_offset_in_shard ", stacked.rowOffsetInShard,
                " and shard_rotation ", stacked.shardRotation, " on ",
                numSparseCores, " SparseCores");
  }
  return absl::OkStatus();
}

static absl::Status checkOverlap(const ArrayLayout &array) {
  for (size_t i = 1; i < array.tables.size(); ++i) {
    const PlacedTable &before = array.tables[i - 1];
    const PlacedTable &table = array.tables[i];
    int64_t end = before.rowOffset + before.paddedRows / array.numSparseCores;
    if (table.rowOffset < end)
      return fail("stack ", quoteName(array.name), ": table ",
                  quoteName(table.name), " starts at row ", table.rowOffset,
                  " of each SparseCore, but table ", quoteName(before.name),
                  " ends at row ", end);
  }
  return absl::OkStatus();
}

static absl::StatusOr<ArrayLayout> makeStackArray(const Stack &stack,
                                                  int64_t numSparseCores) {
  SC_RETURN_IF_ERROR(checkStack(stack, numSparseCores));
  ArrayLayout array;
  array.name = stack.name;
  array.numSparseCores = numSparseCores;
  array.rowsPerShard = stack.vocabularySize / numSparseCores;
  array.dim = stack.embeddingDim;
  for (const StackedTable &stacked : stack.tables) {
    SC_RETURN_IF_ERROR(checkTable(stack, stacked, numSparseCores));
    SC_RETURN_IF_ERROR(checkFeatures(stacked, numSparseCores));
    array.tables.push_back(placeTable(stacked, numSparseCores));
  }
  std::sort(array.tables.begin(), array.tables.end(),
            [](const PlacedTable &a, const PlacedTable &b) {
              return a.rowOffset < b.rowOffset;
            });
  SC_RETURN_IF_ERROR(checkOverlap(array));
  return array;
}

absl::StatusOr<RowLayout> makeDeviceLayout(const StackedSpec &spec) {
  SC_ASSIGN_OR_RETURN(int64_t numSparseCores, countSparseCores(spec.topology));
  RowLayout layout{"stack", {}};
  std::set<std::string_view> stacks, tables;
  for (const Stack &stack : spec.stacks) {
    if (!stacks.insert(stack.name).second)
      return fail("two stacks have the name ", quoteName(stack.name));
    for (const StackedTable &stacked : stack.tables)
      if (!tables.insert(stacked.table.name).second)
        return fail("two tables have the name ", quoteName(stacked.table.name));
    SC_ASSIGN_OR_RETURN(ArrayLayout array,
                        makeStackArray(stack, numSparseCores));
    layout.arrays.push_back(std::move(array));
  }
  return layout;
}

RowLayout makeLogicalLayout(const StackedSpec &spec) {
  RowLayout layout{"table", {}};
  for (const Stack &stack : spec.stacks)
    for (const StackedTable &stacked : stack.tables) {
      const Table &table = stacked.table;
      ArrayLayout array;
      array.name = table.name;
      array.rowsPerShard = table.vocabularySize;
      array.dim = table.embeddingDim;
      PlacedTable placed;
      placed.name = table.name;
      placed.numRows = placed.paddedRows = table.vocabularySize;
      placed.dim = table.embeddingDim;
      array.tables = {placed};
      layout.arrays.push_back(std::move(array));
    }
  return layout;
}

} // namespace sc::spec
