//===-- Layout.cpp - sizes and keys of a stack ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of the spec, buffer sizes, groups for sorting.

#include "runtime/host/Layout.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

namespace sc::host {

using absl::InvalidArgumentError;
using absl::StrCat;

absl::Status checkTopology(const Topology &topology) {
  const auto [local, global, cores] = topology;
  if (local <= 0)
    return InvalidArgumentError(
        StrCat("local_device_count must be greater than 0, but got ", local));
  if (global <= 0)
    return InvalidArgumentError(
        StrCat("global_device_count must be greater than 0, but got ", global));
  if (global < local)
    return InvalidArgumentError(
        StrCat("global_device_count must be greater than or equal to "
               "local_device_count, but got ",
               global, " vs ", local));
  if (cores <= 0)
    return InvalidArgumentError(
        StrCat("num_sc_per_device must be greater than 0, but got ", cores));
  if (global > kMaxInt32 / cores)
    return InvalidArgumentError(StrCat(global, " devices with ", cores,
                                       " SparseCores each exceed INT32 (",
                                       kMaxInt32, ")"));
  if (!std::has_single_bit(static_cast<uint64_t>(global * cores)))
    return InvalidArgumentError(StrCat("Total number of SparseCores (",
                                       global * cores,
                                       ") must be a power of 2."));
  if (global % local != 0)
    return InvalidArgumentError(
        StrCat("global_device_count (", global,
               ") must be a multiple of local_device_count (", local, ")"));
  return absl::OkStatus();
}

static std::string nameFeature(const FeatureSpec &feature) {
  return StrCat("feature '", feature.name, "' of table '", feature.table, "'");
}

static absl::Status checkFeature(const FeatureSpec &feature, int64_t numCores) {
  auto fail = [&](const auto &...parts) {
    return InvalidArgumentError(StrCat(nameFeature(feature), ": ", parts...));
  };
  if (feature.vocabularySize <= 0)
    return fail("vocabulary size must be greater than 0, but got ",
                feature.vocabularySize);
  if (feature.rowOffset < 0)
    return fail("row_offset must not be negative, but got ", feature.rowOffset);
  if (feature.colShift < 0)
    return fail("col_shift must not be negative, but got ", feature.colShift);
  if (feature.colOffset < 0 || feature.colOffset % numCores != 0)
    return fail("col_offset (", feature.colOffset,
                ") must be a multiple of the number of SparseCores (", numCores,
                ")");
  // Rows are padded to whole rounds over the SparseCores.
  int64_t end = kMaxInt32 + 1;
  if (feature.colOffset > end || feature.vocabularySize > end ||
      roundUp(feature.vocabularySize, numCores) > end - feature.colOffset)
    return fail("rows ", feature.colOffset, " to ",
                StrCat(feature.colOffset, " + ", feature.vocabularySize),
                " of the stack exceed INT32 (", kMaxInt32, ")");
  return absl::OkStatus();
}

static absl::Status checkLimit(const StackSpec &stack, const char *name,
                               int64_t value) {
  if (value > 0 && value <= kMaxInt32)
    return absl::OkStatus();
  return InvalidArgumentError(StrCat("stack '", stack.name, "': ", name,
                                     " must be from 1 to ", kMaxInt32,
                                     ", but got ", value));
}

static absl::Status checkNames(const std::vector<StackSpec> &stacks) {
  std::set<std::string> stackNames;
  std::set<std::string> features;
  if (stacks.empty())
    return InvalidArgumentError("no stacks: expected at least one");
  for (const StackSpec &stack : stacks) {
    if (!stackNames.insert(stack.name).second)
      return InvalidArgumentError(
          StrCat("stack '", stack.name, "' occurs twice"));
    if (stack.features.empty())
      return InvalidArgumentError(StrCat(
          "stack '", stack.name, "' has no features: expected at least one"));
    for (const FeatureSpec &feature : stack.features)
      if (!features.insert(feature.name).second)
        return InvalidArgumentError(
            StrCat(nameFeature(feature), " occurs twice"));
  }
  return absl::OkStatus();
}

static absl::Status setSizes(const StackSpec &stack, const Topology &topology,
                             const Options &options, StackLayout &layout) {
  const int64_t cores = topology.sparseCoresPerDevice;
  const int64_t minibatches = options.enableMinibatching ? kMaxMinibatches : 1;
  layout.pointersPerSegment = std::max(layout.numCores, kAlignment);
  layout.rowPointersSize = multiplySaturated(
      multiplySaturated(layout.pointersPerSegment, cores), minibatches);
  if (layout.rowPointersSize > kMaxInt32)
    return InvalidArgumentError(
        StrCat("stack '", stack.name, "': ", layout.pointersPerSegment,
               " row pointers for each of ", cores, " SparseCores and ",
               minibatches, " minibatches exceed INT32 (", kMaxInt32, ")"));
  int64_t maxIds = roundUp(stack.maxIdsPerPartition, kAlignment);
  // Below 2^62: the row pointers are counted in 32 bits, and so are ids.
  int64_t theoretical = maxIds * cores * layout.numCores * minibatches;
  if (stack.suggestedBufferSize && *stack.suggestedBufferSize <= 0)
    return InvalidArgumentError(
        StrCat("stack '", stack.name,
               "': the suggested buffer size must be greater than 0, but got ",
               *stack.suggestedBufferSize));
  int64_t suggested = stack.suggestedBufferSize.value_or(theoretical);
  if (suggested < kMaxInt32)
    suggested = roundUp(suggested, kAlignment * cores);
  if (suggested > theoretical)
    return InvalidArgumentError(StrCat(
        "Suggested Coo Buffer Size is larger than the theoretical max for "
        "table ",
        stack.name, ": ", suggested, " vs ", theoretical,
        ". Adjust the suggested size or the max_ids_per_partition values."));
  if (suggested >= kMaxInt32)
    return InvalidArgumentError(
        StrCat("stack '", stack.name, "': a buffer of ", suggested,
               " entries (max_ids_per_partition ", stack.maxIdsPerPartition,
               ", ", cores, " SparseCores, ", layout.numCores, " partitions, ",
               minibatches, " minibatches) exceeds INT32 (", kMaxInt32,
               "); suggest a buffer size or lower the limit"));
  layout.bufferSize = suggested;
  return absl::OkStatus();
}

static void finishGroup(SortGroup &group) {
  uint64_t rows = static_cast<uint64_t>(group.endRow - group.firstRow);
  group.rowBits = static_cast<int>(std::bit_width(rows - 1));
}

// Rows of the shard that ids of `feature` can reach.
static SortGroup makeGroup(const FeatureSpec &feature, int64_t idEnd,
                           size_t index, int coreBits) {
  SortGroup group;
  group.features = {index};
  group.firstRow = feature.colOffset >> coreBits;
  group.endRow = group.firstRow + ((idEnd - 1) >> coreBits) + 1;
  return group;
}

static void mergeInto(SortGroup &group, const SortGroup &other) {
  group.features.insert(group.features.end(), other.features.begin(),
                        other.features.end());
  group.firstRow = std::min(group.firstRow, other.firstRow);
  group.endRow = std::max(group.endRow, other.endRow);
}

static std::vector<SortGroup> mergeOverlapping(std::vector<SortGroup> groups) {
  std::sort(groups.begin(), groups.end(),
            [](const SortGroup &a, const SortGroup &b) {
              return std::pair(a.firstRow, a.features[0]) <
                     std::pair(b.firstRow, b.features[0]);
            });
  std::vector<SortGroup> merged;
  for (const SortGroup &group : groups) {
    if (!merged.empty() && group.firstRow < merged.back().endRow)
      mergeInto(merged.back(), group);
    else
      merged.push_back(group);
  }
  return merged;
}

static void setGroups(const StackSpec &stack, StackLayout &layout) {
  std::vector<SortGroup> groups;
  for (size_t i : layout.order)
    groups.push_back(
        makeGroup(stack.features[i], layout.idEnds[i], i, layout.coreBits));
  layout.all = groups[0];
  for (size_t i = 1; i < groups.size(); ++i)
    mergeInto(layout.all, groups[i]);
  layout.groups = mergeOverlapping(std::move(groups));
  for (SortGroup &group : layout.groups) {
    std::sort(group.features.begin(), group.features.end(),
              [&](size_t a, size_t b) {
                return std::pair(stack.features[a].rowOffset, a) <
                       std::pair(stack.features[b].rowOffset, b);
              });
    finishGroup(group);
  }
  finishGroup(layout.all);
}

static absl::StatusOr<StackLayout> makeLayout(const StackSpec &stack,
                                              const Topology &topology,
                                              const Options &options) {
  StackLayout layout;
  layout.numCores = topology.globalDevices * topology.sparseCoresPerDevice;
  layout.coreBits = std::countr_zero(static_cast<uint64_t>(layout.numCores));
  SC_RETURN_IF_ERROR(
      checkLimit(stack, "max_ids_per_partition", stack.maxIdsPerPartition));
  SC_RETURN_IF_ERROR(checkLimit(stack, "max_unique_ids_per_partition",
                                stack.maxUniqueIdsPerPartition));
  for (const FeatureSpec &feature : stack.features) {
    SC_RETURN_IF_ERROR(checkFeature(feature, layout.numCores));
    layout.order.push_back(layout.order.size());
    layout.idEnds.push_back(options.checkIds
                                ? feature.vocabularySize
                                : kMaxInt32 + 1 - feature.colOffset);
  }
  std::sort(layout.order.begin(), layout.order.end(), [&](size_t a, size_t b) {
    return std::pair(stack.features[a].rowOffset, a) <
           std::pair(stack.features[b].rowOffset, b);
  });
  SC_RETURN_IF_ERROR(setSizes(stack, topology, options, layout));
  setGroups(stack, layout);
  return layout;
}

absl::StatusOr<std::vector<StackLayout>>
makeLayouts(const std::vector<StackSpec> &stacks, const Topology &topology,
            const Options &options) {
  SC_RETURN_IF_ERROR(checkNames(stacks));
  SC_RETURN_IF_ERROR(checkTopology(topology));
  std::vector<StackLayout> layouts;
  for (const StackSpec &stack : stacks) {
    SC_ASSIGN_OR_RETURN(StackLayout layout,
                        makeLayout(stack, topology, options));
    layouts.push_back(std::move(layout));
  }
  return layouts;
}

} // namespace sc::host
