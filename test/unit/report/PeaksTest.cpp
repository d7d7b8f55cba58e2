//===-- PeaksTest.cpp - the most bytes that are live at once --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks of buffers by hand, and against a count of every moment.

#include "runtime/format/Peaks.h"
#include "TestProgram.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

namespace sc::format {
namespace {

using testing::ElementsAre;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

static PeakBuffer makeBuffer(MemorySpace space, int64_t bytes, int32_t task,
                             int32_t first, int32_t last) {
  return {space, BufferClass::Stack, bytes, task, first, last, 0};
}

static PeakBuffer makeHbm(int64_t bytes, int32_t first, int32_t last,
                          int32_t task = -1) {
  return makeBuffer(MemorySpace::Hbm, bytes, task, first, last);
}

TEST(Peaks, bothEndsAreInclusive) {
  EXPECT_EQ(computePeak({}), 0);
  EXPECT_EQ(computePeak(std::vector{makeHbm(10, 0, 1), makeHbm(20, 1, 2)}), 30);
  EXPECT_EQ(computePeak(std::vector{makeHbm(10, 0, 1), makeHbm(20, 2, 2)}), 20);
}

TEST(Peaks, hbmOfTasksSharesTheSchedule) {
  std::vector<PeakBuffer> buffers = {makeHbm(10, 0, 4, 0), makeHbm(20, 2, 6, 1),
                                     makeHbm(5, 6, 6)};
  EXPECT_EQ(computePeak(buffers), 30);
}

TEST(Peaks, tasksDoNotCoincideInATile) {
  auto space = MemorySpace::TileSpmem;
  std::vector<PeakBuffer> buffers = {makeBuffer(space, 10, 0, 0, 2),
                                     makeBuffer(space, 20, 1, 0, 2),
                                     makeBuffer(space, 5, 1, 1, 1)};
  EXPECT_EQ(computePeak(buffers), 25);
  EXPECT_TRUE(livesInPrograms(MemorySpace::Smem, 0));
  EXPECT_TRUE(livesInPrograms(MemorySpace::Spmem, 0));
  EXPECT_FALSE(livesInPrograms(MemorySpace::Hbm, 0));
  EXPECT_FALSE(livesInPrograms(MemorySpace::TileSpmem, -1));
}

TEST(Peaks, hugeSumsStayAtTheMaximum) {
  EXPECT_EQ(computePeak(std::vector{makeHbm(kMax, 0, 0), makeHbm(kMax, 0, 0),
                                    makeHbm(7, 0, 0)}),
            kMax);
  EXPECT_EQ(computePeak(std::vector{makeHbm(3, 0, 0x7fffffff)}), 3);
}

TEST(Peaks, classesPeakAtTheirOwnMoments) {
  std::vector<PeakBuffer> buffers = {makeHbm(10, 0, 0), makeHbm(20, 1, 1),
                                     makeHbm(7, 0, 0)};
  buffers[1].bufferClass = BufferClass::Result;
  EXPECT_THAT(computePeaks(buffers),
              ElementsAre(ClassPeak{MemorySpace::Hbm, BufferClass::Result, 20},
                          ClassPeak{MemorySpace::Hbm, BufferClass::Stack, 17}));
  EXPECT_THAT(computeMemoryPeaks(buffers),
              ElementsAre(MemoryPeak{MemorySpace::Hbm, 20}));
}

TEST(Peaks, viewsAreNotCollected) {
  ProgramT program = test::makeProgram();
  std::vector<PeakBuffer> buffers = collectPeakBuffers(program);
  ASSERT_EQ(buffers.size(), program.buffers.size() - 1);
  EXPECT_EQ(buffers[3].index, 4u);
  EXPECT_EQ(buffers[3].bytes, 4 * 65536); // of all instances
  program.buffers[4]->size = kMax;
  EXPECT_EQ(collectPeakBuffers(program)[3].bytes, kMax);
}

TEST(Peaks, bothFormsOfAProgramAgree) {
  ProgramT program = test::makePlannedProgram();
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Program::Pack(builder, &program));
  const Program &flat = *GetProgram(builder.GetBufferPointer());
  EXPECT_EQ(computePeaks(collectPeakBuffers(flat)),
            computePeaks(collectPeakBuffers(program)));
}

/// Adds up every moment of every timeline.
static int64_t countPeak(const std::vector<PeakBuffer> &buffers) {
  std::map<std::pair<int32_t, int32_t>, int64_t> live;
  int64_t peak = 0;
  for (const PeakBuffer &buffer : buffers)
    for (int32_t moment = buffer.firstUse; moment <= buffer.lastUse; ++moment) {
      int32_t timeline =
          buffer.space == MemorySpace::TileSpmem ? buffer.task : -1;
      peak = std::max(peak, live[{timeline, moment}] += buffer.bytes);
    }
  return peak;
}

TEST(Peaks, peakIsTheLargestMoment) {
  uint32_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  auto pick = [&](int32_t below) {
    return static_cast<int32_t>(random() % static_cast<uint32_t>(below));
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<PeakBuffer> buffers;
    for (int32_t count = pick(30); count > 0; --count) {
      int32_t first = pick(10);
      auto space = pick(2) ? MemorySpace::Hbm : MemorySpace::TileSpmem;
      buffers.push_back(
          makeBuffer(space, pick(1000), pick(4), first, first + pick(5)));
    }
    ASSERT_EQ(computePeak(buffers), countPeak(buffers));
  }
}

} // namespace
} // namespace sc::format
