//===-- TableShards.cpp - logical tables and device tables ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each operation is a move of rows between two layouts.

#include "sc/Sharding/TableShards.h"

#include "MoveRows.h"
#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

namespace sc::spec {

absl::Status shardTables(const StackedSpec &spec, const std::string &logical,
                         const std::string &device, const Progress &progress) {
  SC_ASSIGN_OR_RETURN(RowLayout to, makeDeviceLayout(spec));
  return moveRows(makeLogicalLayout(spec), logical, to, device, progress);
}

absl::Status unshardTables(const StackedSpec &spec, const std::string &device,
                           const std::string &logical,
                           const Progress &progress) {
  SC_ASSIGN_OR_RETURN(RowLayout from, makeDeviceLayout(spec));
  return moveRows(from, device, makeLogicalLayout(spec), logical, progress);
}

/// Fails unless each table of `layout`, the `which` of the two, is in `other`
/// with the same shape.
static absl::Status checkTables(const RowLayout &layout, const RowLayout &other,
                                const char *which) {
  auto others = other.findTables();
  for (const auto &[name, entry] : layout.findTables()) {
    auto found = others.find(name);
    if (found == others.end())
      return absl::InvalidArgumentError(
          absl::StrCat("table ", quoteName(name), " is in the ", which,
                       " spec only; both need the same tables"));
    const PlacedTable &a = *entry.table;
    const PlacedTable &b = *found->second.table;
    if (a.numRows != b.numRows || a.dim != b.dim)
      return absl::InvalidArgumentError(
          absl::StrCat("table ", quoteName(name), " has ", a.numRows,
                       " rows of ", a.dim, " columns in the first spec, but ",
                       b.numRows, " rows of ", b.dim, " in the second"));
  }
  return absl::OkStatus();
}

absl::Status reshardTables(const StackedSpec &from, const std::string &device,
                           const StackedSpec &to, const std::string &newDevice,
                           const Progress &progress) {
  SC_ASSIGN_OR_RETURN(RowLayout source, makeDeviceLayout(from));
  SC_ASSIGN_OR_RETURN(RowLayout target, makeDeviceLayout(to));
  SC_RETURN_IF_ERROR(checkTables(source, target, "first"));
  SC_RETURN_IF_ERROR(checkTables(target, source, "second"));
  return moveRows(source, device, target, newDevice, progress);
}

/// Ids of a block go to as many SparseCores, in turn.
static void shardTable(const StackedTable &table, int64_t numSparseCores,
                       int64_t shardBytes, int64_t rowBytes,
                       int64_t elementBytes, const std::byte *source,
                       std::byte *device) {
  const int64_t sourceBytes = table.table.embeddingDim * elementBytes;
  for (int64_t id = 0; id < table.table.vocabularySize; id += numSparseCores) {
    RowPlace place = getRowPlace(table, numSparseCores, id);
    int64_t count = std::min(numSparseCores, table.table.vocabularySize - id);
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(device + place.sparseCore * shardBytes + place.row * rowBytes,
                  source, sourceBytes);
      source += sourceBytes;
      if (++place.sparseCore == numSparseCores)
        place.sparseCore = 0;
    }
  }
}

void shardStack(const Stack &stack, int64_t numSparseCores,
                const std::vector<const std::byte *> &tables,
                int64_t elementBytes, std::byte *device) {
  const int64_t rowBytes = stack.embeddingDim * elementBytes;
  const int64_t shardBytes = stack.vocabularySize / numSparseCores * rowBytes;
  std::memset(device, 0, stack.vocabularySize * rowBytes);
  for (size_t i = 0; i < stack.tables.size(); ++i)
    shardTable(stack.tables[i], numSparseCores, shardBytes, rowBytes,
               elementBytes, tables[i], device);
}

} // namespace sc::spec
