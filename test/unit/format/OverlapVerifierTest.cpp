// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that live together share no bytes, and a task's live at its launches.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::BufferT;
using format::MemorySpace;
using format::ProgramT;

TEST(OverlapVerifierTest, HostSchedule) {
  EXPECT_REJECTED(p.buffers[kY]->offset = 252,
                  "buffer 0 'x' and buffer 1 'y' overlap in host: bytes [0, "
                  "256) and [252, 508) are both live at 0");
  EXPECT_REJECTED(p.buffers[kTable]->offset = 160,
                  "buffer 3 'ys' and buffer 9 'table' overlap in hbm: bytes "
                  "[128, 192) and [160, 192) are both live at 0");
  // Between the instances of another buffer.
  EXPECT_ACCEPTED((p.buffers[kYs]->offset = 1024, p.buffers[kYs]->stride = 128,
                   p.buffers[kTable]->offset = 1088,
                   p.steps[kCopyOut]->body.AsCopy()->sizes = {2, 8},
                   p.steps[kFill]->body.AsFill()->sizes = {16}));
  EXPECT_REJECTED((p.buffers[kYs]->offset = 1024, p.buffers[kYs]->stride = 128,
                   p.buffers[kTable]->offset = 1152,
                   p.steps[kCopyOut]->body.AsCopy()->sizes = {2, 8},
                   p.steps[kFill]->body.AsFill()->sizes = {16}),
                  "buffer 3 'ys' and buffer 9 'table' overlap in hbm: bytes "
                  "[1152, 1216) and [1152, 1184) are both live at 0");
}

TEST(OverlapVerifierTest, LifetimesThatDoNotMeet) {
  EXPECT_REJECTED((p.buffers[kTable]->offset = 256),
                  "buffer 9 'table' and buffer 8 'stack' overlap in hbm: bytes "
                  "[256, 288) and [256, 512) are both live at 3");
  EXPECT_ACCEPTED(
      (p.buffers[kTable]->offset = 256, p.buffers[kTable]->last_use = 2));
}

TEST(OverlapVerifierTest, Task) {
  EXPECT_REJECTED((p.buffers[kList]->first_use = 0),
                  "buffer 5 'window' and buffer 6 'list' overlap in tilespmem: "
                  "bytes [0, 64) and [0, 64) are both live at 0");
  // A task that is never launched.
  EXPECT_REJECTED(
      (p.buffers[kTable]->offset = 1024,
       p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kStack])),
       p.buffers[10]->name = "other",
       p.steps[kLaunch]->body.Set(format::LeftOutT())),
      "buffer 8 'stack' and buffer 10 'other' overlap in hbm: "
      "bytes [256, 512) and [256, 512) are both live at 3");
}

/// A second task with a stack of its own, launched by a step at the end.
void addSecondTask(ProgramT &p, int64_t stackOffset) {
  auto task = std::make_unique<format::TaskT>();
  task->name = "update";
  task->sequencer = std::make_unique<format::CodeT>();
  task->devices_per_group = 1;
  task->groups = {0};
  p.tasks.push_back(std::move(task));
  p.buffers[kTable]->offset = 1024;
  p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kStack]));
  p.buffers.back()->name = "gradients";
  p.buffers.back()->task = 1;
  p.buffers.back()->offset = stackOffset;
  p.buffers.back()->first_use = p.buffers.back()->last_use = kLeftOut;
  format::LaunchT launch;
  launch.task = 1;
  p.steps[kLeftOut]->body.Set(std::move(launch));
}

TEST(OverlapVerifierTest, StacksOfTasksMayShareBytes) {
  EXPECT_ACCEPTED(addSecondTask(p, 256));
  // Longer than the launch, as stacks that are allocated together.
  EXPECT_REJECTED((addSecondTask(p, 256),
                   p.buffers[kStack]->last_use = kLeftOut,
                   p.buffers[10]->first_use = kLeftOut),
                  "buffer 8 'stack' and buffer 10 'gradients' overlap in hbm: "
                  "bytes [256, 512) and [256, 512) are both live at 5");
  EXPECT_REJECTED((addSecondTask(p, 384), p.buffers[10]->first_use = kConstant),
                  "buffer 10 'gradients' and buffer 8 'stack' overlap in hbm: "
                  "bytes [384, 640) and [256, 512) are both live at 3");
  EXPECT_REJECTED((addSecondTask(p, 1008), p.buffers[10]->first_use = kCopyIn),
                  "buffer 9 'table' and buffer 10 'gradients' overlap in hbm: "
                  "bytes [1024, 1056) and [1008, 1264) are both live at 2");
}

TEST(OverlapVerifierTest, TaskBuffersLiveAtEveryLaunch) {
  EXPECT_REJECTED(p.buffers[kStack]->first_use = p.buffers[kStack]->last_use =
                      kCopyOut,
                  "buffer 8 'stack' lives from step 4 to 4, its task is "
                  "launched from step 3 to 3");
  EXPECT_REJECTED(p.buffers[kStack]->first_use = p.buffers[kStack]->last_use =
                      kCopyIn,
                  "buffer 8 'stack' lives from step 2 to 2, its task is "
                  "launched from step 3 to 3");
  EXPECT_REJECTED(p.steps[kLeftOut]->body.Set(format::LaunchT()),
                  "buffer 8 'stack' lives from step 3 to 3, its task is "
                  "launched from step 3 to 5");
  EXPECT_ACCEPTED((p.steps[kLeftOut]->body.Set(format::LaunchT()),
                   p.buffers[kStack]->last_use = kLeftOut));
  // A view of a schedule's buffer.
  EXPECT_REJECTED((p.buffers[kXsFlat]->task = 0,
                   p.buffers[kXsFlat]->last_use = 2,
                   p.steps[kCopyIn]->body.AsCopy()->destination = kXs),
                  "buffer 4 'xs_flat' lives from step 0 to 2, its task is "
                  "launched from step 3 to 3");
  // A task that is never launched needs none.
  EXPECT_ACCEPTED((p.buffers[kStack]->first_use = 0,
                   p.buffers[kStack]->last_use = 0,
                   p.steps[kLaunch]->body.Set(format::LeftOutT())));
}

/// A buffer in the Spmem of the task for programs `first` to `last`.
void addShared(ProgramT &p, const char *name, int first, int last) {
  removePlan(p);
  p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kList]));
  BufferT &buffer = *p.buffers.back();
  buffer.name = name;
  buffer.space = MemorySpace::Spmem;
  buffer.offset = 16;
  buffer.first_use = first;
  buffer.last_use = last;
}

// Lifetimes in Spmem count programs: no step 0 to 1 launches the task.
TEST(OverlapVerifierTest, SpmemOfATask) {
  EXPECT_ACCEPTED((addShared(p, "a", 0, 0), addShared(p, "b", 1, 1)));
  EXPECT_REJECTED((addShared(p, "a", 0, 1), addShared(p, "b", 1, 1)),
                  "buffer 10 'a' and buffer 11 'b' overlap in spmem: bytes "
                  "[16, 80) and [16, 80) are both live at 1");
}

TEST(OverlapVerifierTest, ManyBuffersAreFast) {
  EXPECT_EQ(loadChanged([](ProgramT &p) {
              removePlan(p);
              p.target->hbm_bytes = p.target->usable_hbm_bytes = 0;
              for (int index = 0; index < 100000; ++index) {
                p.buffers.push_back(
                    std::make_unique<BufferT>(*p.buffers[kTable]));
                p.buffers.back()->offset = 4096 + 32 * (index * 7919 % 100000);
              }
            }),
            "");
}

} // namespace
} // namespace sc::test
