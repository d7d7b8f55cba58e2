//===-- StackLimits.cpp - limits of tables become those of stacks ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever is chosen becomes a sentence.

#include "StackPlan.h"
#include "runtime/support/Saturated.h"

#include <algorithm>
#include <iterator>

namespace sc::spec {

using absl::StrCat;

namespace {

/// One of the two limits that count ids.
struct LimitField {
  const char *name;
  std::optional<int64_t> Limits::*stated;
  const char *totalName;
  std::map<std::string, int64_t> Config::*totals;
  int64_t Stack::*result;
};

struct TableLimit {
  int64_t value = kDefaultMaxIds;
  std::string source; // a sentence where the config states it
  bool isDefault = false;
};

} // namespace

static constexpr LimitField kFields[] = {
    {"max_ids_per_partition", &Limits::maxIdsPerPartition, "max_ids_per_table",
     &Config::maxIdsPerTable, &Stack::maxIdsPerPartition},
    {"max_unique_ids_per_partition", &Limits::maxUniqueIdsPerPartition,
     "max_unique_ids_per_table", &Config::maxUniqueIdsPerTable,
     &Stack::maxUniqueIdsPerPartition}};

/// "a, b and 7 more" or "a and b".
static std::string joinSome(const std::vector<std::string> &items) {
  constexpr size_t kShown = 8;
  const bool isCut = items.size() > kShown + 1;
  const size_t shown = isCut ? kShown : items.size();
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    const bool isLast = !isCut && i + 1 == shown;
    absl::StrAppend(&text, i == 0 ? "" : isLast ? " and " : ", ", items[i]);
  }
  if (isCut)
    absl::StrAppend(&text, " and ", items.size() - shown, " more");
  return text;
}

std::string listMembers(const StatedMembers &members) {
  std::vector<std::string> items;
  for (const auto &[name, text] : members)
    items.push_back(StrCat("'", name, "' (", text, ")"));
  return joinSome(items);
}

std::string describeSource(StackLimits rule, const StatedMembers &members) {
  if (members.size() == 1)
    return StrCat("of '", members[0].first, "'");
  return StrCat(rule == StackLimits::Max ? "largest of " : "sum of ",
                listMembers(members));
}

int64_t combineValues(StackLimits rule, const std::vector<int64_t> &values) {
  if (rule == StackLimits::Max || values.size() == 1)
    return *std::max_element(values.begin(), values.end());
  if (rule == StackLimits::Jax)
    return kDefaultMaxIds;
  int64_t sum = 0;
  for (int64_t value : values)
    sum = addSaturated(sum, value);
  return sum;
}

/// Totals of the config are over all partitions of a SparseCore, which share
/// them evenly.
static TableLimit getTableLimit(const StackingContext &context,
                                const Table &table, const LimitField &field) {
  if (std::optional<int64_t> stated = table.limits.*field.stated)
    return {*stated, "", false};
  if (context.spec.config) {
    const auto &totals = (*context.spec.config).*field.totals;
    if (auto found = totals.find(table.name); found != totals.end()) {
      const int64_t parts = context.getNumPartitions();
      const int64_t value = divideUp(found->second, parts);
      return {value,
              StrCat(field.name, " of '", table.name, "' is ", value, ": ",
                     field.totalName, " ", found->second, " over ", parts,
                     " partitions"),
              false};
    }
  }
  return {kDefaultMaxIds, "", true};
}

namespace {
/// What the members say, and where that comes from.
struct MemberLimits {
  StatedMembers members;
  std::vector<std::string> sources;
  std::vector<int64_t> values;
};
} // namespace

/// Adds the members' `field`.
static void addField(const StackingContext &context,
                     const PlannedStack &planned, const Stack &stack,
                     const LimitField &field, MemberLimits &limits) {
  std::vector<std::string> sources;
  std::vector<std::string> defaults;
  limits.values.clear();
  limits.members.resize(stack.tables.size());
  for (size_t i = 0; i < stack.tables.size(); ++i) {
    const Table &table = stack.tables[i].table;
    TableLimit limit = getTableLimit(context, table, field);
    auto &[name, text] = limits.members[i];
    name = table.name;
    text += StrCat(text.empty() ? "" : "/", limit.value);
    limits.values.push_back(limit.value);
    if (limit.isDefault)
      defaults.push_back(StrCat("'", name, "'"));
    if (!limit.source.empty())
      sources.push_back(std::move(limit.source));
  }
  if (!defaults.empty())
    sources.push_back(StrCat(field.name, " not stated for ", joinSome(defaults),
                             ": default ", kDefaultMaxIds));
  if (!(planned.limits.*field.stated)) // else members do not count
    std::move(sources.begin(), sources.end(),
              std::back_inserter(limits.sources));
}

static void addReasons(const StackingContext &context,
                       const PlannedStack &planned, MemberLimits limits,
                       Stack &stack) {
  std::string text = StrCat("limits ", stack.maxIdsPerPartition, "/",
                            stack.maxUniqueIdsPerPartition, ": ");
  const char *given = nullptr;
  int numGiven = 0;
  for (const LimitField &field : kFields)
    if (planned.limits.*field.stated && ++numGiven)
      given = field.name;
  const std::string source = planned.limitsFile.empty()
                                 ? "given for the stack"
                                 : "of " + planned.limitsFile;
  if (numGiven == 2) {
    stack.reasons.push_back(text + source);
    return;
  }
  if (given)
    absl::StrAppend(&text, given, " ", source, ", else ");
  if (stack.tables.size() > 1 && context.options.limits == StackLimits::Jax) {
    absl::StrAppend(&text, "those of jax-tpu-embedding for any stack, not of ",
                    listMembers(limits.members));
    stack.reasons.push_back(text);
    return;
  }
  stack.reasons.push_back(
      text + describeSource(context.options.limits, limits.members));
  for (std::string &source : limits.sources)
    stack.reasons.push_back(std::move(source));
}

/// jax-tpu-embedding has such limits where only one is stated.
static void explainUniqueIds(Stack &stack) {
  if (stack.maxUniqueIdsPerPartition > stack.maxIdsPerPartition)
    stack.reasons.push_back(
        StrCat("max_unique_ids_per_partition ", stack.maxUniqueIdsPerPartition,
               " is never reached: at most ", stack.maxIdsPerPartition,
               " ids can be distinct"));
}

absl::Status setLimits(const StackingContext &context,
                       const PlannedStack &planned, Stack &stack) {
  MemberLimits limits;
  for (const LimitField &field : kFields) {
    addField(context, planned, stack, field, limits);
    const int64_t value =
        (planned.limits.*field.stated)
            .value_or(combineValues(context.options.limits, limits.values));
    if (value < 1)
      return makeStackError(planned, stack, field.name,
                            " must be greater than 0, but got ", value);
    if (value > kMaxInt32)
      return makeStackError(
          planned, stack, field.name, " ", value, " exceeds INT32 (", kMaxInt32,
          "); state it for the stack, or lower that of its tables");
    stack.*field.result = value;
  }
  addReasons(context, planned, std::move(limits), stack);
  explainUniqueIds(stack);
  return absl::OkStatus();
}

} // namespace sc::spec
