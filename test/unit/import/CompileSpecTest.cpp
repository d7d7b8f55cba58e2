//===-- CompileSpecTest.cpp - specs to executables ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a library.

#include "sc/Pipelines/Compile.h"

#include "runtime/format/Printer.h"
#include "runtime/format/Program.h"
#include "runtime/format/program_generated.h"

#include "gmock/gmock.h"

namespace sc::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

static spec::EmbeddingSpec makeSpec() {
  spec::EmbeddingSpec spec;
  spec.tables.resize(2);
  spec.tables[0].name = "user";
  spec.tables[0].vocabularySize = 100;
  spec.tables[0].embeddingDim = 8;
  spec.tables[0].location = "spec.json:3:5";
  spec.tables[1] = spec.tables[0];
  spec.tables[1].name = "item";
  spec.features.resize(2);
  spec.features[0].name = "clicks";
  spec.features[0].table = "user";
  spec.features[0].inputShape = {32, 2};
  spec.features[0].location = "spec.json:5:5";
  spec.features[1] = spec.features[0];
  spec.features[1].name = "views";
  spec.features[1].table = "item";
  return spec;
}

static CompileOptions getOptions() {
  CompileOptions options;
  options.target = "v5p:2x1x1";
  return options;
}

template <typename ListT>
static std::vector<std::string> getNames(const ListT &arguments) {
  std::vector<std::string> names;
  for (const auto *argument : arguments)
    names.push_back(argument->name()->str());
  return names;
}

TEST(CompileSpec, inputsAndResultsHaveTheNamesOfTheSpec) {
  std::string messages;
  auto bytes = compileSpec(makeSpec(), getOptions(), messages);
  ASSERT_TRUE(bytes) << messages;
  EXPECT_EQ(messages, "");
  const format::Program *program = format::GetProgram(bytes->data());
  EXPECT_THAT(getNames(*program->inputs()),
              ElementsAre("user_item.row_pointers", "user_item.embedding_ids",
                          "user_item.sample_ids", "user_item.gains",
                          "user_item"));
  EXPECT_THAT(getNames(*program->outputs()), ElementsAre("clicks", "views"));
  EXPECT_EQ(program->source_name()->str(), "spec.json");
}

TEST(CompileSpec, errorsAreLinesWithPlaces) {
  spec::EmbeddingSpec spec = makeSpec();
  spec.features[1].table = "itm";
  std::string messages;
  EXPECT_FALSE(compileSpec(spec, getOptions(), messages));
  EXPECT_THAT(messages, StartsWith("spec.json:5:5: error: "));
  EXPECT_THAT(messages, HasSubstr("'itm'"));

  spec = makeSpec();
  spec.tables[0].quantization = {1, -1, 1};
  EXPECT_FALSE(compileSpec(spec, getOptions(), messages));
  EXPECT_EQ(messages,
            "spec.json:3:5: error: num_buckets of quantization_config of table "
            "'user' is 1, must be from 2 to 16777216\n");
}

TEST(CompileSpec, quantizationIsCompiled) {
  spec::EmbeddingSpec spec = makeSpec();
  spec.tables[0].quantization = {256, -1, 1};
  std::string messages;
  auto bytes = compileSpec(spec, getOptions(), messages);
  ASSERT_TRUE(bytes) << messages;
  const format::Program *program = format::GetProgram(bytes->data());
  EXPECT_THAT(format::toText(*program), HasSubstr("snap "));
}

TEST(CompileSpec, warningsAreKept) {
  spec::EmbeddingSpec spec = makeSpec();
  spec.tables.push_back(spec.tables[0]);
  spec.tables[2].name = "idle";
  std::string messages;
  EXPECT_TRUE(compileSpec(spec, getOptions(), messages));
  EXPECT_THAT(messages, StartsWith("spec.json:3:5: warning: "));
  EXPECT_EQ(messages.find('\n'), messages.size() - 1);
}

TEST(CompileSpec, theTargetIsChecked) {
  std::string messages;
  CompileOptions options = getOptions();
  options.target = "v5q";
  EXPECT_FALSE(compileSpec(makeSpec(), options, messages));
  EXPECT_THAT(messages, StartsWith("spec.json:1:1: error: "));
  EXPECT_THAT(messages, HasSubstr("v5q"));
}

} // namespace
} // namespace sc::test
