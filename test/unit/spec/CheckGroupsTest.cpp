//===-- CheckGroupsTest.cpp - given stacks and the config -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message for each rule.

#include "test/unit/spec/SpecTest.h"

namespace sc::spec {
namespace {

using test::check;
using test::makeSpec;

static EmbeddingSpec makeStacked() {
  EmbeddingSpec spec = makeSpec();
  spec.groups = {
      {"s", {{"user", std::nullopt}, {"item", std::nullopt}}, {}, ""}};
  return spec;
}

TEST(CheckGroups, soundStack) { EXPECT_EQ(check(makeStacked()), ""); }

TEST(CheckGroups, names) {
  EmbeddingSpec spec = makeStacked();
  spec.groups[0].tables.pop_back();
  spec.groups.push_back({"s", {{"item", std::nullopt}}, {}, "s.json:9:2"});
  spec.groups.push_back({"", {}, {}, ""});
  EXPECT_EQ(check(spec), "s.json:9:2: error: stack 's' occurs twice\n"
                         "error: name of a stack '' must be 1 to 256 bytes of "
                         "printable UTF-8\n"
                         "error: stack '' has no tables");
}

TEST(CheckGroups, nameOfATableOutside) {
  EmbeddingSpec spec = makeStacked();
  spec.groups[0].tables.pop_back();
  spec.groups[0].name = "item";
  EXPECT_EQ(check(spec),
            "error: stack 'item' has the name of a table that is in no given "
            "stack and may become a stack of that name; choose another name");
  spec.groups[0].name = "user";
  EXPECT_EQ(check(spec), "");
  // Without features it becomes none.
  spec.groups[0].name = "item";
  std::erase_if(spec.features,
                [](const Feature &feature) { return feature.table == "item"; });
  EXPECT_EQ(check(spec),
            "warning: table 'item' has no feature; nothing looks it up");
}

TEST(CheckGroups, members) {
  EmbeddingSpec spec = makeStacked();
  spec.groups[0].tables.push_back({"users", std::nullopt});
  spec.groups[0].tables.push_back({"item", std::nullopt});
  spec.groups.push_back({"t", {{"user", std::nullopt}}, {}, ""});
  EXPECT_EQ(check(spec),
            "error: stack 's' has the unknown table 'users'; did you mean "
            "'user'? known: user, item\n"
            "error: table 'item' is twice in stack 's'\n"
            "error: table 'user' is in stack 't' and in stack 's'; a table is "
            "in one stack only");
}

TEST(CheckGroups, rotations) {
  EmbeddingSpec spec = makeStacked();
  spec.groups[0].tables[0].rotation = -1;
  spec.groups[0].tables[1].rotation = 4;
  EXPECT_EQ(check(spec),
            "error: rotation of table 'user' of stack 's' is -1, must not be "
            "negative\n"
            "warning: rotation 4 of table 'item' of stack 's' holds for any "
            "number of SparseCores: num_sparse_cores does not say for how many "
            "it is");
  spec.groups[0].tables[0].rotation = 0;
  spec.numSparseCores = 16;
  EXPECT_EQ(check(spec), "");
}

TEST(CheckGroups, tablesThatDiffer) {
  EmbeddingSpec spec = makeStacked();
  Table &item = spec.tables[1];
  item.embeddingDim = 17;
  item.optimizer.type = "adam";
  item.combiner = Combiner::Mean;
  item.quantization = {256, -1, 1};
  EXPECT_EQ(
      check(spec),
      "error: stack 's': table 'user' has padded width 16, table 'item' 24; a "
      "stack has but one: take one of the two out\n"
      "error: stack 's': table 'user' has optimizer sgd, table 'item' adam; a "
      "stack has but one: take one of the two out\n"
      "warning: stack 's': table 'user' has combiner sum, table 'item' mean; "
      "jax-tpu-embedding stacks tables of one combiner only\n"
      "error: stack 's': table 'user' has quantization none, table 'item' 256 "
      "buckets from -1 to 1; a stack has but one: take one of the two out");
  item = makeSpec().tables[1];
  item.optimizer.learningRate = 0.5f;
  EXPECT_EQ(check(spec),
            "error: stack 's': table 'user' has optimizer sgd, table 'item' "
            "the same with other parameters; a stack has but one: take one of "
            "the two out");
}

TEST(CheckGroups, limits) {
  EmbeddingSpec spec = makeStacked();
  spec.groups[0].limits = {8, 16, std::nullopt};
  EXPECT_EQ(check(spec),
            "warning: stack 's': max_unique_ids_per_partition 16 is more than "
            "max_ids_per_partition 8; distinct ids are among the ids, so the "
            "smaller counts");
  spec.groups[0].limits = {256, 16, 64};
  EXPECT_EQ(check(spec, Topology{4, 4}),
            "error: stack 's': max_ids_per_partition 256 exceeds the 16 "
            "entries that each of 4 SparseCores has of "
            "suggested_coo_buffer_size_per_device 64; raise the buffer to at "
            "least 1024 (4 x 256), or lower the limit to at most 16");
}

TEST(CheckConfig, tables) {
  EmbeddingSpec spec = makeSpec();
  spec.config->location = "s.json:9:2";
  spec.config->maxIdsPerTable = {{"itm", 512}};
  spec.config->maxUniqueIdsPerTable = {{"user", 0}};
  EXPECT_EQ(check(spec),
            "s.json:9:2: error: max_ids_per_table of sparsecore_config has the "
            "unknown table 'itm'; did you mean 'item'? known: user, item\n"
            "s.json:9:2: error: max_unique_ids_per_table of table 'user' is 0, "
            "must be from 1 to 2147483647");
}

TEST(CheckConfig, totalsBelowLimits) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].limits = {256, 128, std::nullopt};
  spec.config->maxIdsPerTable = {{"user", 255}};
  spec.config->maxUniqueIdsPerTable = {{"user", 128}};
  EXPECT_EQ(check(spec),
            "error: max_ids_per_table of sparsecore_config: table 'user' may "
            "have 255 in all partitions, but max_ids_per_partition 256 in one "
            "of them; raise the total or lower the limit");
  spec.config->maxIdsPerTable = {{"user", 256}};
  spec.config->maxUniqueIdsPerTable = {{"user", 127}};
  EXPECT_EQ(check(spec),
            "error: max_unique_ids_per_table of sparsecore_config: table "
            "'user' may have 127 in all partitions, but "
            "max_unique_ids_per_partition 128 in one of them; raise the total "
            "or lower the limit");
}

