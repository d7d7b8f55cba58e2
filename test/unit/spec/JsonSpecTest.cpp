//===-- JsonSpecTest.cpp - specs from JSON --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read, and one message with its place for each way to get it wrong.

#include "test/unit/spec/SpecTest.h"

namespace sc::spec {
namespace {

using test::parseJson;
using testing::HasSubstr;

static const char *const kSpec = R"({"version": 1,
 "topology": {"devices": 4, "sparse_cores_per_device": 2},
 "tables": [
  {"name": "user", "vocabulary_size": 1000, "embedding_dim": 16,
   "combiner": "mean",
   "optimizer": {"type": "adagrad", "learning_rate": 0.1,
                 "float_params": {"epsilon": 1e-7, "k": -2},
                 "bool_params": {"nesterov": true}},
   "max_ids_per_partition": 256, "max_unique_ids_per_partition": 128,
   "suggested_coo_buffer_size_per_device": 1024,
   "quantization_config": {"num_buckets": 256, "min_value": -1,
                           "max_value": 1.5}},
  {"name": "item", "vocabulary_size": 300, "embedding_dim": 12,
   "optimizer": {"type": "custom", "learning_rate_tag": "warmup"}}],
 "features": [
  {"name": "clicks", "table": "user", "input_shape": [1024, 3],
   "output_shape": [1024, 16]},
  {"name": "views", "table": "item", "input_shape": [512]}],
 "stacks": [{"name": "s", "tables": ["user", {"table": "item", "rotation": 4}],
             "max_ids_per_partition": 512}],
 "sparsecore_config": {"disable_table_stacking": true,
  "max_ids_per_chip_per_sample": 32, "max_ids_per_table": {"user": 4096},
  "max_unique_ids_per_table": {"user": 2048}, "allow_id_dropping": true,
  "initialize_tables_on_host": false,
  "enable_fast_table_initialization": true}})";

static EmbeddingSpec makeExpected() {
  EmbeddingSpec spec;
  spec.topology = {4, 2};
  spec.tables.resize(2);
  Table &user = spec.tables[0], &item = spec.tables[1];
  user.name = "user";
  user.vocabularySize = 1000;
  user.embeddingDim = 16;
  user.combiner = Combiner::Mean;
  user.optimizer = {"adagrad",
                    0.1f,
                    "",
                    {{"epsilon", 1e-7f}, {"k", -2}},
                    {{"nesterov", true}}};
  user.limits = {256, 128, 1024};
  user.quantization = Quantization{256, -1, 1.5};
  user.location = "s.json:4:3";
  item.name = "item";
  item.vocabularySize = 300;
  item.embeddingDim = 12;
  item.optimizer = {"custom", std::nullopt, "warmup", {}, {}};
  item.location = "s.json:13:3";
  spec.features = {{"clicks", "user", {1024, 3}, {1024, 16}, "s.json:16:3"},
                   {"views", "item", {512}, {}, "s.json:18:3"}};
  spec.groups = {{"s",
                  {{"user", std::nullopt}, {"item", 4}},
                  {512, std::nullopt, std::nullopt},
                  "s.json:19:13"}};
  spec.config = Config{true,  32,   {{"user", 4096}}, {{"user", 2048}}, true,
                       false, true, "s.json:21:2"};
  return spec;
}

TEST(JsonSpec, everyField) {
  auto spec = parseSpec(kSpec, SpecFormat::Json, "s.json");
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_TRUE(*spec == makeExpected()) << writeJsonSpec(*spec);
}

TEST(JsonSpec, defaults) {
  auto spec = parseSpec(R"({"version": 1, "features": [], "tables": [
    {"name": "a", "vocabulary_size": 8, "embedding_dim": 8}]})",
                        SpecFormat::Json, "s.json");
  ASSERT_TRUE(spec.ok()) << spec.status();
  const Table &table = spec->tables.at(0);
  EXPECT_EQ(table.combiner, Combiner::Sum);
  EXPECT_EQ(table.optimizer, Optimizer());
  EXPECT_EQ(table.optimizer.type, "sgd");
  EXPECT_EQ(table.limits, Limits());
  EXPECT_FALSE(table.quantization);
  EXPECT_FALSE(spec->topology);
  EXPECT_FALSE(spec->numSparseCores);
  EXPECT_FALSE(spec->areGroupsComplete);
  ASSERT_TRUE(spec->config);
  EXPECT_EQ(*spec->config, Config());
  EXPECT_EQ(spec->config->maxIdsPerChipPerSample, 64);
  EXPECT_TRUE(spec->config->initializeTablesOnHost);
}

TEST(JsonSpec, whatOtherFormatsSay) {
  auto spec = parseSpec(R"({"version": 1, "features": [], "tables": [],
    "num_sparse_cores": 16, "are_stacks_complete": true,
    "sparsecore_config": null})",
                        SpecFormat::Json, "s.json");
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->numSparseCores, 16);
  EXPECT_TRUE(spec->areGroupsComplete);
  EXPECT_FALSE(spec->config);
}

