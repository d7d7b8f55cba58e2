// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How sc-run finds and checks inputs.

#include "test/unit/run/RunTest.h"

namespace sc::test {
namespace {

using InputsTest = RunTest;

constexpr char kRun[] = "model.scx --inputs=in.npz";
constexpr char kMore[] =
    "\nSee https://openxla.org/xla/errors/error_0102 for more details.";

TEST_F(InputsTest, ByPositionOrName) {
  EXPECT_EQ(run(kRun).code, 0);
  writeArrays("in.npz", {{"features", values}, {"more", {}}});
  EXPECT_EQ(run(kRun).code, 0);
}

TEST_F(InputsTest, Missing) {
  writeArrays("in.npz", {{"arg1", values}});
  EXPECT_EQ(getError(kRun), "input 0 'features' is missing: expected array "
                            "'arg0' or 'features' of type f32[8x8]");
  EXPECT_EQ(getError("model.scx"),
            "the program has 1 inputs, give them with --inputs");
}

TEST_F(InputsTest, GivenTwice) {
  writeArrays("in.npz", {{"arg0", values}, {"features", values}});
  EXPECT_EQ(getError(kRun),
            "input 0 'features' is given twice, as 'arg0' and as 'features'");
}

TEST_F(InputsTest, Ambiguous) {
  format::ProgramT program = makeSample(false);
  program.inputs.push_back(
      std::make_unique<format::ArgumentT>(*program.inputs[0]));
  program.inputs[1]->name = "arg0";
  program.inputs[1]->buffer = kY;
  writeProgram(program);
  EXPECT_EQ(getError(kRun), "array 'arg0' is ambiguous: it could be input 0 "
                            "'features' or input 1 'arg0'");
}

TEST_F(InputsTest, WrongShape) {
  writeArrays("in.npz", {{"arg0", std::vector<float>(32)}});
  EXPECT_EQ(getError(kRun),
            "input 0 'features': expected f32[8x8], but array 'arg0' is "
            "f32[4x8]\nE0102: RuntimeProgramInputMismatch:\nexpected parameter "
            "0 of size 256 (f32[8,8]{1,0}) but got buffer with incompatible "
            "size 128 (f32[4,8]{1,0})" +
                std::string(kMore));
}

TEST_F(InputsTest, WrongTypeOfTheSameSize) {
  writeArrays("in.npz", {{"arg0", values}}, ElementType::I32, {64});
  EXPECT_EQ(
      getError(kRun),
      "input 0 'features': expected f32[8x8], but array 'arg0' is "
      "i32[64]\nE0102: RuntimeProgramInputMismatch:\nexpected parameter 0 "
      "of size 256 (f32[8,8]{1,0}) but got buffer of that size with "
      "another type (s32[64]{0})" +
          std::string(kMore));
}

TEST_F(InputsTest, WrongTypeOfAnotherSize) {
  writeArrays("in.npz", {{"arg0", std::vector<float>(128)}}, ElementType::I64,
              {8, 8});
  EXPECT_EQ(getError(kRun),
            "input 0 'features': expected f32[8x8], but array 'arg0' is "
            "i64[8x8]\nE0102: RuntimeProgramInputMismatch:\nexpected parameter "
            "0 of size 256 (f32[8,8]{1,0}) but got buffer with incompatible "
            "size 512 (s64[8,8]{1,0})" +
                std::string(kMore));
}

TEST_F(InputsTest, FilesThatCannotBeRead) {
  EXPECT_EQ(getError("model.scx --inputs=no.npz"),
            "no.npz: cannot read as .npz: No such file");
  EXPECT_EQ(getError("model.scx --inputs=model.scx"),
            "model.scx: cannot read as .npz: Not a zip archive");
  EXPECT_EQ(getError("no.scx --inputs=in.npz"),
            "no.scx: cannot open: No such file or directory");
  EXPECT_EQ(getError("in.npz --inputs=in.npz"),
            "in.npz: not an .scx file: the identifier 'SCX1' is missing");
}

} // namespace
} // namespace sc::test
