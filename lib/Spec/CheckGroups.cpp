//===-- CheckGroups.cpp - given stacks and the config ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables in one stack must be alike; what the config names must be there.

#include "lib/Spec/SpecChecker.h"
#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

namespace sc::spec::detail {

using absl::StrCat;

static std::string
describeQuantization(const std::optional<Quantization> &quantization) {
  if (!quantization)
    return "none";
  return StrCat(quantization->numBuckets, " buckets from ",
                quantization->minValue, " to ", quantization->maxValue);
}

void SpecChecker::checkAlike(const StackGroup &group, const Table &first,
                             const Table &other) {
  auto fail = [&](const char *what, const auto &firstHas,
                  const auto &otherHas) {
    addError(group.location, "stack ", quoteName(group.name), ": table ",
             quoteName(first.name), " has ", what, " ", firstHas, ", table ",
             quoteName(other.name), " ", otherHas,
             "; a stack has but one: take one of the two out");
  };
  int64_t width = roundUpSaturated(first.embeddingDim, kAlignment);
  int64_t otherWidth = roundUpSaturated(other.embeddingDim, kAlignment);
  if (width != otherWidth)
    fail("padded width", width, otherWidth);
  if (first.optimizer.type != other.optimizer.type)
    fail("optimizer", first.optimizer.type, other.optimizer.type);
  else if (first.optimizer != other.optimizer)
    fail("optimizer", first.optimizer.type, "the same with other parameters");
  // Gains hold the combiner, and TensorFlow's rule does not look at it.
  if (first.combiner != other.combiner)
    addWarning(group.location, "stack ", quoteName(group.name), ": table ",
               quoteName(first.name), " has combiner ",
               getCombinerName(first.combiner), ", table ",
               quoteName(other.name), " ", getCombinerName(other.combiner),
               "; jax-tpu-embedding stacks tables of one combiner only");
  if (first.quantization != other.quantization)
    fail("quantization", describeQuantization(first.quantization),
         describeQuantization(other.quantization));
}

void SpecChecker::checkMembers(const StackGroup &group) {
  std::string what = StrCat("stack ", quoteName(group.name));
  const Table *first = nullptr;
  for (const StackMember &member : group.tables) {
    std::string name = StrCat("table ", quoteName(member.table));
    const Table *table =
        findTable(member.table, StrCat(what, " has"), group.location);
    auto [place, isNew] = groupOfTable.emplace(member.table, &group);
    if (!isNew && place->second == &group)
      addError(group.location, name, " is twice in ", what);
    else if (!isNew)
      addError(group.location, name, " is in ", what, " and in stack ",
               quoteName(place->second->name),
               "; a table is in one stack only");
    if (member.rotation && *member.rotation < 0)
      addError(group.location, "rotation of ", name, " of ", what, " is ",
               *member.rotation, ", must not be negative");
    else if (member.rotation && !spec.numSparseCores)
      addWarning(group.location, "rotation ", *member.rotation, " of ", name,
                 " of ", what,
                 " holds for any number of SparseCores: num_sparse_cores does "
                 "not say for how many it is");
    if (!table)
      continue;
    if (first)
      checkAlike(group, *first, *table);
    else
      first = table;
  }
}

void SpecChecker::checkGroups() {
  std::map<std::string_view, const StackGroup *> known;
  for (const StackGroup &group : spec.groups) {
    std::string what = StrCat("stack ", quoteName(group.name));
    checkName("name of a stack", group.name, group.location);
    auto [first, isNew] = known.emplace(group.name, &group);
    if (!isNew)
      addError(group.location, what, " occurs twice",
               describeFirst(first->second->location));
    if (group.tables.empty())
      addError(group.location, what, " has no tables");
    checkMembers(group);
    checkLimits(what, group.location, group.limits);
  }
  // A table that stays alone is a stack of its own name, if it has features.
  for (const StackGroup &group : spec.groups)
    if (usedTables.contains(group.name) && tables.contains(group.name) &&
        !groupOfTable.contains(group.name))
      addError(group.location, "stack ", quoteName(group.name),
               " has the name of a table that is in no given stack and may "
               "become a stack of that name; choose another name");
}

void SpecChecker::checkTotals(const Config &config, const char *field,
                              const std::map<std::string, int64_t> &totals,
                              const char *limitField,
                              std::optional<int64_t> Limits::*limit) {
  std::string what = StrCat(field, " of sparsecore_config");
  for (const auto &[name, total] : totals) {
    const Table *table = findTable(name, StrCat(what, " has"), config.location);
    if (!checkRange(StrCat("table ", quoteName(name)), field, config.location,
                    total) ||
        !table || !(table->limits.*limit) || total >= *(table->limits.*limit))
      continue;
    addError(config.location, what, ": table ", quoteName(name), " may have ",
             total, " in all partitions, but ", limitField, " ",
             *(table->limits.*limit),
             " in one of them; raise the total or lower the limit");
  }
}

void SpecChecker::checkConfig(const Config &config) {
  checkRange("sparsecore_config", "max_ids_per_chip_per_sample",
             config.location, config.maxIdsPerChipPerSample);
  checkTotals(config, "max_ids_per_table", config.maxIdsPerTable,
              "max_ids_per_partition", &Limits::maxIdsPerPartition);
  checkTotals(config, "max_unique_ids_per_table", config.maxUniqueIdsPerTable,
              "max_unique_ids_per_partition",
              &Limits::maxUniqueIdsPerPartition);
  for (const auto &[name, unique] : config.maxUniqueIdsPerTable) {
    auto total = config.maxIdsPerTable.find(name);
    if (total != config.maxIdsPerTable.end() && unique > total->second)
      addError(config.location, "sparsecore_config: table ", quoteName(name),
               " has max_unique_ids_per_table ", unique,
               ", more than max_ids_per_table ", total->second,
               "; lower the one or raise the other");
  }
  if (config.initializeTablesOnHost && config.enableFastTableInitialization)
    addError(config.location,
             "sparsecore_config: enable_fast_table_initialization makes tables "
             "on the device, but initialize_tables_on_host is true, its "
             "default; set that to false or leave out the other");
}

} // namespace sc::spec::detail
