//===-- PlanProgramTest.cpp - all lookups in one HBM ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks, serialization, the HBM map, and the published texts.

#include "PlanningTest.h"

#include "sc/Planning/CostModel.h"

#include <cmath>
#include <ctime>

namespace sc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kGiB = 1024.0 * 1024 * 1024;

static int64_t gib(double count) { return std::llround(count * kGiB); }

/// Lookups, then updates in reverse, at steps 0, 1, 2 ...
static ProgramProblem makeProgram(int64_t tables) {
  ProgramProblem program;
  for (int64_t i = 0; i < 2 * tables; ++i) {
    LookupProblem lookup = makeLookup();
    lookup.table = "t" + std::to_string(i < tables ? i : 2 * tables - 1 - i);
    lookup.kind = i < tables ? LookupKind::Lookup : LookupKind::Update;
    program.lookups.push_back(lookup);
    program.lookupSteps.push_back(i);
  }
  return program;
}

/// The nine tables of a public benchmark on v6e:2x4.
static ProgramProblem makeBenchmark() {
  ProgramProblem program = makeProgram(9);
  for (LookupProblem &lookup : program.lookups) {
    lookup.tileSpmemBytes = 262144;
    lookup.sparseCoresPerDevice = 2;
    lookup.sparseCores = 16;
    lookup.samples = 8;
    lookup.width = 128;
    lookup.maxIds = 8192;
    lookup.maxUniqueIds = 4096;
  }
  return program;
}

constexpr int64_t kForward = 2 * 257 * 4096 * 16 * 4;        // of a device
constexpr int64_t kBackward = 2 * (3 * 128 + 2) * 4096 * 64; // with exchange

TEST(PlanProgram, withoutLimitNothingIsSerialized) {
  ProgramPlan found = plan(makeBenchmark());
  EXPECT_EQ(found.serializedTables, 0);
  EXPECT_EQ(found.hbmPeakBytes, 9 * kBackward);
  EXPECT_EQ(found.stackLifetimes[3].first, 0);
  EXPECT_EQ(found.stackLifetimes[3].last, 8);
  EXPECT_EQ(found.stackLifetimes[12].first, 9);
  EXPECT_EQ(found.stackLifetimes[12].last, 17);
  EXPECT_EQ(found.peakUses.size(), 18u);
}

TEST(PlanProgram, fewestSerializedTablesThatFit) {
  ProgramProblem program = makeBenchmark();
  // All updates and three lookups: six together and one at its step.
  program.usableHbmBytes = 7 * kForward;
  ProgramPlan found = plan(program);
  EXPECT_EQ(found.serializedTables, 12);
  EXPECT_EQ(found.hbmPeakBytes, 7 * kForward);
  EXPECT_EQ(found.stackLifetimes[9].first, 9);
  EXPECT_EQ(found.stackLifetimes[9].last, 9);
  // Equal stacks in program order.
  EXPECT_TRUE(found.lookups[2].isSerialized);
  EXPECT_FALSE(found.lookups[3].isSerialized);
  program.usableHbmBytes -= 1;
  EXPECT_EQ(plan(program).serializedTables, 13);
  program.usableHbmBytes = kBackward;
  EXPECT_EQ(plan(program).serializedTables, 18);
  program.usableHbmBytes -= 1;
  EXPECT_EQ(fail(program).usedHbmBytes, kBackward);
}

TEST(PlanProgram, serializedTablesPayTheirLaunches) {
  ProgramProblem program = makeBenchmark();
  double together = plan(program).seconds;
  program.options.numSerializedTables = 12;
  EXPECT_NEAR(plan(program).seconds - together, 11 * kLookupSeconds, 1e-12);
  program.options.numSerializedTables = 18;
  EXPECT_NEAR(plan(program).seconds - together, 16 * kLookupSeconds, 1e-12);
}

TEST(PlanProgram, givenNumberOfSerializedTables) {
  ProgramProblem program = makeProgram(2);
  program.lookups[1].width = 16;
  program.lookups[2].width = 16;
  program.options.numSerializedTables = 1;
  EXPECT_THAT(plan(program).serializationOrder, ElementsAre(2));
  program.options.numSerializedTables = 3;
  EXPECT_THAT(plan(program).serializationOrder, ElementsAre(2, 1, 3));
  program.options.numSerializedTables = 65536;
  EXPECT_EQ(plan(program).serializedTables, 4);
  program.options.numSerializedTables = 0;
  EXPECT_EQ(plan(program).serializedTables, 0);
}

