//===-- StackRules.cpp - stacks that nobody gives -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys, sizes, bounds and order of jax-tpu-embedding and of TensorFlow.

#include "StackPlan.h"

#include "runtime/support/Saturated.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>

namespace sc::spec {

using absl::StrCat;

static constexpr int64_t kShardBytes = int64_t(1) << 31;

/// The shortest text that is this value and no other.
static std::string formatFloat(float value) {
  std::array<char, 64> text;
  value = value == 0 ? 0 : value; // -0 equals 0
  auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

static std::string quote(const std::string &text) {
  return StrCat("'", absl::Utf8SafeCEscape(text), "'");
}

/// "adagrad (learning_rate 0.1)"; differs if the optimizers do.
static std::string describeOptimizer(const Optimizer &optimizer) {
  std::vector<std::string> parameters;
  if (optimizer.learningRate)
    parameters.push_back(
        StrCat("learning_rate ", formatFloat(*optimizer.learningRate)));
  if (!optimizer.learningRateTag.empty())
    parameters.push_back(
        StrCat("learning_rate_tag ", quote(optimizer.learningRateTag)));
  for (const auto &[name, value] : optimizer.floatParams)
    parameters.push_back(StrCat(quote(name), " ", formatFloat(value)));
  for (const auto &[name, value] : optimizer.boolParams)
    parameters.push_back(StrCat(quote(name), value ? " true" : " false"));
  std::string type = absl::Utf8SafeCEscape(optimizer.type);
  if (parameters.empty())
    return type;
  return StrCat(type, " (", absl::StrJoin(parameters, ", "), ")");
}

/// "width 8, optimizer sgd, combiner sum". TensorFlow's stacks may mix
/// combiners: gains already hold them.
static std::string makeKey(const TableUse &use, StackRule rule) {
  const Table &table = *use.table;
  std::string key = StrCat("width ", use.paddedWidth, ", optimizer ",
                           describeOptimizer(table.optimizer));
  if (rule == StackRule::Jax)
    absl::StrAppend(&key, ", combiner ", getCombinerName(table.combiner));
  if (table.quantization)
    absl::StrAppend(&key, ", quantization to ", table.quantization->numBuckets,
                    " buckets from ", formatFloat(table.quantization->minValue),
                    " to ", formatFloat(table.quantization->maxValue));
  return key;
}

/// Samples of one SparseCore. Both libraries round down, at different times.
static int64_t countSamples(const TableUse &use, const Topology &topology,
                            StackRule rule) {
  int64_t samples = 0;
  const int64_t parts =
      rule == StackRule::Jax ? topology.getNumSparseCores() : topology.devices;
  for (const Feature *feature : use.features)
    samples = addSaturated(samples, feature->getNumSamples() / parts);
  return rule == StackRule::Jax ? samples
                                : samples / topology.sparseCoresPerDevice;
}

static TableLoad makeLoad(const StackingContext &context, const TableUse &use) {
  const StackRule rule = context.options.rule;
  const int64_t rowBytes = multiplySaturated(use.paddedWidth, 4);
  TableLoad load;
  load.name = use.table->name;
  load.key = makeKey(use, rule);
  load.activationBytes =
      multiplySaturated(rowBytes, countSamples(use, context.topology, rule));
  load.shardBytes =
      multiplySaturated(rowBytes, use.paddedRows) / context.topology.devices;
  load.rows = use.paddedRows;
  return load;
}

static std::optional<int64_t> getBound(std::optional<int64_t> option,
                                       int64_t fallback) {
  int64_t bound = option.value_or(fallback);
  return bound == 0 ? std::nullopt : std::optional(bound);
}

static StackBounds getBounds(const StackOptions &options) {
  StackBounds bounds;
  if (options.rule == StackRule::Jax) {
    bounds.activationBytes =
        options.activationBytesLimit.value_or(kStackActivationBytes);
    return bounds;
  }
  bounds.activationBytes =
      getBound(options.activationBytesLimit, kStackActivationBytes);
  bounds.shardBytes = getBound(options.shardBytesLimit, kShardBytes);
  bounds.rows = kMaxInt32;
  bounds.tables = getBound(options.tablesLimit, 0);
  bounds.isExclusive = true;
  return bounds;
}

/// In the order that the rule takes them in.
static std::vector<size_t> orderTables(const StackingContext &context,
                                       const std::vector<bool> &free) {
  std::vector<size_t> order;
  for (size_t i = 0; i < free.size(); ++i)
    if (free[i] && !context.tables[i].features.empty())
      order.push_back(i);
  if (context.options.rule == StackRule::Jax)
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return context.tables[a].firstFeature < context.tables[b].firstFeature;
    });
  return order;
}

