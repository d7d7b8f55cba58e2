//===-- VerifyPlanTest.cpp - broken plans are noticed ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a good plan and breaks one invariant after another.

#include "sc/Planning/TileSpmemPlan.h"

#include "gmock/gmock.h"

#include <functional>
#include <limits>

namespace sc {
namespace {

using testing::HasSubstr;

static const LookupProblem kProblem = {.tileSpmemBytes = 8192,
                                       .tiles = 16,
                                       .sparseCores = 4,
                                       .samples = 70,
                                       .width = 16,
                                       .maxIds = 256,
                                       .maxUniqueIds = 128,
                                       .tableRows = 1000,
                                       .local = false};

static std::string breakPlan(const std::function<void(LookupPlan &)> &change) {
  LookupPlan plan = std::get<LookupPlan>(planLookup(kProblem));
  EXPECT_EQ(verifyPlan(kProblem, plan), std::nullopt);
  change(plan);
  return verifyPlan(kProblem, plan).value_or("no fault found");
}

TEST(VerifyPlan, countsOutOfRange) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.replicas = 0; }),
            "replicas is out of range: 0");
  EXPECT_THAT(breakPlan([](LookupPlan &plan) {
                plan.samplesPerTile = std::numeric_limits<int64_t>::max();
              }),
              HasSubstr("samplesPerTile is out of range"));
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.windowRows = 257; }),
            "a window has 257 rows, limit is 256");
}

TEST(VerifyPlan, samples) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.samplesPerTile = 4; }),
            "tiles do not cover all samples");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.samplesPerTile = 6; }),
            "samplesPerTile is larger than needed");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.vectorSplits = 3; }),
            "vectorSplits does not divide the width");
}

TEST(VerifyPlan, list) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.listBytes -= 4; }),
            "listBytes is not 12 bytes for each entry");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) {
              plan.listEntries = 255;
              plan.listBytes = 255 * 12;
            }),
            "the list does not hold a whole partition");
}

TEST(VerifyPlan, bytes) {
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.gatherOperandBytes += 4; }),
            "gatherOperandBytes is not samplesPerTile rows");
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.scratchBytes += 4; }),
            "scratchBytes is not two row slots and bookkeeping");
  EXPECT_THAT(breakPlan([](LookupPlan &plan) { plan.windowRows += 1; }),
              HasSubstr("TileSpmem has 8192"));
  EXPECT_THAT(breakPlan([](LookupPlan &plan) { plan.windowBuffers += 1; }),
              HasSubstr("TileSpmem has 8192"));
}

TEST(VerifyPlan, stack) {
  const char *fault =
      "stackBytes is not ids, send and receive of every replica";
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.stackBytes += 1; }), fault);
  EXPECT_EQ(breakPlan([](LookupPlan &plan) { plan.stackBytes /= 2; }), fault);
}

TEST(VerifyPlan, listWindowsOfTheLocalForm) {
  LookupProblem problem = kProblem;
  problem.local = true;
  problem.maxIds = 10000;
  LookupPlan plan = std::get<LookupPlan>(planLookup(problem));
  plan.listEntries -= 1;
  plan.listBytes -= 12;
  EXPECT_EQ(verifyPlan(problem, plan),
            "list windows do not start at multiples of 32 bytes");
}

} // namespace
} // namespace sc
