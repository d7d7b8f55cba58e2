//===-- AdviceProgramTest.cpp - the nearest settings of a program ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs whose HBM is too small.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"
#include "sc/Planning/TablePadding.h"

#include <ctime>

namespace sc {
namespace {

static Advice find(const ProgramProblem &problem, Knob knob) {
  for (const Advice &item : adviseProgram(problem, fail(problem)))
    if (item.knob == knob)
      return item;
  ADD_FAILURE() << "no advice on " << getKnobName(knob);
  return {};
}

/// Two lookups with a stack of 278,528 bytes for each of four SparseCores.
static ProgramProblem makeProgram() {
  ProgramProblem program;
  for (int64_t i : {0, 1}) {
    LookupProblem lookup = makeLookup();
    lookup.sparseCores = 16;
    lookup.table = "t" + std::to_string(i);
    lookup.samples = 16;
    program.lookups.push_back(lookup);
    program.lookupSteps.push_back(i);
  }
  program.devices = 4;
  return program;
}

constexpr int64_t kStack = 4 * 278528;

TEST(AdviceProgram, uniqueIds) {
  ProgramProblem program = makeProgram();
  program.usableHbmBytes = kStack * 100 / 256 + 63;
  Advice advice = find(program, Knob::MaxUniqueIds);
  EXPECT_EQ(advice.value, 100);
  EXPECT_EQ(advice.current, 256);
  EXPECT_EQ(advice.text, "max_unique_ids_per_partition <= 100 fits for every "
                         "table with 2 serialized tables");
}

TEST(AdviceProgram, maxIdsLowerUniqueIds) {
  ProgramProblem program = makeProgram();
  program.usableHbmBytes = kStack * 100 / 256;
  Advice advice = find(program, Knob::MaxIds);
  EXPECT_EQ(advice.value, 100);
  EXPECT_EQ(advice.text,
            "max_ids_per_partition <= 100 fits for every table with 2 "
            "serialized tables, with max_unique_ids_per_partition lowered to "
            "it");
}

TEST(AdviceProgram, serializedTables) {
  ProgramProblem program = makeProgram();
  program.usableHbmBytes = kStack;
  program.options.numSerializedTables = 0;
  EXPECT_EQ(find(program, Knob::SerializedTables).value, 2);
  EXPECT_EQ(find(program, Knob::SerializedTables).text,
            "--num-serialized-tables >= 2 fits");
  program.usableHbmBytes -= 1;
  EXPECT_EQ(find(program, Knob::SerializedTables).text,
            "no value of --num-serialized-tables alone fits");
}

TEST(AdviceProgram, width) {
  ProgramProblem program = makeProgram();
  for (LookupProblem &lookup : program.lookups)
    lookup.width = 64;
  HbmResident weights;
  weights.name = weights.table = "t0";
  weights.role = HbmRole::Weights;
  weights.bytes = 64 * 1000;
  weights.lastStep = 1;
  weights.scaling = {HbmScaling::Kind::TableRows, "t0", 250, 64};
  program.residents.push_back(weights);
  // Width 24: (2 * 24 + 1) * 256 * 16 * 4 for each of four SparseCores.
  program.usableHbmBytes = 24 * 1000 + 49 * 256 * 16 * 4 * 4;
  EXPECT_EQ(find(program, Knob::Width).value, 24);
}

TEST(AdviceProgram, rowStreamingSavesReplicas) {
  ProgramProblem program;
  program.lookups.push_back(makePublishedLookup());
  program.lookups[0].maxIds = 43050;
  program.lookupSteps = {0};
  program.usableHbmBytes = 544 * 4 * 4;
  EXPECT_EQ(find(program, Knob::RowStreaming).text, "--row-streaming fits");
  EXPECT_EQ(find(program, Knob::MaxIds).value, 9450);
}

/// One table of 40,000,000 x 128 with Adagrad on one chip of v6e.
static ProgramProblem makeOneTable() {
  ProgramProblem program;
  LookupProblem lookup = makeLookup();
  lookup.table = "user";
  lookup.tileSpmemBytes = 262144;
  lookup.sparseCoresPerDevice = lookup.sparseCores = 2;
  lookup.width = 128;
  lookup.tableRows = 20'000'000;
  program.lookups = {lookup};
  program.lookupSteps = {0};
  TableSpec table;
  table.name = "user";
  table.rows = 40'000'000;
  table.width = 128;
  table.slots = *getOptimizerSlots("adagrad", 128);
  program.residents = *makeResidents(table, 2, 2, PaddingRule::Documented, 0);
  program.usableHbmBytes = int64_t(31.25 * 1024 * 1024 * 1024);
  return program;
}

TEST(AdviceProgram, tableThatNeverFitsIsNamed) {
  Advice advice = find(makeOneTable(), Knob::Chips);
  EXPECT_EQ(advice.value, 2);
  EXPECT_EQ(advice.text, "chips >= 2 fits; table 'user' alone needs 38.15G of "
                         "31.25G");
  EXPECT_EQ(find(makeOneTable(), Knob::Batch).text,
            "no value of samples per SparseCore alone fits");
}

TEST(AdviceProgram, tableThatWouldFitAloneIsNotNamed) {
  ProgramProblem program = makeProgram();
  HbmScaling rows = {HbmScaling::Kind::TableRows, "a", 160, 0};
  program.residents.push_back({"a", HbmRole::Weights, "a", 640, 0, 0, 1, rows});
  program.residents.push_back({"b", HbmRole::Weights, "b", 640, 0, 0, 1, rows});
  for (LookupProblem &lookup : program.lookups)
    lookup.kind = LookupKind::LocalLookup;
  program.usableHbmBytes = 700;
  EXPECT_EQ(find(program, Knob::Chips).text, "chips >= 8 fits");
  program.devicesPerChip = 2;
  EXPECT_EQ(find(program, Knob::Chips).text, "chips >= 4 fits");
}

TEST(AdviceProgram, manyTables) {
  ProgramProblem program = makeProgram();
  for (int64_t i = 2; i < 300; ++i) {
    LookupProblem lookup = program.lookups[0];
    lookup.table = "t" + std::to_string(i);
    lookup.maxIds += i;
    lookup.samples = 64 + i;
    program.lookups.push_back(lookup);
    program.lookupSteps.push_back(i);
  }
  program.usableHbmBytes = kStack / 2;
  std::clock_t begin = std::clock();
  EXPECT_EQ(find(program, Knob::MaxUniqueIds).value, 128);
  EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 10.0);
}

TEST(AdviceProgram, lookupThatHasNoPlan) {
  ProgramProblem program = makeProgram();
  program.lookups[1].maxIds = 50000;
  program.lookups[1].samples = 16 * 64 * 20000;
  Infeasible infeasible = fail(program);
  EXPECT_EQ(infeasible.lookup, 1u);
  std::vector<Advice> advice = adviseProgram(program, infeasible);
  ASSERT_FALSE(advice.empty());
  for (const Advice &item : advice)
    if (item.knob == Knob::Chips) {
      EXPECT_EQ(item.current, 4);
      EXPECT_EQ(item.value, std::nullopt);
    }
}

} // namespace
} // namespace sc
