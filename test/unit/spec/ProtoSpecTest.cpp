//===-- ProtoSpecTest.cpp - specs from EmbeddingSpecProto -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of jax-tpu-embedding is read; each contradiction in it is an error.

#include "test/unit/spec/SpecTest.h"

namespace sc::spec {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Inputs/jax.textproto, serialized by the same Python.
static const char *const kHex =
    "0aa5020a09757365725f6974656d10800b181030a0013880024080014810527a0a046974"
    "656d10ac02180c3880034010484050045a150a06636c69636b73120240031a02400c2880"
    "08300462046d65616e6a47080215cdcccc3d220e0a07657073696c6f6e1595bfd6332220"
    "0a19696e697469616c5f616363756d756c61746f725f76616c7565150000803e2a0c0a08"
    "6e65737465726f7610015286010a047573657210e807181038800840105a110a056c696b"
    "6573120240011a02401020405a120a057669657773120220141a02201020800162046d65"
    "616e6a47080215cdcccc3d220e0a07657073696c6f6e1595bfd63322200a19696e697469"
    "616c5f616363756d756c61746f725f76616c7565150000803e2a0c0a086e65737465726f"
    "76100158808080010a4e0a03616473108001180830203840402048"
    "10523a0a036164731003180838800140085a0f0a0573686f776e120220011a0220086203"
    "73756d6a1408011a107363686564756c65732e7761726d7570";

static std::string decodeHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(
        std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

static std::string readText() {
  return test::readFile(SC_SPEC_INPUTS "/jax.textproto");
}

static absl::StatusOr<EmbeddingSpec> parseText(const std::string &text) {
  return parseSpec(text, SpecFormat::TextProto, "s.txtpb");
}

static absl::StatusOr<EmbeddingSpec> parseBinary(const std::string &bytes) {
  return parseSpec(bytes, SpecFormat::BinaryProto, "s.pb");
}

static EmbeddingSpec makeExpected() {
  Optimizer adagrad = {
      "adagrad",
      0.1f,
      "",
      {{"epsilon", 1e-7f}, {"initial_accumulator_value", 0.25}},
      {{"nesterov", true}}};
  EmbeddingSpec spec;
  spec.tables.resize(3);
  Table &user = spec.tables[0], &item = spec.tables[1], &ads = spec.tables[2];
  user.name = "user";
  user.vocabularySize = 1000;
  user.embeddingDim = 16;
  item.name = "item";
  item.vocabularySize = 300;
  item.embeddingDim = 12;
  user.optimizer = item.optimizer = adagrad;
  user.combiner = item.combiner = Combiner::Mean;
  ads.name = "ads";
  ads.vocabularySize = 3;
  ads.embeddingDim = 8;
  ads.optimizer.learningRateTag = "schedules.warmup";
  spec.features = {{"clicks", "item", {64, 3}, {64, 12}, ""},
                   {"likes", "user", {64, 1}, {64, 16}, ""},
                   {"views", "user", {32, 20}, {32, 16}, ""},
                   {"shown", "ads", {32, 1}, {32, 8}, ""}};
  spec.groups = {
      {"user_item", {{"user", 0}, {"item", 4}}, {256, 128, std::nullopt}, ""},
      {"ads", {{"ads", 0}}, {64, 32, std::nullopt}, ""}};
  spec.areGroupsComplete = true;
  spec.numSparseCores = 16;
  return spec;
}

TEST(ProtoSpec, filesOfThePeer) {
  auto text = parseText(readText());
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(test::dropLocations(*text) == makeExpected())
      << writeJsonSpec(*text);
  EXPECT_FALSE(text->config);
  EXPECT_EQ(text->groups[0].location, "s.txtpb:9:1");
  EXPECT_EQ(text->tables[0].location, "s.txtpb:52:3");
  EXPECT_EQ(text->features[0].location, "s.txtpb:25:5");
  auto binary = parseBinary(decodeHex(kHex));
  ASSERT_TRUE(binary.ok()) << binary.status();
  EXPECT_TRUE(test::dropLocations(*binary) == makeExpected());
  EXPECT_EQ(binary->tables[0].location, "s.pb");
}

TEST(ProtoSpec, filesOfThePeerHaveNoProblem) {
  auto spec = parseText(readText());
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(test::check(*spec, Topology{4, 4}), "");
}

TEST(ProtoSpec, peerFilesAreWrittenAsTheyCame) {
  auto spec = parseText(readText());
  ASSERT_TRUE(spec.ok()) << spec.status();
  StackedSpec stacked = test::stackPlainly(*spec);
  stacked.stacks[0].activationBytesLimit = 2097152;
  // The file has tables by first use.
  std::swap(stacked.stacks[0].tables[0], stacked.stacks[0].tables[1]);
  EXPECT_EQ(writeBinaryProto(stacked), decodeHex(kHex));
  std::string text = readText();
  EXPECT_EQ(writeTextProto(stacked), text.substr(text.find("stacked_")));
}

static std::string parseWith(const std::string &what, const std::string &by) {
  return test::describe(parseText(test::replaceFirst(readText(), what, by)));
}

TEST(ProtoSpec, contradictions) {
  EXPECT_EQ(parseWith("padded_vocab_size: 384", "padded_vocab_size: 320"),
            "s.txtpb:21:5: padded_vocab_size of table 'item' is 320, but "
            "vocab_size 300 up to a multiple of 8 x 16 SparseCores is 384"
            "; write the proto after the feature specs were prepared for "
            "training");
  EXPECT_EQ(parseWith("    padded_vocab_size: 384\n", ""),
            "s.txtpb:17:3: padded_vocab_size of table 'item' is 0, but "
            "vocab_size 300 up to a multiple of 8 x 16 SparseCores is 384"
            "; write the proto after the feature specs were prepared for "
            "training");
  EXPECT_EQ(parseWith("padded_embedding_dim: 16", "padded_embedding_dim: 12"),
            "s.txtpb:22:5: padded_embedding_dim of table 'item' is 12, but "
            "embedding_dim 12 up to a multiple of 8 is 16"
            "; write the proto after the feature specs were prepared for "
            "training");
  EXPECT_EQ(parseWith("stack_embedding_dim: 16", "stack_embedding_dim: 24"),
            "s.txtpb:57:5: padded_embedding_dim of table 'user' is 16, but "
            "stack_embedding_dim of stack 'user_item' is 24");
  EXPECT_EQ(parseWith("row_offset_in_shard: 64", "row_offset_in_shard: 65"),
            "s.txtpb:23:5: row_offset_in_shard of table 'item' is 65, but the "
            "end of the 1 tables before it is 64");
  EXPECT_EQ(parseWith("stack_vocab_size: 1408", "stack_vocab_size: 1400"),
            "s.txtpb:11:3: stack_vocab_size of stack 'user_item' is 1400, but "
            "the sum of padded_vocab_size of its tables is 1408");
  EXPECT_EQ(parseWith("total_sample_count: 160", "total_sample_count: 96"),
            "s.txtpb:13:3: total_sample_count of stack 'user_item' is 96, but "
            "the number of samples of its features is 160");
  EXPECT_EQ(parseWith("row_offset: 64", "row_offset: 65"),
            "s.txtpb:64:7: row_offset of feature 'likes' is 65, but the number "
            "of samples of the features before it is 64");
  EXPECT_EQ(parseWith("col_offset: 1024", "col_offset: 1008"),
            "s.txtpb:31:7: col_offset of feature 'clicks' is 1008, but "
            "row_offset_in_shard 64 x 16 SparseCores is 1024");
  EXPECT_EQ(parseWith("col_shift: 4", "col_shift: 8"),
            "s.txtpb:32:7: col_shift of feature 'clicks' is 8, but "
            "shard_rotation of its table is 4");
  EXPECT_EQ(parseWith("num_sparsecores: 16\n  table_specs {\n    table_name: "
                      "\"ads\"",
                      "num_sparsecores: 8\n  table_specs {\n    table_name: "
                      "\"ads\""),
            "s.txtpb:101:3: num_sparsecores of stack 'ads' is 8, but that of "
            "stack 'user_item' is 16");
}

TEST(ProtoSpec, ranges) {
  EXPECT_EQ(parseWith("num_sparsecores: 16", "num_sparsecores: 0"),
            "s.txtpb:16:3: num_sparsecores of stack 'user_item' is 0, must be "
            "from 1 to 2147483647");
  EXPECT_EQ(parseWith("vocab_size: 300", "vocab_size: -300"),
            "s.txtpb:19:5: vocab_size of table 'item' is -300, must be from 1 "
            "to 9007199254740992");
  EXPECT_EQ(parseWith("    embedding_dim: 12\n", ""),
            "s.txtpb:17:3: embedding_dim of table 'item' is 0, must be from 1 "
            "to 9007199254740992");
  EXPECT_EQ(
      parseWith("max_ids_per_partition: 256", "max_ids_per_partition: -1"),
      "s.txtpb:14:3: max_ids_per_partition of stack 'user_item' is -1, "
      "must be from 0 to 9007199254740992");
  EXPECT_EQ(parseWith("shard_rotation: 4", "shard_rotation: 16"),
            "s.txtpb:24:5: shard_rotation of table 'item' is 16, must be from "
            "0 to 15");
  EXPECT_EQ(parseWith("input_shape: 64", "input_shape: 0"),
            "s.txtpb:27:7: input_shape of feature 'clicks' is 0, must be from "
            "1 to 9007199254740992");
  EXPECT_EQ(parseWith("      input_shape: 64\n      input_shape: 3\n", ""),
            "s.txtpb:25:5: feature 'clicks' has no input_shape");
  EXPECT_EQ(parseWith("activation_mem_bytes_limit: 2097152",
                      "activation_mem_bytes_limit: -2"),
            "s.txtpb:92:3: activation_mem_bytes_limit of stack 'user_item' is "
            "-2, must be from 0 to 9007199254740992");
  for (const char *field : {"stack_vocab_size: 1408", "stack_embedding_dim: 16",
                            "total_sample_count: 160"}) {
    std::string name(field, std::string_view(field).find(':'));
    EXPECT_THAT(parseWith(field, name + ": 0"),
                HasSubstr(name + " of stack 'user_item' is 0, must be from 1"));
  }
}

TEST(ProtoSpec, unsetLimitsStayUnset) {
  auto spec = parseText(
      test::replaceFirst(readText(), "max_ids_per_partition: 256\n", "\n"));
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_FALSE(spec->groups[0].limits.maxIdsPerPartition);
  EXPECT_EQ(spec->groups[0].limits.maxUniqueIdsPerPartition, 128);
}

TEST(ProtoSpec, values) {
  EXPECT_EQ(parseWith("learning_rate: 0.1", "learning_rate: nan"),
            "s.txtpb:37:7: learning_rate of optimizer of table 'item' is nan, "
            "must be finite");
  EXPECT_EQ(parseWith("value: 0.25", "value: inf"),
            "s.txtpb:38:7: 'initial_accumulator_value' of optimizer of table "
            "'item' is inf, must be finite");
  EXPECT_EQ(parseWith("combiner: \"mean\"", "combiner: \"meen\""),
            "s.txtpb:34:5: unknown combiner 'meen' of table 'item'; did you "
            "mean 'mean'? known: sum, mean, sqrtn");
  EXPECT_EQ(parseWith("combiner: \"sum\"", "combiner: \"\""), "ok");
  EXPECT_EQ(parseWith("learning_rate_tag: \"schedules.warmup\"",
                      "learning_rate_tag: \"\""),
            "s.txtpb:118:7: learning_rate_tag of optimizer of table 'ads' '' "
            "must be 1 to 256 bytes of printable UTF-8");
  EXPECT_EQ(parseWith("table_name: \"item\"", "table_name: \"\""),
            "s.txtpb:18:5: table_name of table 1 '' must be 1 to 256 bytes of "
            "printable UTF-8");
  EXPECT_THAT(parseWith("stack_name: \"ads\"", "stack_name: \"a\\377\""),
              HasSubstr("stack_name of stack 'a"));
  EXPECT_THAT(parseWith("feature_name: \"clicks\"", "feature_name: \"\\001\""),
              HasSubstr("must be 1 to 256 bytes of printable UTF-8"));
  EXPECT_THAT(parseWith("key: \"nesterov\"", "key: \"\""),
              HasSubstr("bool_params of optimizer of table 'item' ''"));
}

TEST(ProtoSpec, textErrors) {
  EXPECT_EQ(parseWith("    vocab_size: 300", "    vocab_sise: 300"),
            "s.txtpb:19:15: TableSpecProto has no field 'vocab_sise'; did you "
            "mean 'vocab_size'? known: table_name, vocab_size, embedding_dim, "
            "max_ids_per_partition, max_unique_ids_per_partition, "
            "padded_vocab_size, padded_embedding_dim, row_offset_in_shard, "
            "shard_rotation, feature_specs, combiner, optimizer");
  EXPECT_THAT(parseWith("vocab_size: 300", "vocab_size: \"300\""),
              StartsWith("s.txtpb:19:17: Expected integer, got: \"300\""));
  EXPECT_THAT(parseWith("type: ADAGRAD", "type: ADAGRADE"),
              StartsWith("s.txtpb:37:7: Unknown enumeration value"));
  EXPECT_THAT(parseWith("vocab_size: 300", "vocab_size: 9223372036854775808"),
              StartsWith("s.txtpb:19:17: "));
  EXPECT_THAT(test::describe(parseText("stacked_table_specs {")),
              StartsWith("s.txtpb:1:22: "));
  EXPECT_EQ(test::describe(parseText("")),
            "s.txtpb: the spec has no stacked_table_specs");
  EXPECT_EQ(test::describe(parseText("stacked_table_specs { stack_name: 'a' "
                                     "num_sparsecores: 4 stack_vocab_size: 32 "
                                     "stack_embedding_dim: 8 "
                                     "total_sample_count: 8 }")),
            "s.txtpb:1:1: stack 'a' has no table_specs");
}

TEST(ProtoSpec, binaryErrors) {
  const std::string bytes = decodeHex(kHex);
  const std::string damaged =
      "s.pb: is no whole EmbeddingSpecProto: it is cut off, damaged, or of "
      "another kind";
  EXPECT_EQ(test::describe(parseBinary(bytes.substr(0, bytes.size() - 1))),
            damaged);
  EXPECT_EQ(test::describe(parseBinary(bytes + std::string(1, '\0'))), damaged);
  EXPECT_EQ(test::describe(parseBinary(bytes + "garbage")), damaged);
  EXPECT_EQ(test::describe(parseBinary(bytes + "\x98\x06\x01")),
            "s.pb: EmbeddingSpecProto has the unknown field 99: the file is "
            "newer than this program, or damaged");
  std::string inner = bytes;
  inner[1] = inner[1] + 3; // the length of the first stack, of two bytes
  inner.insert(3, "\x98\x06\x01");
  EXPECT_THAT(test::describe(parseBinary(inner)),
              HasSubstr("StackedTableSpecProto has the unknown field 99"));
  EXPECT_EQ(test::describe(parseBinary("")),
            "s.pb: the spec has no stacked_table_specs");
  std::string type = bytes;
  type.replace(type.find(std::string("j\x47\x08\x02", 4)), 4,
               std::string("j\x47\x08\x09", 4));
  EXPECT_EQ(test::describe(parseBinary(type)),
            "s.pb: type of optimizer of table 'item' is 9, must be from 0 to "
            "7");
}

} // namespace
} // namespace sc::spec
