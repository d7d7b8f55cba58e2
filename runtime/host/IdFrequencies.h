//===-- IdFrequencies.h - how often ids occur -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits depend on how skewed ids are: a few hot ids fill one partition.

#ifndef SC_RUNTIME_HOST_IDFREQUENCIES_H
#define SC_RUNTIME_HOST_IDFREQUENCIES_H

#include "runtime/host/FeatureRows.h"
#include "runtime/host/IdFrequenciesRuns.h"

#include <map>

namespace sc::host {

/// What the ids of a table look like. Shares are from 0 to 1, and 0 without
/// ids.
struct TableFrequencies {
  std::string table;
  int64_t vocabularySize = 0;
  int64_t numIds = 0; // each duplicate counts
  int64_t numDistinctIds = 0;
  int64_t numOutOfRange = 0; // of numIds, outside the vocabulary
  /// Distinct ids of the vocabulary over its size.
  double vocabularyShare = 0;
  /// The most frequent ids, by count; of equal counts the lower id first.
  std::vector<IdCount> mostFrequent;
  /// Of numIds, what the most frequent 1 % and 10 % of the distinct ids take,
  /// their number rounded up.
  double topPercentShare = 0;
  double topTenPercentShare = 0;
  /// [k]: distinct ids that occur 2^k to 2^(k+1) - 1 times.
  std::vector<int64_t> histogram;

  /// Of all ids, those that are equal to `id`.
  double getShare(const IdCount &id) const {
    return numIds > 0
               ? static_cast<double>(id.count) / static_cast<double>(numIds)
               : 0;
  }
};

/// Counts the ids of any number of batches, by table. Memory is 32 bytes for
/// each distinct id at most, twice that in `summarize`, and 16 MiB; results do
/// not depend on the order of ids or batches.
class IdFrequencies {
public:
  /// Features that share a table are counted together.
  explicit IdFrequencies(const std::vector<StackSpec> &stacks);

  /// Fails for a feature that is not in the spec and for wrong shapes; then
  /// nothing is counted. Ids may be anything.
  absl::Status add(std::span<const FeatureInput> features);

  /// In the order in which the spec first names them.
  std::vector<TableFrequencies> summarize(int64_t numMostFrequent = 10) const;

private:
  template <typename T>
  void countStrided(const std::byte *ids, int64_t size, int64_t stride,
                    IdRuns &runs);
  template <typename T> void countRows(const FeatureRows &rows, IdRuns &runs);

  struct Table {
    std::string name;
    int64_t vocabularySize = 0;
    IdRuns runs;
  };
  struct Feature {
    FeatureSpec spec;
    size_t table = 0;
  };

  std::vector<Table> tables;
  std::map<std::string, Feature, std::less<>> features;
  // Of a batch; kept for their memory.
  std::vector<FeatureRows> rows;
  std::vector<int64_t> pending, scratch;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_IDFREQUENCIES_H
