//===-- Stacking.cpp - from tables to stacks ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets, rotations and sizes of stacks whose members are known.

#include "sc/Stacking/Stacking.h"

#include "StackPlan.h"
#include "runtime/support/Saturated.h"

#include "runtime/format/StatusMacros.h"

#include <algorithm>
#include <unordered_map>

namespace sc::spec {

using absl::InvalidArgumentError;
using absl::StrCat;

/// Each table after the rows of those before it.
static void placeTables(const StackingContext &context,
                        const PlannedStack &planned, Stack &stack) {
  const int64_t numCores = context.getNumPartitions();
  const int64_t step = getRotation(
      context.options.rotation.value_or(context.topology.sparseCoresPerDevice),
      numCores);
  int64_t rotation = 0;
  for (const PlannedMember &member : planned.members) {
    const TableUse &use = context.tables[member.table];
    StackedTable table;
    table.table = *use.table;
    table.paddedVocabularySize = use.paddedRows;
    table.paddedEmbeddingDim = stack.embeddingDim;
    table.rowOffsetInShard = stack.vocabularySize / numCores;
    table.shardRotation =
        getRotation(member.rotation.value_or(rotation), numCores);
    stack.vocabularySize = addSaturated(stack.vocabularySize, use.paddedRows);
    rotation = (rotation + step) % numCores;
    stack.tables.push_back(std::move(table));
  }
}

namespace {
/// A feature and the member that it uses.
struct MemberFeature {
  const Feature *feature;
  size_t member;
};
} // namespace

/// By place in the spec; by name where nothing is stacked, as
/// jax-tpu-embedding has it.
static std::vector<MemberFeature> orderFeatures(const StackingContext &context,
                                                const PlannedStack &planned) {
  std::vector<MemberFeature> features;
  for (size_t i = 0; i < planned.members.size(); ++i)
    for (const Feature *feature :
         context.tables[planned.members[i].table].features)
      features.push_back({feature, i});
  std::sort(features.begin(), features.end(),
            [&](const MemberFeature &a, const MemberFeature &b) {
              if (planned.isUnstacked && a.feature->name != b.feature->name)
                return a.feature->name < b.feature->name;
              return a.feature < b.feature; // elements of one vector
            });
  return features;
}

/// Each feature after the samples of those before it.
static void placeFeatures(const StackingContext &context,
                          const PlannedStack &planned, Stack &stack) {
  for (const MemberFeature &use : orderFeatures(context, planned)) {
    StackedTable &table = stack.tables[use.member];
    StackedFeature feature;
    feature.feature = *use.feature;
    feature.rowOffset = stack.sampleCount;
    feature.colOffset = table.rowOffsetInShard * context.getNumPartitions();
    feature.colShift = table.shardRotation;
    stack.sampleCount =
        addSaturated(stack.sampleCount, use.feature->getNumSamples());
    table.features.push_back(std::move(feature));
  }
}

/// What must fit the 32 bits of a column and the 26 of a sample.
static absl::Status checkSizes(const StackingContext &context,
                               const PlannedStack &planned,
                               const Stack &stack) {
  constexpr int64_t kMaxSamples = int64_t(1) << 26;
  if (stack.vocabularySize > kMaxInt32)
    return makeStackError(
        planned, stack, stack.vocabularySize, " rows of ", stack.tables.size(),
        " tables exceed INT32 (", kMaxInt32,
        "); divide the tables into several stacks in the spec");
  const int64_t devices = context.topology.devices;
  if (stack.sampleCount / devices >= kMaxSamples)
    return makeStackError(planned, stack, stack.sampleCount / devices,
                          " samples of each device (", stack.sampleCount,
                          " over ", devices, "); expected fewer than ",
                          kMaxSamples, "; lower the batch, or divide the ",
                          "tables into several stacks in the spec");
  return absl::OkStatus();
}

static void explainPadding(const StackingContext &context, Stack &stack) {
  for (const StackedTable &table : stack.tables) {
    const std::string name = StrCat("'", table.table.name, "': ");
    if (table.paddedVocabularySize != table.table.vocabularySize)
      stack.reasons.push_back(
          StrCat(name, "rows ", table.table.vocabularySize, " padded to ",
                 table.paddedVocabularySize, ": multiple of 8 x ",
                 context.getNumPartitions(), " SparseCores"));
    if (table.paddedEmbeddingDim != table.table.embeddingDim)
      stack.reasons.push_back(StrCat(name, "width ", table.table.embeddingDim,
                                     " padded to ", table.paddedEmbeddingDim,
                                     ": multiple of 8"));
  }
}

static absl::StatusOr<Stack> makeStack(const StackingContext &context,
                                       const PlannedStack &planned) {
  Stack stack;
  stack.name = planned.name;
  stack.activationBytesLimit = planned.activationBytesLimit;
  stack.reasons = planned.reasons;
  for (const PlannedMember &member : planned.members)
    stack.embeddingDim =
        std::max(stack.embeddingDim, context.tables[member.table].paddedWidth);
  placeTables(context, planned, stack);
  placeFeatures(context, planned, stack);
  SC_RETURN_IF_ERROR(checkSizes(context, planned, stack));
  SC_RETURN_IF_ERROR(setLimits(context, planned, stack));
  SC_RETURN_IF_ERROR(setBuffer(context, planned, stack));
  explainPadding(context, stack);
  return stack;
}

static absl::Status checkOptions(const StackOptions &options) {
  for (auto [name, value] :
       {std::pair("activation bytes limit",
                  options.activationBytesLimit.value_or(0)),
        std::pair("shard bytes limit", options.shardBytesLimit.value_or(0)),
        std::pair("tables limit", options.tablesLimit)})
    if (value < 0)
      return InvalidArgumentError(
          StrCat("the ", name, " must not be negative, but got ", value));
  return absl::OkStatus();
}

static absl::Status checkRowPointers(const Topology &topology,
                                     const StackOptions &options) {
  const int64_t perCore =
      std::max(topology.getNumSparseCores(), host::kAlignment) *
      (options.enableMinibatching ? host::kMaxMinibatches : 1);
  if (perCore <= kMaxInt32 / topology.sparseCoresPerDevice)
    return absl::OkStatus();
  return InvalidArgumentError(StrCat(
      perCore, " row pointers for each of ", topology.sparseCoresPerDevice,
      " SparseCores of a device exceed INT32 (", kMaxInt32,
      "); take fewer devices",
      options.enableMinibatching ? ", or do without minibatching" : ""));
}

/// "'a', 'b'", cut after a few.
static std::string listTables(const Stack &stack) {
  constexpr size_t kShown = 4;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, stack.tables.size()); ++i)
    absl::StrAppend(&text, i == 0 ? "'" : ", '", stack.tables[i].table.name,
                    "'");
  return text + (stack.tables.size() > kShown ? ", ..." : "");
}

