//===-- CountersTest.cpp - counters, peaks and their printers ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks from lifetimes, high-water marks, and the forms of the counters.

#include "MachineTest.h"

#include "runtime/machine/BufferPeaks.h"

#include <nlohmann/json.hpp>

#include <sstream>

using namespace sc;
using namespace sc::test;
using runtime::BufferPeaks;
using testing::HasSubstr;

namespace {

/// Peaks of a program that need not be verified.
BufferPeaks computePeaks(ProgramBuilder &builder,
                         std::vector<int64_t> touched = {}) {
  std::vector<uint8_t> bytes = builder.finish();
  return runtime::computeBufferPeaks(*format::GetProgram(bytes.data()),
                                     touched);
}

runtime::BufferPeak getPeak(const BufferPeaks &peaks, MemorySpace space,
                            BufferClass bufferClass) {
  for (const runtime::BufferPeak &peak : peaks.byClass)
    if (peak.space == space && peak.bufferClass == bufferClass)
      return peak;
  ADD_FAILURE() << "no such peak";
  return {};
}

TEST(BufferPeaksTest, TileBuffersPeakAtAProgram) {
  ProgramBuilder builder;
  BufferOptions list{.bufferClass = BufferClass::List};
  builder.addBuffer("a", 10, list); // program 0
  list.firstUse = 1;
  list.lastUse = 2;
  builder.addBuffer("b", 20, list);
  list.firstUse = list.lastUse = 2;
  builder.addBuffer("c", 5, list);
  CodeBuilder code("x");
  builder.addTask(code, {code, code, code});
  BufferPeaks peaks = computePeaks(builder, {40, 80, 8});
  auto peak = getPeak(peaks, MemorySpace::TileSpmem, BufferClass::List);
  EXPECT_EQ(peak.allocatedBytes, 100);
  EXPECT_EQ(peak.touchedBytes, 88);
  ASSERT_EQ(peaks.bySpace.size(), 1u);
  EXPECT_EQ(peaks.bySpace[0].allocatedBytes, 100);
}

TEST(BufferPeaksTest, HbmCountsAllInstancesAtItsStep) {
  ProgramBuilder builder(1, 4);
  builder.addStack("stack", 8, 4);
  builder.program.buffers[0]->first_use = 1; // the launch
  builder.program.buffers[0]->last_use = 1;
  builder.addHbm("temporary", 100);
  builder.program.buffers[1]->last_use = 0;
  builder.addHbm("activations", 50);
  CodeBuilder code("x");
  builder.addTask(code, {});
  format::FillT fill;
  fill.destination = 1;
  fill.sizes = {0};
  fill.strides = {1};
  fill.value = {0, 0, 0, 0};
  builder.addStep(fill);
  builder.addLaunch();
  BufferPeaks peaks = computePeaks(builder);
  EXPECT_EQ(getPeak(peaks, MemorySpace::Hbm, BufferClass::Stack).allocatedBytes,
            128);
  EXPECT_EQ(
      getPeak(peaks, MemorySpace::Hbm, BufferClass::Temporary).allocatedBytes,
      600);
  EXPECT_EQ(peaks.bySpace[0].allocatedBytes, 600);
}

TEST(BufferPeaksTest, ViewsCountInTheirParents) {
  ProgramBuilder builder(1, 2);
  int parent = builder.addHbm("parent", 64);
  int view = builder.addHbm("view", 16, 2);
  auto &buffer = *builder.program.buffers[static_cast<size_t>(view)];
  buffer.parent = parent;
  buffer.offset = 64;
  BufferPeaks peaks = computePeaks(builder, {0, 32});
  auto peak = getPeak(peaks, MemorySpace::Hbm, BufferClass::Temporary);
  EXPECT_EQ(peak.allocatedBytes, 256);
  EXPECT_EQ(peak.touchedBytes, 64 + 64 + 32);
}

class CountersTest : public TileFixture {};

TEST_F(CountersTest, TouchedIsTheHighWaterMark) {
  begin();
  tile.emit(Opcode::Runs,
            {tile.newRegister(), data, 0, 3, result, 0, -1, 0, 0});
  ASSERT_TRUE(run().ok());
  const runtime::Counters &counters = machine->getCounters();
  ASSERT_FALSE(counters.peaks.empty());
  for (const auto &peak : counters.peaks)
    EXPECT_LE(peak.touchedBytes, peak.allocatedBytes);
  for (const auto &peak : counters.spacePeaks)
    EXPECT_EQ(peak.touchedBytes, peak.allocatedBytes);
}

TEST_F(CountersTest, CountersDoNotDependOnThreads) {
  begin();
  ASSERT_TRUE(run(makeIota(), {.threads = 1}).ok());
  nlohmann::json one = runtime::countersToJson(machine->getCounters());
  auto other =
      Machine::create(*machine.executable, MachineOptions{.threads = 5});
  ASSERT_TRUE(other.ok());
  ASSERT_TRUE((*other)->run().ok());
  EXPECT_EQ(runtime::countersToJson((*other)->getCounters()), one);
}

TEST_F(CountersTest, JsonHasAVersionAndAllCounters) {
  begin();
  ASSERT_TRUE(run().ok());
  nlohmann::json json = runtime::countersToJson(machine->getCounters());
  EXPECT_EQ(json["version"], 2);
  EXPECT_EQ(json["counters"].size(), runtime::getCounterInfos().size());
  EXPECT_EQ(json["counters"]["host_to_hbm_bytes"], kBytes);
  EXPECT_EQ(json["counters"]["instructions"], 4);
  EXPECT_TRUE(json["peaks"][0].contains("allocated_bytes"));
  EXPECT_EQ(json["space_peaks"].size(), 3u);
}

TEST_F(CountersTest, TextHasOneLineForEach) {
  begin();
  ASSERT_TRUE(run().ok());
  std::ostringstream text;
  runtime::printCountersText(machine->getCounters(), text);
  for (const runtime::CounterInfo &info : runtime::getCounterInfos())
    EXPECT_THAT("\n" + text.str(),
                HasSubstr(std::string("\n") + info.name + " "));
  EXPECT_THAT(text.str(), HasSubstr("peak tilespmem list allocated"));
}

} // namespace
