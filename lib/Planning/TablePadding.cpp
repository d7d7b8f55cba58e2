//===-- TablePadding.cpp - what a table takes in HBM ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padded and unpadded bytes of the weights and of each slot.

#include "sc/Planning/TablePadding.h"

#include <limits>

namespace sc {

__extension__ typedef __int128 Wide;

static std::optional<int64_t> narrow(Wide value) {
  if (value > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return static_cast<int64_t>(value);
}

static Wide ceilDivWide(Wide a, Wide b) { return (a + b - 1) / b; }

std::optional<int64_t> getPaddedRows(int64_t rows, int64_t sparseCores,
                                     PaddingRule rule) {
  Wide unit = Wide(sparseCores) * (rule == PaddingRule::Library ? 8 : 1);
  return narrow(ceilDivWide(rows, unit) * unit);
}

std::optional<int64_t> getPaddedWidth(int64_t width, bool isRankOne) {
  return isRankOne ? width : narrow(ceilDivWide(width, 8) * 8);
}

std::optional<std::vector<SlotSpec>>
getOptimizerSlots(std::string_view optimizer, int64_t width) {
  if (optimizer == "sgd")
    return std::vector<SlotSpec>{};
  if (optimizer == "adagrad")
    return std::vector<SlotSpec>{{"accumulator", width}};
  if (optimizer == "rowwise_adagrad")
    return std::vector<SlotSpec>{{"accumulator", 1}};
  if (optimizer == "adagrad_momentum")
    return std::vector<SlotSpec>{{"accumulator", width}, {"momentum", width}};
  if (optimizer == "adam")
    return std::vector<SlotSpec>{{"momentum", width}, {"velocity", width}};
  if (optimizer == "laprop")
    return std::vector<SlotSpec>{{"mu", width}, {"nu", width}};
  if (optimizer == "ftrl")
    return std::vector<SlotSpec>{{"accumulator", width}, {"linear", width}};
  return std::nullopt;
}

namespace {
/// How rows lie on the devices.
struct RowSharding {
  int64_t rows;       // unpadded, of all
  int64_t paddedRows; // of all, a multiple of the SparseCores
  int64_t sparseCores;
  int64_t sparseCoresPerDevice;
};
} // namespace

static std::optional<HbmResident>
makeResident(const RowSharding &sharding, Wide rowBytes, Wide paddedRowBytes) {
  Wide deviceRows = Wide(sharding.paddedRows / sharding.sparseCores) *
                    sharding.sparseCoresPerDevice;
  constexpr Wide kMax = std::numeric_limits<int64_t>::max();
  if (paddedRowBytes > kMax / deviceRows)
    return std::nullopt;
  Wide bytes = deviceRows * paddedRowBytes;
  Wide used = ceilDivWide(Wide(sharding.rows) * sharding.sparseCoresPerDevice *
                              rowBytes,
                          sharding.sparseCores);
  HbmResident resident;
  resident.bytes = static_cast<int64_t>(bytes);
  resident.paddingBytes = static_cast<int64_t>(bytes - used);
  return resident;
}

/// Sizes of which no product of three exceeds 128 bits.
static bool isValid(const TableSpec &table, int64_t sparseCores,
                    int64_t sparseCoresPerDevice) {
  constexpr int64_t kMaxCount = int64_t(1) << 30;
  if (table.rows < 1 || table.width < 1 || table.elementBytes < 1 ||
      table.elementBytes > 16 || table.width > kMaxCount)
    return false;
  for (const SlotSpec &slot : table.slots)
    if (slot.wordsPerRow < 1 || slot.wordsPerRow > kMaxCount)
      return false;
  return sparseCores >= 1 && sparseCores <= kMaxCount &&
         sparseCoresPerDevice >= 1 && sparseCoresPerDevice <= sparseCores &&
         table.rows <= std::numeric_limits<int64_t>::max() / kMaxCount;
}

std::optional<std::vector<HbmResident>>
makeResidents(const TableSpec &table, int64_t sparseCores,
              int64_t sparseCoresPerDevice, PaddingRule rule,
              int64_t lastStep) {
  if (!isValid(table, sparseCores, sparseCoresPerDevice))
    return std::nullopt;
  std::optional<int64_t> rows = getPaddedRows(table.rows, sparseCores, rule);
  std::vector<HbmResident> residents;
  auto add = [&](const std::string &name, HbmRole role, int64_t words,
                 int64_t elementBytes) {
    bool isPadded = !table.isRankOne && (role == HbmRole::Weights || words > 1);
    Wide paddedWords = *getPaddedWidth(words, !isPadded);
    std::optional<HbmResident> resident =
        makeResident({table.rows, *rows, sparseCores, sparseCoresPerDevice},
                     Wide(words) * elementBytes, paddedWords * elementBytes);
    if (!resident)
      return false;
    resident->name = name;
    resident->role = role;
    resident->table = table.name;
    resident->lastStep = lastStep;
    resident->scaling = {HbmScaling::Kind::TableRows, table.name,
                         *rows / sparseCores,
                         words > 1 ? static_cast<int64_t>(paddedWords) : 0};
    residents.push_back(*resident);
    return true;
  };
  if (!add(table.name, HbmRole::Weights, table.width, table.elementBytes))
    return std::nullopt;
  for (const SlotSpec &slot : table.slots)
    if (!add(table.name + "/" + slot.name, HbmRole::Slots, slot.wordsPerRow, 4))
      return std::nullopt;
  return residents;
}

} // namespace sc
