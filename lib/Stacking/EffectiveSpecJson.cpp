//===-- EffectiveSpecJson.cpp - what became of a spec, for programs -------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schema is in docs/Stacking.md; a change that breaks readers raises its
// version.

#include "StackPlan.h"

#include "nlohmann/json.hpp"

namespace sc::spec {

using Json = nlohmann::ordered_json;

static constexpr int kVersion = 1;

static Json makeOptional(const std::optional<int64_t> &value) {
  return value ? Json(*value) : Json();
}

static Json makeFeature(const StackedFeature &use) {
  return {{"name", use.feature.name},
          {"samples", use.feature.getNumSamples()},
          {"row_offset", use.rowOffset},
          {"col_offset", use.colOffset},
          {"col_shift", use.colShift}};
}

static Json makeTable(const StackedTable &table) {
  Json json = {{"name", table.table.name},
               {"vocabulary_size", table.table.vocabularySize},
               {"embedding_dim", table.table.embeddingDim},
               {"padded_vocabulary_size", table.paddedVocabularySize},
               {"padded_embedding_dim", table.paddedEmbeddingDim},
               {"row_offset_in_shard", table.rowOffsetInShard},
               {"shard_rotation", table.shardRotation},
               {"features", Json::array()}};
  for (const StackedFeature &use : table.features)
    json["features"].push_back(makeFeature(use));
  return json;
}

static Json makeStack(const Stack &stack, const Topology &topology) {
  Json json = {
      {"name", stack.name},
      {"vocabulary_size", stack.vocabularySize},
      {"embedding_dim", stack.embeddingDim},
      {"samples", stack.sampleCount},
      {"max_ids_per_partition", stack.maxIdsPerPartition},
      {"max_unique_ids_per_partition", stack.maxUniqueIdsPerPartition},
      {"suggested_coo_buffer_size_per_device",
       makeOptional(stack.suggestedBufferSize)},
      {"coo_buffer_size_per_device", getBufferSize(stack, topology)},
      {"activation_mem_bytes_limit", makeOptional(stack.activationBytesLimit)},
      {"tables", Json::array()},
      {"reasons", stack.reasons}};
  for (const StackedTable &table : stack.tables)
    json["tables"].push_back(makeTable(table));
  return json;
}

std::string makeEffectiveSpecJson(const StackedSpec &spec) {
  Json json = {
      {"version", kVersion},
      {"topology",
       {{"devices", spec.topology.devices},
        {"sparse_cores_per_device", spec.topology.sparseCoresPerDevice}}},
      {"stacks", Json::array()}};
  for (const Stack &stack : spec.stacks)
    json["stacks"].push_back(makeStack(stack, spec.topology));
  // Names that are no UTF-8 are shown as well as they can be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sc::spec
