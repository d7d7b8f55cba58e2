//===-- StackGroups.h - which tables share a stack --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First fit in the order of the tables, which jax-tpu-embedding and TensorFlow
// have in common. They differ in keys, sizes, bounds, and order.

#ifndef SC_STACKING_STACKGROUPS_H
#define SC_STACKING_STACKGROUPS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sc::spec {

/// Activations of one stack on one SparseCore, the default of both libraries.
inline constexpr int64_t kStackActivationBytes = 2 * 1024 * 1024;

/// What a table adds to a stack.
struct TableLoad {
  std::string name;
  std::string key;             // only tables of one key stack
  int64_t activationBytes = 0; // of one SparseCore
  int64_t shardBytes = 0;      // of the table on one device
  int64_t rows = 0;            // padded
};

/// The most that a stack of several tables may have; unset is no bound.
struct StackBounds {
  std::optional<int64_t> activationBytes;
  std::optional<int64_t> shardBytes;
  std::optional<int64_t> rows;
  std::optional<int64_t> tables;
  /// A total that equals its bound is already too much; not that of tables.
  bool isExclusive = false;
};

struct TableGroup {
  std::vector<size_t> tables; // indices, in order
  TableLoad total;            // saturated at 64 bits; no name
  /// Sentences on tables that were not let in: the first few, then how many.
  std::vector<std::string> refusals;
};

/// A table joins the first stack of its key that has room, else it opens one,
/// whatever its size. Keys come in the order of their first tables, stacks of
/// a key as they were opened.
std::vector<TableGroup> groupTables(std::span<const TableLoad> tables,
                                    const StackBounds &bounds);

} // namespace sc::spec

#endif // SC_STACKING_STACKGROUPS_H
