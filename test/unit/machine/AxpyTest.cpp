//===-- AxpyTest.cpp - scaled rows added to rows -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// axpy_indexed with its faults.

#include "ListFixture.h"

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAre;

namespace {

using AxpyTest = ListFixture;

TEST_F(AxpyTest, AddsGainTimesRow) {
  begin();
  // Rows 0 .. 2 of 2 words at word 48, samples 1, 0, 1.
  tile.emit(Opcode::Dma, {data, 0, result, 0, kBytes, -1, -1});
  tile.emit(Opcode::AxpyIndexed, {result, 0, 2, data, 48 * 4, data,
                                  kSamples * 4, data, kGains * 4, 3, 8});
  std::vector<int32_t> input(kWords);
  for (int i = 0; i < 4; ++i)
    input[i] = asBits(100.0f * static_cast<float>(i));
  int32_t samples[] = {1, 0, 1};
  for (int i = 0; i < 3; ++i) {
    input[kSamples + i] = samples[i];
    input[kGains + i] = asBits(static_cast<float>(i + 1));
    input[48 + 2 * i] = asBits(1.0f);
    input[49 + 2 * i] = asBits(10.0f);
  }
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(slice(0, 4),
              ElementsAre(asBits(2), asBits(120), asBits(204), asBits(340)));
  EXPECT_EQ(machine->getCounters().ids, 3);
  EXPECT_EQ(machine->getCounters().vectorOperations, 3);
}

TEST_F(AxpyTest, SampleOutOfRangeIsAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, 2, data, 0, data, 0, data, 0, 1, 8});
  expectFault(run({2}), "bounds check: sample 2 at entry 0 of a list, must be "
                        "below 2");
}

TEST_F(AxpyTest, RowsPastTheBufferAreAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, tile.move(33), data, 0, data, 0, data, 0, 0, 8});
  expectFault(run(), "bounds check: access of 264 bytes");
}

TEST_F(AxpyTest, RowsOfHalfAWordAreAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, 1, data, 0, data, 0, data, 0, 1, tile.move(6)});
  expectFault(run(), "1 rows of 6 bytes");
}

} // namespace