TEST(PlanProgram, oneSerializedTableSavesNothing) {
  ProgramProblem program = makeProgram(1);
  int64_t peak = plan(program).hbmPeakBytes;
  program.usableHbmBytes = peak;
  EXPECT_EQ(plan(program).serializedTables, 0);
  program.options.numSerializedTables = 1;
  EXPECT_EQ(plan(program).hbmPeakBytes, peak);
}

TEST(PlanProgram, moreReplicasCostStack) {
  ProgramProblem program;
  program.lookups.push_back(makePublishedLookup());
  program.lookups[0].maxIds = 43050;
  program.lookupSteps = {0};
  EXPECT_EQ(plan(program).hbmPeakBytes, 544 * 4 * 64 * 4);
  program.usableHbmBytes = 544 * 4 * 64 * 4 - 1;
  Infeasible found = fail(program);
  EXPECT_EQ(found.constraint, Constraint::Hbm);
  EXPECT_EQ(found.usedHbmBytes, 544 * 4 * 64 * 4);
}

TEST(PlanProgram, localFormsHaveNoStack) {
  ProgramProblem program = makeProgram(1);
  program.lookups[0].kind = program.lookups[1].kind = LookupKind::LocalLookup;
  program.options.numSerializedTables = 2;
  ProgramPlan found = plan(program);
  EXPECT_EQ(found.serializedTables, 0);
  EXPECT_EQ(found.hbmPeakBytes, 0);
  EXPECT_TRUE(found.peakUses.empty());
}

static HbmResident makeResident(HbmRole role, const std::string &table,
                                int64_t bytes, int64_t first, int64_t last,
                                int64_t padding = 0) {
  return {table + "/buffer", role, table, bytes, padding, first, last};
}

TEST(PlanProgram, peakCountsWhatIsLive) {
  ProgramProblem program = makeProgram(1);
  program.residents = {makeResident(HbmRole::Weights, "t0", 1000, 0, 1, 24),
                       makeResident(HbmRole::Inputs, "t0", 64, 0, 0),
                       makeResident(HbmRole::Inputs, "t0", 640, 1, 1),
                       makeResident(HbmRole::Other, "", 1 << 20, 0, 0)};
  program.options.parallelIterations = 3;
  program.options.tensorCoreHbmBytes = 5000;
  ProgramPlan found = plan(program);
  int64_t stack = 4 * 17 * 256 * 4 * 4;
  EXPECT_EQ(found.heapBytes, 2 * (64 + 640));
  EXPECT_EQ(found.peakStep, 0);
  EXPECT_EQ(found.hbmPeakBytes, stack + 1000 + 64 + (1 << 20) + 1408 + 5000);
  ASSERT_EQ(found.peakUses.size(), 6u);
  EXPECT_EQ(found.peakUses[0].role, HbmRole::Other);
  EXPECT_EQ(found.peakUses[1].role, HbmRole::StackForward);
  EXPECT_EQ(found.peakUses[1].bytes, stack);
  EXPECT_EQ(found.peakUses[4].role, HbmRole::Weights);
  EXPECT_EQ(found.peakUses[4].paddingBytes, 24);
  // The limit is exact but for the alignment of offsets.
  program.usableHbmBytes = found.hbmPeakBytes + 64;
  EXPECT_EQ(plan(program).hbmPeakBytes, found.hbmPeakBytes);
  program.usableHbmBytes = found.hbmPeakBytes - 1;
  EXPECT_EQ(fail(program).constraint, Constraint::Hbm);
}

TEST(PlanProgram, stacksOfLookupsAndUpdatesShareBytes) {
  ProgramPlan found = plan(makeProgram(1));
  ASSERT_EQ(found.stackBuffers.size(), 8u);
  EXPECT_EQ(found.stackBuffers[0].name, "ids");
  EXPECT_EQ(found.stackBuffers[3].name, "send");
  EXPECT_EQ(found.stackBuffers[3].lookup, 1u);
  EXPECT_EQ(found.stackBuffers[1].offset, 0);
  EXPECT_EQ(found.stackBuffers[3].offset, 0);
}

TEST(PlanProgram, gapsBetweenBuffersCount) {
  ProgramProblem program;
  for (int i = 0; i < 3; ++i)
    program.residents.push_back(makeResident(HbmRole::Weights, "t", 1, 0, 0));
  program.usableHbmBytes = 128;
  Infeasible found = fail(program);
  EXPECT_EQ(found.usedHbmBytes, 129);
  EXPECT_EQ(found.uses.at(0).role, HbmRole::Gaps);
  EXPECT_EQ(found.uses.at(0).bytes, 126);
  program.usableHbmBytes = 129;
  EXPECT_EQ(plan(program).hbmPeakBytes, 3);
}

