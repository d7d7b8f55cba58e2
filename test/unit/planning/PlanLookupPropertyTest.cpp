//===-- PlanLookupPropertyTest.cpp - random lookups -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every plan verifies, every refusal is right, and the best plan is the best of
// all that a plain enumeration finds.

#include "PlanningTest.h"

#include "lib/Planning/LookupSizes.h"

#include "sc/Planning/CostModel.h"

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

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Room for lists in a tile at these splits, by the formulas of the page.
static int64_t getRoom(const LookupProblem &problem, int64_t r, int64_t v,
                       int64_t s) {
  int64_t width = problem.width / v;
  return problem.tileSpmemBytes -
         up(problem.samples, problem.tiles * r * s) * width * 4 -
         8 * std::max<int64_t>(128, width) - 256;
}

/// Raises `count` one step after another while `cost` more bytes fit `budget`.
static void grow(int64_t &count, int64_t step, int64_t most, int64_t cost,
                 int64_t budget, int64_t &room) {
  for (; count + step <= most && cost <= budget; count += step) {
    budget -= cost;
    room -= cost;
  }
}

/// Whether merge and optimizer of an update fit; sets what they and the windows
/// have, `most` rows at most.
static bool fitsApply(const LookupProblem &problem, LookupPlan &plan,
                      int64_t most) {
  int64_t row = problem.width / plan.vectorSplits * 4;
  int64_t lists = problem.sparseCores * plan.replicas;
  int64_t rowBytes = problem.optimizer.rows * row + 4 * problem.optimizer.words;
  int64_t window = (std::min<int64_t>(2, plan.listEntries) + 1) * row;
  plan.mergeEntries = up(std::max<int64_t>(lists, 8), 8) * 8;
  plan.optimizerRows = plan.windowRows = 1;
  int64_t room =
      problem.tileSpmemBytes -
      up(problem.samples, problem.tiles * plan.replicas * plan.sampleSplits) *
          row -
      8 * lists - 8 - 12 * plan.mergeEntries - rowBytes - window -
      problem.optimizer.uniformRows * row - 4 * problem.optimizer.uniformWords;
  if (room < 0)
    return false;
  int64_t entries = std::max<int64_t>(1024, 2 * lists);
  int64_t rows = 64;
  while (rows > 1 && rows * rowBytes > 32768)
    rows /= 2;
  grow(plan.optimizerRows, 1, rows, rowBytes, room / 2, room);
  grow(plan.mergeEntries, 8, entries, 96, room / 2, room);
  grow(plan.windowRows, 1, most, window, room, room);
  grow(plan.optimizerRows, 1, rows, rowBytes, room, room);
  grow(plan.mergeEntries, 8, entries, 96, room, room);
  return true;
}

/// Seconds of a plan with these splits and list, if it fits.
static std::optional<double> getSeconds(const LookupProblem &problem, int64_t r,
                                        int64_t v, int64_t s, int64_t entries,
                                        bool isStreamed) {
  LookupPlan plan;
  plan.replicas = r;
  plan.vectorSplits = v;
  plan.sampleSplits = s;
  plan.rowStreaming = isStreamed;
  plan.listEntries = entries;
  bool isUpdate = problem.kind == LookupKind::Update;
  int64_t width = problem.width / v;
  int64_t left = getRoom(problem, r, v, s) - entries * (isStreamed ? 24 : 12);
  int64_t rows = (8 * std::max<int64_t>(128, width) + left) /
                 (isUpdate ? 4 * width : 8 * width);
  plan.windowRows =
      std::clamp<int64_t>(rows, 1, getMaxWindowRows(entries, width));
  if (isUpdate && !fitsApply(problem, plan, plan.windowRows))
    return std::nullopt;
  return predictSeconds(problem, plan);
}

/// Whether a replica but the first would have no samples.
static bool hasIdle(const LookupProblem &problem, int64_t r, int64_t s) {
  int64_t perTile = up(problem.samples, problem.tiles * r * s);
  return r > 1 && problem.samples <= perTile * problem.tiles * s * (r - 1);
}

/// Calls `visit` with replicas, whether the last is idle, and seconds of every
/// plan.
template <typename Visit>
static void enumerate(const LookupProblem &problem, const PlanOptions &options,
                      const Visit &visit) {
  bool isLocal = problem.kind == LookupKind::LocalLookup;
  int64_t perTile = up(problem.samples, problem.tiles);
  bool canStream =
      options.rowStreaming && !isLocal &&
      !(problem.kind == LookupKind::Update && problem.isMinibatched);
  for (int64_t r = 1;
       r <= (isLocal ? 1 : std::min(options.maxReplicas, perTile)); r *= 2)
    for (int64_t v = 1; v <= problem.width; ++v)
      for (int64_t s = 1;
           s == 1 || (options.sampleSplitting && !isLocal &&
                      s <= up(problem.samples, problem.tiles * r));
           s *= 2) {
        bool isLegal = v == 1 || (!isLocal && !problem.isRowCoupled &&
                                  problem.width % v == 0 &&
                                  problem.width / v >= problem.lanes);
        if (!isLegal)
          continue;
        int64_t room = getRoom(problem, r, v, s);
        int64_t whole = problem.maxIds;
        if (isLocal && 12 * whole > room) // all are shorter than 4096 entries
          whole = std::max<int64_t>(8, room / 96 * 8);
        auto consider = [&](int64_t entries, bool isStreamed) {
          if (auto seconds = getSeconds(problem, r, v, s, entries, isStreamed))
            visit(r, hasIdle(problem, r, s), *seconds);
        };
        if (12 * whole <= room)
          consider(whole, false);
        int64_t most = std::min(problem.maxIds / 16 * 8, room / 192 * 8);
        for (int64_t c = 8; canStream && c <= most; c += 8)
          if ((c & (c - 1)) == 0 || c == most)
            consider(c, true);
      }
}

TEST_F(PlanLookupProperty, bestOfAll) {
  auto pickHere = [this](int64_t a, int64_t b) { return pick(a, b); };
  int planned = 0, idle = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    LookupProblem problem = pickSmall(pickHere);
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
