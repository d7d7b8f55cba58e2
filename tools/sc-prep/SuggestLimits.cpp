//===-- SuggestLimits.cpp - limits that do --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Observations are exact; the estimate stands in for them.

#include "tools/sc-prep/SuggestLimits.h"

#include "lib/Report/TextTable.h"
#include "runtime/format/StatusMacros.h"
#include "sc/Limits/LimitsFile.h"
#include "sc/Target/NearestName.h"
#include "tools/sc-prep/Setup.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace sc::prep {

using absl::InvalidArgumentError;
using absl::StrCat;

absl::Status mergeFdoFiles(const std::vector<std::string> &paths,
                           const spec::StackedSpec &spec,
                           Observations &observations) {
  std::vector<std::string_view> names;
  for (const spec::Stack &stack : spec.stacks)
    names.push_back(stack.name);
  for (const std::string &path : paths) {
    std::error_code ignored;
    SC_ASSIGN_OR_RETURN(host::FdoStatistics statistics,
                        std::filesystem::is_directory(path, ignored)
                            ? host::readFdoFolder(path)
                            : host::readFdoFile(path));
    for (const auto &[name, counts] : statistics) {
      if (!std::ranges::count(names, name))
        return InvalidArgumentError(StrCat(
            path, ": statistics of ", quoteName(name),
            ", which is no stack of the spec", describeNearest(name, names),
            " stacks: ", joinNames(names)));
      if (counts.maxIds.empty() || counts.maxUniqueIds.empty() ||
          counts.requiredBufferSizes.empty())
        return InvalidArgumentError(
            StrCat(path, ": statistics of ", quoteName(name),
                   " lack ids, unique ids or required buffer sizes"));
    }
    observations.statistics =
        host::mergeFdo(observations.statistics, statistics);
    ++observations.numFiles;
  }
  return absl::OkStatus();
}

static absl::Status addStackName(const spec::Stack &stack,
                                 const absl::Status &status) {
  return absl::Status(status.code(), StrCat("stack ", quoteName(stack.name),
                                            ": ", status.message()));
}

/// Samples of all features of a stack, and the ids in them.
static absl::StatusOr<Suggestion> estimate(const spec::Stack &stack,
                                           const host::Topology &topology) {
  int64_t samples = 0;
  double ids = 0;
  for (const spec::StackedTable &table : stack.tables)
    for (const spec::StackedFeature &feature : table.features) {
      samples += feature.feature.getNumSamples();
      ids += static_cast<double>(feature.feature.getNumSamples()) *
             static_cast<double>(feature.feature.getIdsPerSample());
    }
  const double valency = samples > 0 ? ids / static_cast<double>(samples) : 0;
  Suggestion suggestion;
  absl::StatusOr<host::SuggestedLimits> limits =
      host::estimateLimits(samples, valency, topology);
  if (!limits.ok())
    return addStackName(stack, limits.status());
  suggestion.limits = *limits;
  suggestion.why = absl::StrFormat("estimate from %d samples with %g ids each",
                                   samples, valency);
  return suggestion;
}

static std::string describeSource(const Observations &observations,
                                  double headroom) {
  std::vector<std::string> parts;
  if (observations.numBatches > 0)
    parts.push_back(
        report::formatCount(observations.numBatches, "batch", "batches"));
  if (observations.numFiles > 0)
    parts.push_back(
        report::formatCount(observations.numFiles, "FDO input", "FDO inputs"));
  std::string text = "observed in " + parts.front();
  if (parts.size() > 1)
    text += " and " + parts.back();
  return headroom > 1 ? text + absl::StrFormat(", times %g", headroom) : text;
}

absl::StatusOr<std::vector<Suggestion>>
makeSuggestions(const spec::StackedSpec &spec, const Observations &observations,
                double headroom) {
  SC_ASSIGN_OR_RETURN(host::Topology topology,
                      makeHostTopology(spec.topology, 1));
  const auto observed = host::observeLimits(observations.statistics);
  std::vector<Suggestion> suggestions;
  for (const spec::Stack &stack : spec.stacks) {
    if (observations.isEmpty()) {
      SC_ASSIGN_OR_RETURN(Suggestion suggestion, estimate(stack, topology));
      suggestions.push_back(std::move(suggestion));
      continue;
    }
    auto found = observed.find(stack.name);
    if (found == observed.end())
      return InvalidArgumentError(
          StrCat("no statistics of stack ", quoteName(stack.name),
                 "; add batches, or FDO files that have it"));
    absl::StatusOr<host::SuggestedLimits> limits =
        host::suggestLimits(found->second, topology, headroom);
    if (!limits.ok())
      return addStackName(stack, limits.status());
    suggestions.push_back({*limits, describeSource(observations, headroom)});
  }
  return suggestions;
}

static std::string formatChange(const char *what, int64_t now, int64_t then) {
  return absl::StrFormat("  %-29s %d -> %d\n", what, now, then);
}

static void printSuggestion(const spec::Stack &stack,
                            const Suggestion &suggestion, std::ostream &os) {
  const host::SuggestedLimits &limits = suggestion.limits;
  os << "stack " << quoteName(stack.name) << ": " << suggestion.why << "\n"
     << formatChange("max_ids_per_partition", stack.maxIdsPerPartition,
                     limits.maxIdsPerPartition)
     << formatChange("max_unique_ids_per_partition",
                     stack.maxUniqueIdsPerPartition,
                     limits.maxUniqueIdsPerPartition)
     << absl::StrFormat("  %-29s %s -> %d\n", "entries of a device",
                        stack.suggestedBufferSize
                            ? StrCat(*stack.suggestedBufferSize)
                            : "as many as the limits allow",
                        limits.bufferSize);
}

absl::Status writeSuggestions(const std::string &path,
                              const spec::StackedSpec &spec,
                              const std::vector<Suggestion> &suggestions,
                              std::ostream &os) {
  LimitsByTable limits;
  for (size_t i = 0; i < suggestions.size(); ++i) {
    TableLimits &entry = limits[spec.stacks[i].name];
    entry.maxIds = suggestions[i].limits.maxIdsPerPartition;
    entry.maxUniqueIds = suggestions[i].limits.maxUniqueIdsPerPartition;
    printSuggestion(spec.stacks[i], suggestions[i], os);
  }
  std::string error;
  if (!writeLimitsFile(path, limits, error))
    return InvalidArgumentError(error);
  return absl::OkStatus();
}

} // namespace sc::prep
