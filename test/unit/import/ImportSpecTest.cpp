//===-- ImportSpecTest.cpp - specs through modules and back ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module states all that a spec says, also in its text.

#include "sc/Import/ImportSpec.h"
#include "sc/Import/FilePlace.h"
#include "sc/InitAll.h"
#include "test/property/Random.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"

namespace sc::test {
namespace {

using namespace mlir;

static std::string pickName(Random &random, const std::string &prefix) {
  static const std::vector<std::string> parts = {"",  "a", " ", "\"",  "\\",
                                                 ".", "@", "é", "main"};
  return prefix + random.pick(parts) + random.pick(parts);
}

static std::optional<int64_t> pickLimit(Random &random) {
  return random.chance(50) ? std::optional(random.between(1, 1 << 30))
                           : std::nullopt;
}

static spec::Limits pickLimits(Random &random) {
  spec::Limits limits;
  limits.maxIdsPerPartition = pickLimit(random);
  limits.maxUniqueIdsPerPartition = pickLimit(random);
  limits.suggestedBufferSize = pickLimit(random);
  return limits;
}

static spec::Optimizer pickOptimizer(Random &random) {
  spec::Optimizer optimizer;
  optimizer.type = random.pick(spec::getOptimizerTypes());
  if (random.chance(30))
    optimizer.learningRate = random.real(-1, 1) * 1e-30f;
  else if (random.chance(30))
    optimizer.learningRateTag = pickName(random, "tag");
  for (int64_t i = random.between(0, 2); i > 0; --i)
    optimizer.floatParams[pickName(random, "f")] = random.real(-1e30f, 1e30f);
  for (int64_t i = random.between(0, 2); i > 0; --i)
    optimizer.boolParams[pickName(random, "b")] = random.chance(50);
  return optimizer;
}

static spec::Table pickTable(Random &random, const std::string &name) {
  spec::Table table;
  table.name = name;
  table.vocabularySize = random.between(1, int64_t(1) << 40);
  table.embeddingDim = random.between(1, 1000);
  table.combiner = static_cast<spec::Combiner>(random.index(3));
  table.optimizer = pickOptimizer(random);
  if (random.chance(30))
    table.quantization = {random.between(2, 256), random.real(-2, 0),
                          random.real(1, 2)};
  table.limits = pickLimits(random);
  table.location = "spec.json:" + std::to_string(random.between(1, 99)) + ":7";
  return table;
}

static spec::Feature pickFeature(Random &random, const std::string &name,
                                 const spec::Table &table) {
  spec::Feature feature;
  feature.name = name;
  feature.table = table.name;
  feature.inputShape = {random.between(1, 1 << 20)};
  if (random.chance(50))
    feature.inputShape.push_back(random.between(1, 100));
  if (random.chance(50))
    feature.outputShape = {feature.inputShape[0], table.embeddingDim};
  feature.location = "spec.json:100:2";
  return feature;
}

static spec::Config pickConfig(Random &random) {
  spec::Config config;
  config.disableTableStacking = random.chance(50);
  config.maxIdsPerChipPerSample = random.between(1, 100);
  if (random.chance(50))
    config.maxIdsPerTable[pickName(random, "t")] = random.between(1, 1 << 30);
  if (random.chance(50))
    config.maxUniqueIdsPerTable[pickName(random, "t")] = 8;
  config.allowIdDropping = random.chance(50);
  config.initializeTablesOnHost = random.chance(50);
  config.enableFastTableInitialization = random.chance(50);
  return config;
}

/// One stack of the first tables, in another order.
static spec::StackGroup pickGroup(Random &random,
                                  const spec::EmbeddingSpec &spec) {
  spec::StackGroup group;
  group.name = pickName(random, "s");
  for (const spec::Table &table : spec.tables)
    group.tables.push_back({table.name, std::nullopt});
  random.shuffle(group.tables);
  group.tables.resize(random.between(1, group.tables.size()));
  for (spec::StackMember &member : group.tables)
    if (random.chance(50))
      member.rotation = random.between(0, 1 << 20);
  group.limits = pickLimits(random);
  group.location = "spec.json:101:2";
  return group;
}

static spec::EmbeddingSpec pickSpec(Random &random) {
  spec::EmbeddingSpec spec;
  for (int64_t i = random.between(1, 5); i > 0; --i) {
    // Tables and features may have the same names.
    std::string name = pickName(random, "t" + std::to_string(i));
    spec.tables.push_back(pickTable(random, name));
    for (int64_t j = random.between(0, 2); j > 0; --j)
      spec.features.push_back(
          pickFeature(random, name + (j == 1 ? "" : "2"), spec.tables.back()));
  }
  random.shuffle(spec.features);
  if (random.chance(50))
    spec.groups.push_back(pickGroup(random, spec));
  spec.areGroupsComplete = random.chance(50);
  if (random.chance(50))
    spec.config = pickConfig(random);
  if (random.chance(50))
    spec.topology = {random.between(1, 1024), random.between(1, 4)};
  if (random.chance(50))
    spec.numSparseCores = random.between(1, 4096);
  return spec;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  module.print(stream, flags);
  return text;
}

TEST(ImportSpec, modulesStateAllOfASpec) {
  DialectRegistry registry;
  registerAllDialects(registry);
  forEachCase(300, [&](Random &random) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    spec::EmbeddingSpec spec = pickSpec(random);
    OwningOpRef<ModuleOp> module = importSpec(spec, &context);
    std::string text = print(*module);
    ASSERT_TRUE(succeeded(verify(*module))) << text;
    EXPECT_TRUE(hasSpec(*module));
    FailureOr<spec::EmbeddingSpec> direct = collectSpec(*module);
    ASSERT_TRUE(succeeded(direct)) << text;
    EXPECT_EQ(*direct, spec) << text;
    OwningOpRef<ModuleOp> parsed =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(parsed) << text;
    FailureOr<spec::EmbeddingSpec> read = collectSpec(*parsed);
    ASSERT_TRUE(succeeded(read)) << text;
    EXPECT_EQ(*read, spec) << text;
  });
}

TEST(ImportSpec, aModuleWithoutASpecIsAnError) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  EXPECT_FALSE(hasSpec(*module));
  std::string text;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  EXPECT_TRUE(failed(collectSpec(*module)));
  EXPECT_EQ(text, "the module has no sc.spec");
}

