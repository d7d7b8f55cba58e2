//===-- HostScheduleTest.cpp - copies, fills, constants ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the host schedule.

#include "MachineTest.h"

#include <random>

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TEST(HostScheduleTest, DevicesTakePartByTheirOffsets) {
  ProgramBuilder builder(3, 1, 1);
  int in = builder.addInput("in", 8), out = builder.addOutput("out", 8);
  int hbm = builder.addHbm("hbm", 2);
  format::FillT fill;
  fill.destination = out;
  fill.sizes = {8};
  fill.strides = {1};
  fill.value = {9, 0, 0, 0};
  builder.addStep(fill);
  format::CopyT copy;
  copy.source = in;
  copy.destination = hbm;
  copy.sizes = {2};
  copy.source_strides = copy.destination_strides = {1};
  copy.device_offsets = {4, -1, 0};
  builder.addStep(copy);
  copy.source = hbm;
  copy.destination = out;
  copy.device_offsets = {0, -1, 6};
  builder.addStep(copy);
  LoadedMachine machine = makeMachine(builder);
  auto input = asWords<int32_t>(machine->getInput(0));
  std::iota(input.begin(), input.end(), 0);
  ASSERT_TRUE(machine->run().ok());
  EXPECT_THAT(copyWords<int32_t>(machine->getOutput(0)),
              ElementsAre(4, 5, 9, 9, 9, 9, 0, 1));
  const runtime::Counters &counters = machine->getCounters();
  EXPECT_EQ(counters.hostToHbmBytes, 16);
  EXPECT_EQ(counters.hbmToHostBytes, 16);
  EXPECT_EQ(counters.hostToHostBytes, 32);
}

TEST(HostScheduleTest, StridedCopiesTransposeAndReverse) {
  ProgramBuilder builder;
  int in = builder.addInput("in", 6), out = builder.addOutput("out", 6);
  format::CopyT copy;
  copy.source = in;
  copy.destination = out;
  copy.sizes = {2, 3};
  copy.source_offset = 2;
  copy.source_strides = {3, -1};
  copy.destination_strides = {1, 2};
  builder.addStep(copy);
  LoadedMachine machine = makeMachine(builder);
  auto input = asWords<int32_t>(machine->getInput(0));
  std::iota(input.begin(), input.end(), 0);
  ASSERT_TRUE(machine->run().ok());
  EXPECT_THAT(copyWords<int32_t>(machine->getOutput(0)),
              ElementsAre(2, 5, 1, 4, 0, 3));
}

TEST(HostScheduleTest, ConstantsReachEveryInstance) {
  ProgramBuilder builder(2, 2, 1);
  int out = builder.addOutput("out", 2 * 32);
  int hbm = builder.addHbm("hbm", 16, 2);
  int other = builder.addHbm("other", 32);
  format::ConstantT constant;
  constant.destination = hbm;
  constant.data.assign(64, 5);
  builder.addStep(constant);
  builder.addCopy(hbm, other, 16);
  format::CopyT second;
  second.source = hbm;
  second.destination = other;
  second.sizes = {16};
  second.source_strides = second.destination_strides = {1};
  second.destination_offset = 16;
  builder.addStep(second);
  builder.addCopy(other, out, 32, 32);
  LoadedMachine machine = makeMachine(builder);
  ASSERT_TRUE(machine->run().ok());
  EXPECT_THAT(copyWords<int32_t>(machine->getOutput(0)), Each(0x05050505));
  EXPECT_EQ(machine->getCounters().hostToHbmBytes, 256);
  EXPECT_EQ(machine->getCounters().hbmToHbmBytes, 256);
}

TEST(HostScheduleTest, LargeCopiesAreTheSameForAnyThreads) {
  constexpr int64_t kRows = 1 << 11, kColumns = 1 << 9;
  for (int threads : {1, 2, 7}) {
    ProgramBuilder builder;
    int in = builder.addInput("in", kRows * kColumns);
    int out = builder.addOutput("out", kRows * kColumns);
    format::CopyT copy;
    copy.source = in;
    copy.destination = out;
    copy.sizes = {kRows, kColumns};
    copy.source_strides = {kColumns, 1};
    copy.destination_strides = {1, kRows};
    builder.addStep(copy);
    LoadedMachine machine = makeMachine(builder, {.threads = threads});
    auto input = asWords<int32_t>(machine->getInput(0));
    std::iota(input.begin(), input.end(), 0);
    ASSERT_TRUE(machine->run().ok());
    std::vector<int32_t> words = copyWords<int32_t>(machine->getOutput(0));
    for (int64_t i = 0; i < kRows * kColumns; i += 977)
      ASSERT_EQ(words[static_cast<size_t>(i)],
                i % kRows * kColumns + i / kRows);
  }
}

TEST(HostScheduleTest, LeftOutOperationIsUnimplemented) {
  ProgramBuilder builder;
  builder.addOutput("out", 1);
  format::LeftOutT leftOut;
  leftOut.operation = "stablehlo.dot_general";
  leftOut.reason = "dense layers are not compiled";
  builder.addStep(leftOut, builder.addLocation("model.mlir:7:5"));
  absl::Status status = makeMachine(builder)->run();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(std::string(status.message()),
            "operation 'stablehlo.dot_general' was left out: dense layers are "
            "not compiled, model.mlir:7:5");
}

/// A call of code that is damaged: nothing of it may run.
static void addNativeCall(ProgramBuilder &builder) {
  int in = builder.addInput("in", 4), out = builder.addOutput("out", 4);
  auto function = std::make_unique<format::NativeFunctionT>();
  function->symbol = "sc_native0";
  function->operands = {{format::ElementType::I32, false, 4},
                        {format::ElementType::I32, true, 4}};
  auto native = std::make_unique<format::NativeT>();
  native->code = {1, 2, 3};
  native->architecture = "x86_64";
  native->functions.push_back(std::move(function));
  builder.program.native = std::move(native);
  format::NativeCallT call;
  call.buffers = {in, out};
  builder.addStep(call, builder.addLocation("model.mlir:7:5"));
}

TEST(HostScheduleTest, NativeCodeMustBeAllowed) {
  ProgramBuilder builder;
  addNativeCall(builder);
  absl::Status status = makeMachine(builder)->run();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(std::string(status.message()),
            "step 0 runs native code from the file, which is not allowed here, "
            "model.mlir:7:5");
}

TEST(HostScheduleTest, DamagedNativeCodeIsRefused) {
  ProgramBuilder builder;
  addNativeCall(builder);
  std::unique_ptr<format::Executable> executable = builder.load();
  ASSERT_TRUE(executable);
  absl::Status status =
      runtime::Machine::create(*executable, {.threads = 1, .allowNative = true})
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the native code is damaged: its hash is 0x"));
}

TEST(HostScheduleTest, PoisonFillsHbm) {
  ProgramBuilder builder;
  int out = builder.addOutput("out", 8);
  int hbm = builder.addHbm("hbm", 8);
  builder.addCopy(hbm, out, 8);
  LoadedMachine machine = makeMachine(builder, {.poison = true});
  ASSERT_TRUE(machine->run().ok());
  EXPECT_THAT(copyWords<int32_t>(machine->getOutput(0)), Each(-1));
}

} // namespace
