//===-- JaxGoldenTest.cpp - stacks recorded from jax-tpu-embedding --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each golden of test/host/goldens says how its stacks came about: these must
// come out the same.

#include "runtime/support/Npz.h"
#include "test/unit/stacking/StackingTest.h"

#include "nlohmann/json.hpp"

#include <filesystem>
#include <set>

namespace sc::test {
namespace {

using Json = nlohmann::json;

Json readMeta(const std::filesystem::path &path) {
  absl::StatusOr<runtime::NpzReader> reader =
      runtime::NpzReader::open(path.string());
  EXPECT_TRUE(reader.ok()) << reader.status();
  absl::StatusOr<runtime::Array> text = reader->read("meta_json");
  EXPECT_TRUE(text.ok()) << text.status();
  std::span<const char> chars = text->getElements<char>();
  return Json::parse(chars.begin(), chars.end());
}

std::optional<int64_t> getOptional(const Json &value) {
  return value.is_null() ? std::nullopt : std::optional<int64_t>(value);
}

EmbeddingSpec makeGoldenSpec(const Json &meta) {
  EmbeddingSpec spec;
  for (const auto &[name, from] : meta["tables"].items()) {
    spec::Table table =
        makeTable(name, from["vocabulary_size"], from["embedding_dim"]);
    table.combiner = *spec::parseCombiner(from["combiner"]);
    table.limits = {from["max_ids_per_partition"],
                    from["max_unique_ids_per_partition"],
                    getOptional(from["suggested_coo_buffer_size_per_device"])};
    spec.tables.push_back(table);
  }
  for (const Json &from : meta["features"])
    spec.features.push_back(
        makeFeature(from["name"], from["table"], from["global_batch"]));
  return spec;
}

StackOptions makeGoldenOptions(const Json &meta) {
  StackOptions options;
  options.limits = StackLimits::Jax;
  options.enableMinibatching = meta["options"]["enable_minibatching"];
  options.disableStacking = meta["stacking"][0] == "prepare";
  if (meta["stacking"].size() > 1 &&
      meta["stacking"][1].contains("activation_mem_bytes_limit"))
    options.activationBytesLimit =
        meta["stacking"][1]["activation_mem_bytes_limit"];
  return options;
}

/// Recorded with buffers that are refused here, because they are larger than
/// the limits allow, or smaller than max_ids for a SparseCore.
const std::set<std::string> kRefusedBuffers = {
    "abort_suggested_too_big", "buffer_overflow_no_drop_flag",
    "buffer_overflow_uneven", "buffer_suggested_rounding",
    "mb_single_overflow"};

StackedSpec stackGolden(const Json &meta) {
  EmbeddingSpec spec = makeGoldenSpec(meta);
  const Topology topology = {meta["options"]["global_device_count"],
                             meta["options"]["num_sc_per_device"]};
  const StackOptions options = makeGoldenOptions(meta);
  if (kRefusedBuffers.contains(meta["name"])) {
    EXPECT_THAT(stackError(spec, topology, options),
                testing::HasSubstr("the suggested buffer size"));
    spec.tables[0].limits.suggestedBufferSize = std::nullopt;
  }
  return stack(spec, topology, options);
}

void expectFeature(const Json &expected, const spec::StackedTable &table,
                   const spec::StackedFeature &feature) {
  SCOPED_TRACE("feature " + feature.feature.name);
  EXPECT_EQ(expected["table"], table.table.name);
  EXPECT_EQ(expected["row_offset"], feature.rowOffset);
  EXPECT_EQ(expected["col_offset"], feature.colOffset);
  EXPECT_EQ(expected["col_shift"], feature.colShift);
  EXPECT_EQ(expected["table_padded_dim"], table.paddedEmbeddingDim);
  EXPECT_EQ(expected["table_padded_vocab_size"], table.paddedVocabularySize);
  EXPECT_EQ(expected["table_row_offset_in_shard"], table.rowOffsetInShard);
  EXPECT_EQ(expected["table_shard_rotation"], table.shardRotation);
}

void expectStack(const Json &meta, const Stack &actual) {
  SCOPED_TRACE("stack " + actual.name);
  ASSERT_TRUE(meta["stacks"].contains(actual.name));
  const Json &expected = meta["stacks"][actual.name];
  EXPECT_EQ(expected["stack_embedding_dim"], actual.embeddingDim);
  EXPECT_EQ(expected["stack_vocab_size"], actual.vocabularySize);
  EXPECT_EQ(expected["total_sample_count"], actual.sampleCount);
  if (meta["limits_after_stacking"].empty()) {
    EXPECT_EQ(expected["max_ids_per_partition"], actual.maxIdsPerPartition);
    EXPECT_EQ(expected["max_unique_ids_per_partition"],
              actual.maxUniqueIdsPerPartition);
    if (!kRefusedBuffers.contains(meta["name"])) {
      EXPECT_EQ(getOptional(expected["suggested_coo_buffer_size_per_device"]),
                actual.suggestedBufferSize);
    }
  }
  std::map<std::string, Json> features;
  for (const Json &feature : expected["features"])
    features[feature["name"]] = feature;
  size_t numFeatures = 0;
  for (const spec::StackedTable &table : actual.tables)
    for (const spec::StackedFeature &feature : table.features) {
      ++numFeatures;
      expectFeature(features[feature.feature.name], table, feature);
    }
  EXPECT_EQ(numFeatures, features.size());
}

TEST(JaxGolden, StacksAreTheSame) {
  int numGoldens = 0;
  for (const auto &entry :
       std::filesystem::directory_iterator(SC_HOST_GOLDENS_DIR)) {
    if (entry.path().extension() != ".npz")
      continue;
    SCOPED_TRACE(entry.path().filename().string());
    const Json meta = readMeta(entry.path());
    // Errors of the topology; stacks that were written by hand.
    if (meta["expect"]["kind"] == "exception" ||
        meta["stacking"][0] == "manual")
      continue;
    const StackedSpec actual = stackGolden(meta);
    EXPECT_EQ(actual.stacks.size(), meta["stacks"].size());
    for (const Stack &stack : actual.stacks)
      expectStack(meta, stack);
    ++numGoldens;
  }
  EXPECT_EQ(numGoldens, 36);
}

} // namespace
} // namespace sc::test
