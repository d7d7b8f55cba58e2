//===-- CheckFeaturesTest.cpp - shapes of features ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message for each rule; whose samples a batch counts, in both readings.

#include "test/unit/spec/SpecTest.h"

namespace sc::spec {
namespace {

using test::check;
using test::makeSpec;

static constexpr Topology kTopology = {8, 4};

/// makeSpec with other shapes of its first feature.
static std::string
checkShapes(const std::vector<int64_t> &input,
            const std::vector<int64_t> &output,
            const std::optional<Topology> &topology = kTopology) {
  EmbeddingSpec spec = makeSpec();
  spec.features[0].inputShape = input;
  spec.features[0].outputShape = output;
  return check(spec, topology);
}

TEST(CheckFeatures, names) {
  EmbeddingSpec spec = makeSpec();
  spec.features.push_back(spec.features[0]);
  spec.features.push_back({"", "user", {256}, {}, "s.json:9:1"});
  EXPECT_EQ(check(spec), "error: feature 'clicks' occurs twice\n"
                         "s.json:9:1: error: name of a feature '' must be 1 to "
                         "256 bytes of printable UTF-8");
}

TEST(CheckFeatures, unknownTable) {
  EmbeddingSpec spec = makeSpec();
  spec.features.push_back({"likes", "product", {256}, {}, ""});
  EXPECT_EQ(check(spec), "error: feature 'likes' is of the unknown table "
                         "'product'; known: user, item");
}

TEST(CheckFeatures, ranks) {
  EXPECT_EQ(checkShapes({}, {256}),
            "error: input_shape of feature 'clicks' has 0 sizes, must be "
            "[samples] or [samples, most ids of a sample]\n"
            "error: output_shape of feature 'clicks' has 1 sizes, must be "
            "[samples, embedding_dim]");
  EXPECT_EQ(checkShapes({256, 1, 1}, {}),
            "error: input_shape of feature 'clicks' has 3 sizes, must be "
            "[samples] or [samples, most ids of a sample]");
}

TEST(CheckFeatures, sizes) {
  EXPECT_EQ(checkShapes({0, 3}, {int64_t(1) << 31, 16}),
            "error: input_shape of feature 'clicks' is 0, must be from 1 to "
            "2147483647\n"
            "error: output_shape of feature 'clicks' is 2147483648, must be "
            "from 1 to 2147483647");
}

TEST(CheckFeatures, outputOfOneDevice) {
  EXPECT_EQ(checkShapes({256, 3}, {32, 16}),
            "error: feature 'clicks': input_shape [256, 3] has 256 samples, "
            "output_shape [32, 16] has 32, but both count the samples of all "
            "devices; 32 = 256 / 8 devices looks like the samples of one "
            "device: write output_shape [256, 16]");
  EXPECT_EQ(checkShapes({32, 3}, {256, 16}),
            "error: feature 'clicks': input_shape [32, 3] has 32 samples, "
            "output_shape [256, 16] has 256, but both count the samples of all "
            "devices; 32 = 256 / 8 devices looks like the samples of one "
            "device: write input_shape [256, 3]");
  EXPECT_EQ(checkShapes({256}, {160, 16}, std::nullopt),
            "error: feature 'clicks': input_shape [256] has 256 samples, "
            "output_shape [160, 16] has 160, but both count the samples of all "
            "devices; make them equal");
}

TEST(CheckFeatures, factorThatIsNotTheDevices) {
  EXPECT_EQ(checkShapes({256}, {64, 16}),
            "error: feature 'clicks': input_shape [256] has 256 samples, "
            "output_shape [64, 16] has 64, but both count the samples of all "
            "devices; make them equal");
}

TEST(CheckFeatures, outputWidth) {
  EXPECT_EQ(checkShapes({256, 3}, {256, 8}),
            "error: feature 'clicks': output_shape [256, 8] has the width 8, "
            "but table 'user' has embedding_dim 16; write output_shape [256, "
            "16]");
}

TEST(CheckFeatures, samplesOfASparseCore) {
  EXPECT_EQ(checkShapes({250}, {}),
            "error: feature 'clicks' has 250 samples of all devices, must be a "
            "multiple of 32 (8 devices with 4 SparseCores each): the nearest "
            "are 224 and 256");
  EXPECT_EQ(checkShapes({20}, {}),
            "error: feature 'clicks' has 20 samples of all devices, must be a "
            "multiple of 32 (8 devices with 4 SparseCores each): the least is "
            "32; if 20 are the samples of one device, write 20 x 8 = 160");
  EXPECT_EQ(checkShapes({250}, {}, std::nullopt), "");
  EXPECT_EQ(checkShapes({32}, {}), "");
}

TEST(CheckFeatures, idsPerSample) {
  EmbeddingSpec spec = makeSpec();
  spec.features[0].inputShape[1] = 63;
  EXPECT_EQ(check(spec), "");
  spec.features[0].inputShape[1] = 64;
  spec.config->location = "s.json:9:2";
  EXPECT_EQ(check(spec),
            "s.json:9:2: warning: the features have up to 65 ids for each "
            "sample, more than max_ids_per_chip_per_sample 64 of "
            "sparsecore_config; raise it to 65 unless samples have fewer on "
            "average");
  spec.config.reset();
  EXPECT_EQ(check(spec), "");
}

} // namespace
} // namespace sc::spec
