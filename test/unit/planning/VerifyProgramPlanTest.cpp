//===-- VerifyProgramPlanTest.cpp - broken program plans are noticed ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a good plan and breaks one invariant after another.

#include "PlanningTest.h"

#include <functional>

namespace sc {
namespace {

/// Three lookups of growing width, one of them serialized; weights and inputs.
static ProgramProblem makeProgram() {
  ProgramProblem program;
  for (int64_t i : {0, 1, 2}) {
    LookupProblem lookup = makeLookup();
    lookup.table = "t" + std::to_string(i);
    lookup.width = 8 * (i + 1);
    program.lookups.push_back(lookup);
    program.lookupSteps.push_back(i);
  }
  program.residents = {{"weights", HbmRole::Weights, "t0", 6400, 0, 0, 2},
                       {"ids", HbmRole::Inputs, "t0", 640, 0, 0, 2}};
  program.options.numSerializedTables = 1;
  program.options.parallelIterations = 2;
  program.usableHbmBytes = 1 << 24;
  return program;
}

static std::string breakPlan(const std::function<void(ProgramPlan &)> &change) {
  ProgramProblem program = makeProgram();
  ProgramPlan found = plan(program);
  change(found);
  return verifyPlan(program, found).value_or("no fault found");
}

TEST(VerifyProgramPlan, lookups) {
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.lookups.pop_back(); }),
            "the plan has another number of lookups or HBM buffers");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.lookups[1].replicas = 0; }),
            "lookup 1 of table 't1': replicas is out of range: 0");
}

TEST(VerifyProgramPlan, serialization) {
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.serializedTables = 2; }),
            "serializationOrder does not have serializedTables lookups");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.lookups[2].isSerialized = false;
            }),
            "lookup 2 of table 't2': isSerialized is wrong");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.lookups[2].isSerialized = false;
              plan.lookups[1].isSerialized = true;
              plan.serializationOrder = {1};
            }),
            "lookup 2 of table 't2': not among the largest stacks");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.lookups[1].isSerialized = true;
              plan.serializationOrder = {2, 1};
              plan.serializedTables = 2;
            }),
            "2 tables are serialized instead of 1");
}

TEST(VerifyProgramPlan, lifetimes) {
  EXPECT_EQ(
      breakPlan([](ProgramPlan &plan) { plan.stackLifetimes[0].last = 1; }),
      "lookup 0 of table 't0': the stack is not live from step 0 to "
      "step 2");
  EXPECT_EQ(
      breakPlan([](ProgramPlan &plan) { plan.stackLifetimes[2].first = 0; }),
      "lookup 2 of table 't2': the stack is not live from step 2 to "
      "step 2");
}

TEST(VerifyProgramPlan, peak) {
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.heapBytes = 0; }),
            "heapBytes is not the inputs of the other iterations");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.hbmPeakBytes -= 1; }),
            "hbmPeakBytes is not the most that is live at once");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.peakStep = 1; }),
            "peakStep does not have the peak");
  std::string fault =
      breakPlan([](ProgramPlan &plan) { plan.peakUses.pop_back(); });
  EXPECT_EQ(fault.substr(0, 18), "peakUses add up to");
}

TEST(VerifyProgramPlan, map) {
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.residentOffsets[0] += 1; }),
            "buffer 'weights' is not aligned to 64");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.residentOffsets[1] = plan.residentOffsets[0];
            }),
            "buffers 'weights' and 'ids' overlap");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.stackBuffers[1].offset = 1 << 24;
            }),
            "buffer 't0.send' is outside of the memory");
}

TEST(VerifyProgramPlan, stackBuffers) {
  EXPECT_EQ(
      breakPlan([](ProgramPlan &plan) { plan.stackBuffers[2].bytes -= 4; }),
      "lookup 0 of table 't0': stack buffer 'receive' has 131072 bytes, the "
      "map has 'receive' of 131068");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              std::swap(plan.stackBuffers[3], plan.stackBuffers[4]);
            }),
            "lookup 1 of table 't1': stack buffer 'ids' has 16384 bytes, the "
            "map has 'send' of 262144");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.stackBuffers.pop_back(); }),
            "lookup 2 of table 't2': the map has no stack buffer 'receive'");
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) {
              plan.stackBuffers.push_back(plan.stackBuffers[0]);
            }),
            "the map has stack buffers of no lookup");
}

TEST(VerifyProgramPlan, seconds) {
  EXPECT_EQ(breakPlan([](ProgramPlan &plan) { plan.seconds += 1e-5; }),
            "seconds are not those of the lookups and their launches");
}

} // namespace
} // namespace sc
