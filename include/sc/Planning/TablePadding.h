//===-- TablePadding.h - what a table takes in HBM --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding of rows and widths, optimizer slots, and the buffers that follow. Two
// published rules for rows disagree, so the rule is a parameter.

#ifndef SC_PLANNING_TABLEPADDING_H
#define SC_PLANNING_TABLEPADDING_H

#include "sc/Planning/Problem.h"

#include <string_view>

namespace sc {

enum class PaddingRule {
  Documented, // rows to a multiple of the SparseCores
  Library, // rows to a multiple of 8 * SparseCores, as jax-tpu-embedding does
};

/// Rows of the padded table, over all SparseCores that share it; none if that
/// exceeds 64 bits.
std::optional<int64_t> getPaddedRows(int64_t rows, int64_t sparseCores,
                                     PaddingRule rule);

/// Words of a padded row: a multiple of 8; 1 for a table of rank 1.
std::optional<int64_t> getPaddedWidth(int64_t width, bool isRankOne = false);

/// A slot variable of an optimizer, f32.
struct SlotSpec {
  std::string name;
  int64_t wordsPerRow = 0;
};

/// The slots of a table of that width: "sgd", "adagrad", "rowwise_adagrad",
/// "adagrad_momentum", "adam", "laprop", "ftrl"; none for other names.
std::optional<std::vector<SlotSpec>>
getOptimizerSlots(std::string_view optimizer, int64_t width);

struct TableSpec {
  std::string name;
  int64_t rows = 0;
  int64_t width = 0; // words
  bool isRankOne = false;
  int64_t elementBytes = 4;
  std::vector<SlotSpec> slots;
};

/// Weights and slots of one device, live from step 0 to `lastStep`. Slots are
/// padded as the table is; those of one word for each row in their rows only.
/// None if a size is not positive or exceeds 64 bits.
std::optional<std::vector<HbmResident>>
makeResidents(const TableSpec &table, int64_t sparseCores,
              int64_t sparseCoresPerDevice, PaddingRule rule, int64_t lastStep);

} // namespace sc

#endif // SC_PLANNING_TABLEPADDING_H
