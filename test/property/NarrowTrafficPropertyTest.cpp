//===-- NarrowTrafficPropertyTest.cpp - what narrow rows save -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A narrow lookup beside the same one of f32 with the same plan: the bytes of
// its buffers, and the bytes that the machine counts, follow from the sizes of
// a row.

#include "NarrowProgram.h"

#include <map>
#include <set>

using namespace sc;
using namespace sc::test;
using format::BufferClass;
using format::MemorySpace;
using format::ScaleKind;

namespace {
/// Bytes of a row as docs/NarrowTables.md has them, without RowFormat.h.
struct RowSizes {
  int64_t wide;     // f32
  int64_t stored;   // B
  int64_t gathered; // g, of a slice
  int64_t scale;    // of the table, in each tile

  RowSizes(const NarrowLookup &problem, int64_t slices);
};
} // namespace

RowSizes::RowSizes(const NarrowLookup &problem, int64_t slices) {
  const format::RowFormat &format = problem.table.format.rows;
  int64_t codeBytes = format.type == format::RowType::BF16 ? 2 : 1;
  int64_t codes = problem.getPaddedWidth() * codeBytes;
  int64_t words = format.type == format::RowType::Int8Affine ? 8 : 4;
  bool isWhole = slices == 1 || format.scale == ScaleKind::Row;
  int64_t used = codes + (format.scale == ScaleKind::Row ? words : 0);
  wide = problem.getPaddedWidth() * 4;
  stored = (used + 31) / 32 * 32;
  gathered = isWhole ? used : codes / slices;
  bool isOne =
      format.scale == ScaleKind::Table || format.scale == ScaleKind::Bucket;
  scale = isOne ? words : 0;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Of each class in TileSpmem, and the stacks of all SparseCores of a device.
static std::map<BufferClass, int64_t>
getAllocated(const runtime::Counters &counters) {
  std::map<BufferClass, int64_t> bytes;
  for (const runtime::BufferPeak &peak : counters.peaks)
    if (peak.space == MemorySpace::TileSpmem ||
        peak.bufferClass == BufferClass::Stack)
      bytes[peak.bufferClass] = peak.allocatedBytes;
  return bytes;
}

static void expectSizes(const NarrowLookup &problem, const SplitPlan &plan,
                        int64_t buffers, const RowSizes &row,
                        const runtime::Counters &counters) {
  const LookupProblem &lookup = problem.lookup;
  int64_t slice = row.wide / plan.vectorSplits, k = plan.windowRows;
  int64_t ids = lookup.maxUnique * lookup.mesh.countCores() * plan.replicas;
  // `gather` has windows of stored rows, mostly two; `combine` as many of
  // codes, and one that they are widened into.
  int64_t windows =
      k * std::max(buffers * row.stored, buffers * row.gathered + slice);
  std::map<BufferClass, int64_t> expected = {
      {BufferClass::Stack,
       (2 * row.stored + 4) * ids * lookup.mesh.coresPerDevice},
      {BufferClass::List, (plan.isStreamed ? 24 : 12) * plan.listEntries},
      {BufferClass::Activations, plan.samplesPerTile * slice},
      {BufferClass::Window, windows}};
  int64_t scratch = (plan.isStreamed ? 8 : 0) + row.scale;
  if (scratch > 0)
    expected[BufferClass::Scratch] = scratch;
  EXPECT_EQ(getAllocated(counters), expected);
}

//===----------------------------------------------------------------------===//
// Traffic
//===----------------------------------------------------------------------===//

namespace {
/// Rows that SparseCores ask for, and those of them on another device.
struct Requests {
  int64_t all = 0;
  int64_t remote = 0;
};
} // namespace

static void addRequests(const LookupProblem &lookup, const SplitPlan &plan,
                        int64_t device, int64_t core, Requests &requests) {
  const LookupMesh &mesh = lookup.mesh;
  std::set<std::pair<int64_t, int64_t>> asked; // replica, row
  size_t source = getSource(lookup, device, core);
  for (const Entry &entry : lookup.entries[source])
    asked.insert({entry.sample / getReplicaSamples(lookup, plan), entry.row});
  int64_t member = mesh.getShard(mesh.tableAxes, device);
  for (const auto &[replica, row] : asked) {
    ++requests.all;
    if (row % mesh.countCores() / mesh.coresPerDevice != member)
      ++requests.remote;
  }
}

static Requests countRequests(const LookupProblem &lookup,
                              const SplitPlan &plan) {
  Requests requests;
  for (int64_t device = 0; device < lookup.mesh.countDevices(); ++device)
    for (int64_t core = 0; core < lookup.mesh.coresPerDevice; ++core)
      addRequests(lookup, plan, device, core, requests);
  return requests;
}

/// F2 reads a row and writes it to `send`, F3 reads and writes it again, and F4
/// reads a slice of it for each entry.
static void expectSavings(const NarrowLookup &problem, const SplitPlan &plan,
                          const RowSizes &row, const runtime::Counters &narrow,
                          const runtime::Counters &wide) {
  const LookupProblem &lookup = problem.lookup;
  Requests requests = countRequests(lookup, plan);
  int64_t ids = measurePartitions(lookup).totalIds, v = plan.vectorSplits;
  int64_t saved = row.wide - row.stored;
  int64_t tiles = lookup.mesh.countDevices() * lookup.mesh.coresPerDevice *
                  lookup.mesh.tiles;
  bool isLoaded = problem.table.format.rows.scale == ScaleKind::Table;
  EXPECT_EQ(wide.hbmReadBytes - narrow.hbmReadBytes,
            2 * requests.all * saved + ids * (row.wide - v * row.gathered) -
                (isLoaded ? tiles * row.scale : 0));
  EXPECT_EQ(wide.hbmWriteBytes - narrow.hbmWriteBytes,
            2 * requests.all * saved);
  EXPECT_EQ(wide.iciBytes - narrow.iciBytes, requests.remote * saved);
  // Narrow rows are sent whole.
  EXPECT_EQ(narrow.rowsGathered, requests.all + v * ids);
  EXPECT_EQ(wide.rowsGathered, v * requests.all + v * ids);
  EXPECT_EQ(narrow.ids, wide.ids);
  EXPECT_EQ(narrow.distinctRows, wide.distinctRows);
}

static std::optional<RunResult>
runWide(const NarrowLookup &problem, const NarrowOptions &options,
        const std::vector<CoreBuffers> &buffers) {
  auto executable = compileNarrow(problem.writeProgram(), options);
  if (!executable)
    return std::nullopt;
  RunResult result = run(*executable, makeInputs(problem.lookup, buffers), {});
  EXPECT_TRUE(result.status.ok()) << result.status;
  return result;
}

static void checkTraffic(Random &random) {
  NarrowLookup problem = drawNarrowLookup(random);
  SplitPlan plan = drawNarrowSplits(random, problem);
  SCOPED_TRACE(problem.describe());
  SCOPED_TRACE(describe(plan));
  NarrowOptions options{problem.lookup.mesh.target, problem.table.getText()};
  options.splits = &plan;
  auto executable = compileNarrow(problem.writeProgram(), options);
  if (!executable)
    return;
  std::vector<CoreBuffers> buffers = packBuffers(problem.lookup, random);
  std::vector<Bytes> inputs = makeInputs(problem.lookup, buffers);
  storeTable(random, executable->getProgram(), 5, problem.table, inputs);
  options.quantizeTables.clear();
  auto wide = runWide(problem, options, buffers);
  if (testing::Test::HasFailure())
    return;
  RunResult narrow = run(*executable, inputs, {});
  ASSERT_TRUE(narrow.status.ok()) << narrow.status;
  RowSizes row(problem, plan.vectorSplits);
  expectSizes(problem, plan, /*buffers=*/2, row, narrow.counters);
  expectSavings(problem, plan, row, narrow.counters, wide->counters);
}

TEST(NarrowTraffic, FollowsFromTheBytesOfARow) {
  forEachCase(200, checkTraffic);
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static SplitPlan readPlan(const format::Lookup &lookup,
                          const NarrowLookup &problem) {
  SplitPlan plan;
  plan.replicas = lookup.replicas();
  plan.vectorSplits = lookup.vector_splits();
  plan.sampleSplits = lookup.sample_splits();
  plan.windowRows = lookup.window_rows();
  plan.listEntries = lookup.list_entries();
  plan.isStreamed = lookup.row_streaming();
  int64_t pieces =
      problem.lookup.mesh.tiles * plan.replicas * plan.sampleSplits;
  plan.samplesPerTile = (problem.lookup.samples + pieces - 1) / pieces;
  return plan;
}

static void expectPlan(const format::Lookup &lookup,
                       const NarrowLookup &problem, const RowSizes &row) {
  EXPECT_EQ(lookup.row_type(), problem.table.format.rows.type);
  EXPECT_EQ(lookup.row_scale(), problem.table.format.rows.scale);
  EXPECT_EQ(lookup.row_bytes(), row.stored);
  EXPECT_EQ(lookup.stack_forward_bytes(),
            (2 * row.stored + 4) * problem.lookup.maxUnique *
                problem.lookup.mesh.countCores() * lookup.replicas());
}

/// The plan in the file is that of narrow rows, and the buffers are as large.
static void checkPlan(Random &random) {
  NarrowLookup problem = drawNarrowLookup(random);
  SCOPED_TRACE(problem.describe());
  NarrowOptions options{problem.lookup.mesh.target, problem.table.getText()};
  options.rowStreaming = random.chance(50);
  auto executable = compileNarrow(problem.writeProgram(), options);
  if (!executable)
    return;
  const format::Program &program = executable->getProgram();
  const format::Lookup &lookup = *program.lookups()->Get(0);
  SplitPlan plan = readPlan(lookup, problem);
  SCOPED_TRACE(describe(plan));
  RowSizes row(problem, plan.vectorSplits);
  expectPlan(lookup, problem, row);
  std::vector<Bytes> inputs =
      makeInputs(problem.lookup, packBuffers(problem.lookup, random));
  storeTable(random, program, 5, problem.table, inputs);
  if (testing::Test::HasFailure())
    return;
  RunResult result = run(*executable, inputs, {});
  ASSERT_TRUE(result.status.ok()) << result.status;
  expectSizes(problem, plan, lookup.window_buffers(), row, result.counters);
}

TEST(NarrowTraffic, IsPlanned) { forEachCase(100, checkPlan); }