static absl::Status addStack(const PlannedStack &planned, Stack stack,
                             std::unordered_map<std::string, size_t> &names,
                             std::vector<Stack> &stacks) {
  auto [other, isNew] = names.try_emplace(stack.name, stacks.size());
  if (!isNew)
    return makeStackError(planned, stack, "both ",
                          listTables(stacks[other->second]), " and ",
                          listTables(stack),
                          " get this name; put one of the stacks into the "
                          "spec, with another name");
  stacks.push_back(std::move(stack));
  return absl::OkStatus();
}

absl::StatusOr<StackedSpec> stackTables(const EmbeddingSpec &spec,
                                        const Topology &topology,
                                        const StackOptions &options) {
  SC_RETURN_IF_ERROR(checkOptions(options));
  const EmbeddingSpec limited = replaceTableLimits(spec, options.fileLimits);
  SC_ASSIGN_OR_RETURN(std::vector<TableUse> tables,
                      collectTables(limited, topology));
  SC_RETURN_IF_ERROR(checkRowPointers(topology, options));
  const StackingContext context{limited, topology, options, std::move(tables)};
  SC_ASSIGN_OR_RETURN(std::vector<PlannedStack> planned, planStacks(context));
  SC_RETURN_IF_ERROR(checkFileNames(options.fileLimits, spec, planned));
  replaceStackLimits(options.fileLimits, planned);
  if (planned.empty())
    return InvalidArgumentError("no stacks: no feature uses a table");
  StackedSpec result;
  result.topology = topology;
  result.config = spec.config;
  std::unordered_map<std::string, size_t> names;
  for (const PlannedStack &plan : planned) {
    SC_ASSIGN_OR_RETURN(Stack stack, makeStack(context, plan));
    SC_RETURN_IF_ERROR(addStack(plan, std::move(stack), names, result.stacks));
  }
  return result;
}

} // namespace sc::spec
