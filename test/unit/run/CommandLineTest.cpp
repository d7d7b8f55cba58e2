// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options and exit codes of sc-run.

#include "test/unit/run/RunTest.h"

namespace sc::test {
namespace {

using CommandLineTest = RunTest;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(CommandLineTest, Help) {
  ToolResult result = run("--help");
  EXPECT_EQ(result.code, 0);
  for (const char *option :
       {"--inputs", "--outputs", "--expect", "--rtol", "--threads",
        "--counters", "--target", "--poison", "--dma-timing"})
    EXPECT_THAT(result.out, HasSubstr(option));
}

TEST_F(CommandLineTest, UsageErrors) {
  std::string prefix = "model.scx --inputs=in.npz ";
  for (const std::string &arguments :
       {std::string(), prefix + "--no-such-option", prefix + "other.scx",
        prefix + "--threads=0", prefix + "--threads=many",
        prefix + "--counters=xml", prefix + "--counters=1",
        prefix + "--dma-timing=never", prefix + "--rtol=1",
        prefix + "--expect=in.npz --rtol=-1",
        prefix + "--expect=in.npz --rtol=nan",
        prefix + "--expect=in.npz --rtol=inf",
        prefix + "--expect=in.npz --rtol=1x"}) {
    ToolResult result = run(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_THAT(result.error, StartsWith("sc-run: error: ")) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
  }
}

TEST_F(CommandLineTest, Target) {
  std::string prefix = "model.scx --inputs=in.npz --target=";
  for (const char *target : {"test", "test:2x1", "test:1x2", "test:2"})
    EXPECT_EQ(run(prefix + target).code, 0) << target;
  for (const char *target :
       {"v5p", "test:4", "test:", "test:ax2", "test:0x2", "test:2x1x"})
    EXPECT_EQ(getError(prefix + target),
              "the program is compiled for target test:2x1, not for " +
                  std::string(target));
}

TEST_F(CommandLineTest, Counters) {
  std::string prefix = "model.scx --inputs=in.npz ";
  ToolResult text = run(prefix + "--counters=text");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("hbm_read_bytes"));
  ToolResult json = run(prefix + "--counters=json");
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(json.out, StartsWith("{\n"));
  EXPECT_THAT(json.out, HasSubstr("\"version\": 2"));
}

TEST_F(CommandLineTest, AVersionOfItsOwn) {
  format::ProgramT program = makeSample(false);
  program.format_version = 9;
  writeProgram(program);
  EXPECT_EQ(getError("model.scx --inputs=in.npz"),
            "model.scx: file has format version 9, this build reads 4");
}

} // namespace
} // namespace sc::test
