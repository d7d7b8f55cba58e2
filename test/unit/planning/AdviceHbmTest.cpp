//===-- AdviceHbmTest.cpp - what advice makes of HBM ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that fit TileSpmem but not HBM, and buffers that follow a knob.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"

namespace sc {
namespace {

using Kind = HbmScaling::Kind;

static std::vector<Advice> advise(const ProgramProblem &problem) {
  return adviseProgram(problem, fail(problem));
}

static Advice find(const ProgramProblem &problem, Knob knob) {
  std::vector<Advice> advice = advise(problem);
  for (const Advice &item : advice)
    if (item.knob == knob)
      return item;
  ADD_FAILURE() << "no advice on " << getKnobName(knob);
  return {};
}

static HbmResident makeResident(HbmRole role, int64_t bytes,
                                const HbmScaling &scaling) {
  return {"resident", role, "", bytes, 0, 0, 9, scaling};
}

/// The published sample as a program of one lookup: of a stack, a replica takes
/// 17 words for 8 ids of 4 SparseCores, on each of 4.
static ProgramProblem makePublishedProgram() {
  ProgramProblem program;
  program.lookups.push_back(makePublishedLookup());
  program.lookupSteps = {0};
  program.usableHbmBytes = int64_t(1) << 30;
  return program;
}

constexpr int64_t kReplicaStack = 17 * 8 * 4 * 4 * 4;

TEST(AdviceHbm, publishedSampleWithEnoughHbm) {
  ProgramProblem program = makePublishedProgram();
  std::vector<Advice> advice = advise(program);
  ASSERT_EQ(advice.size(), 9u);
  EXPECT_EQ(advice[0].value, 9450);
  EXPECT_EQ(advice[0].text, "max_ids_per_partition <= 9450 fits at this split");
  EXPECT_EQ(advice[1].value, 43050);
  EXPECT_EQ(advice[7].text, "--row-streaming fits");
}

/// A replica less is 4 * 8 * 12800 / (r * 16) more for activations.
TEST(AdviceHbm, maxIdsThatFitHbmToo) {
  ProgramProblem program = makePublishedProgram();
  program.usableHbmBytes = 32 * kReplicaStack;
  std::vector<Advice> advice = advise(program);
  EXPECT_EQ(advice[0].value, 9450);
  EXPECT_EQ(advice[1].value, (524288 - 1280 - 400 * 32) / 12);
  EXPECT_EQ(advice[1].text, "max_ids_per_partition <= 42517 fits with 32 "
                            "replicas per SparseCore");
  program.usableHbmBytes = kReplicaStack;
  advice = advise(program);
  EXPECT_EQ(advice[0].text, "max_ids_per_partition <= 9450 fits");
  EXPECT_EQ(advice[1].knob, Knob::MaxUniqueIds);
}

TEST(AdviceHbm, noValueFitsHbm) {
  ProgramProblem program = makePublishedProgram();
  program.residents = {makeResident(HbmRole::Weights, 1 << 20,
                                    {Kind::TableRows, "table", 8, 8})};
  program.usableHbmBytes = 1 << 20;
  Advice advice = find(program, Knob::RowStreaming);
  EXPECT_EQ(advice.value, std::nullopt);
  EXPECT_EQ(
      advice.text,
      "--row-streaming fits TileSpmem, but HBM then needs 1.01M of 1.00M");
  advice = find(program, Knob::MaxIds);
  EXPECT_EQ(advice.value, std::nullopt);
  EXPECT_EQ(advice.text, "max_ids_per_partition <= 43050 fits TileSpmem, but "
                         "HBM then needs 1.53M of 1.00M");
}

TEST(AdviceHbm, otherLookupsWithoutPlanAreLeftOut) {
  ProgramProblem program = makePublishedProgram();
  program.lookups.insert(program.lookups.begin(), program.lookups[0]);
  program.lookupSteps = {0, 1};
  Infeasible infeasible = fail(program);
  EXPECT_EQ(infeasible.lookup, 0u);
  EXPECT_EQ(adviseProgram(program, infeasible)[1].value, 43050);
  infeasible.lookup = 1;
  EXPECT_EQ(adviseProgram(program, infeasible)[1].value, 43050);
}

TEST(AdviceHbm, everyLookupWithoutPlanIsFoundOnce) {
  ProgramProblem program = makePublishedProgram();
  program.lookups = {makeLookup(), makePublishedLookup(), makeLookup(),
                     makePublishedLookup()};
  program.lookups[3].maxIds += 1;
  std::vector<Infeasible> found = findInfeasible(program);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].lookup, 1u);
  EXPECT_EQ(found[1].lookup, 3u);
  EXPECT_EQ(found[1].rowDependentBytes, 12 * 141353);
}

