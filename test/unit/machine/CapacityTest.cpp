//===-- CapacityTest.cpp - memories that are too small -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of Machine::create, and arenas.

#include "MachineTest.h"

#include "runtime/machine/Arena.h"
#include "runtime/machine/Code.h"
#include "runtime/machine/Memory.h"

using namespace sc;
using namespace sc::test;
using testing::HasSubstr;

namespace {

/// The status of creating a machine for a program that need not be verified.
absl::Status create(ProgramBuilder &builder) {
  std::vector<uint8_t> bytes = builder.finish();
  return Machine::create(*format::GetProgram(bytes.data()), {.threads = 1})
      .status();
}

void expectExhausted(const absl::Status &status, const std::string &text) {
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr(text));
}

TEST(CapacityTest, TileSpmemIsTheTargets) {
  ProgramBuilder builder;
  builder.addTile("a", 1 << 17);
  EXPECT_TRUE(create(builder).ok());
  builder.addTile("b", 1);
  expectExhausted(create(builder), "program needs 524292 bytes of TileSpmem "
                                   "per tile, target 'test' has 524288");
}

TEST(CapacityTest, SmemIsTheTargets) {
  ProgramBuilder builder;
  builder.addSmem("a", (1 << 12) + 1);
  expectExhausted(create(builder), "program needs 16388 bytes of Smem per "
                                   "tile, target 'test' has 16384");
}

TEST(CapacityTest, HbmIsTheTargetsIfPublished) {
  ProgramBuilder builder(1, 2);
  builder.addHbm("a", 1 << 10, 2);
  builder.program.target->hbm_bytes = 8000;
  expectExhausted(create(builder),
                  "the program needs 8192 bytes of HBM per device beside its "
                  "arguments, 8000 are free\nE0101: ");
  builder.program.target->hbm_bytes = 0;
  EXPECT_TRUE(create(builder).ok());
}

TEST(CapacityTest, HbmIsWhatAProgramMayUse) {
  ProgramBuilder builder(1, 2);
  builder.addHbm("a", 1 << 10, 2);
  builder.program.target->usable_hbm_bytes = 8188;
  expectExhausted(create(builder), "needs 8192 bytes of HBM per device beside "
                                   "its arguments, 8188 are free");
  builder.program.target->usable_hbm_bytes = 8192;
  EXPECT_TRUE(create(builder).ok());
}

TEST(CapacityTest, HostMemoryThatCannotBeHadNamesTheBytes) {
  absl::Status status =
      runtime::Arena::create(int64_t{1} << 60, "HBM").status();
  expectExhausted(status, "cannot allocate 1152921504606846976 bytes of host "
                          "memory for HBM");
}

TEST(CapacityTest, DemandThatOverflowsIsExhausted) {
  ProgramBuilder builder(1 << 20, 1);
  builder.program.target->hbm_bytes = 0;
  builder.addHbm("a", int64_t{1} << 44);
  expectExhausted(create(builder), "bytes of 1048576 times HBM do not fit");
}

TEST(CapacityTest, LoopsMustEnd) {
  ProgramBuilder builder;
  CodeBuilder sequencer("main");
  sequencer.emit(Opcode::Loop, {sequencer.newRegister(), 0, 1, 1, 0});
  builder.addTask(sequencer, {});
  absl::Status status = create(builder);
  EXPECT_EQ(std::string(status.message()),
            "program 'main': loop #0 has no end_loop");
}

TEST(CapacityTest, LoopEndsMustHaveALoop) {
  ProgramBuilder builder;
  CodeBuilder sequencer("main");
  sequencer.emit(Opcode::EndLoop, {0});
  builder.addTask(sequencer, {});
  absl::Status status = create(builder);
  EXPECT_EQ(std::string(status.message()),
            "program 'main': end_loop #0 ends no loop");
}

TEST(CapacityTest, ArenasAreZeroAndMove) {
  auto arena = runtime::Arena::create(3 << 20, "test");
  ASSERT_TRUE(arena.ok());
  std::byte *data = arena->getData();
  EXPECT_EQ(data[(3 << 20) - 1], std::byte{0});
  runtime::Arena other = *std::move(arena);
  EXPECT_EQ(other.getData(), data);
  EXPECT_EQ(other.getSize(), 3 << 20);
}

} // namespace
