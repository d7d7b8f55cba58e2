//===-- StackPlan.h - stacks while they are made ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First the uses of each table, then which tables share a stack, then numbers.

#ifndef SC_LIB_STACKING_STACKPLAN_H
#define SC_LIB_STACKING_STACKPLAN_H

#include "sc/Stacking/StackGroups.h"
#include "sc/Stacking/Stacking.h"

#include "absl/strings/str_cat.h"

#include <utility>

namespace sc::spec {

/// A table, its features in the order of the spec, and its padded sizes.
struct TableUse {
  const Table *table = nullptr;
  std::vector<const Feature *> features;
  size_t firstFeature = 0; // index in the spec
  int64_t paddedRows = 0;
  int64_t paddedWidth = 0;
};

struct PlannedMember {
  size_t table = 0; // index of the TableUse
  std::optional<int64_t> rotation;
};

struct PlannedStack {
  std::string name;
  std::vector<PlannedMember> members;
  Limits limits;            // given for the stack
  std::string limitsFile;   // that gives them; "": the spec
  std::string location;     // of the group that gives it, or its first table
  bool isUnstacked = false; // by no rule and in no group
  std::optional<int64_t> activationBytesLimit;
  std::vector<std::string> reasons;
};

/// All that the steps share.
struct StackingContext {
  const EmbeddingSpec &spec;
  const Topology &topology;
  const StackOptions &options;
  std::vector<TableUse> tables; // as spec.tables

  int64_t getNumPartitions() const { return topology.getNumSparseCores(); }
};

/// "file:1:2: " or "".
std::string formatLocation(const std::string &location);

/// The spec with limits of the options' file in place of those of its tables.
EmbeddingSpec replaceTableLimits(const EmbeddingSpec &spec,
                                 const LimitsByTable &limits);

/// Limits of the options' file in place of those given for the stacks.
void replaceStackLimits(const LimitsByTable &limits,
                        std::vector<PlannedStack> &stacks);

/// An error if the file names what is neither a table nor a stack.
absl::Status checkFileNames(const LimitsByTable &limits,
                            const EmbeddingSpec &spec,
                            const std::vector<PlannedStack> &stacks);

/// The uses of all tables; errors for what has no layout.
absl::StatusOr<std::vector<TableUse>> collectTables(const EmbeddingSpec &spec,
                                                    const Topology &topology);

/// Stacks in their order: those given, then those by rule.
absl::StatusOr<std::vector<PlannedStack>>
planStacks(const StackingContext &context);

/// Stacks by rule, of the tables that are `free` and have features.
std::vector<PlannedStack> planByRule(const StackingContext &context,
                                     const std::vector<bool> &free);

/// An error of `stack`, at the place that gives it.
template <typename... Parts>
absl::Status makeStackError(const PlannedStack &planned, const Stack &stack,
                            const Parts &...parts) {
  return absl::InvalidArgumentError(
      absl::StrCat(formatLocation(planned.location), "stack '", stack.name,
                   "': ", parts...));
}

/// A member's name and what it states, as text.
using StatedMembers = std::vector<std::pair<std::string, std::string>>;

/// "sum of 'a' (256/64), 'b' (64/32) and 7 more"; "of 'a'" for one.
std::string describeSource(StackLimits rule, const StatedMembers &members);

/// "'a' (256/64), 'b' (64/32) and 7 more".
std::string listMembers(const StatedMembers &members);

/// What the values of the members become in a stack.
int64_t combineValues(StackLimits rule, const std::vector<int64_t> &values);

/// Sets the limits of `stack`, and says why.
absl::Status setLimits(const StackingContext &context,
                       const PlannedStack &planned, Stack &stack);

/// Sets the suggested buffer size, after the limits, and says why.
absl::Status setBuffer(const StackingContext &context,
                       const PlannedStack &planned, Stack &stack);

/// "max_ids_per_partition 190 up to 192 x 2 SparseCores x 16 partitions".
std::string describeBufferFactors(int64_t maxIds, const Topology &topology,
                                  int64_t numMinibatches);

} // namespace sc::spec

#endif // SC_LIB_STACKING_STACKPLAN_H