TEST(CheckConfig, moreUniqueIdsThanIds) {
  EmbeddingSpec spec = makeSpec();
  spec.config->maxIdsPerTable = {{"user", 100}};
  spec.config->maxUniqueIdsPerTable = {{"user", 101}};
  EXPECT_EQ(check(spec),
            "error: sparsecore_config: table 'user' has "
            "max_unique_ids_per_table 101, more than max_ids_per_table 100; "
            "lower the one or raise the other");
}

TEST(CheckConfig, idsPerChip) {
  EmbeddingSpec spec = makeSpec();
  spec.features[0].inputShape[1] = 1;
  spec.config->maxIdsPerChipPerSample = 0;
  EXPECT_EQ(check(spec),
            "warning: the features have up to 2 ids for each sample, more than "
            "max_ids_per_chip_per_sample 0 of sparsecore_config; raise it to 2 "
            "unless samples have fewer on average\n"
            "error: max_ids_per_chip_per_sample of sparsecore_config is 0, "
            "must be from 1 to 2147483647");
}

TEST(CheckConfig, initialization) {
  EmbeddingSpec spec = makeSpec();
  spec.config->enableFastTableInitialization = true;
  EXPECT_EQ(check(spec),
            "error: sparsecore_config: enable_fast_table_initialization makes "
            "tables on the device, but initialize_tables_on_host is true, its "
            "default; set that to false or leave out the other");
  spec.config->initializeTablesOnHost = false;
  EXPECT_EQ(check(spec), "");
}

} // namespace
} // namespace sc::spec
