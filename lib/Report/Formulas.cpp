//===-- Formulas.cpp - where planned sizes come from ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas of docs/Planning.md, in letters and in numbers. They are
// computed again here, so that a report shows where a file departs from them.

#include "PlanData.h"
#include "runtime/format/RowFormat.h"

#include <algorithm>
#include <limits>

namespace sc::report {

using namespace format;

namespace {
__extension__ typedef __int128 Wide;

/// Numbers that multiply to more than 128 bits are left without a value.
class Product {
public:
  explicit Product(Wide value) : value(value) {}

  Product &times(Wide factor) {
    Wide result = 0;
    isValid = isValid && !__builtin_mul_overflow(value, factor, &result);
    value = result;
    return *this;
  }

  std::optional<int64_t> get() const {
    if (!isValid || value < 0 || value > std::numeric_limits<int64_t>::max())
      return std::nullopt;
    return static_cast<int64_t>(value);
  }

private:
  Wide value;
  bool isValid = true;
};
} // namespace

static std::string text(int64_t value) { return std::to_string(value); }

static std::string join(std::initializer_list<std::string> parts) {
  std::string joined;
  for (const std::string &part : parts)
    joined += part;
  return joined;
}

static Formula makeGatherOperand(const TargetT &target, const LookupT &lookup) {
  int64_t tiles = target.tiles_per_sparse_core;
  Formula formula = {
      "G",
      "ceil(S / (T x r x s)) x (w / v) x 4",
      join({"ceil(", text(lookup.samples), " / (", text(tiles), " x ",
            text(lookup.replicas), " x ", text(lookup.sample_splits), ")) x (",
            text(lookup.width), " / ", text(lookup.vector_splits), ") x 4"}),
      lookup.gather_operand_bytes,
      {}};
  Wide parts = Wide(tiles) * lookup.replicas * lookup.sample_splits;
  if (parts > 0 && lookup.vector_splits > 0 && lookup.samples >= 0)
    formula.formulaBytes = Product((lookup.samples + parts - 1) / parts)
                               .times(lookup.width / lookup.vector_splits)
                               .times(4)
                               .get();
  return formula;
}

static Formula makeScratch(const LookupT &lookup) {
  Formula formula = {"X",
                     "2 x 4 x max(128, w / v) + 256",
                     join({"2 x 4 x max(128, ", text(lookup.width), " / ",
                           text(lookup.vector_splits), ") + 256"}),
                     lookup.scratch_bytes,
                     {}};
  if (lookup.vector_splits <= 0)
    return formula;
  Wide slot = std::max<Wide>(128, lookup.width / lookup.vector_splits);
  formula.formulaBytes = Product(8 * slot + 256).get();
  return formula;
}

/// Bytes of a narrow row that are gathered for a slice; nothing for widths that
/// no table has.
static std::optional<int64_t> getGatheredBytes(const LookupT &lookup) {
  constexpr int64_t kMaxWidth = int64_t(1) << 40;
  if (lookup.vector_splits <= 0 || lookup.width < 0 || lookup.width > kMaxWidth)
    return std::nullopt;
  RowFormat rows{.type = lookup.row_type, .scale = lookup.row_scale};
  return getGatheredRowBytes(rows, lookup.width, lookup.vector_splits);
}

/// Room for one row in each window: of stored rows, which a lookup without
/// exchange never holds, or of slices and what they are widened to.
static Formula makeNarrowScratch(const LookupT &lookup) {
  bool isLocal = lookup.kind == LookupKind::LocalLookup;
  std::optional<int64_t> gathered = getGatheredBytes(lookup);
  std::string slice =
      join({text(lookup.width), " / ", text(lookup.vector_splits)});
  std::string stored = join({"2 x ", text(lookup.row_bytes), ", "});
  Formula formula = {
      "X",
      join({"max(2 x 4 x max(128, w / v), ", isLocal ? "" : "2 x B, ",
            "2 x g + 4 x w / v) + 256"}),
      join({"max(2 x 4 x max(128, ", slice, "), ", isLocal ? "" : stored,
            "2 x ", gathered ? text(*gathered) : "?", " + 4 x ", slice,
            ") + 256"}),
      lookup.scratch_bytes,
      {}};
  if (!gathered)
    return formula;
  Wide words = lookup.width / lookup.vector_splits;
  Wide slots =
      std::max(8 * std::max<Wide>(128, words), 2 * Wide(*gathered) + 4 * words);
  if (!isLocal)
    slots = std::max(slots, 2 * Wide(lookup.row_bytes));
  formula.formulaBytes = Product(slots + 256).get();
  return formula;
}

/// Streamed rows have two windows of C entries, the local form has one.
static Formula makeList(const LookupT &lookup) {
  bool isLocal = lookup.kind == LookupKind::LocalLookup;
  bool isWhole = !lookup.row_streaming && !isLocal;
  int64_t entries = isWhole ? lookup.max_ids : lookup.list_entries;
  int64_t entryBytes = lookup.row_streaming ? 24 : 12;
  std::string bytes = text(entryBytes) + " x ";
  return {"A", bytes + (isWhole ? "N" : "C"), bytes + text(entries),
          lookup.list_bytes, Product(entries).times(entryBytes).get()};
}

/// Ids and stored rows for each distinct id of each partition.
static Formula makeNarrowStack(const LookupT &lookup) {
  return {"forward stack", "(2 x B + 4) x U x P x r",
          join({"(2 x ", text(lookup.row_bytes), " + 4) x ",
                text(lookup.max_unique_ids), " x ", text(lookup.sparse_cores),
                " x ", text(lookup.replicas)}),
          lookup.stack_forward_bytes,
          Product(2 * Wide(lookup.row_bytes) + 4)
              .times(lookup.max_unique_ids)
              .times(lookup.sparse_cores)
              .times(lookup.replicas)
              .get()};
}

/// `words` words for each distinct id of each partition.
static Formula makeStack(std::string quantity, const std::string &symbols,
                         const std::string &inputs, Wide words,
                         const LookupT &lookup, int64_t plannedBytes) {
  return {
      std::move(quantity), symbols + " x U x P x r x 4",
      join({inputs, " x ", text(lookup.max_unique_ids), " x ",
            text(lookup.sparse_cores), " x ", text(lookup.replicas), " x 4"}),
      plannedBytes,
      Product(words)
          .times(lookup.max_unique_ids)
          .times(lookup.sparse_cores)
          .times(lookup.replicas)
          .times(4)
          .get()};
}

std::vector<Formula> makeFormulas(const TargetT &target,
                                  const LookupT &lookup) {
  std::vector<Formula> formulas = {makeGatherOperand(target, lookup),
                                   isNarrow(lookup) ? makeNarrowScratch(lookup)
                                                    : makeScratch(lookup),
                                   makeList(lookup)};
  if (isNarrow(lookup) && lookup.kind == LookupKind::Lookup)
    formulas.push_back(makeNarrowStack(lookup));
  std::string width = text(lookup.width);
  Wide words = lookup.width;
  if (!isNarrow(lookup) && lookup.kind == LookupKind::Lookup)
    formulas.push_back(makeStack("forward stack", "(2 x w + 1)",
                                 join({"(2 x ", width, " + 1)"}), 2 * words + 1,
                                 lookup, lookup.stack_forward_bytes));
  if (lookup.kind != LookupKind::Update)
    return formulas;
  formulas.push_back(makeStack("backward stack", "3 x w", join({"3 x ", width}),
                               3 * words, lookup, lookup.stack_backward_bytes));
  formulas.push_back(
      makeStack("exchange", "2", "2", 2, lookup, lookup.exchange_bytes));
  return formulas;
}

} // namespace sc::report
