//===-- LookupSplitPropertyTest.cpp - splits do not change a bit ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random plans of random lookups: the bits of the unsplit run and of the plain
// sum, the work that the splits cost, and the sizes that planning counts on.

#include "LookupSplits.h"

#include <map>
#include <set>

using namespace sc;
using namespace sc::test;

static void expectReference(const LookupProblem &problem, const Bytes &output) {
  for (int64_t device = 0; device < problem.mesh.countDevices(); ++device)
    for (int64_t core = 0; core < problem.mesh.coresPerDevice; ++core) {
      size_t source = getSource(problem, device, core);
      bool isEqual = toBytes(getResult(problem, output, device, core)) ==
                     toBytes(computeOrdered(problem, source));
      EXPECT_TRUE(isEqual) << "device " << device << ", SparseCore " << core;
    }
}

/// Ids that a SparseCore asks others for. With replicas it first counts those
/// of whole partitions.
static int64_t countDistinct(const LookupProblem &problem,
                             const SplitPlan &plan, size_t source) {
  std::set<std::pair<int64_t, int64_t>> requests; // replica, row
  std::set<int64_t> rows;
  for (const Entry &entry : problem.entries[source]) {
    int64_t replica = entry.sample / getReplicaSamples(problem, plan);
    requests.insert({replica, entry.row});
    rows.insert(entry.row);
  }
  size_t counted = plan.replicas > 1 ? rows.size() : 0;
  return static_cast<int64_t>(requests.size() + counted);
}

static void expectCounts(const LookupProblem &problem, const SplitPlan &plan,
                         const runtime::Counters &counters) {
  int64_t distinct = 0;
  for (int64_t device = 0; device < problem.mesh.countDevices(); ++device)
    for (int64_t core = 0; core < problem.mesh.coresPerDevice; ++core)
      distinct +=
          countDistinct(problem, plan, getSource(problem, device, core));
  EXPECT_EQ(counters.distinctRows, distinct);
  EXPECT_EQ(counters.ids,
            plan.vectorSplits * measurePartitions(problem).totalIds);
}

/// Bytes of the buffers of each class: the most at once of a tile, and all of
/// the stack of a SparseCore.
static std::map<format::BufferClass, int64_t>
measureClasses(const format::Program &program) {
  std::map<format::BufferClass, int64_t> peaks;
  for (int32_t moment = 0; moment < 3; ++moment) {
    std::map<format::BufferClass, int64_t> live;
    for (const format::Buffer *buffer : *program.buffers())
      if (buffer->space() == format::MemorySpace::TileSpmem &&
          buffer->first_use() <= moment && moment <= buffer->last_use())
        live[buffer->buffer_class()] += buffer->size();
    for (auto [bufferClass, bytes] : live)
      peaks[bufferClass] = std::max(peaks[bufferClass], bytes);
  }
  for (const format::Buffer *buffer : *program.buffers())
    if (buffer->buffer_class() == format::BufferClass::Stack)
      peaks[format::BufferClass::Stack] += buffer->size();
  return peaks;
}

static void expectSizes(const LookupProblem &problem, const SplitPlan &plan,
                        const format::Program &program) {
  using format::BufferClass;
  int64_t sliceBytes = problem.width / plan.vectorSplits * 4;
  int64_t list = (plan.isStreamed ? 24 : 12) * plan.listEntries;
  int64_t stack = (2 * problem.width + 1) * problem.maxUnique *
                  problem.mesh.countCores() * plan.replicas * 4;
  std::map<BufferClass, int64_t> expected = {
      {BufferClass::Stack, stack},
      {BufferClass::List, list},
      {BufferClass::Activations, plan.samplesPerTile * sliceBytes},
      {BufferClass::Window, 2 * plan.windowRows * sliceBytes}};
  if (plan.isStreamed)
    expected[BufferClass::Scratch] = 8;
  EXPECT_EQ(measureClasses(program), expected);
}

static std::vector<Bytes> runUnsplit(const LookupProblem &problem,
                                     const std::vector<Bytes> &inputs) {
  SplitPlan plan = makeUnsplit(problem);
  auto executable =
      compileAndLoad(writeProgram(problem), problem.mesh.target, &plan);
  if (!executable)
    return {};
  RunResult result = run(*executable, inputs, {.threads = 2});
  EXPECT_TRUE(result.status.ok()) << result.status;
  return result.outputs;
}

static void checkSplits(Random &random) {
  LookupProblem problem = drawProblem(random);
  SplitPlan plan = drawSplits(random, problem);
  SCOPED_TRACE(problem.describe());
  SCOPED_TRACE(describe(plan));
  auto executable =
      compileAndLoad(writeProgram(problem), problem.mesh.target, &plan);
  if (!executable)
    return;
  expectSizes(problem, plan, executable->getProgram());
  std::vector<Bytes> inputs = makeInputs(problem, packBuffers(problem, random));
  RunResult result = runVariants(*executable, inputs);
  if (!result.status.ok())
    return;
  EXPECT_TRUE(result.outputs == runUnsplit(problem, inputs))
      << "the bits differ from those of the unsplit run";
  expectReference(problem, result.outputs[0]);
  expectCounts(problem, plan, result.counters);
}

TEST(LookupSplits, HaveTheBitsOfTheUnsplitRun) {
  forEachCase(500, checkSplits);
}
