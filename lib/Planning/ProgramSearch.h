//===-- ProgramSearch.h - which plan of each lookup -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search over programs: one plan for each lookup and the number of
// serialized tables, so that HBM suffices and the time is least.

#ifndef SC_LIB_PLANNING_PROGRAMSEARCH_H
#define SC_LIB_PLANNING_PROGRAMSEARCH_H

#include "HbmTimeline.h"

#include <memory>

namespace sc {

/// The plans of one lookup; equal lookups share them.
using PlanList = std::shared_ptr<const std::vector<LookupPlan>>;

/// A plan of a lookup, as far as the search looks at it.
struct Choice {
  size_t plan = 0; // index into the plan list
  int64_t replicas = 1;
  int64_t stackBytes = 0; // of a device
  double seconds = 0;
};

/// One choice for each lookup, and what follows.
struct Selection {
  std::vector<size_t> choices; // indices into `ProgramSearch::choices`
  int64_t serialized = 0;
  int64_t peakBytes = 0;
  double seconds = 0;
};

class ProgramSearch {
public:
  /// Plans every lookup; fails with the first one that has no plan.
  static std::variant<ProgramSearch, Infeasible>
  make(const ProgramProblem &problem);

  /// The fastest selection with a peak of at most `limit`, or none.
  std::optional<Selection> find(int64_t limit) const;

  /// The least stack of each lookup, with as many serialized as allowed: unless
  /// their number is given, no selection has a lower peak.
  Selection getLeast() const;

  /// For the least stacks: the smallest number of serialized tables whose peak
  /// is at most `limit`, if any.
  std::optional<int64_t> findLeastSerialized(int64_t limit) const;

  const HbmTimeline &getTimeline() const { return timeline; }
  LookupPlan getPlan(const Selection &selection, size_t lookup) const;
  std::vector<int64_t> getStacks(const Selection &selection) const;

private:
  explicit ProgramSearch(const ProgramProblem &problem);

  std::optional<Infeasible> makeChoices(const ProgramProblem &problem);
  /// Sets number, peak and seconds for the choices of `selection`; false if no
  /// allowed number of serialized tables keeps the limit.
  bool evaluate(Selection &selection, int64_t limit) const;
  std::vector<int64_t> countLaunches(const Selection &selection,
                                     std::span<const size_t> order) const;
  Selection pick(int64_t maxReplicas, double secondsPerByte) const;
  void improve(std::optional<Selection> &best, int64_t maxReplicas,
               int64_t limit) const;
  void branch(std::optional<Selection> &best, int64_t limit) const;

  friend class BranchAndBound;

  HbmTimeline timeline;
  std::optional<int64_t> fixedSerialized;
  std::vector<PlanList> plans;
  std::vector<std::vector<Choice>> choices; // by lookup, ascending by stack
  std::vector<unsigned> kinds;              // by lookup: LookupKind
};

/// The program's seconds: those of the lookups and of what they launch.
double getProgramSeconds(double lookupSeconds, int64_t launches);

} // namespace sc

#endif // SC_LIB_PLANNING_PROGRAMSEARCH_H
