//===-- StackGroups.h - which tables share a stack --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The automatic stacking of jax-tpu-embedding: tables of one width and one
// optimizer, as many as the activations of a SparseCore allow.

#ifndef SC_PLANNING_STACKGROUPS_H
#define SC_PLANNING_STACKGROUPS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sc {

/// Activations of one stack on one SparseCore, the library's default.
inline constexpr int64_t kStackActivationBytes = 2 * 1024 * 1024;

struct StackTable {
  std::string name;
  int64_t width = 0;     // words, not padded
  int64_t samples = 0;   // of one SparseCore, all features of the table
  std::string optimizer; // with its hyperparameters: only equal ones stack
};

/// Bytes of the activations of a table on one SparseCore, width padded to 8;
/// the largest 64-bit value if they exceed it.
int64_t getActivationBytes(const StackTable &table);

/// Indices of the tables of each stack, in order. A table joins the last stack
/// of its padded width and optimizer unless their activations would exceed the
/// limit. A table above the limit is a stack of its own.
std::vector<std::vector<size_t>>
groupTables(std::span<const StackTable> tables,
            int64_t maxActivationBytes = kStackActivationBytes);

} // namespace sc

#endif // SC_PLANNING_STACKGROUPS_H
