//===-- MemoryUseTest.cpp - buffers by memory space -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks from lifetimes: on the schedule, in tasks, in tile programs.

#include "TestProgram.h"
#include "lib/Report/ReportData.h"

#include "gmock/gmock.h"

namespace sc::report {
namespace {

using namespace format;
using test::addBuffer;
using test::makeProgram;
using testing::ElementsAre;

static SpaceUse getSpace(const ProgramT &program, std::string_view name) {
  for (SpaceUse &use : collectSpaces(program))
    if (use.name == name)
      return use;
  ADD_FAILURE() << "no buffer in " << name;
  return {};
}

TEST(MemoryUse, spacesFromTheSmallest) {
  std::vector<std::string_view> names;
  for (const SpaceUse &use : collectSpaces(makeProgram()))
    names.push_back(use.name);
  EXPECT_THAT(names, ElementsAre("tilespmem", "hbm", "host"));
}

TEST(MemoryUse, tileProgramsShareBytes) {
  SpaceUse use = getSpace(makeProgram(), "tilespmem");
  EXPECT_EQ(use.all.buffers, 3);
  EXPECT_EQ(use.all.bytes, 3072 + 4096 + 128);
  EXPECT_EQ(use.all.peakBytes, 3072 + 4096);
  EXPECT_EQ(use.endBytes, 3072 + 4096);
  EXPECT_EQ(use.capacityBytes, 524288);
  EXPECT_EQ(use.owner, "tile");
  EXPECT_THAT(getTilePeaks(makeProgram()), ElementsAre(3072 + 4096));
}

TEST(MemoryUse, tasksDoNotAddUpInTiles) {
  ProgramT program = makeProgram();
  program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
  BufferT &other = addBuffer(program, "other", MemorySpace::TileSpmem,
                             BufferClass::List, 2000);
  other.task = 1;
  EXPECT_EQ(getSpace(program, "tilespmem").all.peakBytes, 8000);
  EXPECT_THAT(getTilePeaks(program), ElementsAre(3072 + 4096, 8000));
}

TEST(MemoryUse, taskBuffersInHbmLiveAtTheirLaunch) {
  ProgramT program = makeProgram();
  SpaceUse use = getSpace(program, "hbm");
  EXPECT_EQ(use.all.peakBytes, 128000 + 2048 + 4 * 65536);
  EXPECT_EQ(use.endBytes, 130048 + 4 * 65536);
  program.buffers[1]->last_use = 0; // the shard ends before the launch
  EXPECT_EQ(getSpace(program, "hbm").all.peakBytes, 2048 + 4 * 65536);
}

TEST(MemoryUse, taskBuffersInHbmLiveBetweenTheirSteps) {
  ProgramT program = makeProgram();
  addBuffer(program, "early", MemorySpace::Hbm, BufferClass::Temporary, 50000);
  EXPECT_EQ(getSpace(program, "hbm").all.peakBytes, 128000 + 2048 + 4 * 65536);
  program.buffers[4]->first_use = 0; // the stack is placed a step earlier
  EXPECT_EQ(getSpace(program, "hbm").all.peakBytes,
            128000 + 4 * 65536 + 200000);
}

TEST(MemoryUse, hbmIsWhatAProgramMayUse) {
  ProgramT program = makeProgram();
  EXPECT_EQ(getSpace(program, "hbm").capacityBytes, 102800042229);
  program.target->usable_hbm_bytes = 0; // not known
  EXPECT_EQ(getSpace(program, "hbm").capacityBytes, int64_t(96) << 30);
}

TEST(MemoryUse, capacityMayBeAssumed) {
  ProgramT program = makeProgram();
  EXPECT_FALSE(getSpace(program, "hbm").isCapacityAssumed);
  program.target->assumed = {"usable HBM bytes per device"};
  EXPECT_TRUE(getSpace(program, "hbm").isCapacityAssumed);
  EXPECT_FALSE(getSpace(program, "tilespmem").isCapacityAssumed);
}

TEST(MemoryUse, smemBelongsToATile) {
  ProgramT program = makeProgram();
  addBuffer(program, "pointers", MemorySpace::Smem, BufferClass::RowPointers, 8)
      .task = 0;
  SpaceUse use = getSpace(program, "smem");
  EXPECT_EQ(use.owner, "tile");
  EXPECT_EQ(use.capacityBytes, 32768);
}

TEST(MemoryUse, viewsOwnNoBytes) {
  SpaceUse use = getSpace(makeProgram(), "hbm");
  EXPECT_EQ(use.all.buffers, 3);
  for (const BufferUse &buffer : use.biggest)
    EXPECT_NE(buffer.name, "out_view");
}

TEST(MemoryUse, classesOfASpace) {
  SpaceUse use = getSpace(makeProgram(), "hbm");
  ASSERT_EQ(use.classes.size(), 3u);
  EXPECT_EQ(use.classes[0].name, "argument");
  EXPECT_EQ(use.classes[1].name, "result");
  EXPECT_EQ(use.classes[2].name, "stack");
  EXPECT_EQ(use.classes[2].bytes, 4 * 65536);
  EXPECT_EQ(use.classes[2].peakBytes, 4 * 65536);
}

TEST(MemoryUse, biggestBuffersFirst) {
  ProgramT program = makeProgram();
  for (int64_t words = 1; words <= 20; ++words)
    addBuffer(program, std::to_string(words), MemorySpace::Hbm,
              BufferClass::Temporary, words);
  SpaceUse use = getSpace(program, "hbm");
  ASSERT_EQ(use.biggest.size(), 8u);
  EXPECT_EQ(use.biggest[0].name, "receive");
  EXPECT_EQ(use.biggest[0].begin, 130048);
  EXPECT_EQ(use.biggest[0].end, 130048 + 4 * 65536);
  EXPECT_EQ(use.biggest[0].lifetime, "task lookup_user, steps 1..1");
  EXPECT_EQ(use.biggest[1].name, "table_shard");
  EXPECT_EQ(use.biggest[1].lifetime, "steps 0..2");
  EXPECT_EQ(use.biggest[7].name, "16");
}

TEST(MemoryUse, sizesAbove32Bits) {
  ProgramT program = makeProgram();
  int64_t words = int64_t(1) << 32;
  BufferT &huge = addBuffer(program, "huge", MemorySpace::Hbm,
                            BufferClass::Temporary, words);
  huge.instances = 4;
  huge.stride = huge.size;
  huge.last_use = 2;
  EXPECT_GT(getSpace(program, "hbm").all.peakBytes, 16 * words);
}

} // namespace
} // namespace sc::report