/// The error after a replacement in kSpec.
static std::string parseWith(const std::string &what, const std::string &by) {
  return parseJson(test::replaceFirst(kSpec, what, by));
}

TEST(JsonSpec, unknownKeysAtEveryLevel) {
  EXPECT_EQ(parseWith("\"topology\"", "\"topolgy\""),
            "s.json:2:2: unknown key 'topolgy' of an embedding spec; did you "
            "mean 'topology'? known: version, topology, num_sparse_cores, "
            "tables, features, stacks, are_stacks_complete, sparsecore_config");
  EXPECT_EQ(parseWith("\"devices\"", "\"chips\""),
            "s.json:2:15: unknown key 'chips' of topology; known: devices, "
            "sparse_cores_per_device");
  EXPECT_THAT(parseWith("\"vocabulary_size\"", "\"vocab_size\""),
              HasSubstr("s.json:4:20: unknown key 'vocab_size' of table "
                        "'user'; "));
  EXPECT_THAT(parseWith("\"learning_rate\"", "\"learning_rat\""),
              HasSubstr("s.json:6:37: unknown key 'learning_rat' of optimizer "
                        "of table 'user'; did you mean 'learning_rate'?"));
  EXPECT_THAT(parseWith("\"num_buckets\"", "\"buckets\""),
              HasSubstr("'buckets' of quantization_config of table 'user'"));
  EXPECT_THAT(parseWith("\"input_shape\"", "\"inputshape\""),
              HasSubstr("'inputshape' of feature 'clicks'; did you mean "
                        "'input_shape'?"));
  EXPECT_THAT(parseWith("\"rotation\"", "\"rotate\""),
              HasSubstr("unknown key 'rotate' of table of stack 's'; "));
  EXPECT_THAT(parseWith("\"tables\": [\"user\"", "\"table\": [\"user\""),
              HasSubstr("unknown key 'table' of stack 's'; did you mean "
                        "'tables'?"));
  EXPECT_THAT(parseWith("\"allow_id_dropping\"", "\"allow_id_droping\""),
              HasSubstr("unknown key 'allow_id_droping' of sparsecore_config; "
                        "did you mean 'allow_id_dropping'?"));
}

TEST(JsonSpec, keysGivenTwice) {
  EXPECT_EQ(parseWith("\"max_unique_ids_per_partition\"",
                      "\"max_ids_per_partition\""),
            "s.json:9:34: 'max_ids_per_partition' of table 'user' is given "
            "twice, first in line 9");
  EXPECT_EQ(parseWith("\"k\"", "\"epsilon\""),
            "s.json:7:52: 'epsilon' in float_params of optimizer of table "
            "'user' is given twice, first in line 7");
}

TEST(JsonSpec, missingKeys) {
  EXPECT_EQ(parseJson("{}"), "s.json:1:1: the spec has no version");
  EXPECT_EQ(parseJson(R"({"version": 1})"),
            "s.json:1:1: the spec has no tables");
  EXPECT_EQ(parseJson(R"({"version": 1, "tables": []})"),
            "s.json:1:1: the spec has no features");
  EXPECT_EQ(parseJson(R"({"version": 1, "features": [], "tables": [{}]})"),
            "s.json:1:43: table 1 has no name");
  EXPECT_EQ(parseWith(", \"sparse_cores_per_device\": 2", ""),
            "s.json:2:2: topology has no sparse_cores_per_device");
  EXPECT_EQ(parseWith(", \"embedding_dim\": 16", ""),
            "s.json:4:3: table 'user' has no embedding_dim");
  EXPECT_EQ(parseWith("\"type\": \"adagrad\", ", ""),
            "s.json:6:4: optimizer of table 'user' has no type");
  EXPECT_EQ(parseWith("\"num_buckets\": 256, ", ""),
            "s.json:11:4: quantization_config of table 'user' has no "
            "num_buckets");
  EXPECT_EQ(parseWith(", \"input_shape\": [512]", ""),
            "s.json:18:3: feature 'views' has no input_shape");
  EXPECT_EQ(parseWith("\"table\": \"item\", \"rotation\"", "\"rotation\""),
            "s.json:19:46: table of stack 's' has no table");
}

TEST(JsonSpec, kindsOfValues) {
  EXPECT_EQ(parseJson("{\"version\": 1, \"tables\": {}, \"features\": []}"),
            "s.json:1:16: 'tables' must be an array, got an object");
  EXPECT_EQ(parseJson("[]"),
            "s.json:1:1: an embedding spec must be an object, got an array");
  EXPECT_EQ(parseWith("\"name\": \"user\"", "\"name\": 7"),
            "s.json:4:4: name of table 1 must be a string, got a number");
  EXPECT_EQ(parseWith("1000", "\"1000\""),
            "s.json:4:20: vocabulary_size of table 'user' must be a whole "
            "number, got a string");
  EXPECT_EQ(parseWith("\"nesterov\": true", "\"nesterov\": 1"),
            "s.json:8:34: 'nesterov' in bool_params of optimizer of table "
            "'user' must be true or false, got a number");
  EXPECT_EQ(parseWith("0.1", "true"),
            "s.json:6:37: learning_rate of optimizer of table 'user' must be "
            "a number, got a boolean");
  EXPECT_EQ(parseWith("[1024, 3]", "1024"),
            "s.json:16:39: input_shape of feature 'clicks' must be an array "
            "of whole numbers, got a number");
  EXPECT_EQ(parseWith("{\"user\": 4096}", "4096"),
            "s.json:22:38: max_ids_per_table of sparsecore_config must be an "
            "object, got a number");
  EXPECT_EQ(parseWith("[\"user\", {", "[null, {"),
            "s.json:19:38: table of stack 's' must be an object, got null");
}

