//===-- MemoryMapTest.cpp - buffers over time -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rectangles of maps, and how small buffers are merged.

#include "lib/Report/MemoryMap.h"
#include "TestProgram.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <memory>

namespace sc::report {
namespace {

using namespace format;
using test::addBuffer;
using test::makeProgram;

TEST(MemoryMap, tileRectangles) {
  std::vector<MemoryMap> maps = collectTileMaps(makeProgram(), 5);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].title, "user"); // the table of the lookup
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
  // Instances touch: one rectangle, named by the table of its task.
  EXPECT_EQ(map->rects[0].name, "user stack");
  EXPECT_EQ(map->rects[0].bytes(), 4 * 65536);
  EXPECT_EQ(map->rects[0].first, 1);
  ASSERT_EQ(map->merged.size(), 1u); // 1024 of 392192
  EXPECT_EQ(map->merged[0].name, "out");
  EXPECT_EQ(map->merged[0].begin, 128000);
  EXPECT_EQ(map->merged[0].end, 129024);
}

TEST(MemoryMap, instancesApartAreDrawnApart) {
  ProgramT program = makeProgram();
  program.buffers[4]->stride = 70000;
  std::optional<MemoryMap> map = collectHbmMap(program);
  ASSERT_EQ(map->rects.size(), 6u);
  EXPECT_EQ(map->rects[1].name, "user stack 0");
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
  EXPECT_EQ(map->merged.size(), 1u); // all bands are alike
  EXPECT_EQ(map->merged[0].name, "temporary: 5000 buffers");
  EXPECT_EQ(map->merged.front().begin, 0);
  EXPECT_EQ(map->merged.back().end, 64 * 5000);
  int64_t covered = 0;
  for (const MapRect &rect : map->merged)
    covered += rect.bytes();
  EXPECT_EQ(covered, 64 * 5000);
  EXPECT_EQ(map->merged.front().last, 2);
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
  int64_t merged = 0;
  for (const MapRect &rect : map->merged) {
    EXPECT_EQ(rect.bufferClass, BufferClass::Temporary);
    merged = std::max(merged, rect.buffers);
  }
  EXPECT_EQ(merged, 800);
}

/// A temporary that fills the map while `count` buffers of 100 words are above
/// it in turn.
static ProgramT makeSmallBuffers(BufferClass bufferClass, int count) {
  ProgramT program = makeProgram();
  program.buffers.clear();
  addBuffer(program, "big", MemorySpace::Hbm, BufferClass::Temporary, 100000)
      .last_use = 2;
  for (int i = 0; i < count; ++i) {
    BufferT &buffer = addBuffer(program, "b" + std::to_string(i),
                                MemorySpace::Hbm, bufferClass, 100);
    buffer.offset = 400000 + 400 * i;
    buffer.first_use = buffer.last_use = 1;
  }
  return program;
}

TEST(MemoryMap, smallNeighboursAreOneBandOfTheirClass) {
  std::optional<MemoryMap> map =
      collectHbmMap(makeSmallBuffers(BufferClass::Stack, 12));
  ASSERT_EQ(map->rects.size(), 2u); // 4800 bytes together can be seen
  EXPECT_EQ(map->rects[1].name, "stack: 12 buffers");
  EXPECT_EQ(map->rects[1].bufferClass, BufferClass::Stack);
  EXPECT_EQ(map->rects[1].begin, 400000);
  EXPECT_EQ(map->rects[1].end, 404800);
  EXPECT_EQ(map->rects[1].buffers, 12);
  EXPECT_TRUE(map->merged.empty());
}

TEST(MemoryMap, classesAreNeverMerged) {
  ProgramT program = makeSmallBuffers(BufferClass::Stack, 4);
  program.buffers[2]->buffer_class = program.buffers[4]->buffer_class =
      BufferClass::Result;
  std::optional<MemoryMap> map = collectHbmMap(program);
  ASSERT_EQ(map->merged.size(), 2u);
  EXPECT_EQ(map->merged[0].name, "result: 2 buffers");
  EXPECT_EQ(map->merged[1].name, "stack: 2 buffers");
}

TEST(MemoryMap, mergedBuffersKeepTheirMoments) {
  ProgramT program = makeSmallBuffers(BufferClass::Temporary, 2);
  for (int i = 0; i < 997; ++i)
    program.steps.push_back(std::make_unique<StepT>());
  program.buffers[2]->first_use = program.buffers[2]->last_use = 700;
  std::optional<MemoryMap> map = collectHbmMap(program);
  ASSERT_EQ(map->merged.size(), 2u); // far apart: not one long rectangle
  EXPECT_EQ(map->merged[0].last, 1);
  EXPECT_EQ(map->merged[1].first, 700);
  EXPECT_EQ(map->merged[1].name, "b1");
}

TEST(MemoryMap, momentsOfStacksAreCuts) {
  ProgramT program = makeSmallBuffers(BufferClass::Stack, 1);
  EXPECT_TRUE(collectHbmMap(program)->cuts.empty()); // 3 steps have room
  for (int i = 0; i < 997; ++i)
    program.steps.push_back(std::make_unique<StepT>());
  EXPECT_THAT(collectHbmMap(program)->cuts,
              testing::ElementsAre(0, 1, 2, 3, 1000));
}

TEST(MemoryMap, equalTileMapsAreDrawnOnce) {
  ProgramT program = makeProgram();
  for (int i = 0; i < 11; ++i) {
    auto task = static_cast<int32_t>(program.tasks.size());
    program.tasks.push_back(std::make_unique<TaskT>(*program.tasks[0]));
    program.lookups.push_back(std::make_unique<LookupT>(*program.lookups[0]));
    program.lookups.back()->task = task;
    program.lookups.back()->table_name = "t" + std::to_string(i);
    for (size_t buffer : {5, 6, 7}) {
      program.buffers.push_back(
          std::make_unique<BufferT>(*program.buffers[buffer]));
      program.buffers.back()->task = task;
    }
  }
  std::vector<MemoryMap> maps = collectTileMaps(program, 5);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].title, "user");
  ASSERT_EQ(maps[0].equals.size(), 11u);
  EXPECT_EQ(maps[0].equals[10], "t10");
  program.buffers.back()->offset += 4; // of the last
  EXPECT_EQ(collectTileMaps(program, 5).size(), 2u);
}

TEST(MemoryMap, nothingWithoutBuffers) {
  ProgramT program = makeProgram();
  program.buffers.clear();
  EXPECT_FALSE(collectHbmMap(program));
  EXPECT_TRUE(collectTileMaps(program, 5).empty());
}

} // namespace
} // namespace sc::report
