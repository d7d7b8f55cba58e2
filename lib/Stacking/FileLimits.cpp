//===-- FileLimits.cpp - limits of a file in place of the spec's ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the name of a table before stacking, by that of a stack after it.

#include "StackPlan.h"
#include "sc/Target/NearestName.h"

#include <set>

namespace sc::spec {

/// True where the file says something of `name`.
static bool replaceLimits(const LimitsByTable &file, const std::string &name,
                          Limits &limits) {
  auto found = file.find(name);
  if (found == file.end())
    return false;
  if (found->second.maxIds)
    limits.maxIdsPerPartition = found->second.maxIds;
  if (found->second.maxUniqueIds)
    limits.maxUniqueIdsPerPartition = found->second.maxUniqueIds;
  return true;
}

EmbeddingSpec replaceTableLimits(const EmbeddingSpec &spec,
                                 const LimitsByTable &limits) {
  EmbeddingSpec result = spec;
  for (Table &table : result.tables)
    replaceLimits(limits, table.name, table.limits);
  return result;
}

void replaceStackLimits(const LimitsByTable &limits,
                        std::vector<PlannedStack> &stacks) {
  for (PlannedStack &stack : stacks)
    if (replaceLimits(limits, stack.name, stack.limits))
      stack.limitsFile = limits.find(stack.name)->second.source;
}

absl::Status checkFileNames(const LimitsByTable &limits,
                            const EmbeddingSpec &spec,
                            const std::vector<PlannedStack> &stacks) {
  std::set<std::string_view> known;
  for (const Table &table : spec.tables)
    known.insert(table.name);
  for (const PlannedStack &stack : stacks)
    known.insert(stack.name);
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const auto &[name, limit] : limits)
    if (!known.contains(name))
      return absl::InvalidArgumentError(
          absl::StrCat(limit.source, ": limits for ", quoteName(name),
                       ", which is neither a table nor a stack of the spec",
                       describeNearest(name, names),
                       " tables and stacks: ", joinNames(names)));
  return absl::OkStatus();
}

} // namespace sc::spec
