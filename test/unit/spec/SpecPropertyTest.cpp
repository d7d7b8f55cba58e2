//===-- SpecPropertyTest.cpp - random specs -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is read back, in all formats; damaged files give a spec or an
// error that names the file.

#include "test/property/Damage.h"
#include "test/property/Random.h"
#include "test/unit/spec/SpecTest.h"

#include <bit>
#include <cmath>
#include <random>

namespace sc::spec {
namespace {

using Random = std::mt19937_64;

static int64_t pick(Random &random, int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(random);
}

static bool pickBool(Random &random) { return random() % 2 == 0; }

static std::string pickName(Random &random, const std::string &prefix) {
  static const std::vector<std::string> kParts = {
      "a", "_", " ", "\"", "\\", "/", "'", "é", "…", "{", "\xF0\x9F\x98\x80"};
  std::string name = prefix;
  for (int64_t length = pick(random, 0, 4); length > 0; --length)
    name += kParts[random() % kParts.size()];
  return name;
}

static float pickFloat(Random &random) {
  float value = std::bit_cast<float>(static_cast<uint32_t>(random()));
  return std::isfinite(value) ? value : 0.5f;
}

static std::optional<int64_t> pickOptional(Random &random, int64_t most) {
  if (pickBool(random))
    return std::nullopt;
  return pick(random, 1, most);
}

static Optimizer pickOptimizer(Random &random) {
  Optimizer optimizer;
  optimizer.type = getOptimizerTypes()[random() % getOptimizerTypes().size()];
  if (pickBool(random))
    optimizer.learningRate = pickFloat(random);
  else if (pickBool(random))
    optimizer.learningRateTag = pickName(random, "tag");
  for (int64_t count = pick(random, 0, 3); count > 0; --count)
    optimizer.floatParams[pickName(random, "f")] = pickFloat(random);
  for (int64_t count = pick(random, 0, 2); count > 0; --count)
    optimizer.boolParams[pickName(random, "b")] = pickBool(random);
  return optimizer;
}

/// What a stack of EmbeddingSpecProto can say, on that many SparseCores.
static void addStack(Random &random, int64_t numCores, EmbeddingSpec &spec) {
  std::string number = std::to_string(spec.groups.size());
  StackGroup group;
  group.name = pickName(random, "s" + number);
  group.limits.maxIdsPerPartition = pickOptional(random, INT32_MAX);
  group.limits.maxUniqueIdsPerPartition = pickOptional(random, INT32_MAX);
  const int64_t width = 8 * pick(random, 1, 16);
  for (int64_t count = pick(random, 1, 4); count > 0; --count) {
    Table table;
    table.name = pickName(random, "t" + number + std::to_string(count));
    table.vocabularySize = pick(random, 1, int64_t(1) << pick(random, 0, 40));
    table.embeddingDim = width - pick(random, 0, 7);
    table.combiner = static_cast<Combiner>(random() % 3);
    table.optimizer = pickOptimizer(random);
    table.limits.maxIdsPerPartition = pickOptional(random, INT32_MAX);
    group.tables.push_back({table.name, pick(random, 0, numCores - 1)});
    for (int64_t features = pick(random, 1, 3); features > 0; --features) {
      Feature feature;
      feature.name =
          pickName(random, "f" + table.name + std::to_string(features));
      feature.table = table.name;
      feature.inputShape = {pick(random, 1, 1 << 20)};
      if (pickBool(random))
        feature.inputShape.push_back(pick(random, 1, 1000));
      if (pickBool(random))
        feature.outputShape = {feature.inputShape[0], table.embeddingDim};
      spec.features.push_back(std::move(feature));
    }
    spec.tables.push_back(std::move(table));
  }
  spec.groups.push_back(std::move(group));
}

static EmbeddingSpec pickProtoSpec(Random &random) {
  EmbeddingSpec spec;
  spec.numSparseCores = pick(random, 1, 512);
  spec.areGroupsComplete = true;
  for (int64_t count = pick(random, 1, 3); count > 0; --count)
    addStack(random, *spec.numSparseCores, spec);
  return spec;
}

/// With what only JSON can say.
static EmbeddingSpec pickJsonSpec(Random &random) {
  EmbeddingSpec spec = pickProtoSpec(random);
  for (Table &table : spec.tables) {
    if (pickBool(random))
      table.quantization = {pick(random, 1, 1000), pickFloat(random),
                            pickFloat(random)};
    table.limits.suggestedBufferSize = pickOptional(random, int64_t(1) << 53);
  }
  if (pickBool(random)) {
    Config &config = spec.config.emplace();
    config.disableTableStacking = pickBool(random);
    config.maxIdsPerChipPerSample = pick(random, 1, 1000);
    config.maxIdsPerTable[pickName(random, "t")] = pick(random, 1, 1000);
    config.maxUniqueIdsPerTable[pickName(random, "t")] = pick(random, 1, 1000);
    config.allowIdDropping = pickBool(random);
    config.initializeTablesOnHost = pickBool(random);
    config.enableFastTableInitialization = pickBool(random);
  }
  if (pickBool(random))
    spec.topology = {pick(random, 1, 1000), pick(random, 1, 8)};
  if (pickBool(random))
    spec.numSparseCores.reset();
  if (pickBool(random))
    for (StackMember &member : spec.groups.back().tables)
      member.rotation.reset();
  if (pickBool(random))
    spec.groups.pop_back();
  spec.areGroupsComplete = pickBool(random);
  return spec;
}

static void checkReadsBack(const EmbeddingSpec &spec, const std::string &text,
                           SpecFormat format) {
  auto read = parseSpec(text, format, "file");
  ASSERT_TRUE(read.ok()) << read.status() << '\n' << text;
  EXPECT_TRUE(test::dropLocations(*read) == spec)
      << writeJsonSpec(*read) << "\nexpected\n"
      << writeJsonSpec(spec);
}

static void checkDamaged(const std::string &text, SpecFormat format) {
  auto read = parseSpec(text, format, "file");
  if (!read.ok()) {
    EXPECT_THAT(std::string(read.status().message()),
                testing::StartsWith("file:"));
    return;
  }
  // Whatever was read can be checked and written.
  checkSpec(*read, Topology{2, 4});
  checkReadsBack(test::dropLocations(*read), writeJsonSpec(*read),
                 SpecFormat::Json);
}

TEST(SpecProperty, specsAreReadBackAndDamageIsFound) {
  test::forEachCase(1000, [](test::Random &seeds) {
    Random random(static_cast<uint64_t>(seeds.between(0, INT64_MAX - 1)));
    EmbeddingSpec logical = pickJsonSpec(random);
    std::string json = writeJsonSpec(logical);
    checkReadsBack(logical, json, SpecFormat::Json);
    EXPECT_EQ(detectFormat(json), SpecFormat::Json);

    EmbeddingSpec grouped = pickProtoSpec(random);
    StackedSpec stacked = test::stackPlainly(grouped);
    std::string text = writeTextProto(stacked);
    std::string bytes = writeBinaryProto(stacked);
    checkReadsBack(grouped, text, SpecFormat::TextProto);
    checkReadsBack(grouped, bytes, SpecFormat::BinaryProto);
    EXPECT_EQ(detectFormat(text), SpecFormat::TextProto);
    EXPECT_EQ(detectFormat(bytes), SpecFormat::BinaryProto);

    checkDamaged(test::damage(json, random), SpecFormat::Json);
    checkDamaged(test::damage(text, random), SpecFormat::TextProto);
    checkDamaged(test::damage(bytes, random), SpecFormat::BinaryProto);
  });
}

} // namespace
} // namespace sc::spec
