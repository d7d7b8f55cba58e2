//===-- TileSpmemPlanPropertyTest.cpp - random lookups --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every plan verifies, every refusal is right, and windows are the largest.

#include "sc/Planning/TileSpmemPlan.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

namespace sc {
namespace {

/// Positive and about evenly spread over the magnitudes up to 2^bits.
static int64_t pick(std::mt19937_64 &random, int bits) {
  uint64_t mask = (uint64_t(1) << (random() % bits + 1)) - 1;
  return std::max<int64_t>(1, static_cast<int64_t>(random() & mask));
}

static LookupProblem pickProblem(std::mt19937_64 &random, int bits) {
  return {.tileSpmemBytes = pick(random, 20),
          .tiles = pick(random, 5),
          .sparseCores = pick(random, 11),
          .samples = pick(random, bits),
          .width = pick(random, bits - 8),
          .maxIds = pick(random, bits),
          .maxUniqueIds = pick(random, bits),
          .tableRows = pick(random, bits),
          .local = random() % 4 == 0};
}

/// Whether the sizes exceed TileSpmem, by floating-point arithmetic.
static bool exceeds(const LookupProblem &problem) {
  double perTile = double((problem.samples - 1) / problem.tiles + 1);
  double fixed = perTile * double(problem.width) * 4 +
                 8 * std::max(128.0, double(problem.width)) + 256;
  int64_t entries = problem.maxIds;
  if (problem.local)
    entries = std::min<int64_t>(8, entries);
  return fixed + 12.0 * double(entries) > double(problem.tileSpmemBytes);
}

static void checkLookup(const LookupProblem &problem) {
  LookupPlanResult result = planLookup(problem);
  if (const auto *infeasible = std::get_if<Infeasible>(&result)) {
    EXPECT_FALSE(infeasible->message.empty());
    EXPECT_TRUE(infeasible->constraint == Constraint::Overflow ||
                exceeds(problem))
        << infeasible->message;
    return;
  }
  LookupPlan plan = std::get<LookupPlan>(result);
  EXPECT_FALSE(exceeds(problem));
  EXPECT_EQ(verifyPlan(problem, plan), std::nullopt);
  plan.windowRows += 1;
  EXPECT_NE(verifyPlan(problem, plan), std::nullopt)
      << "a larger window would have fitted";
}

class TileSpmemPlanProperty : public testing::TestWithParam<int> {};

TEST_P(TileSpmemPlanProperty, plansVerifyAndRefusalsAreRight) {
  uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000 && !HasFailure(); ++i)
    checkLookup(pickProblem(random, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Bits, TileSpmemPlanProperty,
                         testing::Values(14, 24, 62));

} // namespace
} // namespace sc
