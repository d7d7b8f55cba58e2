//===-- ParseTargetTest.cpp - reading NAME:AxBxC --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accepted spellings of --target and one message for each way to get it wrong.

#include "sc/Target/Target.h"

#include "gmock/gmock.h"

namespace sc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static Target parse(std::string_view text) {
  std::string error;
  std::optional<Target> target = parseTarget(text, error);
  EXPECT_TRUE(target) << text << ": " << error;
  EXPECT_EQ(error, "");
  return target.value_or(Target());
}

static std::string parseError(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parseTarget(text, error)) << text;
  EXPECT_EQ(error.find('\n'), std::string::npos);
  return error;
}

TEST(ParseTarget, nameAndTopology) {
  Target target = parse("v5p:2x2x1");
  EXPECT_STREQ(target.machine->name, "v5p");
  EXPECT_THAT(target.topology, ElementsAre(2, 2, 1));
  EXPECT_THAT(parse("v6e:2x4").topology, ElementsAre(2, 4));
}

TEST(ParseTarget, nameAloneLeavesTopologyEmpty) {
  Target target = parse("v7x");
  EXPECT_STREQ(target.machine->name, "v7x");
  EXPECT_THAT(target.topology, IsEmpty());
}

TEST(ParseTarget, printsWhatItRead) {
  for (const char *text :
       {"v4:4x4x4", "v5p:2x2x1", "v6e:16x16", "8i", "8t:1x1"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST(ParseTarget, largestTopology) {
  EXPECT_EQ(parse("v4:1024x1024").chips(), kMaxChips);
}

TEST(ParseTarget, emptyName) {
  EXPECT_EQ(parseError(""),
            "target has no name; targets: v4, v5p, v6e, v7x, 8i, 8t");
  EXPECT_THAT(parseError(":2x2"), HasSubstr("has no name"));
}

TEST(ParseTarget, unknownNameListsTargetsAndTheNearest) {
  EXPECT_EQ(parseError("v5"),
            "unknown target 'v5'; did you mean 'v5p'? targets: v4, v5p, v6e, "
            "v7x, 8i, 8t; --machine-file=FILE.json describes another machine");
  EXPECT_THAT(parseError("V5P"), HasSubstr("did you mean 'v5p'?"));
  EXPECT_THAT(parseError("tpu-v6e:2x2"), HasSubstr("did you mean 'v6e'?"));
  EXPECT_THAT(parseError("v7"), HasSubstr("did you mean 'v7x'?"));
  EXPECT_THAT(parseError(" v4"), HasSubstr("did you mean 'v4'?"));
}

TEST(ParseTarget, unknownNameWithNothingNear) {
  EXPECT_EQ(parseError("gpu_h100"),
            "unknown target 'gpu_h100'; targets: v4, "
            "v5p, v6e, v7x, 8i, 8t; --machine-file=FILE.json "
            "describes another machine");
  EXPECT_THAT(parseError(std::string(100000, 'q')), HasSubstr("unknown"));
}

TEST(ParseTarget, machinesWithoutSparseCore) {
  for (const char *text : {"v2", "v3", "v5e", "v5litepod", "v5lite", "V5E:2x2",
                           "v5litepod-16", "v3:4x4"})
    EXPECT_THAT(parseError(text),
                HasSubstr("has no SparseCore; targets with SparseCores: v4, "
                          "v5p, v6e, v7x, 8i, 8t"))
        << text;
}

TEST(ParseTarget, topologyErrorsNameTopologyTargetAndForm) {
  EXPECT_EQ(parseError("v5p:2x0x1"),
            "topology '2x0x1' of target 'v5p' has an axis of no chips: '0'; "
            "write chips along 2 or 3 axes, as in '2x2x1'");
  EXPECT_THAT(parseError("v6e:"), HasSubstr("as in '2x2'"));
}

TEST(ParseTarget, eachMalformedTopologyHasItsText) {
  EXPECT_THAT(parseError("v5p:"), HasSubstr("is empty"));
  EXPECT_THAT(parseError("v5p:2xx1"), HasSubstr("axis without a number"));
  EXPECT_THAT(parseError("v5p:2x"), HasSubstr("axis without a number"));
  EXPECT_THAT(parseError("v5p:2x-2"), HasSubstr("negative axis: '-2'"));
  EXPECT_THAT(parseError("v5p:2xa"), HasSubstr("is no number: 'a'"));
  EXPECT_THAT(parseError("v5p:2X2"), HasSubstr("is no number: '2X2'"));
  EXPECT_THAT(parseError("v5p:2x2 "), HasSubstr("is no number: '2 '"));
  EXPECT_THAT(parseError("v5p:+2x2"), HasSubstr("is no number: '+2'"));
  EXPECT_THAT(parseError("v5p:4"), HasSubstr("has one axis, needs 2 or 3"));
  EXPECT_THAT(parseError("v5p:2x2x2x2"), HasSubstr("has 4 axes"));
}

TEST(ParseTarget, tooManyChips) {
  const char *text = "more chips than the limit of 1048576";
  EXPECT_THAT(parseError("v5p:1048577x1"), HasSubstr(text));
  EXPECT_THAT(parseError("v5p:1024x1025"), HasSubstr(text));
  EXPECT_THAT(parseError("v5p:2x99999999999999999999"), HasSubstr(text));
  EXPECT_THAT(parseError("v5p:1048576x1048576x1048576"), HasSubstr(text));
  EXPECT_THAT(parseError("v5p:2x-99999999999999999999"),
              HasSubstr("negative axis"));
}

} // namespace
} // namespace sc
