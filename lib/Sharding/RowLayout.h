//===-- RowLayout.h - which row of which array a table row is ---*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logical tables and device tables in one form: a logical table is a stack of
// itself on one SparseCore.

#ifndef SC_LIB_SHARDING_ROWLAYOUT_H
#define SC_LIB_SHARDING_ROWLAYOUT_H

#include "sc/Sharding/TableShards.h"

#include <map>
#include <string_view>

namespace sc::spec {

/// The rows of one table in an array.
struct PlacedTable {
  std::string name;
  int64_t numRows = 0;
  int64_t dim = 0;
  int64_t paddedRows = 0; // a multiple of the SparseCores
  int64_t rowOffset = 0;  // in each shard
  int64_t rotation = 0;   // 0 to SparseCores - 1

  RowPlace getPlace(int64_t id, int64_t numSparseCores) const;
};

/// An array of the file, and as many of the same rows as it has slots.
struct ArrayLayout {
  std::string name;
  int64_t numSparseCores = 1;
  int64_t rowsPerShard = 0;
  int64_t dim = 0;
  std::vector<PlacedTable> tables; // by rowOffset, without overlap

  int64_t getNumRows() const { return numSparseCores * rowsPerShard; }
  int64_t getRow(const PlacedTable &table, int64_t id) const {
    RowPlace place = table.getPlace(id, numSparseCores);
    return place.sparseCore * rowsPerShard + place.row;
  }
  /// The table and the id whose row this is; no table for padding.
  std::pair<const PlacedTable *, int64_t> findId(int64_t row) const;
};

/// All arrays of a file.
struct RowLayout {
  const char *noun; // "table" or "stack"
  std::vector<ArrayLayout> arrays;

  int64_t getNumShards() const {
    return arrays.empty() ? 0 : arrays.front().numSparseCores;
  }
  /// Where each table is; the arrays must stay.
  struct Entry {
    const ArrayLayout *array = nullptr;
    const PlacedTable *table = nullptr;
  };
  std::map<std::string_view, Entry> findTables() const;
};

/// One array for each stack. Fails for a spec whose tables overlap, exceed
/// their stack or have names in common.
absl::StatusOr<RowLayout> makeDeviceLayout(const StackedSpec &spec);

/// One array for each table of a spec that makeDeviceLayout takes.
RowLayout makeLogicalLayout(const StackedSpec &spec);

} // namespace sc::spec

#endif // SC_LIB_SHARDING_ROWLAYOUT_H