static ProgramProblem makeResidentProgram(double used, double usable) {
  ProgramProblem program;
  program.residents = {makeResident(HbmRole::Weights, "user", gib(used), 0, 0)};
  program.usableHbmBytes = gib(usable);
  return program;
}

TEST(PlanProgram, publishedHbmTexts) {
  EXPECT_THAT(fail(makeResidentProgram(49.34, 32)).message,
              HasSubstr("Used 49.34G of 32.00G hbm. Exceeded hbm capacity by "
                        "17.34G."));
  ProgramProblem program = makeResidentProgram(174.10, 95.74);
  program.options.tensorCoreHbmBytes = gib(34.82);
  Infeasible found = fail(program);
  EXPECT_EQ(found.message,
            "TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, "
            "exceeding available bytes: 95.74G");
  EXPECT_EQ(found.usedHbmBytes, gib(34.82) + gib(174.10));
  ASSERT_EQ(found.uses.size(), 2u);
  EXPECT_EQ(found.uses[0].table, "user");
  EXPECT_EQ(found.uses[1].role, HbmRole::TensorCore);
}

TEST(PlanProgram, lookupsThatHaveNoPlanAreNamed) {
  ProgramProblem program = makeProgram(2);
  program.lookups[2].maxIds = 141352;
  Infeasible found = fail(program);
  EXPECT_EQ(found.constraint, Constraint::RowDependent);
  EXPECT_EQ(found.lookup, 2u);
}

TEST(PlanProgram, contradictions) {
  ProgramProblem program = makeProgram(1);
  program.lookupSteps.pop_back();
  EXPECT_EQ(fail(program).message, "2 lookups have 1 steps");
  program = makeProgram(1);
  program.devices = 0;
  EXPECT_EQ(fail(program).message, "devices must be positive, got 0");
  program = makeProgram(1);
  program.residents = {makeResident(HbmRole::Other, "a", 8, 3, 2)};
  EXPECT_EQ(fail(program).message,
            "HBM buffer 'a/buffer' is live from step 3 to step 2");
  program.residents = {makeResident(HbmRole::Other, "a", 8, 0, 0, 9)};
  EXPECT_EQ(fail(program).message,
            "HBM buffer 'a/buffer' has 9 bytes of padding among 8");
  program.residents = {
      makeResident(HbmRole::Inputs, "a", int64_t(1) << 61, 0, 0)};
  program.options.parallelIterations = 3;
  EXPECT_EQ(fail(program).constraint, Constraint::Overflow);
}

TEST(PlanProgram, stacksThatExceed64BitsTogether) {
  ProgramProblem program = makeProgram(4);
  for (LookupProblem &lookup : program.lookups) {
    lookup.kind = LookupKind::Lookup; // no room to merge as many lists
    lookup.maxIds = 10000;
    lookup.maxUniqueIds = 10000;
    lookup.sparseCores = int64_t(1) << 40;
  }
  EXPECT_EQ(fail(program).constraint, Constraint::Overflow);
}

/// 1,000 lookups of different shapes with updates, on 2,048 SparseCores.
static ProgramProblem makeLargeProgram() {
  ProgramProblem program = makeProgram(500);
  for (size_t i = 0; i < program.lookups.size(); ++i) {
    LookupProblem &lookup = program.lookups[i];
    auto table = static_cast<int64_t>(std::min(i, 999 - i));
    lookup.sparseCores = 2048;
    lookup.samples = 16 * 300 + table;
    lookup.width = 8 + 8 * (table % 64);
    lookup.maxIds = 1000 + 40 * (table % 300);
    lookup.maxUniqueIds = 20 + table % 50;
    lookup.tableRows = 40'000'000 / 2048;
  }
  return program;
}

static double getPlanSeconds(const ProgramProblem &program) {
  std::clock_t begin = std::clock();
  ProgramPlanResult result = planProgram(program);
  double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_TRUE(std::holds_alternative<ProgramPlan>(result));
  return seconds;
}

TEST(PlanProgram, aThousandLookups) {
  ProgramProblem program = makeLargeProgram();
  EXPECT_LT(getPlanSeconds(program), 2.0);
  int64_t peak = plan(program).hbmPeakBytes;
  program.usableHbmBytes = peak / 3;
  EXPECT_LT(getPlanSeconds(program), 2.0);
  ProgramPlan found = plan(program);
  EXPECT_GT(found.serializedTables, 0);
  program.options.rowStreaming = true;
  EXPECT_LT(getPlanSeconds(program), 2.0);
  EXPECT_LE(plan(program).seconds, found.seconds);
}

} // namespace
} // namespace sc
