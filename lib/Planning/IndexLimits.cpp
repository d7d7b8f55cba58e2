//===-- IndexLimits.cpp - what 32-bit indices cannot address --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One size after another.

#include "sc/Planning/IndexLimits.h"

#include "CheckedMath.h"

#include <limits>

namespace sc {

namespace {
struct Size {
  const char *name;
  int64_t value;
};
} // namespace

/// The local form has one list for its whole device and no limits.
static std::vector<Size> getSizes(const LookupProblem &problem,
                                  int64_t entries) {
  if (problem.kind == LookupKind::LocalLookup)
    return {{"entries of a list", entries},
            {"table rows", problem.tableRows},
            {"samples of a SparseCore", problem.samples}};
  CheckedMath math;
  int64_t deviceEntries =
      math.multiply("entries", {entries, problem.sparseCoresPerDevice});
  std::vector<Size> sizes = {
      {"entries of a SparseCore's COO buffer", entries},
      {"entries of a device's COO buffer", deviceEntries},
      {"table rows of a SparseCore", problem.tableRows},
      {"samples of a SparseCore", problem.samples},
      {"max_ids_per_partition", problem.maxIds}};
  // One index goes over the received rows of all partitions.
  if (problem.kind == LookupKind::Update)
    sizes.push_back(
        {"rows received from all SparseCores, max_unique_ids_per_partition of "
         "each,",
         math.multiply("rows", {problem.sparseCores, problem.maxUniqueIds})});
  return sizes;
}

std::optional<std::string> findIndexOverflow(const LookupProblem &problem,
                                             int64_t entries) {
  for (const auto &[name, value] : getSizes(problem, entries))
    if (value > std::numeric_limits<int32_t>::max())
      return std::to_string(value) + " " + name +
             " exceed the INT32 index of 2147483647";
  return std::nullopt;
}

} // namespace sc
