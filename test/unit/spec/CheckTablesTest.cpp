//===-- CheckTablesTest.cpp - sizes and limits of tables ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message for each rule, and that what just fits is none.

#include "test/unit/spec/SpecTest.h"

#include <limits>

namespace sc::spec {
namespace {

using test::check;
using test::makeSpec;

static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
static constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(CheckTables, duplicateNames) {
  EmbeddingSpec spec = makeSpec();
  spec.tables.push_back(spec.tables[0]);
  EXPECT_EQ(check(spec), "error: table 'user' occurs twice");
  spec.tables[0].location = "s.json:3:5";
  EXPECT_EQ(check(spec),
            "error: table 'user' occurs twice, first at s.json:3:5");
}

TEST(CheckTables, names) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[1].name = spec.features[1].table = "a\n\xFF";
  EXPECT_EQ(check(spec),
            "error: name of a table 'a\?\?' must be 1 to 256 bytes "
            "of printable UTF-8");
}

TEST(CheckTables, sizes) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[1].vocabularySize = -1;
  spec.tables[1].embeddingDim = 0;
  EXPECT_EQ(check(spec),
            "error: vocabulary_size of table 'item' is -1, must be from 1 to "
            "2147483647\n"
            "error: embedding_dim of table 'item' is 0, must be from 1 to "
            "2147483647");
  spec.tables[1].vocabularySize = int64_t(1) << 40;
  spec.tables[1].embeddingDim = 1024;
  EXPECT_EQ(check(spec), "error: vocabulary_size of table 'item' is "
                         "1099511627776, must be from 1 to 2147483647");
  spec.tables[1].vocabularySize = spec.tables[1].embeddingDim = INT32_MAX;
  EXPECT_EQ(check(spec), "error: table 'item' has 2147483647 rows of "
                         "2147483647 floats, more bytes than 64 bits count");
}

TEST(CheckTables, optimizer) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].optimizer = {"adamm", 0.5f, "t", {{"k", kInfinity}}, {}};
  EXPECT_EQ(
      check(spec),
      "error: unknown optimizer of table 'user': 'adamm'; did you mean 'adam'? "
      "known: unspecified, sgd, adagrad, adam, ftrl, f2a, adagrad_momentum, "
      "custom\n"
      "error: optimizer of table 'user' has both learning_rate 0.5 and "
      "learning_rate_tag 't'; leave out one of them\n"
      "error: 'k' in float_params of optimizer of table 'user' is inf, must be "
      "finite");
  spec.tables[0].optimizer = {"adam", kNan, "", {}, {}};
  EXPECT_EQ(check(spec), "error: learning_rate of optimizer of table 'user' is "
                         "nan, must be finite");
}

TEST(CheckTables, quantization) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].quantization = {2, -1, 1};
  EXPECT_EQ(check(spec), "");
  spec.tables[0].quantization = {1, 1, 1};
  EXPECT_EQ(check(spec),
            "error: num_buckets of quantization_config of table 'user' is 1, "
            "must be from 2 to 16777216\n"
            "error: quantization_config of table 'user' has min_value 1, must "
            "be below max_value 1");
  spec.tables[0].quantization = {2, kNan, 1};
  EXPECT_EQ(check(spec), "error: quantization_config of table 'user' is from "
                         "nan to 1, must be finite");
  spec.tables[0].quantization = {2, -3e38f, 3e38f};
  EXPECT_EQ(check(spec),
            "error: quantization_config of table 'user' has a step of inf "
            "between buckets, must be positive and finite as f32");
}

TEST(CheckTables, limits) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].limits = {0, -1, int64_t(1) << 31};
  EXPECT_EQ(check(spec),
            "error: max_ids_per_partition of table 'user' is 0, must be from 1 "
            "to 2147483647\n"
            "error: max_unique_ids_per_partition of table 'user' is -1, must "
            "be from 1 to 2147483647\n"
            "error: suggested_coo_buffer_size_per_device of table 'user' is "
            "2147483648, must be from 1 to 2147483647");
  spec.tables[0].limits = {8, 8, std::nullopt};
  EXPECT_EQ(check(spec), "");
  spec.tables[0].limits = {8, 9, std::nullopt};
  EXPECT_EQ(
      check(spec),
      "warning: table 'user': max_unique_ids_per_partition 9 is more than "
      "max_ids_per_partition 8; distinct ids are among the ids, so the "
      "smaller counts");
}

/// On two devices with two SparseCores each.
static std::string checkLimits(const Limits &limits) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].limits = limits;
  return check(spec, Topology{2, 2});
}

TEST(CheckTables, limitAboveTheBuffer) {
  EXPECT_EQ(checkLimits({8192, std::nullopt, 2048}),
            "error: table 'user': max_ids_per_partition 8192 exceeds the 1024 "
            "entries that each of 2 SparseCores has of "
            "suggested_coo_buffer_size_per_device 2048; raise the buffer to at "
            "least 16384 (2 x 8192), or lower the limit to at most 1024");
  EXPECT_EQ(checkLimits({8192, std::nullopt, 16384}), "");
  EXPECT_EQ(checkLimits({1024, std::nullopt, 2048}), "");
  // The buffer is rounded up to a multiple of 16.
  EXPECT_EQ(checkLimits({1024, std::nullopt, 2033}), "");
}

TEST(CheckTables, bufferAbove32Bits) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].limits.maxIdsPerPartition = 4194304;
  EXPECT_EQ(check(spec, Topology{64, 4}),
            "error: table 'user': max_ids_per_partition 4194304 makes a buffer "
            "of 4294967296 entries for each device (4194304 x 4 SparseCores of "
            "a device x 256 in all), which exceeds INT32 (2147483647); lower "
            "it to at most 2097144, or set "
            "suggested_coo_buffer_size_per_device");
  spec.tables[0].limits.maxIdsPerPartition = 2097144;
  EXPECT_EQ(check(spec, Topology{64, 4}), "");
  spec.tables[0].limits = {4194304, std::nullopt, INT32_MAX};
  EXPECT_EQ(check(spec, Topology{64, 4}),
            "error: table 'user': suggested_coo_buffer_size_per_device "
            "2147483647 up to a multiple of 8 x 4 SparseCores of a device is "
            "2147483648, which exceeds INT32 (2147483647)");
  spec.tables[0].limits = {4194304, std::nullopt, 1 << 24};
  EXPECT_EQ(check(spec, Topology{64, 4}), "");
}

TEST(CheckTables, bufferAbove64Bits) {
  EmbeddingSpec spec = makeSpec();
  spec.features.clear();
  spec.tables.pop_back();
  spec.tables[0].limits.maxIdsPerPartition = INT32_MAX;
  EXPECT_THAT(check(spec, Topology{1, 1 << 30}),
              testing::HasSubstr(
                  "makes a buffer of more than 9223372036854775807 entries for "
                  "each device (2147483648 x 1073741824 SparseCores of a "
                  "device x 1073741824 in all), which exceeds INT32 "
                  "(2147483647); set suggested_coo_buffer_size_per_device"));
}

TEST(CheckTables, limitsNeedATopologyForBuffers) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].limits = {8192, std::nullopt, 8};
  EXPECT_EQ(check(spec), "");
}

} // namespace
} // namespace sc::spec
