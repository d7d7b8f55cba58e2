//===-- RowStore.cpp - arrays in temporary files --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row is found by its table and id.

#include "RowStore.h"

#include "runtime/format/StatusMacros.h"

namespace sc::spec {

FoundRow RowFinder::find(int64_t row) const {
  if (whole)
    return {whole->getRow(row), whole->rowBytes};
  auto [table, id] = layout->findId(row);
  if (!table)
    return {};
  const Target &target = targets[table - layout->tables.data()];
  int64_t found = target.array->layout.getRow(*target.table, id);
  return {target.array->getRow(found), target.bytes};
}

absl::StatusOr<RowStore> RowStore::create(const RowLayout &layout,
                                          const std::vector<ArrayGroup> &groups,
                                          const std::string &target) {
  RowStore store(layout);
  for (size_t i = 0; i < groups.size(); ++i)
    for (const auto &[slot, values] : groups[i]) {
      const ArrayLayout &array = layout.arrays[i];
      int64_t rowBytes = values.getRowBytes(array.dim);
      SC_ASSIGN_OR_RETURN(runtime::MappedFile file,
                          runtime::MappedFile::createBeside(
                              target, array.getNumRows() * rowBytes));
      file.mapSingly(true);
      store.arrays.emplace(std::pair(&array, slot),
                           StoredArray{array, rowBytes, std::move(file)});
    }
  return store;
}

RowFinder RowStore::makeFinder(const ArrayLayout &array,
                               const std::string &slot,
                               const RowValues &values) const {
  RowFinder finder;
  finder.layout = &array;
  if (auto found = arrays.find({&array, slot}); found != arrays.end()) {
    finder.whole = &found->second;
    return finder;
  }
  for (const PlacedTable &table : array.tables) {
    const RowLayout::Entry &entry = tables.at(table.name);
    finder.targets.push_back({&arrays.at({entry.array, slot}), entry.table,
                              values.getRowBytes(table.dim)});
  }
  return finder;
}

void RowStore::finishStoring() const {
  for (const auto &[key, array] : arrays)
    array.file.mapSingly(false);
}

void RowStore::releasePages() const {
  for (const auto &[key, array] : arrays)
    array.file.releasePages();
}

} // namespace sc::spec
