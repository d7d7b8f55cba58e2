//===-- ListTest.cpp - list instructions ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runs and select with their faults.

#include "ListFixture.h"

using namespace sc;
using namespace sc::test;
using testing::Each;
using testing::ElementsAre;

namespace {

using ListTest = ListFixture;

TEST_F(ListTest, RunsKeepsFirstIds) {
  begin();
  Register distinct = tile.newRegister();
  tile.emit(Opcode::Runs, {distinct, data, 0, 6, result, 0, -1, 0, 0});
  tile.emit(Opcode::Runs, {distinct, data, 0, 6, data, 0, -1, 0, 0});
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

// A run goes on in the next window of a list, and windows may be empty.
TEST_F(ListTest, RunsGoOnInTheNextWindow) {
  begin();
  int carry = builder.addTile("carry", 2, format::BufferClass::Scratch);
  Register first = tile.newRegister(), none = tile.newRegister(),
           second = tile.newRegister(), total = tile.newRegister();
  tile.emit(Opcode::Runs, {first, data, 0, 4, result, 0, carry, 0, 0});
  tile.emit(Opcode::Runs, {none, data, 0, 0, result, 0, carry, 4, 0});
  tile.emit(Opcode::Runs, {second, data, 16, 2, result, 12, carry, 4, 0});
  tile.emit(Opcode::Load, {total, carry, 1});
  tile.emit(Opcode::Dma, {carry, 0, result, 16, 8, -1, -1});
  expectValue(first, 3);
  expectValue(none, 0);
  expectValue(second, 1);
  expectValue(total, 4);
  ASSERT_TRUE(run({7, 7, 9, 4, 4, 5}).ok());
  EXPECT_THAT(slice(0, 6), ElementsAre(7, 9, 4, 5, 5, 4));
}

// With `carried` 0 a list begins: what the words hold does not count.
TEST_F(ListTest, AListBeginsWithoutCarry) {
  begin();
  int carry = builder.addTile("carry", 2, format::BufferClass::Scratch);
  Register before = tile.newRegister(), none = tile.newRegister(),
           after = tile.newRegister();
  tile.emit(Opcode::Runs, {before, data, 0, 2, result, 0, carry, 0, 0});
  tile.emit(Opcode::Runs, {none, data, 0, 0, result, 0, carry, 0, 0});
  tile.emit(Opcode::Runs, {after, data, 4, 1, result, 0, carry, 1, 0});
  expectValue(after, 1);
  ASSERT_TRUE(run({7, 7}).ok());
}

TEST_F(ListTest, CarryThatIsNoneIsAFault) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, 2, result, 0, data, 1, 0});
  expectFault(run({7, -1}), "carry of -1 runs before 2 entries");
}

TEST_F(ListTest, CarryPastTheLargestRunIsAFault) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, 2, result, 0, data, 1, 0});
  expectFault(run({7, INT32_MAX - 1}),
              "carry of 2147483646 runs before 2 entries");
}

TEST_F(ListTest, CarryOfOneWordIsAFault) {
  begin();
  int carry = builder.addTile("carry", 1, format::BufferClass::Scratch);
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, 2, result, 0, carry, 0, 0});
  expectFault(run(), "bounds check: access of 8 bytes at offset 0 of buffer "
                     "'carry', which has 4 bytes");
}

TEST_F(ListTest, RunsPastTheResultAreAFault) {
  begin();
  tile.emit(Opcode::Runs, {tile.newRegister(), data, 0, 6, result,
                           tile.move(kBytes - 8), -1, 0, 0});
  expectFault(run(makeLists()), "bounds check: access of 12 bytes at offset "
                                "248 of buffer 'result'");
}

TEST_F(ListTest, RunsOntoLaterIdsIsAFault) {
  begin();
  tile.emit(Opcode::Runs, {tile.newRegister(), data, 0, 6, data, 4, -1, 0, 0});
  expectFault(run(makeLists()), "the result overwrites ids");
}

TEST_F(ListTest, ListOffsetMustBeWords) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, tile.move(2), 6, result, 0, -1, 0, 0});
  expectFault(run(), "alignment: list offset 2 is not a multiple of 4 bytes");
}

TEST_F(ListTest, NegativeCountIsAFault) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, tile.move(-1), result, 0, -1, 0, 0});
  expectFault(run(), "list of -1 entries");
}

TEST_F(ListTest, SelectGivesSlotsAndLocalSamples) {
  begin();
  Register kept = select(6, 1, 4, 6, format::SelectMode::Slots);
  expectValue(kept, 4);
  showData();
  ASSERT_TRUE(run(makeLists()).ok());
  EXPECT_THAT(slice(kIds, 4), ElementsAre(1, 2, 2, 2));
  EXPECT_THAT(slice(kSamples, 4), ElementsAre(1, 2, 0, 1));
  EXPECT_THAT(slice(kGains, 4),
              ElementsAre(asBits(2), asBits(3), asBits(4), asBits(5)));
}

// Entries 0 to 3 and 4 to 5 are windows of one list, whose run of 4s both have.
TEST_F(ListTest, SlotsGoOnInTheNextWindow) {
  begin();
  int carry = builder.addTile("carry", 2, format::BufferClass::Scratch);
  auto select = [&](int64_t offset, int64_t count, int64_t carried) {
    tile.emit(Opcode::Select,
              {tile.newRegister(), ids, samples, gains, offset, count, 0, 6, 6,
               static_cast<int>(format::SelectMode::Slots), carry, carried});
  };
  select(0, 4, 0);
  select(16, 2, 4);
  showData();
  tile.emit(Opcode::Dma, {carry, 0, result, 24, 8, -1, -1});
  ASSERT_TRUE(run(makeLists()).ok());
  EXPECT_THAT(slice(kIds, 8), ElementsAre(0, 0, 1, 2, 2, 2, 4, 3));
  EXPECT_THAT(slice(kSamples, 6), ElementsAre(0, 5, 2, 3, 1, 2));
}

TEST_F(ListTest, SelectFilterKeepsIds) {
  begin();
  expectValue(select(6, 1, 4, 6, format::SelectMode::Filter), 4);
  showData();
  ASSERT_TRUE(run(makeLists()).ok());
  EXPECT_THAT(slice(kIds, 4), ElementsAre(9, 4, 4, 4));
  EXPECT_THAT(slice(kSamples, 4), ElementsAre(1, 2, 0, 1));
}

TEST_F(ListTest, PaddingInFilterModeIsAFault) {
  begin();
  select(6, 1, 4, 6, format::SelectMode::Filter);
  std::vector<int32_t> input = makeLists();
  input[kSamples + 3] = format::kPadValue;
  expectFault(run(input), "bounds check: sample 2147483647 at entry 3");
}

TEST_F(ListTest, SelectPastAListIsAFault) {
  begin();
  tile.emit(Opcode::Select, {tile.newRegister(), ids, samples, gains, 60, 2, 0,
                             6, 6, 0, -1, 0});
  expectFault(run(), "bounds check: access of 8 bytes at offset 60 of buffer "
                     "'ids', which has 64 bytes");
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

} // namespace
