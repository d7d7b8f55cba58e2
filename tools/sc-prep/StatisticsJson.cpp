//===-- StatisticsJson.cpp - what batches need, for programs --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/Prep.md defines each field.

#include "tools/sc-prep/Statistics.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace sc::prep {

using Json = nlohmann::ordered_json;

/// [device][count]
static Json splitByDevice(const std::vector<int64_t> &values, int64_t devices) {
  Json rows = Json::array();
  const int64_t width = static_cast<int64_t>(values.size()) / devices;
  for (int64_t device = 0; device < devices; ++device) {
    auto first = values.begin() + device * width;
    rows.push_back(std::vector<int64_t>(first, first + width));
  }
  return rows;
}

static Json makeObserved(const StackSummary &stack, int64_t devices) {
  const host::Statistics &statistics = stack.statistics;
  return {{"name", stack.name},
          {"observed",
           {{"max_ids_per_partition", stack.getMaxIds()},
            {"max_unique_ids_per_partition", stack.getMaxUniqueIds()},
            {"required_buffer_size", stack.getRequired()}}},
          {"max_ids", splitByDevice(statistics.maxIds, devices)},
          {"max_unique_ids", splitByDevice(statistics.maxUniqueIds, devices)},
          {"required_buffer_sizes",
           splitByDevice(statistics.requiredBufferSizes, devices)},
          {"ids", statistics.numIds}};
}

static Json makeStack(const Summary &summary, const StackSummary &stack) {
  const host::Statistics &statistics = stack.statistics;
  const host::DropCounts &dropped = statistics.dropped;
  Json json = makeObserved(stack, summary.getTopology().globalDevices);
  json["tables"] = stack.tables;
  json["limits"] = {
      {"max_ids_per_partition", stack.maxIdsPerPartition},
      {"max_unique_ids_per_partition", stack.maxUniqueIdsPerPartition},
      {"entries_per_device", stack.entriesPerDevice}};
  json["use_percent"] = {
      {"max_ids_per_partition",
       getPercent(stack.getMaxIds(), stack.maxIdsPerPartition)},
      {"max_unique_ids_per_partition",
       getPercent(stack.getMaxUniqueIds(), stack.maxUniqueIdsPerPartition)},
      {"buffer", getPercent(stack.bufferNeed, summary.getBufferSize(stack))}};
  json["kept"] = statistics.getNumKeptIds();
  json["entries"] = statistics.numEntries;
  json["dropped"] = {{"max_ids", dropped.overMaxIds},
                     {"max_unique_ids", dropped.overMaxUniqueIds},
                     {"buffer", dropped.overBuffer},
                     {"total", dropped.getTotal()},
                     {"percent", statistics.getDroppedPercent()}};
  return json;
}

static Json makeFrequencies(const host::TableFrequencies &table) {
  Json ids = Json::array();
  for (const host::IdCount &id : table.mostFrequent)
    ids.push_back(
        {{"id", id.id}, {"count", id.count}, {"share", table.getShare(id)}});
  return {{"table", table.table},
          {"vocabulary_size", table.vocabularySize},
          {"ids", table.numIds},
          {"distinct_ids", table.numDistinctIds},
          {"out_of_range", table.numOutOfRange},
          {"vocabulary_share", table.vocabularyShare},
          {"top_1_percent_share", table.topPercentShare},
          {"top_10_percent_share", table.topTenPercentShare},
          {"histogram", table.histogram},
          {"most_frequent", ids}};
}

void printStatisticsJson(const Summary &stacks, const Summary &tables,
                         const std::vector<host::TableFrequencies> &frequencies,
                         std::ostream &os) {
  const host::Topology &topology = stacks.getTopology();
  Json json = {{"version", kStatisticsVersion},
               {"batches", stacks.getNumBatches()},
               {"devices", topology.globalDevices},
               {"sparse_cores_per_device", topology.sparseCoresPerDevice},
               {"minibatching", stacks.hasMinibatching()},
               {"minibatches", stacks.getNumMinibatches()},
               {"stacks", Json::array()},
               {"tables", Json::array()}};
  for (const StackSummary &stack : stacks.getStacks())
    json["stacks"].push_back(makeStack(stacks, stack));
  for (const StackSummary &table : tables.getStacks())
    json["tables"].push_back(makeObserved(table, topology.globalDevices));
  if (!frequencies.empty()) {
    json["id_frequencies"] = Json::array();
    for (const host::TableFrequencies &table : frequencies)
      json["id_frequencies"].push_back(makeFrequencies(table));
  }
  os << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

} // namespace sc::prep
