//===-- PlanningTest.h - problems that planning tests share -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small problems, and plans that have been verified.

#ifndef SC_TEST_UNIT_PLANNING_PLANNINGTEST_H
#define SC_TEST_UNIT_PLANNING_PLANNINGTEST_H

#include "sc/Planning/Planner.h"

#include "gmock/gmock.h"

#include <random>

namespace sc {

/// A small lookup on v5p:1x1x1.
inline LookupProblem makeLookup() {
  LookupProblem problem;
  problem.table = "table";
  problem.tileSpmemBytes = 524288;
  problem.tiles = 16;
  problem.sparseCoresPerDevice = 4;
  problem.hbmBytesPerSecond = 2'760'000'000'000;
  problem.sparseCores = 4;
  problem.samples = 64;
  problem.width = 8;
  problem.maxIds = 256;
  problem.maxUniqueIds = 256;
  problem.tableRows = 1000;
  return problem;
}

/// The one published E3001.
inline LookupProblem makePublishedLookup() {
  LookupProblem problem = makeLookup();
  problem.samples = 204800;
  problem.maxIds = 141352;
  problem.maxUniqueIds = 8;
  return problem;
}

inline format::RowFormat makeRows(format::RowType type,
                                  format::ScaleKind scale) {
  return {.type = type, .scale = scale};
}

/// int8 with one scale for the table, or one for each row.
inline format::RowFormat
makeInt8(format::ScaleKind scale = format::ScaleKind::Table) {
  return makeRows(format::RowType::Int8, scale);
}

inline LookupPlan plan(const LookupProblem &problem,
                       const PlanOptions &options = {}) {
  LookupPlanResult result = planLookup(problem, options);
  if (const auto *infeasible = std::get_if<Infeasible>(&result)) {
    ADD_FAILURE() << infeasible->message;
    return {};
  }
  LookupPlan plan = std::get<LookupPlan>(result);
  EXPECT_EQ(verifyPlan(problem, options, plan), std::nullopt);
  return plan;
}

inline Infeasible fail(const LookupProblem &problem,
                       const PlanOptions &options = {}) {
  LookupPlanResult result = planLookup(problem, options);
  if (const auto *infeasible = std::get_if<Infeasible>(&result))
    return *infeasible;
  ADD_FAILURE() << "a plan was found";
  return {};
}

inline ProgramPlan plan(const ProgramProblem &problem) {
  ProgramPlanResult result = planProgram(problem);
  if (const auto *infeasible = std::get_if<Infeasible>(&result)) {
    ADD_FAILURE() << infeasible->message;
    return {};
  }
  ProgramPlan plan = std::get<ProgramPlan>(result);
  EXPECT_EQ(verifyPlan(problem, plan), std::nullopt);
  return plan;
}

inline Infeasible fail(const ProgramProblem &problem) {
  ProgramPlanResult result = planProgram(problem);
  if (const auto *infeasible = std::get_if<Infeasible>(&result))
    return *infeasible;
  ADD_FAILURE() << "a plan was found";
  return {};
}

/// Random numbers whose seed is printed with a failure.
class SeededTest : public testing::Test {
protected:
  uint64_t seed = std::random_device()();
  testing::ScopedTrace trace{__FILE__, __LINE__,
                             "seed " + std::to_string(seed)};
  std::mt19937_64 random{seed};

  /// From `first` to `last`, both inclusive.
  int64_t pick(int64_t first, int64_t last) {
    return first + static_cast<int64_t>(
                       random() % static_cast<uint64_t>(last - first + 1));
  }

  format::RowFormat pickRows() {
    using format::RowType, format::ScaleKind;
    switch (pick(0, 5)) {
    case 0:
      return {};
    case 1:
      return makeRows(RowType::BF16, ScaleKind::None);
    case 2:
      return makeRows(RowType::Fp8E5M2, ScaleKind::None);
    case 3:
      return makeRows(RowType::Fp8E4M3, ScaleKind::Row);
    case 4:
      return makeInt8(static_cast<ScaleKind>(pick(1, 2)));
    default:
      return makeRows(RowType::Int8Affine, static_cast<ScaleKind>(pick(1, 3)));
    }
  }

  /// Positive and about evenly spread over the magnitudes up to 2^bits.
  int64_t pickMagnitude(int bits) {
    uint64_t mask = (uint64_t(1) << (random() % bits + 1)) - 1;
    return std::max<int64_t>(1, static_cast<int64_t>(random() & mask));
  }
};

} // namespace sc

#endif // SC_TEST_UNIT_PLANNING_PLANNINGTEST_H