TEST(ImportSpec, placesAreLocations) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  Location unknown = UnknownLoc::get(&context);
  auto get = [&](StringRef text) {
    return dyn_cast<FileLineColLoc>(parseLocation(text, unknown));
  };
  EXPECT_EQ(parseLocation("", unknown), unknown);
  EXPECT_EQ(get("a:b.json:3:5"),
            FileLineColLoc::get(&context, "a:b.json", 3, 5));
  EXPECT_EQ(get("spec.pb"), FileLineColLoc::get(&context, "spec.pb", 0, 0));
  EXPECT_EQ(get("spec:7"), FileLineColLoc::get(&context, "spec:7", 0, 0));
}

TEST(ImportSpec, placesAreTakenOffErrors) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  auto take = [&](StringRef text) {
    std::string taken;
    llvm::raw_string_ostream stream(taken);
    if (auto place = takeFilePlace(text, "a:1:2", &context))
      stream << place->getFilename().getValue() << '@' << place->getLine()
             << '@' << place->getColumn() << '@';
    stream << text;
    return taken;
  };
  EXPECT_EQ(take("a:1:2:3:5: bad: worse"), "a:1:2@3@5@bad: worse");
  EXPECT_EQ(take("a:1:2: bad: worse"), "a:1:2@0@0@bad: worse");
  EXPECT_EQ(take("a:1:2:3: bad"), "a:1:2:3: bad");
  EXPECT_EQ(take("a:1:2"), "a:1:2");
  EXPECT_EQ(take("b:1:2: bad"), "b:1:2: bad");
}

} // namespace
} // namespace sc::test