static std::string describeActivations(const TableGroup &group,
                                       const StackBounds &bounds) {
  std::string text = StrCat("activations ", group.total.activationBytes, " B");
  if (!bounds.activationBytes)
    return StrCat(text, " without a limit");
  return StrCat(text, bounds.isExclusive ? " of less than " : " of at most ",
                *bounds.activationBytes, " B");
}

static std::string describeAlone(const TableGroup &group, bool isOnly,
                                 const StackBounds &bounds) {
  const int64_t bytes = group.total.activationBytes;
  if (bounds.activationBytes && bytes >= *bounds.activationBytes &&
      (bounds.isExclusive || bytes > *bounds.activationBytes))
    return StrCat("alone: activations ", bytes, " B ",
                  bounds.isExclusive ? "reach " : "exceed ",
                  *bounds.activationBytes, " B");
  if (isOnly)
    return StrCat("alone: no other table has ", group.total.key);
  return StrCat("alone: no room in the other stacks of ", group.total.key);
}

static PlannedStack makePlan(const StackingContext &context,
                             const std::vector<size_t> &order, TableGroup group,
                             bool isOnly) {
  const StackBounds bounds = getBounds(context.options);
  PlannedStack stack;
  std::vector<std::string> names;
  for (size_t index : group.tables) {
    stack.members.push_back({order[index], std::nullopt});
    names.push_back(context.tables[order[index]].table->name);
  }
  stack.name = context.options.rule == StackRule::Jax
                   ? makeStackName(names)
                   : absl::StrJoin(names, "_");
  stack.location = context.tables[order[group.tables[0]]].table->location;
  stack.activationBytesLimit = bounds.activationBytes;
  stack.reasons.push_back(
      names.size() > 1 ? StrCat(names.size(), " tables of ", group.total.key,
                                ": ", describeActivations(group, bounds))
                       : describeAlone(group, isOnly, bounds));
  for (std::string &refusal : group.refusals)
    stack.reasons.push_back(std::move(refusal));
  return stack;
}

/// TensorFlow: by width, then optimizer, whatever came first.
static void sortByKey(const StackingContext &context,
                      const std::vector<size_t> &order,
                      std::vector<TableGroup> &groups) {
  auto getKey = [&](const TableGroup &group) {
    const size_t first = group.tables[0];
    return std::tuple<int64_t, const std::string &, size_t>(
        context.tables[order[first]].paddedWidth, group.total.key, first);
  };
  std::sort(groups.begin(), groups.end(),
            [&](const TableGroup &a, const TableGroup &b) {
              return getKey(a) < getKey(b);
            });
}

std::vector<PlannedStack> planByRule(const StackingContext &context,
                                     const std::vector<bool> &free) {
  const std::vector<size_t> order = orderTables(context, free);
  std::vector<TableLoad> loads;
  for (size_t index : order)
    loads.push_back(makeLoad(context, context.tables[index]));
  std::vector<TableGroup> groups =
      groupTables(loads, getBounds(context.options));
  if (context.options.rule == StackRule::TensorFlow)
    sortByKey(context, order, groups);
  std::map<std::string, size_t> numGroups;
  for (const TableGroup &group : groups)
    ++numGroups[group.total.key];
  std::vector<PlannedStack> stacks;
  for (TableGroup &group : groups) {
    bool isOnly = numGroups[group.total.key] == 1;
    stacks.push_back(makePlan(context, order, std::move(group), isOnly));
  }
  return stacks;
}

} // namespace sc::spec
