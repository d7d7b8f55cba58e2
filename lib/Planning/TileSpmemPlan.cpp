//===-- TileSpmemPlan.cpp - how a lookup uses TileSpmem -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of a lookup's buffers in TileSpmem, and the first constraint that they
// break.

#include "sc/Planning/TileSpmemPlan.h"

#include "CheckedMath.h"

#include <algorithm>
#include <array>

namespace sc {

static int64_t getSlotBytes(int64_t width) {
  return 2 * 4 * std::max(kMinSlotWords, width);
}

static std::string describeNonPositive(const LookupProblem &problem) {
  struct Item {
    const char *name;
    int64_t value;
  };
  const std::array<Item, 8> items = {{
      {"TileSpmem bytes", problem.tileSpmemBytes},
      {"tiles", problem.tiles},
      {"SparseCores", problem.sparseCores},
      {"samples per SparseCore", problem.samples},
      {"feature width", problem.width},
      // Without exchange neither limit plays a role.
      {"max_ids_per_partition", problem.local ? 1 : problem.maxIds},
      {"max_unique_ids_per_partition",
       problem.local ? 1 : problem.maxUniqueIds},
      {"table rows per SparseCore", problem.tableRows},
  }};
  for (const Item &item : items)
    if (item.value <= 0)
      return std::string(item.name) + " must be positive, got " +
             std::to_string(item.value);
  if (problem.maxIds < 0)
    return "list entries must not be negative, got " +
           std::to_string(problem.maxIds);
  return "";
}

/// The sizes that do not depend on how much room is left. Products that
/// overflow are recorded in `math`.
static LookupPlan computeSizes(const LookupProblem &problem,
                               CheckedMath &math) {
  LookupPlan plan;
  plan.samplesPerTile = (problem.samples - 1) / problem.tiles + 1;
  plan.gatherOperandBytes =
      math.multiply("gather operand (samples per tile * feature_width * 4)",
                    {plan.samplesPerTile, problem.width, 4});
  plan.scratchBytes = math.add(
      "fixed size allocation (2 * 4 * feature_width + 256)",
      math.multiply("fixed size allocation (2 * 4 * feature_width + 256)",
                    {2, 4, std::max(kMinSlotWords, problem.width)}),
      kBookkeepingBytes);
  math.multiply("table (table rows * feature_width * 4)",
                {problem.tableRows, problem.width, 4});
  if (problem.local)
    return plan;
  plan.listEntries = problem.maxIds;
  plan.listBytes = math.multiply("list (12 * max_nz_per_row)",
                                 {kListEntryBytes, problem.maxIds});
  const char *stack = "HBM stack ((2 * feature_width + 1) * "
                      "max_unique_nz_per_row * SparseCores * 4)";
  int64_t words = math.add(stack, math.multiply(stack, {2, problem.width}), 1);
  plan.stackBytes = math.multiply(
      stack, {words, problem.maxUniqueIds, problem.sparseCores, 4});
  return plan;
}

/// List windows of the local form: at most 4096 entries, as many as fit. Linear
/// DMA aligns to 32 bytes, so windows start at multiples of 8 entries.
static void sizeListWindow(const LookupProblem &problem, LookupPlan &plan) {
  const int64_t kAlign = 8;
  // Subtract only what fits: nothing overflows, and the broken constraint is
  // found later.
  int64_t room = problem.tileSpmemBytes;
  for (int64_t bytes : {plan.gatherOperandBytes, plan.scratchBytes})
    room = bytes > room ? 0 : room - bytes;
  int64_t wanted = kMaxListWindowEntries;
  if (problem.maxIds > 0)
    wanted = std::min(wanted, problem.maxIds);
  int64_t fits = room / kListEntryBytes;
  plan.listEntries = wanted;
  if (fits < wanted)
    plan.listEntries = std::max(kAlign, fits / kAlign * kAlign);
  plan.listBytes = kListEntryBytes * plan.listEntries;
}

int64_t getMaxWindowRows(const LookupProblem &problem) {
  int64_t rows = std::clamp(kWindowBytes / (4 * problem.width), kMaxWindowRows,
                            kMaxNarrowRows);
  return problem.maxIds > 0 ? std::min(rows, problem.maxIds) : rows;
}

/// Leftover room makes the two row slots larger.
static void sizeRowWindow(const LookupProblem &problem, LookupPlan &plan) {
  int64_t leftover = problem.tileSpmemBytes - plan.gatherOperandBytes -
                     plan.scratchBytes - plan.listBytes;
  int64_t rows =
      (getSlotBytes(problem.width) + leftover) / (2 * 4 * problem.width);
  plan.windowBuffers = 2;
  plan.windowRows = std::clamp<int64_t>(rows, 1, getMaxWindowRows(problem));
}

static std::string describeRowDependent(const LookupProblem &problem,
                                        const Infeasible &numbers) {
  auto item = [](const char *name, int64_t value) {
    return std::string(name) + " = " + std::to_string(value);
  };
  return "No viable logical replica count for the embedding table with "
         "metadata: " +
         item("max_nz_per_row", problem.maxIds) + ", " +
         item("max_unique_nz_per_row", problem.maxUniqueIds) + ", " +
         item("feature_width", problem.width) + ", " +
         item("sample_count", problem.samples) + " (" +
         item("last tried split factor for vector splitting", 1) + ", " +
         item("last tried split factor for sample dimension splitting", 1) +
         ", " + item("fixed_size_allocation_bytes", numbers.fixedSizeBytes) +
         ", " +
         item("row_dependent_size_allocation_bytes",
              numbers.rowDependentBytes) +
         ", " + item("total_spmem_size_bytes", numbers.tileSpmemBytes) + ")";
}

static std::string describe(const LookupProblem &problem,
                            const Infeasible &numbers) {
  std::string tile = std::to_string(numbers.tileSpmemBytes) + " bytes";
  if (numbers.constraint == Constraint::GatherOperand)
    return "Gather operand too large: " +
           std::to_string(numbers.gatherOperandBytes) +
           " bytes per tile, TileSpmem has " + tile;
  if (numbers.constraint == Constraint::FixedSize)
    return "Fixed size allocations (" + std::to_string(numbers.fixedSizeBytes) +
           " bytes) do not fit in TileSpmem (" + tile + ")";
  return describeRowDependent(problem, numbers);
}

/// The first constraint that the sizes break, in the published order.
static std::optional<Infeasible>
findBrokenConstraint(const LookupProblem &problem, const LookupPlan &plan) {
  Infeasible numbers;
  numbers.tileSpmemBytes = problem.tileSpmemBytes;
  numbers.gatherOperandBytes = plan.gatherOperandBytes;
  numbers.scratchBytes = plan.scratchBytes;
  numbers.rowDependentBytes = plan.listBytes;
  // No sum below overflows: each term was compared with TileSpmem before.
  if (plan.gatherOperandBytes > problem.tileSpmemBytes) {
    numbers.constraint = Constraint::GatherOperand;
  } else if (plan.scratchBytes >
             problem.tileSpmemBytes - plan.gatherOperandBytes) {
    numbers.constraint = Constraint::FixedSize;
  } else if (plan.listBytes > problem.tileSpmemBytes - plan.gatherOperandBytes -
                                  plan.scratchBytes) {
    numbers.constraint = Constraint::RowDependent;
  } else {
    return std::nullopt;
  }
  CheckedMath math;
  numbers.fixedSizeBytes =
      math.add("fixed size", plan.gatherOperandBytes, plan.scratchBytes);
  numbers.message = describe(problem, numbers);
  return numbers;
}

LookupPlanResult planLookup(const LookupProblem &problem) {
  if (std::string text = describeNonPositive(problem); !text.empty())
    return Infeasible{.constraint = Constraint::Problem,
                      .tileSpmemBytes = problem.tileSpmemBytes,
                      .message = std::move(text)};
  CheckedMath math;
  LookupPlan plan = computeSizes(problem, math);
  if (math.overflowed())
    return Infeasible{.constraint = Constraint::Overflow,
                      .tileSpmemBytes = problem.tileSpmemBytes,
                      .message = math.firstOverflow() + " exceeds 64 bits"};
  if (problem.local)
    sizeListWindow(problem, plan);
  if (std::optional<Infeasible> broken = findBrokenConstraint(problem, plan))
    return *broken;
  sizeRowWindow(problem, plan);
  return plan;
}

} // namespace sc
