//===-- StackBuffers.cpp - entry buffers of stacks ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A suggestion is checked against the limits, never cut to them in silence.

#include "lib/Report/TextTable.h"

#include "StackPlan.h"
#include "runtime/support/Saturated.h"

namespace sc::spec {

using absl::StrCat;

/// Minibatches that buffers have room for, as runtime/host reserves them.
static int64_t getNumMinibatches(const StackingContext &context) {
  return context.options.enableMinibatching ? host::kMaxMinibatches : 1;
}

/// Entries that the limits allow on one device.
static int64_t getLargestSize(const Stack &stack, const Topology &topology,
                              int64_t numMinibatches) {
  return multiplySaturated(
      multiplySaturated(
          roundUpSaturated(stack.maxIdsPerPartition, host::kAlignment),
          topology.sparseCoresPerDevice),
      multiplySaturated(topology.getNumSparseCores(), numMinibatches));
}

int64_t getBufferSize(const Stack &stack, const Topology &topology) {
  if (!stack.suggestedBufferSize)
    return getLargestSize(stack, topology, 1);
  return roundUpSaturated(*stack.suggestedBufferSize,
                          host::kAlignment * topology.sparseCoresPerDevice);
}

std::string describeBufferFactors(int64_t maxIds, const Topology &topology,
                                  int64_t numMinibatches) {
  const int64_t rounded = roundUpSaturated(maxIds, host::kAlignment);
  std::string text = StrCat("max_ids_per_partition ", maxIds);
  if (rounded != maxIds)
    absl::StrAppend(&text, " up to ", rounded);
  absl::StrAppend(
      &text, " x ",
      report::formatCount(topology.sparseCoresPerDevice, "SparseCore"), " x ",
      report::formatCount(topology.getNumSparseCores(), "partition"));
  if (numMinibatches > 1)
    absl::StrAppend(&text, " x ", numMinibatches, " minibatches");
  return text;
}

static std::string describeFactors(const StackingContext &context,
                                   const Stack &stack) {
  return describeBufferFactors(stack.maxIdsPerPartition, context.topology,
                               getNumMinibatches(context));
}

/// That of the members, if all state one and the rule takes them.
static std::optional<int64_t> combineSuggestions(const StackingContext &context,
                                                 const PlannedStack &planned,
                                                 Stack &stack) {
  StatedMembers members;
  std::vector<int64_t> values;
  std::string without;
  for (const StackedTable &member : stack.tables) {
    const Table &table = member.table;
    if (std::optional<int64_t> stated = table.limits.suggestedBufferSize) {
      members.emplace_back(table.name, StrCat(*stated));
      values.push_back(*stated);
    } else if (without.empty()) {
      without = StrCat("'", table.name, "' states none");
    }
  }
  if (values.empty())
    return std::nullopt;
  const StackLimits rule = context.options.limits;
  if (rule == StackLimits::Jax && !planned.isUnstacked)
    without = "jax-tpu-embedding stacks without them";
  if (!without.empty()) {
    stack.reasons.push_back(StrCat("suggested buffer sizes not used: ",
                                   listMembers(members), "; ", without));
    return std::nullopt;
  }
  const int64_t suggestion = combineValues(rule, values);
  stack.reasons.push_back(StrCat("suggested buffer size ", suggestion, ": ",
                                 describeSource(rule, members)));
  return suggestion;
}

/// Members are rounded up apart, so together they may have more than the
/// limits of the stack allow; and limits of a file may be below those that the
/// size was made for.
static void lowerToLargest(const StackingContext &context, Stack &stack) {
  const int64_t largest =
      getLargestSize(stack, context.topology, getNumMinibatches(context));
  if (getBufferSize(stack, context.topology) <= largest)
    return;
  stack.suggestedBufferSize = largest;
  stack.reasons.push_back(StrCat("suggested buffer size ", largest,
                                 " in its place, all that the limits allow: ",
                                 describeFactors(context, stack)));
}

/// Limits of a file may be above those that the size was made for.
static bool dropOutgrown(const StackingContext &context,
                         const PlannedStack &planned, Stack &stack) {
  const int64_t cores = context.topology.sparseCoresPerDevice;
  const int64_t perCore = getBufferSize(stack, context.topology) / cores;
  if (planned.limitsFile.empty() || perCore >= stack.maxIdsPerPartition)
    return false;
  stack.reasons.push_back(
      StrCat("suggested buffer size ", *stack.suggestedBufferSize,
             " not used: its ", perCore, " entries for each SparseCore are ",
             "less than max_ids_per_partition ", stack.maxIdsPerPartition,
             " of ", planned.limitsFile));
  stack.suggestedBufferSize.reset();
  return true;
}

static absl::Status checkSuggestion(const StackingContext &context,
                                    const PlannedStack &planned,
                                    const Stack &stack) {
  const int64_t cores = context.topology.sparseCoresPerDevice;
  const int64_t maxIds = stack.maxIdsPerPartition;
  const int64_t suggested = *stack.suggestedBufferSize;
  if (suggested < 1)
    return makeStackError(
        planned, stack,
        "the suggested buffer size must be greater than 0, but got ",
        suggested);
  const int64_t size = getBufferSize(stack, context.topology);
  const int64_t segments =
      multiplySaturated(context.getNumPartitions(), getNumMinibatches(context));
  const int64_t largest =
      getLargestSize(stack, context.topology, getNumMinibatches(context));
  if (size > largest)
    return makeStackError(
        planned, stack, "the suggested buffer size ", suggested,
        " is larger than the ", largest, " entries that the limits allow (",
        describeFactors(context, stack), "); lower it to ", largest,
        ", or raise max_ids_per_partition to ",
        host::kAlignment * divideUp(size / cores / host::kAlignment, segments));
  if (size / cores < maxIds)
    return makeStackError(
        planned, stack, "the suggested buffer size ", suggested, " leaves ",
        size / cores, " entries for each of ", cores,
        " SparseCores of a device, less than max_ids_per_partition ", maxIds,
        "; raise it to ",
        multiplySaturated(roundUpSaturated(maxIds, host::kAlignment), cores),
        ", or lower max_ids_per_partition to ", size / cores);
  if (size >= kMaxInt32)
    return makeStackError(
        planned, stack, "a buffer of ", size, " entries (suggested ", suggested,
        ") exceeds INT32 (", kMaxInt32, "); lower the suggested size");
  return absl::OkStatus();
}

static absl::Status checkLargestSize(const StackingContext &context,
                                     const PlannedStack &planned,
                                     const Stack &stack) {
  const int64_t size =
      getLargestSize(stack, context.topology, getNumMinibatches(context));
  if (size < kMaxInt32)
    return absl::OkStatus();
  const int64_t segments =
      multiplySaturated(multiplySaturated(context.topology.sparseCoresPerDevice,
                                          context.getNumPartitions()),
                        getNumMinibatches(context));
  const int64_t most =
      (kMaxInt32 - 1) / segments / host::kAlignment * host::kAlignment;
  const std::string orLower =
      most > 0 ? StrCat(", or lower max_ids_per_partition to ", most) : "";
  return makeStackError(planned, stack, "a buffer of ", size, " entries (",
                        describeFactors(context, stack), ") exceeds INT32 (",
                        kMaxInt32, "); suggest a buffer size", orLower);
}

absl::Status setBuffer(const StackingContext &context,
                       const PlannedStack &planned, Stack &stack) {
  stack.suggestedBufferSize = planned.limits.suggestedBufferSize;
  const bool isGiven = stack.suggestedBufferSize.has_value();
  if (isGiven) {
    stack.reasons.push_back(StrCat("suggested buffer size ",
                                   *stack.suggestedBufferSize,
                                   ": given for the stack"));
  } else {
    stack.suggestedBufferSize = combineSuggestions(context, planned, stack);
    if (!stack.suggestedBufferSize)
      return checkLargestSize(context, planned, stack);
  }
  if (dropOutgrown(context, planned, stack))
    return checkLargestSize(context, planned, stack);
  if (!planned.limitsFile.empty() || (!isGiven && stack.tables.size() > 1))
    lowerToLargest(context, stack);
  return checkSuggestion(context, planned, stack);
}

} // namespace sc::spec
