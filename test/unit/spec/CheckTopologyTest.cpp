//===-- CheckTopologyTest.cpp - devices and SparseCores -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message for each rule, and what problems have in common.

#include "test/unit/spec/SpecTest.h"

namespace sc::spec {
namespace {

using test::check;
using test::makeSpec;

TEST(CheckTopology, soundSpecs) {
  EXPECT_EQ(check(makeSpec()), "");
  EXPECT_EQ(check(makeSpec(), Topology{4, 4}), "");
  EmbeddingSpec spec = makeSpec();
  spec.topology = {4, 4};
  EXPECT_EQ(check(spec, Topology{4, 4}), "");
  EXPECT_TRUE(getFirstErrors(checkSpec(spec, std::nullopt)).ok());
}

TEST(CheckTopology, ranges) {
  EXPECT_EQ(check(makeSpec(), Topology{0, -4}),
            "error: devices of the topology is 0, must be from 1 to "
            "2147483647\n"
            "error: sparse_cores_per_device of the topology is -4, must be "
            "from 1 to 2147483647");
  EXPECT_EQ(check(makeSpec(), Topology{INT32_MAX, 2}),
            "error: 2147483647 devices with 2 SparseCores each exceed INT32 "
            "(2147483647)");
}

TEST(CheckTopology, powerOfTwo) {
  EXPECT_EQ(check(makeSpec(), Topology{3, 2}),
            "error: 3 devices with 2 SparseCores each are 6 SparseCores, must "
            "be a power of two; the nearest are 4 and 8");
  EmbeddingSpec spec = makeSpec();
  spec.topology = {3, 4};
  EXPECT_EQ(check(spec),
            "error: 3 devices with 4 SparseCores each are 12 SparseCores, must "
            "be a power of two; the nearest are 8 and 16");
}

TEST(CheckTopology, thatOfTheSpecAgainstTheTarget) {
  EmbeddingSpec spec = makeSpec();
  spec.topology = {4, 4};
  EXPECT_EQ(check(spec, Topology{4, 2}),
            "error: the spec is for 4 devices with 4 SparseCores each, but the "
            "target has 4 devices with 2; change the spec's topology, leave it "
            "out, or choose another target");
}

TEST(CheckTopology, thatOfAProto) {
  EmbeddingSpec spec = makeSpec();
  spec.numSparseCores = 16;
  EXPECT_EQ(check(spec), "");
  EXPECT_EQ(check(spec, Topology{4, 4}), "");
  EXPECT_EQ(check(spec, Topology{8, 4}),
            "warning: the spec was made for 16 SparseCores, but the target has "
            "32 (8 devices with 4); tables are stacked again, with other "
            "offsets and rotations");
  spec.numSparseCores = 12;
  EXPECT_EQ(check(spec),
            "error: the spec was made for 12 SparseCores, must be a power of "
            "two from 1 to 2147483647");
}

TEST(CheckProblems, emptySpec) {
  EXPECT_EQ(check(EmbeddingSpec()), "error: the spec has no tables\n"
                                    "error: the spec has no features");
}

TEST(CheckProblems, allAreReportedWithTheirPlace) {
  EmbeddingSpec spec = makeSpec();
  spec.tables[0].location = "s.json:3:5";
  spec.tables[0].vocabularySize = 0;
  spec.tables.push_back(spec.tables[1]);
  spec.tables[2].name = "extra";
  spec.features[1].table = "itme";
  EXPECT_EQ(check(spec),
            "s.json:3:5: error: vocabulary_size of table 'user' is 0, must be "
            "from 1 to 2147483647\n"
            "warning: table 'item' has no feature; nothing looks it up\n"
            "warning: table 'extra' has no feature; nothing looks it up\n"
            "error: feature 'views' is of the unknown table 'itme'; did you "
            "mean 'item'? known: user, item, extra");
  absl::Status status = getFirstErrors(checkSpec(spec, std::nullopt));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "s.json:3:5: vocabulary_size of table 'user' is 0, must be from 1 "
            "to 2147483647\n"
            "feature 'views' is of the unknown table 'itme'; did you mean "
            "'item'? known: user, item, extra");
}

TEST(CheckProblems, atMostAHundredOfEachKind) {
  EmbeddingSpec spec = makeSpec();
  for (int i = 0; i < 20000; ++i) {
    spec.tables.push_back(spec.tables[1]);
    spec.tables.back().name = "unused" + std::to_string(i);
    spec.features.push_back(spec.features[1]);
    spec.features.back().name = "f" + std::to_string(i);
    spec.features.back().table = "lost" + std::to_string(i);
  }
  spec.config.reset();
  std::vector<SpecProblem> problems = checkSpec(spec, Topology{4, 4});
  ASSERT_EQ(problems.size(), 202u);
  EXPECT_EQ(problems[100].format(),
            "warning: more than 100 warnings; the others are not shown");
  EXPECT_EQ(problems[101].message,
            "feature 'f0' is of the unknown table 'lost0'; known: user, item, "
            "unused0, unused1, unused2, unused3, unused4, unused5, unused6, "
            "unused7, …");
  EXPECT_EQ(problems[201].format(),
            "error: more than 100 errors; the others are not shown");
}

} // namespace
} // namespace sc::spec
