//===-- EffectiveSpecTest.cpp - what became of a spec ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is the example of docs/Stacking.md.

#include "test/unit/stacking/StackingTest.h"

#include "nlohmann/json.hpp"

#include <fstream>

namespace sc::test {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

/// The tables of docs/Stacking.md, on 4 devices of 4 SparseCores.
StackedSpec stackExample(StackLimits limits = StackLimits::Sum) {
  EmbeddingSpec spec;
  spec.tables = {makeTable("user", 1000, 16), makeTable("item", 500, 12),
                 makeTable("country", 200, 4)};
  for (spec::Table &table : spec.tables)
    table.optimizer.type = "adagrad";
  spec.tables[0].limits = {256, 64, std::nullopt};
  spec.tables[1].limits = {64, std::nullopt, std::nullopt};
  spec.tables[2].limits = {60, 32, 1024};
  spec.features = {
      makeFeature("clicks", "user", 1024), makeFeature("views", "item", 1024),
      makeFeature("home", "country", 1024), makeFeature("likes", "user", 512)};
  StackOptions options;
  options.limits = limits;
  return stack(spec, {4, 4}, options);
}

/// The first block of docs/Stacking.md that starts with `first`.
std::string readBlock(const std::string &first) {
  std::ifstream file(SC_DOCS_DIR "/Stacking.md");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  size_t begin = text.find("```\n" + first);
  EXPECT_NE(begin, std::string::npos);
  begin += 4;
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(EffectiveSpec, DocsExample) {
  EXPECT_EQ(readBlock("4 devices"), formatEffectiveSpec(stackExample()));
}

TEST(EffectiveSpec, DocsLimits) {
  auto getLimits = [](StackLimits rule) {
    const Stack stack = stackExample(rule).stacks[0];
    return std::to_string(stack.maxIdsPerPartition) + "/" +
           std::to_string(stack.maxUniqueIdsPerPartition);
  };
  EXPECT_EQ(getLimits(StackLimits::Sum), "320/320");
  EXPECT_EQ(getLimits(StackLimits::Max), "256/256");
  EXPECT_EQ(getLimits(StackLimits::Jax), "256/256");
}

TEST(EffectiveSpec, BufferFactors) {
  // A published warning says 6144 and no more.
  std::vector<spec::Table> tables;
  for (int i = 0; i < 9; ++i)
    tables.push_back(makeTable("t" + std::to_string(i), 21000, 128));
  EmbeddingSpec spec = makeSpec(tables, 128);
  spec.groups = {makeGroup("s", {})};
  for (const spec::Table &table : tables)
    spec.groups[0].tables.push_back({table.name, {}});
  spec.groups[0].limits.maxIdsPerPartition = 190;
  StackedSpec stacked = stack(spec, {8, 2});
  EXPECT_THAT(formatEffectiveSpec(stacked),
              HasSubstr("  buffer: 6144 entries on each device = "
                        "max_ids_per_partition 190 up to 192 x 2 SparseCores "
                        "x 16 partitions\n"));
  stacked.stacks[0].suggestedBufferSize = 500;
  EXPECT_THAT(formatEffectiveSpec(stacked),
              HasSubstr("  buffer: 512 entries on each device = suggested 500 "
                        "up to a multiple of 8 x 2 SparseCores\n"));
  stacked.stacks[0].suggestedBufferSize = 512;
  EXPECT_THAT(
      formatEffectiveSpec(stacked),
      HasSubstr("  buffer: 512 entries on each device = suggested 512\n"));
}

TEST(EffectiveSpec, Json) {
  const StackedSpec spec = stackExample();
  Json json = Json::parse(makeEffectiveSpecJson(spec));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["topology"],
            Json({{"devices", 4}, {"sparse_cores_per_device", 4}}));
  ASSERT_EQ(json["stacks"].size(), 2u);
  Json reasons = spec.stacks[0].reasons;
  EXPECT_EQ(json["stacks"][0]["reasons"], reasons);
  json["stacks"][0].erase("reasons");
  EXPECT_EQ(json["stacks"][0], Json::parse(R"({
    "name": "user_item", "vocabulary_size": 1536, "embedding_dim": 16,
    "samples": 2560, "max_ids_per_partition": 320,
    "max_unique_ids_per_partition": 320,
    "suggested_coo_buffer_size_per_device": null,
    "coo_buffer_size_per_device": 20480,
    "activation_mem_bytes_limit": 2097152,
    "tables": [
      {"name": "user", "vocabulary_size": 1000, "embedding_dim": 16,
       "padded_vocabulary_size": 1024, "padded_embedding_dim": 16,
       "row_offset_in_shard": 0, "shard_rotation": 0, "features": [
        {"name": "clicks", "samples": 1024, "row_offset": 0, "col_offset": 0,
         "col_shift": 0},
        {"name": "likes", "samples": 512, "row_offset": 2048, "col_offset": 0,
         "col_shift": 0}]},
      {"name": "item", "vocabulary_size": 500, "embedding_dim": 12,
       "padded_vocabulary_size": 512, "padded_embedding_dim": 16,
       "row_offset_in_shard": 64, "shard_rotation": 4, "features": [
        {"name": "views", "samples": 1024, "row_offset": 1024,
         "col_offset": 1024, "col_shift": 4}]}]})"));
  EXPECT_EQ(json["stacks"][1]["suggested_coo_buffer_size_per_device"], 1024);
  EXPECT_EQ(json["stacks"][1]["coo_buffer_size_per_device"], 1024);
}

TEST(EffectiveSpec, JsonHasTheDocumentedFields) {
  // Names that are no UTF-8 do not stop it.
  StackedSpec spec = stackExample();
  spec.stacks[0].name = "\xff";
  const Json json = Json::parse(makeEffectiveSpecJson(spec));
  EXPECT_EQ(json["stacks"][0]["name"], "\uFFFD");
  std::ifstream file(SC_DOCS_DIR "/Stacking.md");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const Json &stack = json["stacks"][0];
  for (const Json *object :
       {&json, &stack, &stack["tables"][0], &stack["tables"][0]["features"][0]})
    for (const auto &[field, value] : object->items())
      EXPECT_THAT(text, HasSubstr("`" + field + "`"));
}

} // namespace
} // namespace sc::test
