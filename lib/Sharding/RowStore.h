//===-- RowStore.h - arrays in temporary files ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where rows wait between the order of the input and that of the output.

#ifndef SC_LIB_SHARDING_ROWSTORE_H
#define SC_LIB_SHARDING_ROWSTORE_H

#include "ArrayGroups.h"

#include "runtime/support/MappedFile.h"

namespace sc::spec {

/// The part of a row that counts.
struct FoundRow {
  std::byte *data = nullptr; // null for padding
  int64_t bytes = 0;
};

struct StoredArray {
  const ArrayLayout &layout;
  int64_t rowBytes;
  runtime::MappedFile file;

  std::byte *getRow(int64_t row) const {
    return file.getBytes().data() + row * rowBytes;
  }
};

/// Finds rows of an array in the store.
class RowFinder {
public:
  /// The store has the array as it is, or its tables in others.
  bool isWhole() const { return whole != nullptr; }
  std::byte *getBytes(int64_t offset) const {
    return whole->getRow(0) + offset;
  }

  FoundRow find(int64_t row) const;

private:
  friend class RowStore;
  struct Target {
    const StoredArray *array = nullptr;
    const PlacedTable *table = nullptr;
    int64_t bytes = 0;
  };

  const ArrayLayout *layout = nullptr;
  const StoredArray *whole = nullptr;
  std::vector<Target> targets; // of the layout's tables
};

/// All arrays of one layout, zeroed.
class RowStore {
public:
  /// `layout` and `groups` must stay. Files lie beside `target`.
  static absl::StatusOr<RowStore> create(const RowLayout &layout,
                                         const std::vector<ArrayGroup> &groups,
                                         const std::string &target);

  RowFinder makeFinder(const ArrayLayout &array, const std::string &slot,
                       const RowValues &values) const;
  void releasePages() const;
  /// Called when all rows are stored and before they are fetched.
  void finishStoring() const;

private:
  explicit RowStore(const RowLayout &layout) : tables(layout.findTables()) {}

  std::map<std::string_view, RowLayout::Entry> tables;
  std::map<std::pair<const ArrayLayout *, std::string>, StoredArray> arrays;
};

} // namespace sc::spec

#endif // SC_LIB_SHARDING_ROWSTORE_H
