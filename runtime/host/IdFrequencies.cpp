//===-- IdFrequencies.cpp - how often ids occur ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything follows from the counts of a table in one run.

#include "runtime/host/IdFrequencies.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <bit>

namespace sc::host {

IdFrequencies::IdFrequencies(const std::vector<StackSpec> &stacks) {
  std::map<std::string_view, size_t> known;
  for (const StackSpec &stack : stacks)
    for (const FeatureSpec &feature : stack.features) {
      auto [place, isNew] = known.emplace(feature.table, tables.size());
      if (isNew)
        tables.push_back({feature.table, feature.vocabularySize, {}});
      features[feature.name] = {feature, place->second};
    }
}

// Ids that are sorted at a time.
static constexpr size_t kMostPending = size_t(1) << 20;

template <typename T>
void IdFrequencies::countStrided(const std::byte *ids, int64_t size,
                                 int64_t stride, IdRuns &runs) {
  for (int64_t i = 0; i < size; ++i) {
    pending.push_back(load<T>(ids + i * stride));
    if (pending.size() == kMostPending) {
      runs.add(pending, scratch);
      pending.clear();
    }
  }
}

template <typename T>
void IdFrequencies::countRows(const FeatureRows &rows, IdRuns &runs) {
  if (rows.hasSplits)
    countStrided<T>(rows.ids, rows.countIds(0, rows.samples), rows.idStride,
                    runs);
  else
    for (int64_t sample = 0; sample < rows.samples; ++sample)
      countStrided<T>(rows.getIds(sample), rows.idsPerSample, rows.idStride,
                      runs);
  runs.add(pending, scratch);
  pending.clear();
}

absl::Status IdFrequencies::add(std::span<const FeatureInput> inputs) {
  if (rows.size() < inputs.size())
    rows.resize(inputs.size());
  std::vector<size_t> tableOf;
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto found = features.find(inputs[i].feature);
    if (found == features.end())
      return absl::InvalidArgumentError(absl::StrCat(
          "feature '", std::string(inputs[i].feature), "' is not in the spec"));
    tableOf.push_back(found->second.table);
    SC_RETURN_IF_ERROR(
        describeRows(found->second.spec, inputs[i].input, rows[i]));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    IdRuns &runs = tables[tableOf[i]].runs;
    if (rows[i].type == IdType::Int32)
      countRows<int32_t>(rows[i], runs);
    else
      countRows<int64_t>(rows[i], runs);
  }
  return absl::OkStatus();
}

static bool isMoreFrequent(const IdCount &a, const IdCount &b) {
  return a.count != b.count ? a.count > b.count : a.id < b.id;
}

/// The share of the largest size / parts counts, rounded up.
static double computeTopShare(const std::vector<int64_t> &ascending,
                              size_t parts, int64_t numIds) {
  const size_t size = ascending.size();
  const size_t top = size / parts + (size % parts > 0);
  int64_t sum = 0;
  for (size_t i = size - top; i < size; ++i)
    sum += ascending[i];
  return numIds > 0 ? static_cast<double>(sum) / static_cast<double>(numIds)
                    : 0;
}

static void addToHistogram(std::vector<int64_t> &histogram, int64_t count) {
  size_t power = std::bit_width(static_cast<uint64_t>(count)) - size_t(1);
  if (histogram.size() <= power)
    histogram.resize(power + 1);
  ++histogram[power];
}

static std::vector<IdCount> findMostFrequent(const IdRun &ids, int64_t most) {
  const int64_t size = static_cast<int64_t>(ids.size());
  std::vector<IdCount> result(
      static_cast<size_t>(std::clamp<int64_t>(most, 0, size)));
  std::partial_sort_copy(ids.begin(), ids.end(), result.begin(), result.end(),
                         isMoreFrequent);
  return result;
}

static TableFrequencies summarizeTable(const IdRun &ids, int64_t vocabularySize,
                                       int64_t numMostFrequent) {
  TableFrequencies result;
  result.vocabularySize = vocabularySize;
  result.numDistinctIds = static_cast<int64_t>(ids.size());
  int64_t distinctInRange = 0;
  std::vector<int64_t> counts, scratch;
  counts.reserve(ids.size());
  for (const IdCount &id : ids) {
    const bool isInRange = id.id >= 0 && id.id < vocabularySize;
    distinctInRange += isInRange;
    result.numIds += id.count;
    result.numOutOfRange += isInRange ? 0 : id.count;
    addToHistogram(result.histogram, id.count);
    counts.push_back(id.count);
  }
  if (vocabularySize > 0)
    result.vocabularyShare = static_cast<double>(distinctInRange) /
                             static_cast<double>(vocabularySize);
  radixSort(counts, scratch);
  result.topPercentShare = computeTopShare(counts, 100, result.numIds);
  result.topTenPercentShare = computeTopShare(counts, 10, result.numIds);
  result.mostFrequent = findMostFrequent(ids, numMostFrequent);
  return result;
}

std::vector<TableFrequencies>
IdFrequencies::summarize(int64_t numMostFrequent) const {
  std::vector<TableFrequencies> results;
  for (const Table &table : tables) {
    results.push_back(summarizeTable(table.runs.merge(), table.vocabularySize,
                                     numMostFrequent));
    results.back().table = table.name;
  }
  return results;
}

} // namespace sc::host