/// A lookup of 64 samples on each of 4 SparseCores and one replica.
static ProgramProblem makeProgram() {
  ProgramProblem program;
  program.lookups.push_back(makeLookup());
  program.lookups[0].maxUniqueIds = 1;
  program.lookupSteps = {0};
  program.options.maxReplicas = 1;
  return program;
}

constexpr int64_t kStack = 17 * 4 * 4 * 4;

TEST(AdviceHbm, inputsGrowWithChips) {
  ProgramProblem program = makeProgram();
  program.residents = {
      makeResident(HbmRole::Inputs, 12288, {Kind::SparseCores, "table"}),
      makeResident(HbmRole::Weights, 1 << 20,
                   {Kind::TableRows, "table", 1 << 12, 8})};
  // Two chips: twice the inputs and the stack, half the weights.
  program.usableHbmBytes = 2 * 12288 + 2 * kStack + (1 << 19);
  EXPECT_EQ(find(program, Knob::Chips).value, 2);
  program.usableHbmBytes = 32 * 12288;
  EXPECT_EQ(find(program, Knob::Chips).value, 4);
  program.usableHbmBytes = 12288 + (1 << 15);
  EXPECT_EQ(find(program, Knob::Chips).text, "no value of chips alone fits");
}

TEST(AdviceHbm, activationsShrinkWithBatchAndWidth) {
  ProgramProblem program = makeProgram();
  program.lookups[0].width = 64;
  program.residents = {makeResident(HbmRole::Other, 4 * 64 * 64 * 4,
                                    {Kind::Samples, "table", 64, 64})};
  constexpr int64_t kWideStack = 129 * 4 * 4 * 4;
  program.usableHbmBytes = kWideStack + 4 * 33 * 64 * 4;
  EXPECT_EQ(find(program, Knob::Batch).value, 33);
  program.usableHbmBytes = 49 * 4 * 4 * 4 + 4 * 64 * 24 * 4;
  EXPECT_EQ(find(program, Knob::Width).value, 24);
  program.usableHbmBytes = kWideStack - 1;
  EXPECT_EQ(find(program, Knob::Batch).text,
            "no value of samples per SparseCore alone fits");
}

TEST(AdviceHbm, buffersOfUnknownScalingAreNamed) {
  ProgramProblem program = makeProgram();
  program.residents = {
      makeResident(HbmRole::Other, 1 << 20, {}),
      makeResident(HbmRole::Weights, 4096, {Kind::TableRows, "table", 32, 8})};
  program.usableHbmBytes = 1 << 20;
  EXPECT_EQ(find(program, Knob::Chips).text,
            "no value of chips alone is known to fit: 1048576 bytes of HBM "
            "buffers are counted as they are");
  EXPECT_EQ(find(program, Knob::Chips).value, std::nullopt);
  EXPECT_EQ(find(program, Knob::MaxIds).text,
            "no value of max_ids_per_partition alone fits");
}

TEST(AdviceHbm, chipsOfOneLookupAreThoseOfTheProgram) {
  ProgramProblem program = makeProgram();
  program.lookups[0].samples = 16 * 20000;
  program.residents = {
      makeResident(HbmRole::Inputs, 12288, {Kind::SparseCores, "table"})};
  program.usableHbmBytes = 1 << 20;
  EXPECT_EQ(find(program, Knob::Chips).value, 2);
  program.usableHbmBytes = 2 * 12288;
  EXPECT_EQ(find(program, Knob::Chips).text,
            "chips >= 2 fits TileSpmem, but HBM then needs 26.13K of 24.00K");
}

} // namespace
} // namespace sc
