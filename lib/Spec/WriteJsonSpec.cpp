//===-- WriteJsonSpec.cpp - specs as JSON ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys in the order of docs/EmbeddingSpec.md; what is unset is left out.

#include "sc/Spec/SpecFile.h"

#include <nlohmann/json.hpp>

namespace sc::spec {

/// Floats of 32 bits, so that each is written as short as it reads back.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector,
                                  std::string, bool, int64_t, uint64_t, float>;

static void setIfGiven(Json &json, const char *key,
                       const std::optional<int64_t> &value) {
  if (value)
    json[key] = *value;
}

static void addLimits(Json &json, const Limits &limits) {
  setIfGiven(json, "max_ids_per_partition", limits.maxIdsPerPartition);
  setIfGiven(json, "max_unique_ids_per_partition",
             limits.maxUniqueIdsPerPartition);
  setIfGiven(json, "suggested_coo_buffer_size_per_device",
             limits.suggestedBufferSize);
}

template <typename T>
static Json makeDictionary(const std::map<std::string, T> &values) {
  // Assignment by key would search all keys before it.
  Json::object_t object;
  for (const auto &[key, value] : values)
    object.emplace_back(key, value);
  return object;
}

static Json makeOptimizer(const Optimizer &optimizer) {
  Json json;
  json["type"] = optimizer.type;
  if (optimizer.learningRate)
    json["learning_rate"] = *optimizer.learningRate;
  if (!optimizer.learningRateTag.empty())
    json["learning_rate_tag"] = optimizer.learningRateTag;
  if (!optimizer.floatParams.empty())
    json["float_params"] = makeDictionary(optimizer.floatParams);
  if (!optimizer.boolParams.empty())
    json["bool_params"] = makeDictionary(optimizer.boolParams);
  return json.size() == 1 ? Json(optimizer.type) : json;
}

static Json makeTable(const Table &table) {
  Json json = {{"name", table.name},
               {"vocabulary_size", table.vocabularySize},
               {"embedding_dim", table.embeddingDim},
               {"combiner", getCombinerName(table.combiner)},
               {"optimizer", makeOptimizer(table.optimizer)}};
  addLimits(json, table.limits);
  if (table.quantization)
    json["quantization_config"] = {
        {"num_buckets", table.quantization->numBuckets},
        {"min_value", table.quantization->minValue},
        {"max_value", table.quantization->maxValue}};
  return json;
}

static Json makeFeature(const Feature &feature) {
  Json json = {{"name", feature.name},
               {"table", feature.table},
               {"input_shape", feature.inputShape}};
  if (!feature.outputShape.empty())
    json["output_shape"] = feature.outputShape;
  return json;
}

static Json makeGroup(const StackGroup &group) {
  Json tables = Json::array();
  for (const StackMember &member : group.tables) {
    Json json = member.table;
    if (member.rotation)
      json = {{"table", member.table}, {"rotation", *member.rotation}};
    tables.push_back(std::move(json));
  }
  Json json = {{"name", group.name}, {"tables", std::move(tables)}};
  addLimits(json, group.limits);
  return json;
}

static Json makeConfig(const Config &config) {
  return {
      {"disable_table_stacking", config.disableTableStacking},
      {"max_ids_per_chip_per_sample", config.maxIdsPerChipPerSample},
      {"max_ids_per_table", makeDictionary(config.maxIdsPerTable)},
      {"max_unique_ids_per_table", makeDictionary(config.maxUniqueIdsPerTable)},
      {"allow_id_dropping", config.allowIdDropping},
      {"initialize_tables_on_host", config.initializeTablesOnHost},
      {"enable_fast_table_initialization",
       config.enableFastTableInitialization}};
}

template <typename T>
static Json makeList(const std::vector<T> &items, Json (*make)(const T &)) {
  Json json = Json::array();
  for (const T &item : items)
    json.push_back(make(item));
  return json;
}

std::string writeJsonSpec(const EmbeddingSpec &spec) {
  Json json;
  json["version"] = 1;
  if (spec.topology)
    json["topology"] = {
        {"devices", spec.topology->devices},
        {"sparse_cores_per_device", spec.topology->sparseCoresPerDevice}};
  setIfGiven(json, "num_sparse_cores", spec.numSparseCores);
  json["tables"] = makeList(spec.tables, makeTable);
  json["features"] = makeList(spec.features, makeFeature);
  if (!spec.groups.empty())
    json["stacks"] = makeList(spec.groups, makeGroup);
  if (spec.areGroupsComplete)
    json["are_stacks_complete"] = true;
  json["sparsecore_config"] = spec.config ? makeConfig(*spec.config) : Json();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sc::spec
