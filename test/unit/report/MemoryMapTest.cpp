//===-- MemoryMapTest.cpp - buffers over time -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rectangles of maps, and how small buffers are merged.

#include "lib/Report/MemoryMap.h"
#include "TestProgram.h"

#include "gmock/gmock.h"

namespace sc::report {
namespace {

using namespace format;
using test::addBuffer;
using test::makeProgram;

TEST(MemoryMap, tileRectangles) {
  std::vector<MemoryMap> maps = collectTileMaps(makeProgram(), 5);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].title, "lookup_user");
  EXPECT_THAT(maps[0].columns, testing::ElementsAre("send_ids", "combine"));
  EXPECT_EQ(maps[0].peakBytes, 7168);
  EXPECT_EQ(maps[0].capacityBytes, 524288);
  ASSERT_EQ(maps[0].rects.size(), 3u);
  const MapRect &window = maps[0].rects[0];
  EXPECT_EQ(window.name, "send_window");
  EXPECT_EQ(window.begin, 3072);
  EXPECT_EQ(window.end, 7168);
  EXPECT_EQ(window.first, 0);
  EXPECT_EQ(window.last, 0);
  EXPECT_EQ(maps[0].rects[2].first, 1); // activations
}

TEST(MemoryMap, tasksWithTheLargestPeaks) {
  ProgramT program = makeProgram();
  for (int task = 1; task < 5; ++task) {
    program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
    program.tasks.back()->name = "task" + std::to_string(task);
    addBuffer(program, "list", MemorySpace::TileSpmem, BufferClass::List,
              task * 1000)
        .task = task;
  }
  std::vector<MemoryMap> maps = collectTileMaps(program, 3);
  ASSERT_EQ(maps.size(), 3u);
  EXPECT_EQ(maps[0].title, "task4");
  EXPECT_EQ(maps[2].title, "task2");
}

TEST(MemoryMap, hbmHasNoViewsAndNoHostBuffers) {
  ProgramT program = makeProgram();
  program.buffers[2]->size = 1024; // the result
  std::optional<MemoryMap> map = collectHbmMap(program);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->moments, 3);
  EXPECT_EQ(map->endBytes, 392192);
  EXPECT_EQ(map->peakBytes, 391168);
  ASSERT_EQ(map->rects.size(), 2u);
  EXPECT_EQ(map->rects[0].name, "receive"); // instances touch: one rectangle
  EXPECT_EQ(map->rects[0].bytes(), 4 * 65536);
  EXPECT_EQ(map->rects[0].first, 1);
  ASSERT_EQ(map->mergedBuffers, 1); // 1024 of 392192
  EXPECT_EQ(map->others.front().begin, 128000);
  EXPECT_EQ(map->others.back().end, 129024);
}

TEST(MemoryMap, instancesApartAreDrawnApart) {
  ProgramT program = makeProgram();
  program.buffers[4]->stride = 70000;
  std::optional<MemoryMap> map = collectHbmMap(program);
  ASSERT_EQ(map->rects.size(), 6u);
  EXPECT_EQ(map->rects[1].name, "receive 0");
  EXPECT_EQ(map->rects[4].begin, 130048 + 3 * 70000);
}

TEST(MemoryMap, manyBuffersAreMergedIntoBands) {
  ProgramT program = makeProgram();
  program.buffers.clear();
  for (int64_t i = 0; i < 5000; ++i) {
    BufferT &buffer = addBuffer(program, "b" + std::to_string(i),
                                MemorySpace::Hbm, BufferClass::Temporary, 16);
    buffer.offset = 64 * i;
    buffer.last_use = static_cast<int32_t>(i % 3);
  }
  std::optional<MemoryMap> map = collectHbmMap(program);
  EXPECT_TRUE(map->rects.empty());
  EXPECT_EQ(map->mergedBuffers, 5000);
  EXPECT_LE(std::ssize(map->others), kMapBands);
  EXPECT_EQ(map->others.front().begin, 0);
  EXPECT_EQ(map->others.back().end, 64 * 5000);
  int64_t covered = 0;
  for (const MapRect &rect : map->others)
    covered += rect.bytes();
  EXPECT_EQ(covered, 64 * 5000);
  EXPECT_EQ(map->others.front().last, 2);
}

TEST(MemoryMap, noMoreRectanglesThanCanBeTold) {
  ProgramT program = makeProgram();
  program.buffers.clear();
  for (int32_t i = 0; i < 1000; ++i) { // one after another at one offset
    BufferT &buffer =
        addBuffer(program, "b", MemorySpace::Hbm, BufferClass::Temporary, 1000);
    buffer.first_use = buffer.last_use = i;
  }
  std::optional<MemoryMap> map = collectHbmMap(program);
  EXPECT_EQ(map->rects.size(), kMaxMapRects);
  EXPECT_EQ(map->mergedBuffers, 800);
  EXPECT_EQ(map->others.front().last, 999);
}

TEST(MemoryMap, nothingWithoutBuffers) {
  ProgramT program = makeProgram();
  program.buffers.clear();
  EXPECT_FALSE(collectHbmMap(program));
  EXPECT_TRUE(collectTileMaps(program, 5).empty());
}

} // namespace
} // namespace sc::report
