// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How sc-run writes outputs and compares them.

#include "test/unit/run/RunTest.h"

namespace sc::test {
namespace {

using ExpectTest = RunTest;
using testing::HasSubstr;

constexpr char kRun[] = "model.scx --inputs=in.npz --expect=golden.npz ";

TEST_F(ExpectTest, WritesOutputs) {
  for (const char *options : {"", " --threads=1", " --dma-timing=wait",
                              " --dma-timing=start --poison --threads=2"}) {
    ToolResult result = run("model.scx --inputs=in.npz --outputs=out.npz" +
                            std::string(options));
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(result.out, "");
    absl::StatusOr<runtime::NpzReader> reader =
        runtime::NpzReader::open(getPath("out.npz"));
    ASSERT_TRUE(reader.ok()) << reader.status();
    absl::StatusOr<runtime::Array> output = reader->read("out0");
    ASSERT_TRUE(output.ok()) << output.status();
    EXPECT_TRUE(std::ranges::equal(output->getElements<float>(), values));
    std::filesystem::remove(getPath("out.npz"));
  }
}

TEST_F(ExpectTest, Equal) {
  writeArrays("golden.npz", {{"out0", values}, {"other", values}});
  ToolResult result = run(kRun);
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.out, "out0 f32[8x8]: max |a-b| 0, max relative 0 at [0,0], "
                        "ok\n");
}

TEST_F(ExpectTest, WithinTheTolerance) {
  values[9] += 0.5;
  writeArrays("golden.npz", {{"out0", values}});
  ToolResult result = run(std::string(kRun) + "--rtol=0.1");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.out, "out0 f32[8x8]: max |a-b| 0.5, max relative 0.0476 at "
                        "[1,1], ok\n");
}

TEST_F(ExpectTest, Different) {
  values[9] += 0.5;
  writeArrays("golden.npz", {{"out0", values}});
  EXPECT_EQ(getError(kRun), "1 of 1 outputs are not as expected");
  EXPECT_EQ(run(kRun).out,
            "out0 f32[8x8]: max |a-b| 0.5, max relative 0.0476 at [1,1], 1 of "
            "64 elements exceed rtol 2e-05\n");
}

TEST_F(ExpectTest, MissingOrOfAnotherType) {
  writeArrays("golden.npz", {{"out1", values}});
  EXPECT_EQ(getError(kRun), "1 of 1 outputs are not as expected");
  EXPECT_EQ(run(kRun).out, "out0 f32[8x8]: the file has no such array\n");
  writeArrays("golden.npz", {{"out0", values}}, ElementType::F32, {64});
  EXPECT_EQ(run(kRun).code, 1);
  EXPECT_EQ(run(kRun).out, "out0 f32[8x8]: the expected array is f32[64]\n");
}

TEST_F(ExpectTest, OutputsAreWrittenAlthoughTheyDiffer) {
  writeArrays("golden.npz", {{"out0", std::vector<float>(64)}});
  EXPECT_EQ(run(std::string(kRun) + "--outputs=out.npz").code, 1);
  EXPECT_TRUE(std::filesystem::exists(getPath("out.npz")));
}

TEST_F(ExpectTest, WhatIsWrongIsFoundBeforeTheRun) {
  EXPECT_EQ(getError(kRun), "golden.npz: cannot read as .npz: No such file");
  EXPECT_EQ(getError("model.scx --inputs=in.npz --outputs=no/out.npz"),
            "no/out.npz: cannot write to folder 'no': No such file or "
            "directory");
}

TEST_F(ExpectTest, AFaultWritesNothing) {
  writeProgram(makeSample(/*leftOut=*/true));
  EXPECT_THAT(getError("model.scx --inputs=in.npz --outputs=out.npz"),
              HasSubstr("stablehlo.sort"));
  EXPECT_FALSE(std::filesystem::exists(getPath("out.npz")));
}

} // namespace
} // namespace sc::test
