//===-- ListTest.cpp - list and row instructions -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runs, select and axpy_indexed with their faults.

#include "MachineTest.h"

#include <bit>

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAre;

namespace {

int32_t asBits(float value) { return std::bit_cast<int32_t>(value); }

class ListTest : public TileFixture {
protected:
  /// Word of the input where each list of a test begins.
  static constexpr int kIds = 0, kSamples = 16, kGains = 32;

  Register select(Operand count, Operand lower, Operand upper,
                  Operand numSamples, format::SelectMode mode) {
    Register kept = tile.newRegister();
    tile.emit(Opcode::Select,
              {kept, data, kIds * 4, data, kSamples * 4, data, kGains * 4,
               count, lower, upper, numSamples, static_cast<int>(mode)});
    return kept;
  }

  /// Copies all of `data` to the result.
  void showData() {
    tile.emit(Opcode::Dma, {data, 0, result, 0, kBytes, -1, -1});
  }

  static std::vector<int32_t> makeLists() {
    std::vector<int32_t> words(kWords);
    int32_t ids[] = {7, 7, 9, 4, 4, 4}, samples[] = {0, 5, 2, 3, 1, 2};
    for (size_t i = 0; i < 6; ++i) {
      words[kIds + i] = ids[i];
      words[kSamples + i] = samples[i];
      words[kGains + i] = asBits(static_cast<float>(i));
    }
    return words;
  }

  std::vector<int32_t> slice(int begin, int count) {
    return {output.begin() + begin, output.begin() + begin + count};
  }
};

TEST_F(ListTest, RunsKeepsFirstIds) {
  begin();
  Register distinct = tile.newRegister();
  tile.emit(Opcode::Runs, {distinct, data, 0, 6, result, 0});
  tile.emit(Opcode::Runs, {distinct, data, 0, 6, data, 0});
  tile.emit(Opcode::Dma,
            {data, 0, result, tile.compute(Opcode::Multiply, distinct, 16), 12,
             -1, -1});
  ASSERT_TRUE(run(makeLists()).ok());
  EXPECT_THAT(slice(0, 4), ElementsAre(7, 9, 4, -1));
  EXPECT_THAT(slice(12, 4), ElementsAre(7, 9, 4, -1));
  EXPECT_EQ(machine->getCounters().distinctRows, 6);
}

// A load of this size is made when its bytes are needed, also through another
// buffer of the same bytes.
TEST_F(ListTest, ALargeLoadIsSeenThroughAView) {
  constexpr int kLarge = 1024;
  begin();
  int source = builder.addHbm("source", kLarge);
  int list = builder.addTile("list", kLarge, format::BufferClass::List);
  int view = builder.addTile("view", kLarge, format::BufferClass::List);
  builder.program.buffers[view]->offset = builder.program.buffers[list]->offset;
  builder.program.buffers[view]->parent = list;
  tile.emit(Opcode::Dma, {source, 0, list, 0, kLarge * 4, -1, -1});
  tile.emit(Opcode::Dma, {view, 0, result, 0, kBytes, -1, -1});
  format::FillT fill;
  fill.destination = source;
  fill.sizes = {kLarge};
  fill.strides = {1};
  fill.value = {7, 0, 0, 0};
  builder.addStep(fill);
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(output, Each(7));
}

TEST_F(ListTest, RunsPastTheResultAreAFault) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, 6, result, tile.move(kBytes - 8)});
  expectFault(run(makeLists()), "bounds check: access of 12 bytes at offset "
                                "248 of buffer 'result'");
}

TEST_F(ListTest, RunsOntoLaterIdsIsAFault) {
  begin();
  tile.emit(Opcode::Runs, {tile.newRegister(), data, 0, 6, data, 4});
  expectFault(run(makeLists()), "the result overwrites ids");
}

TEST_F(ListTest, ListOffsetMustBeWords) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, tile.move(2), 6, result, 0});
  expectFault(run(), "alignment: list offset 2 is not a multiple of 4 bytes");
}

TEST_F(ListTest, NegativeCountIsAFault) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, tile.move(-1), result, 0});
  expectFault(run(), "list of -1 entries");
}

TEST_F(ListTest, SelectGivesSlotsAndLocalSamples) {
  begin();
  Register kept = select(6, 1, 4, 6, format::SelectMode::Slots);
  Register isFour = tile.compute(Opcode::Equal, kept, 4);
  tile.emit(Opcode::FaultIf,
            {tile.compute(Opcode::Equal, isFour, 0), 0, kept, 4});
  showData();
  ASSERT_TRUE(run(makeLists()).ok());
  EXPECT_THAT(slice(kIds, 4), ElementsAre(1, 2, 2, 2));
  EXPECT_THAT(slice(kSamples, 4), ElementsAre(1, 2, 0, 1));
  EXPECT_THAT(slice(kGains, 4),
              ElementsAre(asBits(2), asBits(3), asBits(4), asBits(5)));
}

TEST_F(ListTest, SelectKeepIdsSkipsPadding) {
  begin();
  select(6, 0, 3, 6, format::SelectMode::KeepIds);
  showData();
  std::vector<int32_t> input = makeLists();
  input[kSamples + 1] = format::kPadValue;
  ASSERT_TRUE(run(input).ok());
  EXPECT_THAT(slice(kIds, 4), ElementsAre(7, 9, 4, 4));
  EXPECT_THAT(slice(kSamples, 4), ElementsAre(0, 2, 1, 2));
}

TEST_F(ListTest, SampleOutOfRangeIsAFault) {
  begin();
  select(6, 1, 4, 5, format::SelectMode::Slots);
  expectFault(run(makeLists()), "bounds check: sample 5 at entry 1 of a list, "
                                "must be below 5");
}

TEST_F(ListTest, PaddingInSlotsModeIsAFault) {
  begin();
  select(6, 1, 4, 6, format::SelectMode::Slots);
  std::vector<int32_t> input = makeLists();
  input[kSamples + 3] = format::kPadValue;
  expectFault(run(input), "bounds check: sample 2147483647 at entry 3");
}

TEST_F(ListTest, SelectRangeThatIsNotOneIsAFault) {
  begin();
  select(6, tile.move(-1), 4, 6, format::SelectMode::Slots);
  expectFault(run(), "select of samples from -1 to 4 of 6");
}

TEST_F(ListTest, AxpyAddsGainTimesRow) {
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

TEST_F(ListTest, AxpySampleOutOfRangeIsAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, 2, data, 0, data, 0, data, 0, 1, 8});
  expectFault(run({2}), "bounds check: sample 2 at entry 0 of a list, must be "
                        "below 2");
}

TEST_F(ListTest, AxpyRowsPastTheBufferAreAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, tile.move(33), data, 0, data, 0, data, 0, 0, 8});
  expectFault(run(), "bounds check: access of 264 bytes");
}

TEST_F(ListTest, AxpyRowsOfHalfAWordAreAFault) {
  begin();
  tile.emit(Opcode::AxpyIndexed,
            {result, 0, 1, data, 0, data, 0, data, 0, 1, tile.move(6)});
  expectFault(run(), "1 rows of 6 bytes");
}

} // namespace
