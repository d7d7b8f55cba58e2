//===-- StackPlan.cpp - uses of tables, and their stacks ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the spec says of stacks goes before the rules.

#include "StackPlan.h"

#include "runtime/support/Saturated.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Planning/TablePadding.h"

#include "absl/strings/str_cat.h"

#include <unordered_map>

namespace sc::spec {

using absl::InvalidArgumentError;
using absl::StrCat;

using TableIndices = std::unordered_map<std::string, size_t>;

std::string formatLocation(const std::string &location) {
  return location.empty() ? "" : location + ": ";
}

static absl::StatusOr<TableUse> makeUse(const Table &table, int64_t numCores) {
  auto fail = [&](const auto &...parts) {
    return InvalidArgumentError(StrCat(formatLocation(table.location),
                                       "table '", table.name, "': ", parts...));
  };
  if (table.vocabularySize < 1 || table.embeddingDim < 1)
    return fail("a vocabulary of ", table.vocabularySize,
                " with embedding dim ", table.embeddingDim,
                "; both must be greater than 0");
  std::optional<int64_t> rows =
      getPaddedRows(table.vocabularySize, numCores, PaddingRule::Library);
  std::optional<int64_t> width = getPaddedWidth(table.embeddingDim);
  if (!rows || *rows > kMaxInt32)
    return fail("vocabulary ", table.vocabularySize,
                ", padded to a multiple of 8 x ", numCores,
                " SparseCores, exceeds INT32 (", kMaxInt32,
                "); split the table");
  if (!width || *width > kMaxInt32)
    return fail("embedding dim ", table.embeddingDim, " exceeds INT32 (",
                kMaxInt32, ")");
  TableUse use;
  use.table = &table;
  use.paddedRows = *rows;
  use.paddedWidth = *width;
  return use;
}

static absl::Status addFeatures(const EmbeddingSpec &spec,
                                const TableIndices &indices,
                                std::vector<TableUse> &tables) {
  for (size_t i = 0; i < spec.features.size(); ++i) {
    const Feature &feature = spec.features[i];
    auto fail = [&](const auto &...parts) {
      return InvalidArgumentError(StrCat(formatLocation(feature.location),
                                         "feature '", feature.name,
                                         "': ", parts...));
    };
    auto found = indices.find(feature.table);
    if (found == indices.end())
      return fail("there is no table '", feature.table, "'");
    if (feature.getNumSamples() < 1)
      return fail("input_shape has ", feature.getNumSamples(),
                  " samples; expected at least 1");
    TableUse &use = tables[found->second];
    if (use.features.empty())
      use.firstFeature = i;
    use.features.push_back(&feature);
  }
  return absl::OkStatus();
}

static absl::Status checkCores(const Topology &topology) {
  if (topology.devices < 1 || topology.sparseCoresPerDevice < 1 ||
      topology.devices > kMaxInt32 / topology.sparseCoresPerDevice)
    return InvalidArgumentError(StrCat(topology.devices, " devices with ",
                                       topology.sparseCoresPerDevice,
                                       " SparseCores each; expected from 1 to ",
                                       kMaxInt32, " SparseCores in all"));
  return absl::OkStatus();
}

static absl::StatusOr<TableIndices> indexTables(const EmbeddingSpec &spec) {
  TableIndices indices;
  for (const Table &table : spec.tables)
    if (!indices.try_emplace(table.name, indices.size()).second)
      return InvalidArgumentError(StrCat(formatLocation(table.location),
                                         "table '", table.name,
                                         "' occurs twice"));
  return indices;
}

absl::StatusOr<std::vector<TableUse>> collectTables(const EmbeddingSpec &spec,
                                                    const Topology &topology) {
  SC_RETURN_IF_ERROR(checkCores(topology));
  SC_ASSIGN_OR_RETURN(TableIndices indices, indexTables(spec));
  std::vector<TableUse> tables;
  for (const Table &table : spec.tables) {
    SC_ASSIGN_OR_RETURN(TableUse use,
                        makeUse(table, topology.getNumSparseCores()));
    tables.push_back(std::move(use));
  }
  SC_RETURN_IF_ERROR(addFeatures(spec, indices, tables));
  return tables;
}

/// Rotations of a group are for the SparseCores of its file.
static bool areRotationsUsed(const StackingContext &context) {
  return !context.spec.numSparseCores ||
         *context.spec.numSparseCores == context.getNumPartitions();
}

static PlannedStack startGroup(const StackingContext &context,
                               const StackGroup &group) {
  PlannedStack stack;
  stack.name = group.name;
  stack.limits = group.limits;
  stack.location = group.location;
  stack.reasons.push_back(
      StrCat("given by the spec: ", group.tables.size(),
             group.tables.size() == 1 ? " table" : " tables"));
  bool hasRotations = false;
  for (const StackMember &member : group.tables)
    hasRotations |= member.rotation.has_value();
  if (hasRotations && !areRotationsUsed(context))
    stack.reasons.push_back(StrCat(
        "rotations of the spec are for ", *context.spec.numSparseCores,
        " SparseCores, not ", context.getNumPartitions(), ": computed anew"));
  return stack;
}

/// The members of `group`, which are free no more.
static absl::StatusOr<PlannedStack> planGroup(const StackingContext &context,
                                              const StackGroup &group,
                                              const TableIndices &indices,
                                              std::vector<bool> &free) {
  auto fail = [&](const auto &...parts) {
    return InvalidArgumentError(StrCat(formatLocation(group.location),
                                       "stack '", group.name, "': ", parts...));
  };
  PlannedStack stack = startGroup(context, group);
  std::vector<std::string> names;
  for (const StackMember &member : group.tables) {
    auto found = indices.find(member.table);
    if (found == indices.end())
      return fail("there is no table '", member.table, "'");
    if (!free[found->second])
      return fail("table '", member.table, "' is in two stacks");
    free[found->second] = false;
    names.push_back(member.table);
    stack.members.push_back({found->second, areRotationsUsed(context)
                                                ? member.rotation
                                                : std::nullopt});
  }
  if (names.empty())
    return fail("expected at least one table");
  if (stack.name.empty())
    stack.name = makeStackName(names);
  return stack;
}

static bool isUsed(const StackingContext &context, const PlannedStack &stack) {
  for (const PlannedMember &member : stack.members)
    if (!context.tables[member.table].features.empty())
      return true;
  return false;
}

static std::vector<PlannedStack> planAlone(const StackingContext &context,
                                           const std::vector<bool> &free,
                                           const char *reason) {
  std::vector<PlannedStack> stacks;
  for (size_t i = 0; i < free.size(); ++i) {
    const TableUse &use = context.tables[i];
    if (!free[i] || use.features.empty())
      continue;
    PlannedStack stack;
    stack.name = use.table->name;
    stack.members = {{i, std::nullopt}};
    stack.location = use.table->location;
    stack.isUnstacked = true;
    stack.reasons.push_back(reason);
    stacks.push_back(std::move(stack));
  }
  return stacks;
}

static bool isStackingDisabled(const StackingContext &context) {
  return context.options.disableStacking ||
         (context.spec.config && context.spec.config->disableTableStacking);
}

absl::StatusOr<std::vector<PlannedStack>>
planStacks(const StackingContext &context) {
  std::vector<bool> free(context.tables.size(), true);
  if (isStackingDisabled(context))
    return planAlone(context, free, "alone: table stacking is disabled");
  SC_ASSIGN_OR_RETURN(TableIndices indices, indexTables(context.spec));
  std::vector<PlannedStack> stacks;
  for (const StackGroup &group : context.spec.groups) {
    SC_ASSIGN_OR_RETURN(PlannedStack stack,
                        planGroup(context, group, indices, free));
    if (isUsed(context, stack))
      stacks.push_back(std::move(stack));
  }
  std::vector<PlannedStack> others =
      context.spec.areGroupsComplete
          ? planAlone(context, free, "alone: in none of the stacks of the spec")
          : planByRule(context, free);
  for (PlannedStack &stack : others)
    stacks.push_back(std::move(stack));
  return stacks;
}

} // namespace sc::spec
