//===-- Formulas.cpp - where planned sizes come from ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas of docs/Planning.md, in letters and in numbers. They are
// computed again here, so that a report shows where a file departs from them.

#include "PlanData.h"

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
                                   makeScratch(lookup), makeList(lookup)};
  std::string width = text(lookup.width);
  Wide words = lookup.width;
  if (lookup.kind == LookupKind::Lookup)
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