TEST(JsonSpec, rangesOfNumbers) {
  for (const char *value :
       {"0", "-1", "1.5", "1000.0", "9007199254740993", "18446744073709551616"})
    EXPECT_EQ(parseWith("1000,", std::string(value) + ","),
              "s.json:4:20: vocabulary_size of table 'user' is '" +
                  std::string(value) +
                  "', must be a whole number from 1 to 9007199254740992");
  EXPECT_EQ(parseWith("1000,", "9007199254740992,"), "ok");
  EXPECT_EQ(parseWith("\"rotation\": 4", "\"rotation\": 0"), "ok");
  EXPECT_THAT(parseWith("\"rotation\": 4", "\"rotation\": -4"),
              HasSubstr("rotation of table of stack 's' is '-4', must be a "
                        "whole number from 0 to "));
  EXPECT_EQ(parseWith("1024, 3", "1024, 0"),
            "s.json:16:61: input_shape of feature 'clicks' is '0', must be a "
            "whole number from 1 to 9007199254740992");
  EXPECT_EQ(parseWith("[512]", "[]"),
            "s.json:18:38: input_shape of feature 'views' is empty");
  EXPECT_EQ(parseWith("\"version\": 1", "\"version\": 2"),
            "s.json:1:2: version 2 of the spec is unknown; this program reads "
            "version 1");
}

TEST(JsonSpec, floatsAreFinite) {
  EXPECT_EQ(parseWith("0.1", "1e39"),
            "s.json:6:37: learning_rate of optimizer of table 'user' is "
            "'1e39', must be a finite number of 32 bits");
  EXPECT_THAT(parseWith("0.1", "1e999"), HasSubstr("s.json:6:"));
  EXPECT_THAT(parseWith("0.1", "NaN"), HasSubstr("s.json:6:"));
}

TEST(JsonSpec, unknownValues) {
  EXPECT_EQ(parseWith("\"mean\"", "\"meen\""),
            "s.json:5:4: unknown combiner 'meen' of table 'user'; did you mean "
            "'mean'? known: sum, mean, sqrtn");
  EXPECT_EQ(parseWith("\"adagrad\"", "\"adagrid\""),
            "s.json:6:18: unknown optimizer 'adagrid' of table 'user'; did you "
            "mean 'adagrad'? known: unspecified, sgd, adagrad, adam, ftrl, "
            "f2a, adagrad_momentum, custom");
  EXPECT_EQ(parseWith("\"learning_rate\": 0.1",
                      "\"learning_rate\": 0.1, \"learning_rate_tag\": \"t\""),
            "s.json:6:59: optimizer of table 'user' has both learning_rate and "
            "learning_rate_tag; leave out one of them");
}

TEST(JsonSpec, names) {
  EXPECT_EQ(parseWith("\"name\": \"user\"", "\"name\": \"\""),
            "s.json:4:4: name of table 1 '' must be 1 to 256 bytes of "
            "printable UTF-8");
  EXPECT_EQ(parseWith("\"name\": \"user\"", "\"name\": \"a\\tb\""),
            "s.json:4:4: name of table 'a?b' 'a?b' must be 1 to 256 bytes of "
            "printable UTF-8");
  EXPECT_THAT(parseWith("\"name\": \"user\"", "\"name\": \"a\\u0085\""),
              HasSubstr("printable UTF-8"));
  EXPECT_EQ(parseWith("\"name\": \"user\"", "\"name\": \"caf\\u00e9 1\""),
            "ok");
  std::string name(256, 'x');
  EXPECT_EQ(parseWith("\"name\": \"user\"", "\"name\": \"" + name + "\""),
            "ok");
  EXPECT_THAT(parseWith("\"name\": \"user\"", "\"name\": \"" + name + "x\""),
              HasSubstr("must be 1 to 256 bytes"));
  EXPECT_THAT(parseWith("\"warmup\"", "\"\""),
              HasSubstr("learning_rate_tag of optimizer of table 'item' ''"));
  EXPECT_THAT(parseWith("\"k\"", "\"\""),
              HasSubstr("key of float_params of optimizer of table 'user' ''"));
}

TEST(JsonSpec, textThatIsNoJson) {
  EXPECT_THAT(parseJson("{\"version\": 1,\n}"), HasSubstr("s.json:2:1: "));
  EXPECT_THAT(parseJson(""), HasSubstr("s.json:1:1: "));
}

} // namespace
} // namespace sc::spec
