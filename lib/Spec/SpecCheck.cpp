//===-- SpecCheck.cpp - rules across the fields of a spec -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the checks, the topology, and what all checks share.

#include "sc/Spec/SpecCheck.h"

#include "lib/Spec/SpecChecker.h"
#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

#include <bit>

namespace sc::spec {

using absl::StrCat;

static constexpr size_t kMostProblems = 100; // of errors, and of warnings
static constexpr size_t kMostNearNames = 1000;
static constexpr size_t kMostShownNames = 10;

std::string SpecProblem::format() const {
  return StrCat(location, location.empty() ? "" : ": ",
                isError ? "error: " : "warning: ", message);
}

std::vector<SpecProblem> checkSpec(const EmbeddingSpec &spec,
                                   const std::optional<Topology> &topology) {
  return detail::SpecChecker(spec, topology).check();
}

absl::Status getFirstErrors(const std::vector<SpecProblem> &problems) {
  std::string text;
  for (const SpecProblem &problem : problems)
    if (problem.isError)
      absl::StrAppend(&text, text.empty() ? "" : "\n", problem.location,
                      problem.location.empty() ? "" : ": ", problem.message);
  return text.empty() ? absl::OkStatus() : absl::InvalidArgumentError(text);
}

namespace detail {

std::string describeFirst(const std::string &location) {
  return location.empty() ? "" : StrCat(", first at ", location);
}

SpecChecker::SpecChecker(const EmbeddingSpec &spec,
                         const std::optional<Topology> &given)
    : spec(spec) {
  for (const Table &table : spec.tables) {
    tables.emplace(table.name, &table);
    if (nearNames.size() < kMostNearNames)
      nearNames.push_back(table.name);
  }
  for (const Feature &feature : spec.features)
    usedTables.insert(feature.table);
  checkTopologies(given);
}

void SpecChecker::add(bool isError, const std::string &location,
                      std::string message) {
  size_t &count = isError ? numErrors : numWarnings;
  if (count == kMostProblems)
    message =
        StrCat("more than ", kMostProblems, isError ? " errors" : " warnings",
               "; the others are not shown");
  if (count <= kMostProblems)
    problems.push_back(
        {isError, count == kMostProblems ? "" : location, std::move(message)});
  ++count;
}

void SpecChecker::checkName(const std::string &what, const std::string &name,
                            const std::string &location) {
  std::string problem = findNameProblem(what, name);
  if (!problem.empty())
    addError(location, problem);
}

bool SpecChecker::checkRange(const std::string &what, const char *field,
                             const std::string &location, int64_t value) {
  if (value >= 1 && value <= kMaxInt32)
    return true;
  addError(location, field, " of ", what, " is ", value, ", must be from 1 to ",
           kMaxInt32);
  return false;
}

const Table *SpecChecker::findTable(const std::string &name,
                                    const std::string &text,
                                    const std::string &location) {
  auto found = tables.find(name);
  if (found != tables.end())
    return found->second;
  // Looking for the nearest name is slow, and pointless once none is shown.
  if (numErrors >= kMostProblems) {
    addError(location);
    return nullptr;
  }
  size_t shown = std::min(nearNames.size(), kMostShownNames);
  addError(location, text, " the unknown table ", quoteName(name),
           describeNearest(name, nearNames), " known: ",
           joinNames({nearNames.begin(), nearNames.begin() + shown}),
           shown < spec.tables.size() ? ", …" : "");
  return nullptr;
}

bool SpecChecker::checkTopology(const Topology &topology) {
  const auto [devices, cores] = topology;
  bool isInRange = checkRange("the topology", "devices", "", devices);
  isInRange &= checkRange("the topology", "sparse_cores_per_device", "", cores);
  if (!isInRange)
    return false;
  std::string what =
      StrCat(devices, " devices with ", cores, " SparseCores each");
  int64_t total = multiplySaturated(devices, cores);
  if (total > kMaxInt32) {
    addError("", what, " exceed INT32 (", kMaxInt32, ")");
    return false;
  }
  if (std::has_single_bit(static_cast<uint64_t>(total)))
    return true;
  int64_t below = std::bit_floor(static_cast<uint64_t>(total));
  addError("", what, " are ", total,
           " SparseCores, must be a power of two; the nearest are ", below,
           " and ", below * 2);
  return false;
}

void SpecChecker::checkTopologies(const std::optional<Topology> &given) {
  std::optional<Topology> used = given ? given : spec.topology;
  if (given && spec.topology && *given != *spec.topology)
    addError("", "the spec is for ", spec.topology->devices, " devices with ",
             spec.topology->sparseCoresPerDevice,
             " SparseCores each, but the target has ", given->devices,
             " devices with ", given->sparseCoresPerDevice,
             "; change the spec's topology, leave it out, or choose another "
             "target");
  if (used && checkTopology(*used))
    topology = used;
  if (!spec.numSparseCores)
    return;
  int64_t made = *spec.numSparseCores;
  if (made < 1 || made > kMaxInt32 ||
      !std::has_single_bit(static_cast<uint64_t>(made)))
    addError("", "the spec was made for ", made,
             " SparseCores, must be a power of two from 1 to ", kMaxInt32);
  else if (topology && topology->getNumSparseCores() != made)
    addWarning("", "the spec was made for ", made,
               " SparseCores, but the target has ",
               topology->getNumSparseCores(), " (", topology->devices,
               " devices with ", topology->sparseCoresPerDevice,
               "); tables are stacked again, with other offsets and rotations");
}

std::vector<SpecProblem> SpecChecker::check() {
  checkTables();
  checkFeatures();
  checkGroups();
  if (spec.config)
    checkConfig(*spec.config);
  return std::move(problems);
}

} // namespace detail
} // namespace sc::spec
