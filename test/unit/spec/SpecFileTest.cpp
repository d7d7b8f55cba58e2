//===-- SpecFileTest.cpp - specs from files -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format is told by the name, else by the contents; the example of
// docs/EmbeddingSpec.md is read.

#include "test/unit/spec/SpecTest.h"

#include <cstdio>
#include <unistd.h>

namespace sc::spec {
namespace {

using testing::HasSubstr;

/// What readSpecFile says of a file with that ending, with "FILE" for its path.
static std::string readAs(const std::string &contents,
                          const std::string &ending = "") {
  std::string path =
      testing::TempDir() + "sc_spec_" + std::to_string(getpid()) + ending;
  std::ofstream(path, std::ios::binary) << contents;
  std::string text = test::describe(readSpecFile(path));
  std::remove(path.c_str());
  size_t at = text.find(path);
  return at == std::string::npos ? text : text.replace(at, path.size(), "FILE");
}

static StackedSpec makeStacked(const std::string &name) {
  EmbeddingSpec spec = test::makeSpec();
  spec.tables.pop_back();
  spec.features.pop_back();
  spec.numSparseCores = 4;
  spec.groups = {{name, {{"user", 0}}, {64, 32, std::nullopt}, ""}};
  return test::stackPlainly(spec);
}

TEST(SpecFile, formatOfTheContents) {
  EXPECT_EQ(detectFormat("\xEF\xBB\xBF \n{"), SpecFormat::Json);
  EXPECT_EQ(detectFormat("# text\nstacked_table_specs {}"),
            SpecFormat::TextProto);
  EXPECT_EQ(detectFormat("stacked_table_spec {"), SpecFormat::TextProto);
  EXPECT_EQ(detectFormat("\x7F"
                         "ELF\x01\x02"),
            SpecFormat::BinaryProto);
}

TEST(SpecFile, binaryThatLooksLikeJson) {
  // The first stack has as many bytes as '{' says.
  std::string bytes;
  for (std::string name = "s"; name.size() < 90; name += "s") {
    bytes = writeBinaryProto(makeStacked(name));
    if (bytes.starts_with("\n{"))
      break;
  }
  ASSERT_TRUE(bytes.starts_with("\n{"));
  EXPECT_EQ(detectFormat(bytes), SpecFormat::BinaryProto);
  EXPECT_EQ(readAs(bytes), "ok");
}

TEST(SpecFile, formatOfTheName) {
  EXPECT_EQ(getFormatOfName("a/b.json"), SpecFormat::Json);
  EXPECT_EQ(getFormatOfName("b.textproto"), SpecFormat::TextProto);
  EXPECT_EQ(getFormatOfName("b.txtpb"), SpecFormat::TextProto);
  EXPECT_EQ(getFormatOfName("b.pbtxt"), SpecFormat::TextProto);
  EXPECT_EQ(getFormatOfName("b.pb"), SpecFormat::BinaryProto);
  EXPECT_EQ(getFormatOfName("b.binpb"), SpecFormat::BinaryProto);
  EXPECT_EQ(getFormatOfName("json"), std::nullopt);
  EXPECT_EQ(getFormatOfName("b.npz"), std::nullopt);
}

TEST(SpecFile, allFormatsAreRead) {
  StackedSpec stacked = makeStacked("s");
  EXPECT_EQ(readAs(writeJsonSpec(test::makeSpec())), "ok");
  EXPECT_EQ(readAs(writeTextProto(stacked)), "ok");
  EXPECT_EQ(readAs(writeBinaryProto(stacked)), "ok");
  EXPECT_EQ(readAs(writeTextProto(stacked), ".txtpb"), "ok");
  EXPECT_THAT(readAs(writeTextProto(stacked), ".json"),
              HasSubstr("FILE:1:1: "));
  EXPECT_THAT(readAs(writeTextProto(stacked), ".pb"),
              HasSubstr("FILE: is no whole EmbeddingSpecProto"));
}

TEST(SpecFile, filesThatCannotBeRead) {
  EXPECT_EQ(readAs(""), "FILE: is empty");
  EXPECT_EQ(test::describe(readSpecFile("no/such/file")),
            "no/such/file: cannot be opened: No such file or directory");
  EXPECT_EQ(test::describe(readSpecFile("/dev/zero")),
            "/dev/zero: has more than 16777216 bytes, the limit for such a "
            "file");
}

/// The example in docs/EmbeddingSpec.md.
static std::string readExample() {
  std::string page = test::readFile(SC_DOCS_DIR "/EmbeddingSpec.md");
  size_t begin = page.find("```json\n");
  if (begin == std::string::npos)
    return "";
  begin = page.find('\n', begin) + 1;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(SpecFile, exampleOfThePage) {
  auto spec = parseSpec(readExample(), SpecFormat::Json, "page");
  ASSERT_TRUE(spec.ok()) << spec.status();
  ASSERT_EQ(spec->tables.size(), 2u);
  EXPECT_EQ(spec->tables[0].name, "user");
  EXPECT_EQ(spec->tables[0].optimizer,
            (Optimizer{"adagrad", 0.05f, "", {{"epsilon", 1e-7f}}, {}}));
  EXPECT_EQ(spec->tables[0].limits, (Limits{256, 128, 8192}));
  EXPECT_EQ(spec->tables[1].combiner, Combiner::Mean);
  EXPECT_EQ(spec->features.size(), 3u);
  EXPECT_EQ(spec->groups.size(), 0u);
  EXPECT_EQ(spec->config->maxIdsPerTable.at("item"), 4096);
  EXPECT_EQ(test::check(*spec), "");
}

} // namespace
} // namespace sc::spec
