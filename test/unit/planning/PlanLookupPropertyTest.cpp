//===-- PlanLookupPropertyTest.cpp - random lookups -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every plan verifies, every refusal is right, and the best plan is the best of
// all that a plain enumeration finds.

#include "PlanEnumeration.h"

#include <functional>
#include <map>

namespace sc {
namespace {

using PlanLookupProperty = SeededTest;

/// Small enough to enumerate; TileSpmem is scarce.
static LookupProblem
pickSmall(const std::function<int64_t(int64_t, int64_t)> &pick) {
  LookupProblem problem;
  problem.kind = static_cast<LookupKind>(pick(0, 2));
  problem.tileSpmemBytes = pick(1300, 12000);
  problem.tiles = pick(1, 5);
  problem.lanes = pick(0, 1) ? 8 : 16;
  problem.sparseCoresPerDevice = pick(1, 4);
  problem.sparseCores = pick(1, 9);
  problem.samples = pick(1, 300);
  problem.width = 8 * pick(1, 12);
  problem.maxIds = pick(1, 600);
  problem.maxUniqueIds = pick(1, problem.maxIds);
  problem.tableRows = pick(1, 100000);
  problem.isMinibatched = pick(0, 2) == 0;
  problem.isRowCoupled = pick(0, 2) == 0;
  problem.slots = pick(0, 3);
  problem.optimizer = {.rows = pick(0, 9),
                       .words = pick(0, 9),
                       .uniformRows = pick(0, 3),
                       .uniformWords = pick(0, 5)};
  return problem;
}

static PlanOptions
pickOptions(const std::function<int64_t(int64_t, int64_t)> &pick) {
  PlanOptions options;
  options.maxReplicas = pick(1, 3) * pick(1, 30);
  options.sampleSplitting = pick(0, 1) == 1;
  options.rowStreaming = pick(0, 1) == 1;
  return options;
}

TEST_F(PlanLookupProperty, bestOfAll) {
  auto pickHere = [this](int64_t a, int64_t b) { return pick(a, b); };
  int planned = 0, idle = 0, narrow = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    LookupProblem problem = pickSmall(pickHere);
    if (problem.kind != LookupKind::Update)
      problem.rowFormat = pickRows();
    PlanOptions options = pickOptions(pickHere);
    std::map<int64_t, double> best, busy; // by replicas
    enumerate(problem, options, [&](int64_t r, bool isIdle, double seconds) {
      auto [found, isNew] = best.emplace(r, seconds);
      found->second = std::min(found->second, seconds);
      if (isIdle)
        return;
      auto [other, isFirst] = busy.emplace(r, seconds);
      other->second = std::min(other->second, seconds);
    });
    idle += busy.size() < best.size();
    if (!busy.empty())
      best = busy;
    auto result = planReplicas(problem, options);
    const auto *plans = std::get_if<std::vector<LookupPlan>>(&result);
    ASSERT_EQ(plans != nullptr, !best.empty());
    if (!plans)
      continue;
    ++planned;
    narrow += problem.rowFormat.isNarrow();
    ASSERT_EQ(plans->size(), best.size());
    double least = 1e9;
    for (const LookupPlan &found : *plans) {
      EXPECT_EQ(verifyPlan(problem, options, found), std::nullopt);
      EXPECT_DOUBLE_EQ(found.seconds, best.at(found.replicas));
      least = std::min(least, found.seconds + 1e-5 * double(found.replicas));
    }
    LookupPlan cheapest = plan(problem, options);
    EXPECT_DOUBLE_EQ(cheapest.seconds + 1e-5 * double(cheapest.replicas),
                     least);
  }
  EXPECT_GT(planned, 300);
  EXPECT_GT(narrow, 100);
  EXPECT_GT(idle, 10) << "plans whose last replica has no samples";
}

TEST_F(PlanLookupProperty, plansVerifyAtAllMagnitudes) {
  for (int i = 0; i < 6000 && !HasFailure(); ++i) {
    int bits = 14 + 24 * (i % 3);
    LookupProblem problem = makeLookup();
    problem.kind = static_cast<LookupKind>(pick(0, 2));
    problem.tileSpmemBytes = pickMagnitude(20);
    problem.tiles = pickMagnitude(5);
    problem.sparseCores = pickMagnitude(11);
    problem.samples = pickMagnitude(bits);
    problem.width = pickMagnitude(std::min(bits, 30) - 8);
    problem.maxIds = pickMagnitude(bits);
    problem.maxUniqueIds = std::min(pickMagnitude(bits), problem.maxIds);
    problem.tableRows = pickMagnitude(bits);
    if (problem.kind != LookupKind::Update)
      problem.rowFormat = pickRows();
    problem.optimizer = {.rows = pickMagnitude(bits / 4),
                         .words = pickMagnitude(bits / 4),
                         .uniformRows = pickMagnitude(bits / 4),
                         .uniformWords = pickMagnitude(bits / 4)};
    PlanOptions options;
    options.rowStreaming = pick(0, 1) == 1;
    LookupPlanResult result = planLookup(problem, options);
    if (const auto *infeasible = std::get_if<Infeasible>(&result)) {
      EXPECT_FALSE(infeasible->message.empty());
      continue;
    }
    LookupPlan found = std::get<LookupPlan>(result);
    EXPECT_EQ(verifyPlan(problem, options, found), std::nullopt);
    found.windowRows += 1;
    EXPECT_NE(verifyPlan(problem, options, found), std::nullopt)
        << "a larger window would have fitted";
  }
}

TEST_F(PlanLookupProperty, fewerIdsFitWhereMoreDo) {
  auto pickHere = [this](int64_t a, int64_t b) { return pick(a, b); };
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    LookupProblem problem = pickSmall(pickHere);
    PlanOptions options = pickOptions(pickHere);
    if (!std::holds_alternative<LookupPlan>(planLookup(problem, options)))
      continue;
    problem.maxIds = pick(1, problem.maxIds);
    problem.maxUniqueIds = std::min(problem.maxUniqueIds, problem.maxIds);
    EXPECT_TRUE(
        std::holds_alternative<LookupPlan>(planLookup(problem, options)));
  }
}

/// Buffers at fixed splits.
static std::vector<int64_t> getBuffers(const LookupPlan &plan) {
  return {plan.gatherOperandBytes, plan.scratchBytes,       plan.listBytes,
          plan.stackForwardBytes,  plan.stackBackwardBytes, plan.exchangeBytes};
}

TEST_F(PlanLookupProperty, buffersGrowWithEachLimit) {
  auto pickHere = [this](int64_t a, int64_t b) { return pick(a, b); };
  PlanOptions options = {.maxReplicas = 1};
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    LookupProblem problem = pickSmall(pickHere);
    problem.tileSpmemBytes = int64_t(1) << 30;
    problem.isRowCoupled = true;
    if (problem.kind != LookupKind::Update)
      problem.rowFormat = pickRows();
    std::vector<int64_t> before = getBuffers(plan(problem, options));
    int64_t more = pick(1, 50);
    switch (pick(0, 3)) {
    case 0:
      problem.maxIds += more;
      break;
    case 1:
      problem.maxUniqueIds += more;
      problem.maxIds += more;
      break;
    case 2:
      problem.samples += more;
      break;
    default:
      problem.width += more;
    }
    std::vector<int64_t> after = getBuffers(plan(problem, options));
    for (size_t k = 0; k < before.size(); ++k)
      EXPECT_GE(after[k], before[k]) << "buffer " << k;
  }
}

} // namespace
} // namespace sc
