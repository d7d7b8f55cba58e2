//===-- ReservationTest.cpp - HBM that others hold -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// E0100 and E0101: what is left of HBM holds the arguments, then the program.

#include "MachineTest.h"

using namespace sc;
using namespace sc::test;

namespace {

constexpr int64_t kMiB = 1 << 20;

/// Arguments of 2 and 8 MiB and a temporary of 20 MiB, on a machine of which a
/// program may use 31 MiB.
class ReservationTest : public testing::Test {
protected:
  ReservationTest() {
    addHbm("small", 2 * kMiB, BufferClass::Argument);
    addHbm("rows", 20 * kMiB, BufferClass::Temporary);
    addHbm("table", 8 * kMiB, BufferClass::Argument);
    builder.program.target->usable_hbm_bytes = 31 * kMiB;
  }

  void addHbm(const std::string &name, int64_t bytes, BufferClass bufferClass) {
    builder.addBuffer(
        name, bytes / 4,
        {.space = MemorySpace::Hbm, .bufferClass = bufferClass, .task = -1});
  }

  absl::Status create(int64_t reservedBytes) {
    std::vector<uint8_t> bytes = builder.finish();
    MachineOptions options{.threads = 1};
    options.reservedHbmBytes = reservedBytes;
    return Machine::create(*format::GetProgram(bytes.data()), options).status();
  }

  void expectError(int64_t reservedBytes, const std::string &text) {
    absl::Status status = create(reservedBytes);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(std::string(status.message()), text);
  }

  ProgramBuilder builder;
};

TEST_F(ReservationTest, FitsBesideOthersToTheByte) {
  EXPECT_TRUE(create(0).ok());
  EXPECT_TRUE(create(kMiB).ok());
  EXPECT_FALSE(create(kMiB + 1).ok());
}

TEST_F(ReservationTest, ProgramIsLoadedBesideItsArguments) {
  expectError(6 * kMiB,
              "the program needs 20971520 bytes of HBM per device beside its "
              "arguments, 15728640 are free\n"
              "E0101: RuntimeProgramAllocationFailure:\n"
              "Error loading program 'test.mlir': Attempting to reserve 20.00M "
              "at the bottom of memory. That was not possible. There are "
              "15.00M free, 0B reserved, and 15.00M reservable.\n"
              "See https://openxla.org/xla/errors/error_0101 for more "
              "details.");
}

TEST_F(ReservationTest, ArgumentsAreAllocatedInOrder) {
  expectError(24 * kMiB,
              "argument 'table' needs 8388608 bytes of HBM per device, 5242880 "
              "are free\n"
              "E0100: RuntimeBufferAllocationFailure:\n"
              "Attempting to allocate 8.00M. That was not possible. There are "
              "5.00M free.; (0x0x0_HBM0)\n"
              "See https://openxla.org/xla/errors/error_0100 for more "
              "details.");
}

TEST_F(ReservationTest, MoreThanTheMachineHasLeavesNothing) {
  EXPECT_THAT(std::string(create(INT64_MAX).message()),
              testing::HasSubstr("Attempting to allocate 2.00M. That was not "
                                 "possible. There are 0B free."));
}

TEST_F(ReservationTest, OneByteShortDoesNotPrintEqualSizes) {
  EXPECT_THAT(std::string(create(kMiB + 1).message()),
              testing::HasSubstr("Attempting to reserve 20971520B at the "
                                 "bottom of memory. That was not possible. "
                                 "There are 20971519B free, 0B reserved, and "
                                 "20971519B reservable."));
}

TEST_F(ReservationTest, UnknownHbmIsNotChecked) {
  builder.program.target->usable_hbm_bytes = 0;
  builder.program.target->hbm_bytes = 0;
  EXPECT_TRUE(create(INT64_MAX).ok());
}

} // namespace
