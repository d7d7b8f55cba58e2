//===-- TableShards.h - logical tables and device tables --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of logical tables to the rows of stacked, mod-sharded device tables and
// back, from .npz to .npz. Tables may be larger than memory. No MLIR.

#ifndef SC_SHARDING_TABLESHARDS_H
#define SC_SHARDING_TABLESHARDS_H

#include "sc/Spec/StackedSpec.h"

#include "absl/status/statusor.h"

#include <functional>

namespace sc::spec {

/// Where row `id` of a table is in the stack's device table, an array of
/// SparseCores x rows of a shard, flattened.
struct RowPlace {
  int64_t sparseCore = 0;
  int64_t row = 0; // of the shard
};
RowPlace getRowPlace(const StackedTable &table, int64_t numSparseCores,
                     int64_t id);

/// Called with bytes done and in all, from time to time.
using Progress = std::function<void(int64_t done, int64_t total)>;

/// Files hold one array for each table. Logical: "<table>", vocabulary x
/// embedding dim. Device: "<stack>", vocabulary of the stack x padded dim.
/// Slot variables are "<table>.<slot>" and "<stack>.<slot>", of the same shape
/// or of one word for each row (rank 1); all members of a stack have the same
/// slots. Any element type. Rows and columns of padding are zero in device
/// tables, and left out of logical ones. An array that belongs to no table, a
/// table that is missing and a wrong shape are errors; nothing is written then.
/// The output is replaced when it is complete, so it may be the input.

absl::Status shardTables(const StackedSpec &spec, const std::string &logical,
                         const std::string &device,
                         const Progress &progress = nullptr);
absl::Status unshardTables(const StackedSpec &spec, const std::string &device,
                           const std::string &logical,
                           const Progress &progress = nullptr);
/// From one topology or stacking to another of the same tables.
absl::Status reshardTables(const StackedSpec &from, const std::string &device,
                           const StackedSpec &to, const std::string &newDevice,
                           const Progress &progress = nullptr);

/// The device table of one stack in memory, padding included, for its logical
/// tables in the order of the stack; elements of `elementBytes`.
void shardStack(const Stack &stack, int64_t numSparseCores,
                const std::vector<const std::byte *> &tables,
                int64_t elementBytes, std::byte *device);

} // namespace sc::spec

#endif // SC_SHARDING_TABLESHARDS_H
