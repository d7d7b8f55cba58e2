//===-- SpecChecker.h - collects the problems of a spec ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One method for each part of a spec; all of them always run.

#ifndef SC_LIB_SPEC_SPECCHECKER_H
#define SC_LIB_SPEC_SPECCHECKER_H

#include "sc/Spec/SpecCheck.h"

#include "absl/strings/str_cat.h"

#include <map>
#include <set>
#include <string_view>

namespace sc::spec::detail {

class SpecChecker {
public:
  SpecChecker(const EmbeddingSpec &spec,
              const std::optional<Topology> &topology);

  std::vector<SpecProblem> check();

private:
  void checkTopologies(const std::optional<Topology> &given);
  /// False after an error.
  bool checkTopology(const Topology &topology);

  void checkTables();
  void checkTableSizes(const Table &table);
  void checkOptimizer(const Table &table);
  void checkQuantization(const Table &table);
  void checkLimits(const std::string &what, const std::string &location,
                   const Limits &limits);
  void checkBuffer(const std::string &what, const std::string &location,
                   int64_t maxIds, const std::optional<int64_t> &suggested);
  /// The buffer has the size that the limit makes.
  void checkLargestBuffer(const std::string &what, const std::string &location,
                          int64_t maxIds);

  void checkFeatures();
  /// False after an error.
  bool checkShapes(const Feature &feature);
  void checkBatch(const Feature &feature);
  void checkOutputBatch(const Feature &feature);
  void checkOutputWidth(const Feature &feature, const Table &table);
  void checkIdsPerSample();

  void checkGroups();
  void checkMembers(const StackGroup &group);
  void checkAlike(const StackGroup &group, const Table &first,
                  const Table &other);
  void checkConfig(const Config &config);
  void checkTotals(const Config &config, const char *field,
                   const std::map<std::string, int64_t> &totals,
                   const char *limitField,
                   std::optional<int64_t> Limits::*limit);

  void checkName(const std::string &what, const std::string &name,
                 const std::string &location);
  /// "`field` of `what` is 0, must be from 1 to 2147483647" unless it is; then
  /// false.
  bool checkRange(const std::string &what, const char *field,
                  const std::string &location, int64_t value);
  /// The table, or null after an error that begins with `text`.
  const Table *findTable(const std::string &name, const std::string &text,
                         const std::string &location);

  template <typename... Parts>
  void addError(const std::string &location, const Parts &...parts) {
    add(true, location, absl::StrCat(parts...));
  }
  template <typename... Parts>
  void addWarning(const std::string &location, const Parts &...parts) {
    add(false, location, absl::StrCat(parts...));
  }
  void add(bool isError, const std::string &location, std::string message);

  const EmbeddingSpec &spec;
  std::optional<Topology> topology;                 // set if it has no errors
  std::map<std::string_view, const Table *> tables; // the first of each name
  std::vector<std::string_view> nearNames;          // that may be suggested
  std::set<std::string_view> usedTables;            // by features
  std::map<std::string_view, const StackGroup *> groupOfTable;
  std::vector<SpecProblem> problems;
  size_t numErrors = 0;
  size_t numWarnings = 0;
};

/// " (first at spec.json:3:5)", or nothing without a location.
std::string describeFirst(const std::string &location);

} // namespace sc::spec::detail

#endif // SC_LIB_SPEC_SPECCHECKER_H
